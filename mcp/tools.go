package mcp

// instructions tell a model when to use the server. Clients cut them at 2,000
// characters.
const instructions = `Code intelligence of the repository you work in: an exact index of symbols and references, kept up to date while files change. Ask it before you read files or run grep.
Begin with: find_definitions (where is NAME defined), find_references (all uses of a symbol, resolved, with the functions they are in), search_text (regular expression; the same lines as ripgrep).
Then: query (what matters for a question in words), call_hierarchy, find_implementations, get_symbols (outline of a file or folder), analyze_structure, get_function_at_line (source of one function), search_files, repo_pack (many files in one answer).
Names may be bare (Open), qualified (Conn.Open, net.Conn.Open) or SCIP symbols from earlier answers; symbols say exactly which one is meant. Paths are relative to the repository, lines count from 1.
Answers are short by design: each keeps within budget_tokens, says total, truncated and next_cursor (pass it as cursor for the next page), and why_empty when there is nothing. complete=false with why says that an answer may miss something. An edge is precise (from a compiler), resolved (by the language's rules) or possible (by name only: check it).
root asks another repository; unsaved=true counts what editors have not saved.
Errors name what is wrong, and what to call next.
Before you change code, start_session: each answer then says phase, next_step and what is missing, until the phase READY. Pass its session_id to all calls.`

// tools is the table of tools, in the order in which clients see them.
func tools() []tool {
	return []tool{
		query(), findDefinitions(), findReferences(), findImplementations(), callHierarchy(), searchText(), getSymbols(), analyzeStructure(),
		getFunctionAtLine(), searchFiles(), semanticSearch(), repoPack(), indexStatus(), syncIndex(),
		startSession(), setQueryFrame(), getSessionStatus(), submitUnderstanding(), validateSymbolRelevance(), confirmSymbolRelevance(),
		submitSemantic(), submitVerification(), checkWriteTarget(), addExploredFiles(), revertToExploration(), recordOutcome(),
		getSessionAnalysis(), getImprovementInsights(), listSessions(),
	}
}
