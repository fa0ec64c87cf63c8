package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"codeintel/index/embed"
	"codeintel/index/embed/builtin"
	"codeintel/index/workspace"
	"codeintel/session/gate"

	"golang.org/x/tools/txtar"
)

// businessWords are words of a request in Japanese, and what code in English calls them.
var businessWords = []struct{ term, value, class string }{
	{"商品", "product", "Product"}, {"顧客", "customer", "Customer"}, {"配送", "delivery", "Delivery"}, {"社員", "employee", "Employee"},
	{"勤怠", "attendance", "Attendance"}, {"帳票", "report", "Report"}, {"倉庫", "warehouse", "Warehouse"}, {"注文", "order", "Order"},
	{"カテゴリ", "category", "Category"}, {"サインイン", "login", "Login"}, {"請求書", "invoice", "Invoice"}, {"商品フォーム", "product form", "ProductForm"},
}

// businessRepo has a class for each word, one that uses it, and no Japanese at all.
func businessRepo() *txtar.Archive {
	a := &txtar.Archive{Files: []txtar.File{{Name: "composer.json", Data: []byte(`{"autoload":{"psr-4":{"App\\":"app/"}}}`)}}}
	add := func(name, text string) {
		a.Files = append(a.Files, txtar.File{Name: name, Data: []byte("<?php\n\n" + text)})
	}
	for i, w := range businessWords {
		add("app/Models/"+w.class+".php", fmt.Sprintf("namespace App\\Models;\n\nclass %[1]s\n{\n    public function sorted%[2]d(): array\n    {\n        return $this->rows%[2]d;\n    }\n\n    public function first%[2]d(): array\n    {\n        return $this->sorted%[2]d()[0];\n    }\n}\n", w.class, i))
		add("app/Http/Controllers/"+w.class+"Controller.php", fmt.Sprintf("namespace App\\Http\\Controllers;\n\nuse App\\Models\\%[1]s;\n\nclass %[1]sController\n{\n    public function index%[2]d(%[1]s $model): array\n    {\n        return $model->sorted%[2]d();\n    }\n}\n", w.class, i))
	}
	return a
}

// TestBusinessWords plays a request in Japanese about each word, with the value in the
// code's language and with the value in the user's: it comes to READY as the answers
// guide it, with its own symbol accepted, and never twice to the same place.
func TestBusinessWords(t *testing.T) {
	root := unpack(t, businessRepo())
	play := &sessionPlay{t: t, root: root}
	play.repos = &folders{t: t, now: play.now, opts: workspace.Options{Embedder: func(string) (embed.Embedder, error) { return builtin.Open(), nil }}}
	play.restart()
	c := play.client("")
	for i, w := range businessWords {
		for _, value := range []string{w.value, w.term} {
			t.Run(w.term+" "+value, func(t *testing.T) {
				id := ""
				call := func(tool string, in map[string]any) (out struct {
					ID        string     `json:"session_id"`
					Phase     gate.Phase `json:"phase"`
					Prompt    string     `json:"extraction_prompt"`
					NextStep  string     `json:"next_step"`
					Missing   []any      `json:"missing"`
					Relevance struct {
						Refused []any `json:"refused"`
					} `json:"relevance"`
					Refused []any `json:"refused_slots"`
				}) {
					t.Helper()
					if id != "" {
						in["session_id"] = id
					}
					arguments, err := json.Marshal(in)
					if err != nil {
						t.Fatal(err)
					}
					answer, isError := c.callTool(tool, arguments)
					if err := json.Unmarshal(answer, &out); err != nil || isError {
						t.Fatalf("%s: %v %s", tool, err, answer)
					}
					return out
				}
				started := call("start_session", map[string]any{"intent": "MODIFY", "query": w.term + "を開いたとき並び順が名前順にならないので直してほしい"})
				if id = started.ID; !strings.Contains(started.Prompt, "コード上の呼び名") || !strings.Contains(started.Prompt, "原文そのまま") {
					t.Errorf("which language values and quotes have is not said: %s", started.Prompt)
				}
				slot := func(value, quote string) map[string]string { return map[string]string{"value": value, "quote": quote} }
				set := call("set_query_frame", map[string]any{"slots": map[string]any{
					"target_feature": slot(value, w.term), "trigger_condition": slot(w.term+"を開いたとき", w.term+"を開いたとき"),
					"observed_issue": slot("名前順にならない", "名前順にならない"), "desired_action": slot("直して", "直してほしい"),
				}})
				if len(set.Refused) > 0 {
					t.Fatalf("refused: %v", set.Refused)
				}
				sorted, first, index := fmt.Sprintf("sorted%d", i), fmt.Sprintf("first%d", i), fmt.Sprintf("index%d", i)
				for _, name := range []string{w.class, sorted, first, index} {
					call("find_definitions", map[string]any{"symbol": name})
				}
				call("find_references", map[string]any{"symbol": sorted})
				call("find_references", map[string]any{"symbol": "App\\Models\\" + w.class})
				call("search_text", map[string]any{"pattern": fmt.Sprintf("rows%d", i)})
				got := call("submit_understanding", map[string]any{
					"symbols_identified": []string{"App\\Models\\" + w.class, sorted, first, index}, "entry_points": []string{index},
					"files_analyzed":    []string{"app/Models/" + w.class + ".php", "app/Http/Controllers/" + w.class + "Controller.php"},
					"existing_patterns": []map[string]any{{"description": "行を返す", "file": "app/Models/" + w.class + ".php", "line": 9}},
					"slot_evidence":     map[string]any{"observed_issue": map[string]any{"tool": "find_references", "result": sorted}},
					"relevant_symbols":  []string{"App\\Models\\" + w.class}, "reasoning": "名前が" + w.term + "を表す",
					"code_evidence": []any{"App\\Models\\" + w.class},
				})
				if got.Phase != gate.Ready || len(got.Relevance.Refused) > 0 {
					t.Errorf("%s, %s; missing %v, refused %v", got.Phase, got.NextStep, got.Missing, got.Relevance.Refused)
				}
			})
		}
	}
}
