package speech

// What is wrong with the arguments of a call, and how to mend it.

// MendArgument is the next action after an argument was wrong.
var MendArgument = Text{
	"call the tool again with the argument mended",
	"引数を直して、もう一度呼び出す",
}

// ArgumentMissing says that an argument that is needed was not given.
var ArgumentMissing = Text{
	"it is missing",
	"指定されていません",
}

// Give says what to give. What is the description of the argument, which clients list in
// English.
type Give struct{ What string }

func (Give) text() Text {
	return Text{
		"give {What}",
		"次の値を指定してください: {What}",
	}
}

// NoObject says that the arguments are no object.
var NoObject = Text{
	"the arguments are no JSON object",
	"引数が JSON オブジェクトではありません",
}

var PassObject = Text{
	"pass an object, such as {}",
	"{} のようなオブジェクトを渡してください",
}

var NoSuchArgument = Text{
	"there is no such argument",
	"そのような引数はありません",
}

// ArgumentsAre names the arguments of a tool.
type ArgumentsAre struct{ Names []string }

func (ArgumentsAre) text() Text {
	return Text{
		"leave it out; the arguments are {Names}",
		"この引数は省いてください。使える引数: {Names}",
	}
}

// DoYouMean names the argument that is like one that there is not.
type DoYouMean struct {
	Near  string
	Names []string
}

func (DoYouMean) text() Text {
	return Text{
		"do you mean {Near}? The arguments are {Names}",
		"{Near} のことですか。使える引数: {Names}",
	}
}

// WrongType says that an argument is of another type.
type WrongType struct{ Type, Got string }

func (WrongType) text() Text {
	return Text{
		"want type {Type}, got {Got}",
		"{Type} ではありません: {Got}",
	}
}

// NoSuchValue says that an argument has a value that it can't have.
type NoSuchValue struct{ Value string }

func (NoSuchValue) text() Text {
	return Text{
		"there is no value {Value:q}",
		"{Value:q}という値はありません",
	}
}

// UseOneOf names the values of an argument.
type UseOneOf struct{ Values []string }

func (UseOneOf) text() Text {
	return Text{
		"use one of {Values}",
		"次のいずれかを指定してください: {Values}",
	}
}

// OutOfRange says that a number is too small or too large.
type OutOfRange struct{ N int }

func (OutOfRange) text() Text {
	return Text{
		"{N} is out of range",
		"{N} は範囲外です",
	}
}

// LengthOutOfRange says that a text or a list is too short or too long.
type LengthOutOfRange struct{ N int }

func (LengthOutOfRange) text() Text {
	return Text{
		"its length {N} is out of range",
		"長さ {N} は範囲外です",
	}
}

// AtLeast and AtMost say which numbers are in the range.
type AtLeast struct{ N int }

func (AtLeast) text() Text {
	return Text{
		"use {N} at least",
		"{N} 以上にしてください",
	}
}

type AtMost struct{ N int }

func (AtMost) text() Text {
	return Text{
		"use {N} at most",
		"{N} 以下にしてください",
	}
}

var NoRoot = Text{
	"it is missing, and the client has no repository of its own",
	"指定されておらず、クライアントにもリポジトリがありません",
}

var GiveRoot = Text{
	"give one of those that index_status lists",
	"index_status に出るリポジトリのいずれかを指定してください",
}

var NoFilesOfLanguage = Text{
	"the repository has no files of it",
	"この言語のファイルはリポジトリにありません",
}

// LanguagesAre names the languages of a repository.
type LanguagesAre struct{ Names []string }

func (LanguagesAre) text() Text {
	return Text{
		"its languages are {Names}",
		"リポジトリの言語: {Names}",
	}
}

var NoSuchKind = Text{
	"there is no such kind",
	"そのような種類はありません",
}

// KindsAre names the kinds of symbols.
type KindsAre struct{ Names []string }

func (KindsAre) text() Text {
	return Text{
		"the kinds are {Names}",
		"使える種類: {Names}",
	}
}

var FileLacksLine = Text{
	"the file has no such line",
	"ファイルにその行はありません",
}

// LastLine says how many lines a file has.
type LastLine struct{ N int }

func (LastLine) text() Text {
	return Text{
		"it has {N:line|lines}",
		"ファイルは {N} 行です",
	}
}

var GiveLine = Text{
	"give the line of the place, from 1",
	"場所の行番号を 1 から数えて指定してください",
}

var LineLacksColumn = Text{
	"the line has no such column",
	"行にその列はありません",
}

var ColumnsCountBytes = Text{
	"columns count bytes, from 1",
	"列は 1 から数えるバイト数です",
}

var GiveColumn = Text{
	"give the column in bytes, from 1, or the name on the line as symbol",
	"列を 1 から数えるバイト数で指定するか、行にある名前を symbol に指定してください",
}

var GiveSymbol = Text{
	"give symbol, or file, line and column",
	"symbol か、file・line・column を指定してください",
}

var LineLacksName = Text{
	"the line does not have this name",
	"行にその名前はありません",
}

// LineNames names the names on a line.
type LineNames struct{ Names []string }

func (LineNames) text() Text {
	return Text{
		"its names are {Names}",
		"行にある名前: {Names}",
	}
}

// FolderTooLarge says that a folder has too many files.
type FolderTooLarge struct{ Files int }

func (FolderTooLarge) text() Text {
	return Text{
		"the folder has {Files:file|files}",
		"フォルダに {Files} ファイルあります",
	}
}

// SmallerFolder says how many files a folder may have.
type SmallerFolder struct{ Max int }

func (SmallerFolder) text() Text {
	return Text{
		"give a folder of at most {Max}; analyze_structure says what is in this one",
		"{Max} ファイルまでのフォルダを指定してください。このフォルダの内容は analyze_structure で確認できます",
	}
}

var IsFolder = Text{
	"it is a folder",
	"フォルダです",
}

var GiveFileOfFolder = Text{
	"give a file of it; get_symbols lists a folder",
	"フォルダ内のファイルを指定してください。フォルダの一覧は get_symbols で得られます",
}

var NoSuchFileType = Text{
	"there is no such type",
	"そのようなファイル種別はありません",
}

var UseFileTypes = Text{
	"use one of ripgrep's types, such as go, py, ts; or glob",
	"go、py、ts などの ripgrep のファイル種別か、glob を使ってください",
}

// BadPattern says why a regular expression or a glob can't be used. Why is in English.
type BadPattern struct{ Why string }

func (BadPattern) text() Text {
	return Text{
		"{Why}",
		"パターンを解釈できません（{Why}）",
	}
}

var MendPattern = Text{
	"mend it, or search for it as a text with regex=false",
	"正規表現を直すか、regex=false を指定して文字列として検索してください",
}

var MendGlob = Text{
	"mend the glob, such as src/**/*.go",
	"src/**/*.go のような glob に直してください",
}

var FileHoldsSecrets = Text{
	"the file looks as if it held secrets: it is not searched",
	"秘密情報を含む可能性があるため、このファイルは検索しません",
}

var SearchAnother = Text{
	"search another file or folder",
	"別のファイルかフォルダを検索してください",
}

var ForeignCursor = Text{
	"it is none of ours",
	"このサーバーのカーソルではありません",
}

var PassCursor = Text{
	"pass next_cursor as it was given, or leave it out",
	"next_cursor をそのまま渡すか、省いてください",
}

var OtherCursor = Text{
	"it is of another question",
	"別の問い合わせのカーソルです",
}

var RepeatArguments = Text{
	"repeat the arguments of the first page, or leave the cursor out",
	"最初のページと同じ引数を渡すか、カーソルを省いてください",
}

// NoFileThere says that there is no file at a path.
type NoFileThere struct{ Path string }

func (NoFileThere) text() Text {
	return Text{
		"there is no file {Path} in the repository, or git ignores it",
		"{Path} はリポジトリにないか、git の対象外です",
	}
}

// NothingThere says that there is neither a file nor a folder at a path.
type NothingThere struct{ Path string }

func (NothingThere) text() Text {
	return Text{
		"there is no {Path} in the repository",
		"{Path} はリポジトリにありません",
	}
}

// FileUnread and FileNotIndexed say why nothing is known of a file.
type FileUnread struct{ Path, Why string }

func (FileUnread) text() Text {
	return Text{
		"{Path} could not be read: {Why}",
		"{Path} を読み取れません（{Why}）",
	}
}

type FileNotIndexed struct{ Path, Why string }

func (FileNotIndexed) text() Text {
	return Text{
		"{Path} is not indexed: {Why}",
		"{Path} は索引の対象外です（{Why}）",
	}
}

var FindByPartOfName = Text{
	"search_files finds files by a part of their name",
	"search_files はファイル名の一部で検索できます",
}

var SearchTextAnyway = Text{
	"search_text finds lines in it all the same",
	"search_text ならこのファイルの行を検索できます",
}

var SearchTextIfText = Text{
	"search_text finds lines in it if it is text",
	"テキストファイルなら search_text で行を検索できます",
}

var GiveRelativePath = Text{
	"give a path relative to the repository, with /",
	"リポジトリからの相対パスを / 区切りで指定してください",
}

var PathTooLong = Text{
	"the path is too long",
	"パスが長すぎます",
}

var PathCharacters = Text{
	"the path has characters that no path has",
	"パスに使えない文字が含まれています",
}

var NotInRepository = Text{
	"it is no path of the repository",
	"リポジトリのパスではありません",
}

var MayLeadOut = Text{
	"it leads out of the repository, or may do so",
	"リポジトリの外を指しているか、その可能性があります",
}

var LeadsOut = Text{
	"it leads out of the repository, or to files that are not the repository's own",
	"リポジトリの外か、リポジトリのものではないファイルを指しています",
}
