package outline

/*
typedef struct TSLanguage TSLanguage;
const TSLanguage *tree_sitter_bash(void);
const TSLanguage *tree_sitter_c_sharp(void);
const TSLanguage *tree_sitter_cpp(void);
const TSLanguage *tree_sitter_cue(void);
const TSLanguage *tree_sitter_dockerfile(void);
const TSLanguage *tree_sitter_elixir(void);
const TSLanguage *tree_sitter_elm(void);
const TSLanguage *tree_sitter_groovy(void);
const TSLanguage *tree_sitter_hcl(void);
const TSLanguage *tree_sitter_kotlin(void);
const TSLanguage *tree_sitter_lua(void);
const TSLanguage *tree_sitter_markdown(void);
const TSLanguage *tree_sitter_ocaml(void);
const TSLanguage *tree_sitter_proto(void);
const TSLanguage *tree_sitter_ruby(void);
const TSLanguage *tree_sitter_rust(void);
const TSLanguage *tree_sitter_scala(void);
const TSLanguage *tree_sitter_sql(void);
const TSLanguage *tree_sitter_swift(void);
const TSLanguage *tree_sitter_toml(void);
*/
import "C"

import (
	"unsafe"

	// The grammars' objects; what they export to Go goes through tree-sitter's
	// own binding, which index/lang/ts replaces.
	_ "github.com/smacker/go-tree-sitter/bash"
	_ "github.com/smacker/go-tree-sitter/cpp"
	_ "github.com/smacker/go-tree-sitter/csharp"
	_ "github.com/smacker/go-tree-sitter/cue"
	_ "github.com/smacker/go-tree-sitter/dockerfile"
	_ "github.com/smacker/go-tree-sitter/elixir"
	_ "github.com/smacker/go-tree-sitter/elm"
	_ "github.com/smacker/go-tree-sitter/groovy"
	_ "github.com/smacker/go-tree-sitter/hcl"
	_ "github.com/smacker/go-tree-sitter/kotlin"
	_ "github.com/smacker/go-tree-sitter/lua"
	_ "github.com/smacker/go-tree-sitter/markdown/tree-sitter-markdown"
	_ "github.com/smacker/go-tree-sitter/ocaml"
	_ "github.com/smacker/go-tree-sitter/protobuf"
	_ "github.com/smacker/go-tree-sitter/ruby"
	_ "github.com/smacker/go-tree-sitter/rust"
	_ "github.com/smacker/go-tree-sitter/scala"
	_ "github.com/smacker/go-tree-sitter/sql"
	_ "github.com/smacker/go-tree-sitter/swift"
	_ "github.com/smacker/go-tree-sitter/toml"

	"codeintel/index/lang/outline/ctree"
	"codeintel/index/lang/ts"
)

// grammars maps the names of the tables to the grammars of
// github.com/smacker/go-tree-sitter. C has a reader of its own.
var grammars = map[string]*ts.Grammar{
	"bash":       ts.NewGrammar("bash", unsafe.Pointer(C.tree_sitter_bash())),
	"c":          ts.NamedGrammar("c", ctree.Kinds, ctree.Fields),
	"csharp":     ts.NewGrammar("csharp", unsafe.Pointer(C.tree_sitter_c_sharp())),
	"cpp":        ts.NewGrammar("cpp", unsafe.Pointer(C.tree_sitter_cpp())),
	"cue":        ts.NewGrammar("cue", unsafe.Pointer(C.tree_sitter_cue())),
	"dockerfile": ts.NewGrammar("dockerfile", unsafe.Pointer(C.tree_sitter_dockerfile())),
	"elixir":     ts.NewGrammar("elixir", unsafe.Pointer(C.tree_sitter_elixir())),
	"elm":        ts.NewGrammar("elm", unsafe.Pointer(C.tree_sitter_elm())),
	"groovy":     ts.NewGrammar("groovy", unsafe.Pointer(C.tree_sitter_groovy())),
	"hcl":        ts.NewGrammar("hcl", unsafe.Pointer(C.tree_sitter_hcl())),
	"kotlin":     ts.NewGrammar("kotlin", unsafe.Pointer(C.tree_sitter_kotlin())),
	"lua":        ts.NewGrammar("lua", unsafe.Pointer(C.tree_sitter_lua()), ts.SharedScanner, ts.StaleScanner),
	"markdown":   ts.NewGrammar("markdown", unsafe.Pointer(C.tree_sitter_markdown())),
	"ocaml":      ts.NewGrammar("ocaml", unsafe.Pointer(C.tree_sitter_ocaml())),
	"protobuf":   ts.NewGrammar("protobuf", unsafe.Pointer(C.tree_sitter_proto())),
	"ruby":       ts.NewGrammar("ruby", unsafe.Pointer(C.tree_sitter_ruby())),
	"rust":       ts.NewGrammar("rust", unsafe.Pointer(C.tree_sitter_rust())),
	"scala":      ts.NewGrammar("scala", unsafe.Pointer(C.tree_sitter_scala())),
	"sql":        ts.NewGrammar("sql", unsafe.Pointer(C.tree_sitter_sql())),
	"swift":      ts.NewGrammar("swift", unsafe.Pointer(C.tree_sitter_swift()), ts.StaleScanner),
	"toml":       ts.NewGrammar("toml", unsafe.Pointer(C.tree_sitter_toml())),
}
