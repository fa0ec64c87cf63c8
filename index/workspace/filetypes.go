package workspace

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// fileTypes are the names of -t and the globs that a file's name must have one
// of. A name that ripgrep 13 has too means the same there.
func fileTypes() map[string][]string {
	return map[string][]string{
		"asm":      {"*.asm", "*.s", "*.S"},
		"blade":    {"*.blade.php"},
		"c":        {"*.[chH]", "*.[chH].in", "*.cats"},
		"clojure":  {"*.clj", "*.cljc", "*.cljs", "*.cljx"},
		"cmake":    {"*.cmake", "CMakeLists.txt"},
		"config":   {"*.cfg", "*.conf", "*.config", "*.ini"},
		"cpp":      {"*.[ChH]", "*.cc", "*.[ch]pp", "*.[ch]xx", "*.hh", "*.inl", "*.[ChH].in", "*.cc.in", "*.[ch]pp.in", "*.[ch]xx.in", "*.hh.in"},
		"cs":       {"*.cs"},
		"csharp":   {"*.cs"},
		"css":      {"*.css", "*.scss"},
		"csv":      {"*.csv"},
		"dart":     {"*.dart"},
		"diff":     {"*.patch", "*.diff"},
		"docker":   {"*Dockerfile*"},
		"elixir":   {"*.ex", "*.eex", "*.exs"},
		"erlang":   {"*.erl", "*.hrl"},
		"go":       {"*.go"},
		"gradle":   {"*.gradle"},
		"groovy":   {"*.groovy", "*.gradle"},
		"h":        {"*.h", "*.hpp"},
		"haskell":  {"*.hs", "*.lhs", "*.cpphs", "*.c2hs", "*.hsc"},
		"html":     {"*.htm", "*.html", "*.ejs"},
		"java":     {"*.java", "*.jsp", "*.jspx", "*.properties"},
		"js":       {"*.js", "*.jsx", "*.vue"},
		"json":     {"*.json", "composer.lock"},
		"kotlin":   {"*.kt", "*.kts"},
		"less":     {"*.less"},
		"lock":     {"*.lock", "package-lock.json"},
		"log":      {"*.log"},
		"lua":      {"*.lua"},
		"make":     {"[Gg][Nn][Uu]makefile", "[Mm]akefile", "[Gg][Nn][Uu]makefile.am", "[Mm]akefile.am", "[Gg][Nn][Uu]makefile.in", "[Mm]akefile.in", "*.mk", "*.mak"},
		"markdown": {"*.markdown", "*.md", "*.mdown", "*.mkdn"},
		"md":       {"*.markdown", "*.md", "*.mdown", "*.mkdn"},
		"objc":     {"*.h", "*.m"},
		"ocaml":    {"*.ml", "*.mli", "*.mll", "*.mly"},
		"perl":     {"*.perl", "*.pl", "*.PL", "*.plh", "*.plx", "*.pm", "*.t"},
		"php":      {"*.php", "*.php3", "*.php4", "*.php5", "*.phtml"},
		"protobuf": {"*.proto"},
		"ps":       {"*.cdxml", "*.ps1", "*.ps1xml", "*.psd1", "*.psm1"},
		"py":       {"*.py"},
		"r":        {"*.R", "*.r", "*.Rmd", "*.Rnw"},
		"rst":      {"*.rst"},
		"ruby":     {"config.ru", "Gemfile", ".irbrc", "Rakefile", "*.gemspec", "*.rb", "*.rbw"},
		"rust":     {"*.rs"},
		"sass":     {"*.sass", "*.scss"},
		"scala":    {"*.scala", "*.sbt"},
		"sh": {".login", ".logout", ".profile", "profile", ".bash_login", "bash_login", ".bash_logout", "bash_logout",
			".bash_profile", "bash_profile", ".bashrc", "bashrc", "*.bashrc", ".cshrc", "*.cshrc", ".kshrc", "*.kshrc", ".tcshrc",
			".zshenv", "zshenv", ".zlogin", "zlogin", ".zlogout", "zlogout", ".zprofile", "zprofile", ".zshrc", "zshrc",
			"*.bash", "*.csh", "*.ksh", "*.sh", "*.tcsh", "*.zsh"},
		"sql":   {"*.sql", "*.psql"},
		"svg":   {"*.svg"},
		"swift": {"*.swift"},
		"tex":   {"*.tex", "*.ltx", "*.cls", "*.sty", "*.bib", "*.dtx", "*.ins"},
		"tf":    {"*.tf"},
		"toml":  {"*.toml", "Cargo.lock"},
		"ts":    {"*.ts", "*.tsx"},
		"twig":  {"*.twig"},
		"txt":   {"*.txt"},
		"vb":    {"*.vb"},
		"vim":   {"*.vim"},
		"vue":   {"*.vue"},
		"xml":   {"*.xml", "*.xml.dist", "*.dtd", "*.xsl", "*.xslt", "*.xsd", "*.xjb", "*.rng", "*.sch", "*.xhtml"},
		"yaml":  {"*.yaml", "*.yml"},
		"zig":   {"*.zig"},
	}
}

// TextTypes are the names that TextOptions.Types may have, sorted.
func TextTypes() []string { return slices.Sorted(maps.Keys(fileTypes())) }

// typeFilter is the file types of a search.
type typeFilter struct {
	globs []typeGlob
	only  bool // some types are asked for
}

type typeGlob struct {
	glob    pathGlob
	exclude bool
}

func newTypeFilter(types, not []string) (*typeFilter, error) {
	f := &typeFilter{only: len(types) > 0}
	known := fileTypes()
	add := func(names []string, exclude bool) error {
		for _, name := range names {
			globs, ok := known[name]
			if !ok {
				return fmt.Errorf("the file type %q is not known; name one of %s, or a glob", name, strings.Join(TextTypes(), ", "))
			}
			for _, s := range globs {
				g, err := compileGlob(s, false)
				if err != nil {
					return err
				}
				f.globs = append(f.globs, typeGlob{g, exclude})
			}
		}
		return nil
	}
	if err := add(types, false); err != nil {
		return nil, err
	}
	return f, add(not, true)
}

// match decides on a file by its name.
func (f *typeFilter) match(name string) verdict {
	for i := len(f.globs) - 1; i >= 0; i-- {
		if g := f.globs[i]; g.glob.match(name) {
			if g.exclude {
				return excluded
			}
			return included
		}
	}
	if f.only {
		return excluded
	}
	return undecided
}
