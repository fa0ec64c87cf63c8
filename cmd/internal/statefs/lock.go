package statefs

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// flock takes the lock of an open file, or fails with errHeld. It is freed when
// the file is closed.
func flock(file *os.File) error {
	for {
		switch err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); {
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EWOULDBLOCK):
			return errHeld
		default:
			return err
		}
	}
}
