package index

import (
	"slices"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// DefinitionsIn are the definitions of a file that no snapshot has, by the descriptors
// that their symbols have below those of the file: in the order of the text. Symbols of
// what is only used have guessed suffixes, and lack the namespaces that are not named
// there (declare module): where no definition has these descriptors, the names count, and
// then those in the one namespace that has them.
func DefinitionsIn(f *lang.Facts, below []symbol.Descriptor) []lang.DefID {
	const (
		exact = iota
		named
		inside
	)
	var found [3][]lang.DefID
	var in []lang.DefID // the namespaces around the first that is inside
	several := false
	var buf [maxDescriptors]lang.DefID
	for i := range f.Defs {
		steps, c := chainIn(f, lang.DefID(i), &buf)
		if c != globalSymbol || len(steps) < len(below) {
			continue
		}
		around, steps := steps[:len(steps)-len(below)], steps[len(steps)-len(below):]
		how := exact
		if len(around) > 0 {
			how = inside
			if slices.ContainsFunc(around, func(id lang.DefID) bool { return f.Defs[id].Suffix != symbol.Namespace }) {
				continue
			}
		}
		same := true
		for n, step := range steps {
			d := &f.Defs[step]
			same = same && descriptorName(f, d) == below[n].Name
			if d.Suffix != below[n].Suffix || symbol.Disambiguator(int(d.Disamb)) != below[n].Disambiguator {
				how = max(how, named)
			}
		}
		if !same {
			continue
		}
		if how == inside {
			if in == nil {
				in = slices.Clone(around)
			}
			several = several || !slices.Equal(in, around)
		}
		found[how] = append(found[how], lang.DefID(i))
	}
	if several {
		found[inside] = nil
	}
	for _, ids := range found {
		if len(ids) > 0 {
			return ids
		}
	}
	return nil
}
