package workspace

import "syscall"

// plainFile is an open regular file. An os.File would cost more system calls
// than reading a small file does.
type plainFile int

// openPlain opens a regular file and returns its stamp.
func openPlain(name string) (plainFile, stamp, error) {
	for {
		fd, err := syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC|openFlags, 0)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return 0, stamp{}, err
		}
		f := plainFile(fd)
		var info syscall.Stat_t
		if err := syscall.Fstat(fd, &info); err != nil {
			f.close()
			return 0, stamp{}, err
		}
		if info.Mode&syscall.S_IFMT != syscall.S_IFREG {
			f.close()
			return 0, stamp{}, errNotRegular
		}
		return f, statStamp(&info), nil
	}
}

// read reads some bytes; 0 are the end.
func (f plainFile) read(b []byte) (int, error) {
	for {
		n, err := syscall.Read(int(f), b)
		if err != syscall.EINTR {
			return max(n, 0), err
		}
	}
}

// close closes the file, which was only read.
func (f plainFile) close() { _ = syscall.Close(int(f)) }
