package vue

import (
	"testing"

	"codeintel/index/lang/langtest"
)

var tested = langtest.Languages{Language()}

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) { tested.Golden(t) }

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
	tested.Repeated(t, "a.vue", "<template>", 1000, "<b>", "<p :a='[' ", "<template v-for='a in b'>", "<template #a='b'>", "{{", "<A>", "<script>")
	tested.Repeated(t, "a.vue", "<template>{{", 20000, "[")
}

func FuzzExtract(f *testing.F) {
	tested.Fuzz(f, langtest.Fuzzing{Seeds: []string{
		"<", "<template", "<template>{{", "<template><a v-for='x in", "<template><a #b='{", "<script setup>defineProps(['", "<script>export default {props: ['a', ''",
		"<script setup generic='T'>", "<script src='./a'/>", "<style>.a{color: v-bind(x)}", "<template><A.b :[c]='d'/>", "<script>export default defineComponent({data() { return {",
		"<template><A v-model:a.b='c' ref='d' @e='f'/>", "<script setup>const e = defineEmits<{(e: 'a'): void}>(); e('a')", "<template lang=pug>p {{ a }}",
	}})
}
