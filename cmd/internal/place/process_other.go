//go:build !linux

package place

import "errors"

// Started is not known.
func Started(int) (int64, error) { return 0, errors.ErrUnsupported }
