package speech

// What the tools of the protocol say of sessions, and its prompts.

// PassIDOfSeveral says that a call counts for no session.
var PassIDOfSeveral = Text{
	"several sessions of yours are open: pass session_id, and the call counts for it",
	"自分のセッションが複数開いています。session_id を渡すと、この呼び出しがそのセッションに記録されます",
}

// NotRecorded says that a call was not recorded.
var NotRecorded = Text{
	"the session could not record this call: it shows nothing for it; call the tool again",
	"この呼び出しをセッションに記録できず、探索結果に反映されません。もう一度呼び出してください",
}

// Hits says what an answer has.
type Hits struct{ N int }

func (Hits) text() Text {
	return Text{
		"{N:hit|hits}",
		"{N} 件",
	}
}

// HitsOf says what an answer has, and the first of it.
type HitsOf struct {
	N     int
	Names []string
}

func (HitsOf) text() Text {
	return Text{
		"{N:hit|hits}: {Names}",
		"{N} 件: {Names}",
	}
}

// ByClient says what a tool of the client has shown.
type ByClient struct{ N int }

func (ByClient) text() Text {
	return Text{
		"{N} files, by the client's own tool",
		"クライアントのツールで {N} ファイル",
	}
}

// Dropped says what an answer had no room for.
type Dropped struct{ Parts []Part }

func (Dropped) text() Text {
	return Text{
		"{Parts}: raise budget_tokens",
		"省略: {Parts}。budget_tokens を増やしてください",
	}
}

// Part is how much of a list an answer had no room for.
type Part struct {
	N  int
	Of string
}

func (Part) text() Text {
	return Text{
		"{N} of {Of}",
		"{Of} {N} 件",
	}
}

// SomeUnread says that some sessions can't be read.
var SomeUnread = Text{
	"some can't be read: `ci session list` says which",
	"読み込めないものがあります。`ci session list` で確認してください",
}

// NotLogged says that an outcome is not in the log.
var NotLogged = Text{
	"the session has the outcome, but the project's log could not be written",
	"結果はセッションに記録しましたが、プロジェクトのログに書き込めませんでした",
}

// SeeDoctor says where to look.
var SeeDoctor = Text{
	"see `ci doctor`",
	"`ci doctor` で確認してください",
}

// CannotLook refuses a path that can't be followed.
type CannotLook struct{ Path string }

func (CannotLook) text() Text {
	return Text{
		"file_path: {Path} can't be looked at",
		"file_path: {Path} を確認できません",
	}
}

// SeeFolders says how to go on.
var SeeFolders = Text{
	"see whether its folders can be read",
	"上位のフォルダが読み取れるか確認してください",
}

// NothingAgreed says that the map has nothing.
var NothingAgreed = Text{
	"nothing that was agreed on has words of the query, or means something like it",
	"クエリの語を含む、または意味の近い合意事項はありません",
}

// NothingAgreedHere says so where the forest is not searched.
var NothingAgreedHere = Text{
	"nothing that was agreed on has words of the query, or means something like it; the forest is not searched in this phase",
	"クエリの語を含む、または意味の近い合意事項はありません。このフェーズでは森を検索しません",
}

// PromptCode is what the prompt code says to the model.
type PromptCode struct{ Request string }

func (PromptCode) text() Text {
	return Text{
		`Work on this request in the repository:

{Request}

The server keeps records of what you have seen in the code; they decide when you may write. Go on by yourself: each answer says next_step and what is missing, and a refusal is automatic.
1. If the user says that the last result was wrong, find its session with list_sessions and call record_outcome with its session_id, outcome "failure" and the user's words as trigger_message.
2. Choose the intent: IMPLEMENT (something new), MODIFY (change or repair), INVESTIGATE (find out), QUESTION (answer). Call start_session with it and the user's words, and pass its session_id on.
3. set_query_frame: quote what the request says, word for word; null where it says nothing. If shortcircuit_hint names symbols, look at these first.
4. Explore: find_definitions, find_references, search_text, get_function_at_line. Read what you are going to change and what depends on it.
5. submit_understanding with the symbols, entry points, files and patterns that answers showed, and at once relevant_symbols, reasoning and code_evidence. If something is missing, do what it says.
6. In SEMANTIC: semantic_search, then submit_semantic. In VERIFICATION: look each hypothesis up, then submit_verification.
7. In READY: check_write_target before you edit a file; what was not explored is added with add_explored_files, or explored after revert_to_exploration.
8. When the work is done and tested: record_outcome.`,
		`次の依頼をこのリポジトリで実行してください:

{Request}

サーバーは、あなたがコードで確認した内容を記録し、それに基づいて書き込みの可否を判断します。自分で最後まで進めてください。各応答の next_step と missing が次の手順を示します。拒否は自動的なもので、終了ではありません。
1. 前回の結果が間違っていたとユーザーが述べている場合は、list_sessions でそのセッションを探し、record_outcome に session_id、outcome "failure"、ユーザーの言葉（trigger_message）を渡してください。
2. intent を選びます: IMPLEMENT（新規実装）、MODIFY（変更・修正）、INVESTIGATE（調査）、QUESTION（質問への回答）。intent とユーザーの言葉で start_session を呼び、以後は session_id を渡してください。
3. set_query_frame: 依頼の記述を原文のまま引用してください。記述がなければ null です。shortcircuit_hint にシンボルがあれば、先に確認してください。
4. 探索: find_definitions、find_references、search_text、get_function_at_line を使い、変更する箇所と、それに依存する箇所を読んでください。
5. submit_understanding: 結果に出たシンボル・エントリポイント・ファイル・既存パターンを、relevant_symbols・reasoning・code_evidence とともに提出してください。不足があれば、その指示に従ってください。
6. SEMANTIC では semantic_search の後に submit_semantic、VERIFICATION では各仮説をコードで検証した後に submit_verification を呼んでください。
7. READY では、ファイルを編集する前に check_write_target を呼んでください。未探索のファイルは add_explored_files で追加するか、revert_to_exploration で戻って探索してください。
8. 作業とテストが終わったら、record_outcome を呼んでください。`,
	}
}

// PromptCodeAbout describes the prompt code.
var PromptCodeAbout = Text{
	"Explore first, then change the code, with the server's records as the gate.",
	"先に探索し、サーバーの記録による書き込みゲートのもとでコードを変更します。",
}

// PromptOutcome is what the prompt outcome says to the model.
type PromptOutcome struct {
	Outcome string
	Message string
}

func (PromptOutcome) text() Text {
	return Text{
		`Record how the last work in this repository ended: {Outcome}

What the user says of it: {Message}

Find its session with list_sessions: the newest one of yours. Call record_outcome with its session_id, the outcome (success, failure or partial), an analysis of two or three sentences (what was done; where it failed and why), and the user's words as trigger_message. Then say in one sentence what was recorded.`,
		`このリポジトリでの前回の作業結果を記録してください: {Outcome}

ユーザーのコメント: {Message}

list_sessions で自分の最新のセッションを探し、record_outcome に session_id、outcome（success・failure・partial のいずれか）、2～3 文の analysis（行った作業、失敗した箇所と理由）、ユーザーの言葉（trigger_message）を渡してください。その後、記録した内容を一文で伝えてください。`,
	}
}

// PromptOutcomeAbout describes the prompt outcome.
var PromptOutcomeAbout = Text{
	"Record how the last work ended, so that the project learns from it.",
	"前回の作業結果を記録し、プロジェクトの学習に役立てます。",
}
