// Command newlang writes the folder of a new language: a skeleton that compiles
// and passes its tests, and its row in the list of languages. See `make lang`.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	_ "embed"
)

//go:embed skeleton.txt
var skeleton string

// language is what the skeleton is filled in with.
type language struct {
	Name      string // of the language and its folder
	Package   string
	Grammar   string // Go package with the grammar's C source
	Symbol    string // C function that returns the grammar
	Extension string // with the dot
	Module    string // import path of this module
}

func main() {
	grammar := flag.String("grammar", "", "Go package with the grammar; by default the one of that name in smacker/go-tree-sitter")
	extension := flag.String("ext", "", "extension of the language's files; by default a dot and the name")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "newlang: give one name: newlang [-grammar PACKAGE] [-ext .EXT] NAME")
		os.Exit(2)
	}
	l, err := newLanguage(flag.Arg(0), *grammar, *extension)
	if err == nil {
		err = l.write(".")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "newlang:", err)
		os.Exit(1)
	}
	fmt.Printf(`index/lang/%[1]s/ is in the list of languages and passes its tests. Next:
  extract.go   definitions, scopes and references (index/lang/facts.go says what each is)
  %[1]s.go     Open for modules and packages, Rules for names
  testdata/*%[2]s   files whose facts `+"`make golden`"+` writes beside them
  testdata/nav/%[1]s_*.txtar   what each name means, with carets
`, l.Name, l.Extension)
}

func newLanguage(name, grammar, extension string) (language, error) {
	if !regexp.MustCompile(`^[a-z][a-z0-9]*$`).MatchString(name) {
		return language{}, fmt.Errorf("%q: a language's name is lower-case letters and digits", name)
	}
	l := language{Name: name, Package: name, Grammar: grammar, Symbol: "tree_sitter_" + name, Extension: extension, Module: "codeintel"}
	if l.Grammar == "" {
		l.Grammar = "github.com/smacker/go-tree-sitter/" + name
	}
	if l.Extension == "" {
		l.Extension = "." + name
	}
	if !strings.HasPrefix(l.Extension, ".") {
		return language{}, fmt.Errorf("%q: an extension starts with a dot", l.Extension)
	}
	return l, nil
}

// files are the skeleton's, by path below the repository.
func (l language) files() (map[string][]byte, error) {
	t, err := template.New("skeleton").Parse(skeleton)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, l); err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for _, part := range strings.Split(b.String(), "==> ")[1:] {
		name, content, _ := strings.Cut(part, " <==\n")
		out[name] = []byte(content)
	}
	return out, nil
}

// write adds the language to the repository in root.
func (l language) write(root string) error {
	files, err := l.files()
	if err != nil {
		return err
	}
	dir := filepath.Join(root, "index", "lang", l.Name)
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is there already", dir)
	}
	list := filepath.Join(root, "index", "lang", "all", "all.go")
	src, err := os.ReadFile(list)
	if err != nil {
		return err
	}
	src, err = l.enlist(src)
	if err != nil {
		return fmt.Errorf("%s: %w", list, err)
	}
	for name, content := range files {
		p := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(p, content, 0o666); err != nil {
			return err
		}
	}
	return os.WriteFile(list, src, 0o666)
}

var (
	lastImport = regexp.MustCompile(`(?s)(import \(.*?)(\n\))`)
	lastRow    = regexp.MustCompile(`(?s)(func Languages\(\).*?)(\n\treturn all\n)`)
)

// enlist adds the language's import and row to the list of languages.
func (l language) enlist(src []byte) ([]byte, error) {
	if !lastImport.Match(src) || !lastRow.Match(src) {
		return nil, errors.New("there is no list of languages to add to")
	}
	src = lastImport.ReplaceAll(src, fmt.Appendf(nil, "$1\n\t\"%s/index/lang/%s\"$2", l.Module, l.Name))
	return lastRow.ReplaceAll(src, fmt.Appendf(nil, "$1\n\tall = append(all, %s.Language())$2", l.Package)), nil
}
