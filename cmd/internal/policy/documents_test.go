package policy

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestDocumentsPages checks that the audit of the customer's documents has the same rows, with
// the same calls, results and verdicts, in English and in Japanese.
func TestDocumentsPages(t *testing.T) {
	verdicts := map[string]string{"動作": "works", "相違": "differs", "一部": "in part", "なし": "missing", "対象なし": "nothing to call"}
	rows := func(page string) (out []string, count map[string]int) {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", page))
		if err != nil {
			t.Fatal(err)
		}
		count = map[string]int{}
		for line := range strings.Lines(string(data)) {
			cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
			if strings.HasPrefix(line, "## ") || len(cells) == 5 && strings.Trim(line, "| 0123456789\n") == "" {
				out = append(out, strings.TrimSpace(line))
			}
			if len(cells) != 7 || !strings.Contains(cells[2], "`") {
				continue
			}
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			verdict, _, _ := strings.Cut(cells[6], "; ")
			verdict, _, _ = strings.Cut(verdict, "。")
			if en := verdicts[verdict]; en != "" {
				verdict = en
			}
			count[verdict]++
			marks := strings.Join(cells[3:6], "")
			if strings.Trim(marks, "✓✗–") != "" || strings.Contains(marks, "✗") == (verdict == "works" || verdict == "nothing to call") || verdict == "works" && !strings.Contains(marks, "✓") {
				t.Errorf("%s: %q does not follow from the results %s: %s", page, verdict, marks, cells[1])
			}
			out = append(out, strings.Join(append(cells[2:6:6], verdict), " "))
		}
		return out, count
	}
	english, count := rows("documents.md")
	japanese, _ := rows("documents.ja.md")
	if sums := fmt.Sprintf("| %d | %d | %d | %d | %d |", count["works"], count["differs"], count["in part"], count["missing"], count["nothing to call"]); !slices.Contains(english, sums) || !slices.Contains(japanese, sums) {
		t.Errorf("the pages do not say that the sums are %s", sums)
	}
	if len(english) < 200 || len(english) != len(japanese) {
		t.Fatalf("%d rows in English, %d in Japanese", len(english), len(japanese))
	}
	for i := range english {
		if english[i] != japanese[i] {
			t.Errorf("row %d: %s, in Japanese %s", i+1, english[i], japanese[i])
		}
	}
}
