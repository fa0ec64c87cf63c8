package outline

import (
	"bytes"
	"strings"

	"codeintel/index/lang/ts"
)

// maxLine bounds a signature in bytes, maxDoc a documentation.
const (
	maxLine = 300
	maxDoc  = 16 << 10
)

// outermost is the node around i that belongs to the same definition.
func (x *extractor) outermost(i uint32) uint32 {
	for range 8 {
		p := x.n[i].Parent
		if p == ts.NoNode {
			break
		}
		if r := x.ruleOf(p); r == nil || r.do != actWrap {
			break
		}
		i = p
	}
	return i
}

// signature is the line that declares what node i defines: up to its body, or
// its first line; at is the name.
func (x *extractor) signature(i uint32, r *rule, at uint32) string {
	end := x.n[i].End
	start, _ := x.inner(i)
	found := false
	for _, f := range x.find(x.choices[:0], i, r.end, nil) {
		if s := x.n[f.node].Start; s >= x.n[at].End {
			end, found = s, true
		}
	}
	if !found && len(r.end) == 0 {
		// No more than line reads: definitions that are nested on one line, which may be
		// the whole file, each look for its end.
		from, to := x.n[at].End, min(end, start+4*maxLine)
		if from < to {
			if j := bytes.IndexByte(x.src[from:to], '\n'); j >= 0 {
				end = from + uint32(j)
			}
		}
	}
	return line(x.src[start:end])
}

// line is src on one line, without comments of C's kind, cut at maxLine.
func line(src []byte) string {
	if len(src) > 4*maxLine {
		src = src[:4*maxLine]
	}
	const most = 2 * maxLine // more than is kept: the end is trimmed
	out := make([]byte, 0, min(len(src), most))
	for i := 0; i < len(src) && len(out) < most; i++ {
		c := src[i]
		if c == '/' && i+1 < len(src) && src[i+1] == '*' {
			if j := bytes.Index(src[i+2:], []byte("*/")); j >= 0 {
				i += j + 3
				c = ' '
			} else {
				break
			}
		}
		switch c {
		case '\n', '\r', '\t', '\f', '\v':
			c = ' '
		}
		if c == ' ' && (len(out) == 0 || out[len(out)-1] == ' ') {
			continue
		}
		out = append(out, c)
	}
	s := strings.ToValidUTF8(strings.TrimRight(string(out), " {=:;,\\"), "\uFFFD")
	if len(s) > maxLine {
		s = strings.ToValidUTF8(s[:maxLine], "") + "…"
	}
	return s
}

// inner is where the declaration at node i begins, and its documentation where
// that is the declaration's first part.
func (x *extractor) inner(i uint32) (start uint32, doc string) {
	start = x.n[i].Start
	c := x.t.First(i)
	if c == ts.NoNode {
		return start, ""
	}
	if r := x.ruleOf(c); r == nil || r.do != actComment {
		return start, ""
	}
	if s := x.t.Sibling(c); s != ts.NoNode {
		doc = strings.Join(uncomment(string(x.text(c))), "\n")
		start = x.n[s].Start + uint32(len(x.text(s))-len(bytes.TrimLeft(x.text(s), " \t\r\n")))
		doc = strings.ToValidUTF8(strings.Trim(doc[:min(len(doc), maxDoc)], "\n"), "\uFFFD")
	}
	return start, doc
}

// comment adds the comment at node i to those that stand above what follows.
func (x *extractor) comment(i uint32) {
	start := x.n[i].Start
	if start == 0 && bytes.HasPrefix(x.src, []byte("#!")) {
		return
	}
	if len(x.docs) > 0 && (x.docEndIsAttr || !adjacent(x.src, x.docEnd, start)) {
		x.docs = x.docs[:0]
	}
	// A comment behind code on its line is about that code.
	if len(x.docs) == 0 {
		for j := start; j > 0 && x.src[j-1] != '\n'; j-- {
			if c := x.src[j-1]; c != ' ' && c != '\t' && c != '\r' {
				return
			}
		}
	}
	x.docs = append(x.docs, i)
	x.docEnd, x.docEndIsAttr = x.n[i].End, false
}

// attributeAt lets the attribute at node i stand between a comment and what it
// documents.
func (x *extractor) attributeAt(i uint32) {
	if len(x.docs) > 0 && adjacent(x.src, x.docEnd, x.n[i].Start) {
		x.docEnd, x.docEndIsAttr = x.n[i].End, true
	}
}

// adjacent says whether only white space with at most one line end lies between
// two places.
func adjacent(src []byte, end, start uint32) bool {
	if end > start {
		return false
	}
	// A line comment of some grammars holds its line end.
	lines := 0
	if end > 0 && src[end-1] == '\n' {
		lines = 1
	}
	for _, c := range src[end:start] {
		switch c {
		case '\n':
			if lines++; lines > 1 {
				return false
			}
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return true
}

// docAbove is the text of the comments that end just above start.
func (x *extractor) docAbove(start uint32) string {
	if len(x.docs) == 0 || !adjacent(x.src, x.docEnd, start) {
		return ""
	}
	var lines []string
	n := 0
	for _, c := range x.docs {
		t := x.text(c)
		if n += len(t); n > maxDoc {
			break
		}
		lines = append(lines, uncomment(string(t))...)
	}
	return strings.ToValidUTF8(strings.Trim(strings.Join(lines, "\n"), "\n"), "\uFFFD")
}

// uncomment removes the markers of a comment of any of the languages.
func uncomment(t string) []string {
	t = strings.TrimSpace(strings.ReplaceAll(t, "\r\n", "\n"))
	for _, m := range [][2]string{{"/**", "*/"}, {"/*!", "*/"}, {"/*", "*/"}, {"(**", "*)"}, {"(*", "*)"}, {"{-|", "-}"}, {"{-", "-}"}, {"--[[", "]]"}, {"=begin", "=end"}, {"<!--", "-->"}} {
		inner, ok := strings.CutPrefix(t, m[0])
		if !ok {
			continue
		}
		inner = strings.TrimSuffix(inner, m[1])
		lines := strings.Split(inner, "\n")
		for i, l := range lines {
			l = strings.TrimSpace(l)
			if i > 0 {
				l = strings.TrimPrefix(strings.TrimPrefix(l, "*"), " ")
			}
			lines[i] = strings.TrimRight(l, " \t")
		}
		return lines
	}
	lines := strings.Split(t, "\n")
	for i, l := range lines {
		l = strings.TrimSpace(l)
		for _, m := range []string{"///", "//!", "//", "---", "--", "##", "#"} {
			if inner, ok := strings.CutPrefix(l, m); ok {
				l = strings.TrimPrefix(inner, " ")
				break
			}
		}
		lines[i] = strings.TrimRight(l, " \t")
	}
	return lines
}

// generated says whether the first lines say that a program wrote the file.
func generated(src []byte) bool {
	head := bytes.ToLower(src[:min(len(src), 1024)])
	for _, s := range []string{"do not edit", "@generated", "generated by the protocol buffer compiler", "automatically generated"} {
		if bytes.Contains(head, []byte(s)) {
			return true
		}
	}
	return false
}
