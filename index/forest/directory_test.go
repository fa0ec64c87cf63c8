package forest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestHashesInOrder: each hash of a set comes once, in order, and is found.
func TestHashesInOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 3, 63, 64, 65, 500, 5000} {
		seen := map[uint32]bool{}
		for len(seen) < n {
			seen[r.Uint32N(1<<hashBits)] = true
		}
		var want []uint32
		for h := range seen {
			want = append(want, h)
		}
		slices.Sort(want)
		s := hashSet{bits: hashBits, n: n}
		in := reader{b: appendHashes(nil, want, hashBits)}
		in.hashes(&s)
		var got []uint32
		s.each(func(h uint32) { got = append(got, h) })
		if !slices.Equal(got, want) {
			t.Errorf("%d hashes: %v, want %v", n, got, want)
		}
	}
}

// TestDirectory: a forest that changes is asked again and again; its answers are those
// of one that is made of the same files, whether it has a directory of earlier files or
// not.
func TestDirectory(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	word := func() string { return fmt.Sprintf("w%c%c", 'a'+r.IntN(26), 'a'+r.IntN(26)*r.IntN(2)) }
	some := func(n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = word()
		}
		return strings.Join(list, " ")
	}
	text := func(path string) File { return of(path, "F"+word()+": "+some(12), "G"+word()+": "+some(3)) }
	files := map[string]File{}
	var first []File
	for i := range 300 {
		path := fmt.Sprintf("d%d/f%d.go", i%7, i)
		files[path] = text(path)
		first = append(first, files[path])
	}
	f := made(t, first)
	f.directory()
	inherited, made1 := 0, f.directory()
	for step := range 60 {
		var list []File
		for _, path := range slices.Sorted(maps.Keys(files)) {
			list = append(list, files[path])
		}
		fresh := made(t, list)
		for range 5 {
			q := Query{Text: some(1 + r.IntN(5)), Limit: 20}
			if got, want := ask(t, f, q), ask(t, fresh, q); !slices.Equal(got, want) {
				t.Fatalf("step %d, %s: %v, want %v", step, q.Text, got, want)
			}
		}
		if f.known == made1 {
			inherited++
		}
		var changed []File
		var gone []string
		for range 1 + r.IntN(12) {
			path := fmt.Sprintf("d%d/f%d.go", r.IntN(7), r.IntN(400))
			if _, ok := files[path]; ok && r.IntN(3) == 0 {
				delete(files, path)
				gone = append(gone, path)
				changed = slices.DeleteFunc(changed, func(x File) bool { return x.Path == path })
				continue
			}
			changed = slices.DeleteFunc(changed, func(x File) bool { return x.Path == path })
			gone = slices.DeleteFunc(gone, func(x string) bool { return x == path })
			files[path] = text(path)
			changed = append(changed, files[path])
		}
		next, err := f.With(changed, gone)
		if err != nil {
			t.Fatal(err)
		}
		f = next
	}
	if inherited < 10 || inherited == 60 {
		t.Errorf("%d of 60 forests have the first directory", inherited)
	}
}

// TestDirectoryFinds: of each word the directory names the files that have it, no others,
// and where its postings are.
func TestDirectoryFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var files []File
	for i := range 30 {
		files = append(files, File{Path: fmt.Sprintf("f%03d.go", i), Part: Make(invented(uint64(i), r.IntN(12)))})
	}
	f := made(t, files)
	d, asked := newDirectory(f.files, mostListed), 0
	for _, x := range f.files {
		x.part.words.each(func(hash uint32) {
			for _, h := range []uint32{hash, hash ^ 1} {
				var got, want []int
				d.find(h, func(file int, place uint) {
					got = append(got, file)
					l, ok := f.files[file].part.list(place)
					if other, there := f.files[file].part.find(h); !ok || !there || l.r.At != other.r.At || l.rows != other.rows || l.k != other.k || l.left != other.left {
						t.Fatalf("%x in file %d: %+v, want %+v", h, file, l, other)
					}
				})
				for n, o := range f.files {
					if o.part.words.find(h) >= 0 {
						want = append(want, n)
					}
				}
				if asked++; !slices.Equal(got, want) {
					t.Fatalf("%x: files %v, want %v", h, got, want)
				}
			}
		})
	}
	if asked < 1000 {
		t.Errorf("%d words are too few", asked)
	}
}

// TestDirectoryFull: where the lists have more bytes than can be told apart there is none,
// and a question finds the same.
func TestDirectoryFull(t *testing.T) {
	var files []File
	for i := range 40 {
		files = append(files, of(fmt.Sprintf("f%02d.go", i), fmt.Sprintf("F: alpha beta w%d", i), "G: alpha gamma"))
	}
	f := made(t, files)
	size := uint64(len(newDirectory(f.files, mostListed).lists))
	if size == 0 || len(newDirectory(f.files, size).files) != 40 {
		t.Fatalf("lists of %d bytes do not fit in as many", size)
	}
	full := newDirectory(f.files, size-1)
	if len(full.files) > 0 || len(full.lists) > 0 {
		t.Fatalf("lists of %d bytes fit in fewer", size)
	}
	q := Query{Text: "alpha w7", Limit: 20}
	want := ask(t, f, q)
	f.known, f.once = full, true
	if got := ask(t, f, q); len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("without a directory: %v, want %v", got, want)
	}
}
