package chunk_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"golang.org/x/tools/txtar"

	"codeintel/index/chunk"
	"codeintel/index/lang"
	"codeintel/index/lang/all"
	"codeintel/index/lang/langtest"
	"codeintel/index/lang/ts"
)

// fixtures has an archive for each language and framework: files, and behind each
// the chunks of it as a file with ".chunks" behind its name.
const fixtures = "../../testdata/chunks"

// dump is chunks as text.
func dump(t testing.TB, chunks []chunk.Chunk, byLines string) string {
	t.Helper()
	var b strings.Builder
	if byLines != "" {
		fmt.Fprintf(&b, "by lines: %s\n", byLines)
	}
	for _, c := range chunks {
		fmt.Fprintf(&b, "%s %q lines %d-%d\n", c.SymbolType, c.SymbolName, c.StartLine, c.EndLine)
		for _, m := range c.Metadata {
			fmt.Fprintf(&b, "  %s: ", m.Key)
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(false)
			if err := e.Encode(m.Value); err != nil {
				t.Fatal(err)
			}
		}
		for line := range strings.SplitSeq(strings.TrimSuffix(c.Content, "\n"), "\n") {
			b.WriteString(strings.TrimRight("  | "+line, " ") + "\n")
		}
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	table := all.NewTable(all.Languages())
	parser := ts.NewParser(ts.Limits{})
	defer parser.Close()
	archives := os.DirFS(fixtures)
	names, err := fs.Glob(archives, "*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d fixtures, error %v", len(names), err)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			data, err := fs.ReadFile(archives, name)
			if err != nil {
				t.Fatal(err)
			}
			was := txtar.Parse(data)
			o := chunk.Options{MaxTokens: chunk.DefaultMaxTokens}
			if limit, ok := strings.CutPrefix(strings.TrimSpace(string(was.Comment)), "chunk_max_tokens "); ok {
				fmt.Sscan(limit, &o.MaxTokens)
			}
			is := &txtar.Archive{Comment: was.Comment}
			var all []chunk.Chunk
			var used []*lang.Framework
			byLines := map[string]string{}
			for _, f := range was.Files {
				if strings.HasSuffix(f.Name, ".chunks") {
					continue
				}
				l := table.ByName(f.Name)
				chunks, why := read(t, parser, l, f.Name, f.Data, o)
				all = append(all, chunks...)
				byLines[f.Name] = why
				is.Files = append(is.Files, f, txtar.File{Name: f.Name + ".chunks"})
				for _, fw := range frameworks(l) {
					if !slices.Contains(used, fw) {
						used = append(used, fw)
					}
				}
			}
			all = chunk.Combine(all, chunk.Combiners(used)...)
			for i := 0; i < len(is.Files); i += 2 {
				name := is.Files[i].Name
				var of []chunk.Chunk
				for _, c := range all {
					if c.File == name {
						of = append(of, c)
					}
				}
				is.Files[i+1].Data = []byte(dump(t, of, byLines[name]))
			}
			if got := txtar.Format(is); !bytes.Equal(got, data) {
				if !langtest.Updating() {
					t.Fatalf("the chunks are others (-update writes them):\n%s", langtest.Diff(string(data), string(got)))
				}
				if err := os.WriteFile(fixtures+"/"+name, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// frameworks are those that read the files of a language, nil for none.
func frameworks(l *lang.Language) []*lang.Framework {
	if l == nil {
		return nil
	}
	return l.Frameworks
}

// read divides a file, and checks what holds for the chunks of any file.
func read(t testing.TB, p *ts.Parser, l *lang.Language, name string, src []byte, o chunk.Options) ([]chunk.Chunk, string) {
	t.Helper()
	in := lang.Input{Path: name, Src: src, Language: l}
	chunks, byLines, err := chunk.File(context.Background(), p, l, in, o)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	check(t, p, l, in, o, chunks, byLines)
	return chunks, byLines
}

// check is what holds for the chunks of any file.
func check(t testing.TB, p *ts.Parser, l *lang.Language, in lang.Input, o chunk.Options, chunks []chunk.Chunk, byLines string) {
	t.Helper()
	lines := bytes.SplitAfter(in.Src, []byte("\n"))
	if k := len(lines) - 1; len(lines[k]) == 0 {
		lines = lines[:k]
	}
	ids := map[string]bool{}
	have := make([][]string, len(lines)+1) // contents by line
	for i, c := range chunks {
		switch {
		case c.StartLine < 1 || c.EndLine < c.StartLine || c.EndLine > len(lines) || int(c.End) > len(in.Src) || c.Start >= c.End:
			t.Fatalf("%s: chunk %d, %s %q, has lines %d to %d of %d, bytes %d to %d of %d", in.Path, i, c.SymbolType, c.SymbolName, c.StartLine, c.EndLine, len(lines), c.Start, c.End, len(in.Src))
		case ids[c.ID]:
			t.Fatalf("%s: two chunks with the id %s", in.Path, c.ID)
		case c.File != in.Path || c.SymbolType == "" || c.Content == "" || len(c.Fingerprint) != 64 || len(c.ID) != 32:
			t.Fatalf("%s: chunk %d: %+v", in.Path, i, c)
		case (c.SymbolType == chunk.Module) != (i == 0 && byLines == ""):
			t.Fatalf("%s: chunk %d is a %s", in.Path, i, c.SymbolType)
		case i > 1 && chunks[i-1].Start > c.Start:
			t.Fatalf("%s: chunk %d is not in the order of the text", in.Path, i)
		}
		ids[c.ID] = true
		for l := c.StartLine; c.SymbolType != chunk.Module && l <= c.EndLine; l++ {
			have[l] = append(have[l], c.Content)
		}
	}
	if byLines != "" || l == nil {
		bounded(t, in.Path, o, chunks, nil)
		for i, line := range lines {
			covered(t, in.Path, line, i+1, have, o)
		}
		return
	}
	again, _, err := chunk.File(context.Background(), p, l, in, o)
	if err != nil || !reflect.DeepEqual(again, chunks) {
		t.Fatalf("%s: read again, the chunks are others; error %v", in.Path, err)
	}
	f, err := l.Extract(context.Background(), p, in)
	if err != nil {
		t.Fatalf("%s: %v", in.Path, err)
	}
	in.Rich = true
	rich, err := l.Extract(context.Background(), p, in)
	if err != nil {
		t.Fatalf("%s: %v", in.Path, err)
	}
	if a, b := lang.Dump(f), lang.Dump(rich); a != b {
		t.Fatalf("%s: rich facts are others:\n%s", in.Path, langtest.Diff(a, b))
	}
	unnamed := slices.Clone(chunks)
	for i := range unnamed {
		unnamed[i].ID, unnamed[i].Fingerprint = "", ""
	}
	if facts := chunk.FromFacts(l, in, rich, o); byLines == chunk.ByLines(l, f, len(in.Src)) && !reflect.DeepEqual(facts, unnamed) {
		t.Fatalf("%s: from its facts, the chunks are others", in.Path)
	}
	bounded(t, in.Path, o, chunks, rich.Rich)
	// mixed are lines on which definitions begin or end beside others.
	mixed := func(start, end uint32) bool {
		for i := range rich.Defs {
			if d := &rich.Defs[i]; l.Chunks.Types[d.Kind] != "" && (d.EncStart > start && d.EncStart < end || d.EncEnd > start && d.EncEnd < end) {
				return true
			}
		}
		return false
	}
	line := 0
	for i := range rich.Defs {
		d := &rich.Defs[i]
		if l.Chunks.Types[d.Kind] == "" || d.Flags&(lang.Binding|lang.Param|lang.Elsewhere|lang.Declared) != 0 {
			continue
		}
		at := uint32(0)
		for line = range lines {
			if end := at + uint32(len(lines[line])); at < d.EncEnd && end > d.EncStart {
				from, to := max(at, d.EncStart), min(end, d.EncEnd)
				texts := [][]byte{in.Src[from:to]}
				if chunk.Tokens(lines[line]) > o.MaxTokens {
					texts = nil
				} else if mixed(from, to) {
					texts = bytes.FieldsFunc(in.Src[from:to], func(r rune) bool { return !unicode.IsLetter(r) })
				}
				for _, text := range texts {
					covered(t, in.Path, text, line+1, have, o)
				}
			}
			at += uint32(len(lines[line]))
		}
	}
}

// bounded says that no chunk but that of the module has more tokens than the limit,
// unless all that it has of the text is one line, which has twice it at most, or a
// framework wrote it.
func bounded(t testing.TB, name string, o chunk.Options, chunks []chunk.Chunk, rich *lang.Rich) {
	t.Helper()
	written := map[string]bool{}
	for i := 0; rich != nil && i < len(rich.Regions); i++ {
		written[rich.Regions[i].Text] = true
	}
	for _, c := range chunks {
		n := chunk.Tokens(c.Content)
		if n <= o.MaxTokens || c.SymbolType == chunk.Module || written[c.Content] {
			continue
		}
		own := strings.Split(strings.TrimSpace(c.Content), "\n")
		if part, ok := c.Metadata.Get("part").(int); ok {
			own = own[1:] // the label
			if part > 1 && len(own) > 1 {
				own = own[1:] // the signature
			}
		}
		if len(own) > 1 || n > 2*o.MaxTokens {
			t.Fatalf("%s:%d: %s %q has %d tokens of %d:\n%s", name, c.StartLine, c.SymbolType, c.SymbolName, n, o.MaxTokens, c.Content)
		}
	}
}

// covered says that the text of a line is in the content of a chunk of that line,
// but for a line that is too long for one.
func covered(t testing.TB, name string, text []byte, line int, have [][]string, o chunk.Options) {
	t.Helper()
	if chunk.Tokens(text) > max(o.MaxTokens, 1) {
		return
	}
	s := strings.TrimSpace(string(text))
	for _, content := range have[line] {
		if strings.Contains(content, s) {
			return
		}
	}
	if strings.ContainsFunc(s, func(r rune) bool {
		return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}) {
		t.Fatalf("%s:%d: %q is in no chunk, but these: %q", name, line, s, have[line])
	}
}

// FuzzCombine combines the chunks of migrations of any bytes: what a folder's files
// say together is the same in any order of them, and leads to none but them.
func FuzzCombine(f *testing.F) {
	php := all.NewTable(all.Languages()).ByName("a.php")
	data, err := os.ReadFile(fixtures + "/laravel_tables.txtar")
	if err != nil {
		f.Fatal(err)
	}
	const between = "\x00"
	var texts []string
	for _, file := range txtar.Parse(data).Files {
		if !strings.HasSuffix(file.Name, ".chunks") {
			texts = append(texts, string(file.Data))
		}
	}
	for i := range texts {
		f.Add(strings.Join(texts[i:], between), uint8(i))
		f.Add(texts[i][:len(texts[i])/2]+between+texts[i], uint8(0))
	}
	up := func(s string) string {
		return "<?php return new class extends Illuminate\\Database\\Migrations\\Migration { function up() { " + s + " } };"
	}
	f.Add(strings.Join([]string{
		up("Schema::rename('a', 'a');"), up("Schema::rename('b', 'a'); Schema::rename('a', 'b');"),
		up("Schema::create('', function ($t) { $t->string(''); $t->index([]); $t->renameColumn('', ''); $t->dropColumn([]); });"),
		up("Schema::table('a', function ($t) { $t->dropColumn('x', 'x'); $t->renameColumn('x', 'y'); $t->foreign('y'); $t->dropForeign([]); $t->dropPrimary(); });"),
		up("Schema::drop('a'); Schema::table('a', function ($t) { $t->unique('z'); $t->renameIndex('z', 'w'); $t->dropUnique(['z']); });"),
	}, between), uint8(2))
	parser := ts.NewParser(ts.Limits{Nodes: 1 << 20})
	f.Cleanup(parser.Close)
	f.Fuzz(func(t *testing.T, src string, without uint8) {
		if len(src) > 1<<14 {
			return
		}
		var chunks []chunk.Chunk
		var leftOut []string
		for i, text := range strings.Split(src, between) {
			if i == 20 {
				break
			}
			in := lang.Input{Path: fmt.Sprintf("database/migrations/%03d_x.php", i), Src: []byte(text), Language: php}
			of, byLines, err := chunk.File(context.Background(), parser, php, in, chunk.Options{MaxTokens: 200})
			switch {
			case err != nil:
				t.Fatal(err)
			case byLines != "" || without > 0 && i%int(without) == 1:
				leftOut = append(leftOut, in.Path)
			default:
				chunks = append(chunks, of...)
			}
		}
		combiners := chunk.Combiners(php.Frameworks, leftOut...)
		got := chunk.Combine(slices.Clone(chunks), combiners...)
		if len(got) != len(chunks) {
			t.Fatalf("%d chunks of %d", len(got), len(chunks))
		}
		// The chunks of a file keep their order; that of the files is of no account.
		turned := slices.Clone(chunks)
		slices.SortStableFunc(turned, func(a, b chunk.Chunk) int { return strings.Compare(b.File, a.File) })
		if a, b := dump(t, got, ""), dump(t, chunk.Combine(turned, combiners...), ""); a != b {
			t.Errorf("the order of files counts:\n%s", langtest.Diff(a, b))
		}
		for _, c := range got {
			if file, ok := c.Metadata.Get("final_in").(string); ok && (file < c.File || !slices.ContainsFunc(got, func(d chunk.Chunk) bool { return d.File == file })) {
				t.Errorf("%s is said to be in %s at last", c.File, file)
			}
			if files, ok := c.Metadata.Get("left_out").([]string); c.SymbolType == "table_schema" && (ok != (leftOut != nil) || !slices.Equal(files, leftOut)) {
				t.Errorf("%s says that %q are left out, want %q", c.File, files, leftOut)
			}
		}
	})
}

// FuzzChunk divides any bytes as a file of any language.
func FuzzChunk(f *testing.F) {
	languages := all.Languages()
	table := all.NewTable(languages)
	for i, l := range languages {
		for _, s := range []string{"", "\x00\xff", strings.Repeat("((({", 300), strings.Repeat("a\n", 200), "class A {\n  f() {\n" + strings.Repeat("    g('}')\n", 100) + "}\n}\n"} {
			f.Add(uint8(i), uint8(20), []byte(s))
		}
		_ = l
		// What can be divided in the middle of a line.
		f.Add(uint8(i), uint8(24), []byte("<?php\nclass A {\n  function f() {\n    return ['a' => [1, 2], 'b' => 3];\n    g(['c' => [4, 5], 'd' => 6], ['e' => [7, 8], 'f' => 9]);\n  }\n}\n"))
		f.Add(uint8(i), uint8(24), []byte("class A {\n  f() {\n    a = 1; b = {'a': [1, 2], 'b': 3};\n    g({'c': [4, 5], 'd': 6}, {'e': [7, 8], 'f': 9});\n  }\n}\n"))
	}
	archives := os.DirFS(fixtures)
	names, err := fs.Glob(archives, "*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		data, err := fs.ReadFile(archives, name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range txtar.Parse(data).Files {
			for i, l := range languages {
				if l == table.ByName(file.Name) {
					f.Add(uint8(i), uint8(60), file.Data)
					f.Add(uint8(i), uint8(1), file.Data[:len(file.Data)/2])
				}
			}
		}
	}
	parser := ts.NewParser(ts.Limits{Nodes: 1 << 20})
	f.Cleanup(parser.Close)
	f.Fuzz(func(t *testing.T, which, limit uint8, src []byte) {
		if len(src) > 1<<13 {
			return
		}
		l := languages[int(which)%len(languages)]
		name := "a"
		if len(l.Extensions) > 0 {
			name += l.Extensions[0]
		}
		in := lang.Input{Path: name, Src: src, Language: l}
		o := chunk.Options{MaxTokens: 16 + int(limit), Timeout: time.Second}
		chunks, byLines, err := chunk.File(context.Background(), parser, l, in, o)
		if err != nil {
			t.Fatal(err)
		}
		if byLines != chunk.TimedOut {
			check(t, parser, l, in, o, chunks, byLines)
		}
	})
}

// TestTokens has what Tokens says of itself.
func TestTokens(t *testing.T) {
	for text, want := range map[string]int{
		"":                     0,
		" \t\r\n":              0,
		"word":                 1,
		"two words":            2,
		"eightbyt":             1,
		"eightbyte":            2,
		"camelCase":            2,
		"HTTPServer":           2, // of ten letters; no small one is before a capital
		"under_sc":             1,
		"12":                   1,
		"1234":                 2,
		"a1":                   2,
		"1a":                   2,
		"a.b":                  3,
		"====":                 1,
		"=====":                2,
		"=-=-":                 4,
		"== ==":                2,
		"é":                    1,
		"注文":                   2,
		"a注b":                  3,
		"\x00":                 0,
		"\x00\x00\x00\x00\x00": 1,
	} {
		if got := chunk.Tokens(text); got != want {
			t.Errorf("%q: %d tokens, want %d", text, got, want)
		}
	}
}
