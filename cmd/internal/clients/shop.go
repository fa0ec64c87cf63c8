package main

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf16"

	"golang.org/x/tools/txtar"
)

//go:embed testdata/shop.txtar
var shopText embed.FS

// spot is a place in the shop: the first occurrence of a name on the first line with
// a text in it.
type spot struct{ file, line, name string }

// question is what editors are asked about a use in the shop.
type question struct {
	language string
	use, def spot
	// all are all occurrences, the definition included.
	all []spot
	// symbol is one that the file of the use defines, "" for none.
	symbol string
	// hover is said of what is used.
	hover string
	// caller is one of those who call it, "" where that is not asked.
	caller string
	// rename is a new name; "" where it is not asked.
	rename string
	// comment is a line that may come first in the file.
	comment string
}

var (
	goTotal     = spot{"money/money.go", "func Total", "Total"}
	pythonTotal = spot{"py/prices.py", "def total", "total"}
	tsTotal     = spot{"ts/money.ts", "function total", "total"}
	phpTotal    = spot{"app/Money.php", "function total", "total"}

	inTS = []spot{
		tsTotal, {"ts/main.ts", "import { total", "total"}, {"ts/main.ts", "return total", "total"}, {"ts/main.ts", "console.log", "total"},
		{"src/App.vue", "import { total", "total"}, {"src/App.vue", "const sum", "total"},
	}
	inPHP = []spot{phpTotal, {"app/Report.php", "Money::total", "total"}, {"resources/views/cart.blade.php", "Money::total", "total"}}

	// questions are asked in each editor, in this order.
	questions = []question{
		{"go", spot{"main.go", "println", "Total"}, goTotal, []spot{goTotal, {"main.go", "return money", "Total"}, {"main.go", "println", "Total"}}, "report", "adds up amounts", "report", "Sum", "// one more line, not saved"},
		{"python", spot{"py/main.py", "print(", "total"}, pythonTotal, []spot{pythonTotal, {"py/main.py", "from prices", "total"}, {"py/main.py", "return total", "total"}, {"py/main.py", "print(", "total"}}, "report", "Adds up amounts", "report", "add_up", "# one more line, not saved"},
		{"typescript", spot{"ts/main.ts", "console.log", "total"}, tsTotal, inTS, "report", "Adds up amounts", "report", "addUp", "// one more line, not saved"},
		{"php", spot{"app/Report.php", "Money::total", "total"}, phpTotal, inPHP, "lines", "Adds up amounts", "lines", "addUp", ""},
		{"blade", spot{"resources/views/cart.blade.php", "Money::total", "total"}, phpTotal, inPHP, "", "Adds up amounts", "", "addUp", "{{-- one more line, not saved --}}"},
		{"vue", spot{"src/App.vue", "const sum", "total"}, tsTotal, inTS, "sum", "Adds up amounts", "", "addUp", "<!-- one more line, not saved -->"},
	}
)

// placeJSON is a place as editors are told of it: all count from 0.
type placeJSON struct {
	File      string `json:"file"` // absolute
	Line      int    `json:"line"`
	Character int    `json:"character"` // in UTF-16
	Byte      int    `json:"byte"`
	Name      string `json:"name"`
}

// questionJSON is a question as the scripts in the editors read it.
type questionJSON struct {
	Language string      `json:"language"`
	Use      placeJSON   `json:"use"`
	Def      placeJSON   `json:"def"`
	All      []placeJSON `json:"all"`
	Symbol   string      `json:"symbol"`
	Hover    string      `json:"hover"`
	Caller   string      `json:"caller"`
	Rename   string      `json:"rename"`
	Comment  string      `json:"comment"`
}

// shopJSON is what the scripts read: SHOP is the file.
type shopJSON struct {
	Root string `json:"root"`
	// Agent is what an agent says to ci mcp that begins a session.
	Agent     string         `json:"agent"`
	Questions []questionJSON `json:"questions"`
}

// shop writes the repository that editors are asked about, and the questions.
func (r *run) shop() error {
	r.repo = filepath.Join(r.out, "shop")
	data, err := shopText.ReadFile("testdata/shop.txtar")
	if err != nil {
		return err
	}
	if err := os.RemoveAll(r.repo); err != nil {
		return err
	}
	texts := map[string]string{".git/HEAD": "ref: refs/heads/main\n"}
	for _, f := range txtar.Parse(data).Files {
		texts[f.Name] = string(f.Data)
	}
	for name, text := range texts {
		at := filepath.Join(r.repo, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o777), os.WriteFile(at, []byte(text), 0o666)); err != nil {
			return err
		}
	}
	list, err := asked(r.repo, texts)
	if err != nil {
		return err
	}
	data, err = json.Marshal(list)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, "shop.json"), data, 0o666)
}

// asked are the questions, with the places of a shop whose root folder is root.
func asked(root string, texts map[string]string) (*shopJSON, error) {
	out := &shopJSON{Root: root, Agent: agentSays(toolCall{"start_session", map[string]any{"intent": "MODIFY", "query": "Rename the badge."}})}
	var errs []error
	place := func(s spot) placeJSON {
		p, err := s.in(root, texts[s.file])
		errs = append(errs, err)
		return p
	}
	for _, q := range questions {
		x := questionJSON{q.language, place(q.use), place(q.def), nil, q.symbol, q.hover, q.caller, q.rename, q.comment}
		for _, s := range q.all {
			x.All = append(x.All, place(s))
		}
		out.Questions = append(out.Questions, x)
	}
	return out, errors.Join(errs...)
}

// in is where the spot is in the text of its file.
func (s spot) in(root, text string) (placeJSON, error) {
	for n, line := range strings.Split(text, "\n") {
		if !strings.Contains(line, s.line) {
			continue
		}
		at := strings.Index(line, s.name)
		if at < 0 {
			break
		}
		return placeJSON{filepath.Join(root, filepath.FromSlash(s.file)), n, len(utf16.Encode([]rune(line[:at]))), at, s.name}, nil
	}
	return placeJSON{}, fmt.Errorf("%s has no %q with %q in it", s.file, s.line, s.name)
}
