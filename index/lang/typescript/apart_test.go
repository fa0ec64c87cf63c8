package typescript

import (
	"path"
	"testing"

	"codeintel/index/lang/langtest"
	"codeintel/index/lang/ts"

	"golang.org/x/tools/txtar"
)

// Block by block a text is read as it is as a whole.
func TestApart(t *testing.T) {
	archive, err := txtar.ParseFile("../../../testdata/typing/files.txtar")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, f := range archive.Files {
		if g := map[string]*ts.Grammar{".ts": typescriptDialect.Grammar, ".tsx": tsxDialect.Grammar, ".js": javascriptDialect.Grammar}[path.Ext(f.Name)]; g != nil {
			read++
			langtest.Apart(t, g, &blocks, f.Name, f.Data)
		}
	}
	if read == 0 {
		t.Error("no file was read")
	}
}
