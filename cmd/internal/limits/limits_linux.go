package limits

// Each thread that Go or a C library starts is started by __wrap_pthread_create.

// #cgo LDFLAGS: -Wl,--wrap=pthread_create
import "C"
