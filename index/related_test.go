package index_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codeintel/index"
	"codeintel/index/indextest"
	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
	"codeintel/index/workspace"
)

// page is a language of templates, which are called by the path below views.
var page = &lang.Language{
	Name: "page", SCIPName: "Page", Family: indextest.Language.Family, Extensions: []string{".page"}, Template: true,
	FileNames: func(path string) []lang.FileName {
		name := strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(path, "views/"), ".page"), "/", ".")
		return []lang.FileName{{Name: name, Kind: "view"}, {Name: "x-" + name, Kind: "component"}}
	},
	Specifier: func(spec string) (kind, name string, ok bool) {
		name, ok = strings.CutPrefix(spec, "view:")
		return "view", name, ok
	},
}

// site has a class, a sheet with classes, a route, and templates that use them.
func site() *index.Snapshot {
	r := &indextest.Repo{}
	out := r.External(lang.External{Symbol: "toy box std 2.0 io/Out#", Name: "Out", Kind: lang.KindClass})
	call := r.External(lang.External{Symbol: "toy box std 2.0 io/print().", Name: "print", Kind: lang.KindFunction})

	f := r.File("lib/store.toy", "class Store { new() total() { Store other } } other()")
	store := f.Def("Store", 1, lang.KindClass, symbol.Type, nil)
	f.Enclose(store, "class Store { new() total() { Store other } }")
	made := f.Def("new", 1, lang.KindConstructor, symbol.Method, func(d *lang.Def) { d.Parent = store })
	total := f.Def("total", 1, lang.KindMethod, symbol.Method, func(d *lang.Def) { d.Parent = store })
	f.Enclose(total, "total() { Store other }")
	other := f.Def("other", 2, lang.KindFunction, symbol.Method, nil)
	f.Ref("Store", 2, lang.TypeRole, 0, f.ID(store))
	f.Ref("other", 1, lang.Call, 0, f.ID(other))

	open := func(f *indextest.File, pattern string, kind lang.Kind, set func(*lang.Def)) index.ID {
		return f.ID(f.Def(pattern, 1, kind, symbol.Term, func(d *lang.Def) {
			d.Flags = lang.Open
			set(d)
		}))
	}
	g := r.File("routes.toy", "'home' btn")
	home := open(g, "home", lang.KindKey, func(d *lang.Def) {
		d.Key, d.Desc = g.B.Name("web.route:home"), g.B.Name("route home")
	})
	g.Def("btn", 1, lang.KindFunction, symbol.Method, nil)
	h := r.File("style.toy", ".btn .card")
	btn := open(h, "btn", lang.KindClass, func(d *lang.Def) { d.Desc = h.B.Name(".btn") })
	card := open(h, "card", lang.KindClass, func(d *lang.Def) { d.Desc = h.B.Name(".card") })

	row := r.File("views/list/row.page", "row")
	row.Lang = page
	u := r.File("views/shop.page", "row none btn card flex home gone Store new total print Out home loop loop")
	u.Lang = page
	loop := u.Def("loop", 1, lang.KindVariable, symbol.None, func(d *lang.Def) { d.Flags = lang.Local })
	refer := func(pattern string, n int, kind lang.RefKind, name string, certainty resolve.Certainty, to ...index.ID) {
		id := u.Ref(pattern, n, lang.Read, 0)
		ref := &u.B.F.Refs[id]
		ref.Kind, ref.Name, ref.N = kind, u.B.Name(name), 1
		if kind == lang.RefModule {
			ref.N, ref.X, ref.Role = 0, int32(u.B.Import(lang.Import{Module: ref.Name, Local: lang.NoDef})), lang.ImportRole
		}
		for _, t := range to {
			u.Link(id, t, certainty)
		}
	}
	refer("row", 1, lang.RefModule, "view:list.row", resolve.Resolved, row.Module())
	refer("none", 1, lang.RefModule, "view:none", resolve.Resolved)
	refer("btn", 1, lang.RefOpen, ".btn", resolve.Possible, btn)
	refer("btn", 1, lang.RefOpen, "web.component:btn", resolve.Resolved) // one text, read as two names
	refer("card", 1, lang.RefOpen, "web.component:card", resolve.Resolved)
	refer("card", 1, lang.RefOpen, ".card", resolve.Resolved, card)
	refer("flex", 1, lang.RefOpen, ".flex", resolve.Resolved)
	refer("home", 1, lang.RefOpen, "web.route:home", resolve.Resolved, home, f.ID(total))
	refer("gone", 1, lang.RefOpen, "web.route:gone", resolve.Resolved)
	refer("Store", 1, lang.RefOpaque, "Store", resolve.Resolved, f.ID(store))
	refer("new", 1, lang.RefOpaque, "new", resolve.Resolved, f.ID(made))
	refer("total", 1, lang.RefOpaque, "total", resolve.Resolved, f.ID(total))
	refer("print", 1, lang.RefOpaque, "print", resolve.Resolved, call)
	refer("Out", 1, lang.RefOpaque, "Out", resolve.Resolved, out)
	refer("home", 2, lang.RefOpen, "web.route:home", resolve.Resolved, home)
	refer("loop", 2, lang.RefOpaque, "loop", resolve.Resolved, u.ID(loop))
	return r.Snapshot()
}

// relatedIn prints what the first place of a text in a file is related to.
func relatedIn(s *index.Snapshot, file string, start, end uint32) string {
	doc, _ := s.Doc(file)
	var out []string
	for _, r := range s.Related(doc, start, end) {
		text := r.Kind + " " + r.Name
		switch {
		case !r.Known():
			text += "?"
		case !r.Resolved:
			text += " maybe"
		}
		if r.Known() != (s.Symbol(r.ID) == r.Symbol && r.Symbol != "") {
			text += fmt.Sprintf(" with the symbol %q of %v", r.Symbol, r.ID)
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

func TestRelated(t *testing.T) {
	made := site()
	stored, err := indextest.Reopen(made)
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*index.Snapshot{"made": made, "stored": stored} {
		for _, x := range []struct {
			file       string
			start, end uint32
			want       string
		}{
			{"views/shop.page", 0, 100, "view list.row, css class card, route home, route Store.total, class Store, css class btn maybe, view none?, component btn?, route gone?, class Out, css class flex?"},
			{"views/shop.page", 4, 12, "css class btn maybe, view none?, component btn?"},
			{"views/shop.page", 43, 48, "method Store.total"},
			{"views/shop.page", 43, 43, ""},
			// the method's own class is not among them, what else the file has is
			{"lib/store.toy", 20, 43, "function other"},
			{"lib/store.toy", 0, 100, ""},
			{"gone.toy", 0, 100, ""},
		} {
			if got := relatedIn(s, x.file, x.start, x.end); got != x.want {
				t.Errorf("%s: %s %d to %d: %s, want %s", name, x.file, x.start, x.end, got, x.want)
			}
		}
		for doc, d := range s.Docs() {
			in := s.RelatedIn(int32(doc)) // for all parts of the file, in any order
			for _, size := range []uint32{1, 20, 7, 100} {
				for start := uint32(0); start < 100; start += size {
					if got, want := in.To(start, start+size), s.Related(int32(doc), start, start+size); !slices.Equal(got, want) {
						t.Errorf("%s: %s %d to %d: %v, want %v", name, d.Path, start, start+size, got, want)
					}
				}
			}
		}
		if s.Related(-1, 0, 9) != nil || s.Related(99, 0, 9) != nil {
			t.Error("a file that is not there is related to something")
		}
	}
}

// TestTemplateRole: a reference in a template says so.
func TestTemplateRole(t *testing.T) {
	s := site()
	for name, want := range map[string]string{"Store.total": "read,template read,template", "Store": "type read,template"} {
		var roles []string
		for _, id := range s.Named(name) {
			for _, r := range s.References(id) {
				roles = append(roles, r.Role.String())
			}
		}
		if got := strings.Join(roles, " "); got != want {
			t.Errorf("%s is used as %q, want %q", name, got, want)
		}
	}
}

func TestMeanings(t *testing.T) {
	s := site()
	for name, want := range map[string]string{
		"btn":                 "function btn, css class .btn", // all that are called so, in the order of files
		".btn":                "css class .btn",
		"home":                "route route home",
		"route:home":          "route route home",
		"web.route:home":      "route route home",
		"list.row":            "view views/list/row",
		"list/row":            "view views/list/row",
		"x-list.row":          "component views/list/row",
		"views/list/row.page": "file views/list/row",
		"./views/shop.page":   "file views/shop",
		"list/row.page":       "file views/list/row",
		"row.page":            "file views/list/row",
		"ow.page":             "",
		"Store.total":         "method total",
		"Store@total":         "method total",
		"Store->total":        "method total",
		"Store::$total":       "method total",
		"other.total":         "",
		"gone":                "",
	} {
		var got []string
		for _, m := range s.Meanings(name) {
			sym, err := symbol.Parse(s.Symbol(m.ID))
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, s.TakenAs(m)+" "+sym.Descriptors[len(sym.Descriptors)-1].Name)
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%q means %q, want %q", name, text, want)
		}
	}
	for name, want := range map[string]string{"rowing": "list.row", "list.wor": "list.row", "Store.totl": "Store.total", "shop.page": "shop", "xyz": "", "Stroe": "Store", "Stor.tootal": "Store.total", "Sotre.totla": "Store.total"} {
		if got := strings.Join(s.Near(name), ", "); got != want {
			t.Errorf("near to %s: %s, want %s", name, got, want)
		}
	}
}

// TestRelatedOfOne: a setting that many parts of a repository have takes the room of a
// few, and a text in all its languages that of one.
func TestRelatedOfOne(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o755), os.WriteFile(p, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for _, l := range []string{"de", "en", "fr", "it", "ja"} {
		write("lang/"+l+"/seeds.php", "<?php return ['title' => '', 'none' => ''];")
		write(l+"/config/seeds.php", "<?php return ['rows' => 1];")
	}
	use := "<?php class Page { function title() { return [trans('seeds.title'), trans('seeds.none'), config('seeds.rows'), new Other]; } }"
	write("app/Page.php", use)
	write("app/Other.php", "<?php class Other {}")
	s, _, err := workspace.Index(t.Context(), dir, workspace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	doc, _ := s.Doc("app/Page.php")
	count := map[string]int{}
	for _, r := range s.Related(doc, 0, uint32(len(use))) {
		count[r.Kind+" "+r.Name]++
	}
	if want := map[string]int{"trans seeds.title": 1, "trans seeds.none": 1, "config seeds.rows": 3, "class Other": 1}; !maps.Equal(count, want) {
		t.Errorf("%v, want %v", count, want)
	}
}
