package html

import (
	"strings"
	"testing"

	"codeintel/index/lang/langtest"
)

var tested = langtest.Languages{Language()}

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) { tested.Golden(t) }

// TestDeep: nesting costs no stack.
func TestDeep(t *testing.T) {
	tested.Repeated(t, "a.html", "", 3000, "<b>", "<p class='a'", "<b id=a>")
	tested.Repeated(t, "a.html", "{% a %}", 100000,
		"{%", "{{", "{#", "{% block a %}", "{% for a in b %}", "{{ a(", "{{ a|b:", "{{ a.b }}", "{% with a=b %}{{ a }}", "{% verbatim %}", "{% comment %}", "{% endblock %}", "{% macro a(b) %}", "{{ [", "{{ a=", "{{ \"")
	tested.Repeated(t, "a.html", "{% a %}", 3000, "<a class='{% if a %}", "<script>{{", "<style>{% a %}")
}

// TestTags: what in a page with tags is still read, and what is not.
func TestTags(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`<p class="a {% if x %}b{% else %}c{% endif %} d-{% if x %}e{% endif %} f{{ g }}">`, ".a .b .c"},
		{`<p class="{% if x %}b{% endif %}-c {{ d }} e">{% x %}`, ".e"},
		{`<a href="{% url "x" %}" id="{{ a }}" class='b'>`, ".b"},
		{`<a{% if x > 1 %} class="a"{% endif %}>`, ".a"},
		{`{# <p class="a"> #}{% x %}<p class="b">`, ".b"},
		{`{% comment %}<p class="a">{% endcomment %}<p class="b">`, ".b"},
		{`{% verbatim %}<p class="a{{ b }} c">{% endverbatim %}<p class="d">`, ".c .d"},
		{`{% raw %}<p class="a">{%- endraw %}<p class="d">`, ".a .d"},
		{`<script>let a = {{ b }}; {% if c %}f(a){% endif %}</script><p class="d">`, "f a .d"},
		{`<style>.a { width: {{ b }}px } {% if c %}.d { top: 0 }{% endif %}</style><p class="a">`, ".a"},
		{`{% if a < b %}<p class="a">{% endif %}`, ".a"},
		{`<p class="a {{ b` + "\n" + `}} c">{% x %}`, ".a .c"},
		{`{% block a %}{% endblock %}{% extends "b" %}{% block c %}`, "template:b block c"},
		{`{% extends x %}{% include ['a', "b"] %}{% include "it's" %}`, "template:a|b template:b template:it's"},
		{`{% for a, b in c %}{{ a.d }}{{ b|e:a }}{{ f }}{% endfor %}{{ a }}`, "a b a"},
		{`{% set a = 1 %}{% if x %}{{ a }}{% endif %}{{ "a" }}`, "a"},
	} {
		f := tested.Facts(t, "a.html", []byte(c.src))
		if f.ErrorNodes > 0 {
			t.Errorf("%s: %d errors", c.src, f.ErrorNodes)
		}
		var got []string
		for _, r := range f.Refs {
			got = append(got, f.Name(r.Name))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.src, strings.Join(got, " "), c.want)
		}
	}
}

// TestNoTags: what is no template is read as it was.
func TestNoTags(t *testing.T) {
	for _, c := range []struct {
		path, src string
		want      bool
	}{
		{"a.html", "{{ a }}", false},
		{"a/templates/a.html", "{{ a }}", true},
		{"templates/a.html", "{{ a }}", true},
		{"a.html", "{% a %}", true},
		{"a.html", "{%- a -%}", true},
		{"a.html", "{% 5 %}", false},
		{"a.html", "{%a", false},
		{"templates/a.html", "a", false},
	} {
		if got := isTemplate(c.path, []byte(c.src)); got != c.want {
			t.Errorf("%s %q: %v", c.path, c.src, got)
		}
	}
}

func FuzzExtract(f *testing.F) {
	tested.Fuzz(f, langtest.Fuzzing{Seeds: []string{"<", "<a", "<a b=", "<script>", "<style>.a{", "<a onclick='", "<a id='", "<a onclick='x(' b>", "<script lang=ts>let a: <", "<x-y></x-y", "{% a %}{{ b", "{% for a, b in c.d %}{{ a|e:b }}{% endfor %}", "{% macro a(b, c=1) %}{% endmacro %}{{ a(1) }}", "{% import 'a' as b %}{{ b.c }}", "{% from 'a' import b as c %}", "{% with a=b c as d %}{% set d = a %}", "{% block a %}<a class='{% if b %}", "{%verbatim%}{%endverbatim%}", "{% extends ['a', 'b'] %}{% block c %}"}})
}
