package resolve_test

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/css"
	"codeintel/index/lang/golang"
	"codeintel/index/lang/langtest"
	"codeintel/index/lang/python"
	"codeintel/index/lang/typescript"
	"codeintel/index/resolve"
)

// counted counts how often each file's facts are asked for.
func counted(files []resolve.File) (out []resolve.File, asked []atomic.Int32) {
	out, asked = slices.Clone(files), make([]atomic.Int32, len(files))
	for i := range out {
		facts := out[i].Facts
		out[i].Facts = func() *lang.Facts { asked[i].Add(1); return facts() }
	}
	return out, asked
}

// sharedTree is a tree of scripts that declare one interface and use each other's
// globals, and of modules that do not.
func sharedTree() langtest.Repo {
	return langtest.Repo{
		"a.ts":   "interface Shared { a: number }\ndeclare var one: Shared\n",
		"b.ts":   "interface Shared { b: number }\nfunction use(s: Shared) { return s.a + s.b + one.b }\n",
		"c.ts":   "interface Shared { c: string }\nuse(one); one.c.unknownThing\n",
		"mod.ts": "export class K { unknownThing() {} }\n",
		"own.ts": "import { K } from './mod'\nexport function f(x) { x.unknownThing(); return new K() }\n",
	}
}

// What is found must not depend on how many facts are kept at a time.
func TestMemory(t *testing.T) {
	want, in := resolved(t, sharedTree(), func(*resolve.Input) {})
	got, _ := resolved(t, sharedTree(), func(in *resolve.Input) { in.Memory = 1 })
	if !reflect.DeepEqual(got, want) {
		t.Errorf("little memory gives %v, not %v", got, want)
	}
	links := 0
	for i := range in {
		links += len(want.Links[i])
	}
	if links < 15 {
		t.Errorf("only %d links", links)
	}
}

func resolved(t *testing.T, files langtest.Repo, change func(*resolve.Input)) (*resolve.Result, []resolve.File) {
	t.Helper()
	in := input(t, typescript.Languages()[0], files, 2)
	change(&in)
	res, err := resolve.Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return res, in.Files
}

// Tables that were brought up to date file by file find what those made at once
// do, and ask for the facts of what has changed only.
func TestTablesWith(t *testing.T) {
	ctx := context.Background()
	files, l := sharedTree(), typescript.Languages()[0]
	in := input(t, l, files, 2)
	first := resolve.New(in)
	if _, err := first.Run(ctx); err != nil {
		t.Fatal(err)
	}
	tables := first.Tables()
	if tables.Rows() == 0 {
		t.Error("the tables have no rows")
	}
	for _, edit := range []struct{ path, text string }{
		{"c.ts", "interface Shared { c: string; d: number }\nuse(one); one.d; one.c.unknownThing\n"},
		{"a.ts", "declare var one: Shared\nclass Z { unknownThing() {} }\n"},
		{"mod.ts", "export class K { }\n"},
		{"a.ts", "interface Shared { a: number }\ndeclare var one: Shared\ndeclare var two: Shared"},
		{"mod.ts", "export class K { unknownThing() {} }\n"},
	} {
		files[edit.path] = edit.text
		in := input(t, l, files, 2)
		want, err := resolve.Run(ctx, in)
		if err != nil {
			t.Fatal(err)
		}
		in.Tables = tables.With(&in, []int32{int32(slices.Index(files.Paths(), edit.path))})
		next := resolve.New(in)
		got, err := next.Run(ctx)
		if err != nil {
			t.Fatal(err)
		}
		tables = next.Tables()
		if !reflect.DeepEqual(got, want) {
			t.Errorf("after the edit of %s: %v, not %v", edit.path, got, want)
		}
	}
}

// What was made for some tables is there for all that follow from the same ones, also
// where these have other facts of a file, or other files.
func TestTablesTogether(t *testing.T) {
	ctx := context.Background()
	l := typescript.Languages()[0]
	in := input(t, l, sharedTree(), 2)
	other, fewer := sharedTree(), sharedTree()
	other["c.ts"] = "interface Shared { c: string; d: number }\nuse(one); one.d\n"
	delete(fewer, "b.ts")
	paths := sharedTree().Paths()
	changed := int32(slices.Index(paths, "c.ts"))
	first := resolve.NewTables(&in)
	inOther := input(t, l, other, 2)
	tables := first.With(&inOther, []int32{changed})
	for _, c := range []struct {
		what  string
		in    resolve.Input
		after func(in *resolve.Input) *resolve.Tables
		made  bool // there is something of others by then
	}{
		{"with another text", inOther, func(*resolve.Input) *resolve.Tables { return tables }, false},
		{"with that of before", in, func(*resolve.Input) *resolve.Tables { return first }, true},
		{"with both", inOther, func(in *resolve.Input) *resolve.Tables { return first.With(in, []int32{changed}) }, true},
		{"with fewer files", input(t, l, fewer, 2), func(in *resolve.Input) *resolve.Tables { return tables.With(in, nil) }, false},
	} {
		if c.what == "with fewer files" {
			c.in.Files[slices.IndexFunc(c.in.Files, func(f resolve.File) bool { return f.Path == "c.ts" })].Facts = inOther.Files[changed].Facts
		}
		want, err := resolve.Run(ctx, c.in)
		if err != nil {
			t.Fatal(err)
		}
		before := first.Rows()
		c.in.Tables = c.after(&c.in)
		got, err := resolve.Run(ctx, c.in)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, not %v", c.what, got, want)
		}
		if c.made && before == 0 {
			t.Errorf("%s: nothing was made before", c.what)
		}
	}
}

// Where files share scopes with those of their folder alone, what a value has is found
// without the facts of other folders; who asks next, with another text, needs those of
// the files that it leads to.
func TestMembersOfAFolder(t *testing.T) {
	files := langtest.Repo{
		"go.mod":   "module example.com/m\n",
		"p/a.go":   "package p\n\nfunc use(x *T) { x.M() }\n",
		"p/b.go":   "package p\n\ntype T struct{ F int }\n",
		"p/b/b.go": "package p\n\ntype T struct{ No int }\n",
		"p/c.go":   "package p\n\nfunc (t *T) M() {}\n",
		"p/d.go":   "package p\n\ntype U struct{}\n",
		"q/a.go":   "package p\n\ntype T struct{ No int }\n\nfunc (t *T) Neither() {}\n",
		"r.go":     "package p\n\ntype T struct{ No int }\n",
	}
	l := golang.Language()
	var tables *resolve.Tables
	for n, c := range []struct {
		use, want string
		read      []string
	}{
		{"x.M()", "F M", []string{"p/a.go", "p/b.go", "p/c.go", "p/d.go"}},
		{"x.F", "F M", []string{"p/a.go", "p/b.go", "p/c.go"}},
		{"type V struct{ W int }; V{}.W", "W", []string{"p/a.go"}},
	} {
		files["p/a.go"] = "package p\n\nfunc use(x *T) { " + c.use + " }\n"
		in := input(t, l, files, 2)
		in.Files = slices.DeleteFunc(in.Files, func(f resolve.File) bool { return f.Path == "go.mod" })
		var asked []atomic.Int32
		in.Files, asked = counted(in.Files)
		if tables == nil {
			tables = resolve.NewTables(&in)
		}
		in.Tables = tables.With(&in, []int32{0}) // each follows from the first
		refs := in.Files[0].Facts().Refs
		ref := 0
		for i := range refs {
			if refs[i].Kind == lang.RefMember {
				ref = i
			}
		}
		r := resolve.New(in)
		var got []string
		for _, o := range r.Members(0, lang.RefID(ref)) {
			got = append(got, o.Name)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, not %q", c.use, got, c.want)
		}
		for i := range in.Files {
			if read := asked[i].Load() > 0; read != slices.Contains(c.read, in.Files[i].Path) {
				t.Errorf("%s, question %d: %s was read: %v", c.use, n, in.Files[i].Path, read)
			}
		}
	}
}

// Of members that are called alike by their definitions the order is always the same.
func TestMembersAlike(t *testing.T) {
	files := langtest.Repo{"p/__init__.py": ""}
	for _, name := range []string{"a", "b", "c", "d"} {
		files["p/"+name+".py"] = "same = '" + name + "'\n"
		files["p/__init__.py"] += "from ." + name + " import same as same_" + name + "\n"
	}
	files["use.py"] = "import p\np.same\n"
	in := input(t, python.Language(), files, 2)
	use := slices.IndexFunc(in.Files, func(f resolve.File) bool { return f.Path == "use.py" })
	ref := slices.IndexFunc(in.Files[use].Facts().Refs, func(r lang.Ref) bool { return r.Kind == lang.RefMember })
	for range 20 {
		var got []string
		for _, o := range resolve.New(in).Members(int32(use), lang.RefID(ref)) {
			if o.Name == "same" {
				got = append(got, in.Files[o.File].Path)
			}
		}
		if want := []string{"p/a.py", "p/b.py", "p/c.py", "p/d.py"}; !slices.Equal(got, want) {
			t.Fatalf("%q, not %q", got, want)
		}
	}
}

// Rows that were made while facts were at hand lead to what the facts do, which are not
// asked for them; another file's lead to nothing, so they are used.
func TestRows(t *testing.T) {
	for _, c := range []struct {
		l     *lang.Language
		files langtest.Repo
	}{
		{typescript.Languages()[0], sharedTree()},
		{css.Languages()[0], langtest.Repo{"a.css": ":root { --main: red }\n", "b.css": "p { color: var(--main) }\n"}},
	} {
		in := input(t, c.l, c.files, 2)
		run := func(rows func(f *resolve.File) *resolve.Rows) (*resolve.Result, int) {
			in := in
			files, asked := counted(in.Files)
			if in.Files = files; rows != nil {
				for i := range files {
					files[i].Rows = rows(&files[i])
				}
			}
			res, err := resolve.Run(context.Background(), in)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for i := range asked {
				n += int(asked[i].Load())
			}
			return res, n
		}
		want, often := run(nil)
		got, seldom := run(func(f *resolve.File) *resolve.Rows { return resolve.NewRows(f.Lang, f.Path, f.Facts()) })
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, not %v", c.l.Name, got, want)
		}
		if seldom -= len(in.Files); seldom >= often { // but for those of NewRows
			t.Errorf("%s: facts are asked for %d times, not less than %d", c.l.Name, seldom, often)
		}
		if none, _ := run(func(f *resolve.File) *resolve.Rows { return resolve.NewRows(f.Lang, f.Path, &lang.Facts{}) }); reflect.DeepEqual(none.Links, want.Links) {
			t.Errorf("%s: the rows are not used", c.l.Name)
		}
	}
}

// before is what a Run has found before one file changed.
type before struct {
	fresh int32
	facts *lang.Facts
	now   *lang.Facts
	found *resolve.Result
}

func (b *before) Fresh() []int32                      { return []int32{b.fresh} }
func (b *before) Was(int32) *lang.Facts               { return b.facts }
func (b *before) Became(int32) []lang.DefID           { return lang.MatchDefs(b.facts, b.now) }
func (b *before) Gone() []resolve.File                { return nil }
func (b *before) Lost() []int32                       { return nil }
func (b *before) Moved() []string                     { return nil }
func (b *before) Has(i int32) bool                    { return i != b.fresh }
func (b *before) Linked(i int32) bool                 { return true }
func (b *before) Checked(int32) bool                  { return false }
func (b *before) External(n lang.DefID) lang.External { return b.found.Externals[n] }

func (b *before) Found(i int32) resolve.EarlierFile {
	return resolve.EarlierFile{Links: b.found.Links[i], Relations: b.found.Relations[i], Yielded: b.found.Yielded[i], Deps: b.found.Deps[i]}
}

func (b *before) Yielded(i int32) []lang.DefID { return b.found.Yielded[i] }

func (b *before) Depending(files map[int32]bool, names map[uint32]bool) (out []int32) {
	for i, d := range b.found.Deps {
		if slices.ContainsFunc(d.Files, func(f int32) bool { return files[f] }) || slices.ContainsFunc(d.Asked, func(n uint32) bool { return names[n] }) {
			out = append(out, int32(i))
		}
	}
	return out
}

func (b *before) Asking(files map[int32]bool, names map[uint32]bool) (out []int32) {
	for _, i := range b.Depending(files, nil) {
		if slices.ContainsFunc(b.found.Deps[i].Asked, func(n uint32) bool { return names[n] }) {
			out = append(out, i)
		}
	}
	return out
}

// A file that did not change, and that nothing which did leads to, is not asked
// for its facts.
func TestUntouchedFilesAreNotRead(t *testing.T) {
	ctx := context.Background()
	files, l := sharedTree(), typescript.Languages()[0]
	in := input(t, l, files, 2)
	first := resolve.New(in)
	was, err := first.Run(ctx)
	if err != nil {
		t.Fatal(err)
	}
	changed := int32(slices.Index(files.Paths(), "own.ts"))
	earlier := &before{fresh: changed, facts: in.Files[changed].Facts(), found: was}
	files["own.ts"] = "import { K } from './mod'\nexport function f(x) { return new K(x) }\n"
	in = input(t, l, files, 2)
	earlier.now = in.Files[changed].Facts()
	want, err := resolve.Run(ctx, in)
	if err != nil {
		t.Fatal(err)
	}
	var asked []atomic.Int32
	in.Files, asked = counted(in.Files)
	in.Earlier = earlier
	in.Tables = first.Tables().With(&in, []int32{changed})
	got, err := resolve.Run(ctx, in)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.Redone, []int32{changed}) || !reflect.DeepEqual(got.LinksOf(changed), want.Links[changed]) || !reflect.DeepEqual(got.DepsOf(changed), want.Deps[changed]) {
		t.Errorf("got %v, not %v", got, want)
	}
	for i, p := range files.Paths() {
		n := asked[i].Load()
		if needed := p == "own.ts" || p == "mod.ts"; needed != (n > 0) {
			t.Errorf("%s was asked for its facts %d times", p, n)
		}
	}
}

// Who uses what a file offers is resolved again where that is another thing now, and not
// where only a body is, or where things stand.
func TestSpared(t *testing.T) {
	ctx := context.Background()
	l := typescript.Languages()[0]
	const classes = "export class K { a() {} }\nexport class L { a() {} }\n"
	files := langtest.Repo{
		"mod.ts": classes + "export function made() { const x = 1; return new K() }\n",
		"own.ts": "import { made } from './mod'\nmade().a()\n",
	}
	for _, edit := range []struct {
		what, text string
		again      bool
	}{
		{"a statement in a body", classes + "export function made() { const x = 1; x.toFixed(); console.log(x); return new K() }\n", false},
		{"comments, and where things stand", "// one\n\n" + classes + "/** two */\nexport function made() { return new K() }\n", false},
		{"a function that is not exported, before", "function other() { return 1 }\n" + classes + "export function made() { return new K() }\n", false},
		{"the type that follows from a body", classes + "export function made() { return new L() }\n", true},
		{"the type that follows from a variable in a body", classes + "export function made() { const k = new L(); return k }\n", true},
		{"the same type, by way of a variable", classes + "export function made() { const k = new K(); return k }\n", true},
		{"a member that nobody asked for", "export class K { a() {}; b() {} }\nexport class L { a() {} }\nexport function made() { return new K() }\n", false},
		{"a member that somebody asked for", "export class K { b() {} }\nexport class L { a() {} }\nexport function made() { return new K() }\n", true},
		{"a name that nobody asked for", classes + "export function made() { const x = 1; return new K() }\nexport function other() { return made() }\n", false},
		{"what that calls itself", classes + "export function made() { const x = 1; return new K() }\nexport function others() { return made() }\nexport const x = others()\n", false},
		{"a name that somebody asked for", classes + "export function mode() { return new K() }\n", true},
		{"a signature", classes + "export function made(): L { return new K() }\n", true},
		{"a base", "export class L { a() {} }\nexport class K extends L { a() {} }\nexport function made() { return new K() }\n", true},
		{"the order", "export function made() { return new K() }\n" + classes, true},
	} {
		in := input(t, l, files, 2)
		first := resolve.New(in)
		was, err := first.Run(ctx)
		if err != nil {
			t.Fatal(err)
		}
		const changed = 0
		edited := langtest.Repo{"mod.ts": edit.text, "own.ts": files["own.ts"]}
		now := input(t, l, edited, 2)
		now.Earlier = &before{fresh: changed, facts: in.Files[changed].Facts(), now: now.Files[changed].Facts(), found: was}
		now.Tables = first.Tables().With(&now, []int32{changed})
		got, err := resolve.Run(ctx, now)
		if err != nil {
			t.Fatal(err)
		}
		if again := len(got.Redone) == 2; again != edit.again {
			t.Errorf("%s: %v are resolved again", edit.what, got.Redone)
		}
	}
}

// Who has looked at all members of an interface, or has called a function with a receiver,
// means something else when there is another member, or the function wants another one.
func TestListed(t *testing.T) {
	ctx := context.Background()
	l := typescript.Languages()[0]
	const class = "export class K { a() {} }\n"
	for _, c := range []struct{ was, is, use string }{
		{ // all members of a class
			"export interface Box<T> { n: number }\n", "export interface Box<T> { n: number; z: T }\n",
			"import { Box } from './mod'\nimport { Z } from './z'\ndeclare function open<T>(b: Box<T>): T\nopen(new Z()).a()\n",
		},
		{ // what a function says of its receiver
			"interface N<T> { n: T }\ninterface O<T> { z: T }\nexport declare function open<T>(this: N<T>): T\n",
			"interface N<T> { n: T }\ninterface O<T> { z: T }\nexport declare function open<T>(this: O<T>): T\n",
			"import * as M from './mod'\nimport { Z } from './z'\ntype A = typeof M\ninterface B extends A, Z {}\ndeclare const b: B\nb.open().a()\n",
		},
	} {
		repo := langtest.Repo{"mod.ts": class + c.was, "own.ts": c.use, "z.ts": "import { K } from './mod'\nexport class Z { z = new K() }\n"}
		in := input(t, l, repo, 2)
		first := resolve.New(in)
		was, err := first.Run(ctx)
		if err != nil {
			t.Fatal(err)
		}
		repo["mod.ts"] = class + c.is
		now := input(t, l, repo, 2)
		want, err := resolve.Run(ctx, now)
		if err != nil {
			t.Fatal(err)
		}
		now.Earlier = &before{fresh: 0, facts: in.Files[0].Facts(), now: now.Files[0].Facts(), found: was}
		now.Tables = first.Tables().With(&now, []int32{0})
		got, err := resolve.Run(ctx, now)
		if err != nil {
			t.Fatal(err)
		}
		if reflect.DeepEqual(was.Links[1], want.Links[1]) || !reflect.DeepEqual(got.LinksOf(1), want.Links[1]) {
			t.Errorf("%s: %v, then %v, not %v", c.is, was.Links[1], got.LinksOf(1), want.Links[1])
		}
	}
}
