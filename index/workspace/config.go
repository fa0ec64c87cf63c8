package workspace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"codeintel/index"
	"codeintel/index/chunk"
	"codeintel/index/lang/all"
	"codeintel/index/workspace/ignore"
)

// ConfigFile is where a workspace has its configuration, below its folder.
const ConfigFile = ".code-intel/config.json"

const day = 24 * time.Hour

// Defaults of the settings.
const (
	DefaultParserTimeout = 5 * time.Second
	DefaultMaxFileSize   = 2048 << 10
	DefaultMaxIndexSize  = 8192 << 20
	DefaultPurgeAfter    = 30 * day
	DefaultSyncTTL       = time.Hour
	DefaultSyncTimeout   = 30 * time.Second
	DefaultMaxChunks     = 2_000_000
	DefaultMemoryLimit   = 2048 << 20
	// DefaultEmbeddingModel is the one that is inside the program.
	DefaultEmbeddingModel = "builtin"
)

// Config is the part of .code-intel/config.json that steers indexing. The
// other settings of the file are checked, and left to whom they concern.
type Config struct {
	// File is the file's path, "" when there is none.
	File string
	// SourceDirs are the folders whose sources are indexed; empty means all.
	SourceDirs []string
	// ExcludePatterns are in the syntax of .gitignore; they hold for tracked
	// files too.
	ExcludePatterns []string
	// SupportedLanguages are the languages that are indexed; empty means all.
	SupportedLanguages []string
	// FallbackLanguages are the names of the languages whose files are divided into lines
	// and not by their syntax, as all files are where ChunkLines is set.
	FallbackLanguages []string
	ParserTimeout     time.Duration
	// ChunkLines: files are divided into lines and not by their syntax.
	ChunkLines bool
	// ChunkMaxTokens is how many tokens (chunk.Tokens) a chunk has, if it can be
	// divided.
	ChunkMaxTokens int
	MaxFileSize    int64 // bytes
	// MaxIndexSize is how many bytes of artefacts are kept on disk. What the
	// current state needs is kept even when it is more.
	MaxIndexSize int64
	// PurgeAfter is for how long artefacts are kept that no state needs; 0 means
	// for ever.
	PurgeAfter time.Duration
	// SyncTTL is for how long a state is taken to be true where nothing tells of
	// changes: a repository that is watched is looked at as often, and one whose
	// SyncOnStart is off when the state on disk is as old.
	SyncTTL time.Duration
	// SyncOnStart: a process that starts looks at the repository before it
	// answers. Else it answers from what is on disk.
	SyncOnStart bool
	// SyncTimeout is for how long a question waits for a look; then it is
	// answered from the last state, if there is one.
	SyncTimeout time.Duration
	// Weights are those of the parts of a score for a question. They are zero where the
	// file sets none: then each ranking uses its own.
	Weights index.Weights
	// EmbeddingModel is the name of the model that makes the vectors of chunks;
	// Lightweight: there are none.
	EmbeddingModel string
	// EmbeddingFallback is the model that is used where that can't be; "" for none.
	EmbeddingFallback string
	Lightweight       bool
	// MaxChunks is how many chunks are searched by meaning at most.
	MaxChunks int
	// MemoryLimit is how many bytes the process should have in memory at most because
	// of the repository.
	MemoryLimit int64
	// MemoryLimitSet: the configuration says so, so that it is kept to: work that needs
	// more fails, where else it takes what there is.
	MemoryLimitSet bool
	// AllowSecrets: the text of files that look as if they held secrets is shown
	// as that of any other file.
	AllowSecrets bool
	// WriteGate says when agents may write: "session" holds up an agent that has a
	// session which is not that far, "always" one without a session too, "off" none.
	WriteGate string
	// Language is the language of what sessions say: "en", "ja", or "auto" for that of the
	// request.
	Language string

	given map[string]given // the settings that the file has, by key
	// prefix is the scanned folder relative to the configuration's folder,
	// which SourceDirs and ExcludePatterns are relative to.
	prefix  string
	exclude *ignore.Rules
}

// given is a value in the file.
type given struct {
	value string // JSON without white space
	line  int
}

// ConfigError is what is wrong with a configuration file.
type ConfigError struct {
	File string
	Line int    // from 1
	Key  string // "" when the file is no JSON object
	Msg  string // says what is allowed
}

func (e *ConfigError) Error() string {
	if e.Key == "" {
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
	}
	return fmt.Sprintf("%s:%d: %s: %s", e.File, e.Line, e.Key, e.Msg)
}

// check tests one value and says what is allowed when it is not.
type check func(raw json.RawMessage) (allowed string, ok bool)

func text(raw json.RawMessage) (string, bool) {
	var s string
	ok := len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &s) == nil && s != ""
	return s, ok
}

func nonEmpty(raw json.RawMessage) (string, bool) {
	_, ok := text(raw)
	return "a string that is not empty", ok
}

func oneOf(values ...string) check {
	return func(raw json.RawMessage) (string, bool) {
		s, ok := text(raw)
		return "one of " + strings.Join(values, ", "), ok && slices.Contains(values, s)
	}
}

func texts(raw json.RawMessage) ([]string, bool) {
	var items []json.RawMessage
	if len(raw) == 0 || raw[0] != '[' || json.Unmarshal(raw, &items) != nil {
		return nil, false
	}
	out := make([]string, 0, len(items))
	for _, it := range items {
		s, ok := text(it)
		if !ok {
			return nil, false
		}
		out = append(out, s)
	}
	return out, true
}

func list(raw json.RawMessage) (string, bool) {
	_, ok := texts(raw)
	return "a list of strings that are not empty", ok
}

func integer(from, to int64) check {
	return func(raw json.RawMessage) (string, bool) {
		var n json.Number
		ok := len(raw) > 0 && raw[0] != '"' && json.Unmarshal(raw, &n) == nil
		v, err := n.Int64()
		return fmt.Sprintf("an integer from %d to %d", from, to), ok && err == nil && v >= from && v <= to
	}
}

func number(raw json.RawMessage) (string, bool) {
	var v float64
	ok := len(raw) > 0 && raw[0] != '"' && raw[0] != 'n' && json.Unmarshal(raw, &v) == nil
	return "a number that is not negative", ok && v >= 0
}

func boolean(raw json.RawMessage) (string, bool) {
	return "true or false", string(raw) == "true" || string(raw) == "false"
}

func either(a, b check) check {
	return func(raw json.RawMessage) (string, bool) {
		x, ok := a(raw)
		if ok {
			return x, true
		}
		y, ok := b(raw)
		return x + ", or " + y, ok
	}
}

func object(raw json.RawMessage) (string, bool) {
	return "an object", len(raw) > 0 && raw[0] == '{'
}

// A setting is a key of the file with its default as JSON and the test of its
// value, or the keys of the object that it is.
type setting struct {
	key  string
	def  string
	ok   check
	used bool // something in this build depends on it
	keys []setting
}

const (
	large   = 1 << 40
	century = 36_500 // days
)

// autoWeight is the value of a weight, as JSON, where the file sets none: each ranking uses
// its own.
const autoWeight = `"auto"`

// weight checks the value of a weight.
func weight(raw json.RawMessage) (string, bool) {
	_, ok := number(raw)
	return `a number that is not negative, or "auto"`, ok || string(raw) == autoWeight
}

// weightOf returns the effective value of a weight as JSON, by its key; "" for other keys,
// and where the file sets no weights.
func (c *Config) weightOf(key string) string {
	x, ok := map[string]float64{
		"search_weights.vector": c.Weights.Vector, "search_weights.keyword": c.Weights.Keyword,
		"search_weights.definition": c.Weights.Definition, "search_weights.reference": c.Weights.Reference,
	}[key]
	if !ok || c.Weights == (index.Weights{}) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// settings are all keys that the file may have.
func settings() []setting {
	return []setting{
		{key: "embedding_model", def: strconv.Quote(DefaultEmbeddingModel), ok: nonEmpty, used: true},
		{key: "embedding_fallback", def: "true", ok: either(boolean, nonEmpty), used: true},
		{key: "source_dirs", def: "[]", ok: list, used: true},
		{key: "exclude_patterns", def: "[]", ok: list, used: true},
		{key: "chunk_strategy", def: `"ast"`, ok: oneOf("ast", "lines"), used: true},
		{key: "chunk_max_tokens", def: strconv.Itoa(chunk.DefaultMaxTokens), ok: integer(16, 1<<20), used: true},
		{key: "supported_languages", def: "[]", ok: list, used: true},
		{key: "fallback_languages", def: "[]", ok: list, used: true},
		{key: "parser_timeout_ms", def: strconv.FormatInt(DefaultParserTimeout.Milliseconds(), 10), ok: integer(1, 600_000), used: true},
		{key: "max_file_size_kb", def: strconv.Itoa(DefaultMaxFileSize >> 10), ok: integer(1, 1<<20), used: true},
		{key: "sync_ttl_hours", def: strconv.Itoa(int(DefaultSyncTTL.Hours())), ok: number, used: true},
		{key: "sync_on_start", def: "true", ok: boolean, used: true},
		{key: "sync_timeout_seconds", def: strconv.Itoa(int(DefaultSyncTimeout.Seconds())), ok: number, used: true},
		{key: "search_weights", ok: object, keys: []setting{
			{key: "vector", def: autoWeight, ok: weight, used: true}, {key: "keyword", def: autoWeight, ok: weight, used: true},
			{key: "definition", def: autoWeight, ok: weight, used: true}, {key: "reference", def: autoWeight, ok: weight, used: true},
		}},
		{key: "max_chunks", def: strconv.Itoa(DefaultMaxChunks), ok: integer(1, large), used: true},
		{key: "max_index_size_mb", def: strconv.Itoa(DefaultMaxIndexSize >> 20), ok: integer(1, large), used: true},
		{key: "auto_purge_days", def: strconv.Itoa(int(DefaultPurgeAfter / day)), ok: integer(0, century), used: true},
		{key: "memory_limit_mb", def: strconv.Itoa(DefaultMemoryLimit >> 20), ok: integer(1, large), used: true},
		{key: "lightweight_mode", def: "false", ok: boolean, used: true},
		{key: "allow_secrets", def: "false", ok: boolean, used: true},
		{key: "write_gate", def: `"session"`, ok: oneOf("session", "always", "off"), used: true},
		{key: "language", def: `"auto"`, ok: oneOf("auto", "en", "ja"), used: true},
		{key: "lsp", def: "{}", ok: object},
	}
}

// Setting is a key of the configuration with its value.
type Setting struct {
	Key string // with dots between the keys of an object and of what is in it
	// Value and Default are JSON, without white space.
	Value, Default string
	// Line of the configuration file that sets it, from 1; 0 when the default
	// holds.
	Line int
	// Allowed says which values there may be.
	Allowed string
	// Used: something in this build depends on it.
	Used bool
}

// Settings are all settings of the file, in the order of the specification.
func (c *Config) Settings() []Setting {
	var out []Setting
	var add func(prefix string, list []setting)
	add = func(prefix string, list []setting) {
		for _, s := range list {
			key := prefix + s.key
			if s.keys != nil {
				add(key+".", s.keys)
				continue
			}
			allowed, _ := s.ok(nil) // no value is good for none
			one := Setting{Key: key, Value: s.def, Default: s.def, Allowed: allowed, Used: s.used}
			if g, ok := c.given[key]; ok {
				one.Value, one.Line = g.value, g.line
			}
			if w := c.weightOf(key); w != "" {
				one.Value = w // a weight that is not set is not "auto" beside one that is
			}
			out = append(out, one)
		}
	}
	add("", settings())
	return out
}

// planned are languages that configurations may name before this build reads
// them, so that one file serves several versions.
var planned = []string{"blade", "css", "html", "java", "php", "scss", "vue"}

// unknownOf are those of names that known has not.
func unknownOf(known *all.Table, names []string) []string {
	var out []string
	for _, n := range names {
		if _, unknown := known.Select([]string{n}); len(unknown) > 0 {
			out = append(out, n)
		}
	}
	return out
}

// NewConfig is the configuration without a file.
func NewConfig() *Config {
	return &Config{
		ParserTimeout: DefaultParserTimeout, ChunkMaxTokens: chunk.DefaultMaxTokens, MaxFileSize: DefaultMaxFileSize, MaxIndexSize: DefaultMaxIndexSize, PurgeAfter: DefaultPurgeAfter,
		SyncTTL: DefaultSyncTTL, SyncOnStart: true, SyncTimeout: DefaultSyncTimeout, WriteGate: "session", Language: "auto",
		EmbeddingModel: DefaultEmbeddingModel, EmbeddingFallback: DefaultEmbeddingModel, MaxChunks: DefaultMaxChunks, MemoryLimit: DefaultMemoryLimit,
	}
}

// ParseConfig reads a configuration; file names it in errors, which are
// *ConfigError. known are the languages of this build.
func ParseConfig(file string, data []byte, known *all.Table) (*Config, error) {
	c := NewConfig()
	c.File = file
	p := configParser{file: file, data: data, lines: map[string]int{}, values: map[string]json.RawMessage{}}
	body := bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if err := p.object(body, 1, "", settings()); err != nil {
		return nil, err
	}
	bad := func(key, format string, args ...any) error {
		return &ConfigError{file, p.lines[key], key, fmt.Sprintf(format, args...)}
	}
	c.SourceDirs, _ = texts(p.values["source_dirs"])
	for i, d := range c.SourceDirs {
		clean := path.Clean(d)
		if !fs.ValidPath(clean) {
			return nil, bad("source_dirs", "%q: want a folder of the repository, relative to it, with /", d)
		}
		c.SourceDirs[i] = clean
	}
	c.ExcludePatterns, _ = texts(p.values["exclude_patterns"])
	for _, s := range c.ExcludePatterns {
		if ignore.Patterns("", []string{s}, "", false).Len() == 0 {
			return nil, bad("exclude_patterns", "%q: want a pattern as in .gitignore; this one is malformed and matches nothing", s)
		}
	}
	c.SupportedLanguages, _ = texts(p.values["supported_languages"])
	c.FallbackLanguages, _ = texts(p.values["fallback_languages"])
	for _, list := range []struct {
		key   string
		names []string
	}{{"supported_languages", c.SupportedLanguages}, {"fallback_languages", c.FallbackLanguages}} {
		for _, l := range list.names {
			if _, unknown := known.Select([]string{l}); len(unknown) > 0 && !slices.Contains(planned, l) {
				return nil, bad(list.key, "%q: want languages out of %s", l, strings.Join(append(known.Names(), unknownOf(known, planned)...), ", "))
			}
		}
	}
	for key, set := range map[string]func(n int64){
		"chunk_max_tokens":  func(n int64) { c.ChunkMaxTokens = int(n) },
		"max_chunks":        func(n int64) { c.MaxChunks = int(n) },
		"parser_timeout_ms": func(n int64) { c.ParserTimeout = time.Duration(n) * time.Millisecond },
		"max_file_size_kb":  func(n int64) { c.MaxFileSize = n << 10 },
		"memory_limit_mb":   func(n int64) { c.MemoryLimit, c.MemoryLimitSet = n<<20, true },
		"max_index_size_mb": func(n int64) { c.MaxIndexSize = n << 20 },
		"auto_purge_days":   func(n int64) { c.PurgeAfter = time.Duration(n) * day },
	} {
		var n int64
		if raw, ok := p.values[key]; ok && json.Unmarshal(raw, &n) == nil {
			set(n)
		}
	}
	for key, set := range map[string]func(n float64){
		"sync_ttl_hours":       func(n float64) { c.SyncTTL = duration(n, time.Hour) },
		"sync_timeout_seconds": func(n float64) { c.SyncTimeout = duration(n, time.Second) },
	} {
		var n float64
		if raw, ok := p.values[key]; ok && json.Unmarshal(raw, &n) == nil {
			set(n)
		}
	}
	weights, set := index.DefaultWeights(), false
	for key, to := range map[string]*float64{
		"vector": &weights.Vector, "keyword": &weights.Keyword, "definition": &weights.Definition, "reference": &weights.Reference,
	} {
		if raw, ok := p.values["search_weights."+key]; ok && json.Unmarshal(raw, to) == nil {
			set = true
		}
	}
	if set {
		c.Weights = weights
		if weights == (index.Weights{}) {
			return nil, bad("search_weights.vector", "all weights are 0: want at least one above 0")
		}
	}
	c.SyncOnStart = string(p.values["sync_on_start"]) != "false"
	strategy, _ := text(p.values["chunk_strategy"])
	c.ChunkLines = strategy == "lines"
	c.Lightweight = string(p.values["lightweight_mode"]) == "true"
	if model, ok := text(p.values["embedding_model"]); ok {
		c.EmbeddingModel = model
	}
	if model, ok := text(p.values["embedding_fallback"]); ok {
		c.EmbeddingFallback = model
	} else if string(p.values["embedding_fallback"]) == "false" {
		c.EmbeddingFallback = ""
	}
	c.AllowSecrets = string(p.values["allow_secrets"]) == "true"
	if mode, ok := text(p.values["write_gate"]); ok {
		c.WriteGate = mode
	}
	if language, ok := text(p.values["language"]); ok {
		c.Language = language
	}
	c.given = make(map[string]given, len(p.values))
	for key, raw := range p.values {
		var value bytes.Buffer
		if json.Compact(&value, raw) == nil {
			c.given[key] = given{value.String(), p.lines[key]}
		}
	}
	c.exclude = c.exclude.With(ignore.Patterns("exclude_patterns", c.ExcludePatterns, "", false))
	return c, nil
}

// duration is n units, at most a century.
func duration(n float64, unit time.Duration) time.Duration {
	return time.Duration(min(n*float64(unit), float64(century*day)))
}

type configParser struct {
	file   string
	data   []byte
	lines  map[string]int
	values map[string]json.RawMessage
}

func (p *configParser) fail(line int, key, format string, args ...any) error {
	return &ConfigError{p.file, line, key, fmt.Sprintf(format, args...)}
}

// object reads one object whose first line is line of the file; prefix is the
// keys that lead to it, with a dot behind each.
func (p *configParser) object(data []byte, line int, prefix string, allowed []setting) error {
	at := func(offset int64) int { return line + bytes.Count(data[:min(int(offset), len(data))], []byte("\n")) }
	d := json.NewDecoder(bytes.NewReader(data))
	syntax := func(err error) error {
		var s *json.SyntaxError
		if errors.As(err, &s) {
			return p.fail(at(s.Offset), "", "not JSON: %v", s)
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return p.fail(at(int64(len(data))), "", "not JSON: the file ends too early")
		}
		return p.fail(at(d.InputOffset()), "", "not JSON: %v", err)
	}
	t, err := d.Token()
	if err != nil {
		return syntax(err)
	}
	if t != json.Delim('{') {
		return p.fail(at(d.InputOffset()), "", "want an object { … } with settings")
	}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return syntax(err)
		}
		name, ok := t.(string)
		if !ok {
			return p.fail(at(d.InputOffset()), "", "not JSON: a key must be a string")
		}
		key := prefix + name
		keyLine := at(d.InputOffset())
		i := slices.IndexFunc(allowed, func(s setting) bool { return s.key == name })
		if i < 0 {
			names := make([]string, len(allowed))
			for i, s := range allowed {
				names[i] = s.key
			}
			return p.fail(keyLine, key, "unknown key; allowed are %s", strings.Join(names, ", "))
		}
		if _, twice := p.lines[key]; twice {
			return p.fail(keyLine, key, "set twice, first on line %d", p.lines[key])
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return syntax(err)
		}
		p.lines[key], p.values[key] = keyLine, raw
		if want, ok := allowed[i].ok(raw); !ok {
			return p.fail(keyLine, key, "%s: want %s", shorten(raw), want)
		}
		if keys := allowed[i].keys; keys != nil {
			if err := p.object(raw, at(d.InputOffset()-int64(len(raw))), key+".", keys); err != nil {
				return err
			}
		}
	}
	if _, err := d.Token(); err != nil {
		return syntax(err)
	}
	if t, err := d.Token(); err != io.EOF {
		if err != nil {
			return syntax(err)
		}
		return p.fail(at(d.InputOffset()), "", "not JSON: %v after the object", t)
	}
	return nil
}

// shorten makes a value fit on a line of an error.
func shorten(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return "value"
	}
	r := []rune(b.String())
	if len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return string(r)
}

// FindConfig reads the configuration of the folder root: its own, or the
// nearest of the folders above it in the same repository. Without one it
// returns NewConfig.
func FindConfig(root string, known *all.Table) (*Config, error) {
	folders, err := configFolders(root)
	if err != nil {
		return nil, err
	}
	for _, at := range folders {
		data, err := readConfig(at)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) { // a file has the name of our folder
			continue
		}
		file := filepath.Join(at, filepath.FromSlash(ConfigFile))
		if err != nil {
			return nil, fmt.Errorf("%s: %s", file, reason(err))
		}
		c, err := ParseConfig(file, data, known)
		if err != nil {
			return nil, err
		}
		below, err := filepath.Rel(at, folders[0])
		if err != nil {
			return nil, err
		}
		if below != "." {
			c.prefix = filepath.ToSlash(below)
		}
		return c, nil
	}
	return NewConfig(), nil
}

// configFolders are where the configuration of root may be, in the order of
// their precedence: root, and the folders above it up to its repository's.
func configFolders(root string) ([]string, error) {
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil, err
	}
	var folders []string
	for at := real; ; at = filepath.Dir(at) {
		folders = append(folders, at)
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return folders, nil
		}
		if at == filepath.Dir(at) {
			return folders[:1], nil // there is no repository
		}
	}
}

// ReadConfig reads the configuration that holds at path: a configuration file,
// or a folder, which has that of FindConfig.
func ReadConfig(path string, known *all.Table) (*Config, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %s; give a folder or a configuration file", path, reason(err))
	}
	if info.IsDir() {
		return FindConfig(path, known)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file; give a folder or a configuration file", path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", path, reason(err))
	}
	return ParseConfig(path, data, known)
}

func readConfig(dir string) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if err := CheckState(dir, path.Base(ConfigFile)); err != nil {
		return nil, err
	}
	return confined(root).ReadFile(ConfigFile)
}

// own is a path of the scan, relative to the configuration's folder.
func (c *Config) own(p string) string { return path.Join(c.prefix, p) }

// relative is folder dir of SourceDirs relative to the scan, if it lies in it.
func (c *Config) relative(dir string) (string, bool) {
	if c.prefix == "" || dir == c.prefix {
		return path.Clean("./" + strings.TrimPrefix(dir, c.prefix)), true
	}
	rel, ok := strings.CutPrefix(dir, c.prefix+"/")
	return rel, ok
}

// excluded says whether exclude_patterns exclude a path of the scan.
func (c *Config) excluded(p string, dir bool) bool {
	return c.exclude != nil && c.exclude.Match(c.own(p), dir).Verdict == ignore.Ignored
}

// source says whether a path of the scan lies in source_dirs.
func (c *Config) source(p string) bool {
	if len(c.SourceDirs) == 0 {
		return true
	}
	p = c.own(p)
	for _, d := range c.SourceDirs {
		if d == "." || p == d || strings.HasPrefix(p, d+"/") {
			return true
		}
	}
	return false
}

// leads says whether one of source_dirs lies below a path of the scan.
func (c *Config) leads(p string) bool {
	p = c.own(p)
	for _, d := range c.SourceDirs {
		if p == "" || strings.HasPrefix(d, p+"/") {
			return true
		}
	}
	return false
}
