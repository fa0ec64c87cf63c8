package workspace

import (
	"context"
	"fmt"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// toy is a language of words: "def x" defines x, any other word refers to it.
// Two words make its extractor misbehave.
func toy() *lang.Language {
	return &lang.Language{
		Name: "toy", SCIPName: "Toy", Family: "toy", Extensions: []string{".toy"}, Interpreters: []string{"toy"}, Version: 1,
		Extract: func(ctx context.Context, _ *ts.Parser, in lang.Input) (*lang.Facts, error) {
			b := lang.NewBuilder(len(in.Src))
			at, def := 0, false
			for _, w := range strings.Fields(string(in.Src)) {
				start := at + strings.Index(string(in.Src[at:]), w)
				at = start + len(w)
				switch {
				case w == "panic":
					var none []int
					fmt.Println(none[len(w)])
				case w == "hang":
					<-ctx.Done()
					return nil, ctx.Err()
				case w == "def":
					def = true
				case def:
					_, d := b.Def(b.Name(w), lang.KindFunction, symbol.Method, uint32(start), uint32(at))
					d.Scope, d.Flags, def = 0, lang.Exported, false
				default:
					b.Ref(lang.Ref{Name: b.Name(w), Start: uint32(start), End: uint32(at), Kind: lang.RefName, Role: lang.Read, Space: lang.Value})
				}
			}
			return b.Finish(), nil
		},
	}
}

type parser = ts.Parser
