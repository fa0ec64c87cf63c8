package java

import (
	"embed"
	"strings"
	"sync"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// preludeFiles are the declarations of packages of the JDK, each in the file of
// its name. cmd/internal/javaprelude writes them.
//
//go:embed prelude/*.java
var preludeFiles embed.FS

// preludeRoot begins the paths of the declarations; no path in a repository
// begins like this.
const preludeRoot = "/jdk/"

// jdk is the package of the JDK; a repository says its version.
var jdk = symbol.Package{Manager: manager, Name: jdkName}

const jdkName = "jdk"

func prelude() []lang.Prelude {
	return lang.PreludeFiles(preludeFiles, func(file string, src []byte) lang.Prelude {
		name := strings.TrimSuffix(file, ".java")
		return lang.Prelude{
			Module: *module(name, jdk),
			Input:  lang.Input{Path: preludeRoot + file, Src: src},
			Global: name == languagePackage,
		}
	})
}

// languagePackage is the package whose types every file sees.
const languagePackage = "java.lang"

// languageTypes are the types that it declares: the names behind the keyword
// at the start of a line.
var languageTypes = sync.OnceValue(func() map[string]bool {
	src, err := preludeFiles.ReadFile("prelude/" + languagePackage + ".java")
	if err != nil {
		return nil
	}
	set := map[string]bool{}
	depth := 0
	for _, line := range strings.Split(string(src), "\n") {
		if depth == 0 {
			words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '<' })
			for i, w := range words {
				if (w == "class" || w == "interface" || w == "@interface" || w == "enum") && i+1 < len(words) {
					set[words[i+1]] = true
					break
				}
			}
		}
		depth += strings.Count(line, "{") - strings.Count(line, "}")
	}
	return set
})

// builtin is the package of the types that every file sees without an import.
func builtin(name string) (lang.Module, string, bool) {
	if !languageTypes()[name] {
		return lang.Module{}, "", false
	}
	return *module(languagePackage, jdk), name, true
}
