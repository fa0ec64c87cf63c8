//go:build !linux

package place

import "errors"

// Started returns errors.ErrUnsupported: when a process began is not known here.
func Started(int) (int64, error) { return 0, errors.ErrUnsupported }
