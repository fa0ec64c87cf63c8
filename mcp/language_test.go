package mcp

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"testing"

	"codeintel/index/workspace"
	"codeintel/session/speech"
)

// TestSpoken checks that errors of arguments are in the language of the call, and that what
// is no error of an argument stays as it is.
func TestSpoken(t *testing.T) {
	japanese := func() speech.Language { return speech.Japanese }
	type in struct {
		Line  int    `json:"line" req:"true" min:"1" help:"the line"`
		Kind  string `json:"kind" enum:"file,folder"`
		Names []int  `json:"names" max:"2"`
	}
	for arguments, want := range map[string]string{
		`[]`:                         "arguments: 引数が JSON オブジェクトではありません",
		`{}`:                         "line: 指定されていません",
		`{"line":"x"}`:               `line: integer ではありません: "x"`,
		`{"line":0}`:                 "line: 0 は範囲外です",
		`{"line":1,"kind":"x"}`:      "kind: 「x」という値はありません",
		`{"line":1,"names":[1,2,3]}`: "names: 長さ 3 は範囲外です",
		`{"line":1,"lines":1}`:       "lines: そのような引数はありません",
	} {
		_, err := bind(reflect.TypeFor[in](), []byte(arguments))
		var e *toolError
		if !errors.As(spoken(err, japanese), &e) || e.Message != want || len(e.NextActions) != 1 || e.NextActions[0] != speech.MendArgument.JA {
			t.Errorf("%s: %+v, want %s", arguments, e, want)
		}
		var english *toolError
		if !errors.As(err, &english) || english.Message == want || english.NextActions[0] != speech.MendArgument.EN {
			t.Errorf("%s in English: %+v", arguments, english)
		}
	}
	if data, err := json.Marshal(invalid("line", speech.FileLacksLine, speech.LastLine{N: 1}).in(speech.Japanese)); err != nil ||
		string(data) != `{"code":"invalid_argument","message":"line: ファイルにその行はありません","field":"line","hint":"ファイルは 1 行です","next_actions":["引数を直して、もう一度呼び出す"]}` {
		t.Errorf("%s, %v", data, err)
	}
	var e *toolError
	if !errors.As(spoken(patternError("pattern", &workspace.PatternError{Msg: "missing )", At: 3}), japanese), &e) ||
		e.Message != "pattern: パターンを解釈できません（missing )）" || *e.Offset != 3 || e.Hint != speech.MendPattern.JA || !slices.Equal(e.NextActions, []string{speech.MendArgument.JA}) {
		t.Errorf("a bad pattern: %+v", e)
	}
	if !errors.As(spoken(outside("path", speech.PathTooLong), japanese), &e) || !slices.Equal(e.NextActions, []string{"search_files", speech.MendArgument.JA}) {
		t.Errorf("a path outside: %+v", e)
	}
	if !errors.As(spoken(notFound("path", speech.NothingThere{Path: "x"}, speech.FindByPartOfName, "search_files"), japanese), &e) || !slices.Equal(e.NextActions, []string{"search_files"}) {
		t.Errorf("a file that is missing: %+v", e)
	}
	plain := errors.New("disk")
	if spoken(plain, japanese) != plain || spoken(nil, japanese) != nil {
		t.Error("another error is changed")
	}
}
