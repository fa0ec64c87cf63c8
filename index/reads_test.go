package index_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"codeintel/index"
	"codeintel/index/indextest"
	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// notes records which bytes of a stored form were noted.
type notes struct {
	data []byte
	read []bool
}

func (n *notes) Note(part []byte) {
	if len(part) == 0 {
		return
	}
	from := uintptr(unsafe.Pointer(unsafe.SliceData(part))) - uintptr(unsafe.Pointer(unsafe.SliceData(n.data)))
	if from >= uintptr(len(n.data)) {
		return
	}
	for i := range part {
		n.read[int(from)+i] = true
	}
}

// storedQuestions has questions that read different tables.
var storedQuestions = map[string]func(s *index.Snapshot, id index.ID) any{
	"opened": func(s *index.Snapshot, id index.ID) any {
		return fmt.Sprint(len(s.Docs()), s.Docs()[id.Doc].Path, s.Coverage(), s.Externals())
	},
	"symbol":          func(s *index.Snapshot, id index.ID) any { return fmt.Sprint(s.Symbol(id), s.Kind(id), s.Canonical(id)) },
	"named":           func(s *index.Snapshot, id index.ID) any { return fmt.Sprint(s.Named(s.Name(id))) },
	"by symbol":       func(s *index.Snapshot, id index.ID) any { return fmt.Sprint(s.Named(s.Symbol(id))) },
	"definitions":     func(s *index.Snapshot, id index.ID) any { return fmt.Sprint(s.Definitions(id), s.Declarations(id)) },
	"references":      func(s *index.Snapshot, id index.ID) any { return fmt.Sprint(s.References(id), s.IsReferred(id)) },
	"implementations": func(s *index.Snapshot, id index.ID) any { return fmt.Sprint(s.Implementations(id), s.Implemented(id)) },
	"calls":           func(s *index.Snapshot, id index.ID) any { return fmt.Sprint(s.Callers(id), s.Callees(id)) },
	"related":         func(s *index.Snapshot, id index.ID) any { return fmt.Sprint(s.Related(id.Doc, 0, 1<<20)) },
	"begins": func(s *index.Snapshot, id index.ID) any {
		found, more := s.SearchSymbols(index.SymbolQuery{Name: s.Name(id)[:1], Limit: 9})
		return fmt.Sprint(found, more)
	},
	"contains": func(s *index.Snapshot, id index.ID) any {
		found, more := s.SearchSymbols(index.SymbolQuery{Name: s.Name(id)[1:], Limit: 9})
		return fmt.Sprint(found, more)
	},
	"words": func(s *index.Snapshot, id index.ID) any {
		ranked, total := s.Rank(index.RankQuery{Text: "where is " + s.Name(id) + " used", Limit: 5})
		return fmt.Sprint(ranked, total)
	},
	"folder": func(s *index.Snapshot, id index.ID) any {
		f, ok := s.Folder(index.FolderQuery{})
		return fmt.Sprintf("%+v %v", f, ok)
	},
	"near": func(s *index.Snapshot, id index.ID) any { return fmt.Sprint(s.Near(s.Name(id) + "x")) },
	"stored again": func(s *index.Snapshot, _ index.ID) any {
		var b bytes.Buffer
		return fmt.Sprint(s.Encode(&b), b.Bytes())
	},
}

// TestReads changes each byte of a stored form. Where that changes an answer, or the
// question panics, the byte was noted before it was read.
func TestReads(t *testing.T) {
	t.Parallel()
	zoo, _ := zoo()
	r := &indextest.Repo{}
	text := strings.Repeat("often ", 70)
	a, b := r.File("a.toy", text), r.File("b.toy", text)
	often := a.Def("often", 1, lang.KindFunction, symbol.Method, nil)
	for i := range 70 {
		b.Ref("often", i+1, lang.Call, 0, a.ID(often))
	}
	for name, made := range map[string]*index.Snapshot{"zoo": zoo, "often": r.Snapshot(), "large": indextest.Large(3)} {
		var stored bytes.Buffer
		if err := made.Encode(&stored); err != nil {
			t.Fatal(err)
		}
		var ids []index.ID
		for doc, d := range made.Docs() {
			if d.Source != nil && len(ids) < 2 && len(d.Facts().Defs) > 0 {
				ids = append(ids, made.Canonical(index.ID{Doc: int32(doc), Def: lang.DefID(len(d.Facts().Defs) / 2)}))
			}
		}
		data := stored.Bytes()
		// ask returns the answer to a question with the byte at an offset changed, and what
		// was noted: nothing where the stored form can't be opened. The byte is changed
		// before the stored form is opened or, for later, between two questions.
		ask := func(question string, id index.ID, at int, bit byte, later bool) (answer string, read []bool) {
			n := &notes{data, make([]bool, len(data))}
			defer func() {
				data[at] ^= bit
				if r := recover(); r != nil {
					answer, read = fmt.Sprint("panic: ", r), n.read
				}
			}()
			change := func() {
				data[at] ^= bit
				clear(n.read)
			}
			if !later {
				change()
			}
			in := indextest.StoredLike(made, data, func(*index.Doc, error) {})
			in.Reads = n
			s, err := index.Open(in)
			if err != nil {
				return err.Error(), nil
			}
			if later {
				storedQuestions[question](s, id)
				change()
			}
			return fmt.Sprint(storedQuestions[question](s, id)), n.read
		}
		step := max(1, len(data)/900)
		for question := range storedQuestions {
			if name == "large" {
				step = len(data) / 60
			}
			for _, id := range ids {
				want, _ := ask(question, id, 0, 0, false)
				for at := 0; at < len(data); at += step {
					for _, later := range []bool{false, true} {
						got, read := ask(question, id, at, byte(1)<<(at/step%8), later)
						if got != want && read != nil && !read[at] {
							t.Errorf("%s, %q about %v: byte %d of %d is another one, later: %t, and was not noted\n%.200s\nwant\n%.200s", name, question, id, at, len(data), later, got, want)
						}
					}
				}
			}
		}
	}
}
