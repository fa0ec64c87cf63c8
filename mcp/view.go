package mcp

import (
	"cmp"
	"context"
	"errors"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/pos"
	"codeintel/index/resolve"
	"codeintel/index/workspace"
	"codeintel/session/speech"
)

// Longest parts of an item, in bytes.
const (
	maxSignature     = 240
	maxDocumentation = 160
	maxContent       = 240
)

// view is the state of a repository that one answer is made from.
type view struct {
	ctx     context.Context // is done when the answer is to have what it has
	c       *call
	state   *workspace.State
	snap    *index.Snapshot
	texts   *workspace.Texts
	used    map[string]bool
	precise map[int32]*index.Precise
}

func newView(ctx context.Context, c *call, s *workspace.State) *view {
	return &view{
		ctx: ctx, c: c, state: s, snap: s.Snapshot.Within(ctx), texts: c.repo.Workspace().Texts(s),
		used: map[string]bool{}, precise: map[int32]*index.Precise{},
	}
}

// close releases what a view holds; it may be nil.
func (v *view) close() {
	if v != nil {
		v.texts.Close()
	}
}

// paths are the files that the answer is from.
func (v *view) paths() []string {
	var out []string
	for p := range v.used {
		out = append(out, p)
	}
	return out
}

// doc is a file that the answer is from.
func (v *view) doc(n int32) *index.Doc {
	d := v.snap.Docs()[n]
	v.used[d.Path] = true
	return d
}

// file finds the file that an argument names. It has facts.
func (v *view) file(field, arg string) (int32, error) {
	p, err := v.c.path(field, arg)
	if err != nil {
		return 0, err
	}
	v.used[p] = true
	n, ok := v.snap.Doc(p)
	if !ok {
		if v.isFolder(p) {
			return 0, invalid(field, speech.IsFolder, speech.GiveFileOfFolder)
		}
		return 0, v.noFile(field, p)
	}
	switch d := v.snap.Docs()[n]; {
	case d.Source != nil:
		return n, nil
	case d.Failed != "":
		return 0, notFound(field, speech.FileUnread{Path: p, Why: d.Failed}, speech.SearchTextAnyway, "search_text")
	default:
		return 0, notFound(field, speech.FileNotIndexed{Path: p, Why: d.Skipped}, speech.SearchTextIfText, "search_text")
	}
}

func (v *view) noFile(field, p string) error {
	e := notFound(field, speech.NoFileThere{Path: p}, speech.FindByPartOfName, "search_files")
	base := path.Base(p)
	var names []string
	for _, d := range v.snap.Docs() {
		if path.Base(d.Path) == base {
			if e.Near = append(e.Near, d.Path); len(e.Near) == 5 {
				return e
			}
		}
		names = append(names, d.Path)
	}
	if len(e.Near) == 0 && len(names) < 20000 {
		if n := nearestWithin(v.ctx, p, names); n != "" {
			e.Near = []string{n}
		}
	}
	return e
}

// isFolder says whether files lie below p.
func (v *view) isFolder(p string) bool {
	if p == "." {
		return true
	}
	docs := v.snap.Docs()
	n, _ := slices.BinarySearchFunc(docs, p+"/", func(d *index.Doc, p string) int { return cmp.Compare(d.Path, p) })
	return n < len(docs) && strings.HasPrefix(docs[n].Path, p+"/")
}

// below is the filter of files that are p or lie below it; nil for all.
func (v *view) below(field, arg string) (func(*index.Doc) bool, error) {
	p, err := v.c.path(field, arg)
	if err != nil || p == "." {
		return nil, err
	}
	if _, ok := v.snap.Doc(p); !ok && !v.isFolder(p) {
		return nil, v.noFile(field, p)
	}
	return func(d *index.Doc) bool {
		return d.Path == p || strings.HasPrefix(d.Path, p) && d.Path[len(p)] == '/'
	}, nil
}

// path is an argument as a path in the repository: relative, clean, "." for the
// root. It leads nowhere else.
func (c *call) path(field, arg string) (string, error) {
	p := arg
	if p == "" {
		p = "."
	}
	root := strings.TrimSuffix(c.root, "/")
	switch {
	case len(p) > 4096:
		return "", outside(field, speech.PathTooLong)
	case strings.ContainsRune(p, 0) || !utf8.ValidString(p):
		return "", outside(field, speech.PathCharacters)
	case p == root || root != "" && strings.HasPrefix(p, root+"/"):
		p = strings.TrimPrefix(p[len(root):], "/")
		if p == "" {
			p = "."
		}
	case strings.HasPrefix(p, "/") || strings.HasPrefix(p, "~") || strings.HasPrefix(p, `\\`) || strings.HasPrefix(p, "file:") ||
		len(p) > 2 && p[1] == ':' && (p[2] == '/' || p[2] == '\\'):
		return "", outside(field, speech.NotInRepository)
	}
	for _, part := range strings.FieldsFunc(p, func(r rune) bool { return r == '/' || r == '\\' }) {
		if part == ".." {
			return "", outside(field, speech.MayLeadOut)
		}
	}
	return path.Clean(p), nil
}

// outside returns the error of a path that is none of the repository.
func outside(field string, what speech.Message) error {
	return newError(codeOutside, field, what, speech.GiveRelativePath, "search_files")
}

// text is the text of a file; false when it has changed, or looks as if it held
// secrets.
func (v *view) text(doc int32) ([]byte, bool) {
	return v.texts.Text(doc)
}

// config is the configuration of the repository.
func (v *view) config() *workspace.Config { return v.c.repo.Workspace().Config(v.state) }

// line is the text of a line, counted from 0, without white space around it; ""
// when the file has changed.
func (v *view) line(doc int32, line uint32) string {
	text, ok := v.text(doc)
	if !ok {
		return ""
	}
	return clip(strings.ToValidUTF8(strings.TrimSpace(string(v.snap.Docs()[doc].Lines().Text(text, line))), "\uFFFD"), maxContent)
}

// certainty of what is said of a place.
func (v *view) certainty(doc int32, start, end uint32, c resolve.Certainty) string {
	d := v.snap.Docs()[doc]
	if d.Precise {
		p, ok := v.precise[doc]
		if !ok {
			p = v.c.repo.Workspace().Precise(d)
			v.precise[doc] = p
		}
		if p != nil && p.Says(start, end) {
			return "precise"
		}
	}
	return c.String()
}

// definition is where a symbol is defined.
type definition struct {
	shows
	Name          string `json:"name"`
	Symbol        string `json:"symbol"`
	File          string `json:"file,omitempty"` // none for what is outside the repository
	Line          int    `json:"line,omitempty"`
	EndLine       int    `json:"end_line,omitempty"`
	Kind          string `json:"kind"`
	Scope         string `json:"scope,omitempty"`
	Signature     string `json:"signature,omitempty"`
	Documentation string `json:"documentation,omitempty"`
	Match         string `json:"match,omitempty"` // how the name agrees, when it is not the same
	As            string `json:"as,omitempty"`    // what the name was taken as, where that is not the kind
	// Places is how many definitions the symbol has, when this is the first of
	// several, AlsoIn the next files of them.
	Places int      `json:"places,omitempty"`
	AlsoIn []string `json:"also_in,omitempty"`
}

// define describes a definition.
func (v *view) define(l index.Location) definition {
	d := v.doc(l.Doc)
	out := definition{Name: v.snap.Name(l.ID), Symbol: v.snap.Symbol(l.ID), File: d.Path, Kind: v.snap.Kind(l.ID).String(), Scope: v.snap.Scope(l.ID)}
	out.Line, out.EndLine = lines(d, l)
	if f := d.Facts(); l.ID.Def >= 0 {
		def := &f.Defs[l.ID.Def]
		out.Signature = clip(def.Sig, maxSignature)
		out.Documentation = summary(def.Doc)
	}
	v.sawSymbol(&out.shows, l.ID)
	if f := d.Facts(); l.ID.Def >= 0 && out.Scope != "" {
		v.sawSymbol(&out.shows, index.ID{Doc: l.ID.Doc, Def: f.Canonical(f.Defs[l.ID.Def].Parent)})
	}
	v.sawLines(&out.shows, l.Doc, out.Line, out.Line, false)
	return out
}

// lines are the first and last line of a definition, from 1: where its name is,
// and where it ends.
func lines(d *index.Doc, l index.Location) (first, last int) {
	first, _ = d.Lines().Position(l.Start).OneBased()
	last, _ = d.Lines().Position(max(l.End, l.EncEnd)).OneBased()
	return first, last
}

// external describes a symbol that is defined elsewhere.
func (v *view) external(id index.ID) definition {
	out := definition{Name: v.snap.Name(id), Symbol: v.snap.Symbol(id), Kind: v.snap.Kind(id).String(), Scope: "outside the repository"}
	v.sawSymbol(&out.shows, id)
	return out
}

// summary is the first sentence of a documentation, on one line.
func summary(doc string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(doc), "\n\n")
	first = strings.Join(strings.Fields(first), " ")
	for _, end := range []string{". ", "! ", "? ", "。"} {
		if i := strings.Index(first, end); i >= minSentence {
			first = first[:i+len(strings.TrimSuffix(end, " "))]
		}
	}
	return clip(first, maxDocumentation)
}

// minSentence is how many bytes a sentence has at the least: what is shorter is an
// abbreviation.
const minSentence = 12

// enclosing is what a use lies in.
type enclosing struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	Line int    `json:"line"`
}

// around is the function, or else the type or module, around a reference.
func (v *view) around(s *shows, doc int32, ref lang.RefID) enclosing {
	f := v.snap.Docs()[doc].Facts()
	id := v.snap.Enclosing(doc, f.Refs[ref].Scope, nil)
	v.sawSymbol(s, id)
	out := enclosing{Name: v.snap.Name(id), Kind: v.snap.Kind(id).String(), Line: 1}
	if s := v.snap.Scope(id); s != "" {
		out.Name = s + "." + out.Name
	}
	if p, ok := v.snap.Place(id); ok {
		out.Line, _ = v.snap.Docs()[doc].Lines().Position(p.Start).OneBased()
	}
	return out
}

// target are the arguments that say which symbol is meant.
type target struct {
	Symbol string `json:"symbol" help:"name, qualified name, SCIP symbol" example:"Conn.Open"`
	File   string `json:"file" help:"or file of a place with it"`
	Line   int    `json:"line" min:"1" help:"from 1"`
	Column int    `json:"column" min:"1" help:"in bytes, from 1; or symbol"`
}

// means is what a question about a target is about.
func (t *target) means(c *call) workspace.About {
	var about workspace.About
	if t.Symbol != "" {
		about.Names = []string{t.Symbol}
	}
	if p, err := c.path("", t.File); err == nil && t.File != "" {
		if about.Paths = []string{p}; t.Symbol == "" {
			about.Places = []workspace.Place{{Path: p, Line: t.Line, Column: t.Column}}
		}
	}
	return about
}

// named is a symbol that arguments mean.
type named struct {
	id        index.ID
	certainty resolve.Certainty
	// as is what a name was taken as; "" for what stands at a place.
	as string
}

// maxSymbols is how many symbols that were meant an answer names.
const maxSymbols = 5

// symbols are the first of those that arguments mean, as the answer names them, and
// what each was taken as, where that needs saying.
func (v *view) symbols(m *meta, found []named) (out, as []string) {
	out = []string{}
	say := false
	for _, t := range found[:min(len(found), maxSymbols)] {
		out = append(out, v.names(t.id))
		as = append(as, t.as)
		say = say || t.as != "" && t.as != v.snap.Kind(t.id).String()
	}
	if !say {
		as = nil
	}
	m.Dropped = ""
	if more := len(found) - len(out); more > 0 {
		m.Dropped = counted(more, "more symbol") + " of this name; a qualified name or a SCIP symbol means fewer"
	}
	return out, as
}

// find finds the symbols that arguments mean. Where there are none why says so.
func (v *view) find(t *target) (found []named, why string, near []string, err error) {
	if t.File == "" {
		if t.Symbol == "" {
			return nil, "", nil, invalid("symbol", speech.ArgumentMissing, speech.GiveSymbol)
		}
		for _, m := range v.snap.Meanings(t.Symbol) {
			as := v.snap.TakenAs(m)
			if m.As == index.AsSymbol {
				as = ""
			}
			found = append(found, named{id: m.ID, as: as})
		}
		if len(found) == 0 {
			return nil, v.unnamed(t.Symbol, v.c.language().Say(speech.NoSymbolNamedSo)), v.snap.Near(t.Symbol), nil
		}
		return found, "", nil, nil
	}
	doc, err := v.file("file", t.File)
	if err != nil {
		return nil, "", nil, err
	}
	if t.Line == 0 {
		return nil, "", nil, invalid("line", speech.ArgumentMissing, speech.GiveLine)
	}
	d := v.doc(doc)
	if t.Line > d.Lines().Count() {
		return nil, "", nil, invalid("line", speech.FileLacksLine, speech.LastLine{N: d.Lines().Count()})
	}
	offset, err := v.offset(doc, t)
	if err != nil {
		return nil, "", nil, err
	}
	at, ok := v.snap.SymbolAt(d.Path, offset)
	if !ok {
		return nil, "there is no name at this place", v.namesOn(doc, t.Line), nil
	}
	for _, c := range at.Symbols {
		found = append(found, named{id: c.ID, certainty: c.Certainty})
	}
	if len(found) == 0 {
		why = "what " + v.snap.WrittenAt(at) + " means there is not known"
	}
	return found, why, nil, nil
}

// unnamed says why a name means nothing; why, unless it is the path of a file.
func (v *view) unnamed(name, why string) string {
	if doc, ok := v.snap.Doc(strings.TrimPrefix(name, "./")); ok && v.snap.Docs()[doc].Source != nil {
		return v.c.language().Say(speech.FileIsNoSymbol)
	}
	return why
}

// offset is the place that arguments with a file and a line mean: the column, or
// else the name on the line.
func (v *view) offset(doc int32, t *target) (uint32, error) {
	d := v.snap.Docs()[doc]
	if t.Column == 0 {
		if t.Symbol == "" {
			return 0, invalid("column", speech.ArgumentMissing, speech.GiveColumn)
		}
		name := t.Symbol[strings.LastIndexAny(t.Symbol, ".:#\\")+1:]
		text, ok := v.text(doc)
		at := -1
		if ok {
			at = wordIn(string(d.Lines().Text(text, uint32(t.Line-1))), name)
		}
		if at < 0 {
			return 0, invalid("symbol", speech.LineLacksName, speech.LineNames{Names: v.namesOn(doc, t.Line)})
		}
		t.Column = at + 1
	}
	p, ok := pos.FromOneBased(t.Line, t.Column)
	offset, there := d.Lines().Offset(p)
	if !ok || !there {
		return 0, invalid("column", speech.LineLacksColumn, speech.ColumnsCountBytes)
	}
	return offset, nil
}

// wordIn is where a name is in a line, not as a part of a longer one; -1 when it
// is not there.
func wordIn(line, name string) int {
	for from := 0; name != ""; {
		i := strings.Index(line[from:], name)
		if i < 0 {
			break
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(line[:i])
		after, _ := utf8.DecodeRuneInString(line[i+len(name):])
		if !isWord(before) && !isWord(after) {
			return i
		}
		from = i + len(name)
	}
	return -1
}

func isWord(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// namesOn are the names that a line has, from 1.
func (v *view) namesOn(doc int32, line int) []string {
	d := v.snap.Docs()[doc]
	f := d.Facts()
	start, end := d.Lines().Line(uint32(line - 1))
	var out []string
	add := func(at uint32, name lang.NameID) {
		if n := f.Names[name]; at >= start && at < end && n != "" && !slices.Contains(out, n) && len(out) < 8 {
			out = append(out, n)
		}
	}
	for i := range f.Defs {
		add(f.Defs[i].Start, f.Defs[i].Name)
	}
	for i := range f.Refs {
		add(f.Refs[i].Start, f.Refs[i].Name)
	}
	return out
}

func configProblem(err *workspace.ConfigError) string {
	return "the configuration of the repository can't be used: " + err.Error()
}

// unusable is the error of a repository that can't be asked.
func (c *call) unusable(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return c.ended(ctx)
	}
	var config *workspace.ConfigError
	if errors.As(err, &config) {
		return &toolError{Code: codeNotReady, Message: configProblem(config), Hint: "mend .code-intel/config.json; `ci config check` says more", NextActions: []string{"index_status"}}
	}
	c.server.opts.Log.Error("a repository can't be asked", "root", c.root, "error", err)
	return &toolError{Code: codeNotReady, Message: "the repository can't be read", Hint: "see `ci doctor` in its folder", RetryAfter: 5, NextActions: []string{"index_status"}}
}
