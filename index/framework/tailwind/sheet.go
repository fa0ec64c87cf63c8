package tailwind

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/css"
)

// sheet adds the chunks of a style sheet. Its rules and at-rules are regions and
// heads already, and what a theme declares are definitions.
func sheet(r *lang.Reading) {
	rich := r.B.F.Rich
	var plugins, content heads
	var safe, configs []string
	for i := range rich.Regions {
		g := &rich.Regions[i]
		if g.Kind != css.KindAtRule {
			continue
		}
		switch name, rest, _ := strings.Cut(g.Signature, " "); name {
		case "@theme":
			g.Kind, g.Name, g.Meta = kind, themeName, append(g.Meta, variables(r, g.Start, g.End)...)
		case "@plugin": // with options
			plugins.add(lang.Span{Start: g.Start, End: g.End}, unquoted(rest))
		}
	}
	for _, h := range rich.Heads {
		text := strings.TrimRight(strings.Join(strings.Fields(string(r.Src[h.Start:h.End])), " "), " ;")
		name, rest, _ := strings.Cut(text, " ")
		switch name {
		case "@plugin":
			plugins.add(h, unquoted(rest))
		case "@source":
			not := ""
			if after, ok := strings.CutPrefix(rest, "not "); ok {
				not, rest = "!", after
			}
			if strings.HasPrefix(rest, "inline(") {
				safe = append(safe, not+unquoted(strings.TrimSuffix(strings.TrimPrefix(rest, "inline("), ")")))
				content.add(h)
				continue
			}
			content.add(h, not+unquoted(rest))
		case "@import", "@use":
			module, options, _ := strings.Cut(rest, " ")
			if unquoted(module) != "tailwindcss" {
				continue
			}
			if _, at, ok := strings.Cut(options, "source("); ok {
				if at, _, _ = strings.Cut(at, ")"); at != "none" {
					content.add(h, unquoted(at))
					continue
				}
			}
			content.add(h)
		case "@config":
			configs = append(configs, unquoted(rest))
			content.add(h)
		}
	}
	plugins.region(r, pluginsName, "plugins", nil)
	var meta lang.Fields
	if len(safe) > 0 {
		meta = append(meta, lang.Meta{Key: "safelist", Value: safe})
	}
	if len(configs) > 0 {
		meta = append(meta, lang.Meta{Key: "config", Value: configs})
	}
	content.region(r, contentName, "scan_patterns", meta)
}

// heads are the at-rules of one chunk.
type heads []head

// head is an at-rule with what it names.
type head struct {
	lang.Span
	names []string
}

func (h *heads) add(at lang.Span, names ...string) { *h = append(*h, head{at, names}) }

// region adds the chunk of the at-rules, which stand in the list of what the sheet
// is made with too. The metadata begins with what they name.
func (h heads) region(r *lang.Reading, name, key string, meta lang.Fields) {
	if len(h) == 0 {
		return
	}
	slices.SortStableFunc(h, func(a, b head) int { return cmp.Compare(a.Start, b.Start) })
	var text bytes.Buffer
	names, end := []string{}, uint32(0)
	for _, x := range h {
		names, end = append(names, x.names...), max(end, x.End)
		text.Write(r.Src[x.Start:x.End])
		text.WriteByte('\n')
	}
	meta = append(lang.Fields{{Key: key, Value: names}}, meta...)
	r.B.F.Rich.Add(lang.Region{Kind: kind, Name: name, Start: h[0].Start, End: end, Def: lang.NoDef, Beside: true, Text: text.String(), Meta: meta})
}

// unquoted is a string of CSS without its quotes, or a url() without its brackets.
func unquoted(s string) string {
	s = strings.TrimSpace(s)
	if inner, ok := strings.CutPrefix(s, "url("); ok {
		s = strings.TrimSuffix(inner, ")")
	}
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		s = s[1 : len(s)-1]
	}
	return s
}

// variables says what the theme from start to end declares, in the terms of the
// module of version 3.
func variables(r *lang.Reading, start, end uint32) lang.Fields {
	colors, screens, families := lang.Fields{}, lang.Fields{}, lang.Fields{}
	for d := range r.B.F.Defs {
		def := &r.B.F.Defs[d]
		if def.Start < start || def.End > end || def.Kind != lang.KindProperty {
			continue
		}
		_, value, _ := strings.Cut(string(r.Src[def.End:def.EncEnd]), ":")
		value = strings.TrimRight(strings.Join(strings.Fields(strings.ToValidUTF8(value, "\uFFFD")), " "), " ;")
		name := r.B.F.Name(def.Name)
		for _, n := range [...]struct {
			prefix string
			to     *lang.Fields
		}{{"--color-", &colors}, {"--breakpoint-", &screens}} {
			if key, ok := strings.CutPrefix(name, n.prefix); ok {
				*n.to = set(*n.to, key, value)
			}
		}
		// What follows -- is a setting of the font: --font-sans--font-feature-settings.
		if key, ok := strings.CutPrefix(name, "--font-"); ok && !strings.HasPrefix(key, "weight-") && !strings.Contains(key, "--") {
			families = set(families, key, list(value))
		}
	}
	return lang.Fields{{Key: "colors", Value: colors}, {Key: "screens", Value: screens}, {Key: "fonts", Value: families}}
}

// list parts a list of fonts at its commas.
func list(value string) []string {
	out := []string{}
	depth, from := 0, 0
	quote := byte(0)
	put := func(s string) {
		if s = unquoted(s); s != "" {
			out = append(out, s)
		}
	}
	for i := range len(value) {
		switch c := value[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			put(value[from:i])
			from = i + 1
		}
	}
	put(value[from:])
	return out
}
