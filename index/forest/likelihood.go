package forest

import (
	"path"
	"strings"

	"codeintel/index/chunk"
	"codeintel/index/words"
)

// kind is what a file is, as far as its path tells by the conventions of most
// languages and frameworks, so that what is less often meant comes later.
type kind uint8

const (
	isSource    kind = iota
	isTest           // code and data of tests
	isDocument       // documentation and examples
	isLog            // what has changed from version to version
	isGenerated      // written by a program
	isVendor         // of others: copies, bundles; and what is built
	isData           // texts of an interface, configuration, tables
)

// likelihoods say how likely a file of a kind is what a question is about, compared
// with source.
var likelihoods = [...]float32{isSource: 1, isTest: 0.4, isDocument: 0.35, isLog: 0.25, isGenerated: 0.4, isVendor: 0.35, isData: 0.35}

// types says the same of types of chunks, compared with functions; those that it does
// not know are 1.
var types = map[string]float32{
	"class": 0.93, "interface": 0.93, "trait": 0.93, "struct": 0.93, "enum": 0.93, "type": 0.93,
	chunk.Code: 0.85, chunk.Module: 0.7, chunk.Lines: 0.7,
}

// likelihoodOf is what types says of each type.
func likelihoodOf(list []string) []float64 {
	out := make([]float64, len(list))
	for i, typ := range list {
		out[i] = 1
		if t, ok := types[typ]; ok {
			out[i] = float64(t)
		}
	}
	return out
}

// folders and extensions that say what a file is.
var (
	folders = map[string]kind{
		"test": isTest, "tests": isTest, "testing": isTest, "testdata": isTest, "test_data": isTest, "__tests__": isTest, "__mocks__": isTest, "mocks": isTest,
		"__snapshots__": isTest, "spec": isTest, "specs": isTest, "e2e": isTest, "fixtures": isTest, "__fixtures__": isTest, "cypress": isTest, "playwright": isTest,
		"codeception": isTest, "behat": isTest, "acceptance": isTest, "testsuite": isTest, "testutil": isTest, "testutils": isTest, "testhelpers": isTest,
		"doc": isDocument, "docs": isDocument, "documentation": isDocument, "example": isDocument, "examples": isDocument, "sample": isDocument, "samples": isDocument,
		"demo": isDocument, "demos": isDocument, "benchmark": isDocument, "benchmarks": isDocument, "bench": isDocument,
		"changelog": isLog, "changelogs": isLog, "changes": isLog, "release-notes": isLog, "releases": isLog,
		"vendor": isVendor, "vendors": isVendor, "node_modules": isVendor, "third_party": isVendor, "third-party": isVendor, "thirdparty": isVendor,
		"site-packages": isVendor, "dist": isVendor, "build": isVendor, "bundle": isVendor, "bundles": isVendor,
		"locale": isData, "locales": isData, "lang": isData, "i18n": isData, "translations": isData, "migrations": isData, "licenses": isData,
	}
	extensions = map[string]kind{
		".md": isDocument, ".mdx": isDocument, ".rst": isDocument, ".txt": isDocument, ".adoc": isDocument,
		".json": isData, ".yaml": isData, ".yml": isData, ".toml": isData, ".xml": isData, ".po": isData, ".pot": isData, ".svg": isData, ".lock": isData,
		".csv": isData, ".sql": isData, ".neon": isData, ".ini": isData, ".cfg": isData, ".log": isData, ".map": isData, ".plist": isData, ".sum": isData, ".mod": isData,
	}
	documents = map[string]kind{
		"readme": isDocument, "license": isDocument, "licence": isDocument, "contributing": isDocument, "authors": isDocument, "security": isDocument,
		"code_of_conduct": isDocument, "changelog": isLog, "changes": isLog, "history": isLog, "news": isLog, "version": isLog, "release": isLog,
		"releases": isLog, "upgrade": isLog, "upgrading": isLog,
	}
)

// kindOf says what a file is.
func kindOf(file, language string, generated bool) kind {
	dir, base := path.Split(file)
	stem, more, _ := strings.Cut(base, ".")
	ext := strings.ToLower(path.Ext(base))
	if testName(stem, strings.ToLower(more)) {
		return isTest
	}
	found := isSource
	for name := range strings.SplitSeq(strings.ToLower(dir), "/") {
		k := folders[name]
		switch {
		case k == isTest || strings.HasPrefix(name, "test-") || strings.HasSuffix(name, "-test") || strings.HasSuffix(name, "-tests") || strings.HasSuffix(name, "_tests"):
			return isTest
		case len(name) > 1 && name[0] == '.':
			k = isData // of tools
		}
		if found == isSource {
			found = k
		}
	}
	switch of := extensions[ext]; {
	case language == "" || of != isSource:
		if k := documents[strings.ToLower(stem)]; k != isSource {
			return k
		}
		switch {
		case found != isSource:
			return found
		case of == isSource:
			return isData
		}
		return of
	case generated:
		return isGenerated
	case strings.HasPrefix(more, "min.") || strings.Contains(more, ".min.") || strings.Contains(more, "bundle."):
		return isVendor
	}
	return found
}

// testName says whether a file is one of tests by its name.
func testName(stem, more string) bool {
	for _, begin := range []string{"test_"} {
		if strings.HasPrefix(stem, begin) {
			return true
		}
	}
	for _, end := range []string{"_test", "_tests", "_spec", "Test", "Tests", "TestCase", "Cest", "Cept"} {
		if strings.HasSuffix(stem, end) {
			return true
		}
	}
	if stem == "conftest" || stem == "tests" {
		return true
	}
	for _, mark := range []string{"test.", "spec.", "stories.", "bench."} {
		if strings.HasPrefix(more, mark) || strings.Contains(more, "."+mark) {
			return true
		}
	}
	return false
}

// intent are words of questions that say what is to be done, more often than with what:
// they count less.
var intent = func() map[uint32]bool {
	t := map[uint32]bool{}
	words.Terms(`fix bug issue problem error implement add use make support allow change update ensure improve handle remove show display
		work broken wrong new missing 問題 改善 修正 対応 追加 不具合 変更 事象 調整`,
		func(term []byte) { t[hash(term)] = true })
	return t
}()

// pathBit is a bit that a set of hashes has set where it has a hash, and perhaps where it
// does not.
func pathBit(hash uint32) uint64 { return 1 << (hash & 63) }

// pathWords are the hashes of the words of a file's name, without its extensions, and
// of its folders' names.
func pathWords(file string) (stem, folders []uint32) {
	dir, base := path.Split(file)
	name, _, _ := strings.Cut(base, ".")
	add := func(list *[]uint32) func([]byte) {
		return func(term []byte) {
			if !words.Empty(term) {
				*list = append(*list, hash(term))
			}
		}
	}
	words.Terms(name, add(&stem))
	words.Terms(dir, add(&folders))
	return stem, folders
}
