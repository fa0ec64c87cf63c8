package speech

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// entry is a message of the catalogue as its source has it.
type entry struct {
	name   string
	fields map[string]string // types by name
	texts  []string          // English, Japanese
}

// catalogue reads the messages of the package: those with arguments, by their method
// text, and those without.
func catalogue(t *testing.T) map[string]*entry {
	t.Helper()
	all := map[string]*entry{}
	at := func(name string) *entry {
		if all[name] == nil {
			all[name] = &entry{name: name, fields: map[string]string{}}
		}
		return all[name]
	}
	for _, d := range declarations(t, ".") {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil && d.Name.Name == "text" {
				if id, ok := d.Recv.List[0].Type.(*ast.Ident); ok && id.Name != "Text" {
					at(id.Name).texts = literals(t, d.Body)
				}
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					if x, ok := s.Type.(*ast.StructType); ok && s.Name.Name != "Text" && s.Name.IsExported() {
						for _, f := range x.Fields.List {
							for _, n := range f.Names {
								at(s.Name.Name).fields[n.Name] = typeName(f.Type)
							}
						}
					}
				case *ast.ValueSpec:
					if d.Tok != token.VAR || len(s.Values) != 1 {
						continue
					}
					if x, ok := s.Values[0].(*ast.CompositeLit); ok && typeName(x.Type) == "Text" {
						at(s.Names[0].Name).texts = literals(t, x)
					}
				}
			}
		}
	}
	return all
}

// declarations are those of the files of a folder that are no tests.
func declarations(t *testing.T, dir string) []ast.Decl {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []ast.Decl
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), dir+"/"+e.Name(), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f.Decls...)
	}
	return out
}

func typeName(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.ArrayType:
		return "[]" + typeName(x.Elt)
	}
	return ""
}

// literals are the texts in a part of the source.
func literals(t *testing.T, n ast.Node) []string {
	t.Helper()
	var out []string
	ast.Inspect(n, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			s, err := strconv.Unquote(l.Value)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, s)
		}
		return true
	})
	return out
}

// placeholders are those of a text: names, and names with their forms.
func placeholders(text string) (names, forms []string) {
	for {
		_, name, form, rest, ok := placeholder(text)
		if !ok {
			slices.Sort(names)
			return slices.Compact(names), forms
		}
		names, forms = append(names, name), append(forms, name+":"+form)
		text = rest
	}
}

func isJapanese(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) }

func isJapaneseOrMark(r rune) bool { return isJapanese(r) || strings.ContainsRune("、。（）", r) }

var (
	// formOf is which forms a field of a type may have.
	formOf = map[string]*regexp.Regexp{
		"string": regexp.MustCompile(`^q?$`), "[]string": regexp.MustCompile(`^(or)?$`), "int": regexp.MustCompile(`^([^|]+\|[^|]+)?$`), "float64": regexp.MustCompile(`^\.\df$`),
		"Message": regexp.MustCompile(`^$`), "[]Ask": regexp.MustCompile(`^;?$`), "[]Part": regexp.MustCompile(`^$`),
	}
	// quoted are parts of texts that are in the other language on purpose.
	quoted = regexp.MustCompile(`"商品フォーム"`)
	spaced = regexp.MustCompile(`[ぁ-んァ-ヶ一-龠][,.!?;]|[ぁ-んァ-ヶ一-龠、。] [ぁ-んァ-ヶ一-龠]`)
)

// TestCatalogue holds what doc.go promises of each message.
func TestCatalogue(t *testing.T) {
	all := catalogue(t)
	if len(all) < 200 {
		t.Fatalf("%d messages", len(all))
	}
	for _, e := range all {
		if len(e.texts) != 2 || strings.TrimSpace(e.texts[0]) == "" || strings.TrimSpace(e.texts[1]) == "" {
			t.Errorf("%s: want a text in each language, have %q", e.name, e.texts)
			continue
		}
		en, enForms := placeholders(e.texts[0])
		ja, jaForms := placeholders(e.texts[1])
		var fields []string
		for f := range e.fields {
			fields = append(fields, f)
		}
		slices.Sort(fields)
		if !slices.Equal(en, ja) || !slices.Equal(en, fields) {
			t.Errorf("%s: placeholders %v in English, %v in Japanese, fields %v", e.name, en, ja, fields)
		}
		for _, f := range slices.Concat(enForms, jaForms) {
			name, form, _ := strings.Cut(f, ":")
			if formOf[e.fields[name]] == nil || !formOf[e.fields[name]].MatchString(form) {
				t.Errorf("%s: {%s} is no form of a field of type %q", e.name, f, e.fields[name])
			}
		}
		if strings.ContainsFunc(quoted.ReplaceAllString(e.texts[0], ""), isJapanese) {
			t.Errorf("%s: %q is not English", e.name, e.texts[0])
		}
		if words := bare(e.texts[0]); strings.ContainsFunc(words, unicode.IsLetter) && !strings.ContainsFunc(e.texts[1], isJapaneseOrMark) && words != bare(e.texts[1]) {
			t.Errorf("%s: %q is not Japanese", e.name, e.texts[1])
		}
		if m := spaced.FindString(e.texts[1]); m != "" {
			t.Errorf("%s: %q has %q: Japanese has marks and no spaces of its own", e.name, e.texts[1], m)
		}
	}
}

// bare is a text without its placeholders.
func bare(text string) string {
	var b strings.Builder
	for {
		before, _, _, rest, ok := placeholder(text)
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		text = rest
	}
}

func TestSay(t *testing.T) {
	for _, c := range []struct {
		m      Message
		en, ja string
	}{
		{FileExplored, "the file was explored", "ファイルは探索済みです"},
		{GiveCodeEvidence, "cite for each symbol {symbol} or {file, line, text}", "シンボルごとに {symbol} または {file, line, text} を示してください"},
		{NotExplored{File: "a {File} b"}, "a {File} b was not explored: no answer of this session showed lines of it.", "a {File} b は未探索です。このセッションの結果に行が出ていません。"},
		{NotInQuery{Quote: "say \"x\"\n\x1b"}, `the query does not say "say \"x\"\n\x1b"; quote its own words`, `クエリに「say "x"\n\x1b」という記述がありません。原文のまま引用してください`},
		{FileHasLines{Lines: 3, Line: 7}, "the file has 3 lines, not 7", "ファイルは 3 行しかなく、7 行目はありません"},
		{Changed{N: 1}, "1 file changed that may not be written", "書き込みが許可されていない 1 ファイルが変更されました"},
		{Changed{N: 2}, "2 files changed that may not be written", "書き込みが許可されていない 2 ファイルが変更されました"},
		{Unlike{Term: "棚", Score: 0.256, By: "m", Raw: -1}, `its similarity to "棚" is 0.26 by m (raw -1.00)`, "「棚」との類似度は 0.26 です（m、生の値 -1.00）"},
		{OneOf{Names: []string{"a", "b", "c"}}, "a, b or c", "a、b または c"},
		{Intents{All: []string{"A", "B"}}, "intents are A, B", "指定できる intent は A、B です"},
		{WritesNew{Plain: WritesExplored}, "new files in explored folders, and explored files", "探索済みフォルダ内の新規ファイル、探索済みファイル"},
		{LacksEvidence{Slot: "observed_issue", Tool: "submit_understanding"}, "submit_understanding: give slot_evidence.observed_issue {tool, result}, the call whose answer shows it.", "submit_understanding: slot_evidence.observed_issue {tool, result} に、根拠となる呼び出しを指定してください。"},
	} {
		if got := English.Say(c.m); got != c.en {
			t.Errorf("%q\nwant %q", got, c.en)
		}
		if got := Japanese.Say(c.m); got != c.ja {
			t.Errorf("%q\nwant %q", got, c.ja)
		}
	}
	if got := Language("").Say(FileExplored); got != "the file was explored" {
		t.Errorf("without a language: %q", got)
	}
}

func TestOf(t *testing.T) {
	for _, c := range []struct {
		text string
		want Language
	}{
		{"", English},
		{"fix the login form", English},
		{"空のカートで注文すると落ちるのを直して", Japanese},
		{"UserController の login メソッドを fix", Japanese},
		{"ログイン機能 修正", Japanese},
		{"LoginController 修正", Japanese},
		{"API レスポンス改善", Japanese},
		{"Laravel Filament カスタムフォーム修正", Japanese},
		{"rename 商品 to 品目 in ProductForm", English},
		{"the label \"ログインに失敗しました\" of the form should say something else", English},
		{"don't show 'ログイン' when the user can't log in", English},
		{"次のエラーが出る:\nTypeError: Cannot read properties of undefined (reading 'map') at render", Japanese},
		{"「送信」ボタンを \"Submit\" に変える", Japanese},
		{"「ログインできない」", Japanese},
		{"README.md", English},
		{"\xff\xfe", English},
	} {
		if got := Of(c.text); got != c.want {
			t.Errorf("%q: %s", c.text, got)
		}
	}
}

func TestSetting(t *testing.T) {
	for _, c := range []struct {
		setting Setting
		text    string
		want    Language
	}{
		{"", "直して", Japanese}, {Auto, "直して", Japanese}, {Auto, "", English}, {"en", "直して", English}, {"ja", "fix it", Japanese}, {"fr", "直して", Japanese},
	} {
		if got := c.setting.For(c.text); got != c.want {
			t.Errorf("%s, %q: %s", c.setting, c.text, got)
		}
	}
}

// FuzzOf holds that any text has a language.
func FuzzOf(f *testing.F) {
	f.Add("直して 'x")
	f.Add("\"\xff「")
	f.Fuzz(func(t *testing.T, text string) {
		if l := Of(text); !slices.Contains(Languages(), l) {
			t.Errorf("%q: %q", text, l)
		}
	})
}
