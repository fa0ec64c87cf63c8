package onnx

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Card is what the files of a model say of it.
type Card struct {
	// Name is what the model is called, as it was given.
	Name string
	// Model and Tokenizer are the paths of its files.
	Model, Tokenizer string
	// Dim is the length of its vectors.
	Dim int
	// MaxTokens is how many tokens of a text count, those of its template included;
	// 0 where only the tokenizer says.
	MaxTokens int
	// Pooling makes one vector of those of the tokens.
	Pooling Pooling
	// Query and Passage are put in front of what is looked for, and of what is found.
	Query, Passage string
}

// Folder is the files of a model.
type Folder interface {
	// Names are the paths of the files, with /, in any order.
	Names() []string
	// ReadFile returns a file whole. The error of one that is not there is
	// fs.ErrNotExist.
	ReadFile(name string) ([]byte, error)
}

// Pooling is how the vectors of a text's tokens become one.
type Pooling string

// Poolings.
const (
	Mean  Pooling = "mean"
	First Pooling = "cls"
	Last  Pooling = "lasttoken"
	Max   Pooling = "max"
)

// defaultTokens is how many tokens models of this kind read where nothing says.
const defaultTokens = 512

// Choose returns, of the paths in a model's folder, its ONNX file: one whose
// weights are bytes, which any processor reads well, else one of float32, else the
// only one; "" where that is not plain.
func Choose(paths []string) string {
	for _, name := range []string{"model_quantized.onnx", "model_int8.onnx", "model.onnx"} {
		for _, dir := range []string{"onnx", ""} {
			if p := path.Join(dir, name); slices.Contains(paths, p) {
				return p
			}
		}
	}
	found := ""
	for _, p := range paths {
		if path.Ext(p) == ".onnx" {
			if found != "" {
				return ""
			}
			found = p
		}
	}
	return found
}

// pooling is the folder of the configuration of a pooling layer.
var pooling = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\d+_Pooling/config\.json$`)
})

// Needed says whether a path in a model's folder, other than of an ONNX file, is
// read here.
func Needed(p string) bool {
	switch p {
	case "config.json", "modules.json", "config_sentence_transformers.json", "sentence_bert_config.json", "tokenizer_config.json", "tokenizer.json", "onnx/tokenizer.json":
		return true
	}
	return pooling().MatchString(p)
}

// Describe reads what the files of a model's folder say of it, but neither its
// weights nor its vocabulary. What they leave out follows from the names that the
// model goes by: E5 wants prefixes, and says so in words only.
func Describe(folder Folder, name string, names ...string) (Card, error) {
	c := Card{Name: name, Pooling: Mean}
	paths := folder.Names()
	if c.Model = Choose(paths); c.Model == "" {
		return c, errors.New("it has no ONNX file, or several, and none of them is called model.onnx")
	}
	for _, p := range []string{"tokenizer.json", "onnx/tokenizer.json"} {
		if c.Tokenizer == "" && slices.Contains(paths, p) {
			c.Tokenizer = p
		}
	}
	if c.Tokenizer == "" {
		return c, errors.New("it has no tokenizer.json")
	}
	var config struct {
		Type      string `json:"model_type"`
		Hidden    int    `json:"hidden_size"`
		Distilled int    `json:"dim"` // what DistilBERT calls it
		Positions int    `json:"max_position_embeddings"`
		Origin    string `json:"_name_or_path"`
	}
	if err := readJSON(folder, "config.json", &config); err != nil {
		return c, err
	}
	c.Dim = cmp.Or(config.Hidden, config.Distilled)
	if c.Dim <= 0 || c.Dim > maxDim {
		return c, fmt.Errorf("config.json: hidden_size is %d", c.Dim)
	}
	if err := c.tokens(folder, config.Type, config.Positions); err != nil {
		return c, err
	}
	if err := c.layers(folder, paths); err != nil {
		return c, err
	}
	return c, c.prompts(folder, append(names, name, config.Origin))
}

// maxDim is longer than any vector that models make.
const maxDim = 1 << 16

// readJSON reads a file of the folder, if it is there.
func readJSON(folder Folder, name string, to any) error {
	data, err := folder.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	if err := json.Unmarshal(data, to); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// tokens finds how long texts may be.
func (c *Card) tokens(folder Folder, kind string, positions int) error {
	var sentence struct {
		Max int `json:"max_seq_length"`
	}
	var tokenizer struct {
		Max float64 `json:"model_max_length"` // some say 1e30
	}
	if err := errors.Join(readJSON(folder, "sentence_bert_config.json", &sentence), readJSON(folder, "tokenizer_config.json", &tokenizer)); err != nil {
		return err
	}
	switch {
	case sentence.Max > 0:
		c.MaxTokens = sentence.Max
	case tokenizer.Max >= 1 && tokenizer.Max <= 1<<20:
		c.MaxTokens = int(tokenizer.Max)
	}
	switch kind {
	case "roberta", "xlm-roberta", "camembert":
		positions -= 2 // theirs begin behind that of the padding
	}
	if positions > 0 {
		if c.MaxTokens == 0 {
			c.MaxTokens = positions
		}
		c.MaxTokens = min(c.MaxTokens, positions)
	}
	return nil
}

// layers finds what follows the transformer.
func (c *Card) layers(folder Folder, paths []string) error {
	var modules []struct {
		Path string `json:"path"`
		Type string `json:"type"`
	}
	if err := readJSON(folder, "modules.json", &modules); err != nil {
		return err
	}
	file := ""
	for _, m := range modules {
		switch kind := m.Type[strings.LastIndexByte(m.Type, '.')+1:]; kind {
		case "Transformer", "Normalize":
		case "Pooling":
			file = path.Join(m.Path, "config.json")
		default:
			return fmt.Errorf("modules.json: the layer %q is not supported", kind)
		}
	}
	if len(modules) == 0 {
		if i := slices.IndexFunc(paths, pooling().MatchString); i >= 0 {
			file = paths[i]
		}
	}
	if file == "" || !fs.ValidPath(file) {
		return nil
	}
	var flags map[string]any
	if err := readJSON(folder, file, &flags); err != nil {
		return err
	}
	var modes []string
	for key, v := range flags {
		if mode, ok := strings.CutPrefix(key, "pooling_mode_"); ok && v == true {
			modes = append(modes, mode)
		}
	}
	if mode, ok := flags["pooling_mode"].(string); ok {
		modes = []string{mode}
	}
	if len(modes) == 0 {
		return nil
	}
	slices.Sort(modes)
	switch mode := strings.Join(modes, ", "); mode {
	case "mean_tokens", "mean":
		c.Pooling = Mean
	case "cls_token", "cls":
		c.Pooling = First
	case "max_tokens", "max":
		c.Pooling = Max
	case "lasttoken":
		c.Pooling = Last
	default:
		return fmt.Errorf("%s: the pooling %s is not supported", file, mode)
	}
	return nil
}

// e5 are the models of that family that want plain prefixes.
var e5 = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(^|[^a-z0-9])e5([^a-z0-9]|$)`)
})

func (c *Card) prompts(folder Folder, names []string) error {
	var sentence struct {
		Prompts map[string]string `json:"prompts"`
	}
	if err := readJSON(folder, "config_sentence_transformers.json", &sentence); err != nil {
		return err
	}
	c.Query = sentence.Prompts["query"]
	if c.Passage = sentence.Prompts["passage"]; c.Passage == "" {
		c.Passage = sentence.Prompts["document"]
	}
	if c.Query != "" || c.Passage != "" {
		return nil
	}
	if slices.ContainsFunc(names, e5().MatchString) && !slices.ContainsFunc(names, func(n string) bool { return strings.Contains(strings.ToLower(n), "instruct") }) {
		c.Query, c.Passage = "query: ", "passage: "
	}
	return nil
}
