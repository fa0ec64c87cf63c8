package tokenize

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// kana has frequent letters that only Japanese has.
const kana = "のをにはがるすン"

// documentLines returns parts of lines of the repository's documentation, in turn of lines
// in English and in Japanese.
func documentLines(t *testing.T, most int) (lines []string) {
	t.Helper()
	files, err := filepath.Glob("../../../../docs/*.md")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files (%v)", len(files), err)
	}
	r := rand.New(rand.NewPCG(2, 9))
	var all [2][]string // English, Japanese
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			if line = strings.Join(strings.Fields(line), " "); line != "" {
				in := 0
				if strings.ContainsAny(line, kana) {
					in = 1
				}
				all[in] = append(all[in], line)
			}
		}
	}
	for len(lines) < most {
		from := all[len(lines)%2]
		runes := []rune(from[r.IntN(len(from))])
		begin := r.IntN(len(runes))
		lines = append(lines, string(runes[begin:begin+r.IntN(min(len(runes)-begin, 40)+1)]))
	}
	return lines
}

const maxPiece = 7

// divide is the algorithm as published (Kudo, "Subword Regularization", 2018): Viterbi's
// algorithm over the characters finds the division of a text into pieces with the largest
// sum of scores. Pieces have at most maxPiece characters. The score of an unknown character
// is that of the worst piece less 10; adjacent unknown characters are one token. tied
// reports that two ways to a place were equal.
func divide(scores map[string]float64, worst float64, ids map[string]int32, unknown int32, text string) (out []int32, tied bool) {
	runes := []rune(text)
	best, from := make([]float64, len(runes)+1), make([]int, len(runes)+1)
	for end := 1; end <= len(runes); end++ {
		best[end] = math.Inf(-1)
		for begin := max(0, end-maxPiece); begin < end; begin++ {
			score, known := scores[string(runes[begin:end])]
			if !known && begin != end-1 {
				continue
			}
			if !known {
				score = worst - 10
			}
			switch sum := best[begin] + score; {
			case math.Abs(sum-best[end]) < 1e-9:
				tied = true
			case sum > best[end]:
				best[end], from[end] = sum, begin
			}
		}
	}
	for end := len(runes); end > 0; end = from[end] {
		id, known := ids[string(runes[from[end]:end])]
		if !known {
			id = unknown
		}
		if id == unknown && len(out) > 0 && out[len(out)-1] == unknown {
			continue
		}
		out = append(out, id)
	}
	slices.Reverse(out)
	return out, tied
}

// TestUnigramAsPublished holds that 10,000 texts in English and Japanese are divided as the
// published algorithm divides them, by pieces of these texts with random scores. It skips
// texts with two best ways.
func TestUnigramAsPublished(t *testing.T) {
	lines := documentLines(t, 10_000)
	r := rand.New(rand.NewPCG(4, 4))
	const unknown = 0
	vocabulary := [][]any{{"<unk>", 0.0}}
	scores, worst, ids := map[string]float64{}, 0.0, map[string]int32{}
	for len(vocabulary) < 6000 {
		runes := []rune(strings.ReplaceAll(lines[r.IntN(len(lines))], " ", "▁"))
		if len(runes) == 0 {
			continue
		}
		begin := r.IntN(len(runes))
		piece := string(runes[begin:min(begin+1+r.IntN(maxPiece), len(runes))])
		if _, known := ids[piece]; known {
			continue
		}
		scores[piece] = -1 - 11*r.Float64()
		worst = min(worst, scores[piece])
		ids[piece] = int32(len(vocabulary))
		vocabulary = append(vocabulary, []any{piece, scores[piece]})
	}
	file, err := json.Marshal(map[string]any{
		"model":         map[string]any{"type": "Unigram", "unk_id": unknown, "vocab": vocabulary},
		"pre_tokenizer": map[string]any{"type": "Metaspace", "replacement": "▁", "prepend_scheme": "never", "split": false},
	})
	if err != nil {
		t.Fatal(err)
	}
	tok, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	compared, japanese, unknowns := 0, 0, 0
	for _, line := range lines {
		want, tied := divide(scores, worst, ids, unknown, strings.ReplaceAll(line, " ", "▁"))
		if tied {
			continue
		}
		compared++
		if strings.ContainsAny(line, kana) {
			japanese++
		}
		if slices.Contains(want, unknown) {
			unknowns++
		}
		if got := tok.Encode(nil, line, 10_000); !slices.Equal(got, want) {
			t.Fatalf("%q: %v, want %v", line, got, want)
		}
	}
	if compared < 9000 || japanese < 500 || unknowns < 100 {
		t.Errorf("of %d texts %d were compared, %d in Japanese, %d with unknown characters", len(lines), compared, japanese, unknowns)
	}
}
