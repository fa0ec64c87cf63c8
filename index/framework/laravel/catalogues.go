package laravel

import (
	"path"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/catalogue"
)

// cataloguesVersion changes whenever what Catalogues reads of some file does.
const cataloguesVersion = 1

// Catalogues are the texts of an application that are called as they are written:
// the keys of lang/de.json.
func Catalogues() *lang.Framework {
	return &lang.Framework{Name: name, Version: cataloguesVersion, Families: []string{catalogue.Family}, Read: readCatalogue}
}

func readCatalogue(r *lang.Reading) {
	start, end, _ := catalogue.Locale(r.Path)
	if dir := path.Base(r.Path[:start]); strings.HasPrefix(r.Path[end:], "/") || dir != "lang" && !strings.Contains(r.Path, "lang/vendor/") {
		return
	}
	f := r.B.F
	for d := range lang.DefID(len(f.Defs)) {
		if def := &f.Defs[d]; def.Parent < 0 && def.Flags&lang.Synthetic == 0 {
			r.Stand(kindText, f.Name(def.Name), lang.Text{Start: def.Start, End: def.End}, r.B.Expr(lang.ExprDef, int32(d)))
		}
	}
}
