package shell

import (
	"path"
	"strings"
)

// patchFile is a file that a patch names.
type patchFile struct {
	name string
	kind Kind
	git  bool // by git's own header: relative to the top of the repository
}

// patchFiles are the files that a patch names in its headers, before anything is
// stripped off. reverse swaps old and new.
func patchFiles(src string) []patchFile {
	var out []patchFile
	isGit, old := false, ""
	hunk := 0 // lines of the hunk that are left
	for l := range strings.Lines(src) {
		l = strings.TrimRight(l, "\r\n")
		if hunk > 0 && l != "" && strings.IndexByte(" +-\\", l[0]) >= 0 {
			hunk--
			continue
		}
		hunk = 0
		switch {
		case strings.HasPrefix(l, "diff --git "):
			isGit = true
			// Files whose mode alone changes, and binary ones, have no other header.
			if a, b, ok := strings.Cut(l[len("diff --git "):], " b/"); ok {
				out = append(out, patchFile{a, Content, true}, patchFile{"b/" + b, Content, true})
			}
		case strings.HasPrefix(l, "--- "):
			old = patchName(l[4:])
		case strings.HasPrefix(l, "+++ "):
			name := patchName(l[4:])
			switch {
			case name == "/dev/null":
				out = append(out, patchFile{old, Delete, isGit})
			default:
				out = append(out, patchFile{name, Content, isGit})
				if old != "/dev/null" && old != "" && !isGit {
					out = append(out, patchFile{old, Content, isGit})
				}
			}
		case strings.HasPrefix(l, "rename from "):
			out = append(out, patchFile{"a/" + patchName(l[12:]), Rename, true})
		case strings.HasPrefix(l, "rename to "), strings.HasPrefix(l, "copy to "):
			_, name, _ := strings.Cut(l, " to ")
			out = append(out, patchFile{"b/" + patchName(name), Content, true})
		case strings.HasPrefix(l, "Index: "), strings.HasPrefix(l, "Prereq: "):
			_, name, _ := strings.Cut(l, ": ")
			out = append(out, patchFile{patchName(name), Content, false})
		case strings.HasPrefix(l, "@@ "):
			hunk = hunkLines(l)
		}
	}
	return out
}

// hunkLines is at least how many lines the hunk has: none of them is a header.
func hunkLines(l string) int {
	n := 0
	for _, f := range strings.Fields(l) {
		if len(f) > 1 && (f[0] == '-' || f[0] == '+') {
			count := 1
			if _, c, ok := strings.Cut(f, ","); ok {
				count = number(lit(c), 0)
			}
			n = max(n, count)
		}
	}
	return n
}

// patchName is the name in a header line, without what follows it.
func patchName(s string) string {
	if strings.HasPrefix(s, `"`) {
		if i := strings.IndexByte(s[1:], '"'); i >= 0 {
			return ansiC(s[1 : i+1])
		}
	}
	s, _, _ = strings.Cut(s, "\t")
	// Without a tab the time may follow a space.
	if i := strings.Index(s, " 20"); i > 0 && strings.Count(s[i:], ":") >= 2 {
		s = s[:i]
	}
	return strings.TrimSpace(s)
}

// strip takes n leading elements off a name.
func strip(name string, n int) string {
	for ; n > 0; n-- {
		_, rest, ok := strings.Cut(name, "/")
		if !ok {
			return name
		}
		name = strings.TrimLeft(rest, "/")
	}
	return name
}

// patched takes in the files of a patch that git applies.
func (g git) patched(src string, n int, dir value, reverse bool) {
	files := patchFiles(src)
	if len(files) == 0 {
		g.unknown("a patch without files")
	}
	for _, f := range files {
		base := dir
		if f.git && dir == g.dir {
			base = g.x.env.root(dir)
		}
		if reverse && f.kind != Content {
			f.kind = Content
		}
		p, span, ok := lit(strip(f.name, n)).place(base)
		if ok {
			g.x.add(Write{Path: p, Kind: f.kind, Span: span}, g.why())
		}
	}
}

func doPatch(c *call) stream {
	if c.opts.has("--dry-run", "-C", "--check", "-v", "--version") {
		return stream{}
	}
	st := c.st
	if d := c.opts.all("-d", "--directory"); len(d) > 0 {
		st = c.x.clone(st)
		doCd(&call{x: c.x, st: st, name: "cd", args: d})
	}
	if c.opts.has("-o", "--output") {
		return stream{}
	}
	if len(c.opts.rest) > 0 {
		c.x.write(st, c.opts.rest[0], Content, c.name)
		return stream{}
	}
	in := c.in
	if i := c.opts.all("-i", "--input"); len(i) > 0 {
		in = c.x.file(c.st, i[0])
	}
	src, ok := in.whole()
	if !ok {
		c.x.writeTree(st, lit("."), Content, c.name)
		return stream{}
	}
	n := -1
	if p := c.opts.all("-p", "--strip"); len(p) > 0 {
		n = number(p[0], -1)
	}
	files := patchFiles(src)
	if len(files) == 0 {
		c.x.writeTree(st, lit("."), Content, c.name)
	}
	for _, f := range files {
		if f.git && strings.HasPrefix(f.name, "a/") && n < 0 {
			continue
		}
		name := f.name
		if name == "" || name == "/dev/null" {
			continue
		}
		if n >= 0 {
			c.x.write(st, lit(strip(name, n)), f.kind, c.name)
			continue
		}
		// Without -p the last element counts, or the whole where that file exists.
		c.x.write(st, lit(path.Base(name)), f.kind, c.name)
		c.x.write(st, lit(name), f.kind, c.name)
	}
	return stream{}
}

// doApplyPatch follows the patches that some models write, with *** headers.
func doApplyPatch(c *call) stream {
	src, ok := c.in.whole()
	if len(c.args) > 0 && c.args[0].form == exact {
		src, ok = c.args[0].text, true
	}
	if !ok {
		c.unknown("a patch that is not known")
		c.writeTree(lit("."), Content)
		return stream{}
	}
	for l := range strings.Lines(src) {
		l = strings.TrimSpace(l)
		for head, kind := range map[string]Kind{"*** Update File: ": Content, "*** Add File: ": Content, "*** Delete File: ": Delete, "*** Move to: ": Content} {
			if name, ok := strings.CutPrefix(l, head); ok {
				c.write(lit(strings.TrimSpace(name)), kind)
			}
		}
	}
	c.changes()
	return stream{}
}
