package shell

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Tool returns what a call of a client's tool does, by the tool's name and its
// arguments as they are sent. A tool of another server is Unknown whatever it is
// called, with the paths in its arguments as Writes unless its name begins as
// one that reads and no argument looks like something to write. It is ReadOnly
// only where env.Trusted says so.
//
// Relative paths are those of env.Dir, for tools of other servers those of
// env.Root, where it is known: servers run there.
func Tool(name string, input json.RawMessage, env Env) Effects {
	t := toolCall{env: env}
	bare, server := name, false
	if rest, ok := strings.CutPrefix(name, "mcp__"); ok {
		server = true
		i := max(strings.LastIndex(rest, "__"), 0)
		of := rest[:i]
		bare = strings.TrimPrefix(rest[i:], "__")
		if (of == serverName || of == pluginServerName) && ours[bare] {
			return t.e.done()
		}
		if env.Trusted != nil && env.Trusted(name) {
			return t.e.done()
		}
		if ours[bare] {
			// Ours under a name that somebody chose, or another's that took its name:
			// it may run, so that no session is stuck, and is looked at after.
			t.e.unknown("another server's tool: " + bare)
			return t.e.done()
		}
	}
	if !server {
		if readers[name] {
			return t.e.done()
		}
		if keys, ok := writers[name]; ok {
			return t.writes(name, input, keys)
		}
		switch name {
		case "Bash", "Monitor":
			return t.bash(name, input)
		case "PowerShell":
			t.e.unknown("another shell: PowerShell")
			return t.e.done()
		}
	}
	return t.foreign(bare, input)
}

// Looks reports whether a tool writes no files whatever its arguments are: those of
// Claude Code that only read, and ours.
func Looks(name string) bool {
	if rest, ok := strings.CutPrefix(name, "mcp__"); ok {
		of, bare, _ := strings.Cut(rest, "__")
		return (of == serverName || of == pluginServerName) && ours[bare]
	}
	return readers[name]
}

// writers are the tools of Claude Code that write files, with the arguments
// that name them.
var writers = map[string][]string{
	"Edit": {"file_path"}, "MultiEdit": {"file_path"}, "Write": {"file_path"}, "NotebookEdit": {"notebook_path"}, "Update": {"file_path"}, "Create": {"file_path"},
}

// readers are the tools of Claude Code that write no files. What a subagent does
// is asked for by itself.
var readers = set(`Read Glob Grep LS NotebookRead BashOutput KillShell KillBash TaskOutput TaskStop AgentOutputTool Task Agent WebFetch WebSearch
	TodoWrite TodoRead TaskCreate TaskUpdate TaskGet TaskList Skill SlashCommand ToolSearch EnterPlanMode ExitPlanMode exit_plan_mode AskUserQuestion LSP
	ListMcpResources ReadMcpResource ListMcpResourcesTool ReadMcpResourceTool ListMcpPrompts StructuredOutput SendMessage SendUserMessage CronList Think Brief`)

// Our server's name in a client's configuration, and what Claude Code calls it
// when our plugin brings it.
const (
	serverName       = "code-intel"
	pluginServerName = "plugin_code-intel_code-intel"
)

// ours are the tools of this project's own server. They write no files of the
// repository, and are needed in every phase.
var ours = set(`query find_definitions find_references find_implementations call_hierarchy search_text get_symbols analyze_structure get_function_at_line
	search_files semantic_search repo_pack index_status sync_index start_session set_query_frame submit_understanding validate_symbol_relevance
	confirm_symbol_relevance submit_semantic submit_verification check_write_target add_explored_files revert_to_exploration record_outcome
	get_session_analysis get_improvement_insights get_session_status session_status`)

func set(s string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		out[w] = true
	}
	return out
}

// readVerbs begin the names of tools that only read.
var readVerbs = set(`get list read search find show describe view fetch open reveal goto lookup query count status check inspect explain resolve analyze summarize ask think
	sequentialthinking retrieve is has help info ping whoami version tree stat grep glob ls cat head tail outline overview hover definition definitions
	references symbols diagnostics wait recall`)

// writeWords make a name that begins with one of readVerbs another: get_or_create.
var writeWords = set(`create write edit replace update delete remove insert append move rename save put set add apply patch execute run exec eval install
	download checkout commit upload push format fix refactor generate and then into out to make export dump sync upsert modify`)

// contentKeys are arguments that hold what is to be written, or where to.
var contentKeys = set(`content contents new_string newstring new_text newtext new_str newstr new_content newcontent replacement replace replace_with repl patch diff
	edits changes insert insert_text body source_code file_text filetext code new_source newsource old_string oldstring old_str output output_path outputpath
	output_file outputfile save_to saveto save_path savepath dest destination target_path targetpath new_path newpath new_name newname command cmd script shell`)

type toolCall struct {
	env Env
	e   Effects
}

func (t *toolCall) add(p string, dir value, why string) {
	if path, span, ok := lit(clean(p)).place(dir); ok {
		t.e.add(Write{Path: path, Kind: Content, Span: span}, why)
	}
}

// writes follows a tool that writes the files which its arguments name.
func (t *toolCall) writes(name string, input json.RawMessage, keys []string) Effects {
	var args any
	found := false
	if json.Unmarshal(input, &args) == nil {
		var visit func(v any, depth int)
		visit = func(v any, depth int) {
			if depth > 8 {
				return
			}
			switch v := v.(type) {
			case map[string]any:
				for k, el := range v {
					if s, ok := el.(string); ok && slices.Contains(keys, k) && s != "" {
						found = true
						t.add(s, t.env.dir(), name)
						continue
					}
					if _, ok := el.([]any); ok {
						visit(el, depth+1)
					}
				}
			case []any:
				for _, el := range v {
					visit(el, depth+1)
				}
			}
		}
		visit(args, 0)
	}
	if !found {
		t.e.add(Write{Kind: Content, Span: Unresolved}, name)
		t.e.unknown(name)
	}
	return t.e.done()
}

func (t *toolCall) bash(name string, input json.RawMessage) Effects {
	var args struct {
		Command    *string `json:"command"`
		Background bool    `json:"run_in_background"`
	}
	if err := json.Unmarshal(input, &args); err != nil || args.Command == nil {
		t.e.add(Write{Kind: Content, Span: Unresolved}, name+" without a command")
		t.e.unknown(name + " without a command")
		return t.e.done()
	}
	e := Parse(*args.Command, t.env)
	e.Background = e.Background || args.Background
	return e
}

// maxStrings bounds how many strings of arguments are looked at.
const maxStrings = 20_000

// argument is a string in the arguments of a tool: under which key, or as one.
type argument struct {
	key   string // folded; that of the list for its elements
	text  string
	isKey bool
}

// arguments are all strings in a JSON value, in no order that matters.
func arguments(v any, key string, out []argument, depth int) []argument {
	if depth > 200 || len(out) > maxStrings {
		return out
	}
	switch v := v.(type) {
	case string:
		out = append(out, argument{key: key, text: v})
		// Some pass JSON in a string.
		if s := strings.TrimSpace(v); len(s) > 1 && (s[0] == '{' || s[0] == '[') && len(s) < maxCommand {
			var inner any
			if json.Unmarshal([]byte(s), &inner) == nil {
				out = arguments(inner, key, out, depth+1)
			}
		}
	case []any:
		for _, el := range v {
			out = arguments(el, key, out, depth+1)
		}
	case map[string]any:
		for k, el := range v {
			out = append(out, argument{key: key, text: k, isKey: true})
			out = arguments(el, strings.ToLower(k), out, depth+1)
		}
	}
	return out
}

// foreign follows a tool of which only its name and arguments are known.
func (t *toolCall) foreign(name string, input json.RawMessage) Effects {
	why := "another server's tool: " + name
	var decoded any
	if len(input) > 0 && json.Unmarshal(input, &decoded) != nil {
		t.e.unknown(why)
		return t.e.done()
	}
	args := arguments(decoded, "", nil, 0)
	get := func(keys ...string) string {
		for _, a := range args {
			if !a.isKey && slices.Contains(keys, a.key) {
				return a.text
			}
		}
		return ""
	}
	words := nameWords(name)
	reads := len(words) > 0 && readVerbs[words[0]] && !slices.ContainsFunc(words[1:], func(w string) bool { return writeWords[w] })
	content := slices.ContainsFunc(args, func(a argument) bool {
		return a.isKey && contentKeys[strings.ToLower(a.text)] || !a.isKey && looksLikePatch(a.text)
	})
	command := get("command", "cmd", "commandline", "shell_command", "shellcommand", "script", "shell")
	switch command {
	case "view":
		if len(words) > 0 && strings.Contains(strings.ToLower(name), "edit") {
			t.e.unknown(why)
			return t.e.done()
		}
	case "create", "str_replace", "insert", "undo_edit":
		command = ""
	}
	t.e.unknown(why)
	if reads && !content && command == "" {
		return t.e.done()
	}
	dir := t.env.root(t.env.dir())
	if d := get("cwd", "working_directory", "workingdirectory", "workdir", "project_root", "projectroot", "root", "workspace", "repo_path", "repopath", "projectpath", "project_path"); d != "" {
		if p, _, ok := lit(fromURI(d)).place(dir); ok && p != "" {
			dir = lit(clean(p))
		}
	}
	if command != "" {
		env := t.env
		env.Dir = dir.text
		line := command
		for _, a := range args {
			if !a.isKey && (a.key == "args" || a.key == "arguments") {
				line += quoteAll([]value{lit(a.text)})
			}
		}
		sub := Parse(line, env)
		t.e.Writes = append(t.e.Writes, sub.Writes...)
		t.e.Background = sub.Background
	}
	if get("owner") != "" && get("repo") != "" {
		return t.e.done() // a repository elsewhere
	}
	for _, a := range args {
		switch {
		case looksLikePatch(a.text):
			g := git{call: &call{x: &run{env: t.env, work: maxWork, files: map[string]stream{}}, name: name}, dir: dir}
			if strings.Contains(a.text, "*** ") {
				g.call.st = &state{dir: dir}
				g.call.in = text(a.text)
				doApplyPatch(g.call)
			} else {
				g.patched(a.text, 1, dir, false)
			}
			t.e.Writes = append(t.e.Writes, g.x.e.Writes...)
		case a.isKey && pathKey(a.text, a.key), !a.isKey && pathArgument(a), !a.isKey && content && a.key == "name" && strings.ContainsAny(a.text, "./") && !strings.ContainsAny(a.text, " \n\x00"):
			t.add(fromURI(a.text), dir, why)
		}
	}
	return t.e.done()
}

// nameWords are the words of a name in any style, folded.
func nameWords(name string) []string {
	var out []string
	from := 0
	flush := func(to int) {
		if to > from {
			out = append(out, strings.ToLower(name[from:to]))
		}
	}
	prev := rune(0)
	for i, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush(i)
			from = i + len(string(r))
		case unicode.IsUpper(r) && unicode.IsLower(prev):
			flush(i)
			from = i
		}
		prev = r
	}
	flush(len(name))
	return out
}

func looksLikePatch(s string) bool {
	return strings.Contains(s, "*** Begin Patch") || strings.Contains(s, "*** Update File: ") || strings.Contains(s, "*** Add File: ") || strings.Contains(s, "*** Delete File: ") ||
		(strings.HasPrefix(s, "--- ") || strings.HasPrefix(s, "diff --git ") || strings.Contains(s, "\n--- ")) && strings.Contains(s, "\n+++ ")
}

// fromURI is the path of a file: URI, and anything else as it is.
func fromURI(s string) string {
	if !strings.HasPrefix(s, "file://") {
		return s
	}
	p := strings.TrimPrefix(s, "file://")
	if i := strings.IndexByte(p, '/'); i > 0 {
		p = p[i:] // file://host/x
	}
	var b strings.Builder
	for i := 0; i < len(p); i++ {
		if p[i] == '%' && i+2 < len(p) {
			if n, err := strconv.ParseUint(p[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(n))
				i += 2
				continue
			}
		}
		b.WriteByte(p[i])
	}
	p = b.String()
	if len(p) > 3 && p[0] == '/' && p[2] == ':' {
		p = p[1:] // file:///C:/x
	}
	return p
}

// pathArgument says whether a string is taken for the path of a file that a tool
// writes.
func pathArgument(a argument) bool {
	s := a.text
	if s == "" || len(s) > 4096 || strings.ContainsAny(s, "\n\x00") {
		return false
	}
	if strings.HasPrefix(s, "file://") {
		return true
	}
	if strings.Contains(s, "://") {
		return false
	}
	if strings.ContainsAny(a.key, "/.") {
		return false // what a path holds
	}
	switch a.key {
	case "cwd", "working_directory", "workingdirectory", "workdir", "project_root", "projectroot", "root", "workspace", "repo_path", "repopath", "projectpath", "project_path",
		"project", "repo", "repository", "command", "cmd", "args", "content", "contents", "text", "old_string", "new_string", "query", "pattern", "name_path", "prompt", "description":
		return false
	}
	if absolute(s) || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../") || strings.HasPrefix(s, "~/") {
		return true
	}
	for _, w := range []string{"path", "file", "uri", "dest", "target", "source", "src", "dir", "folder", "notebook", "document"} {
		if strings.Contains(a.key, w) {
			return !strings.ContainsAny(s, "{}<>|;") && (strings.ContainsAny(s, "./") || !strings.ContainsAny(s, " \t"))
		}
	}
	return false
}

// pathKey says whether the key of an object is a path, as in {"a/b.go": "…"}.
func pathKey(k, parent string) bool {
	if absolute(k) || strings.HasPrefix(k, "file://") || strings.HasPrefix(k, "./") {
		return true
	}
	return (strings.Contains(parent, "file") || strings.Contains(parent, "edit") || strings.Contains(parent, "change")) && strings.ContainsAny(k, "./") && !strings.ContainsAny(k, " \n")
}
