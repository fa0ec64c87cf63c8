package tokenize

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func fixture(tb testing.TB, name string) *Tokenizer {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	if err != nil {
		tb.Fatal(err)
	}
	t, err := Read(data)
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

// peers are the rows of ids.jsonl: texts with what Hugging Face's library makes of
// them (see testdata/peer.mjs).
func peers(tb testing.TB) (texts []string, ids map[string][][]int32) {
	tb.Helper()
	file, err := os.Open("testdata/ids.jsonl")
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	ids = map[string][][]int32{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var row map[string]json.RawMessage
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			tb.Fatal(err)
		}
		for name, raw := range row {
			if name == "text" {
				var text string
				err = json.Unmarshal(raw, &text)
				texts = append(texts, text)
			} else {
				var list []int32
				err = json.Unmarshal(raw, &list)
				ids[name] = append(ids[name], list)
			}
			if err != nil {
				tb.Fatal(err)
			}
		}
	}
	if lines.Err() != nil || len(texts) < 90 || len(ids) != 5 {
		tb.Fatalf("%d texts of %d tokenizers (%v)", len(texts), len(ids), lines.Err())
	}
	return texts, ids
}

func TestPeer(t *testing.T) {
	texts, ids := peers(t)
	for name, want := range ids {
		tok := fixture(t, name)
		limit := 10_000
		if tok.Limit() > 0 {
			limit = tok.Limit()
		}
		for i, text := range texts {
			got := tok.Encode(nil, text, limit)
			if !slices.Equal(got, want[i]) {
				t.Errorf("%s: %+q\n got %v\nwant %v", name, text, got, want[i])
			}
			// What is cut off is the end of the text, never the template.
			if n := len(got); n > 5 {
				cut := append(slices.Clone(got[:4]), got[n-1])
				if short := tok.Encode(nil, text, 5); !slices.Equal(short, cut) {
					t.Errorf("%s: %+q in 5 tokens: %v, want %v", name, text, short, cut)
				}
			}
		}
	}
	if got := fixture(t, "xlmr-new").Limit(); got != 128 {
		t.Errorf("the limit is %d", got)
	}
}

func TestEncodeAppends(t *testing.T) {
	tok := fixture(t, "bert")
	one, two := tok.Encode(nil, "a b", 100), tok.Encode(nil, "c", 100)
	if got := tok.Encode(slices.Clone(one), "c", 100); !slices.Equal(got, append(one, two...)) {
		t.Errorf("got %v, want %v and %v", got, one, two)
	}
	if got := tok.Encode(nil, "a b c", 0); len(got) != tok.Overhead() || tok.Overhead() != 2 {
		t.Errorf("no room at all: %v", got)
	}
	// A megabyte without a word costs no more than its beginning.
	if got := tok.Encode(nil, strings.Repeat(" ", 1<<20)+"a", 100); len(got) != 2 {
		t.Errorf("behind a megabyte of spaces: %v", got)
	}
	if got, want := tok.Encode(nil, "a\xffb", 100), tok.Encode(nil, "a\uFFFDb", 100); !slices.Equal(got, want) {
		t.Errorf("no UTF-8: %v, want %v", got, want)
	}
}

// TestModels has what the fixtures leave out.
func TestModels(t *testing.T) {
	vocabulary := `"vocab":{"<unk>":0,"a":1,"b":2,"ab":3,"<0x63>":4,"c@":5,"-b":6,"a-b":7}`
	tests := []struct{ name, file, text, want string }{
		{"unknown characters stay apart", `{"model":{"type":"BPE","unk_token":"<unk>",` + vocabulary + `,"merges":["a b"]}}`, "xyabz", "[0,0,3,0]"},
		{"unknown characters are one", `{"model":{"type":"BPE","unk_token":"<unk>","fuse_unk":true,` + vocabulary + `,"merges":[]}}`, "xyabz", "[0,1,2,0]"},
		{"no unknown token", `{"model":{"type":"BPE",` + vocabulary + `,"merges":[]}}`, "xayb", "[1,2]"},
		{"bytes", `{"model":{"type":"BPE","unk_token":"<unk>","byte_fallback":true,` + vocabulary + `,"merges":[]}}`, "cd", "[4,0]"},
		{"suffix", `{"model":{"type":"BPE","end_of_word_suffix":"@",` + vocabulary + `,"merges":[]}}`, "abc", "[1,2,5]"},
		{"no type", `{"model":{` + vocabulary + `,"merges":[["a","b"]]}}`, "ab", "[3]"},
		{"words", `{"model":{"type":"WordPiece","unk_token":"<unk>",` + vocabulary + `},"pre_tokenizer":{"type":"Whitespace"}}`, "a b-a x", "[1,2,0,1,0]"},
		{"punctuation", `{"model":{"type":"WordPiece","unk_token":"<unk>","continuing_subword_prefix":"-",` + vocabulary + `},"pre_tokenizer":{"type":"Punctuation","behavior":"Removed"}}`, "a.b,ab", "[1,2,3]"},
		{"contiguous", `{"model":{"type":"WordPiece","unk_token":"<unk>","vocab":{"<unk>":0,"..":1,"a":2}},"pre_tokenizer":{"type":"Punctuation","behavior":"Contiguous"}}`, "..a..a", "[1,2,1,2]"},
		{"with the one before", `{"model":{"type":"WordPiece","unk_token":"<unk>","vocab":{"<unk>":0,".":1,"a.":2,"a":3}},"pre_tokenizer":{"type":"Split","pattern":{"String":"."},"behavior":"MergedWithPrevious"}}`, ".a..a", "[1,2,1,3]"},
		{"bytes of pieces", `{"model":{"type":"Unigram","unk_id":0,"byte_fallback":true,"vocab":[["<unk>",0],["a",-1],["<0x62>",-2]]}}`, "abbc", "[1,0]"},
		{"bytes of all", `{"model":{"type":"Unigram","unk_id":0,"byte_fallback":true,"vocab":[["<unk>",0],["a",-1],["<0x62>",-2]]}}`, "abb", "[1,2,2]"},
		{"only in front", `{"added_tokens":[{"id":9,"content":"<s>"}],"model":{"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["_a",-1],["a",-1]]},"pre_tokenizer":{"type":"Metaspace","replacement":"_","prepend_scheme":"first"}}`, "a<s>a", "[1,9,2]"},
		{"single words", `{"added_tokens":[{"id":9,"content":"ab","single_word":true}],"model":{"type":"BPE",` + vocabulary + `,"merges":[]}}`, "ab-abb aab ab", "[9,1,2,2,1,1,2,9]"},
		{"white space of tokens", `{"added_tokens":[{"id":9,"content":"<x>","rstrip":true}],"model":{"type":"WordPiece","unk_token":"<unk>",` + vocabulary + `}}`, "a<x>  b", "[1,9,2]"},
		{"strip and prepend", `{"normalizer":{"type":"Sequence","normalizers":[{"type":"Strip","strip_left":true,"strip_right":true},{"type":"Prepend","prepend":"a"}]},"model":{"type":"BPE",` + vocabulary + `,"merges":[]}}`, "  b ", "[1,2]"},
		{"accents", `{"normalizer":{"type":"Sequence","normalizers":[{"type":"NFD"},{"type":"StripAccents"}]},"model":{"type":"BPE",` + vocabulary + `,"merges":[]}}`, "áb̈", "[1,2]"},
		{"template in a sequence", `{"post_processor":{"type":"BertProcessing","sep":["S",8],"cls":["C",9]},"model":{"type":"BPE",` + vocabulary + `,"merges":[]}}`, "a", "[9,1,8]"},
	}
	for _, test := range tests {
		tok, err := Read([]byte(test.file))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		got, err := json.Marshal(tok.Encode([]int32{}, test.text, 100))
		if err != nil || string(got) != test.want {
			t.Errorf("%s: %v (%v), want %v", test.name, string(got), err, test.want)
		}
	}
}

func TestRefused(t *testing.T) {
	const model = `"model":{"type":"WordPiece","vocab":{"[UNK]":0}}`
	tests := []struct{ file, want string }{
		{``, "unexpected end"},
		{`[]`, "cannot unmarshal"},
		{`{}`, "model"},
		{`{"model":{"type":"WordLevel"}}`, `model: "WordLevel" is not supported`},
		{`{"model":{"type":"WordPiece","vocab":{}}}`, `the vocabulary has no "[UNK]"`},
		{`{"model":{"type":"WordPiece","vocab":{"[UNK]":-1}}}`, "below 0"},
		{`{"model":{"type":"WordPiece","vocab":["[UNK]"]}}`, "the vocabulary has"},
		{`{"model":{"type":"Unigram","vocab":[["a",0]]}}`, "unk_id names no piece"},
		{`{"model":{"type":"Unigram","unk_id":0,"vocab":[["a"]]}}`, "a piece is"},
		{`{"model":{"type":"BPE","vocab":{"a":0},"merges":["a b"]}}`, "that the vocabulary lacks"},
		{`{"model":{"type":"BPE","vocab":{"a":0},"merges":["a a a"]}}`, "not a pair"},
		{`{"model":{"type":"BPE","dropout":0.1,"vocab":{},"merges":[]}}`, "dropout"},
		{`{` + model + `,"normalizer":{"type":"Nmt"}}`, `normalizer: "Nmt" is not supported`},
		{`{` + model + `,"normalizer":{}}`, "type is missing"},
		{`{` + model + `,"normalizer":{"type":"Precompiled","precompiled_charsmap":"AAAA"}}`, "too short"},
		{`{` + model + `,"normalizer":{"type":"Precompiled","precompiled_charsmap":"/////wA="}}`, "is cut"},
		{`{` + model + `,"normalizer":{"type":"Replace","pattern":{"Regex":"(?=a)"},"content":""}}`, "is not supported"},
		{`{` + model + `,"normalizer":{"type":"Replace","pattern":{"Regex":"a*"},"content":""}}`, "matches nothing at all"},
		{`{` + model + `,"normalizer":{"type":"Replace","content":""}}`, "the pattern is missing"},
		{`{` + model + `,"normalizer":{"type":"Replace","pattern":{"String":"a"},"content":"` + strings.Repeat("a", 65) + `"}}`, "more than 64 bytes"},
		{`{` + model + `,"normalizer":{"type":"Prepend","prepend":"` + strings.Repeat("a", 65) + `"}}`, "more than 64 bytes"},
		{`{` + model + `,"pre_tokenizer":{"type":"Split","behavior":"Removed"}}`, "the pattern is missing"},
		{`{` + model + `,"pre_tokenizer":{"type":"Split","pattern":{"String":"a"},"behavior":"Odd"}}`, `"Odd" is not supported`},
		{`{` + model + `,"pre_tokenizer":{"type":"UnicodeScripts"}}`, "pre_tokenizer"},
		{`{` + model + `,"pre_tokenizer":{"type":"Metaspace","replacement":""}}`, "not one character"},
		{`{` + model + `,"post_processor":{"type":"TemplateProcessing","single":[]}}`, "the text is not in the template"},
		{`{` + model + `,"post_processor":{"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"x"}}]}}`, "has no numbers"},
		{`{` + model + `,"post_processor":{"type":"BertProcessing","sep":["S"],"cls":["C",1]}}`, "a special token is"},
		{`{` + model + `,"truncation":{"direction":"Left"}}`, "truncation"},
		{`{` + model + `,"added_tokens":[{"id":-1}]}`, "below 0"},
	}
	for _, test := range tests {
		_, err := Read([]byte(test.file))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.file, err, test.want)
		}
	}
}

// TestGrowth: a file that makes texts longer and longer costs no more than its steps.
func TestGrowth(t *testing.T) {
	const model = `{"model":{"type":"BPE","vocab":{"a":0},"merges":[]},`
	repeat := func(step string) string { return strings.TrimSuffix(strings.Repeat(step+",", 60), ",") }
	for _, file := range []string{
		model + `"normalizer":{"type":"Sequence","normalizers":[` + repeat(`{"type":"Replace","pattern":{"String":"a"},"content":"aaaaaaaa"}`) + `]}}`,
		model + `"pre_tokenizer":{"type":"Sequence","pretokenizers":[` + repeat(`{"type":"ByteLevel","add_prefix_space":false,"use_regex":false}`) + `]}}`,
	} {
		tok, err := Read([]byte(file))
		if err != nil {
			t.Fatal(err)
		}
		if got := tok.Encode(nil, strings.Repeat("aé", 1000), 64); len(got) > 64 {
			t.Errorf("%d tokens", len(got))
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"xlmr", "xlmr-new", "bert", "roberta", "bytes"} {
		data, err := os.ReadFile(filepath.Join("testdata", name+".json"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, "a  text\r\n of ２ lines <mask>")
	}
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		tok, err := Read(data)
		if err != nil {
			return
		}
		if got := tok.Encode(nil, text, 64); len(got) > max(64, tok.Overhead()) {
			t.Errorf("%d tokens", len(got))
		}
	})
}

func FuzzEncode(f *testing.F) {
	texts, _ := peers(f)
	for _, text := range texts {
		f.Add(text)
	}
	var all []*Tokenizer
	for _, name := range []string{"xlmr", "xlmr-new", "bert", "roberta", "bytes"} {
		all = append(all, fixture(f, name))
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, tok := range all {
			long := tok.Encode(nil, text, 1<<20)
			short := tok.Encode(nil, text, 8)
			// What a text begins with does not depend on its end, as long as the end is
			// looked at.
			if n := min(len(long), 8) - len(tok.after); len(text) <= 6*bytesPerToken && (len(short) != n+len(tok.after) || !slices.Equal(short[:n], long[:n])) {
				t.Errorf("%q: %v in 8 tokens, %v without a limit", text, short, long)
			}
		}
		for rest := text; rest != ""; {
			n := cluster(rest)
			if n <= 0 || n > len(rest) || n < len(rest) && utf8.ValidString(rest) && !utf8.RuneStart(rest[n]) {
				t.Fatalf("%q: a cluster of %d bytes", rest, n)
			}
			rest = rest[n:]
		}
	})
}
