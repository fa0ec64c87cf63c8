package java

import (
	"bytes"
	"encoding/xml"
	"path"
	"regexp"
	"strings"
	"sync"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// gradleFiles are the files that name a Gradle project.
var gradleFiles = map[string]bool{
	"build.gradle": true, "build.gradle.kts": true, "settings.gradle": true, "settings.gradle.kts": true, "gradle.properties": true,
}

// config reads the configuration of a repository's artifacts.
type config struct {
	files  lang.Files
	poms   []string
	gradle []string
	read   map[string]*pom
}

func newConfig(files lang.Files) *config { return &config{files: files, read: map[string]*pom{}} }

// pom is what a pom.xml says of its own artifact.
type pom struct {
	Group    string `xml:"groupId"`
	Artifact string `xml:"artifactId"`
	Version  string `xml:"version"`
	Parent   struct {
		Group    string  `xml:"groupId"`
		Artifact string  `xml:"artifactId"`
		Version  string  `xml:"version"`
		Path     *string `xml:"relativePath"`
	} `xml:"parent"`
	Properties struct {
		List []property `xml:",any"`
	} `xml:"properties"`
}

type property struct {
	XMLName xml.Name
	Value   string `xml:",chardata"`
}

// pom reads the file at p, nil when it is no pom.
func (c *config) pom(p string) *pom {
	if m, ok := c.read[p]; ok {
		return m
	}
	c.read[p] = nil
	src, err := c.files.Read(p)
	if err != nil {
		return nil
	}
	m := &pom{}
	d := xml.NewDecoder(bytes.NewReader(src))
	d.Strict = false
	d.Entity = xml.HTMLEntity
	if d.Decode(m) != nil || strings.TrimSpace(m.Artifact) == "" {
		return nil
	}
	c.read[p] = m
	return m
}

// parent is the pom in the repository that the one at p inherits from, and its
// path.
func (c *config) parent(p string, m *pom) (*pom, string) {
	if m.Parent.Artifact == "" {
		return nil, ""
	}
	rel := "../pom.xml"
	if m.Parent.Path != nil {
		rel = strings.TrimSpace(*m.Parent.Path)
	}
	if rel == "" {
		return nil, ""
	}
	at := path.Join(dir(p), rel)
	if !strings.HasSuffix(at, ".xml") {
		at = path.Join(at, "pom.xml")
	}
	if up := c.pom(at); up != nil && strings.TrimSpace(up.Artifact) == strings.TrimSpace(m.Parent.Artifact) {
		return up, at
	}
	return nil, ""
}

// maxParents bounds a chain of parents.
const maxParents = 32

// properties are those of the pom at p and of what it inherits from.
func (c *config) properties(p string, m *pom) map[string]string {
	all := map[string]string{}
	for n := 0; m != nil && n < maxParents; n++ {
		for _, e := range m.Properties.List {
			if _, ok := all[e.XMLName.Local]; !ok {
				all[e.XMLName.Local] = strings.TrimSpace(e.Value)
			}
		}
		m, p = c.parent(p, m)
	}
	return all
}

// reference is a use of a property.
var reference = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$\{([^{}]*)\}`) })

// expand replaces the uses of properties in text; it is "" where one is
// unknown.
func expand(text string, props map[string]string) string {
	text = strings.TrimSpace(text)
	for range 8 {
		if !strings.Contains(text, "${") {
			return text
		}
		missing := false
		text = reference().ReplaceAllStringFunc(text, func(use string) string {
			v, ok := props[use[2:len(use)-1]]
			missing = missing || !ok
			return v
		})
		if missing || len(text) > 1000 {
			return ""
		}
	}
	return ""
}

// jdkProperties name the version of the JDK, the surest first.
var jdkProperties = []string{"maven.compiler.release", "maven.compiler.target", "maven.compiler.source", "java.version"}

func (c *config) artifacts() []artifact {
	var out []artifact
	taken := map[string]bool{}
	for _, p := range c.poms {
		m := c.pom(p)
		if m == nil {
			continue
		}
		props := c.properties(p, m)
		group, version := m.Group, m.Version
		if group == "" {
			group = m.Parent.Group
		}
		if version == "" {
			version = m.Parent.Version
		}
		for k, v := range map[string]string{"groupId": group, "artifactId": m.Artifact, "version": version} {
			for _, prefix := range [...]string{"project.", "pom.", ""} {
				if _, ok := props[prefix+k]; !ok {
					props[prefix+k] = strings.TrimSpace(v)
				}
			}
		}
		for k, v := range map[string]string{"groupId": m.Parent.Group, "version": m.Parent.Version} {
			props["project.parent."+k] = strings.TrimSpace(v)
		}
		a := artifact{dir: dir(p), pkg: symbol.Package{Manager: manager, Version: expand(version, props)}}
		if g, n := expand(group, props), expand(m.Artifact, props); g != "" && n != "" {
			a.pkg.Name = g + ":" + n
		}
		for _, k := range jdkProperties {
			if v := expand(props[k], props); v != "" && a.jdk == "" {
				a.jdk = strings.TrimPrefix(v, "1.")
			}
		}
		taken[a.dir] = true
		out = append(out, a)
	}
	return append(out, c.gradleArtifacts(taken)...)
}

// gradleBuild is what the literals in a folder's build files say.
type gradleBuild struct {
	group, version, name, jdk string
	project                   bool // has a build file
}

// Settings with literal values, one on a line: "group = 'x'", "group 'x'",
// "rootProject.name = \"x\"", "version=x" in gradle.properties.
var (
	gradleSetting = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^[ \t]*(?:project\.|archivesBaseName|base\.)?(group|version|rootProject\.name|archivesBaseName|archivesName)[ \t]*(?:=|\.set\()?[ \t]*["']([^"'$\n]+)["']`)
	})
	gradleProp = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^[ \t]*(group|version)[ \t]*[=:][ \t]*([^\s$]+)[ \t]*$`)
	})
	gradleJDK = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)(?:languageVersion.*of\(|options\.release[ \t]*=[ \t]*|(?:source|target)Compatibility[ \t]*=?[ \t]*(?:JavaVersion\.VERSION_)?["']?)(?:1[._])?(\d+)`)
	})
)

func (c *config) gradleArtifacts(taken map[string]bool) []artifact {
	builds := map[string]*gradleBuild{}
	var dirs []string
	for _, p := range c.gradle {
		src, err := c.files.Read(p)
		if err != nil {
			continue
		}
		b := builds[dir(p)]
		if b == nil {
			b = &gradleBuild{}
			builds[dir(p)] = b
			dirs = append(dirs, dir(p))
		}
		settings := gradleSetting
		switch base := path.Base(p); {
		case strings.HasPrefix(base, "build."):
			b.project = true
			if m := gradleJDK().FindSubmatch(src); m != nil {
				b.jdk = string(m[1])
			}
		case base == "gradle.properties":
			settings = gradleProp
		default:
			b.project = true
		}
		for _, m := range settings().FindAllSubmatch(src, -1) {
			set := func(field *string) {
				if *field == "" {
					*field = string(m[2])
				}
			}
			switch string(m[1]) {
			case "group":
				set(&b.group)
			case "version":
				set(&b.version)
			default:
				set(&b.name)
			}
		}
	}
	var out []artifact
	for _, d := range dirs {
		b := builds[d]
		if taken[d] || !b.project {
			continue
		}
		a := artifact{dir: d, pkg: symbol.Package{Manager: manager}, jdk: b.jdk}
		group, name := b.group, b.name
		a.pkg.Version = b.version
		// What a project does not say the ones around it say for all.
		for at := d; at != ""; {
			at = dir(at)
			if up := builds[at]; up != nil {
				if group == "" {
					group = up.group
				}
				if a.pkg.Version == "" {
					a.pkg.Version = up.version
				}
				if a.jdk == "" {
					a.jdk = up.jdk
				}
			}
		}
		if name == "" && d != "" {
			name = path.Base(d)
		}
		switch {
		case group != "" && name != "":
			a.pkg.Name = group + ":" + name
		case name != "":
			a.pkg.Name = name
		}
		out = append(out, a)
	}
	return out
}
