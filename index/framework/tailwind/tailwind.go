// Package tailwind reads the configuration of Tailwind CSS: the module of version 3
// (tailwind.config.js and its like), and the at-rules of version 4 in style sheets.
// Both give the same chunks: the theme, the plugins, and the files that are looked
// through for classes.
package tailwind

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/css"
	"codeintel/index/lang/typescript"
)

// version changes whenever what is read of some file does.
const version = 1

// Framework is Tailwind CSS.
func Framework() *lang.Framework {
	return &lang.Framework{Name: "tailwind", Version: version, Families: []string{typescript.Family, css.Family}, Wants: wants, Chunks: chunks}
}

// Of all chunks.
const kind = "ui_config"

// Names of the chunks.
const (
	themeName   = "tailwind_theme"
	pluginsName = "tailwind_plugins"
	contentName = "tailwind_content_paths"
)

// wants: only chunks are made, of files that configure.
func wants(in lang.Input) bool {
	if !in.Rich {
		return false
	}
	if in.Language.Family == css.Family {
		return bytes.Contains(in.Src, []byte("@theme")) || bytes.Contains(in.Src, []byte("@plugin")) || bytes.Contains(in.Src, []byte("@source")) ||
			bytes.Contains(in.Src, []byte("tailwindcss"))
	}
	return isConfig(in.Path)
}

// isConfig says whether a file is a module with Tailwind's configuration:
// tailwind.config.js, tailwind.admin.config.ts.
func isConfig(file string) bool {
	base := path.Base(file)
	stem := strings.TrimSuffix(base, path.Ext(base))
	return strings.HasPrefix(base, "tailwind.") && strings.HasSuffix(stem, ".config")
}

func chunks(r *lang.Reading) {
	if r.Lang.Family == css.Family {
		sheet(r)
		return
	}
	if c := config(r.Exported()); c != nil {
		module(r, c)
	}
}

// config is the object that a module exports, as it is or wrapped in calls
// (withPlugin({…})); nil where there is none.
func config(v *lang.Literal) *lang.Literal {
	for v != nil && v.Kind == lang.LiteralCall {
		i := slices.IndexFunc(v.Elements, func(x *lang.Literal) bool { return x.Kind == lang.LiteralObject || x.Kind == lang.LiteralCall })
		if i < 0 {
			return nil
		}
		v = v.Elements[i]
	}
	if v == nil || v.Kind != lang.LiteralObject {
		return nil
	}
	return v
}

// module adds the chunks of a configuration.
func module(r *lang.Reading, c *lang.Literal) {
	rich := r.B.F.Rich
	add := func(name string, e lang.Entry, meta lang.Fields) {
		// Objects and functions in it are no chunks beside it.
		rich.Regions = slices.DeleteFunc(rich.Regions, func(g lang.Region) bool { return g.Start >= e.Start && g.End <= e.End })
		rich.Add(lang.Region{Kind: kind, Name: name, Start: e.Start, End: e.End, Def: lang.NoDef, Signature: e.Name, Meta: meta})
	}
	if e, ok := c.Get("theme"); ok {
		add(themeName, e, theme(e.Value))
	}
	if e, ok := c.Get("plugins"); ok {
		plugins := []string{}
		for _, p := range e.Value.Elements {
			plugins = append(plugins, plugin(p))
		}
		add(pluginsName, e, lang.Fields{{Key: "plugins", Value: plugins}})
	}
	for _, name := range [...]string{"content", "purge"} { // version 2 has the latter
		e, ok := c.Get(name)
		if !ok {
			continue
		}
		list := e.Value
		for _, inner := range [...]string{"files", "content"} {
			if f, ok := e.Value.Get(inner); ok {
				list = f.Value
				break
			}
		}
		add(contentName, e, lang.Fields{{Key: "scan_patterns", Value: texts(list)}})
		break
	}
}

// theme is what a theme says of colours, widths of screens and fonts, together with
// what it adds to Tailwind's own.
func theme(v *lang.Literal) lang.Fields {
	extend, _ := v.Get("extend")
	pick := func(name string, value func(*lang.Literal) lang.Fields) lang.Fields {
		out := lang.Fields{}
		for _, from := range [...]*lang.Literal{v, extend.Value} {
			if e, ok := from.Get(name); ok {
				for _, m := range value(e.Value) {
					out = set(out, m.Key, m.Value)
				}
			}
		}
		return out
	}
	extended := []string{}
	if extend.Value != nil {
		for _, m := range extend.Value.Members[:min(len(extend.Value.Members), maxFields)] {
			if !slices.Contains(extended, m.Name) {
				extended = append(extended, m.Name)
			}
		}
	}
	return lang.Fields{
		{Key: "colors", Value: pick("colors", fields)}, {Key: "screens", Value: pick("screens", fields)}, {Key: "fonts", Value: pick("fontFamily", fonts)},
		{Key: "extend", Value: extended},
	}
}

// set gives a key a value, in the place that it has already.
func set(f lang.Fields, key string, value any) lang.Fields {
	if key == "" {
		return f
	}
	if i := slices.IndexFunc(f, func(m lang.Meta) bool { return m.Key == key }); i >= 0 {
		f[i].Value = value
		return f
	}
	if len(f) >= maxFields {
		return f
	}
	return append(f, lang.Meta{Key: key, Value: value})
}

// maxFields is how many members of an object are told.
const maxFields = 500

// fields are the members of an object: strings, groups of them, and the source of
// what is neither. Where v is no object its source stands for all.
func fields(v *lang.Literal) lang.Fields {
	out := lang.Fields{}
	if v.Kind != lang.LiteralObject {
		return set(out, "...", v.Text)
	}
	for _, m := range v.Members[:min(len(v.Members), maxFields)] {
		if m.Value.Kind == lang.LiteralObject {
			out = set(out, m.Name, fields(m.Value))
		} else {
			out = set(out, m.Name, m.Value.Text)
		}
	}
	return out
}

// fonts are lists of fonts by their names.
func fonts(v *lang.Literal) lang.Fields {
	out := lang.Fields{}
	if v.Kind != lang.LiteralObject {
		return set(out, "...", []string{v.Text})
	}
	for _, m := range v.Members[:min(len(v.Members), maxFields)] {
		list := m.Value
		// [["Inter"], {fontFeatureSettings: …}] has settings beside the list.
		if list.Kind == lang.LiteralArray && len(list.Elements) == 2 && list.Elements[1].Kind == lang.LiteralObject {
			list = list.Elements[0]
		}
		out = set(out, m.Name, texts(list))
	}
	return out
}

// texts are the elements of an array, or a value alone.
func texts(v *lang.Literal) []string {
	if v.Kind != lang.LiteralArray {
		return []string{v.Text}
	}
	out := []string{}
	for _, e := range v.Elements {
		if raw, ok := e.Get("raw"); ok {
			e = raw.Value
		}
		out = append(out, e.Text)
	}
	return out
}

// plugin is what a plugin is called: its module, or its source.
func plugin(v *lang.Literal) string {
	if v.Module != "" && v.Module != "tailwindcss/plugin" {
		return v.Module
	}
	return v.Text
}
