package memory

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"codeintel/session"
	"codeintel/session/files"

	"go.yaml.in/yaml/v3"
)

const (
	agreementsDir = "agreements"
	agreementType = "agreement"
	suffix        = ".md"
	// maxAgreement and maxMatter are the sizes in bytes of the largest agreement,
	// and of its front matter, that are read.
	maxAgreement = 256 << 10
	maxMatter    = 16 << 10
	// maxAgreements is how many of them are looked at, the first by name.
	maxAgreements = 5000
)

// Agreement says that words mean a symbol in this repository. It is a file that
// people may write, edit and remove.
type Agreement struct {
	// Slug is the name of the file without .md.
	Slug string `json:"slug"`
	Term string `json:"nl_term"`
	// Quote is what the request called it that led to the agreement, where that is not Term.
	Quote string `json:"quote,omitempty"`
	// Symbol is a SCIP symbol; in one that a person wrote it may be a name.
	Symbol string `json:"symbol"`
	// Similarity that the symbol was accepted with, nil where none is said.
	Similarity *float64 `json:"similarity,omitempty"`
	SessionID  string   `json:"session_id,omitempty"`
	Title      string   `json:"title,omitempty"`
	Evidence   string   `json:"code_evidence,omitempty"`
	// Reasoning says why the symbol was chosen.
	Reasoning string `json:"reasoning,omitempty"`
	// Related are paths, relative to the root, with /.
	Related []string `json:"related_files,omitempty"`
}

// Problem is a file that says that it is an agreement and can't be used.
type Problem struct {
	Name string // of the file, in .code-intel
	Err  error
}

func (p Problem) Error() string { return p.Name + ": " + p.Err.Error() }
func (p Problem) Unwrap() error { return p.Err }

// errNone: a file of the folder is no agreement, and does not say that it is one.
var errNone = errors.New("is no agreement")

// matter is the front matter, in the order in which it is written.
type matter struct {
	Type       string  `yaml:"doc_type"`
	Term       string  `yaml:"nl_term"`
	Quote      string  `yaml:"quote,omitempty"`
	Symbol     string  `yaml:"symbol"`
	Similarity float64 `yaml:"similarity"`
	SessionID  string  `yaml:"session_id"`
}

// formatAgreement is the file of an agreement.
func formatAgreement(a session.Agreed, id string) ([]byte, error) {
	if utf8.RuneCountInString(a.Quote) > maxTerm {
		a.Quote = ""
	}
	head, err := yaml.Marshal(matter{agreementType, a.Term, a.Quote, a.Symbol.Symbol, math.Round(a.Similarity*1000) / 1000, id})
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "---\n%s---\n\n# %s → %s\n", head, a.Term, a.Symbol.Name)
	if a.Reasoning != "" {
		fmt.Fprintf(&b, "\n## Reasoning\n\n%s\n", plain(a.Reasoning))
	}
	fmt.Fprintf(&b, "\n## Code evidence\n\n%s\n", plain(a.Evidence))
	b.WriteString("\n## Related files\n\n")
	for _, p := range a.Files {
		fmt.Fprintf(&b, "- `%s`\n", p)
	}
	return []byte(b.String()), nil
}

// plain is a text none of whose lines is a heading, a rule or a fence, so that it
// stays in its section.
func plain(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		t := strings.TrimLeft(l, " \t")
		if strings.HasPrefix(t, "#") || strings.HasPrefix(t, "---") || strings.HasPrefix(t, "===") || fence(t) != "" {
			lines[i] = "\\" + t
		}
	}
	return strings.Join(lines, "\n")
}

// fence is what begins or ends a block of code in Markdown, "" where a line does
// not.
func fence(line string) string {
	for _, f := range []string{"```", "~~~"} {
		if strings.HasPrefix(line, f) {
			return f
		}
	}
	return ""
}

// parseAgreement reads an agreement; Slug is left empty. It fails with errNone
// where the file does not say that it is one.
func parseAgreement(data []byte) (Agreement, error) {
	switch {
	case len(data) > maxAgreement:
		return Agreement{}, fmt.Errorf("is too large; at most %d bytes are read", maxAgreement)
	case !utf8.Valid(data):
		return Agreement{}, errNone
	}
	text := strings.ReplaceAll(strings.TrimPrefix(string(data), "\uFEFF"), "\r\n", "\n")
	head, body, ok := split(text)
	if !ok {
		return Agreement{}, errNone
	}
	if len(head) > maxMatter {
		return Agreement{}, fmt.Errorf("its front matter is too long; at most %d bytes are read", maxMatter)
	}
	a, err := parseMatter(head)
	if err != nil {
		return Agreement{}, err
	}
	parseBody(&a, body)
	return a, nil
}

// split takes the front matter off a text.
func split(text string) (head, body string, ok bool) {
	first, rest, _ := strings.Cut(text, "\n")
	if strings.TrimRight(first, " \t") != "---" {
		return "", "", false
	}
	for at := 0; at < len(rest); {
		line, _, more := strings.Cut(rest[at:], "\n")
		next := at + len(line)
		if more {
			next++
		}
		if l := strings.TrimRight(line, " \t"); l == "---" || l == "..." {
			return rest[:at], rest[next:], true
		}
		at = next
	}
	return "", "", false
}

// parseMatter reads front matter: a mapping whose values, as far as they are ours,
// are plain. What else is in it is left alone.
func parseMatter(head string) (a Agreement, err error) {
	var doc yaml.Node
	if err := decode(head, &doc); err != nil {
		return a, err
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return a, errNone
	}
	values := map[string]*yaml.Node{}
	for pairs := doc.Content[0].Content; len(pairs) >= 2; pairs = pairs[2:] {
		if _, ok := values[pairs[0].Value]; ok {
			return a, fmt.Errorf("its front matter has %s twice", oneLine(pairs[0].Value, 40))
		}
		values[pairs[0].Value] = pairs[1]
	}
	var fault error
	value := func(key string, bound int) string {
		n := values[key]
		switch {
		case n == nil || n.Kind == yaml.ScalarNode && n.Tag == "!!null":
			return ""
		case n.Kind != yaml.ScalarNode:
			fault = errors.Join(fault, fmt.Errorf("%s in its front matter is no plain value", key))
			return ""
		case utf8.RuneCountInString(n.Value) > bound:
			fault = errors.Join(fault, fmt.Errorf("%s in its front matter is longer than %d characters", key, bound))
			return ""
		}
		return oneLine(n.Value, bound)
	}
	if value("doc_type", maxTerm) != agreementType {
		return a, errNone
	}
	a.Term, a.Quote = value("nl_term", maxTerm), value("quote", maxTerm)
	a.Symbol, a.SessionID = value("symbol", maxSymbol), value("session_id", maxTerm)
	if value("similarity", maxTerm) != "" {
		var f float64
		if err := values["similarity"].Decode(&f); err != nil || !(f >= -1 && f <= 1) {
			fault = errors.Join(fault, errors.New("similarity in its front matter is no number from -1 to 1"))
		}
		a.Similarity = &f
	}
	switch {
	case fault != nil:
		return a, fault
	case !findable(a.Term):
		return a, errors.New("its front matter has no nl_term of at least two letters; name the words that mean the symbol")
	case a.Symbol == "":
		return a, errors.New("its front matter has no symbol; name the one that the words mean")
	}
	return a, nil
}

// decode parses YAML. The parser panics on some texts that are none.
func decode(text string, n *yaml.Node) (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("its front matter is no YAML")
		}
	}()
	if err := yaml.Unmarshal([]byte(text), n); err != nil {
		return fmt.Errorf("its front matter is no YAML: %s", oneLine(strings.TrimPrefix(err.Error(), "yaml: "), maxTerm))
	}
	return nil
}

// parseBody reads the sections of an agreement, in whatever order they are and
// with what else a person wrote between them.
func parseBody(a *Agreement, body string) {
	heading, open := "", ""
	var evidence, reasoning []string
	for line := range strings.SplitSeq(body, "\n") {
		trimmed := strings.TrimSpace(line)
		if f := fence(trimmed); f != "" && (open == "" || open == f) {
			if open == "" {
				open = f
			} else {
				open = ""
			}
		} else if level := strings.TrimLeft(trimmed, "#"); open == "" && level != trimmed && strings.HasPrefix(level, " ") {
			heading = strings.ToLower(strings.TrimSpace(level))
			if len(trimmed)-len(level) == 1 && a.Title == "" {
				a.Title = oneLine(level, 2*maxTerm)
			}
			continue
		}
		switch {
		case strings.Contains(heading, "evidence"):
			evidence = append(evidence, line)
		case heading == "reasoning":
			reasoning = append(reasoning, line)
		case strings.Contains(heading, "related files"):
			if item, ok := strings.CutPrefix(trimmed, "- "); ok && len(a.Related) < maxRelated {
				item = strings.Trim(strings.TrimSpace(item), "`")
				if fs.ValidPath(item) && item == oneLine(item, maxPath) {
					a.Related = append(a.Related, item)
				}
			}
		}
	}
	a.Evidence = clean(strings.Join(evidence, "\n"), maxEvidence)
	a.Reasoning = clean(strings.Join(reasoning, "\n"), maxText)
}

// entry is a file of the folder as it was read.
type entry struct {
	stamp     string
	agreement Agreement
	err       error // it is no agreement
}

// Agreements are all that there are, by slug, and the files that can't be used.
// They are as the folder is now.
func (m *Memory) Agreements() ([]Agreement, []Problem, error) {
	names, err := m.files.List(agreementsDir)
	if err != nil {
		return nil, nil, err
	}
	names = slices.DeleteFunc(names, func(n string) bool { return !strings.HasSuffix(n, suffix) || n == suffix })
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []Agreement
	var problems []Problem
	if len(names) > maxAgreements {
		problems = append(problems, Problem{agreementsDir + "/" + names[maxAgreements], fmt.Errorf("and %d after it are not looked at; at most %d agreements are", len(names)-maxAgreements-1, maxAgreements)})
		names = names[:maxAgreements]
	}
	seen := make(map[string]entry, len(names))
	for _, n := range names {
		slug := strings.TrimSuffix(n, suffix)
		e, ok := m.read(slug)
		if !ok {
			continue // it is gone since
		}
		seen[slug] = e
		switch {
		case e.err == nil:
			list = append(list, e.agreement)
		case !errors.Is(e.err, errNone):
			problems = append(problems, Problem{agreementsDir + "/" + n, e.err})
		case written().MatchString(slug):
			problems = append(problems, Problem{agreementsDir + "/" + n, errors.New("was an agreement by its name, and is none any more: it has no front matter that says so")})
		}
	}
	m.agreements = seen
	return list, problems, nil
}

// read gives a file of the folder; not ok when it is not there. m.mu is held.
func (m *Memory) read(slug string) (e entry, ok bool) {
	name := agreementsDir + "/" + slug + suffix
	e, known := m.agreements[slug]
	stamp, err := m.files.Stamp(name)
	if err == nil && known && e.stamp == stamp {
		return e, true
	}
	var data []byte
	if err == nil {
		data, stamp, err = m.files.Read(name)
	}
	switch {
	case errors.Is(err, files.ErrNotExist):
		return entry{}, false
	case err != nil:
		return entry{err: err}, true // it is tried again: it has no stamp
	}
	e = entry{stamp: stamp}
	e.agreement, e.err = parseAgreement(data)
	e.agreement.Slug = slug
	return e, true
}

// Agreement gives an agreement and the text of its file. It fails with
// files.ErrNotExist where there is none.
func (m *Memory) Agreement(slug string) (Agreement, string, error) {
	none := fmt.Errorf("agreement %q: %w", slug, files.ErrNotExist)
	if strings.Contains(slug, "/") {
		return Agreement{}, "", none
	}
	data, _, err := m.files.Read(agreementsDir + "/" + slug + suffix)
	if err != nil {
		return Agreement{}, "", err
	}
	a, err := parseAgreement(data)
	if errors.Is(err, errNone) {
		return Agreement{}, "", none
	}
	if err != nil {
		return Agreement{}, "", Problem{agreementsDir + "/" + slug + suffix, err}
	}
	a.Slug = slug
	return a, string(data), nil
}

// slugOf is the name of the file of what was agreed: words for people, and a hash
// that tells it from all others.
func slugOf(a session.Agreed) string {
	words := strings.FieldsFunc(strings.ToLower(a.Term+" "+a.Symbol.Name), func(r rune) bool {
		return r >= utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	slug := ""
	for _, w := range words {
		if len(slug)+len(w) > 60 {
			break
		}
		slug += w + "-"
	}
	sum := sha256.Sum256([]byte(fold(a.Term) + "\x00" + a.Symbol.Symbol))
	return slug + hex.EncodeToString(sum[:5])
}

// written matches the names that slugOf gives: a file of such a name was an agreement.
var written = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([a-z0-9]+-)*[0-9a-f]{10}(-[0-9]{1,2})?$`) })

// agree writes an agreement; "" when there is one of the same words and symbol,
// whichever way it names that.
func (m *Memory) agree(ctx context.Context, a session.Agreed, id string, c Code) (slug string, err error) {
	unlock, err := m.files.Lock(ctx, agreementsDir)
	if err != nil {
		return "", err
	}
	defer unlock()
	list, _, err := m.Agreements()
	if err != nil {
		return "", err
	}
	means := func(symbol string) bool {
		return symbol == a.Symbol.Symbol || slices.ContainsFunc(symbolsOf(symbol, c), func(s session.Symbol) bool { return s.Symbol == a.Symbol.Symbol })
	}
	if slices.ContainsFunc(list, func(b Agreement) bool { return fold(b.Term) == fold(a.Term) && means(b.Symbol) }) {
		return "", nil
	}
	data, err := formatAgreement(a, id)
	if err != nil {
		return "", err
	}
	// A file of that name is one that a person made something else of: it stays.
	base := slugOf(a)
	slug = base
	for n := 2; ; n++ {
		_, err := m.files.Stamp(agreementsDir + "/" + slug + suffix)
		if errors.Is(err, files.ErrNotExist) {
			break
		}
		if err != nil || n > 99 {
			return "", errors.Join(fmt.Errorf("%s/%s%s is in the way; move it", agreementsDir, base, suffix), err)
		}
		slug = fmt.Sprintf("%s-%d", base, n)
	}
	_, err = m.files.Write(agreementsDir+"/"+slug+suffix, data)
	return slug, err
}
