package early

import (
	"encoding/base64"
	"io"
	"os"
	"strconv"
	"syscall"
)

const (
	// greetTime is how long the shared process may take to greet, preTime and postTime
	// how long to answer: after that the program decides by itself, which is to be done
	// before the client gives the hook up.
	greetTime = 100_000    // microseconds
	preTime   = 4_000_000  // of a decision before a call
	postTime  = 25_000_000 // of a look at what a call has changed
	// maxAnswer is how many bytes the shared process may say.
	maxAnswer = 1 << 20
	// maxSocketPath is how long the path of a socket may be.
	maxSocketPath = 107
)

// hello is the greeting of the shared process; see cmd/internal/daemon.
const hello = `{"ci":1,"kind":"` + Kind + `","build":{"version":""},"env":null}` + "\n"

// answer ends the process with the answer of the shared process to a hook; always: it
// has that flag. It returns where there is no answer.
func answer(event string, always bool) {
	fd := dial()
	if fd < 0 {
		return
	}
	defer syscall.Close(fd)
	if !greet(fd) {
		return
	}
	input, err := io.ReadAll(io.LimitReader(os.Stdin, MaxInput+1))
	taken.input = input
	if err != nil || input == nil || len(input) > MaxInput {
		return
	}
	taken.asked = true
	if code, stdout, stderr, ok := ask(fd, event, always, input); ok {
		_, _ = os.Stderr.Write(stderr)
		if _, err := os.Stdout.Write(stdout); err != nil && len(stdout) > 0 {
			code = 2 // an answer that can't be given opens nothing
		}
		os.Exit(code)
	}
}

// dial connects to the shared process of the user; it returns -1 where there is none,
// or somebody else serves the socket.
func dial() int {
	uid := os.Geteuid()
	dir := RunFolder(func(dir string) bool { return private(dir, uid) }, cacheFolder(), os.Getenv("XDG_RUNTIME_DIR"), "/run/user/"+strconv.Itoa(uid))
	if dir == "" {
		return -1
	}
	name := dir + "/" + SocketName
	if len(name) > maxSocketPath {
		at, err := syscall.Open(dir, syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
		if err != nil {
			return -1
		}
		defer syscall.Close(at)
		name = "/proc/self/fd/" + strconv.Itoa(at) + "/" + SocketName
	}
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return -1
	}
	wait(fd, greetTime)
	if err := syscall.Connect(fd, &syscall.SockaddrUnix{Name: name}); err == nil {
		if peer, err := syscall.GetsockoptUcred(fd, syscall.SOL_SOCKET, syscall.SO_PEERCRED); err == nil && int(peer.Uid) == uid {
			return fd
		}
	}
	_ = syscall.Close(fd)
	return -1
}

// cacheFolder is the user's folder for what can be made again, "" when unknown.
func cacheFolder() string {
	if dir := os.Getenv("XDG_CACHE_HOME"); absolute(dir) {
		return dir
	}
	if home := os.Getenv("HOME"); absolute(home) {
		return home + "/.cache"
	}
	return ""
}

// private reports whether a path is that of a folder which the user alone can open.
func private(dir string, uid int) bool {
	var st syscall.Stat_t
	return absolute(dir) && syscall.Lstat(dir, &st) == nil && st.Mode&syscall.S_IFMT == syscall.S_IFDIR && int(st.Uid) == uid && st.Mode&0o077 == 0
}

// wait bounds how long a socket may take to send or to receive.
func wait(fd int, microseconds int64) {
	tv := syscall.NsecToTimeval(microseconds * 1000)
	_ = syscall.SetsockoptTimeval(fd, syscall.SOL_SOCKET, syscall.SO_RCVTIMEO, &tv)
	_ = syscall.SetsockoptTimeval(fd, syscall.SOL_SOCKET, syscall.SO_SNDTIMEO, &tv)
}

// greet says hello, and reports whether the process serves hooks.
func greet(fd int) bool {
	if !send(fd, []byte(hello)) {
		return false
	}
	line, ok := receive(fd)
	const welcome = `{"ci":1,`
	if !ok || len(line) < len(welcome) || line[:len(welcome)] != welcome {
		return false
	}
	_, _, refused := cut(line, `"error":`)
	return !refused
}

// ask says what the client says, and returns how the hook is to end.
func ask(fd int, event string, always bool, input []byte) (code int, stdout, stderr []byte, ok bool) {
	dir, err := os.Getwd()
	program, perr := os.Executable()
	if err != nil || perr != nil {
		return 0, nil, nil, false
	}
	var env, flag []byte
	if always {
		flag = []byte{'1'}
	}
	for _, v := range os.Environ() {
		env = append(append(env, v...), 0)
	}
	b64 := base64.StdEncoding
	line := make([]byte, 0, b64.EncodedLen(len(input)+len(env))+1024)
	line = append(line, '{')
	for i, field := range [...]struct {
		name string
		text []byte
	}{{"event", []byte(event)}, {"dir", []byte(dir)}, {"program", []byte(program)}, {"env", env}, {"always", flag}, {"input", input}} {
		if i > 0 {
			line = append(line, ',')
		}
		line = append(append(append(line, '"'), field.name...), `":"`...)
		line = append(b64.AppendEncode(line, field.text), '"')
	}
	line = append(line, "}\n"...)
	if wait(fd, postTime); event == "pre" {
		wait(fd, preTime)
	}
	if !send(fd, line) {
		return 0, nil, nil, false
	}
	said, ok := receive(fd)
	first, rest, found := cut(said, ":")
	out, errs, found2 := cut(rest, ":")
	if !ok || !found || !found2 {
		return 0, nil, nil, false
	}
	if code, err = strconv.Atoi(first); err != nil {
		return 0, nil, nil, false
	}
	if stdout, err = b64.DecodeString(out); err != nil {
		return 0, nil, nil, false
	}
	if stderr, err = b64.DecodeString(errs); err != nil {
		return 0, nil, nil, false
	}
	return code, stdout, stderr, true
}

// send writes all of p.
func send(fd int, p []byte) bool {
	for len(p) > 0 {
		n, err := syscall.SendmsgN(fd, p, nil, nil, syscall.MSG_NOSIGNAL)
		if err == syscall.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			return false
		}
		p = p[n:]
	}
	return true
}

// receive reads a line, without its end.
func receive(fd int) (string, bool) {
	var line []byte
	buf := make([]byte, 16<<10)
	for len(line) < maxAnswer {
		n, err := syscall.Read(fd, buf)
		if err == syscall.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			return "", false
		}
		line = append(line, buf[:n]...)
		if line[len(line)-1] == '\n' {
			return string(line[:len(line)-1]), true
		}
	}
	return "", false
}

func absolute(name string) bool { return len(name) > 0 && name[0] == '/' }

// cut is strings.Cut: package strings needs package unicode.
func cut(s, sep string) (before, after string, found bool) {
	for i := 0; i+len(sep) <= len(s); i++ {
		if s[i:i+len(sep)] == sep {
			return s[:i], s[i+len(sep):], true
		}
	}
	return s, "", false
}
