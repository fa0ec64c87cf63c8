// Package java extracts facts from Java and reads the configuration that names
// a repository's artifacts: Maven's pom.xml and Gradle's build files. The
// engine resolves names.
//
// Definitions and symbols follow scip-java: packages are namespaces, types
// types, methods methods with a disambiguator that counts the overloads of one
// class in the order of their declaration, constructors are called "<init>" (a
// class that declares none has one that stands where its name does), parameters
// and local variables are local.
//
// The types of a package share a scope; an import names the module that is its
// package, or the type around a member type.
package java

import (
	"context"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// version of Extract; it changes with its results.
const version = 3

// Language is Java.
func Language() *lang.Language {
	return &lang.Language{
		Name:       "java",
		SCIPName:   "Java",
		Family:     family,
		Served:     true,
		Extensions: []string{".java"},
		Version:    version,
		Extract: func(ctx context.Context, p *ts.Parser, in lang.Input) (*lang.Facts, error) {
			return extract(ctx, p, in)
		},
		Open:    open,
		Prelude: prelude,
		Chunks:  chunks,
		Rules:   rules,
	}
}

const family = "java"
