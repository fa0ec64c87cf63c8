// Package composer is composer.json, PHP's list of a package's dependencies and of
// the folders of its namespaces. Its keys are definitions, and those below them:
//
//	ci composer . . `composer.json`/require.`vendor/package`.
//
// What the file means for names in PHP is PHP's own to read.
package composer

import (
	"context"

	"codeintel/index/jsonc"
	"codeintel/index/lang"
	"codeintel/index/lang/members"
	"codeintel/index/lang/ts"
)

// version of Extract; it changes with its results.
const version = 2

// Language is composer.json.
func Language() *lang.Language {
	return &lang.Language{
		Name:      "composer",
		SCIPName:  "JSON",
		Family:    "composer",
		Depth:     lang.DepthNames,
		Filenames: []string{"composer.json"},
		Version:   version,
		Extract:   extract,
		Open: func(context.Context, lang.Files, lang.Deps) (lang.Project, error) {
			return lang.PathProject{Manager: "composer"}, nil
		},
	}
}

// maxSize is how many bytes of a file are read. The parser can't be interrupted.
const maxSize = 1 << 20

func extract(ctx context.Context, _ *ts.Parser, in lang.Input) (*lang.Facts, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d, root := members.New(in, lang.KindProperty, maxSize)
	if root != nil {
		x := &extractor{d.B, d}
		x.file(root)
	}
	return d.B.Finish(), nil
}

type extractor struct {
	b *lang.Builder
	d *members.Definer
}

// file reads the object that the file is.
func (x *extractor) file(root *jsonc.Node) {
	for _, m := range root.Members {
		id := x.d.Define(m, lang.NoDef)
		if id < 0 {
			continue
		}
		for _, below := range m.Value.Members {
			x.d.Define(below, id)
		}
		x.chunk(m, id)
	}
	if x.b.F.Rich == nil {
		return
	}
	x.b.F.Rich.Cuts = append(x.b.F.Rich.Cuts, lang.Cut{At: uint32(root.Start)})
	x.divide(root, 1)
	manifest := lang.Region{Kind: "manifest", Name: text(root.Get("name")), Start: uint32(root.Start), End: uint32(root.End), Def: lang.NoDef}
	for _, k := range [...]string{"description", "type", "license"} {
		if v := text(root.Get(k)); v != "" {
			manifest.Meta = append(manifest.Meta, lang.Meta{Key: k, Value: v})
		}
	}
	if manifest.Name == "" {
		manifest.Name = "composer"
	}
	manifest.Signature = "package " + manifest.Name
	x.b.F.Rich.Add(manifest)
}

// text is the string that a value is, "" for any other.
func text(n *jsonc.Node) string {
	if n == nil || n.Kind != jsonc.String {
		return ""
	}
	return n.Text
}

// chunk adds what a member of the file says of dependencies and namespaces.
func (x *extractor) chunk(m jsonc.Member, id lang.DefID) {
	r := x.b.F.Rich
	if r == nil || m.Value.Kind != jsonc.Object || len(m.Value.Members) == 0 {
		return
	}
	region := lang.Region{Start: uint32(m.Key.Start), End: uint32(m.Value.End), Def: id}
	switch m.Key.Text {
	case "require":
		region.Kind, region.Name, region.Meta = "dependencies", "production_dependencies", dependencies(m.Value, "production")
	case "require-dev":
		region.Kind, region.Name, region.Meta = "dependencies", "dev_dependencies", dependencies(m.Value, "development")
	case "autoload", "autoload-dev":
		mapping := m.Value.Get("psr-4")
		if mapping == nil || mapping.Kind != jsonc.Object {
			return
		}
		region.Kind, region.Name, region.Meta = "namespace_mapping", "psr4_autoload", namespaces(mapping)
		if m.Key.Text == "autoload-dev" {
			region.Name += "_dev"
		}
	default:
		return
	}
	r.Add(region)
}

// unique are the members of an object, each name once, with the value that counts.
func unique(n *jsonc.Node) []jsonc.Member {
	at := map[string]int{}
	var out []jsonc.Member
	for _, m := range n.Members {
		i, ok := at[m.Key.Text]
		if !ok {
			i = len(out)
			at[m.Key.Text] = i
			out = append(out, m)
		}
		out[i] = m
	}
	return out
}

// dependencies are the packages that an object names, with what it demands of them.
func dependencies(n *jsonc.Node, kind string) lang.Fields {
	packages := []string{}
	versions := lang.Fields{}
	for _, m := range unique(n) {
		if m.Key.Text == "" {
			continue
		}
		packages = append(packages, m.Key.Text)
		if v := text(m.Value); v != "" {
			versions = append(versions, lang.Meta{Key: m.Key.Text, Value: v})
		}
	}
	return lang.Fields{{Key: "packages", Value: packages}, {Key: "type", Value: kind}, {Key: "versions", Value: versions}}
}

// namespaces are the folders of namespaces; "" is that of classes in any other,
// which the mapping leaves out.
func namespaces(n *jsonc.Node) lang.Fields {
	names, paths := []string{}, []string{}
	mapping := lang.Fields{}
	for _, m := range unique(n) {
		dirs := []string{}
		if m.Value.Kind == jsonc.String {
			dirs = append(dirs, m.Value.Text)
		}
		for _, e := range m.Value.Elements {
			if e.Kind == jsonc.String {
				dirs = append(dirs, e.Text)
			}
		}
		names = append(names, m.Key.Text)
		paths = append(paths, dirs...)
		if m.Key.Text != "" {
			mapping = append(mapping, lang.Meta{Key: m.Key.Text, Value: dirs})
		}
	}
	return lang.Fields{{Key: "namespaces", Value: names}, {Key: "paths", Value: paths}, {Key: "mapping", Value: mapping}}
}

// divide adds the places between the members and elements of a value.
func (x *extractor) divide(n *jsonc.Node, depth int) {
	cut := func(at int) {
		x.b.F.Rich.Cuts = append(x.b.F.Rich.Cuts, lang.Cut{At: uint32(at), Depth: uint8(min(depth, 255))})
	}
	for _, m := range n.Members {
		cut(m.Key.Start)
		x.divide(m.Value, depth+1)
	}
	for _, e := range n.Elements {
		cut(e.Start)
		x.divide(e, depth+1)
	}
}
