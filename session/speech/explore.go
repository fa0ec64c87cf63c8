package speech

// What answers of exploration say where there is nothing, or not all.

// NothingDefined and those that follow say why an answer is empty.
var NothingDefined = Text{
	"the file defines nothing",
	"このファイルには定義がありません",
}

var NothingDefinedThere = Text{
	"nothing is defined there",
	"指定した範囲に定義はありません",
}

var NothingOfKinds = Text{
	"nothing of these kinds is defined there",
	"指定した範囲にこの種類の定義はありません",
}

// DepthLeavesOut says that deeper definitions were not asked for.
type DepthLeavesOut struct{ N int }

func (DepthLeavesOut) text() Text {
	return Text{
		"depth leaves out {N:definition|definitions} there; give a greater one",
		"depth の指定により {N} 件の定義が省かれています。より大きい値を指定してください",
	}
}

var NoCaller = Text{
	"the symbol is known, and nothing in the repository calls it",
	"シンボルはありますが、リポジトリ内に呼び出し元はありません",
}

var CallsNothing = Text{
	"the symbol is known, and it calls nothing that is known",
	"シンボルはありますが、既知の呼び出し先はありません",
}

var NoImplementation = Text{
	"the symbol is known, and nothing in the repository implements, extends or overrides it",
	"シンボルはありますが、リポジトリ内に実装・継承・オーバーライドしているものはありません",
}

var ImplementsNothing = Text{
	"the symbol is known, and it implements, extends or overrides nothing",
	"シンボルはありますが、何も実装・継承・オーバーライドしていません",
}

var NoUse = Text{
	"the symbol is known, and nothing in the repository uses it",
	"シンボルはありますが、リポジトリ内で使われていません",
}

var NoUseHere = Text{
	"the symbol is known, and nothing in this path uses it",
	"シンボルはありますが、このパスの中では使われていません",
}

var InNoFunction = Text{
	"the line is in no function",
	"この行は関数の中にありません",
}

var FileChanging = Text{
	"the file is changing; ask again",
	"ファイルが変更中です。もう一度呼び出してください",
}

var NoFileMeant = Text{
	"no file of the repository is meant by these paths",
	"指定したパスに当たるファイルはリポジトリにありません",
}

var NoPathLikeIt = Text{
	"no file of the repository has such a path; files that git ignores are not listed",
	"このようなパスのファイルはリポジトリにありません。git が無視するファイルは一覧に含まれません",
}

var SearchStopped = Text{
	"no line was found so far: the search was stopped before all files were searched",
	"一致する行は見つかっていませんが、全ファイルを調べる前に検索を打ち切りました",
}

var NothingSearched = Text{
	"no file was searched: path, glob and file_type leave none, or git ignores what they leave",
	"検索したファイルはありません。path・glob・file_type に当たるファイルがないか、git が無視しています",
}

// NoLineMatches says that the files were searched.
type NoLineMatches struct{ Files int }

func (NoLineMatches) text() Text {
	return Text{
		"no line matches in {Files:file|files}",
		"{Files} ファイルに一致する行はありません",
	}
}

var NoPieceAlike = Text{
	"no piece of code or of a document has a word of the question, or means something like it",
	"質問の語を含む、または意味の近いコードや文書はありません",
}

var NoSymbolNamedSo = Text{
	"no symbol of the repository has this name",
	"この名前のシンボルはリポジトリにありません",
}

var NoSymbolLikeIt = Text{
	"no symbol of the repository has this name, or one that is like it",
	"この名前、または似た名前のシンボルはリポジトリにありません",
}

var NameElsewhere = Text{
	"the name is known, but what it means is not of this path, language or kind",
	"この名前はありますが、指定した path・language・kind に当たるものはありません",
}

var FileIsNoSymbol = Text{
	"it is a file, and no file of its language is a symbol; get_symbols lists what it defines",
	"これはファイルです。この言語のファイルはシンボルではありません。定義は get_symbols で確認できます",
}

// What hints say.

// UsesUnread says that a number is not exact.
type UsesUnread struct{ N int }

func (UsesUnread) text() Text {
	return Text{
		"total counts each of {N:use|uses} that were not looked at yet as a call of another function",
		"total には、まだ確認していない {N} 件の使用箇所を、それぞれ別の関数からの呼び出しとして含みます",
	}
}

var TreeCut = Text{
	"the tree is cut; ask for less depth, or for one of its nodes",
	"ツリーを途中で打ち切りました。depth を小さくするか、ノードを指定してください",
}

var SentBefore = Text{
	"the source was sent before and is the same; again=true sends it once more",
	"ソースは送信済みで、その後の変更はありません。再送するには again=true を指定してください",
}

// CountingStopped says that there are more lines.
type CountingStopped struct{ N int }

func (CountingStopped) text() Text {
	return Text{
		"counting stopped at {N:line|lines}: narrow the search by path, glob or file_type",
		"{N} 行で数えるのを打ち切りました。path・glob・file_type で検索範囲を絞ってください",
	}
}

// NotSearched names files that are not searched for what they may hold.
type NotSearched struct {
	N     int
	Files string
}

func (NotSearched) text() Text {
	return Text{
		"{N:file|files} that look as if they hold secrets, not searched: {Files}",
		"機密情報を含む可能性のある {N} ファイルは検索していません: {Files}",
	}
}
