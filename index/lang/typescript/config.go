package typescript

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"codeintel/index/jsonc"
	"codeintel/index/lang"
)

// manifest is what counts of a package.json.
type manifest struct {
	dir  string // of the repository, "" for its root
	ok   bool   // could be parsed
	Name any    `json:"name"`
	// Version and the rest are of any type in broken files.
	Version      any             `json:"version"`
	Main         any             `json:"main"`
	Module       any             `json:"module"`
	Types        any             `json:"types"`
	Typings      any             `json:"typings"`
	Source       any             `json:"source"`
	Exports      ordered         `json:"exports"`
	Imports      ordered         `json:"imports"`
	Workspaces   json.RawMessage `json:"workspaces"`
	Dependencies map[string]any  `json:"dependencies"`
	Dev          map[string]any  `json:"devDependencies"`
	Peer         map[string]any  `json:"peerDependencies"`
	Optional     map[string]any  `json:"optionalDependencies"`
}

func (m *manifest) name() string { s, _ := m.Name.(string); return s }

// parseManifest reads a package.json; what cannot be parsed has ok unset.
func parseManifest(dir string, text []byte) *manifest {
	m := &manifest{dir: dir}
	if err := json.Unmarshal(trimBOM(text), m); err != nil {
		return &manifest{dir: dir}
	}
	m.ok = true
	return m
}

// dependency is the range in which the manifest asks for package name.
func (m *manifest) dependency(name string) (string, bool) {
	for _, deps := range []map[string]any{m.Dependencies, m.Dev, m.Peer, m.Optional} {
		if v, ok := deps[name].(string); ok {
			return v, true
		}
	}
	return "", false
}

// workspaces lists the patterns of the packages that belong to this one.
func (m *manifest) workspaces() []string {
	var list []string
	if json.Unmarshal(m.Workspaces, &list) == nil {
		return list
	}
	var object struct {
		Packages []string `json:"packages"`
	}
	if json.Unmarshal(m.Workspaces, &object) == nil {
		return object.Packages
	}
	return nil
}

// cleanVersion is the version that a range in package.json is about: without
// operators, protocol and alias. It is "" where the range names none.
func cleanVersion(s string) string {
	s = strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(s, "npm:"); ok {
		if at := strings.LastIndexByte(rest, '@'); at > 0 {
			s = rest[at+1:]
		}
	}
	s = strings.TrimPrefix(s, "workspace:")
	if strings.ContainsAny(s, ":/ |") {
		return ""
	}
	s = strings.TrimLeft(s, "^~><=v")
	if s == "" || s[0] < '0' || s[0] > '9' {
		return ""
	}
	return s
}

// ordered is a JSON value that keeps the order of its keys, on which the
// meaning of conditions depends. A value that names no file is the zero one.
type ordered struct {
	text   string // a string
	list   []ordered
	keys   []string
	values []ordered
}

func (o *ordered) UnmarshalJSON(b []byte) error {
	*o = ordered{}
	dec := json.NewDecoder(strings.NewReader(string(b)))
	return o.read(dec)
}

func (o *ordered) read(dec *json.Decoder) error {
	tok, err := dec.Token()
	if err != nil {
		return err
	}
	switch t := tok.(type) {
	case string:
		o.text = t
	case json.Delim:
		for dec.More() {
			var v ordered
			if t == '{' {
				k, err := dec.Token()
				if err != nil {
					return err
				}
				o.keys = append(o.keys, k.(string))
			}
			if err := v.read(dec); err != nil {
				return err
			}
			if t == '{' {
				o.values = append(o.values, v)
			} else {
				o.list = append(o.list, v)
			}
		}
		_, err = dec.Token()
		return err
	}
	return nil
}

// get is the value of a key.
func (o *ordered) get(key string) (ordered, bool) {
	if i := slices.Index(o.keys, key); i >= 0 {
		return o.values[i], true
	}
	return ordered{}, false
}

// subpaths says whether the keys are paths (./x, #x), not conditions.
func (o *ordered) subpaths() bool {
	return len(o.keys) > 0 && (strings.HasPrefix(o.keys[0], ".") || strings.HasPrefix(o.keys[0], "#"))
}

// match finds the entry for a subpath ("." , "./x", "#x") and what its * stands
// for. The longest pattern wins, as Node says.
func (o *ordered) match(sub string) (ordered, string, bool) {
	if v, ok := o.get(sub); ok {
		return v, "", true
	}
	best, star, at := -1, "", 0
	for i, k := range o.keys {
		pre, post, ok := strings.Cut(k, "*")
		if !ok {
			// A key that ends in / stands for all below it.
			if strings.HasSuffix(k, "/") && strings.HasPrefix(sub, k) && len(k) > best {
				best, star, at = len(k), sub[len(k):], i
			}
			continue
		}
		if len(sub) >= len(pre)+len(post) && strings.HasPrefix(sub, pre) && strings.HasSuffix(sub, post) && len(pre) > best {
			best, star, at = len(pre), sub[len(pre):len(sub)-len(post)], i
		}
	}
	if best < 0 {
		return ordered{}, "", false
	}
	return o.values[at], star, true
}

// conditions that can lead to source or declarations; all of them are tried
// in the order written, for which of them holds depends on who imports.
var refused = map[string]bool{"browser": true, "react-native": true, "worker": true, "workerd": true, "edge-light": true}

// entries are the targets that a package's exports have for sub, "" for the
// package itself, in the order in which they are tried.
func (o *ordered) entries(sub string) []string {
	v, star, ok := *o, "", sub == ""
	if o.subpaths() {
		key := "."
		if sub != "" {
			key = "./" + sub
		}
		v, star, ok = o.match(key)
	}
	if !ok {
		return nil
	}
	return v.targets(star, nil)
}

// targets lists the files that a value can mean, the most likely first.
func (o *ordered) targets(star string, out []string) []string {
	switch {
	case o.text != "":
		t := strings.ReplaceAll(o.text, "*", star)
		if strings.HasSuffix(o.text, "/") {
			t += star
		}
		return append(out, t)
	case len(o.list) > 0:
		for i := range o.list {
			out = o.list[i].targets(star, out)
		}
	default:
		var late []string
		for i, k := range o.keys {
			if refused[k] {
				late = o.values[i].targets(star, late)
			} else {
				out = o.values[i].targets(star, out)
			}
		}
		out = append(out, late...)
	}
	return out
}

// config is what counts of a tsconfig.json with all it extends.
type config struct {
	dir      string // of the file itself
	baseURL  string // "" when none, else relative to the repository, "." its root
	paths    []pathMapping
	rootDirs []string
	rootDir  string
	outDirs  []string // outDir, declarationDir
	refs     []string // paths of the configurations referred to
}

type pathMapping struct {
	pattern string
	targets []string // relative to the repository
}

type rawConfig struct {
	Extends    json.RawMessage `json:"extends"`
	References []struct {
		Path string `json:"path"`
	} `json:"references"`
	Options struct {
		BaseURL        *string         `json:"baseUrl"`
		Paths          json.RawMessage `json:"paths"`
		RootDirs       []string        `json:"rootDirs"`
		RootDir        string          `json:"rootDir"`
		OutDir         string          `json:"outDir"`
		DeclarationDir string          `json:"declarationDir"`
	} `json:"compilerOptions"`
}

// parseConfig reads a tsconfig.json: JSON with comments and trailing commas.
// Parts of the wrong type are left out.
func parseConfig(text []byte) (rawConfig, bool) {
	var raw rawConfig
	std, err := jsonc.Standardize(text)
	if err != nil {
		return raw, false
	}
	if err := json.Unmarshal(std, &raw); err != nil {
		if _, ok := err.(*json.UnmarshalTypeError); !ok {
			return raw, false
		}
	}
	return raw, true
}

// extends lists the configurations that raw builds on.
func (raw *rawConfig) extends() []string {
	var one string
	if json.Unmarshal(raw.Extends, &one) == nil && one != "" {
		return []string{one}
	}
	var list []string
	if json.Unmarshal(raw.Extends, &list) == nil {
		return list
	}
	return nil
}

// merge lays raw, a file in dir, over c; root is the folder of the
// configuration that is being read, for which ${configDir} stands.
func (c *config) merge(raw *rawConfig, dir, root string) {
	abs := func(p string) string {
		if rest, ok := strings.CutPrefix(p, "${configDir}"); ok {
			return path.Join(root, rest)
		}
		return path.Join(dir, p)
	}
	o := &raw.Options
	if o.BaseURL != nil {
		if c.baseURL = abs(*o.BaseURL); c.baseURL == "" {
			c.baseURL = "."
		}
	}
	var paths ordered
	if len(o.Paths) > 0 && json.Unmarshal(o.Paths, &paths) == nil {
		base := dir
		if o.BaseURL != nil || c.baseURL != "" {
			base = c.baseURL
		}
		c.paths = nil
		for i, k := range paths.keys {
			m := pathMapping{pattern: k}
			for _, t := range paths.values[i].list {
				if t.text == "" {
					continue
				}
				if len(base)+len(t.text) > lang.MaxName { // no file has such a path
					continue
				}
				p := path.Join(base, t.text)
				if strings.HasPrefix(t.text, "${configDir}") {
					p = abs(t.text)
				}
				m.targets = append(m.targets, p)
			}
			c.paths = append(c.paths, m)
		}
	}
	if len(o.RootDirs) > 0 {
		c.rootDirs = nil
		for _, r := range o.RootDirs {
			c.rootDirs = append(c.rootDirs, abs(r))
		}
	}
	if o.RootDir != "" {
		c.rootDir = abs(o.RootDir)
	}
	if o.OutDir != "" || o.DeclarationDir != "" {
		c.outDirs = nil
		for _, d := range []string{o.OutDir, o.DeclarationDir} {
			if d != "" {
				c.outDirs = append(c.outDirs, abs(d))
			}
		}
	}
}

// mapped lists where the paths of c say that spec may lie; ok says that a
// pattern matched.
func (c *config) mapped(spec string) (out []string, ok bool) {
	best, star, at := -1, "", -1
	for i, m := range c.paths {
		pre, post, wild := strings.Cut(m.pattern, "*")
		switch {
		case !wild && m.pattern == spec:
			return m.targets, true
		case wild && len(pre) > best && len(spec) >= len(pre)+len(post) && strings.HasPrefix(spec, pre) && strings.HasSuffix(spec, post):
			best, star, at = len(pre), spec[len(pre):len(spec)-len(post)], i
		}
	}
	if at < 0 {
		return nil, false
	}
	for _, t := range c.paths[at].targets {
		out = append(out, strings.ReplaceAll(t, "*", star))
	}
	return out, true
}

func trimBOM(b []byte) []byte {
	if len(b) >= 3 && b[0] == 0xEF && b[1] == 0xBB && b[2] == 0xBF {
		return b[3:]
	}
	return b
}
