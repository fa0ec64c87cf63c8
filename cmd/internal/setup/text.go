package setup

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"codeintel/index/jsonc"

	"github.com/tailscale/hujson"
)

// maxFile is how many bytes a configuration file may have.
const maxFile = 4 << 20

const bom = jsonc.BOM

// TextError says what is wrong with the text of a file.
type TextError struct {
	Line, Column int // from 1; the column counts bytes
	Text         string
	// Conflict: the text is valid, but what it has in our place is not ours.
	Conflict bool
}

func (e *TextError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Text) }

// node is a value to write: an object of members in order, an array of elements,
// or a literal.
type node struct {
	name     string // in an object
	literal  string
	members  []node
	elements []node
}

// entry is what a file has to hold: a server at the end of a path of keys.
type entry struct {
	path    []string
	command string
	args    []string
	// more are literals that the server has besides.
	more []node
}

// value is the entry as it is written.
func (e entry) value() node {
	return node{name: e.path[len(e.path)-1], members: append([]node{
		{name: "command", literal: quote(e.command)},
		{name: "args", literal: list(e.args)},
	}, e.more...)}
}

func quote(s string) string { return string(hujson.String(s)) }

func list(args []string) string {
	quoted := make([]string, len(args))
	for i, a := range args {
		quoted[i] = quote(a)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// has says whether a value starts the same server; exactly: it has no keys that
// ours has not.
func (e entry) has(v *hujson.Value) (same, exactly bool) {
	std := v.Clone()
	std.Standardize()
	var got map[string]any
	if json.Unmarshal(std.Pack(), &got) != nil {
		return false, false
	}
	args := make([]any, len(e.args))
	for i, a := range e.args {
		args[i] = a
	}
	if typ, ok := got["type"]; ok && typ != "stdio" {
		return false, false
	}
	same = got["command"] == e.command && reflect.DeepEqual(got["args"], args)
	own := 2
	for _, m := range e.more {
		if value, ok := got[m.name]; ok && string(mustMarshal(value)) == m.literal {
			own++
		}
	}
	return same, same && len(got) == own
}

// edit puts text in the place of what lies at an offset.
type edit struct {
	Offset int    `json:"offset"`
	Old    string `json:"old"`
	New    string `json:"new"`
}

// apply makes edits, which are in order and do not overlap; false when the data
// is not what they were made for.
func apply(data []byte, edits []edit) ([]byte, bool) {
	var out []byte
	at := 0
	for _, e := range edits {
		if e.Offset < at || e.Offset > len(data) || !bytes.HasPrefix(data[e.Offset:], []byte(e.Old)) {
			return nil, false
		}
		out = append(append(out, data[at:e.Offset]...), e.New...)
		at = e.Offset + len(e.Old)
	}
	return append(out, data[at:]...), true
}

// inverse are the edits that undo edits.
func inverse(edits []edit) []edit {
	out := make([]edit, len(edits))
	shift := 0
	for i, e := range edits {
		out[i] = edit{Offset: e.Offset + shift, Old: e.New, New: e.Old}
		shift += len(e.New) - len(e.Old)
	}
	return out
}

// document is the text of a file that holds an object of JSON, maybe with
// comments and trailing commas.
type document struct {
	text []byte
	root hujson.Value
}

// parse reads a text without its byte order mark.
func parse(text []byte) (*document, error) {
	switch {
	case len(text) > maxFile:
		return nil, &TextError{Line: 1, Column: 1, Text: fmt.Sprintf("the file has more than %d bytes", maxFile)}
	case len(bytes.TrimSpace(text)) == 0:
		return nil, &TextError{Line: 1, Column: 1, Text: "the file is empty, and so no JSON"}
	}
	root, err := jsonc.Parse(text)
	var e *jsonc.Error
	if errors.As(err, &e) {
		return nil, &TextError{Line: e.Line, Column: e.Column, Text: "not valid JSON: " + short(e.Text)}
	}
	d := &document{text: text, root: root}
	if _, ok := root.Value.(*hujson.Object); !ok {
		return nil, d.errorAt(root.StartOffset, "want an object, {…}")
	}
	return d, nil
}

// short is a text of the parser, which may quote much of the file.
func short(s string) string {
	const most = 120
	if len(s) > most {
		s = s[:most] + "…"
	}
	return strings.ToValidUTF8(s, "�")
}

func (d *document) errorAt(offset int, format string, args ...any) *TextError {
	e := jsonc.ErrorAt(d.text, offset, format, args...)
	return &TextError{Line: e.Line, Column: e.Column, Text: e.Text}
}

// find is the index of the member with a name, -1 when there is none. Of several
// the last one counts, as it does for clients.
func find(o *hujson.Object, name string) int {
	for i := len(o.Members) - 1; i >= 0; i-- {
		if l, ok := o.Members[i].Name.Value.(hujson.Literal); ok && l.String() == name {
			return i
		}
	}
	return -1
}

// container is the object that a path leads to without its last n keys, with the
// keys that are missing on the way. whole says whether objects around it are
// written over several lines.
func (d *document) container(path []string) (value *hujson.Value, missing []string, whole bool, err error) {
	value, whole = &d.root, true
	for i, key := range path {
		o := value.Value.(*hujson.Object)
		if len(o.Members) > 0 {
			whole = overLines(o)
		}
		at := find(o, key)
		if at < 0 {
			return value, path[i:], whole, nil
		}
		next := &o.Members[at].Value
		if _, ok := next.Value.(*hujson.Object); !ok {
			return nil, nil, false, d.errorAt(next.StartOffset, "%s is not an object, {…}", quote(key))
		}
		value = next
	}
	if o := value.Value.(*hujson.Object); len(o.Members) > 0 {
		whole = overLines(o)
	} else if bytes.IndexByte(o.AfterExtra, '\n') >= 0 {
		whole = true
	}
	return value, nil, whole, nil
}

// overLines says whether the members of an object, of which there is one at
// least, have lines of their own.
func overLines(o *hujson.Object) bool {
	list, _ := itemsOf(o)
	return list[len(list)-1].ownLine()
}

// item is a member of an object or an element of an array.
type item struct {
	start, end    int // of its text, the name of a member included
	before, after hujson.Extra
	value         *hujson.Value
}

// ownLine says whether it begins on a line of its own.
func (i item) ownLine() bool { return bytes.IndexByte(i.before, '\n') >= 0 }

// itemsOf are the items of an object or array, and what follows the last of them.
func itemsOf(v hujson.ValueTrimmed) (list []item, extra hujson.Extra) {
	switch v := v.(type) {
	case *hujson.Object:
		for i := range v.Members {
			m := &v.Members[i]
			list = append(list, item{m.Name.StartOffset, m.Value.EndOffset, m.Name.BeforeExtra, m.Value.AfterExtra, &m.Value})
		}
		return list, v.AfterExtra
	case *hujson.Array:
		for i := range v.Elements {
			e := &v.Elements[i]
			list = append(list, item{e.StartOffset, e.EndOffset, e.BeforeExtra, e.AfterExtra, e})
		}
		return list, v.AfterExtra
	}
	return nil, nil
}

// style is how values are written.
type style struct {
	newline, unit string
	colon, comma  string // between the members of one line
	lines         bool   // a member a line
}

// style is that of the text.
func (d *document) style(lines bool) style {
	s := style{newline: "\n", unit: "  ", colon: ": ", comma: ", ", lines: lines}
	if at := bytes.IndexByte(d.text, '\n'); at > 0 && d.text[at-1] == '\r' {
		s.newline = "\r\n"
	}
	root := d.root.Value.(*hujson.Object)
	if len(root.Members) == 0 {
		return s
	}
	first := &root.Members[0]
	if len(first.Value.BeforeExtra) == 0 {
		s.colon = ":"
		if !overLines(root) {
			s.comma = ","
		}
	}
	base, _ := d.indent(d.root.StartOffset)
	if in, ok := d.indent(first.Name.StartOffset); ok && len(in) > len(base) && strings.HasPrefix(in, base) {
		s.unit = in[len(base):]
	}
	return s
}

// indent is the white space at the beginning of the line of an offset; only says
// whether nothing else is before the offset.
func (d *document) indent(offset int) (space string, only bool) {
	start := bytes.LastIndexByte(d.text[:offset], '\n') + 1
	end := start
	for end < offset && (d.text[end] == ' ' || d.text[end] == '\t') {
		end++
	}
	return string(d.text[start:end]), end == offset
}

// write is a value as text; indent is that of the line it begins on.
func (s style) write(n node, indent string) string {
	open, close, list, item := "{", "}", n.members, s.member
	if n.elements != nil {
		open, close, list, item = "[", "]", n.elements, s.write
	}
	if list == nil {
		return n.literal
	}
	var b strings.Builder
	b.WriteString(open)
	for i, m := range list {
		if i > 0 {
			b.WriteString(strings.TrimRight(s.comma, " "))
		}
		switch {
		case s.lines:
			b.WriteString(s.newline + indent + s.unit)
		case i > 0:
			b.WriteString(strings.TrimLeft(s.comma, ","))
		}
		b.WriteString(item(m, indent+s.unit))
	}
	if s.lines {
		b.WriteString(s.newline + indent)
	}
	b.WriteString(close)
	return b.String()
}

func (s style) member(n node, indent string) string {
	return quote(n.name) + s.colon + s.write(n, indent)
}

// outcome says what merge found.
type outcome struct {
	edits []edit
	// added are the keys of the path that were missing.
	added []string
	// replaced is the text of the value that the entry takes the place of.
	replaced string
}

// merge are the edits that put an entry into a text: none when it is there. An
// entry of that name that starts something else is a conflict, unless replace
// says of its value that it may be replaced. Whatever is not the entry stays.
func merge(data []byte, e entry, replace func(*hujson.Value) bool) (outcome, error) {
	text, marked := bytes.CutPrefix(data, []byte(bom))
	d, err := parse(text)
	if err != nil {
		return outcome{}, err
	}
	keys := e.path[:len(e.path)-1]
	value, missing, lines, err := d.container(keys)
	if err != nil {
		return outcome{}, err
	}
	var out outcome
	if o := value.Value.(*hujson.Object); len(missing) == 0 && find(o, e.path[len(keys)]) >= 0 {
		m := &o.Members[find(o, e.path[len(keys)])]
		if same, _ := e.has(&m.Value); same {
			return outcome{}, nil
		}
		if !replace(&m.Value) {
			err := d.errorAt(m.Name.StartOffset, "%s is there already, and starts something else%s", quote(e.path[len(keys)]), starts(&m.Value))
			err.Conflict = true
			return outcome{}, err
		}
		indent, _ := d.indent(m.Name.StartOffset)
		out.replaced = string(text[m.Value.StartOffset:m.Value.EndOffset])
		out.edits = []edit{{Offset: m.Value.StartOffset, Old: out.replaced, New: d.style(lines).write(e.value(), indent)}}
	} else {
		n := e.value()
		for i := len(missing) - 1; i >= 0; i-- {
			n = node{name: missing[i], members: []node{n}}
		}
		out.added = append(slices.Clone(missing), e.path[len(keys)])
		out.edits = d.insert(value, n, lines)
	}
	if marked {
		for i := range out.edits {
			out.edits[i].Offset += len(bom)
		}
	}
	return out, nil
}

// starts says what a server that is not ours starts.
func starts(v *hujson.Value) string {
	std := v.Clone()
	std.Standardize()
	var got struct{ Command, URL string }
	switch err := json.Unmarshal(std.Pack(), &got); {
	case err == nil && got.Command != "":
		return " (" + quote(short(got.Command)) + ")"
	case err == nil && got.URL != "":
		return " (a server at a URL)" // which may hold a secret
	}
	return ""
}

// insert are the edits that put a member behind the others of an object, or an
// element behind those of an array.
func (d *document) insert(whole *hujson.Value, n node, lines bool) []edit {
	list, after := itemsOf(whole.Value)
	write := func(s style, indent string) string { return s.write(n, indent) }
	if _, ok := whole.Value.(*hujson.Object); ok {
		write = func(s style, indent string) string { return s.member(n, indent) }
	}
	base, _ := d.indent(whole.StartOffset)
	closing := whole.EndOffset - 1
	s := d.style(lines)
	indent := base + s.unit
	if len(list) == 0 {
		at := whole.StartOffset + 1 + len(bytes.TrimRight(after, " \t\r\n"))
		member := write(s, indent)
		if lines {
			member = s.newline + indent + member
			if bytes.IndexByte(d.text[at:closing], '\n') < 0 {
				member += s.newline + base
			}
		}
		return []edit{{Offset: at, New: member}}
	}
	last := list[len(list)-1]
	end := last.end
	tail, comma, trailing := end, ",", ""
	if last.after != nil { // a comma is there
		tail, comma, trailing = end+len(last.after)+1, "", ","
	}
	extra := d.text[tail:closing]
	at := tail + len(bytes.TrimRight(extra, " \t\r\n"))
	if in, ok := d.indent(last.start); ok && last.ownLine() {
		indent = in
	}
	if lines || endsInLineComment(extra) {
		s.lines = true
		n := s.newline + indent + write(s, indent) + trailing
		if comma != "" && at == end {
			return []edit{{Offset: at, New: comma + n}}
		}
		return append(commaAt(end, comma), edit{Offset: at, New: n})
	}
	text := strings.TrimLeft(s.comma, ",") + write(s, indent) + trailing
	if comma != "" && at == end {
		return []edit{{Offset: at, New: comma + text}}
	}
	return append(commaAt(end, comma), edit{Offset: at, New: text})
}

func commaAt(offset int, comma string) []edit {
	if comma == "" {
		return nil
	}
	return []edit{{Offset: offset, New: comma}}
}

// endsInLineComment says whether the last of the comments in white space ends
// with its line.
func endsInLineComment(extra []byte) bool {
	is := false
	for {
		extra = bytes.TrimLeft(extra, " \t\r\n")
		end := -1
		switch {
		case bytes.HasPrefix(extra, []byte("//")):
			is, end = true, bytes.IndexByte(extra, '\n')
		case bytes.HasPrefix(extra, []byte("/*")):
			is, end = false, bytes.Index(extra[2:], []byte("*/"))+3
		}
		if end < 0 {
			return is
		}
		extra = extra[end+1:]
	}
}

// found says what a text has at the path of an entry.
type found struct {
	there, same, exactly bool
	at                   *TextError // where it is
	start, end           int        // of its value
}

// look looks for an entry. What is no object on the way holds none.
func look(data []byte, e entry) (found, error) {
	text, marked := bytes.CutPrefix(data, []byte(bom))
	d, err := parse(text)
	if err != nil {
		return found{}, err
	}
	keys := e.path[:len(e.path)-1]
	value, missing, _, err := d.container(keys)
	if err != nil || len(missing) > 0 {
		return found{}, nil
	}
	o := value.Value.(*hujson.Object)
	i := find(o, e.path[len(keys)])
	if i < 0 {
		return found{}, nil
	}
	m := &o.Members[i]
	f := found{there: true, at: d.errorAt(m.Name.StartOffset, "%s", quote(e.path[len(keys)])), start: m.Value.StartOffset, end: m.Value.EndOffset}
	f.same, f.exactly = e.has(&m.Value)
	if marked {
		f.start, f.end = f.start+len(bom), f.end+len(bom)
	}
	return f, nil
}

// take takes the member at a path out of a text, with its comma and the line that
// it leaves empty; whatever else there is stays, byte for byte. The path must lead
// to a member.
func take(data []byte, path []string) ([]byte, error) {
	text, marked := bytes.CutPrefix(data, []byte(bom))
	d, err := parse(text)
	if err != nil {
		return nil, err
	}
	value, _, _, err := d.container(path[:len(path)-1])
	if err != nil {
		return nil, err
	}
	o := value.Value.(*hujson.Object)
	edits := d.remove(o, find(o, path[len(path)-1]))
	out, _ := apply(text, edits) // they were made for this text
	if marked {
		out = append([]byte(bom), out...)
	}
	return out, nil
}

// remove are the edits that take item i out of an object or array.
func (d *document) remove(whole hujson.ValueTrimmed, i int) []edit {
	list, _ := itemsOf(whole)
	m := list[i]
	start, end := m.start, m.end
	var cut [][2]int
	comma := -1 // the one that goes
	switch {
	case i < len(list)-1 || m.after != nil:
		comma = end + len(m.after)
		if len(bytes.TrimSpace(m.after)) == 0 {
			end = comma + 1
		} else {
			cut = append(cut, [2]int{comma, comma + 1})
		}
	case i > 0:
		comma = list[i-1].end + len(list[i-1].after)
		cut = append(cut, [2]int{comma, comma + 1})
	}
	blank := func(c byte) bool { return c == ' ' || c == '\t' }
	before, after := start, end
	for before > 0 && blank(d.text[before-1]) {
		before--
	}
	for blank(d.text[after]) { // a bracket follows somewhere
		after++
	}
	ownLine := before > 0 && d.text[before-1] == '\n'
	switch {
	case ownLine && (bytes.HasPrefix(d.text[after:], []byte("\n")) || bytes.HasPrefix(d.text[after:], []byte("\r\n"))):
		start, end = before-1, after
		if start > 0 && d.text[start-1] == '\r' {
			start--
		}
	case ownLine || i == 0:
		end = after
	default:
		start = before
	}
	cut = append(cut, [2]int{start, end})
	slices.SortFunc(cut, func(a, b [2]int) int { return a[0] - b[0] })
	var edits []edit
	for _, c := range cut {
		edits = append(edits, edit{Offset: c[0], Old: string(d.text[c[0]:c[1]])})
	}
	return edits
}

// isEmpty says whether the object at a path has no members and no comments; one
// that is not there is not empty.
func isEmpty(data []byte, path []string) bool {
	d, err := parse(bytes.TrimPrefix(data, []byte(bom)))
	if err != nil {
		return false
	}
	value, missing, _, err := d.container(path)
	if err != nil || len(missing) > 0 {
		return false
	}
	o := value.Value.(*hujson.Object)
	outside := len(path) > 0 || len(bytes.TrimSpace(d.root.BeforeExtra))+len(bytes.TrimSpace(d.root.AfterExtra)) == 0
	return len(o.Members) == 0 && len(bytes.TrimSpace(o.AfterExtra)) == 0 && outside
}
