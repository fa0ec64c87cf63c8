package laravel

import (
	"embed"

	"codeintel/index/lang"
	"codeintel/index/lang/php"
)

//go:embed prelude/*.php
var preludeFiles embed.FS

// preludes are the files of declarations that are not of Laravel itself, with the
// beginnings of their names and their packages.
var preludes = map[string]struct {
	within string
	pkg    string
}{
	"carbon.php": {`Carbon\`, "nesbot/carbon"},
}

// prelude declares the classes of Laravel and of what comes with it that carry types
// of the repository through, and those that are used most. The text is ours, in the fewest words that types can be inferred from.
func prelude() []lang.Prelude {
	return lang.PreludeFiles(preludeFiles, func(file string, src []byte) lang.Prelude {
		p, ok := preludes[file]
		if !ok {
			p.within, p.pkg = `Illuminate\`, "laravel/framework"
		}
		m := lang.Module{Name: "laravel/" + file, External: true}
		m.Package.Manager, m.Package.Name = php.Manager, p.pkg
		return lang.Prelude{
			Module: m,
			Input:  lang.Input{Path: "/laravel/" + file, Src: src},
			Global: true, Within: []string{p.within},
		}
	})
}
