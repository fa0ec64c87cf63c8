package mcp

import (
	"context"
	"slices"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/workspace"
	"codeintel/session/speech"
)

type definitionsIn struct {
	Symbol   string `json:"symbol" req:"true" min:"1" max:"1000" help:"name, qualified name, SCIP symbol" example:"Conn.Open"`
	Path     string `json:"path" def:"." help:"file or folder"`
	Language string `json:"language" help:"only this language"`
	Kind     string `json:"kind" help:"only this kind" example:"method"`
	Exact    bool   `json:"exact_match" def:"false" help:"no alike names"`
	code
	paged
}

func (in *definitionsIn) subject(c *call) workspace.About {
	return c.subjectOf([]string{in.Symbol}, in.Path)
}

type definitionsOut struct {
	Definitions list[definition] `json:"definitions"`
	page
	meta
}

const (
	// maxAlike is how many symbols are looked at of which the name is only alike.
	maxAlike = 100
	// maxDocumented is how many definitions an answer has that have documentation.
	maxDocumented = 3
	// tokensOfDefinition is what one may take on average: a budget has so many
	// definitions a page.
	tokensOfDefinition = 400
	// maxAlsoIn is how many further files of a symbol are named.
	maxAlsoIn = 2
)

func findDefinitions() tool {
	return row("find_definitions", "Find definitions",
		"Where a name, or one like it, is defined: file, lines, kind, signature. For a question in words query, for source get_function_at_line.",
		func(ctx context.Context, c *call, in *definitionsIn, out *definitionsOut) error {
			return c.ask(ctx, &out.meta, func(v *view) error {
				files, kinds, err := v.filter(in.Path, in.Language, in.Kind)
				if err != nil {
					return err
				}
				found := v.definitions(in, files, kinds)
				limit := max(1, c.args.Budget/tokensOfDefinition)
				fill(c, &out.meta, &out.Definitions, &out.page, len(found), limit, func(i int) definition {
					d := found[i]()
					if len(found) > maxDocumented {
						d.Documentation = ""
					}
					return d
				})
				if len(found) == 0 {
					out.WhyEmpty, out.Near = v.whyNone(in), v.snap.Near(in.Symbol)
				}
				return nil
			})
		})
}

// filter reads the arguments that narrow a search of symbols.
func (v *view) filter(path, language, kind string) (files func(*index.Doc) bool, kinds []lang.Kind, err error) {
	below, err := v.below("path", path)
	if err != nil {
		return nil, nil, err
	}
	if language != "" {
		known := map[string]bool{}
		var names []string
		for _, d := range v.snap.Docs() {
			if d.Lang != nil && !known[d.Lang.Name] {
				known[d.Lang.Name] = true
				names = append(names, d.Lang.Name)
			}
		}
		if !known[language] {
			return nil, nil, invalid("language", speech.NoFilesOfLanguage, speech.LanguagesAre{Names: names})
		}
	}
	if kind != "" {
		if kinds, err = kindsNamed("kind", kind); err != nil {
			return nil, nil, err
		}
	}
	if below == nil && language == "" {
		return nil, kinds, nil
	}
	return func(d *index.Doc) bool {
		return (below == nil || below(d)) && (language == "" || d.Lang != nil && d.Lang.Name == language)
	}, kinds, nil
}

// kindsNamed are the kinds that an argument names.
func kindsNamed(field, name string) ([]lang.Kind, error) {
	if kinds := lang.KindsNamed(name); kinds != nil {
		return kinds, nil
	}
	var names []string
	for _, k := range lang.Kinds() {
		names = append(names, k.String())
	}
	return nil, invalid(field, speech.NoSuchKind, speech.KindsAre{Names: names})
}

// definitions are those of the symbols that have the name, else of those that have
// one like it. Where there are several symbols each has one definition, which says
// where else it is defined, and what is used most comes first. They are described
// when they are shown: the facts of their files may have to be read.
func (v *view) definitions(in *definitionsIn, files func(*index.Doc) bool, kinds []lang.Kind) []func() definition {
	var out []func() definition
	fits := func(id index.ID, doc *index.Doc) bool {
		if len(kinds) > 0 && !slices.Contains(kinds, v.snap.Kind(id)) {
			return false
		}
		return files == nil || doc != nil && files(doc)
	}
	named := v.snap.Meanings(in.Symbol)
	v.snap.SortByUse(named)
	for _, m := range named {
		id := m.ID
		as := func(d definition) definition {
			if a := v.snap.TakenAs(m); a != d.Kind && m.As != index.AsSymbol {
				d.As = a
			}
			return d
		}
		var places []index.ID
		for _, id := range v.snap.DefinitionIDs(id) {
			if fits(id, v.snap.Docs()[id.Doc]) {
				places = append(places, id)
			}
		}
		switch {
		case id.IsExternal() && fits(id, nil):
			out = append(out, func() definition { return as(v.external(id)) })
		case len(places) > 0 && len(named) > 1:
			out = append(out, func() definition { return as(v.defineFirst(places)) })
		default:
			for _, id := range places {
				out = append(out, func() definition { return as(v.define(v.snap.Location(id))) })
			}
		}
	}
	if len(out) > 0 || in.Exact {
		return out
	}
	alike, _ := v.snap.SearchSymbols(index.SymbolQuery{Name: in.Symbol, Kinds: kinds, Files: files, Limit: maxAlike})
	for _, m := range alike {
		if m.ID.IsExternal() {
			continue
		}
		out = append(out, func() definition {
			l, _ := v.snap.Place(m.ID)
			d := v.define(l)
			d.Match = m.How.String()
			return d
		})
	}
	return out
}

// defineFirst describes the first of the definitions of a symbol.
func (v *view) defineFirst(places []index.ID) definition {
	d := v.define(v.snap.Location(places[0]))
	if len(places) > 1 {
		d.Places = len(places)
	}
	for _, id := range places[1:] {
		file := v.snap.Docs()[id.Doc].Path
		if len(d.AlsoIn) < maxAlsoIn && file != d.File && !slices.Contains(d.AlsoIn, file) {
			d.AlsoIn = append(d.AlsoIn, file)
		}
	}
	return d
}

// whyNone says why no definition was found.
func (v *view) whyNone(in *definitionsIn) string {
	if ids := v.snap.Named(in.Symbol); len(ids) > 0 {
		return v.c.language().Say(speech.NameElsewhere)
	}
	return v.unnamed(in.Symbol, v.c.language().Say(speech.NoSymbolLikeIt))
}
