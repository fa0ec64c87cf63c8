// Package sessiontest has a repository for tests of sessions: a few files in a
// toy language, as text.
package sessiontest

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"codeintel/session"
)

// Repo is a repository. A line `func NAME` or `type NAME` begins a symbol, which
// ends before an empty line; a body that has NAME( or NAME. uses it.
type Repo struct {
	files   map[string][]string
	symbols []session.Symbol
	related map[[2]string]bool
}

var (
	defines = regexp.MustCompile(`^(func|type) ([\pL_][\pL\pN_.]*)`)
	uses    = regexp.MustCompile(`[\pL_][\pL\pN_.]*`)
)

// New makes a repository of files by their path.
func New(files map[string]string) *Repo {
	r := &Repo{files: map[string][]string{}, related: map[[2]string]bool{}}
	var paths []string
	for p, text := range files {
		r.files[p] = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		if text == "" {
			r.files[p] = nil
		}
		paths = append(paths, p)
	}
	slices.Sort(paths)
	bodies := map[string]string{}
	for _, p := range paths {
		lines := r.files[p]
		for i := 0; i < len(lines); i++ {
			m := defines.FindStringSubmatch(lines[i])
			if m == nil {
				continue
			}
			end := i + 1
			for end < len(lines) && lines[end] != "" && !defines.MatchString(lines[end]) {
				end++
			}
			x := session.Symbol{Symbol: "toy . . . `" + p + "`/" + m[2] + "().", Name: m[2], Kind: "function", File: p, Line: i + 1, EndLine: end}
			if m[1] == "type" {
				x.Kind, x.Symbol = "type", "toy . . . `"+p+"`/"+m[2]+"#"
			}
			r.symbols = append(r.symbols, x)
			bodies[x.Symbol] = strings.Join(lines[i+1:end], "\n")
		}
	}
	for _, x := range r.symbols {
		for _, name := range uses.FindAllString(bodies[x.Symbol], -1) {
			for _, y := range r.symbols {
				if y.Name == name && y.Symbol != x.Symbol {
					r.related[[2]string{x.Symbol, y.Symbol}] = true
				}
			}
		}
	}
	return r
}

// Symbols implements session.Code.
func (r *Repo) Symbols(name string) []session.Symbol {
	var out []session.Symbol
	for _, x := range r.symbols {
		if x.Symbol == name || x.Name == name || strings.HasSuffix(x.Name, "."+name) {
			out = append(out, x)
		}
	}
	return out
}

// Places implements session.Code: each symbol has one.
func (r *Repo) Places(symbol string) []session.Symbol {
	i := slices.IndexFunc(r.symbols, func(x session.Symbol) bool { return x.Symbol == symbol })
	if i < 0 {
		return nil
	}
	return r.symbols[i : i+1]
}

// Related implements session.Code.
func (r *Repo) Related(a, b string) bool {
	return r.related[[2]string{a, b}] || r.related[[2]string{b, a}]
}

// File implements session.Code.
func (r *Repo) File(p string) (session.FileInfo, bool) {
	lines, ok := r.files[p]
	return session.FileInfo{Lines: len(lines), Hash: "hash of " + p}, ok
}

// Folder implements session.Code.
func (r *Repo) Folder(p string) bool {
	for f := range r.files {
		if p == "." || strings.HasPrefix(f, p+"/") {
			return true
		}
	}
	return false
}

// Text implements session.Code.
func (r *Repo) Text(p string, from, to int) (string, bool) {
	lines, ok := r.files[p]
	if !ok || from < 1 || to < from || to > len(lines) {
		return "", false
	}
	return strings.Join(lines[from-1:to], "\n"), true
}

// Size implements session.Code: files of the toy language end in .go.
func (r *Repo) Size() session.Size {
	size := session.Size{Symbols: len(r.symbols)}
	for p, lines := range r.files {
		if len(lines) > 0 && p != ".mcp.json" && !strings.HasPrefix(p, ".claude/") {
			size.Files++
			size.Code = size.Code || path.Ext(p) == ".go"
		}
	}
	return size
}

// Near implements session.Code: names that have the other as a part.
func (r *Repo) Near(name string) []string {
	var out []string
	for _, x := range r.symbols {
		if name != "" && strings.Contains(x.Name, name) {
			out = append(out, x.Name)
		}
	}
	return out
}

// Beside implements session.Code: files of the same folders.
func (r *Repo) Beside(files []string) []string {
	var out []string
	for _, p := range r.Paths() {
		if path.Ext(p) == ".go" && !slices.Contains(files, p) && slices.ContainsFunc(files, func(f string) bool { return path.Dir(f) == path.Dir(p) }) {
			out = append(out, p)
		}
	}
	return out
}

// Definitions is what find_definitions shows of a name: the symbols with that
// name, and the line where each begins.
func (r *Repo) Definitions(name string) session.Shown {
	var out session.Shown
	for _, x := range r.Symbols(name) {
		out.Symbols = append(out.Symbols, x)
		out.Lines = append(out.Lines, session.Lines{File: x.File, From: x.Line, To: x.Line, Hash: "hash of " + x.File})
		out.Hits++
	}
	return out
}

// References is what find_references shows of a name: the symbols that use it, and
// the lines where they do.
func (r *Repo) References(name string) session.Shown {
	var out session.Shown
	for _, x := range r.Symbols(name) {
		for _, y := range r.symbols {
			if !r.related[[2]string{y.Symbol, x.Symbol}] {
				continue
			}
			for n := y.Line + 1; n <= y.EndLine; n++ {
				if text, _ := r.Text(y.File, n, n); slices.Contains(uses.FindAllString(text, -1), x.Name) {
					out.Symbols = append(out.Symbols, y)
					out.Lines = append(out.Lines, session.Lines{File: y.File, From: n, To: n, Hash: "hash of " + y.File})
					out.Hits++
				}
			}
		}
	}
	return out
}

// Search is what search_text shows of a text: the lines that have it.
func (r *Repo) Search(text string) session.Shown {
	var out session.Shown
	for _, p := range r.Paths() {
		for i, line := range r.files[p] {
			if strings.Contains(line, text) {
				out.Lines = append(out.Lines, session.Lines{File: p, From: i + 1, To: i + 1, Hash: "hash of " + p})
				out.Hits++
			}
		}
	}
	return out
}

// Read is what reading a file shows.
func (r *Repo) Read(p string) session.Shown {
	if n := len(r.files[p]); n > 0 {
		return session.Shown{Lines: []session.Lines{{File: p, From: 1, To: n, Hash: "hash of " + p}}, Hits: 1}
	}
	return session.Shown{}
}

// Meaning is what semantic_search shows of names: their symbols and first lines.
func (r *Repo) Meaning(names ...string) session.Shown {
	var out session.Shown
	for _, name := range names {
		d := r.Definitions(name)
		out.Symbols, out.Lines, out.Hits = append(out.Symbols, d.Symbols...), append(out.Lines, d.Lines...), out.Hits+d.Hits
	}
	return out
}

// Target is what is to be written, as a disk with these files has it.
func (r *Repo) Target(p string) session.Target {
	t := session.Target{Path: p, Folder: r.Folder(p)}
	_, t.Exists = r.files[p]
	t.Exists = t.Exists || t.Folder
	for t.Parent = path.Dir(p); !r.Folder(t.Parent); {
		t.Parent = path.Dir(t.Parent)
	}
	return t
}

// Paths are the files, sorted.
func (r *Repo) Paths() []string {
	var out []string
	for p := range r.files {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

var _ session.Code = (*Repo)(nil)
