package typescript

import (
	"context"
	"os"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

func TestScratch(t *testing.T) {
	p := ts.NewParser(ts.Limits{})
	defer p.Close()
	path := os.Getenv("SRCFILE")
	src, _ := os.ReadFile(path)
	d := typescriptDialect
	if path[len(path)-1] == 'x' {
		d = tsxDialect
	}
	f, err := extract(context.Background(), p, d, lang.Input{Path: path, Src: src})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(lang.Dump(f))
	if err := lang.Validate(f, len(src)); err != nil {
		t.Fatal(err)
	}
}
