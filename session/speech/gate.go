package speech

// Whether something may be written: check_write_target, and the hooks of a client.

// WritesExplored and those that follow say what a session may write.
var WritesExplored = Text{
	"explored files",
	"探索済みファイル",
}

var WritesPlain = Text{
	"documentation, configuration, style sheets and translations that were shown, and new ones in explored folders",
	"結果に出た文書・設定・スタイルシート・翻訳と、探索済みフォルダ内のそれらの新規ファイル",
}

type WritesNew struct{ Plain Message }

func (WritesNew) text() Text {
	return Text{
		"new files in explored folders, and {Plain}",
		"探索済みフォルダ内の新規ファイル、{Plain}",
	}
}

// GateOff and those that follow say why something may be written.
var GateOff = Text{
	"the write gate is off",
	"書き込みゲートは無効です",
}

var NoSessionNeeded = Text{
	"no session of this agent is open",
	"このエージェントの開いているセッションはありません",
}

var FolderAdded = Text{
	"the folder was added to what was explored",
	"フォルダは探索済みとして追加されています",
}

var FileExplored = Text{
	"the file was explored",
	"ファイルは探索済みです",
}

var FileNew = Text{
	"the file is new, in an explored folder",
	"探索済みフォルダ内の新規ファイルです",
}

// Protected and those that follow say why not.
type Protected struct{ File string }

func (Protected) text() Text {
	return Text{
		"{File} is never written by an agent: it belongs to git or to the gate.",
		"{File} はエージェントには書き込めません。git またはゲートが管理するファイルです。",
	}
}

type NeedsSession struct{ File string }

func (NeedsSession) text() Text {
	return Text{
		`{File} can't be written: no session was begun, and the gate asks for one. Begin it with one call of the server code-intel: start_session {"intent":"MODIFY","query":"the user's words"}; its answer says what comes next.`,
		`{File} には書き込めません。ゲートにはセッションが必要です。code-intel サーバーの start_session {"intent":"MODIFY","query":"ユーザーの言葉"} で開始してください。次の手順は応答に示されます。`,
	}
}

type OfSubagent struct{ File string }

func (OfSubagent) text() Text {
	return Text{
		"{File} can't be written: a subagent has what its agent read, not its right to write. Leave the change to the agent, or begin a session of your own.",
		"{File} には書き込めません。サブエージェントは親の探索結果を使えますが、書き込みの許可は引き継ぎません。変更を親に任せるか、自分のセッションを開始してください。",
	}
}

type OutsideRepository struct{ File string }

func (OutsideRepository) text() Text {
	return Text{
		"{File} is not inside the repository.",
		"{File} はリポジトリの外にあります。",
	}
}

type AfterEnd struct{ File string }

func (AfterEnd) text() Text {
	return Text{
		"{File} can't be written: the session has ended.",
		"{File} には書き込めません。セッションは終了しています。",
	}
}

type ReadOnlyIntent struct {
	File   string
	Intent string
}

func (ReadOnlyIntent) text() Text {
	return Text{
		"{File} can't be written: the session is for {Intent}, which never writes.",
		"{File} には書き込めません。{Intent} のセッションは書き込みを行いません。",
	}
}

type NotReady struct {
	File  string
	Phase string
	Next  string
}

func (NotReady) text() Text {
	return Text{
		"{File} can't be written yet: the session is in the phase {Phase}, not READY. Next: {Next}",
		"{File} にはまだ書き込めません。セッションは READY ではなく {Phase} フェーズです。次の手順: {Next}",
	}
}

type NeedsCode struct {
	File string
	May  Message
}

func (NeedsCode) text() Text {
	return Text{
		"{File} is code, or may hold it, and what was handed in is enough for other files alone: {May}. Go back, look into the code, and hand in its symbols.",
		"{File} はコードであるか、コードを含む可能性があります。現在の探索結果で書き込めるのは、{May}だけです。探索に戻り、コードを確認してシンボルを提出してください。",
	}
}

type FolderNotExplored struct{ Folder string }

func (FolderNotExplored) text() Text {
	return Text{
		"The folder {Folder} was not explored.",
		"フォルダ {Folder} は未探索です。",
	}
}

type NotExplored struct{ File string }

func (NotExplored) text() Text {
	return Text{
		"{File} was not explored: no answer of this session showed lines of it.",
		"{File} は未探索です。このセッションの結果に行が出ていません。",
	}
}

type NewFolder struct {
	File   string
	Folder string
}

func (NewFolder) text() Text {
	return Text{
		"{File} is new, and nothing in its folder {Folder} was explored.",
		"{File} は新規ファイルですが、フォルダ {Folder} が未探索です。",
	}
}

type NewFile struct{ File string }

func (NewFile) text() Text {
	return Text{
		"{File} does not exist, and new files were not asked for.",
		"{File} は存在せず、新規作成（allow_new_files）が指定されていません。",
	}
}

// WhyStart and those that follow say what a ready call is good for.
var WhyStart = Text{
	"a session that is READY may write what it explored",
	"READY のセッションは探索済みファイルに書き込めます",
}

var WhyStartOwn = Text{
	"what was read counts for it already",
	"すでに読んだ内容は探索済みとして扱われます",
}

var WhyStartNew = Text{
	"a new session for new work",
	"新しい作業には新しいセッションが必要です",
}

var WhyIntent = Text{
	"only IMPLEMENT and MODIFY can come to write",
	"書き込めるのは IMPLEMENT と MODIFY だけです",
}

var WhyAdd = Text{
	"it counts as explored from then on",
	"以後、探索済みとして扱われます",
}

var WhyAddFolder = Text{
	"all that is below it counts then",
	"以後、その下のすべてが探索済みとして扱われます",
}

var WhyRevert = Text{
	"explore more, and keep what was found",
	"探索結果を保持したまま、探索に戻ります",
}

var WhyLook = Text{
	"look into it: then it counts as explored",
	"内容を確認すると、探索済みになります",
}

var WhyAllow = Text{
	"it may be made in an explored folder",
	"探索済みフォルダには新規作成できます",
}

var WhyStatus = Text{
	"which files may be written",
	"書き込めるファイルを確認できます",
}

var WhySessions = Text{
	"which sessions there are",
	"セッションの一覧を確認できます",
}

// WordsOfUser and those that follow stand for what an agent is to fill in.
var WordsOfUser = Text{
	"the user's words",
	"ユーザーの言葉",
}

var WordsOfTask = Text{
	"what you were asked for",
	"依頼された内容",
}

var WordsOfRequest = Text{
	"what the user asked for",
	"ユーザーの依頼内容",
}

var WordsOfReason = Text{
	"why the work needs it",
	"必要な理由",
}

// NotEnforced says that no hook holds an agent up.
var NotEnforced = Text{
	"not enforced: no hook of this client has reported, so nothing holds a write up. Keep to the phases, and tell the user once: `ci gate prove` says why, and `ci init` puts in the hooks of Claude Code; other clients have none",
	"not enforced: このクライアントのフックから報告がなく、書き込みは制限されません。フェーズを守り、ユーザーに一度だけ伝えてください。原因は `ci gate prove` で分かり、Claude Code のフックは `ci init` で入ります（他のクライアントにはありません）",
}

// What the hooks of a client say.

// Gate begins what a hook says of a call.
type Gate struct{ Said Message }

func (Gate) text() Text {
	return Text{
		"ci gate (automatic): {Said}",
		"ci gate（自動）: {Said}",
	}
}

// GateNote begins what is only to be known.
type GateNote struct{ Said Message }

func (GateNote) text() Text {
	return Text{
		"ci gate: {Said}",
		"ci gate: {Said}",
	}
}

// Undecided denies a call where nothing decides.
type NoDecision struct{ Why string }

func (NoDecision) text() Text {
	return Text{
		`no decision, so the call is denied: {Why}. Start the shared process with 'ci serve --detach', or have the user set "write_gate": "off" in .code-intel/config.json.`,
		`判定できないため、呼び出しを拒否しました: {Why}。共有プロセスを 'ci serve --detach' で起動するか、ユーザーが .code-intel/config.json で "write_gate": "off" を設定してください。`,
	}
}

// Denied says why a call is denied, and how to go on.
type Denied struct {
	Path string
	Why  Message
	Next Message
}

func (Denied) text() Text {
	return Text{
		"{Path}: {Why}. Go on: {Next}.",
		"{Path}: {Why}。{Next}。",
	}
}

var AskUser = Text{
	"ask the user to do it",
	"ユーザーに依頼してください",
}

var SeeStatus = Text{
	"get_session_status says what may be written",
	"書き込めるファイルは get_session_status で確認できます",
}

var NameEach = Text{
	"write to files by their names, which may be written one by one",
	"ファイルを名前で指定して書き込んでください",
}

var ReleaseByUser = Text{
	"only the user ends a session by hand",
	"セッションを手動で終了できるのはユーザーだけです",
}

var KeyByGate = Text{
	"the key of the gate is read by ci alone",
	"ゲートの鍵を読めるのは ci だけです",
}

var WhoseCall = Text{
	"the client does not say whose call it is, and an agent is held up here",
	"クライアントが呼び出し元を示しておらず、ここではエージェントの書き込みが制限されています",
}

var FilesUnknown = Text{
	"which files it changes is not known before; name them",
	"変更するファイルが事前に分かりません。名前で指定してください",
}

var AnyFile = Text{
	"it may change any file of the repository, also those that decide whether the gate stands; name files or folders after --",
	"ゲートの設定を含め、リポジトリのどのファイルも変更する可能性があります。-- の後にファイルかフォルダを指定してください",
}

type CannotFollow struct{ Why string }

func (CannotFollow) text() Text {
	return Text{
		"the path can't be followed: {Why}",
		"パスを辿れません: {Why}",
	}
}

var DecidesGate = Text{
	"it decides whether the gate stands, and is for the person to write",
	"ゲートの動作を決めるファイルで、書き込めるのはユーザーだけです",
}

var RepositoryIn = Text{
	"the repository lies in it",
	"リポジトリを含むフォルダです",
}

var OtherWorktree = Text{
	"it is another worktree of the repository; begin a session there",
	"リポジトリの別の worktree です。そこでセッションを開始してください",
}

var TooManyBelow = Text{
	"it has too many files to decide about each",
	"ファイルが多すぎて個別に判定できません",
}

// HoldsSwitches denies to write all that is below a folder.
type HoldsSwitches struct {
	Path     string
	Switches []string
}

func (HoldsSwitches) text() Text {
	return Text{
		"{Path}: {Switches} lie in it, or may be made there; they decide whether the gate stands, and are never written. Go on: name the files or folders that you mean in place of {Path}; add_explored_files takes folders, too.",
		"{Path}: ゲートの動作を決める {Switches} を含むか、そこに作成される可能性があるため、書き込めません。{Path} の代わりに対象のファイルかフォルダを指定してください。add_explored_files にはフォルダも指定できます。",
	}
}

// HasProtected denies to write all that is below a folder.
type HasProtected struct {
	Path string
	File string
}

func (HasProtected) text() Text {
	return Text{
		"{Path}: {File} lies in it, which decides whether the gate stands, and is never written. Go on: name the files or folders that you mean, without it.",
		"{Path}: ゲートの動作を決める {File} を含むため、書き込めません。それを除いて、対象のファイルかフォルダを指定してください。",
	}
}

// BelowNotExplored denies to write all that is below a folder.
type BelowNotExplored struct {
	Path string
	N    int
	File string
	Call string
}

func (BelowNotExplored) text() Text {
	return Text{
		"{Path}: {N} files below it were not explored, such as {File}. Go on: {Call}, or name the files that you mean.",
		"{Path}: 配下の {N} ファイルが未探索です（{File} など）。{Call} を呼ぶか、対象のファイルを指定してください。",
	}
}

// SameFile denies to write a file by another of its names.
type SameFile struct {
	Path  string
	Other string
	Why   string
}

func (SameFile) text() Text {
	return Text{
		"{Path} is the same file as {Other}. {Why}",
		"{Path} は {Other} と同じファイルです。{Why}",
	}
}

// AndMore adds how many more writes were denied.
type AndMore struct {
	Reason string
	N      int
	Path   string
}

func (AndMore) text() Text {
	return Text{
		"{Reason} (And {N:write|writes} more, such as {Path}.)",
		"{Reason}（ほか {N} 件の書き込みも拒否: {Path} など）",
	}
}

// RecordGone denies all writes.
type RecordGone struct{ ID string }

func (RecordGone) text() Text {
	return Text{
		"the record of session {ID} was removed or damaged while it was open, so nothing may be written. Say so to the user, who ends it with 'ci session release {ID}'.",
		"開いているセッション {ID} の記録が削除されたか破損したため、何も書き込めません。ユーザーに伝えてください。ユーザーは 'ci session release {ID}' で終了できます。",
	}
}

// RecordForged says that a record is not believed.
type RecordForged struct{ ID string }

func (RecordForged) text() Text {
	return Text{
		"the record of session {ID} was changed by something else than ci. What it said is not believed: explore again from EXPLORATION, and tell the user.",
		"セッション {ID} の記録が ci 以外によって変更されました。その内容は無効です。EXPLORATION から探索し直し、ユーザーに伝えてください。",
	}
}

// CallsForged says that what was kept of calls is not believed.
var CallsForged = Text{
	"what the gate keeps of calls was changed by something else than ci. Nothing of it is believed; tell the user.",
	"ゲートが保存した呼び出しの記録が ci 以外によって変更されました。その内容は無効です。ユーザーに伝えてください。",
}

// KeptGone says that what was kept is gone.
type KeptGone struct{ ID string }

func (KeptGone) text() Text {
	return Text{
		"what the gate keeps in .code-intel was removed or damaged while session {ID} was open, so what has changed since it looked last is not known. Tell the user, and undo what you were not to write.",
		"セッション {ID} の途中で、ゲートが .code-intel に保存した記録が削除されたか破損したため、最後の確認以降の変更が分かりません。ユーザーに伝え、許可のない書き込みは元に戻してください。",
	}
}

// KeptGoneDiffer adds what git says.
type KeptGoneDiffer struct {
	Said  Message
	Files []string
}

func (KeptGoneDiffer) text() Text {
	return Text{
		"{Said} By git these differ from the last commit: {Files}.",
		"{Said}git によると、最後のコミットとの差分は {Files} です。",
	}
}

// ReleasedMeanwhile says that a session has ended.
type ReleasedMeanwhile struct{ ID string }

func (ReleasedMeanwhile) text() Text {
	return Text{
		"session {ID} was released while a call of its agent ran. If that was not you, begin it again: the agent may write what it likes.",
		"エージェントの呼び出し中にセッション {ID} が解放されました。ユーザーの操作でなければ、開始し直してください。このままではエージェントの書き込みは制限されません。",
	}
}

// WitnessGone says that what is kept elsewhere was changed.
var WitnessGone = Text{
	"what ci keeps of sessions outside of the repository was removed, or put back as it was before. It was written again; tell the user.",
	"ci がリポジトリの外に保存したセッションの記録が削除されたか、古い状態に戻されました。書き直しました。ユーザーに伝えてください。",
}

// TrustGiven says that trust in tools was taken back.
type TrustGiven struct{ Tools []string }

func (TrustGiven) text() Text {
	return Text{
		"{Tools} came to be trusted while a call of yours ran, which is for the user to say. It is not trusted any more; tell the user, who can say it again: ci gate trust.",
		"呼び出し中に {Tools} が信頼済みになりました。信頼を決めるのはユーザーなので、取り消しました。ユーザーに伝えてください。ユーザーは ci gate trust で再設定できます。",
	}
}

// ChangedBeside says that somebody else may have changed files.
type ChangedBeside struct{ Files []string }

func (ChangedBeside) text() Text {
	return Text{
		"{Files} changed while a call of yours and one of another agent ran, and the other may not write there. If it was not you, tell the user.",
		"あなたと別のエージェントの呼び出し中に {Files} が変更されました。別のエージェントはそこに書き込めません。自分の変更でなければ、ユーザーに伝えてください。",
	}
}

// What has changed without the right to.

// Changed begins the report.
type Changed struct{ N int }

func (Changed) text() Text {
	return Text{
		"{N:file|files} changed that may not be written",
		"書き込みが許可されていない {N} ファイルが変更されました",
	}
}

type ChangedIn struct {
	Said  Message
	Phase string
}

func (ChangedIn) text() Text {
	return Text{
		"{Said} in {Phase}",
		"{Said}（{Phase}）",
	}
}

type ChangedBy struct {
	Said Message
	ID   string
}

func (ChangedBy) text() Text {
	return Text{
		"{Said} (session {ID})",
		"{Said}（セッション {ID}）",
	}
}

// Sentence is what begins a report, as a sentence of its own.
type Sentence struct{ Said Message }

func (Sentence) text() Text { return Text{"{Said}.", "{Said}。"} }

// Sentences are two of them.
type Sentences struct{ First, Second Message }

func (Sentences) text() Text { return Text{"{First} {Second}", "{First}{Second}"} }

// SignChanged and those that follow say what became of a file.
var SignChanged = Text{
	"changed",
	"変更",
}

var SignNew = Text{
	"new",
	"新規",
}

var SignRemoved = Text{
	"removed",
	"削除",
}

// ByEarlier and those that follow say whose a change may be.
type ByEarlier struct{ Tool string }

func (ByEarlier) text() Text {
	return Text{
		"by an earlier {Tool}",
		"以前の {Tool} による変更",
	}
}

type ByRunning struct{ Tool string }

func (ByRunning) text() Text {
	return Text{
		"or by a {Tool} of another agent that has not ended",
		"または実行中の別エージェントの {Tool} による変更",
	}
}

type ByAllowed struct{ Tool string }

func (ByAllowed) text() Text {
	return Text{
		"or by a {Tool} of another agent, which may write it",
		"または書き込みを許可された別エージェントの {Tool} による変更",
	}
}

var ByUnnamed = Text{
	"or by an agent without hooks whose session may write it",
	"または書き込みを許可された、フックのないエージェントによる変更",
}

type AndMoreFiles struct{ N int }

func (AndMoreFiles) text() Text {
	return Text{
		"… and {N} more",
		"… ほか {N} 件",
	}
}

type DiffLine struct{ Line int }

func (DiffLine) text() Text {
	return Text{
		"@@ line {Line}",
		"@@ {Line} 行目",
	}
}

type DiffMore struct{ N int }

func (DiffMore) text() Text {
	return Text{
		"… {N} lines more",
		"… ほか {N} 行",
	}
}

// HiddenNow lists files that git has come to leave out.
type HiddenNow struct{ Files []string }

func (HiddenNow) text() Text {
	return Text{
		"Files that git leaves out now, and that changed since: {Files}. They are not looked at any more.",
		"git の除外対象になり、その後変更されたファイル: {Files}。これらは今後確認されません。",
	}
}

// Undo says how to go on.
var Undo = Text{
	"Go on with one of: undo it (git checkout -- FILE, or rm what is new; that is let through).",
	"次のいずれかで続けてください: 元に戻す（git checkout -- FILE、新規ファイルは rm。これらは許可されます）。",
}

type UndoOr struct{ Call string }

func (UndoOr) text() Text {
	return Text{
		"Go on with one of: undo it (git checkout -- FILE, or rm what is new; that is let through); or {Call}, and change it again then.",
		"次のいずれかで続けてください: 元に戻す（git checkout -- FILE、新規ファイルは rm。これらは許可されます）、または {Call} を呼んでから変更し直す。",
	}
}

var IfUserWhileIdle = Text{
	"It was changed while no call ran: if it was the user, and not something that you left running, leave it as it is.",
	"呼び出しのない間に変更されました。ユーザーの変更であり、自分が実行したままの処理によるものでなければ、そのままにしてください。",
}

var IfUser = Text{
	"If it was the user, leave it as it is.",
	"ユーザーの変更であれば、そのままにしてください。",
}

// AnswerNotGiven says that a hook could not write its answer.
type AnswerNotGiven struct{ Why string }

func (AnswerNotGiven) text() Text {
	return Text{
		"ci gate: the answer can't be given: {Why}",
		"ci gate: 応答を出力できません: {Why}",
	}
}

// BegunAnew says that earlier sessions are not trusted.
type BegunAnew struct{ Why string }

func (BegunAnew) text() Text {
	return Text{
		"ci: {Why}; sessions count as begun anew",
		"ci: {Why}。セッションは新規として扱います",
	}
}
