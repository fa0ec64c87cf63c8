package speech

// Why a call of a session was refused.

// GoOn ends each refusal.
type GoOn struct{ Next string }

func (GoOn) text() Text {
	return Text{
		" This is an automatic check, not the end: go on with {Next}.",
		"これは自動チェックです。中断せず、{Next} で続けてください。",
	}
}

// NotForPhase refuses a tool that the phase forbids.
type NotForPhase struct {
	Tool  string
	Phase string
	Next  Message
}

func (NotForPhase) text() Text {
	return Text{
		"{Tool} is not for the phase {Phase}: {Next}.",
		"{Tool} は {Phase} フェーズでは使えません。{Next}。",
	}
}

// MapOnly refuses a search of the forest.
type MapOnly struct {
	Phase string
	Next  Message
}

func (MapOnly) text() Text {
	return Text{
		"semantic_search looks in the map alone in the phase {Phase}, not in the forest: {Next}.",
		"{Phase} フェーズの semantic_search は地図だけを検索し、森は検索しません。{Next}。",
	}
}

// SearchMap is the call that is allowed instead.
var SearchMap = Text{
	"semantic_search with collection=map",
	"semantic_search（collection=map）",
}

// SessionEnded refuses a call in a session that has ended.
type SessionEnded struct {
	Why  string
	Tool string
}

func (SessionEnded) text() Text {
	return Text{
		"The session has ended ({Why}), so {Tool} is not possible in it.",
		"セッションは終了しています（{Why}）。{Tool} は使えません。",
	}
}

// BeginForNew says what to do in its place.
var BeginForNew = Text{
	"begin a new session for new work",
	"新しい作業には新しいセッションを開始してください",
}

// NoSuchSession refuses an id that is none.
type NoSuchSession struct{ ID string }

func (NoSuchSession) text() Text {
	return Text{
		"There is no session {ID:q} in this repository.",
		"このリポジトリにセッション{ID:q}はありません。",
	}
}

// ListSessions says where the ids are.
var ListSessions = Text{
	"list_sessions names those that there are",
	"list_sessions で一覧を確認してください",
}

// NoneOpen refuses a call that needs a session.
var NoneOpen = Text{
	"No session is open.",
	"開いているセッションがありません。",
}

// StartOne says how to begin one.
var StartOne = Text{
	"start_session(intent, query) begins one",
	"start_session(intent, query) で開始してください",
}

// SeveralOpen refuses a call that may be in several sessions.
type SeveralOpen struct {
	N        int
	Sessions []string
}

func (SeveralOpen) text() Text {
	return Text{
		"{N} sessions are open: {Sessions}. Say which by session_id.",
		"{N} 個のセッションが開いています: {Sessions}。session_id で指定してください。",
	}
}

// OtherOpen refuses a call that may be in the session of another client.
type OtherOpen struct{ Sessions []string }

func (OtherOpen) text() Text {
	return Text{
		"1 session of another client is open: {Sessions}. Say which by session_id.",
		"別のクライアントのセッションが 1 個開いています: {Sessions}。session_id で指定してください。",
	}
}

// PassID says which id is meant.
var PassID = Text{
	"pass the session_id that start_session gave you",
	"start_session が返した session_id を渡してください",
}

// NotYours refuses the session of another agent.
var NotYours = Text{
	"The session belongs to another agent: it can be read, and gives you no right to write.",
	"このセッションは別のエージェントのものです。参照はできますが、書き込みはできません。",
}

// BeginYourOwn says what to do in its place.
var BeginYourOwn = Text{
	"begin one of your own",
	"自分のセッションを開始してください",
}

// NoSuchIntent refuses an intent.
type NoSuchIntent struct{ Intent string }

func (NoSuchIntent) text() Text {
	return Text{
		"There is no intent {Intent:q}.",
		"intent に{Intent:q}は指定できません。",
	}
}

// Intents names those that there are.
type Intents struct{ All []string }

func (Intents) text() Text {
	return Text{
		"intents are {All}",
		"指定できる intent は {All} です",
	}
}

// NoQuery refuses a query.
type NoQuery struct{ Max int }

func (NoQuery) text() Text {
	return Text{
		"The query is empty, or has more than {Max} bytes.",
		"query が空か、{Max} バイトを超えています。",
	}
}

// GiveQuery says what a query is.
var GiveQuery = Text{
	"give the words of the user",
	"ユーザーの言葉をそのまま指定してください",
}

// NoSuchSlot refuses a slot.
type NoSuchSlot struct{ Slot string }

func (NoSuchSlot) text() Text {
	return Text{
		"There is no slot {Slot:q}.",
		"スロット{Slot:q}はありません。",
	}
}

// Slots names those that there are.
type Slots struct{ All []string }

func (Slots) text() Text {
	return Text{
		"slots are {All}",
		"スロットは {All} です",
	}
}

// TooMany refuses a list.
type TooMany struct {
	Field string
	Max   int
}

func (TooMany) text() Text {
	return Text{
		"{Field} has more than {Max} items.",
		"{Field} が {Max} 件を超えています。",
	}
}

// TooManyItems refuses lists.
type TooManyItems struct{ Max int }

func (TooManyItems) text() Text {
	return Text{
		"There are more than {Max} items.",
		"項目が {Max} 件を超えています。",
	}
}

// NameThose asks for fewer.
var NameThose = Text{
	"name those that matter",
	"重要なものだけを指定してください",
}

// OtherTarget refuses a term that the request is not about.
type OtherTarget struct {
	Term  string
	Given string
}

func (OtherTarget) text() Text {
	return Text{
		"The request is about {Term:q}, not {Given:q}.",
		"依頼の対象は{Term:q}です。{Given:q}ではありません。",
	}
}

// LeaveTargetOut says how to go on.
var LeaveTargetOut = Text{
	"leave target_feature out",
	"target_feature は省略してください",
}

// NoTarget refuses to judge symbols while nothing says what for.
var NoTarget = Text{
	"What the request is about is not known: target_feature is missing.",
	"target_feature がないため、依頼の対象が不明です。",
}

// FillTarget says how to fill it.
var FillTarget = Text{
	"quote the query with set_query_frame, or fill it with resolved_frame and slot_evidence in submit_understanding",
	"set_query_frame でクエリから引用するか、submit_understanding の resolved_frame と slot_evidence で指定してください",
}

// NoRelevant refuses a relevance without symbols.
var NoRelevant = Text{
	"relevant_symbols is empty.",
	"relevant_symbols が空です。",
}

// NameRelevant asks for them.
var NameRelevant = Text{
	"name the symbols that the request is about",
	"依頼の対象となるシンボルを指定してください",
}

// NoReasoning refuses a relevance without a reason.
type NoReasoning struct{ Max int }

func (NoReasoning) text() Text {
	return Text{
		"reasoning is empty, or has more than {Max} bytes.",
		"reasoning が空か、{Max} バイトを超えています。",
	}
}

// GiveReasoning asks for it.
var GiveReasoning = Text{
	"say in a sentence why the symbols are what the request is about",
	"シンボルが依頼の対象である理由を一文で示してください",
}

// NoCodeEvidence refuses a relevance without evidence.
var NoCodeEvidence = Text{
	"code_evidence is missing: nothing is accepted without code.",
	"code_evidence がありません。コード上の根拠のない判定は無効です。",
}

// GiveCodeEvidence asks for it.
var GiveCodeEvidence = Text{
	"cite for each symbol {symbol} or {file, line, text}",
	"シンボルごとに {symbol} または {file, line, text} を示してください",
}

// NotUnderstood refuses a relevance before its time.
var NotUnderstood = Text{
	"Relevance is judged once the code is understood well enough: no understanding that is enough was handed in yet.",
	"関連性の判定は、十分な探索結果が提出された後に行います。まだ提出されていません。",
}

// SubmitAllAtOnce says how to go on.
var SubmitAllAtOnce = Text{
	"submit_understanding may carry relevant_symbols, reasoning and code_evidence at once",
	"submit_understanding に relevant_symbols・reasoning・code_evidence を同時に渡せます",
}

// UnfitReason refuses the reason of a search by meaning.
type UnfitReason struct {
	Reason  string
	Missing []string
}

func (UnfitReason) text() Text {
	return Text{
		"{Reason:q} is no reason for what was missing: {Missing}.",
		"{Reason:q}は、不足している項目（{Missing}）の理由になりません。",
	}
}

// FittingReasons names those that fit.
type FittingReasons struct{ Reasons []string }

func (FittingReasons) text() Text {
	return Text{
		"reasons that fit: {Reasons}",
		"指定できる理由: {Reasons}",
	}
}

// HypothesesNumber refuses a number of hypotheses.
type HypothesesNumber struct {
	N   int
	Max int
}

func (HypothesesNumber) text() Text {
	return Text{
		"There are {N} hypotheses: give 1 to {Max}.",
		"仮説が {N} 件あります。1～{Max} 件で提出してください。",
	}
}

// WhatHypothesis says what a hypothesis is.
var WhatHypothesis = Text{
	"each is a symbol that semantic_search showed, and what you think it is",
	"各仮説は、semantic_search の結果に出たシンボルと、その推測です",
}

// NoSuchSearch refuses the search that hypotheses are said to come from.
type NoSuchSearch struct{ Why string }

func (NoSuchSearch) text() Text {
	return Text{
		"search_evidence is no call of this session: {Why}.",
		"search_evidence がこのセッションの呼び出しではありません: {Why}。",
	}
}

// CiteSearch says how to go on.
var CiteSearch = Text{
	"cite a semantic_search, or leave search_evidence out",
	"semantic_search の呼び出しを指定するか、search_evidence を省略してください",
}

// LookedAtAlready refuses hypotheses that were looked at before.
type LookedAtAlready struct {
	Name string
	Term string
}

func (LookedAtAlready) text() Text {
	return Text{
		"The code of {Name} was looked at already, and does not say {Term:q}.",
		"{Name} のコードは検証済みで、{Term:q}に当たる記述がありませんでした。",
	}
}

// AnotherHypothesis says how to go on.
var AnotherHypothesis = Text{
	"hand in another hypothesis, or ask the person: an agreement (.code-intel/agreements) says what the words mean",
	"別の仮説を提出するか、ユーザーに確認してください。用語の意味は合意事項（.code-intel/agreements）で確定できます",
}

// NoHypothesisShown refuses hypotheses that no search showed.
var NoHypothesisShown = Text{
	"No hypothesis comes from a semantic_search of this session.",
	"このセッションの semantic_search の結果に基づく仮説がありません。",
}

// NameFound says how to go on.
var NameFound = Text{
	"name symbols that semantic_search showed",
	"semantic_search の結果に出たシンボルを指定してください",
}

// NoSuchOutcome refuses an outcome.
type NoSuchOutcome struct{ Outcome string }

func (NoSuchOutcome) text() Text {
	return Text{
		"There is no outcome {Outcome:q}.",
		"outcome に{Outcome:q}は指定できません。",
	}
}

// Outcomes names those that there are.
var Outcomes = Text{
	"outcome is success, failure or partial",
	"指定できる outcome は success、failure、partial です",
}

// OutcomesFull refuses one more outcome.
var OutcomesFull = Text{
	"The session has as many outcomes as are kept.",
	"記録できる outcome の上限に達しています。",
}

// BeginNew says how to go on.
var BeginNew = Text{
	"begin a new session",
	"新しいセッションを開始してください",
}

// LongReason refuses the reason of files that are added.
type LongReason struct{ Max int }

func (LongReason) text() Text {
	return Text{
		"reason has more than {Max} bytes.",
		"reason が {Max} バイトを超えています。",
	}
}

// ShortenReason says how to go on.
var ShortenReason = Text{
	"say in a sentence why the work needs these files, or leave it out",
	"これらのファイルが必要な理由を一文で示すか、省略してください",
}

// NoFiles refuses to add nothing.
var NoFiles = Text{
	"files is empty.",
	"files が空です。",
}

// NameFiles says how to go on.
var NameFiles = Text{
	"name files or folders of the repository",
	"リポジトリのファイルかフォルダを指定してください",
}

// MendedOf adds to a hint that mend is a part.
type MendedOf struct {
	Hint string
	N    int
	All  int
}

func (MendedOf) text() Text {
	return Text{
		"{Hint}; mend has {N} of {All}",
		"{Hint}（mend は {All} 件中 {N} 件）",
	}
}

// Why sessions have ended.

// EndedIdle ends a session in which nothing happened.
var EndedIdle = Text{
	"nothing happened for seven days",
	"7 日間操作がありませんでした",
}

// EndedForged ends a session whose record can't be believed.
var EndedForged = Text{
	"its record, which has no valid seal, says that it has ended",
	"有効な封印のない記録に、終了とあります",
}

// EndedOutcome ends a session whose work is done.
type EndedOutcome struct{ Outcome string }

func (EndedOutcome) text() Text {
	return Text{
		"its outcome was recorded: {Outcome}",
		"結果が記録されました: {Outcome}",
	}
}

// EndedNewer ends a session for a newer one.
type EndedNewer struct{ ID string }

func (EndedNewer) text() Text {
	return Text{
		"the same agent began {ID}",
		"同じエージェントが {ID} を開始しました",
	}
}

// EndedReleased ends a session by hand.
var EndedReleased = Text{
	"the person released it",
	"ユーザーが解放しました",
}

// EndedMany ends the oldest sessions of an owner.
type EndedMany struct{ N int }

func (EndedMany) text() Text {
	return Text{
		"its owner has begun {N} since",
		"同じ所有者がその後 {N} 個のセッションを開始しました",
	}
}

// EndedMore ends the oldest sessions of nobody.
type EndedMore struct{ N int }

func (EndedMore) text() Text {
	return Text{
		"{N} sessions were begun since",
		"その後 {N} 個のセッションが開始されました",
	}
}

// RecordLost is the query of a session whose record is gone.
var RecordLost = Text{
	"(the record of this session was lost)",
	"（このセッションの記録は失われました）",
}

// UnsealedRecord is what has changed a session whose record can't be believed.
var UnsealedRecord = Text{
	"a record without a valid seal",
	"有効な封印のない記録",
}
