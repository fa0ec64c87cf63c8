package typescript

import (
	"context"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/lang/typescript/prelude"
)

// Family is the name of the languages that import one another.
const Family = "typescript"

// version of Extract; it changes with its results.
const version = 12

// Languages of the family: TypeScript, TSX, JavaScript and JSX.
func Languages() []*lang.Language {
	return []*lang.Language{
		language("typescript", "TypeScript", typescriptDialect, []string{".ts", ".mts", ".cts"}, []string{"deno", "tsx", "ts-node", "bun"}),
		language("typescriptreact", "TypeScriptReact", tsxDialect, []string{".tsx"}, nil),
		language("javascript", "JavaScript", javascriptDialect, []string{".js", ".mjs", ".cjs"}, []string{"node", "nodejs"}),
		language("javascriptreact", "JavaScriptReact", javascriptDialect, []string{".jsx"}, nil),
	}
}

func language(name, scip string, d *dialect, extensions, interpreters []string) *lang.Language {
	own := rules
	if d.js { // module.exports is a variable of Node's to TypeScript
		own.OwnExports, own.OwnModule = "exports", "module"
	}
	return &lang.Language{
		Name:         name,
		SCIPName:     scip,
		Family:       Family,
		Served:       true,
		Extensions:   extensions,
		Interpreters: interpreters,
		Version:      version,
		Extract: func(ctx context.Context, p *ts.Parser, in lang.Input) (*lang.Facts, error) {
			if isDeclaration(in.Path) {
				// Whichever language of the family reads it.
				return extract(ctx, p, typescriptDialect, in)
			}
			return extract(ctx, p, d, in)
		},
		Open:    open,
		Sources: packageSources,
		Prelude: prelude.Files,
		Chunks:  Chunks,
		Rules:   own,
	}
}
