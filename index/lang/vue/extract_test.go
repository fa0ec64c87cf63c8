package vue

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func facts(t testing.TB, path string, src []byte, limits ts.Limits) *lang.Facts {
	t.Helper()
	p := ts.NewParser(limits)
	defer p.Close()
	f, err := extract(context.Background(), p, lang.Input{Path: path, Src: src})
	if err != nil {
		if limits.Time > 0 {
			return nil
		}
		t.Fatal(err)
	}
	if err := lang.Validate(f, len(src)); err != nil {
		t.Fatalf("%s: %v\n%s", path, err, lang.Dump(f))
	}
	return f
}

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.vue")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f := facts(t, file, src, ts.Limits{})
		if f.ErrorNodes > 0 {
			t.Errorf("%s: %d places could not be read", file, f.ErrorNodes)
		}
		got := lang.Dump(f)
		golden := file + ".facts"
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("the facts are not those of %s (-update writes them):\n%s", golden, got)
		}
	}
}

// TestScan: what is markup, and what is not.
func TestScan(t *testing.T) {
	src := "<template><Col :a='b > c'>{{ x < y }} 1 < 2</Col></template>\n<docs># {{ no }} <b></docs><script>a<b</script>"
	l := scan([]byte(src))
	want := "<template><xol :a='b > c'>xxxxxxxxxxx 1 x 2</xol></template>\n<docs>xxxxxxxxxxxxxx</docs><script>xxx</script>"
	if string(l.text) != want {
		t.Errorf("got  %s\nwant %s", l.text, want)
	}
	if len(l.echoes) != 1 || src[l.echoes[0].Start:l.echoes[0].End] != " x < y " {
		t.Errorf("echoes %v", l.echoes)
	}
}

// TestDeep: nesting costs no stack.
func TestDeep(t *testing.T) {
	for _, open := range []string{"<b>", "<p :a='[' ", "<template v-for='a in b'>", "<template #a='b'>", "{{", "<A>", "<script>"} {
		facts(t, "a.vue", []byte("<template>"+strings.Repeat(open, 1000)), ts.Limits{})
	}
	facts(t, "a.vue", []byte("<template>{{"+strings.Repeat("[", 20000)+"}}</template>"), ts.Limits{})
}

func FuzzExtract(f *testing.F) {
	files, err := filepath.Glob("testdata/*.vue")
	if err != nil || len(files) == 0 {
		f.Fatal(files, err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	for _, s := range []string{
		"", "<", "<template", "<template>{{", "<template><a v-for='x in", "<template><a #b='{", "<script setup>defineProps(['", "<script>export default {props: ['a', ''",
		"<script setup generic='T'>", "<script src='./a'/>", "<style>.a{color: v-bind(x)}", "<template><A.b :[c]='d'/>", "<script>export default defineComponent({data() { return {",
		"<template><A v-model:a.b='c' ref='d' @e='f'/>", "<script setup>const e = defineEmits<{(e: 'a'): void}>(); e('a')", "<template lang=pug>p {{ a }}",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		facts(t, "a.vue", src, ts.Limits{Nodes: 1 << 20, Time: 50 * time.Millisecond})
	})
}
