//go:build !unix

package guard

// uptime returns 0: how long the machine has run is not known here.
func uptime() int64 { return 0 }
