package php

import (
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/langtest"
	"codeintel/index/symbol"
)

func TestProject(t *testing.T) {
	files := langtest.Repo{
		"composer.json":              `{"name": "acme/shop", "version": "v1.2.0"}`,
		"packages/ui/composer.json":  `{"name": "acme/ui", "autoload": {"psr-4": {"Acme\\Ui\\": "src"}}}`,
		"packages/bad/composer.json": `{"name": `,
		"composer.lock":              `{"packages": [{"name": "locked/one", "version": "2.0", "autoload": {"psr-4": {"Locked\\": "src/"}}}, {"name": "acme/ui", "autoload": {"psr-4": {"Acme\\Ui\\": ""}}}]}`,
		"a.php":                      "<?php",
	}
	deps := langtest.Repo{
		"vendor/composer/installed.json": `{"packages": [
			{"name": "psr/log", "version": "v3.0.1", "autoload": {"psr-4": {"Psr\\Log\\": "src"}}},
			{"name": "psr/log-extra", "version": "1.0", "autoload": {"psr-4": {"Psr\\Log\\Extra\\": "src"}}},
			{"name": "old/style", "version": "1.1", "autoload": {"psr-0": {"Old_": "lib"}, "classmap": ["map/"]}}]}`,
		"vendor/composer/autoload_classmap.php": "<?php\nreturn array(\n    'Odd\\Thing' => $vendorDir . '/old/style/map/Thing.php',\n    'Mine' => $baseDir . '/Mine.php',\n);\n",
	}
	p := tested.Open(t, files, lang.Deps{Repo: deps.FS()})
	for path, want := range map[string]symbol.Package{
		"a.php":                {Manager: "composer", Name: "acme/shop", Version: "1.2.0"},
		"packages/ui/x/b.php":  {Manager: "composer", Name: "acme/ui"},
		"packages/bad/c.php":   {Manager: "composer", Name: "acme/shop", Version: "1.2.0"},
		"packages/uiother.php": {Manager: "composer", Name: "acme/shop", Version: "1.2.0"},
	} {
		if got := p.Package(path); got != want {
			t.Errorf("package of %s: %v, want %v", path, got, want)
		}
	}
	for name, want := range map[string]string{
		`Psr\Log\LoggerInterface#`: "psr/log@3.0.1 Psr/Log/ LoggerInterface#",
		`psr\log\Extra\X#|`:        "psr/log-extra@1.0 psr/log/Extra/ X#",
		`Psr\Logger#`:              "@ Psr/ Logger#",
		`Psr\Logger#|`:             "none", // a word in a comment
		`Locked\f()`:               "locked/one@2.0 Locked/ f()",
		`Locked\f()|f()`:           "none", // may be global
		`f()`:                      "none",
		`Odd\Thing#`:               "old/style@1.1 Odd/ Thing#",
		`Mine#`:                    "@ Mine#",
		`Acme\Ui\Gone#`:            "@ Acme/Ui/ Gone#", // the repository's own
		`$x`:                       "none",
		``:                         "none",
	} {
		got := "none"
		if m, in := p.(lang.Outsider).Outside(name); m != nil {
			got = m.Package.Name + "@" + m.Package.Version + " "
			for _, d := range m.Path {
				got += d.Name + "/"
			}
			if len(m.Path) > 0 {
				got += " "
			}
			got += in
			if !m.External || m.Package.Manager != "composer" {
				t.Errorf("%s: %+v", name, m)
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestFold(t *testing.T) {
	for name, want := range map[string]string{
		`App\User#`: `app\user#`, `App\F()`: `app\f()`, `App\LIMIT`: `app\LIMIT`, `LIMIT`: `LIMIT`, `$Name`: `$Name`, `getX()`: `getx()`,
		`Ünïcode#`: `Ünïcode#`,
	} {
		if got := fold(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestWritten(t *testing.T) {
	r := Language().Rules
	for name, want := range map[string]string{`App\User#|`: `App\User`, `App\f()|f()`: `App\f`, `$x`: `$x`, `LIMIT`: `LIMIT`} {
		if got := r.Written(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
