package lsp

import (
	"codeintel/index/lang"
)

// mode is how much is answered about the files of a language.
type mode uint8

const (
	// modePrimary: all that is known.
	modePrimary mode = iota
	// modeCompanion: only what a server for that language alone can't know, since it
	// answers beside this one.
	modeCompanion
	// modeOff: nothing.
	modeOff
)

// modes are the names of modes in settings.
var modes = map[string]mode{"primary": modePrimary, "companion": modeCompanion, "off": modeOff}

// allLanguages is what settings call all languages that they don't name.
const allLanguages = "*"

// mode of a language; files that no language reads have no answers.
func (c *conn) mode(l *lang.Language) mode {
	if l == nil {
		return modeOff
	}
	set := c.settings.Load().languages
	if m, ok := set[l.Name]; ok {
		return m
	}
	if m, ok := set[allLanguages]; ok {
		return m
	}
	if l.Served {
		return modeCompanion
	}
	return modePrimary
}

// mode of the language of a file.
func (v *view) mode(doc int32) mode { return v.c.mode(v.snap.Docs()[doc].Lang) }

// news says whether an edge from one file to another is for the editor to be told by
// us, who answer about the first: in primary mode each, in companion mode those that
// no server for one language knows of. Such a server knows the files of its family
// that it is made for.
func (v *view) news(from, to int32) bool {
	a, b := v.snap.Docs()[from].Lang, v.snap.Docs()[to].Lang
	switch v.mode(from) {
	case modePrimary:
		return true
	case modeCompanion:
		return b == nil || a.Family != b.Family || !b.Served
	}
	return false
}
