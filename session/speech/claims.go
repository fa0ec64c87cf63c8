package speech

// Why a value does not fill a slot.

// ValueEmpty and those that follow say what is wrong with a slot.
var ValueEmpty = Text{
	"the value is empty; leave the slot out where the query says nothing",
	"value が空です。クエリに記述がないスロットは省略してください",
}

var QuoteEmpty = Text{
	"the quote is empty; give the words of the query that say so",
	"quote が空です。根拠となるクエリの箇所を引用してください",
}

type SlotTooLong struct {
	Value int
	Quote int
}

func (SlotTooLong) text() Text {
	return Text{
		"it is too long: a value has at most {Value} bytes, a quote {Quote}",
		"長すぎます。value は {Value} バイト、quote は {Quote} バイトまでです",
	}
}

type NotInQuery struct{ Quote string }

func (NotInQuery) text() Text {
	return Text{
		"the query does not say {Quote:q}; quote its own words",
		"クエリに{Quote:q}という記述がありません。原文のまま引用してください",
	}
}

type Disagrees struct {
	Quote string
	Why   Message
}

func (Disagrees) text() Text {
	return Text{
		"the value does not say what the quote {Quote:q} says: {Why}; use its words, or what they are called in the code",
		"value が引用{Quote:q}と一致しません（{Why}）。引用の語か、コード上の呼び名を使ってください",
	}
}

type AlreadyFilled struct{ Value string }

func (AlreadyFilled) text() Text {
	return Text{
		"the session goes on with {Value:q}; revert_to_exploration with keep_results=false begins anew",
		"セッションは{Value:q}で進行中です。revert_to_exploration (keep_results=false) でやり直せます",
	}
}

// NumbersDiffer and those that follow say why a value does not say what a quote says.
var NumbersDiffer = Text{
	"the numbers differ",
	"数値が異なります",
}

var SaysOpposite = Text{
	"one says the opposite of the other",
	"意味が逆です",
}

var SaysNot = Text{
	"one of them says not",
	"一方だけが否定です",
}

var OtherDone = Text{
	"what is done differs",
	"動作が異なります",
}

var OtherSubject = Text{
	"they are about something else",
	"別のことを指しています",
}

// UnsureValue says that a slot is filled with a value that its quote may not say.
type UnsureValue struct{ Quote string }

func (UnsureValue) text() Text {
	return Text{
		"the words don't tell whether the quote {Quote:q} says this value: the slot is filled, and the risk is HIGH until a value in the words of the quote replaces it",
		"引用{Quote:q}がこの value を表しているかは、語だけでは判断できません。スロットは埋まりましたが、引用の語に沿った value に置き換えるまでリスクは HIGH です",
	}
}

var NoCommonWords = Text{
	"they have no words in common",
	"共通する語がありません",
}

// SlotUnknown and those that follow say what is wrong with a slot that was found.
type SlotUnknown struct{ All []string }

func (SlotUnknown) text() Text {
	return Text{
		"there is no such slot; slots are {All}",
		"そのスロットはありません。スロットは {All} です",
	}
}

var SlotWithoutValue = Text{
	"the slot has no value: give it in resolved_frame, or set_query_frame where the query says it",
	"スロットに値がありません。resolved_frame で渡すか、クエリにあれば set_query_frame で指定してください",
}

type ValueTooLong struct{ Max int }

func (ValueTooLong) text() Text {
	return Text{
		"it is too long: a value has at most {Max} bytes",
		"長すぎます。値は {Max} バイトまでです",
	}
}

type FilledAlready struct{ Value string }

func (FilledAlready) text() Text {
	return Text{
		"the slot is filled already: {Value:q}",
		"スロットはすでに{Value:q}で確定しています",
	}
}

var NeedsSlotEvidence = Text{
	"it needs slot_evidence: the call that shows it, {tool, result}",
	"slot_evidence が必要です。根拠となる呼び出しを {tool, result} で示してください",
}

// Why a call is no evidence.

// CitesNoTool and those that follow say what is wrong with a call that is cited.
var CitesNoTool = Text{
	"it names no tool: cite a call that was made, {tool, result}",
	"tool がありません。実際に行った呼び出しを {tool, result} で示してください",
}

var ResultEmpty = Text{
	"the result is empty: say which symbol or file the answer showed",
	"result が空です。結果に出たシンボルかファイルを示してください",
}

type ResultTooLong struct{ Max int }

func (ResultTooLong) text() Text {
	return Text{
		"the result is too long: it has at most {Max} bytes",
		"result が長すぎます。{Max} バイトまでです",
	}
}

type NoSuchCall struct {
	Call int
	Made int
}

func (NoSuchCall) text() Text {
	return Text{
		"there is no call {Call}: {Made} were made in this session",
		"呼び出し {Call} はありません。このセッションの呼び出しは {Made} 回です",
	}
}

type NotCalled struct{ Tool string }

func (NotCalled) text() Text {
	return Text{
		"{Tool} was not called in this session",
		"{Tool} はこのセッションで呼び出されていません",
	}
}

type CallWasOther struct {
	Call int
	Was  string
	Tool string
}

func (CallWasOther) text() Text {
	return Text{
		"call {Call} was {Was}, not {Tool}",
		"呼び出し {Call} は {Was} で、{Tool} ではありません",
	}
}

type CallWasNot struct {
	Call int
	Tool string
}

func (CallWasNot) text() Text {
	return Text{
		"call {Call} was not {Tool}",
		"呼び出し {Call} は {Tool} ではありません",
	}
}

type CallFailed struct {
	Call int
	Tool string
}

func (CallFailed) text() Text {
	return Text{
		"call {Call} of {Tool} failed: it showed nothing",
		"呼び出し {Call}（{Tool}）は失敗し、何も示していません",
	}
}

type NotWithParams struct{ Tool string }

func (NotWithParams) text() Text {
	return Text{
		"{Tool} was not called with these params in this session",
		"{Tool} はこのセッションでこの params では呼び出されていません",
	}
}

type CalledBefore struct {
	Call int
	Tool string
}

func (CalledBefore) text() Text {
	return Text{
		"call {Call} of {Tool} was made before: call it again now",
		"呼び出し {Call}（{Tool}）は今のフェーズより前のものです。もう一度呼び出してください",
	}
}

type SymbolNotInCall struct {
	Call int
	Tool string
}

func (SymbolNotInCall) text() Text {
	return Text{
		"the answer of call {Call} ({Tool}) does not show the symbol",
		"呼び出し {Call}（{Tool}）の結果にこのシンボルは出ていません",
	}
}

type NothingInCall struct {
	Call int
	Tool string
}

func (NothingInCall) text() Text {
	return Text{
		"result names no symbol or file that call {Call} ({Tool}) showed",
		"result に、呼び出し {Call}（{Tool}）の結果に出たシンボルもファイルもありません",
	}
}

type LineNotShown struct {
	Line int
	File string
}

func (LineNotShown) text() Text {
	return Text{
		"line {Line} of {File} was shown by no call",
		"{File} の {Line} 行目は、どの呼び出しの結果にも出ていません",
	}
}

type LineBeyond struct {
	File  string
	Lines int
	Line  int
}

func (LineBeyond) text() Text {
	return Text{
		"{File} has {Lines} lines, not {Line}",
		"{File} は {Lines} 行しかなく、{Line} 行目はありません",
	}
}

type FileNotShown struct{ File string }

func (FileNotShown) text() Text {
	return Text{
		"no call showed anything of the file {File}",
		"ファイル {File} は、どの呼び出しの結果にも出ていません",
	}
}

type NoSuchFileNamed struct{ File string }

func (NoSuchFileNamed) text() Text {
	return Text{
		"the repository has no file {File}",
		"リポジトリにファイル {File} はありません",
	}
}

type SymbolNotShown struct{ Name string }

func (SymbolNotShown) text() Text {
	return Text{
		"no call showed the symbol {Name}",
		"シンボル {Name} は、どの呼び出しの結果にも出ていません",
	}
}

type NoSuchSymbolNamed struct{ Name string }

func (NoSuchSymbolNamed) text() Text {
	return Text{
		"the repository has no symbol {Name}, and no call showed the name",
		"リポジトリにシンボル {Name} はなく、この名前はどの呼び出しの結果にも出ていません",
	}
}

// Why a claim does not count.

// NamesNothing and those that follow say why a symbol does not count.
var NamesNothing = Text{
	"it names nothing",
	"名前がありません",
}

var NoSymbol = Text{
	"the repository has no symbol of this name",
	"リポジトリにこの名前のシンボルはありません",
}

type NoSymbolNear struct{ Near string }

func (NoSymbolNear) text() Text {
	return Text{
		"the repository has no symbol of this name; near it are {Near}",
		"リポジトリにこの名前のシンボルはありません。近い名前は {Near} です",
	}
}

var NoAnswerShowed = Text{
	"no answer of this session showed it",
	"このセッションの結果に出ていません",
}

var NoAnswerShowedSymbol = Text{
	"no answer of this session showed it: find_definitions shows it",
	"このセッションの結果に出ていません。find_definitions で確認してください",
}

type Ambiguous struct{ One Message }

func (Ambiguous) text() Text {
	return Text{
		"it may be {One}: name it so",
		"候補が複数あります: {One}。この形で指定してください",
	}
}

type OneOf struct{ Names []string }

func (OneOf) text() Text {
	return Text{
		"{Names:or}",
		"{Names:or}",
	}
}

type OneOfMore struct {
	Names []string
	More  int
}

func (OneOfMore) text() Text {
	return Text{
		"{Names}, or one of {More} more",
		"{Names}、ほか {More} 件",
	}
}

var NamedAlready = Text{
	"it is named already; it counts once",
	"すでに指定されています。重複はカウントされません",
}

var Untied = Text{
	"it is none of the counted symbols, and calls, references or contains none",
	"カウントされたシンボルではなく、それらを呼び出しても、参照しても、含んでもいません",
}

// FileIsFolder and those that follow say why a file does not count.
var FileIsFolder = Text{
	"it is a folder: name files of it",
	"フォルダです。中のファイルを指定してください",
}

var NoFileYet = Text{
	"the repository has no such file; name it in new_files if it is to be made",
	"リポジトリにこのファイルはありません。新規に作成する場合は new_files に指定してください",
}

var NoSuchFile = Text{
	"the repository has no such file",
	"リポジトリにこのファイルはありません",
}

var NoSuchPath = Text{
	"the repository has no such file or folder",
	"リポジトリにこのファイルもフォルダもありません",
}

var NoLinesShown = Text{
	"no answer of this session showed lines of it: look into it first",
	"このセッションの結果に行が出ていません。先に内容を確認してください",
}

var NoDescription = Text{
	"it has no description",
	"description がありません",
}

var PatternsWithoutFiles = Text{
	"there are patterns, but files_analyzed is empty: name the files as well",
	"パターンはありますが files_analyzed が空です。ファイルも指定してください",
}

type FileHasLines struct {
	Lines int
	Line  int
}

func (FileHasLines) text() Text {
	return Text{
		"the file has {Lines} lines, not {Line}",
		"ファイルは {Lines} 行しかなく、{Line} 行目はありません",
	}
}

// NoPath and those that follow say why a file can't be made.
var NoPath = Text{
	"it is no path in the repository",
	"リポジトリ内のパスではありません",
}

var NeverWritten = Text{
	"it is never written: it belongs to git or to the gate",
	"git またはゲートが管理しているため、書き込めません",
}

var ThereAlready = Text{
	"it is there already: look into it, and name it in files_analyzed",
	"すでに存在します。内容を確認し、files_analyzed に指定してください",
}

type NoNeighbour struct{ Folder string }

func (NoNeighbour) text() Text {
	return Text{
		"no answer showed lines of a file in {Folder}, where it is to be: look at one first",
		"作成先 {Folder} のファイルの行が結果に出ていません。先に 1 つ確認してください",
	}
}

// TextTooLong and those that follow say why code that is cited does not count.
type TextTooLong struct{ Max int }

func (TextTooLong) text() Text {
	return Text{
		"the text is too long: it has at most {Max} bytes",
		"text が長すぎます。{Max} バイトまでです",
	}
}

var NoLine = Text{
	"it names no line: cite file, line and the text that is there",
	"line がありません。file・line とその行の text を示してください",
}

type FileEnds struct {
	Lines int
	Max   int
}

func (FileEnds) text() Text {
	return Text{
		"the file has {Lines} lines; at most {Max} of them can be cited at once",
		"ファイルは {Lines} 行です。一度に示せるのは {Max} 行までです",
	}
}

var TextNotThere = Text{
	"this text is not at these lines of the file",
	"この text はファイルの該当行にありません",
}

// NotAtLine says that a symbol is neither defined nor named at a line beside it.
type NotAtLine struct {
	Name string
	File string
	Line int
	Of   string
	From int
	To   int
}

func (NotAtLine) text() Text {
	return Text{
		"{Name} is not at {File}:{Line}: it is defined at {Of}:{From}-{To}. Give the line where it is, or leave the line out",
		"{Name} は {File}:{Line} にありません（定義は {Of}:{From}-{To}）。正しい行を示すか、行番号を省いてください",
	}
}

// QuoteNotThere says that quoted text is in no file that the evidence is about.
type QuoteNotThere struct{ Quote string }

func (QuoteNotThere) text() Text {
	return Text{
		"\"{Quote}\" is not in the files that this is about: quote what is there, or leave the quote out",
		"「{Quote}」は、この根拠が挙げたファイルにありません。実際の記述を引用するか、引用を省いてください",
	}
}

// NoCallBetween says that nothing in the code of one symbol refers to another.
type NoCallBetween struct {
	From string
	To   string
}

func (NoCallBetween) text() Text {
	return Text{
		"nothing in the code of {From} refers to {To}: find_references of {To} shows what does",
		"{From} のコードに {To} への参照はありません。参照元は {To} の find_references で確認できます",
	}
}

var LineNotShownYet = Text{
	"no answer of this session showed this line: give the text that is there, or look at it first",
	"この行はこのセッションの結果に出ていません。その行の text を示すか、先に確認してください",
}

var CitesNothing = Text{
	"it cites nothing: give a symbol, or file, line and text",
	"何も示していません。symbol、または file・line・text を示してください",
}

var NamesNothingShown = Text{
	"it names no symbol, and no path:line, that an answer of this session showed",
	"このセッションの結果に出たシンボルも path:line もありません",
}

var NoEvidenceOfIt = Text{
	"no code_evidence that was found is of it, or of a symbol that is related to it",
	"これ自体または関連するシンボルの code_evidence が見つかりません",
}

type Unlike struct {
	Term  string
	Score float64
	By    string
	Raw   float64
}

func (Unlike) text() Text {
	return Text{
		"its similarity to {Term:q} is {Score:.2f} by {By} (raw {Raw:.2f})",
		"{Term:q}との類似度は {Score:.2f} です（{By}、生の値 {Raw:.2f}）",
	}
}

// OnlySemantic and those that follow say what is wrong with hypotheses and verdicts.
type OnlySemantic struct{ Tool string }

func (OnlySemantic) text() Text {
	return Text{
		"hypotheses come from semantic_search, not from {Tool}",
		"仮説の出所は semantic_search です。{Tool} ではありません",
	}
}

var NoSearchLikeIt = Text{
	"no semantic_search with this number or these params was made in this session",
	"この番号または params の semantic_search は、このセッションにありません",
}

var NoSearchShowed = Text{
	"no semantic_search of this session showed it",
	"このセッションの semantic_search の結果に出ていません",
}

var NoHypothesis = Text{
	"it is no hypothesis of this session",
	"このセッションの仮説ではありません",
}

type NoVerdict struct{ Verdict string }

func (NoVerdict) text() Text {
	return Text{
		"the verdict is confirmed or rejected, not {Verdict:q}",
		"verdict は confirmed か rejected です。{Verdict:q}は指定できません",
	}
}

type HasVerdict struct{ Verdict string }

func (HasVerdict) text() Text {
	return Text{
		"it has been {Verdict}",
		"すでに {Verdict} と判定されています",
	}
}

var SymbolGone = Text{
	"the symbol is not in the code any more: reject it",
	"シンボルはもうコードにありません。rejected にしてください",
}
