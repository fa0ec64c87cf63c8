package speech

// What the command line shows of a session.

// ViewSession and those that follow are what 'ci session show' prints a line about.
var ViewSession = Text{
	"session",
	"セッション",
}

var ViewPhase = Text{
	"phase",
	"フェーズ",
}

var ViewIntent = Text{
	"intent",
	"目的",
}

var ViewRequest = Text{
	"request",
	"依頼",
}

var ViewAgent = Text{
	"agent",
	"エージェント",
}

var ViewGate = Text{
	"gate",
	"ゲート",
}

var ViewTime = Text{
	"time",
	"時刻",
}

var ViewSlot = Text{
	"slot",
	"スロット",
}

var ViewSymbol = Text{
	"symbol",
	"シンボル",
}

var ViewHypothesis = Text{
	"hypothesis",
	"仮説",
}

var ViewShown = Text{
	"shown",
	"表示済み",
}

var ViewExplored = Text{
	"explored",
	"探索済み",
}

var ViewAdded = Text{
	"added",
	"追加",
}

var ViewCalls = Text{
	"calls",
	"呼び出し数",
}

var ViewCall = Text{
	"call",
	"呼び出し",
}

var ViewChanged = Text{
	"changed",
	"変更",
}

var ViewRefused = Text{
	"refused",
	"拒否",
}

var ViewOutcome = Text{
	"outcome",
	"結果",
}

var ViewMissing = Text{
	"missing",
	"不足",
}

var ViewNext = Text{
	"next",
	"次の手順",
}

// PhaseWhy and those that follow are what a line says: a phase, and why a session has ended.
type PhaseWhy struct {
	Phase string
	Why   string
}

func (PhaseWhy) text() Text {
	return Text{
		"{Phase}: {Why}",
		"{Phase}: {Why}",
	}
}

type IntentRisk struct {
	Intent string
	Risk   string
}

func (IntentRisk) text() Text {
	return Text{
		"{Intent}, risk {Risk}",
		"{Intent}、リスク {Risk}",
	}
}

var AgentUnknown = Text{
	"not known",
	"不明",
}

type SubagentOf struct {
	Client string
	Sub    string
}

func (SubagentOf) text() Text {
	return Text{
		"{Client}, subagent {Sub}",
		"{Client}、サブエージェント {Sub}",
	}
}

type BeganActive struct {
	Began  string
	Active string
}

func (BeganActive) text() Text {
	return Text{
		"began {Began}, active {Active}",
		"開始 {Began}、最終操作 {Active}",
	}
}

type TierIs struct{ Tier string }

func (TierIs) text() Text {
	return Text{
		"tier {Tier}",
		"区分 {Tier}",
	}
}

var IsConfirmed = Text{
	"confirmed",
	"確定",
}

var NoVerdictYet = Text{
	"no verdict yet",
	"未判定",
}

type ShownIn struct {
	Symbols int
	Files   int
}

func (ShownIn) text() Text {
	return Text{
		"{Symbols:symbol|symbols} in {Files:file|files}",
		"{Files} ファイルの {Symbols} シンボル",
	}
}

type MoreFiles struct{ N int }

func (MoreFiles) text() Text {
	return Text{
		"and {N:more file|more files}; --json names them",
		"ほか {N} ファイル（--json で表示）",
	}
}

type CallsMade struct {
	N     int
	Tools Message
}

func (CallsMade) text() Text {
	return Text{
		"{N} made: {Tools}",
		"{N} 回: {Tools}",
	}
}

var NoTools = Text{
	"none",
	"なし",
}

type CallsBefore struct{ N int }

func (CallsBefore) text() Text {
	return Text{
		"{N:call|calls} before; --json names them",
		"以前に {N} 回（--json で表示）",
	}
}

type RefusedBefore struct{ N int }

func (RefusedBefore) text() Text {
	return Text{
		"{N:call|calls} before",
		"以前に {N} 回",
	}
}

var WithoutRight = Text{
	"without the right to",
	"許可なし",
}

var CallHasFailed = Text{
	"failed",
	"失敗",
}

type InPhase struct {
	Outcome string
	Phase   string
}

func (InPhase) text() Text {
	return Text{
		"{Outcome} in {Phase}",
		"{Phase} で {Outcome}",
	}
}

type HaveOf struct {
	Need string
	Have int
	Want int
	Do   string
}

func (HaveOf) text() Text {
	return Text{
		"{Need}: {Have} of {Want}; {Do}",
		"{Need}: {Want} 件中 {Have} 件。{Do}",
	}
}
