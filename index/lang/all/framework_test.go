package all

import (
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/langtest"
)

// FuzzFrameworks reads any bytes as files that frameworks read, under paths that
// mean something to them: the facts are valid.
func FuzzFrameworks(f *testing.F) {
	var read langtest.Languages
	for _, l := range Languages() {
		if len(l.Frameworks) > 0 {
			read = append(read, l)
		}
	}
	read.Fuzz(f, langtest.Fuzzing{
		Paths: []string{
			"routes/web.php", "config/app.php", "lang/en/a.php", "database/migrations/2026_01_01_000000_a.php", "app/Providers/AppServiceProvider.php",
			"app/Models/Seed.php", "app/Filament/Resources/SeedResource.php", "bootstrap/app.php", "resources/views/livewire/a.blade.php",
			"a/urls.py", "a/models.py", "a/settings.py", "a/views.py", "a/templatetags/b.py", "a/templates/a/b.html",
		},
		Seeds: []string{
			"<?php Route::get()->name('a');", "<?php Route::get('a', ['B', 'c'])->name('a');", "<?php Route::resource('a.b', C::class)->only('x');",
			"<?php return ['a' => ['b' => ['c' => 1, 'd']], 'a' => 2, '' => 3];", "<?php route(name: 'a'); route(...['a']); route('')->name('');",
			"@livewire('a', ['b' => 1])\n<livewire:a.b :c=\"$d\" wire:click=\"save(1)\"/>", "<?php Schema::create('a', function ($t) { $t->id()->x()->y('z'); });",
			"@props(['a' => 1, 'b'])\n<x-a.b :$c b=\"1\"><x-slot:d>{{ $e() }}</x-slot><x-slot name=\"f\"/></x-a.b>",
			"<?php Blade::component('a', B::class); namespace A\\View\\Components; class B extends \\Illuminate\\View\\Component { function __construct(public $c, $d) {} function render() { return view('a.b'); } }",
			"<?php $this->app->bind('a', fn () => new A); $this->app->when(A::class)->needs(B::class)->give(C::class);",
			"<?php env('A'); getenv(); Env::get('B'); env(...$y);", "import os\nos.environ['A'], os.environ[b], os.environ, os.getenv('B'), env('')",
			"from django.urls import *\nfrom django.urls import path, include, reverse\napp_name = 'a'\nb = [path('', c, name='d')]\nurlpatterns = [path('x', include((b, 'n'), namespace='m')), path('', include('..a')), path('y', include([path('z', v.as_view(), None, 'w')]))]\nreverse('a:d')",
			"from django.db import models\nclass A(models.Model):\n  b = models.ForeignKey('self', related_name='c')\n  d = models.ManyToManyField('x.Y')\n  class Meta:\n    ordering = ['-b__c', '?']\nA.objects.filter(b__c=1, **{})",
			"import django\nINSTALLED_APPS = ['a', 'b.c', '..', '.a', 'a.']\nTEMPLATES = [{'OPTIONS': {'context_processors': ['a.b']}}]\nAUTH_USER_MODEL = 'a.B'",
			"from django import template\nr = template.Library()\n@r.filter(name='')\ndef a(): pass\nr.tag('x', a)\nr.filter(a)\n@r.simple_tag\n@r.filter\ndef b(): pass",
			"from django.shortcuts import render\ndef a(q):\n  return render(q, 'a/b.html', {'c': q, 'd': a(q), **x})\nclass V(ListView):\n  model = M\n  template_name = 'a/b.html'",
			"{% load a from b %}{% url 'a:b' x=c.d %}{{ c.d.e|f:'g' }}{% static \"h\" %}{% for c in d.e %}{{ c.f }}{% endfor %}{% a %}{% |b %}",
		},
	})
}

// Each framework has a name and a version, and families that there are.
func TestFrameworks(t *testing.T) {
	families, names := map[string]bool{}, map[string]bool{}
	for _, l := range Languages() {
		families[l.Family] = true
	}
	for _, f := range frameworks() {
		if f.Name == "" || f.Version < 1 || f.Read == nil && f.Chunks == nil || len(f.Families) == 0 {
			t.Errorf("%+v", f)
		}
		for _, family := range f.Families {
			// Each part of one framework has families of its own.
			name := f.Name + " " + family
			if names[name] {
				t.Errorf("two frameworks called %s read %s", f.Name, family)
			}
			names[name] = true
			if !families[family] {
				t.Errorf("%s: there is no family %s", f.Name, family)
			}
		}
		if fw, kind, name, ok := lang.SplitOpen(lang.OpenName(f.Name, "kind", "a.b:c")); !ok || fw != f.Name || kind != "kind" || name != "a.b:c" {
			t.Errorf("%s: open names are read as %q, %q, %q", f.Name, fw, kind, name)
		}
	}
}
