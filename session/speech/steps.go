package speech

// What leads on: the phases, the steps that answers name, and the plan.

// PhaseExploration says what to do in EXPLORATION.
var PhaseExploration = Text{
	"explore the code, then say what you found with submit_understanding",
	"コードを探索し、見つけたことを submit_understanding で提出してください",
}

// PhaseSemantic says what to do in SEMANTIC.
var PhaseSemantic = Text{
	"search by meaning with semantic_search, then hand in hypotheses with submit_semantic; revert_to_exploration goes back",
	"semantic_search で意味検索し、submit_semantic で仮説を提出してください（revert_to_exploration で探索に戻れます）",
}

// PhaseVerification says what to do in VERIFICATION.
var PhaseVerification = Text{
	"look each hypothesis up in the code, then hand in the verdicts with submit_verification",
	"各仮説をコードで検証し、submit_verification で判定を提出してください",
}

// PhaseReady says what to do in READY.
var PhaseReady = Text{
	"do the work in explored files, then record_outcome",
	"探索済みファイルで作業し、終わったら record_outcome で結果を記録してください",
}

// PhaseClosed says what to do after a session.
var PhaseClosed = Text{
	"start_session begins a new one",
	"start_session で新しいセッションを開始してください",
}

// StepSubmit asks for an understanding.
var StepSubmit = Text{
	"submit_understanding: say what you found; with relevant_symbols, reasoning and code_evidence it can lead to READY at once.",
	"submit_understanding: 探索結果を提出してください。relevant_symbols・reasoning・code_evidence も渡せば、そのまま READY に進めます。",
}

// StepSubmitAgain asks for an understanding once more.
var StepSubmitAgain = Text{
	"submit_understanding: hand in what you found again.",
	"submit_understanding: 探索結果をもう一度提出してください。",
}

// StepMend asks to mend an understanding.
var StepMend = Text{
	"submit_understanding: mend or leave out what is in mend, and see missing for what else to find.",
	"submit_understanding: mend の項目を直すか除いてください。ほかに必要なものは missing にあります。",
}

// StepOrMeaning adds to a step that the search by meaning is open.
type StepOrMeaning struct{ Step string }

func (StepOrMeaning) text() Text {
	return Text{
		"{Step}; or submit_understanding with look_by_meaning=true, where no name leads there.",
		"{Step}名前で見つからない場合は、submit_understanding を look_by_meaning=true で呼べます。",
	}
}

// StepThenRelevant adds to a step that symbols are judged after it.
type StepThenRelevant struct{ Step string }

func (StepThenRelevant) text() Text {
	return Text{
		"{Step}; relevant_symbols are judged once nothing else is missing: hand them in again.",
		"{Step}relevant_symbols の判定は、ほかの不足がなくなってから行います。その時に再提出してください。",
	}
}

// StepSearchMeaning asks for a search by meaning.
var StepSearchMeaning = Text{
	"semantic_search: look for what was not found by name, then submit_semantic.",
	"semantic_search: 名前で見つからなかったものを意味検索し、submit_semantic で提出してください。",
}

// StepVerify asks to look hypotheses up.
type StepVerify struct{ Name string }

func (StepVerify) text() Text {
	return Text{
		"find_definitions: look up {Name} and the other hypotheses in the code, then submit_verification, citing the calls.",
		"find_definitions: {Name} などの仮説をコードで検証し、その呼び出しを根拠に submit_verification を呼んでください。",
	}
}

// StepVerdicts asks for verdicts.
var StepVerdicts = Text{
	"submit_verification: hand in the verdicts.",
	"submit_verification: 判定を提出してください。",
}

// StepWrite says how to go on in READY.
var StepWrite = Text{
	"check_write_target: ask before you write, do the work, then record_outcome.",
	"check_write_target: 書き込む前に確認し、作業が終わったら record_outcome で結果を記録してください。",
}

// StepWriteSome says how to go on where not all may be written.
type StepWriteSome struct{ May Message }

func (StepWriteSome) text() Text {
	return Text{
		"check_write_target: ask before you write. This session may write {May}; for existing code revert_to_exploration (keep_results) and hand in what you found of it.",
		"check_write_target: 書き込む前に確認してください。このセッションで書き込めるのは、{May}です。既存コードを変更するには revert_to_exploration (keep_results) で探索に戻り、そのコードの探索結果を提出してください。",
	}
}

// StepAnswer says how to go on where nothing is written.
var StepAnswer = Text{
	"record_outcome: answer, then say how it went; nothing is written in this session.",
	"record_outcome: 回答し、結果を記録してください。このセッションでは書き込みません。",
}

// StepEnded says that a session has ended.
var StepEnded = Text{
	"start_session: this session has ended.",
	"start_session: このセッションは終了しました。",
}

// What an understanding lacks.

// LacksSlot asks for a slot before anything was called.
type LacksSlot struct {
	Slot string
	Tool string
}

func (LacksSlot) text() Text {
	return Text{
		"set_query_frame: quote what the query says of {Slot}, or fill it with resolved_frame and slot_evidence in {Tool}.",
		"set_query_frame: {Slot} に当たる部分をクエリから引用するか、{Tool} の resolved_frame と slot_evidence で指定してください。",
	}
}

// LacksSlotFound asks for a slot that exploration may have found.
type LacksSlotFound struct {
	Slot string
	Tool string
}

func (LacksSlotFound) text() Text {
	return Text{
		"{Tool}: give resolved_frame.{Slot} with slot_evidence {tool, result}, or quote the query with set_query_frame.",
		"{Tool}: resolved_frame.{Slot} と slot_evidence {tool, result} を渡すか、set_query_frame でクエリから引用してください。",
	}
}

// LacksEvidence asks for the call that shows a slot.
type LacksEvidence struct {
	Slot string
	Tool string
}

func (LacksEvidence) text() Text {
	return Text{
		"{Tool}: give slot_evidence.{Slot} {tool, result}, the call whose answer shows it.",
		"{Tool}: slot_evidence.{Slot} {tool, result} に、根拠となる呼び出しを指定してください。",
	}
}

// LacksEvidenceYet asks to make the call that shows a slot.
type LacksEvidenceYet struct {
	Look string
	Slot string
	Tool string
}

func (LacksEvidenceYet) text() Text {
	return Text{
		"{Look}: look for it, to cite the call as slot_evidence.{Slot} in {Tool}.",
		"{Look}: 該当箇所を探し、その呼び出しを {Tool} の slot_evidence.{Slot} に指定してください。",
	}
}

// LacksTool asks to use a tool.
type LacksTool struct{ Tool string }

func (LacksTool) text() Text {
	return Text{
		"{Tool}: it was not used in this session; use it on what the request is about.",
		"{Tool}: このセッションでまだ使っていません。依頼の対象に対して使ってください。",
	}
}

// LacksSymbols asks for more symbols.
var LacksSymbols = Text{
	"find_definitions: find more of the symbols that matter, and name those that answers showed.",
	"find_definitions: 関連するシンボルをさらに探し、結果に出たものを指定してください。",
}

// LacksSymbolsBesides asks for more symbols, and names some that were shown.
type LacksSymbolsBesides struct{ Names []string }

func (LacksSymbolsBesides) text() Text {
	return Text{
		"find_definitions: find more of the symbols that matter; answers showed {Names} besides.",
		"find_definitions: 関連するシンボルをさらに探してください。結果にはほかに {Names} も出ています。",
	}
}

// LacksSymbolsBesidesIn asks for more symbols, names some that were shown, and a file
// that has more.
type LacksSymbolsBesidesIn struct {
	Names []string
	File  string
}

func (LacksSymbolsBesidesIn) text() Text {
	return Text{
		"get_symbols: {File} has more of the symbols that matter; answers showed {Names} besides.",
		"get_symbols: {File} にある関連シンボルをさらに確認してください。結果にはほかに {Names} も出ています。",
	}
}

// LacksSymbolsIn asks for more symbols, and names a file that has them.
type LacksSymbolsIn struct{ File string }

func (LacksSymbolsIn) text() Text {
	return Text{
		"get_symbols: look for more of the symbols that matter in {File}, and name those that answers showed.",
		"get_symbols: {File} にある関連シンボルをさらに確認し、結果に出たものを指定してください。",
	}
}

// LacksSymbolsShown asks to name symbols that were shown.
type LacksSymbolsShown struct{ Names []string }

func (LacksSymbolsShown) text() Text {
	return Text{
		"submit_understanding: name more of the symbols that matter; answers showed also {Names}.",
		"submit_understanding: 関連するシンボルをさらに指定してください。結果にはほかに {Names} も出ています。",
	}
}

// LacksEntryPoints asks for entry points.
var LacksEntryPoints = Text{
	"find_references: find where the symbols are called from, and name a symbol that leads to one of them.",
	"find_references: シンボルの呼び出し元を調べ、そこへ至るシンボルを entry_points に指定してください。",
}

// LacksFiles asks for files.
var LacksFiles = Text{
	"get_symbols: look into more of the files that matter; a file counts when an answer showed lines of it.",
	"get_symbols: 関連するファイルをさらに確認してください。行が結果に出たファイルだけがカウントされます。",
}

// LacksFilesBeside asks for files, and names some that go with the symbols.
type LacksFilesBeside struct{ Files []string }

func (LacksFilesBeside) text() Text {
	return Text{
		"get_symbols: look into one more file that matters, such as {Files}; a file counts when an answer showed lines of it.",
		"get_symbols: 関連するファイルをもう 1 つ確認してください（{Files} など）。行が結果に出たファイルだけがカウントされます。",
	}
}

// LacksFilesIn asks for several files, and names the folder that shows them at once.
type LacksFilesIn struct {
	Files  []string
	Folder string
}

func (LacksFilesIn) text() Text {
	return Text{
		"get_symbols: look into more files that matter, such as {Files}; the folder {Folder} shows several at once, and a file counts when an answer showed lines of it.",
		"get_symbols: 関連するファイルをさらに確認してください（{Files} など）。フォルダ {Folder} を指定すれば一度に確認できます。行が結果に出たファイルだけがカウントされます。",
	}
}

// LacksFile asks to show a file that was named.
type LacksFile struct{ File string }

func (LacksFile) text() Text {
	return Text{
		"search_text: show lines of {File}, then hand it in again.",
		"search_text: {File} の行を表示してから、もう一度提出してください。",
	}
}

// LacksAnyFile asks to show any file.
var LacksAnyFile = Text{
	"search_text: show lines of a file of the project, such as README, and name it in files_analyzed.",
	"search_text: README などプロジェクトのファイルの行を表示し、files_analyzed に指定してください。",
}

// LacksPatterns asks for patterns.
var LacksPatterns = Text{
	"search_text: find code to follow, and give its description, file and line.",
	"search_text: 手本となる既存パターンを探し、description・file・line を指定してください。",
}

// LacksConfirmed asks which symbols the request is about.
var LacksConfirmed = Text{
	"confirm_symbol_relevance: say which of the symbols target_feature is, why, and with code_evidence.",
	"confirm_symbol_relevance: target_feature に当たるシンボルを、理由と code_evidence を付けて指定してください。",
}

// LacksByMeaning asks to look for what is missing by meaning.
var LacksByMeaning = Text{
	"semantic_search: look for it by meaning, and hand in what you think it is with submit_semantic.",
	"semantic_search: 意味検索で探し、submit_semantic で仮説を提出してください。",
}

// The plan of the router.

// TargetUnknown says that target_feature is missing.
var TargetUnknown = Text{
	"Which feature or module the request is about.",
	"対象となる機能やモジュールが特定できません。",
}

// TargetDo says how to find target_feature.
var TargetDo = Text{
	"Get an overview of the code that may be meant, and name the symbols.",
	"関連しそうなコードの全体像を把握し、シンボルを特定してください。",
}

// TriggerUnknown says that trigger_condition is missing.
var TriggerUnknown = Text{
	"When it happens: the input, state or call that leads to it.",
	"問題が発生する再現条件が特定できません。",
}

// TriggerDo says how to find trigger_condition.
var TriggerDo = Text{
	"Look for the conditions and error handling that decide it.",
	"コード内の if 文や例外処理の条件を探索してください。",
}

// IssueUnknown says that observed_issue is missing.
var IssueUnknown = Text{
	"What goes wrong today, the reason for the change.",
	"修正の動機となる現状の問題が不明です。",
}

// IssueDo says how to find observed_issue.
var IssueDo = Text{
	"Search for the error text or log message, and for the code that makes it.",
	"エラー文言やログと、それを出すコードを確認してください。",
}

// ActionUnknown says that desired_action is missing.
var ActionUnknown = Text{
	"What should be true afterwards.",
	"期待する修正方針が不明です。",
}

// ActionDo says how to find desired_action.
var ActionDo = Text{
	"See who depends on the code, and what a change would reach.",
	"参照元を調べ、変更の影響範囲を把握してください。",
}

// Bootstrap says why where to look has to be found out first.
var Bootstrap = Text{
	"the request does not say which feature or module it is about: find where to look first",
	"依頼に対象の機能やモジュールが示されていないため、まず調べる場所を特定します",
}

// PlanReasoning says why a plan is as it is.
type PlanReasoning struct {
	Found Message
	Risk  string
	Why   Message
	First string
}

func (PlanReasoning) text() Text {
	return Text{
		"{Found}. Risk is {Risk}: {Why}. Begin with {First}.",
		"{Found}。リスクは {Risk} です（{Why}）。{First} から始めてください。",
	}
}

// PlanComplete says that no slot is missing.
var PlanComplete = Text{
	"The request says everything that is needed",
	"必要な情報は依頼に揃っています",
}

// PlanOpen says which slots are missing.
type PlanOpen struct{ Slots []string }

func (PlanOpen) text() Text {
	return Text{
		"The request leaves open: {Slots}",
		"不足しているスロットは {Slots} です",
	}
}

// PlanRaised adds to a plan that the session's risk is higher.
type PlanRaised struct {
	Plan string
	Risk string
}

func (PlanRaised) text() Text {
	return Text{
		"{Plan} The risk of the session is {Risk}: it only rises.",
		"{Plan}セッションのリスクは {Risk} です（下がることはありません）。",
	}
}

// RiskComplete and those that follow say why a risk is as it is.
var RiskComplete = Text{
	"the request says everything",
	"全スロットが揃っています",
}

var RiskReadOnly = Text{
	"nothing is written",
	"書き込みがありません",
}

var RiskIssueUnknown = Text{
	"what goes wrong today is not known",
	"現状の問題が不明です",
}

var RiskTargetUnknown = Text{
	"what to change is not known",
	"変更の対象が不明です",
}

var RiskThreeMissing = Text{
	"three parts of the request or more are missing",
	"3 つ以上のスロットが不足しています",
}

var RiskNew = Text{
	"something new is made",
	"新規の実装です",
}

var RiskTwoMissing = Text{
	"two parts of the request are missing",
	"2 つのスロットが不足しています",
}

var RiskShortIssue = Text{
	"the issue is described in very few words",
	"問題の説明が短すぎます",
}

var RiskOneMissing = Text{
	"only one part of the request is missing",
	"不足しているスロットは 1 つだけです",
}

// Prompts, which ask the model.

// Extract asks for the slots of a query.
type Extract struct{ Slots []Ask }

func (Extract) text() Text {
	return Text{
		`Take from the query, for set_query_frame: {Slots:;}. Each is null, or {value, quote}: quote is copied from the query word for word, in its language; value says the same, in the words of the code where you know them (value "product form", quote "商品フォーム"). Only what the query says: where it says nothing, null. Do not guess.`,
		`クエリから次の情報を抽出し、set_query_frame に渡してください: {Slots:;}。各スロットは null または {value, quote} です。quote はクエリからの正確な引用（原文そのまま）、value は同じ内容をコード上の呼び名で表したものです（value "product form"、quote "商品フォーム"）。明示されている情報のみ抽出し、推測・補完は禁止です。不明な場合は null にしてください。`,
	}
}

// Ask is a slot and what it asks for.
type Ask struct {
	Slot string
	What Message
}

func (Ask) text() Text {
	return Text{
		"{Slot} ({What})",
		"{Slot}（{What}）",
	}
}

// AskTarget and those that follow say what a slot asks for.
var AskTarget = Text{
	"what it is about: the feature, module or symbol",
	"対象の機能・モジュール・シンボル",
}

var AskTrigger = Text{
	"when it happens",
	"再現条件",
}

var AskIssue = Text{
	"what goes wrong",
	"現状の問題",
}

var AskAction = Text{
	"what is wanted",
	"期待する修正",
}

// Validate asks which symbols the request is about.
type Validate struct {
	Term  string
	Names Message
}

func (Validate) text() Text {
	return Text{
		"Which of these symbols are what the request means by {Term:q}: {Names}? Answer with confirm_symbol_relevance: relevant_symbols (those that you saw in the code, none that is only alike), reasoning (why), and code_evidence (for each of them a symbol, or file, line and the text that is there).",
		"次のシンボルから、対象機能{Term:q}に関連するものを選んでください: {Names}。confirm_symbol_relevance で回答してください: relevant_symbols（コードで確認したもの。名前が似ているだけのものは除く）、reasoning（選定理由）、code_evidence（シンボルごとの根拠。シンボル名、または file・line とその行の text）。",
	}
}

// Names is a list of names that may be cut.
type Names struct{ List string }

func (Names) text() Text {
	return Text{
		"{List}",
		"{List}",
	}
}

// NoNames says that there are no names yet.
var NoNames = Text{
	"none is known yet, explore first",
	"まだありません。先に探索してください",
}

// Otherwise tells of the rules that ask for files alone.
var Otherwise = Text{
	"Documentation, configuration, style sheets, translations: show lines of the file (search_text), then submit_understanding with files_analyzed. New files: show a neighbour, and name them in new_files too.",
	"文書・設定・スタイルシート・翻訳だけなら、search_text でファイルの行を表示し、submit_understanding の files_analyzed に指定すれば十分です。新規ファイルは、近くのファイルの行を表示し、new_files にも指定してください。",
}

// How to go on after symbols were refused.

// NotShownAs says that no evidence shows a symbol to be what a term means.
type NotShownAs struct{ Term string }

func (NotShownAs) text() Text {
	return Text{
		"No symbol was accepted as {Term:q}: the code evidence does not show it.",
		"{Term:q}に当たるシンボルを承認できません。code_evidence で確認できませんでした。",
	}
}

// NotAlike says that no name is alike to a term.
type NotAlike struct{ Term string }

func (NotAlike) text() Text {
	return Text{
		"No symbol was accepted: their names are not alike to {Term:q}.",
		"シンボルを承認できません。{Term:q}との類似度が低すぎます。",
	}
}

// AllRejected says that no hypothesis is left.
var AllRejected = Text{
	"All hypotheses were rejected.",
	"すべての仮説が却下されました。",
}

// Undecided says that neither a name nor its code says a term.
type Undecided struct {
	Name string
	Term string
}

func (Undecided) text() Text {
	return Text{
		"{Name} is in the code, but neither its name nor its code says {Term:q}.",
		"{Name} はコードにありますが、名前にもコードにも{Term:q}に当たる記述がありません。",
	}
}

// LookForWords and those that follow are the next actions.
type LookForWords struct{ Term string }

func (LookForWords) text() Text {
	return Text{
		"search_text: look for the words of {Term:q} in the code",
		"search_text: {Term:q}に関連する別のシンボルを探す",
	}
}

var LookUpNames = Text{
	"find_definitions: look up the names that you find there",
	"find_definitions: 見つけた名前の定義を確認する",
}

var LookAtUses = Text{
	"find_references: see where they are used, and by what",
	"find_references: 使用箇所を確認し、本当に関連するか検証する",
}

var ConfirmItself = Text{
	"confirm_symbol_relevance again, with code_evidence {file, line, text} of the symbol itself",
	"confirm_symbol_relevance: シンボル自体の code_evidence {file, line, text} を付けて再提出する",
}

var SubmitForMeaning = Text{
	"submit_understanding again, with look_by_meaning=true: it leads to a search by meaning",
	"submit_understanding: look_by_meaning=true で再提出し、意味検索に進む",
}

type LookForWordsAround struct{ Term string }

func (LookForWordsAround) text() Text {
	return Text{
		"search_text: look for the words of {Term:q} in comments, texts and tests",
		"search_text: コメント・文言・テストから{Term:q}の語を探す",
	}
}

var LookAtCallers = Text{
	"find_references: see what uses it, and by which name",
	"find_references: 使用箇所と、そこでの呼び名を確認する",
}

var SubmitAnother = Text{
	"submit_understanding: name another symbol; the same one again adds nothing",
	"submit_understanding: 別のシンボルを指定する（同じものでは進めません）",
}

type AskPerson struct {
	Term string
	Name string
}

func (AskPerson) text() Text {
	return Text{
		"ask the person whether {Term:q} is {Name}: an agreement says so (.code-intel/agreements, nl_term and symbol), or a request that names it",
		"ユーザーに{Term:q}が {Name} かどうかを確認する。合意事項（.code-intel/agreements の nl_term と symbol）か、シンボル名を含む依頼で確定できます",
	}
}

// What earlier sessions agreed on.

// NoAgreement says that nothing was agreed on.
type NoAgreement struct{ Method Message }

func (NoAgreement) text() Text {
	return Text{
		"No agreement is about this query ({Method}). Explore the code.",
		"このクエリに関する合意事項はありません（{Method}）。コードを探索してください。",
	}
}

// Agreed says what was agreed on.
type Agreed struct {
	Term string
	Name string
}

func (Agreed) text() Text {
	return Text{
		"Earlier sessions agreed that {Term:q} means {Name}. Look at it first: find_definitions and find_references on it; it counts when they have shown it.",
		"過去のセッションで{Term:q}は {Name} と合意済みです。まず find_definitions と find_references で確認してください。結果に出れば、探索したものとして扱われます。",
	}
}

// NoAgreementsRead says that the agreements can't be read.
var NoAgreementsRead = Text{
	"the agreements can't be read: explore the code",
	"合意事項を読み込めません。コードを探索してください",
}

// AgreementsUnread says so of an answer of a search.
var AgreementsUnread = Text{
	"the agreements can't be read: see `ci doctor`",
	"合意事項を読み込めません。`ci doctor` で確認してください",
}

// ByMeaning says how agreements are found.
type ByMeaning struct{ Model string }

func (ByMeaning) text() Text {
	return Text{
		"whole words, and meaning by {Model}",
		"単語の一致と、{Model} による意味の近さで検索",
	}
}

// ByWords says so where nothing compares meanings.
var ByWords = Text{
	"whole words (no embedder): a term is found only where the query has all its words, in order",
	"embedder なし。クエリに用語の全単語が同じ順で含まれる場合だけ一致",
}

// What is recorded of a session.

// QuerySays is the evidence of a slot that the query fills.
type QuerySays struct{ Quote string }

func (QuerySays) text() Text {
	return Text{
		"the query says: {Quote}",
		"クエリの記述: {Quote}",
	}
}

// NoJudge says that nothing judges how alike meanings are.
var NoJudge = Text{
	"none: similarity can't be judged; symbols are accepted on their code evidence, at HIGH risk",
	"none: 類似度を判定できません。シンボルはコード上の根拠により、リスク HIGH で承認します",
}

// EvidenceBy is the evidence of a symbol that more than its name says to be what a term
// means.
type EvidenceBy struct {
	Evidence string
	By       string
}

func (EvidenceBy) text() Text {
	return Text{
		"{Evidence}; by {By}",
		"{Evidence}（{By} による）",
	}
}

// ItsCode is what says so where that is the code of the symbol.
var ItsCode = Text{
	"its code",
	"コードの記述",
}

// Said is a text that was said in the language already.
type Said struct{ Text string }

func (Said) text() Text { return Text{"{Text}", "{Text}"} }
