package python

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"codeintel/index/lang"
	"codeintel/index/lang/langtest"
)

// show is a module in one line.
func show(m *lang.Module) string {
	switch {
	case !m.Found():
		return "none"
	case m.External:
		return fmt.Sprintf("%s in %s %s", m.Name, m.Package.Name, m.Package.Version)
	case len(m.Files) == 0:
		return fmt.Sprintf("%s = %s/", m.Name, m.Dir)
	}
	return m.Name + " = " + strings.Join(m.Files, ",")
}

func TestResolve(t *testing.T) {
	r := langtest.Repo{
		"pyproject.toml":                     "[project]\nname = 'main-dist'\nversion = '1.2'\ndependencies = ['pyyaml>=6', 'Requests[socks]==2.1 ; python_version > \"3\"']\n[tool.pytest.ini_options]\npythonpath = ['testlib']\n",
		"src/pkg/__init__.py":                "",
		"src/pkg/mod.py":                     "",
		"src/pkg/mod.pyi":                    "",
		"src/pkg/typed.pyi":                  "",
		"src/pkg/sub/__init__.py":            "",
		"src/pkg/sub/deep.py":                "",
		"src/pkg/json.py":                    "",
		"src/space/one/a.py":                 "",
		"tests/conftest.py":                  "",
		"tests/helper.py":                    "",
		"tests/unit/test_x.py":               "",
		"testlib/fakes.py":                   "",
		"scripts/run-it.py":                  "",
		"libs/inner/setup.py":                "from setuptools import setup, find_packages\nsetup(name='inner', version='3', packages=find_packages(where='lib'), install_requires=['attrs'])\n",
		"libs/inner/lib/inner/a.py":          "",
		"libs/inner/lib/space/b.py":          "",
		"libs/cfg/setup.cfg":                 "[metadata]\nname = cfg\nversion = attr: cfgpkg.__version__\n[options]\npackage_dir =\n    = source\n[options.packages.find]\nwhere = source\n",
		"libs/cfg/source/cfgpkg/__init__.py": "import x\n__version__ = '7.8'\n",
		"libs/poet/pyproject.toml":           "[tool.poetry]\nname = 'poet'\nversion = '0.1'\npackages = [{include = 'poem', from = 'python'}]\n[tool.poetry.dependencies]\npython = '^3.8'\nnumpy = '1.2'\n",
		"libs/poet/python/poem.py":           "",
		"libs/hatch/pyproject.toml":          "[project]\nname = 'hatched'\n[tool.hatch.build.targets.wheel]\npackages = ['code/egg']\n[tool.hatch.version]\npath = 'code/egg/about.py'\n",
		"libs/hatch/code/egg/about.py":       "__version__ = \"5\"\n",
		"libs/bad/pyproject.toml":            "[project\n",
		"libs/bad/x.py":                      "",
		"requirements/dev.txt":               "ignored",
		"requirements-dev.txt":               "# comment\n-r other.txt\npillow == 9.0 # pinned\n",
	}
	p := tested.Open(t, r, lang.Deps{})
	for _, c := range []struct{ from, spec, want string }{
		{"src/pkg/mod.py", "pkg.mod", "pkg.mod = src/pkg/mod.py,src/pkg/mod.pyi"},
		{"tests/unit/test_x.py", "pkg", "pkg = src/pkg/__init__.py"},
		{"tests/unit/test_x.py", "pkg.typed", "pkg.typed = src/pkg/typed.pyi"},
		{"tests/unit/test_x.py", "pkg.sub.deep", "pkg.sub.deep = src/pkg/sub/deep.py"},
		{"tests/unit/test_x.py", "helper", "tests.helper = tests/helper.py"},
		{"tests/unit/test_x.py", "fakes", "fakes = testlib/fakes.py"},
		{"src/pkg/mod.py", "json", "json in python-stdlib 3.11"},
		{"src/pkg/mod.py", "os.path", "os.path in python-stdlib 3.11"},
		{"src/pkg/mod.py", "yaml", "yaml in PyYAML "},
		{"src/pkg/mod.py", "requests.adapters", "requests.adapters in Requests 2.1"},
		{"src/pkg/mod.py", "PIL.Image", "PIL.Image in pillow 9.0"},
		{"src/pkg/mod.py", "attr", "attr in attrs "},
		{"src/pkg/mod.py", "numpy", "numpy in numpy 1.2"},
		{"src/pkg/mod.py", "unheard.of", "unheard.of in  "},
		{"src/pkg/mod.py", "space.one", "space.one = src/space/one/"},
		{"src/pkg/mod.py", "space.one.a", "space.one.a = src/space/one/a.py"},
		{"src/pkg/mod.py", "space.b", "space.b = libs/inner/lib/space/b.py"},
		{"libs/inner/lib/inner/a.py", "inner.a", "inner.a = libs/inner/lib/inner/a.py"},
		{"src/pkg/mod.py", "cfgpkg", "cfgpkg = libs/cfg/source/cfgpkg/__init__.py"},
		{"src/pkg/mod.py", "poem", "poem = libs/poet/python/poem.py"},
		{"src/pkg/mod.py", "egg.about", "egg.about = libs/hatch/code/egg/about.py"},
		{"src/pkg/mod.py", ".sub", "pkg.sub = src/pkg/sub/__init__.py"},
		{"src/pkg/mod.py", ".", "pkg = src/pkg/__init__.py"},
		{"src/pkg/sub/deep.py", "..json", "pkg.json = src/pkg/json.py"},
		{"src/pkg/sub/deep.py", ".nothing", "none"},
		{"src/pkg/sub/deep.py", "......x", "none"},
		{"scripts/run-it.py", "tests.helper", "tests.helper = tests/helper.py"},
		{"src/pkg/mod.py", "", "none"},
	} {
		level := len(c.spec) - len(strings.TrimLeft(c.spec, "."))
		if got := show(p.Resolve(c.from, c.spec[level:], level)); got != c.want {
			t.Errorf("%s: import %s: got %q, want %q", c.from, c.spec, got, c.want)
		}
	}
	for _, c := range []struct{ module, name, want string }{
		{"pkg", "sub", "pkg.sub = src/pkg/sub/__init__.py"},
		{"pkg.sub", "deep", "pkg.sub.deep = src/pkg/sub/deep.py"},
		{"pkg.mod", "x", "none"},
		{"space", "one", "space.one = src/space/one/"},
		{"space", "b", "space.b = libs/inner/lib/space/b.py"},
		{"yaml", "x", "none"},
	} {
		if got := show(p.Sub(p.Resolve("src/pkg/mod.py", c.module, 0), c.name)); got != c.want {
			t.Errorf("%s.%s: got %q, want %q", c.module, c.name, got, c.want)
		}
	}
	for _, c := range []struct{ file, module, pkg string }{
		{"src/pkg/mod.py", "pkg.mod", "main-dist 1.2"},
		{"src/pkg/__init__.py", "pkg", "main-dist 1.2"},
		{"tests/unit/test_x.py", "tests.unit.test_x", "main-dist 1.2"},
		{"scripts/run-it.py", "scripts.run-it", "main-dist 1.2"},
		{"libs/inner/lib/inner/a.py", "inner.a", "inner 3"},
		{"libs/inner/setup.py", "setup", "inner 3"},
		{"libs/cfg/source/cfgpkg/__init__.py", "cfgpkg", "cfg 7.8"},
		{"libs/poet/python/poem.py", "poem", "poet 0.1"},
		{"libs/hatch/code/egg/about.py", "egg.about", "hatched 5"},
		{"libs/bad/x.py", "libs.bad.x", "main-dist 1.2"},
	} {
		pkg := p.Package(c.file)
		if got := p.Prefix(c.file)[0].Name; got != c.module || pkg.Name+" "+pkg.Version != c.pkg || pkg.Manager != "python" {
			t.Errorf("%s: module %q of %q %q, want %q of %q", c.file, got, pkg.Name, pkg.Version, c.module, c.pkg)
		}
	}
}

// What is installed beside the repository is known by name and version.
func TestInstalled(t *testing.T) {
	site := ".venv/lib/python3.12/site-packages/"
	deps := fstest.MapFS{
		site + "PyYAML-6.0.dist-info/METADATA":      {Data: []byte("Metadata-Version: 2.1\nName: PyYAML\nVersion: 6.0\n\nName: not this\n")},
		site + "PyYAML-6.0.dist-info/top_level.txt": {Data: []byte("_yaml\nyaml\n")},
		site + "attrs-23.dist-info/METADATA":        {Data: []byte("Name: attrs\nVersion: 23\n")},
		site + "attrs-23.dist-info/RECORD":          {Data: []byte("attr/__init__.py,sha256=x,1\nattrs/py.typed,,\nattrs/__init__.py,,\nattrs-23.dist-info/METADATA,,\n../../bin/x,,\nsingle.py,,\n")},
		site + "broken-1.dist-info/top_level.txt":   {Data: []byte("broken\n")},
	}
	p := tested.Open(t, langtest.Repo{"a.py": ""}, lang.Deps{Repo: deps})
	for spec, want := range map[string]string{
		"yaml": "yaml in PyYAML 6.0", "attr": "attr in attrs 23", "attrs.x": "attrs.x in attrs 23", "single": "single in attrs 23",
		"broken": "broken in  ", "bin": "bin in  ",
	} {
		if got := show(p.Resolve("a.py", spec, 0)); got != want {
			t.Errorf("%s: got %q, want %q", spec, got, want)
		}
	}
}

// A repository that is itself a package, and one without any configuration.
func TestBareRoots(t *testing.T) {
	p := tested.Open(t, langtest.Repo{"__init__.py": "", "a.py": "", "sub/b.py": ""}, lang.Deps{})
	if got := show(p.Resolve("a.py", "", 1)); got != "__init__ = __init__.py" {
		t.Errorf("from . in a root: %q", got)
	}
	if got := show(p.Resolve("sub/b.py", "a", 2)); got != "a = a.py" {
		t.Errorf("from ..a: %q", got)
	}
	if got := show(p.Resolve("sub/b.py", "sub", 0)); got != "sub = sub/" {
		t.Errorf("import sub: %q", got)
	}
	if pkg := p.Package("a.py"); pkg.Name != "" {
		t.Errorf("package %q out of nothing", pkg.Name)
	}
}

func TestINI(t *testing.T) {
	ini := parseINI([]byte("top = 1\n[metadata]\nName = x\nlong-key: v # kept\n[options]\ninstall_requires =\n    a>1\n\n    b\nlast = y\n; comment\n[broken\nz = 1\n"))
	if got := ini["metadata"]["name"]; got != "x" {
		t.Errorf("name %q", got)
	}
	if got := ini["options"]["install_requires"]; got != "\na>1\nb" {
		t.Errorf("install_requires %q", got)
	}
	if got := ini["options"]["last"]; got != "y" {
		t.Errorf("last %q", got)
	}
	if len(ini) != 2 {
		t.Errorf("sections %v", ini)
	}
}

func FuzzConfig(f *testing.F) {
	f.Add("[project]\nname='x'\ndependencies=['a==1']\n[tool.poetry.packages]\n", "[metadata]\nname=a\n[options]\npackage_dir=\n =src\n", "setup(name='x', package_dir={'': 's'}, packages=find_packages('s'))")
	f.Add("[[tool.poetry.packages]]\nfrom='../..'\n", "[options]\n x\n", "setup(**{")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		r := langtest.Repo{"pyproject.toml": a, "setup.cfg": b, "d/setup.py": c, "d/requirements.txt": b, "d/s/m.py": "", "Pipfile": a}
		p, err := open(context.Background(), r, lang.Deps{})
		if err != nil {
			t.Fatal(err)
		}
		if m := p.Resolve("d/s/m.py", "m", 0); m == nil || len(m.Files) == 0 {
			t.Fatal("a file beside does not resolve")
		}
		p.Package("d/s/m.py")
	})
}
