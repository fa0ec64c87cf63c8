// Dictionary makes the tables of index/lexicon: words of Japanese with what they mean in
// English and how they are read, from EDICT, and words of English with their synonyms,
// opposites and relatives, from WordNet.
//
//	go run ./cmd/internal/dictionary
//
// fetches the packages from Debian's archive, chooses the words that texts on business
// and software use, and writes the tables, with what they were made from and under which
// licence beside them. The same packages make the same bytes.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"codeintel/cmd/internal/atomicfile"
	"codeintel/cmd/internal/corpus"
	"codeintel/index/lexicon"
)

// source is a package that a table is made from.
type source struct {
	name, licence string
	tree          corpus.Tree
	notice        string // its licence, in the package
	table         string // is written
}

var (
	edict = source{"edict", "CC-BY-SA-3.0 (EDRDG)", corpus.Tree{Name: "edict", Source: corpus.Debian, Package: "edict", Bare: true},
		"usr/share/doc/edict/copyright", "edict"}
	freeDict = source{"freedict", "CC-BY-SA-3.0", corpus.Tree{Name: "dict-freedict-eng-jpn", Source: corpus.Debian, Package: "dict-freedict-eng-jpn", Bare: true},
		"usr/share/doc/dict-freedict-eng-jpn/copyright", "edict"}
	sudachi = source{"sudachi", "Apache-2.0", corpus.Tree{Name: "sudachi-synonyms-dictionary", Source: corpus.NPM, Package: "sudachi-synonyms-dictionary", Version: "18.0.0"},
		"LICENSE", "edict"}
	wordnet = source{"wordnet", "WordNet-3.0", corpus.Tree{Name: "wordnet-base", Source: corpus.Debian, Package: "wordnet-base", Bare: true},
		"usr/share/doc/wordnet-base/copyright", "wordnet"}
)

func main() {
	cache := flag.String("cache", "out/dictionary", "folder for the packages")
	out := flag.String("out", "index/lexicon", "folder of the tables, written")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *cache, *out); err != nil {
		fmt.Fprintln(os.Stderr, "dictionary:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, cache, out string) error {
	log := func(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
	c, err := corpus.Open(cache, log)
	if err != nil {
		return err
	}
	words, err := fetch(ctx, c, wordnet, out)
	if err != nil {
		return err
	}
	english, err := readWordNet(filepath.Join(words, "usr/share/wordnet"))
	if err != nil {
		return err
	}
	all, err := readAll(ctx, c, out)
	if err != nil {
		return err
	}
	chosen := choose(all, english)
	table, err := lexicon.EncodeJapanese(chosen)
	if err != nil {
		return err
	}
	log("%d entries of %d: %d bytes", len(chosen), len(all), len(table))
	if err := write(filepath.Join(out, edict.table+".bin"), table); err != nil {
		return err
	}
	links := english.links(chosen)
	if table, err = lexicon.EncodeEnglish(links); err != nil {
		return err
	}
	log("%d words of English: %d bytes", len(links), len(table))
	return write(filepath.Join(out, wordnet.table+".bin"), table)
}

// readAll returns the entries of the dictionaries of Japanese: those of EDICT, with what
// the others, and compounds, add to them.
func readAll(ctx context.Context, c *corpus.Cache, out string) ([]entry, error) {
	dir, err := fetch(ctx, c, edict, out)
	if err != nil {
		return nil, err
	}
	all, err := readEDICT(filepath.Join(dir, "usr/share/edict/edict"))
	if err != nil {
		return nil, err
	}
	if dir, err = fetch(ctx, c, freeDict, out); err != nil {
		return nil, err
	}
	translations, err := readFreeDict(filepath.Join(dir, "usr/share/dictd/freedict-eng-jpn.dict.dz"))
	if err != nil {
		return nil, err
	}
	if dir, err = fetch(ctx, c, sudachi, out); err != nil {
		return nil, err
	}
	groups, err := readSudachi(filepath.Join(dir, "sudachi-synonyms-dictionary.json"))
	if err != nil {
		return nil, err
	}
	a := newAdder(&all)
	a.learnParts()
	for _, t := range translations {
		a.add(t.japanese, t.gloss, maxTranslations)
	}
	for _, g := range groups {
		a.join(g)
	}
	return all, nil
}

// fetch brings a package, and puts its version and licence beside the table.
func fetch(ctx context.Context, c *corpus.Cache, s source, out string) (string, error) {
	dir, version, err := c.Fetch(ctx, s.tree)
	if err != nil {
		return "", err
	}
	licence, err := os.ReadFile(filepath.Join(dir, s.notice))
	if err != nil {
		return "", err
	}
	from := "of Debian"
	if s.tree.Source == corpus.NPM {
		from = "of npm"
	}
	head := fmt.Sprintf("%s.bin is made from the package %s %s %s, by cmd/internal/dictionary,\nand is under the licence of that package: %s. It follows.\n\n", s.table, s.tree.Package, version, from, s.licence)
	return dir, write(filepath.Join(out, "NOTICE."+s.name), append([]byte(head), licence...))
}

func write(path string, b []byte) error {
	f, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	if _, err := f.Write(b); err != nil {
		return errors.Join(err, f.Abort())
	}
	return f.Commit()
}
