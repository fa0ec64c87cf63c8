//go:build !unix

package workspace

import "time"

// processCPU is not known here.
func processCPU() time.Duration { return 0 }
