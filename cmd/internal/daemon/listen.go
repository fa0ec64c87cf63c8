package daemon

import (
	"context"
	"fmt"
	"io"
	"net"
	"sync"
)

// Listen serves each connection to a loopback address until ctx is done, and waits for
// them. ready is called with the address once clients can connect. Whoever can reach
// the address on this machine is served.
func Listen(ctx context.Context, address string, ready func(address string), serve func(ctx context.Context, conn io.ReadWriteCloser)) error {
	a, err := Loopback(address)
	if err != nil {
		return err
	}
	l, err := net.ListenTCP("tcp", net.TCPAddrFromAddrPort(a))
	if err != nil {
		return fmt.Errorf("%s can't be served: %w; give another port", a, err)
	}
	var group sync.WaitGroup
	defer group.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(ctx, func() { _ = l.Close() })()
	ready(l.Addr().String())
	for {
		conn, err := l.AcceptTCP()
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("no more connections can be taken: %w", err)
		}
		group.Go(func() {
			defer conn.Close()
			defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
			serve(ctx, conn)
		})
	}
}
