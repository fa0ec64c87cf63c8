package workspace

import (
	"context"
	"slices"
	"testing"

	"codeintel/index/chunk"
)

// What the files of a group say together names those of them that had no part in it:
// that can't be read, or not as their language, or are not what they were.
func TestLeftOut(t *testing.T) {
	p := &place{t, t.TempDir()}
	const dir = "database/migrations/"
	migration := func(what string) string {
		return "<?php\nreturn new class extends Illuminate\\Database\\Migrations\\Migration {\n    public function up(): void\n    {\n        " + what + "\n    }\n};\n"
	}
	p.write(dir+"1_jars.php", migration("Schema::create('jars', function (Blueprint $table) { $table->id(); });"))
	p.write(dir+"2_lid.php", migration("Schema::table('jars', function (Blueprint $table) { $table->string('lid'); });"))
	p.write(dir+"3_binary.php", "\x00\x01")
	p.write(dir+"4_garbled.php", "<?php ((((( )]]] {{{ ((( ]]] )))\n")
	p.write(dir+"5_changed.php", migration("Schema::table('jars', function (Blueprint $table) { $table->string('label'); });"))
	p.write(dir+"6_empty.php", "")
	p.write(dir+"tenant/1_other.php", "\x00")
	p.write("database/seeders/other.php", "\x00")
	w := builtIn(t).open(t, p.dir, Options{})
	s := w.scratch(t)
	p.write(dir+"5_changed.php", migration("Schema::drop('jars');"))
	schema := func(s *State, file string) *chunk.Chunk {
		t.Helper()
		chunker := w.Chunker(s)
		defer chunker.Close()
		doc, _ := s.Snapshot.Doc(file)
		chunks, byLines, ok, err := chunker.File(context.Background(), doc)
		if err != nil || !ok || byLines != "" {
			t.Fatalf("%s: %q, %v, %v", file, byLines, ok, err)
		}
		i := slices.IndexFunc(chunks, func(c chunk.Chunk) bool { return c.SymbolType == "table_schema" })
		if i < 0 {
			t.Fatalf("%s: no table_schema in %v", file, chunks)
		}
		return &chunks[i]
	}
	want := []string{dir + "3_binary.php", dir + "4_garbled.php", dir + "5_changed.php"}
	for _, file := range []string{dir + "1_jars.php", dir + "2_lid.php"} {
		if got, _ := schema(s, file).Metadata.Get("left_out").([]string); !slices.Equal(got, want) {
			t.Errorf("%s: %q are left out, want %q", file, got, want)
		}
	}
	p.remove(dir + "3_binary.php")
	p.write(dir+"4_garbled.php", "<?php\n")
	if c := schema(w.scratch(t), dir+"5_changed.php"); c.Metadata.Get("left_out") != nil {
		t.Errorf("nothing is left out, and %v is said to be", c.Metadata.Get("left_out"))
	}
}
