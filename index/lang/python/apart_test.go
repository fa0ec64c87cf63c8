package python

import (
	"testing"

	"codeintel/index/lang/langtest"
	"codeintel/index/lang/ts"
)

func TestApart(t *testing.T) {
	langtest.Apart(t, &blocks, map[string]*ts.Grammar{".py": python})
}
