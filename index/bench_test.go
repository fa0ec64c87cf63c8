package index_test

import (
	"testing"

	"codeintel/index"
	"codeintel/index/indextest"
	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// again is the input of a snapshot, to make it from scratch.
func again(s *index.Snapshot) index.Input {
	in := index.Input{
		Docs:     s.Docs(),
		Projects: map[string]lang.Project{indextest.Language.Family: indextest.Toy{}},
		Result:   &resolve.Result{Externals: s.Externals()},
	}
	for doc := range s.Docs() {
		in.Result.Links = append(in.Result.Links, s.Links(int32(doc)))
		in.Result.Relations = append(in.Result.Relations, s.Relations(int32(doc)))
	}
	return in
}

func BenchmarkNew(b *testing.B) {
	in := again(indextest.Large(200))
	b.ReportAllocs()
	for b.Loop() {
		index.New(in)
	}
}

// BenchmarkFirstReferences makes the reverse index of 480,000 links.
func BenchmarkFirstReferences(b *testing.B) {
	in := again(indextest.Large(200))
	b.ReportAllocs()
	for b.Loop() {
		if len(index.New(in).References(index.ID{Doc: 0, Def: 0})) == 0 {
			b.Fatal("no references")
		}
	}
}

// BenchmarkFirstNamed makes the index of 12,000 names.
func BenchmarkFirstNamed(b *testing.B) {
	in := again(indextest.Large(200))
	b.ReportAllocs()
	for b.Loop() {
		if len(index.New(in).Named("function7")) != 200 {
			b.Fatal("wrong names")
		}
	}
}

func BenchmarkReferences(b *testing.B) {
	s := indextest.Large(200)
	id := s.Named("function7")[0]
	for b.Loop() {
		s.References(id)
	}
}
