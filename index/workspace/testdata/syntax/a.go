package a

import (
	"fmt"
	"os"
)

// T is
// documented.
type T struct {
	a int
	b map[string]struct {
		c int
	}
}

/*
	A block

comment.
*/
func (t *T) m(
	x int,
) error {
	switch x {
	case 1:
		fmt.Println("here", x)
		return nil
	default:
	}
	if x > 2 {
		f(func() {
			os.Exit(here + 1)
		})
	} else if x > 3 {
		g()
		h()
	}
	return nil
}
