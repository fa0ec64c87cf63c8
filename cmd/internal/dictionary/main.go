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
	pkg, licence string
	notice       string // its licence, in the package
	table        string // is written
}

var (
	edict   = source{"edict", "CC-BY-SA-3.0 (EDRDG)", "usr/share/doc/edict/copyright", "edict"}
	wordnet = source{"wordnet-base", "WordNet-3.0", "usr/share/doc/wordnet-base/copyright", "wordnet"}
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
	dictionary, err := fetch(ctx, c, edict, out)
	if err != nil {
		return err
	}
	all, err := readEDICT(filepath.Join(dictionary, "usr/share/edict/edict"))
	if err != nil {
		return err
	}
	chosen := choose(all, english)
	table, err := lexicon.EncodeJapanese(chosen)
	if err != nil {
		return err
	}
	if table, err = lexicon.Compress(table); err != nil {
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

// fetch brings a package, and puts its version and licence beside the table.
func fetch(ctx context.Context, c *corpus.Cache, s source, out string) (string, error) {
	dir, version, err := c.Fetch(ctx, corpus.Tree{Name: s.pkg, Source: corpus.Debian, Package: s.pkg, Bare: true})
	if err != nil {
		return "", err
	}
	licence, err := os.ReadFile(filepath.Join(dir, s.notice))
	if err != nil {
		return "", err
	}
	head := fmt.Sprintf("%s.bin is made from the package %s %s of Debian, by cmd/internal/dictionary,\nand is under the licence of that package: %s. It follows.\n\n", s.table, s.pkg, version, s.licence)
	return dir, write(filepath.Join(out, "NOTICE."+s.table), append([]byte(head), licence...))
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
