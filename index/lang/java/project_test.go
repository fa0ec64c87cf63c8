package java

import (
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/langtest"
	"codeintel/index/symbol"
)

func TestMaven(t *testing.T) {
	p := tested.Open(t, langtest.Repo{
		"pom.xml": `<?xml version="1.0" encoding="UTF-8"?><!-- a --><project xmlns="http://maven.apache.org/POM/4.0.0"><groupId>org.example</groupId>
			<artifactId>root</artifactId><version>${revision}</version><properties><revision>1.${minor}</revision><minor>4</minor><java.version>1.8</java.version></properties></project>`,
		"core/pom.xml":        `<project><parent><groupId>org.example</groupId><artifactId>root</artifactId><version>1.4</version></parent><artifactId>${project.groupId}.core</artifactId></project>`,
		"other/pom.xml":       `<project><parent><groupId>g</groupId><artifactId>elsewhere</artifactId><version>9</version></parent><artifactId>other</artifactId><version>${unknown}</version></project>`,
		"broken/pom.xml":      `<project><artifactId>x`,
		"core/src/a/b/C.java": "/* package x; */ // package y;\n@A(\"package z;\") @B package a . /* c */ b;\nclass C {}",
		"D.java":              "class D {}",
	}, lang.Deps{})
	for path, want := range map[string]symbol.Package{
		"D.java":              {Manager: "maven", Name: "org.example:root", Version: "1.4"},
		"core/src/a/b/C.java": {Manager: "maven", Name: "org.example:org.example.core", Version: "1.4"},
		"other/X.java":        {Manager: "maven", Name: "g:other"},
		"broken/X.java":       {Manager: "maven", Name: "org.example:root", Version: "1.4"},
	} {
		if got := p.Package(path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
	if ds := p.Prefix("core/src/a/b/C.java"); len(ds) != 2 || ds[0].Name != "a" || ds[1].Name != "b" || ds[1].Suffix != symbol.Namespace {
		t.Errorf("prefix %v", ds)
	}
	if ds := p.Prefix("D.java"); len(ds) != 0 {
		t.Errorf("prefix %v", ds)
	}
	if m := p.Resolve("D.java", "java.util", 0); m.Package != (symbol.Package{Manager: "maven", Name: "jdk", Version: "8"}) {
		t.Errorf("%v", m.Package)
	}
	if _, ok := p.ModuleSymbol("D.java"); ok {
		t.Error("a file has a symbol")
	}
}

func TestGradle(t *testing.T) {
	p := tested.Open(t, langtest.Repo{
		"settings.gradle.kts": "rootProject.name = \"main\"\ninclude(\"lib\")\n",
		"build.gradle.kts":    "plugins { java }\ngroup = \"org.example\"\njava { toolchain { languageVersion = JavaLanguageVersion.of(21) } }\n",
		"gradle.properties":   "version=2.0\norg.gradle.jvmargs=-Xmx1g\n",
		"lib/build.gradle":    "version '3.1'\narchivesBaseName = 'lib-core'\nsourceCompatibility = '1.8'\n",
		"app/build.gradle":    "description = 'no names'\n",
		"lib/A.java":          "package a;",
	}, lang.Deps{})
	for path, want := range map[string]symbol.Package{
		"A.java":     {Manager: "maven", Name: "org.example:main", Version: "2.0"},
		"lib/A.java": {Manager: "maven", Name: "org.example:lib-core", Version: "3.1"},
		"app/A.java": {Manager: "maven", Name: "org.example:app", Version: "2.0"},
	} {
		if got := p.Package(path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
	for path, want := range map[string]string{"A.java": "21", "lib/A.java": "8", "app/A.java": "21"} {
		if got := p.Resolve(path, "java.io", 0).Package.Version; got != want {
			t.Errorf("%s: JDK %s, want %s", path, got, want)
		}
	}
}

func TestResolve(t *testing.T) {
	p := tested.Open(t, langtest.Repo{}, lang.Deps{})
	if got := p.Package("A.java"); got != (symbol.Package{Manager: "maven"}) {
		t.Errorf("without configuration: %v", got)
	}
	for spec, want := range map[string]struct {
		jdk   string
		outer string
	}{
		"java.util":         {jdk: "17"},
		"java.util.Map":     {jdk: "17", outer: "java.util"},
		"javax.crypto.spec": {jdk: "17"},
		"javax.inject":      {},
		"javaparser":        {},
		"org.example.A.B":   {outer: "org.example.A"},
		"":                  {},
	} {
		m := p.Resolve("A.java", spec, 0)
		outer := ""
		if m.Outer != nil {
			outer = m.Outer.Name
		}
		if m.Package.Version != want.jdk || outer != want.outer || m.Name != spec || !m.External {
			t.Errorf("%q: %+v", spec, m)
		}
	}
}

func TestRules(t *testing.T) {
	for _, c := range [][3]string{
		{"int", "long", "long"}, {"byte", "char", "int"}, {"String", "int", "String"}, {"?", "String", "String"}, {"Integer", "double", "double"},
		{"boolean", "Boolean", "boolean"}, {"Foo", "int", ""}, {"float", "Long", "float"},
	} {
		if got := arithmetic(c[0], c[1]); got != c[2] {
			t.Errorf("%s and %s: %q, want %q", c[0], c[1], got, c[2])
		}
	}
	for _, c := range []struct {
		from, to string
		want     bool
	}{{"int", "long", true}, {"long", "int", false}, {"byte", "char", false}, {"char", "int", true}, {"int", "int", false}, {"boolean", "int", false}, {"long", "float", true}} {
		if widens(c.from, c.to) != c.want {
			t.Errorf("%s to %s", c.from, c.to)
		}
	}
}
