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
		},
		Seeds: []string{
			"<?php Route::get()->name('a');", "<?php Route::get('a', ['B', 'c'])->name('a');", "<?php Route::resource('a.b', C::class)->only('x');",
			"<?php return ['a' => ['b' => ['c' => 1, 'd']], 'a' => 2, '' => 3];", "<?php route(name: 'a'); route(...['a']); route('')->name('');",
			"@livewire('a', ['b' => 1])\n<livewire:a.b :c=\"$d\" wire:click=\"save(1)\"/>", "<?php Schema::create('a', function ($t) { $t->id()->x()->y('z'); });",
			"<?php $this->app->bind('a', fn () => new A); $this->app->when(A::class)->needs(B::class)->give(C::class);",
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
		if f.Name == "" || f.Version < 1 || f.Read == nil || len(f.Families) == 0 || names[f.Name] {
			t.Errorf("%+v", f)
		}
		names[f.Name] = true
		for _, family := range f.Families {
			if !families[family] {
				t.Errorf("%s: there is no family %s", f.Name, family)
			}
		}
		if fw, kind, name, ok := lang.SplitOpen(lang.OpenName(f.Name, "kind", "a.b:c")); !ok || fw != f.Name || kind != "kind" || name != "a.b:c" {
			t.Errorf("%s: open names are read as %q, %q, %q", f.Name, fw, kind, name)
		}
	}
}
