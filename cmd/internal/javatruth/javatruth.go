// Package javatruth is a Java program that writes what javac makes of the names
// in a tree of Java files as a SCIP index.
package javatruth

import _ "embed"

// Program is the source, a single file that `java` runs.
//
//go:embed Truth.java
var Program string
