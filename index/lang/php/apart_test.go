package php

import (
	"testing"

	"codeintel/index/lang/langtest"
	"codeintel/index/lang/ts"
)

func TestApart(t *testing.T) {
	langtest.Apart(t, &blocks, map[string]*ts.Grammar{".php": php, ".blade.php": nil})
}
