// Package php is the PHP language: its facts, its packages (Composer), and the
// rules of its names.
//
// Names of classes, functions and constants are global in PHP: a file's own
// namespace and use statements say which one is meant, and nothing else. So the
// extractor writes them out in full, and the name of a reference tells what
// kind of thing it means:
//
//	App\Models\User#   a class, interface, trait or enum
//	app\helper()       a function; a method has no namespace
//	App\LIMIT          a constant; a class constant has no namespace
//	$user              a variable or a property
//
// A function or constant that is named without a namespace may be the
// namespace's own or a global one: "app\strlen()|strlen()".
package php

import (
	"strings"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// version changes whenever the facts of some file do.
const version = 6

// Marks at the end of names.
const (
	classMark    = "#"
	functionMark = "()"
	// alternatives separates the names that a reference may mean; behind the
	// last one it says that the name may be no name at all (a word in a comment).
	alternatives = "|"
)

// Family of PHP and of the templates that hold it.
const Family = "php"

// Include is the name of the Directive that frameworks see for require and include.
const Include = "require"

// FileDir is what a Text begins with that is written as __DIR__ . 'text'.
const FileDir = "__DIR__"

// FirstClass is how references name the first class of these full names that the
// repository defines, which may be none.
func FirstClass(names ...string) string {
	return strings.Join(names, classMark+alternatives) + classMark + alternatives
}

// FullName returns the full name of a class that a file defines, its namespace
// included: App\Models\Order.
func FullName(f *lang.Facts, class lang.DefID) string {
	name := f.Name(f.Defs[class].Name)
	for p := f.Defs[class].Parent; p >= 0 && f.Defs[p].Kind == lang.KindNamespace; p = f.Defs[p].Parent {
		name = f.Name(f.Defs[p].Name) + `\` + name
	}
	return name
}

// Method is how references name a method or a function.
func Method(name string) string { return name + functionMark }

// Language returns PHP.
func Language() *lang.Language {
	return &lang.Language{
		Name:         "php",
		SCIPName:     "PHP",
		Family:       Family,
		Served:       true,
		Extensions:   []string{".php", ".phtml", ".php3", ".php4", ".php5", ".phps", ".inc"},
		Interpreters: []string{"php"},
		Version:      version,
		Extract:      extract,
		Open:         open,
		Sources:      sources,
		Prelude:      prelude,
		Chunks:       Chunks,
		Specifier:    ViewSpecifier,
		Rules: lang.Rules{
			Shared:           func(string, *lang.Facts) string { return "php" },
			Nearest:          true,
			Selves:           map[string]bool{"self": true, "static": true, "parent": true},
			Fold:             fold,
			Alternatives:     alternatives,
			Descriptor:       descriptor,
			Interfaces:       true,
			ImplicitBases:    map[lang.Kind]string{lang.KindEnum: "backedenum#"},
			Widen:            true,
			Filled:           true,
			ConstructorNames: []string{"__construct()"},
			CallMember:       "__invoke()",
			IndexMember:      "offsetget()",
			IterMembers:      []string{"getiterator()", "current()"},
			IterBases:        map[string]int{"Traversable": 1},
		},
	}
}

// fold is the key that a name means: classes, functions and namespaces are
// compared without regard to case, constants and variables are not.
func fold(name string) string {
	switch {
	case strings.HasPrefix(name, "$"):
		return name
	case strings.HasSuffix(name, functionMark), strings.HasSuffix(name, classMark):
		return lower(name)
	}
	if i := strings.LastIndexByte(name, '\\'); i >= 0 {
		return lower(name[:i]) + name[i:]
	}
	return name
}

// lower folds ASCII letters, as PHP does; other bytes stay.
func lower(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 'A' && c <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if c := b[i]; c >= 'A' && c <= 'Z' {
					b[i] = c + 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

// descriptor is how the symbol that a name means is written.
func descriptor(name string) (symbol.Descriptor, lang.Kind) {
	if n, ok := strings.CutSuffix(name, functionMark); ok {
		return symbol.Descriptor{Name: n, Suffix: symbol.Method}, lang.KindFunction
	}
	if n, ok := strings.CutSuffix(name, classMark); ok {
		return symbol.Descriptor{Name: n, Suffix: symbol.Type}, lang.KindClass
	}
	if strings.HasPrefix(name, "$") {
		return symbol.Descriptor{Name: name, Suffix: symbol.Term}, lang.KindProperty
	}
	return symbol.Descriptor{Name: name, Suffix: symbol.Term}, lang.KindConstant
}
