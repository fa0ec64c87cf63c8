package index

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// PackStyle says what a Pack is made of.
type PackStyle uint8

// Styles; each has what those before it have.
const (
	PackTree       PackStyle = iota // the files
	PackSignatures                  // and the signatures of what they define
	PackFull                        // and bodies
)

// PackFormat is how a Pack is written.
type PackFormat uint8

// Formats.
const (
	PackMarkdown PackFormat = iota
	PackXML
	PackJSON
)

// charactersPerToken is how many bytes are taken for a token.
const charactersPerToken = 4

// PackQuery says what Pack writes.
type PackQuery struct {
	// Files that are packed; nil means all.
	Files func(*Doc) bool
	// Tokens is the length of the text at most; four bytes are a token.
	Tokens int
	Style  PackStyle
	Format PackFormat
	// Text is the content of a file as the snapshot knows it; false when it can't
	// be had. It is called for files whose bodies are packed.
	Text func(doc int32) ([]byte, bool)
	// Secrets: files that look as if they held secrets are packed as all others.
	Secrets bool
}

// Pack is a part of a repository for a context window.
type Pack struct {
	// Text is valid UTF-8, and empty where not even the frame fits.
	Text string
	// Files, Signatures and Bodies that are in Text, and those that had no room:
	// of signatures about that number.
	Files, Signatures, Bodies                      int
	DroppedFiles, DroppedSignatures, DroppedBodies int
	// Secrets are the files that were left out because they look as if they held
	// secrets, Unread those whose text could not be had; both sorted. Text names
	// them as far as there is room.
	Secrets, Unread []string
	// Parts are the signatures and bodies that are in Text, in its order.
	Parts []PackPart
}

// PackPart is a definition of which a pack has the signature or the body: the lines
// First to Last, from 0. ID is the file itself where it is a body without a
// definition of its own.
type PackPart struct {
	ID          ID
	First, Last uint32
	Body        bool
}

// Pack writes the most important part of a repository that fits: the tree of its
// files, then signatures, then bodies. Where there is no room for all, files and
// bodies are chosen by the number of references to what they define; code of
// tests, generated code and code of others come last. The tree has a fifth of
// the room at most and signatures half of what is left, unless what follows needs
// less.
func (s *Snapshot) Pack(q PackQuery) *Pack {
	p := &packing{s: s, q: q, out: &Pack{}}
	p.choose()
	p.w = newPackWriter(q.Format)
	room := q.Tokens*charactersPerToken - p.w.frame()
	if room < 0 {
		p.dropAll()
		return p.out
	}
	room -= p.leaveOut(room / 10)
	n := room
	if q.Style > PackTree {
		n = room / 5
	}
	room -= p.tree(n)
	if q.Style >= PackSignatures {
		n := room
		if q.Style == PackFull {
			n = room / 2
		}
		room -= p.signatures(n)
	}
	if q.Style >= PackFull {
		p.bodies(room)
	}
	p.out.Text = p.w.finish()
	return p.out
}

// packing is one run of Pack.
type packing struct {
	s     *Snapshot
	q     PackQuery
	out   *Pack
	w     packWriter
	files []packFile // by path
	units []packUnit // the most important first
}

// packFile is a file that is packed.
type packFile struct {
	doc        int32
	importance float64
	// signatures is how many it has, as far as can be told without its facts.
	signatures int
}

// packUnit is a definition, or a file without any, whose body may be packed.
type packUnit struct {
	id         ID
	kind       lang.Kind
	importance float64
}

// choose finds the files, and what is important in them. It reads no facts.
func (p *packing) choose() {
	s := p.s
	for doc, d := range s.docs {
		if s.stop() { // a glob may cost much
			break
		}
		switch {
		case p.q.Files != nil && !p.q.Files(d):
		case !p.q.Secrets && SecretPath(d.Path):
			p.out.Secrets = append(p.out.Secrets, d.Path)
		default:
			p.files = append(p.files, packFile{doc: int32(doc)})
		}
	}
	counts := s.useCounts(p.files)
	for i := range p.files {
		if s.stop() {
			break
		}
		f := &p.files[i]
		uses := counts[f.doc]
		own := s.ownership(f.doc)
		base := strings.ToLower(path.Base(s.docs[f.doc].Path))
		w, ok := readWords(s.words(f.doc))
		any := false
		if ok {
			w.each(func(_ int, def lang.DefID, mark, _ byte) {
				id := ID{f.doc, def}
				kind := lang.Kind(mark & kindMask)
				n := 1
				if def >= 0 && int(def) < len(uses) {
					n += int(uses[def])
				}
				importance := float64(n) * likelihood(kind, standing(mark>>standingShift), false) * own
				if def == resolve.ModuleDef {
					f.importance += importance
					return
				}
				f.importance += importance
				if weight(kind) == 0 {
					f.signatures++
				}
				d := lang.Def{Kind: kind}
				if isFunction(&d) || isContainer(&d) {
					any = true
					p.units = append(p.units, packUnit{id, kind, importance})
				}
			})
		}
		if strings.HasPrefix(base, "readme") {
			f.importance += 100
		}
		if !any && s.docs[f.doc].Source != nil {
			p.units = append(p.units, packUnit{ID{f.doc, resolve.ModuleDef}, lang.KindModule, f.importance})
		}
	}
	slices.SortStableFunc(p.units, func(a, b packUnit) int {
		return cmp.Or(cmp.Compare(b.importance, a.importance), compareIDs(a.id, b.id))
	})
}

// useCounts are the numbers of links to what some files define, by file and
// definition; nil for files without any.
func (s *Snapshot) useCounts(files []packFile) [][]int32 {
	in, counts := make([]bool, len(s.docs)), make([][]int32, len(s.docs))
	for _, f := range files {
		in[f.doc] = true
	}
	s.eachUse(func(to ID, _ int32, links int) {
		if to.IsExternal() || to.Def < 0 || !in[to.Doc] {
			return
		}
		if counts[to.Doc] == nil {
			counts[to.Doc] = make([]int32, s.docs[to.Doc].defs())
		}
		counts[to.Doc][to.Def] += int32(links)
	})
	return counts
}

// order are the indices of the files, the most important first.
func (p *packing) order() []int {
	out := make([]int, len(p.files))
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(p.files[b].importance, p.files[a].importance) })
	return out
}

// leaveOut writes which files are left out, and returns the room that it takes.
func (p *packing) leaveOut(room int) int {
	if len(p.out.Secrets) == 0 {
		return 0
	}
	used, n := p.w.open(packLeftOut), 0
	for _, path := range p.out.Secrets {
		item := p.w.leftOut(path, "looks as if it held secrets")
		if used+len(item) > room {
			break
		}
		used += len(item)
		p.w.add(packLeftOut, item)
		n++
	}
	if n == 0 {
		return 0
	}
	return used
}

// dropAll notes that nothing fits.
func (p *packing) dropAll() {
	p.out.DroppedFiles = len(p.files)
	if p.q.Style >= PackSignatures {
		p.signatures(-1)
	}
	if p.q.Style >= PackFull {
		p.out.DroppedBodies = len(p.units)
	}
}

// tree writes the files.
func (p *packing) tree(room int) (used int) {
	if used = p.w.open(packFiles); used > room {
		p.out.DroppedFiles = len(p.files)
		return 0
	}
	items := make([]string, len(p.files))
	chosen := make([]bool, len(p.files))
	full := false
	for _, i := range p.order() {
		if p.s.stop() {
			break
		}
		items[i] = p.w.file(p.s.FileInfo(p.files[i].doc))
		if full = full || used+len(items[i]) > room; full {
			p.out.DroppedFiles++
			continue
		}
		chosen[i] = true
		used += len(items[i])
	}
	for i, item := range items {
		if chosen[i] {
			p.w.add(packFiles, item)
			p.out.Files++
		}
	}
	if p.out.Files == 0 {
		return 0
	}
	return used
}

// maxPackedFiles is how many files have their facts read for signatures.
const maxPackedFiles = 20_000

// signatures writes what files define.
func (p *packing) signatures(room int) (used int) {
	used = p.w.open(packSignatures)
	items, shown := make([]string, len(p.files)), make([][]packSignature, len(p.files))
	full := used > room
	for n, i := range p.order() {
		doc := p.files[i].doc
		if n == maxPackedFiles || p.s.stop() {
			break
		}
		if p.s.docs[doc].Source == nil {
			continue
		}
		if full {
			p.out.DroppedSignatures += p.files[i].signatures
			continue
		}
		lines := p.signatureLines(doc)
		if len(lines) == 0 {
			continue
		}
		// As many as fit.
		for keep := len(lines); ; keep-- {
			if keep == 0 {
				full = true
				p.out.DroppedSignatures += len(lines)
				break
			}
			item := p.w.signatures(p.s.docs[doc], lines[:keep])
			if over := used + len(item) - room; over > 0 {
				keep -= min(keep-1, over/(8+len(item)/keep))
				continue
			}
			used += len(item)
			items[i], shown[i] = item, lines[:keep]
			p.out.Signatures += keep
			p.out.DroppedSignatures += len(lines) - keep
			full = keep < len(lines)
			break
		}
	}
	if p.out.Signatures == 0 {
		return 0
	}
	for i, item := range items {
		if item == "" {
			continue
		}
		p.w.add(packSignatures, item)
		for _, x := range shown[i] {
			p.out.Parts = append(p.out.Parts, PackPart{x.id, uint32(x.Line - 1), uint32(x.Line - 1), false})
		}
	}
	return used
}

// packSignature is a definition of a file.
type packSignature struct {
	Line      int    `json:"line"`
	Kind      string `json:"kind"`
	Signature string `json:"signature"`
	depth     int
	id        ID
}

// signatureLines are those of a file: types and functions, and what it defines at
// its top.
func (p *packing) signatureLines(doc int32) []packSignature {
	var out []packSignature
	lines := p.s.docs[doc].Lines().Cursor()
	items, _ := p.s.Outline(p.s.docs[doc].Path)
	for _, i := range items {
		if weight(i.Kind) > 0 && i.Depth > 0 && i.Kind != lang.KindConstructor {
			continue
		}
		sig := i.Sig
		if sig == "" {
			sig = i.Name
		}
		line, _ := lines.Position(i.Start).OneBased()
		out = append(out, packSignature{line, i.Kind.String(), strings.ToValidUTF8(sig, "�"), i.Depth, i.ID})
	}
	return out
}

// packBody is a part of a file.
type packBody struct {
	Path      string `json:"path"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
	Kind      string `json:"kind"`
	Name      string `json:"name"`
	Text      string `json:"text"`
	language  string
}

// maxSkipped is how many bodies that are too long for the room that is left are
// passed over for shorter ones.
const maxSkipped = 200

// bodies writes the bodies that fit.
func (p *packing) bodies(room int) {
	used := p.w.open(packBodies)
	if used > room {
		p.out.DroppedBodies = len(p.units)
		return
	}
	taken := map[int32][][2]uint32{}
	unread := map[string]bool{}
	skipped := 0
	for n, u := range p.units {
		if skipped > maxSkipped || p.s.stop() {
			p.out.DroppedBodies += len(p.units) - n
			break
		}
		d := p.s.docs[u.id.Doc]
		text, ok := []byte(nil), false
		if p.q.Text != nil {
			text, ok = p.q.Text(u.id.Doc)
		}
		if !ok || uint32(len(text)) != d.Lines().Size() {
			unread[d.Path] = true
			p.out.DroppedBodies++
			continue
		}
		x := Extent{Location: Location{EncEnd: uint32(len(text))}, Name: path.Base(d.Path), Kind: lang.KindModule, Last: max(lineCount(d.Lines()), 1) - 1}
		if u.id.Def >= 0 {
			x = p.s.extent(u.id.Doc, u.id.Def, text)
		}
		from, _ := d.Lines().Line(x.First)
		_, to := d.Lines().Line(x.Last)
		overlaps := func(r [2]uint32) bool { return from < r[1] && r[0] < to }
		if i := slices.IndexFunc(taken[u.id.Doc], overlaps); i >= 0 {
			if r := taken[u.id.Doc][i]; from < r[0] || to > r[1] {
				p.out.DroppedBodies++ // a part of it is there
			}
			continue
		}
		body := packBody{d.Path, int(x.First) + 1, int(x.Last) + 1, x.Kind.String(), x.Name, "", d.Lang.Name}
		body.Text = strings.ToValidUTF8(string(bytes.TrimRight(text[from:min(to, uint32(len(text)))], "\r\n")), "�")
		limit := room - used
		if dummy := (lang.Def{Kind: u.kind}); !isFunction(&dummy) {
			limit = min(limit, room/4) // what lies in a large one may be taken by itself
		}
		if len(body.Text) > limit {
			skipped++
			p.out.DroppedBodies++
			continue
		}
		item := p.w.body(&body)
		if len(item) > limit {
			skipped++
			p.out.DroppedBodies++
			continue
		}
		taken[u.id.Doc] = append(taken[u.id.Doc], [2]uint32{from, to})
		used += len(item)
		p.w.add(packBodies, item)
		p.out.Bodies++
		p.out.Parts = append(p.out.Parts, PackPart{u.id, x.First, x.Last, true})
	}
	for path := range unread {
		p.out.Unread = append(p.out.Unread, path)
	}
	slices.Sort(p.out.Unread)
}

// Sections of a pack, in their order.
const (
	packLeftOut = iota
	packFiles
	packSignatures
	packBodies
	packSections
)

// packWriter writes a format. Items are made first, and say by their length what
// room they take.
type packWriter interface {
	// frame is the room that the text takes without sections.
	frame() int
	// open is the room that a section takes without items.
	open(section int) int
	leftOut(path, why string) string
	file(FileInfo) string
	signatures(d *Doc, lines []packSignature) string
	body(*packBody) string
	// add adds an item to a section.
	add(section int, item string)
	finish() string
}

func newPackWriter(f PackFormat) packWriter {
	switch f {
	case PackXML:
		return &packText{
			begin: "<repository>\n", end: "</repository>\n",
			opens:  [packSections]string{"<left_out>\n", "<files>\n", "<signatures>\n", "<bodies>\n"},
			closes: [packSections]string{"</left_out>\n", "</files>\n", "</signatures>\n", "</bodies>\n"},
			items:  packXML{},
		}
	case PackJSON:
		return &packText{
			begin: "{", end: "}\n",
			opens:  [packSections]string{`"left_out":[`, `"files":[`, `"signatures":[`, `"bodies":[`},
			closes: [packSections]string{"]", "]", "]", "]"},
			comma:  ",",
			items:  packJSON{},
		}
	}
	return &packText{
		opens: [packSections]string{"# Left out\n", "# Files\n", "# Signatures\n", "# Bodies\n"},
		items: packMarkdown{},
	}
}

// packItems writes the items of a format.
type packItems interface {
	leftOut(path, why string) string
	file(FileInfo) string
	signatures(d *Doc, lines []packSignature) string
	body(*packBody) string
}

// packText is the packWriter of all formats.
type packText struct {
	begin, end    string
	opens, closes [packSections]string
	comma         string // between items, and between sections
	items         packItems
	sections      [packSections]strings.Builder
	used          [packSections]bool
}

func (t *packText) frame() int { return len(t.begin) + len(t.end) }

func (t *packText) open(section int) int {
	return len(t.opens[section]) + len(t.closes[section]) + len(t.comma)
}

// An item takes the room of the comma too.
func (t *packText) leftOut(path, why string) string { return t.items.leftOut(path, why) + t.comma }
func (t *packText) file(i FileInfo) string          { return t.items.file(i) + t.comma }
func (t *packText) body(b *packBody) string         { return t.items.body(b) + t.comma }
func (t *packText) signatures(d *Doc, lines []packSignature) string {
	return t.items.signatures(d, lines) + t.comma
}

func (t *packText) add(section int, item string) {
	t.used[section] = true
	t.sections[section].WriteString(item)
}

func (t *packText) finish() string {
	var b strings.Builder
	b.WriteString(t.begin)
	first := true
	for i := range t.sections {
		if !t.used[i] {
			continue
		}
		if !first {
			b.WriteString(t.comma)
		}
		first = false
		b.WriteString(t.opens[i])
		b.WriteString(strings.TrimSuffix(t.sections[i].String(), t.comma))
		b.WriteString(t.closes[i])
	}
	b.WriteString(t.end)
	return b.String()
}

// plain is a text on one line, without control characters.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0xfffe || r == 0xffff {
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(s, "�"))
}

// describe says what a file is, for a list of files.
func describe(i FileInfo) string {
	switch {
	case i.NotIndexed != "":
		return "not indexed: " + plain(i.NotIndexed)
	case i.Generated:
		return fmt.Sprintf("%s, %d lines, generated", i.Language, i.Lines)
	}
	return fmt.Sprintf("%s, %d lines", i.Language, i.Lines)
}

type packMarkdown struct{}

func (packMarkdown) leftOut(path, why string) string {
	return "- " + codeSpan(plain(path)) + ": " + why + "\n"
}

func (packMarkdown) file(i FileInfo) string {
	return "- " + codeSpan(plain(i.Path)) + " " + describe(i) + "\n"
}

func (packMarkdown) signatures(d *Doc, lines []packSignature) string {
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&b, "%d\t%s%s\n", l.Line, strings.Repeat("  ", l.depth), plain(l.Signature))
	}
	return "## " + codeSpan(plain(d.Path)) + "\n" + fenced("", b.String())
}

func (packMarkdown) body(x *packBody) string {
	return fmt.Sprintf("## %s:%d-%d %s %s\n%s", codeSpan(plain(x.Path)), x.StartLine, x.EndLine, x.Kind, codeSpan(plain(x.Name)), fenced(x.language, x.Text+"\n"))
}

// codeSpan is a text between more backticks than it has in a row.
func codeSpan(s string) string {
	n := backticks(s)
	if n == 0 {
		return "`" + s + "`"
	}
	fence := strings.Repeat("`", n+1)
	return fence + " " + s + " " + fence
}

// fenced is a text, whose last line has an end, between fences that are longer
// than what it has.
func fenced(language, s string) string {
	fence := strings.Repeat("`", max(3, backticks(s)+1))
	return fence + language + "\n" + s + fence + "\n"
}

// backticks is the largest number of them in a row.
func backticks(s string) int {
	most, n := 0, 0
	for i := range len(s) {
		if s[i] == '`' {
			n++
			most = max(most, n)
		} else {
			n = 0
		}
	}
	return most
}

type packXML struct{}

func (packXML) leftOut(path, why string) string {
	return fmt.Sprintf("<file path=%s why=%s/>\n", attribute(path), attribute(why))
}

func (packXML) file(i FileInfo) string {
	return fmt.Sprintf("<file path=%s info=%s/>\n", attribute(i.Path), attribute(describe(i)))
}

func (packXML) signatures(d *Doc, lines []packSignature) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<file path=%s>\n", attribute(d.Path))
	for _, l := range lines {
		fmt.Fprintf(&b, "<signature line=\"%d\" kind=%s>%s</signature>\n", l.Line, attribute(l.Kind), cdata(l.Signature))
	}
	return b.String() + "</file>\n"
}

func (packXML) body(x *packBody) string {
	return fmt.Sprintf("<body path=%s lines=\"%d-%d\" kind=%s name=%s>\n%s\n</body>\n", attribute(x.Path), x.StartLine, x.EndLine, attribute(x.Kind), attribute(x.Name), cdata(x.Text))
}

// attribute is a text as the value of an attribute, in quotes.
func attribute(s string) string {
	return `"` + strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(plain(s)) + `"`
}

// cdata is a text in CDATA sections. Characters that XML can't have are U+FFFD.
func cdata(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
			return utf8.RuneError
		}
		return r
	}, s)
	return "<![CDATA[" + strings.ReplaceAll(s, "]]>", "]]]]><![CDATA[>") + "]]>"
}

type packJSON struct{}

func (packJSON) leftOut(path, why string) string {
	return object(struct {
		Path string `json:"path"`
		Why  string `json:"why"`
	}{path, why})
}

func (packJSON) file(i FileInfo) string {
	return object(struct {
		Path       string `json:"path"`
		Language   string `json:"language,omitempty"`
		Size       int64  `json:"size,omitempty"`
		Lines      int    `json:"lines,omitempty"`
		NotIndexed string `json:"not_indexed,omitempty"`
		Generated  bool   `json:"generated,omitempty"`
	}{i.Path, i.Language, i.Size, max(i.Lines, 0), i.NotIndexed, i.Generated})
}

func (packJSON) signatures(d *Doc, lines []packSignature) string {
	return object(struct {
		Path    string          `json:"path"`
		Defines []packSignature `json:"defines"`
	}{d.Path, lines})
}

func (packJSON) body(x *packBody) string { return object(x) }

// object is a value as JSON, without escapes that only HTML needs.
func object(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return "null" // these values can be encoded
	}
	return strings.TrimSuffix(b.String(), "\n")
}
