// Package all is the list of languages, and finds the one that reads a file.
package all

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"

	bladecomponents "codeintel/index/framework/blade"
	"codeintel/index/framework/django"
	environment "codeintel/index/framework/dotenv"
	"codeintel/index/framework/filament"
	"codeintel/index/framework/i18n"
	"codeintel/index/framework/inertia"
	"codeintel/index/framework/laravel"
	"codeintel/index/framework/livewire"
	"codeintel/index/framework/tailwind"
	"codeintel/index/framework/template"
	vueframework "codeintel/index/framework/vue"
	"codeintel/index/lang"
	"codeintel/index/lang/blade"
	"codeintel/index/lang/catalogue"
	"codeintel/index/lang/composer"
	"codeintel/index/lang/css"
	"codeintel/index/lang/dotenv"
	"codeintel/index/lang/golang"
	"codeintel/index/lang/html"
	"codeintel/index/lang/java"
	"codeintel/index/lang/outline"
	"codeintel/index/lang/php"
	"codeintel/index/lang/python"
	"codeintel/index/lang/svelte"
	"codeintel/index/lang/typescript"
	"codeintel/index/lang/vue"
	"codeintel/index/lang/yaml"
)

// Languages are all that this build reads.
func Languages() []*lang.Language {
	var all []*lang.Language
	all = append(all, golang.Language(), python.Language(), php.Language(), java.Language())
	all = append(all, typescript.Languages()...)
	all = append(all, css.Languages()...)
	all = append(all, html.Language(), vue.Language(), svelte.Language(), blade.Language())
	all = append(all, yaml.Language(), composer.Language(), catalogue.Language(), catalogue.Gettext(), catalogue.Properties(), catalogue.XLIFF(), dotenv.Language())
	all = append(all, outline.Languages()...)
	for _, f := range frameworks() {
		for _, l := range all {
			if slices.Contains(f.Families, l.Family) {
				l.Frameworks = append(l.Frameworks, f)
			}
		}
	}
	return all
}

// frameworks are all that this build reads.
func frameworks() []*lang.Framework {
	return []*lang.Framework{tailwind.Framework(), vueframework.Framework(), laravel.Framework(), laravel.Scripts(), laravel.Catalogues(), i18n.Keys(), i18n.Uses(), bladecomponents.Framework(), livewire.Framework(), filament.Framework(), inertia.Framework(), template.Framework(), django.Framework(), environment.Framework()}
}

// Table finds languages. It is immutable.
type Table struct {
	languages    []*lang.Language
	extensions   map[string]*lang.Language
	filenames    map[string]*lang.Language
	interpreters map[string]*lang.Language
}

// NewTable makes a table of languages. Where two claim the same extension,
// file name or interpreter the first has it.
func NewTable(languages []*lang.Language) *Table {
	t := &Table{languages: languages, extensions: map[string]*lang.Language{}, filenames: map[string]*lang.Language{}, interpreters: map[string]*lang.Language{}}
	for _, l := range languages {
		for _, e := range l.Extensions {
			if _, ok := t.extensions[e]; !ok {
				t.extensions[e] = l
			}
		}
		for _, f := range l.Filenames {
			if _, ok := t.filenames[f]; !ok {
				t.filenames[f] = l
			}
		}
		for _, i := range l.Interpreters {
			if _, ok := t.interpreters[i]; !ok {
				t.interpreters[i] = l
			}
		}
	}
	return t
}

// Languages of the table.
func (t *Table) Languages() []*lang.Language { return t.languages }

// ByName finds the language of the file at a path by its name or the longest
// extension of it that one claims, in any case, else by the path; nil when none does.
func (t *Table) ByName(name string) *lang.Language {
	base := strings.ToLower(path.Base(name))
	if l := t.filenames[base]; l != nil {
		return l
	}
	for i := 1; i < len(base); i++ { // a name that is all extension has none
		if base[i] == '.' {
			if l := t.extensions[base[i:]]; l != nil {
				return l
			}
		}
	}
	for _, l := range t.languages {
		if l.Owns != nil && l.Owns(name) {
			return l
		}
	}
	return nil
}

// NeedsFirstLine says whether only its first line can tell which language a
// file has: its name has no extension.
func (t *Table) NeedsFirstLine(name string) bool {
	return strings.LastIndexByte(path.Base(name), '.') <= 0
}

// ByPath finds the language of a file by its name, or, where that has no
// extension, by the interpreter that its first line names ("#!"). firstLine may
// go on behind the line's end. nil means none.
func (t *Table) ByPath(name string, firstLine []byte) *lang.Language {
	if l := t.ByName(name); l != nil {
		return l
	}
	if !t.NeedsFirstLine(name) {
		return nil
	}
	in := Interpreter(firstLine)
	if in == "" {
		return nil
	}
	if l := t.interpreters[in]; l != nil {
		return l
	}
	return t.interpreters[strings.TrimRight(in, "0123456789.-")]
}

// Interpreter is the name of the program that a "#!" line runs, without its
// folder: "python3.11" for "#!/usr/bin/env -S VAR=1 python3.11 -u". It is ""
// when the line does not begin with "#!".
func Interpreter(firstLine []byte) string {
	line, ok := bytes.CutPrefix(firstLine, []byte("#!"))
	if !ok {
		return ""
	}
	line, _, _ = bytes.Cut(line, []byte("\n"))
	words := strings.Fields(string(line))
	if len(words) > 0 && path.Base(words[0]) == "env" {
		words = words[1:]
		for len(words) > 0 {
			w := words[0]
			if rest, ok := strings.CutPrefix(w, "-S"); ok && rest != "" {
				words[0] = rest
				break
			}
			if !strings.HasPrefix(w, "-") && !strings.Contains(w, "=") {
				break
			}
			words = words[1:]
			if (w == "-u" || w == "-C") && len(words) > 0 {
				words = words[1:]
			}
		}
	}
	if len(words) == 0 {
		return ""
	}
	return path.Base(words[0])
}

// Select returns the table of the languages that names name, and the names that
// mean none. A name is a language's or a family's; a language's also means its
// dialect with markup, which SCIP and LSP call by the same name and "react".
// Without names all are meant.
func (t *Table) Select(names []string) (selected *Table, unknown []string) {
	if len(names) == 0 {
		return t, nil
	}
	want := map[*lang.Language]bool{}
	mark := func(means func(*lang.Language) bool) (found bool) {
		for _, l := range t.languages {
			if means(l) {
				want[l], found = true, true
			}
		}
		return found
	}
	for _, n := range names {
		if !mark(func(l *lang.Language) bool { return l.Name == n || l.Name == n+"react" }) &&
			!mark(func(l *lang.Language) bool { return l.Family == n }) {
			unknown = append(unknown, n)
		}
	}
	var kept []*lang.Language
	for _, l := range t.languages {
		if want[l] {
			kept = append(kept, l)
		}
	}
	return NewTable(kept), unknown
}

// Names of the languages, sorted.
func (t *Table) Names() []string {
	var names []string
	for _, l := range t.languages {
		names = append(names, l.Name)
	}
	sort.Strings(names)
	return names
}

// UnknownError says that names mean no language of the table.
func (t *Table) UnknownError(names []string) error {
	return fmt.Errorf("unknown language %s; known are: %s", strings.Join(names, ", "), strings.Join(t.Names(), ", "))
}
