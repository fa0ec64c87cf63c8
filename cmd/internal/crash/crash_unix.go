//go:build linux || darwin

package crash

/*
#include <stdlib.h>
#include "crash.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"
)

// Rerun sees to it that from now on a crash of C code replaces the process by program,
// with the arguments args, the first of which is its name, and the environment env.
func Rerun(program string, args, env []string) error {
	if len(args) == 0 {
		return errors.New("a program has at least one argument, its name")
	}
	if code := C.ci_crash_rerun(C.CString(program), list(args), list(env)); code != 0 {
		return fmt.Errorf("crashes can't be handled: error %d", code)
	}
	return nil
}

// End sees to it that from now on a crash of C code ends the process with an exit code,
// and with line on standard error.
func End(line string, code int) error {
	if code := C.ci_crash_end(C.CString(line+"\n"), C.int(code)); code != 0 {
		return fmt.Errorf("crashes can't be handled: error %d", code)
	}
	return nil
}

// Plain sees to it that a crash of C code ends the process by its signal, without a word.
func Plain() error {
	if code := C.ci_crash_plain(); code != 0 {
		return fmt.Errorf("crashes can't be handled: error %d", code)
	}
	return nil
}

// list returns texts as C has them. They are never freed: the handler may need them at any
// time.
func list(texts []string) **C.char {
	n := C.size_t(len(texts) + 1)
	out := (**C.char)(C.calloc(n, C.size_t(unsafe.Sizeof((*C.char)(nil)))))
	for i, s := range texts {
		unsafe.Slice(out, n)[i] = C.CString(s)
	}
	return out
}
