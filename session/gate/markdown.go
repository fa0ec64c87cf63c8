package gate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"codeintel/session/speech"
)

// Markdown is the policy as people read it.
func Markdown() string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("# Sessions: what is allowed when")
	p("")
	p("This page is made from the table in session/gate. An agent's session goes from EXPLORATION to READY when the server's own records show that enough of the code was seen; what an agent says of itself counts for nothing. Every refusal names a call that is allowed at that moment.")
	p("")
	p("## Phases")
	p("")
	p("| phase | %s | %s | %s | %s | session tools | what leads on |", Explore, Map, Forest, Write)
	p("|---|---|---|---|---|---|---|")
	for _, r := range phases {
		cells := []string{string(r.phase)}
		for _, c := range []Class{Explore, Map, Forest} {
			cells = append(cells, yes(r.phase.Has(c)))
		}
		write := "no"
		if r.phase.Has(Write) {
			write = "IMPLEMENT and MODIFY, explored files only"
		}
		p("| %s |", strings.Join(append(cells, write, cmp.Or(code(r.session), "none"), r.next.EN), " | "))
	}
	p("")
	p("Exploration tools: %s.", code(explore))
	p("")
	p("In any phase: %s.", code(always))
	p("")
	p("`%s` with collection=auto looks in the map alone where the forest is not allowed, and `query` ranks by meaning only where it is. A tool that the phase forbids answers `%s`. QUESTION is READY at once. Without a session all of these tools work: they only read.", SemanticSearch, PhaseForbidden)
	p("")
	p("## Risk")
	p("")
	p("The first row that applies.")
	p("")
	p("| when | risk |")
	p("|---|---|")
	for _, r := range risks {
		p("| %s | %s |", r.when, r.risk)
	}
	p("| otherwise | %s |", Low)
	p("")
	p("Within a session the risk only rises, but for one case: when a missing slot is filled, with a quote of the query or the evidence of a call, it is computed anew. It does not fall below what an unsure symbol made it (Tiers). If [the words](meaning.md) do not decide whether a quote says its value, the risk is HIGH until another value takes its place, and the value is a HYPOTHESIS until the evidence of a call shows it. A value that says something else is refused.")
	p("")
	p("## What an understanding needs")
	p("")
	p("| intent | risk | symbols | entry points | files | patterns | confirmed symbols | tools used | slots filled | evidence of a call for |")
	p("|---|---|---|---|---|---|---|---|---|---|")
	for _, r := range requirements {
		evidence := slots(r.Evidence)
		for _, s := range r.EvidenceIfNamed {
			evidence = append(evidence, fmt.Sprintf("`%s`, if the query names it", s))
		}
		p("| %s | %s | %d | %d | %d | %d | %d | %s | %s | %s |", joined(r.intents, "/"), cmp.Or(string(r.risk), "any"), r.Symbols, r.EntryPoints, r.Files, r.Patterns, r.Confirmed,
			cmp.Or(code(r.Tools), "none"), cmp.Or(strings.Join(slots(r.Filled), ", "), "none"), cmp.Or(strings.Join(evidence, ", "), "none"))
	}
	p("")
	p("What counts:")
	p("")
	p("- a symbol: the graph has it, and an answer of this session showed it;")
	p("- a file: an answer showed lines of it, or the agent's own reading of it was reported; its mere name does not count;")
	p("- an entry point: it is one of the counted symbols, or calls, references or contains one;")
	p("- a pattern: its file counts, and the line exists;")
	p("- the evidence of a slot: it names a call that was made and answered, and a symbol or file that this answer showed, and nothing that no answer showed.")
	p("")
	p("Where no existing code is to be written, and the understanding is not enough for that, the evidence of the files is enough, and no more may be written than this (`%s` refuses the rest; `revert_to_exploration` leads to the evidence of code):", WriteCheck)
	p("")
	p("| when | files that were shown | what may be written |")
	p("|---|---|---|")
	for _, r := range rules {
		p("| %s | %d | %s |", r.when, r.Files, speech.English.Say(r.rule.Writes()))
	}
	p("")
	p("The server looks: a file is no code by its name (below), it exists or does not, and a project has no code where none of its files is. What clients are set up with (`.mcp.json`, `.claude`) is nobody's. No code are:")
	p("")
	for _, k := range plain {
		p("- %s: %s", k.kind, code(slices.Concat(k.ends, k.names)))
	}
	p("- catalogues of texts (%s) in a folder or file that is named by a language, in one of the folders %s: `lang/en/auth.php`, `locales/ja.ts`", code(catalogueEnds), code(catalogueFolders))
	p("")
	p("A name that means several of the symbols that answers showed is asked about (`ambiguous`): `FILE:NAME` says which.")
	p("")
	p("What is said twice counts once. A repository that has less than a number is asked for all it has; tools that only find symbols are not asked for where there are none.")
	p("")
	p("Claims that do not count are no failure: they come back in `mend` with the reason. As long as numbers are missing and there is something to mend, the session stays where it is.")
	p("")
	p("### When the numbers are judged")
	p("")
	p("The numbers are those of the risk at the moment of `submit_understanding`, after the slots that it fills. Symbols are said to be what the request is about only once the rest is enough: in the same call (relevant_symbols, reasoning, code_evidence) or by `confirm_symbol_relevance` after it. A symbol that is accepted without being sure raises the risk to HIGH, and the understanding is judged again by what HIGH asks for: the symbol stays accepted, and the next understanding that has the evidence leads to READY. In VERIFICATION the slots are asked for likewise, and verified hypotheses stand for the numbers. Only where there is no judge at all the numbers stay those of the risk before: each session would be asked for those of HIGH.")
	p("")
	p("INVESTIGATE needs no confirmed symbol: it never writes.")
	p("")
	p("## Looking by meaning")
	p("")
	p("Where an understanding is not enough it says what is missing, and EXPLORATION goes on. With look_by_meaning=true SEMANTIC follows: if one of the needs of this table is missing, and %s were used. What else may be missing (a slot, its evidence, a tool) is not found by meaning; the session stays in EXPLORATION and says so.", code(SemanticTools(1)))
	p("")
	p("| missing | reasons that fit |")
	p("|---|---|")
	for _, r := range reasons {
		p("| `%s` | %s |", r.need, joined(r.reasons, ", "))
	}
	p("")
	p("`%s` is missing in this sense when symbols were refused for being unlike, and the understanding is handed in again with look_by_meaning=true.", NeedConfirmed)
	p("")
	p("Hypotheses are symbols that a `%s` of this session showed. In VERIFICATION each gets a verdict. A confirmation cites a call made in VERIFICATION whose answer shows the symbol, and the server looks it up in the graph. READY follows when no hypothesis is open, one that is confirmed is what the request is about by the tiers below, and no slot lacks a value or evidence; verified hypotheses stand for the numbers. If all were rejected, or none is what the request is about, EXPLORATION follows. A confirmed hypothesis whose name is unlike counts, in the middle tier, where its code says what the request is about: a comment, a text, what it uses. Where the code does not say it either, the answer says what else to look for and what the person can decide, and the same hypothesis is not taken a second time.", SemanticSearch)
	p("")
	p("## Tiers")
	p("")
	p("| calibrated similarity to target_feature | accepted with code evidence | risk at least |")
	p("|---|---|---|")
	names := []string{fmt.Sprintf("above %g", above), fmt.Sprintf("%g to %g", from, above), fmt.Sprintf("below %g", from), "cannot judge"}
	for i, t := range tiers {
		p("| %s | %s | %s |", names[i], yes(t.Accept), t.Raise)
	}
	p("")
	p("The similarity is that of [the words](meaning.md) of the term and of the name, in both languages, and of vectors where words have nothing in common. A term, or a name, of whose words too few are known is not judged. What an agreement or a learned pair says of the term is in the highest tier, whatever the similarity.")
	p("")
	p("Code evidence is a symbol that was shown, or text that is at the cited lines of a file; it is of the accepted symbol itself, or of one that calls, references, contains or implements it.")
	p("")
	p("## Writing")
	p("")
	p("Only in READY, and only in sessions for IMPLEMENT and MODIFY. An existing file must be explored: it counts (above), or it, or a folder above it, was named to `add_explored_files`. A new file needs an explored folder: a file in it counts, or itself was added, or a folder above it; where the folder is new too, the nearest one that exists, or, for what is no code, the file of the same name in a folder beside it (`lang/en/a.php` for `lang/ja/a.php`). A folder as a whole is written only when it was added by name. Nothing in `.git` and `.code-intel`, and nothing of the gate's own, is ever written. A subagent has what its agent read, not its right to write.")
	p("")
	p("`record_outcome` ends a session that is READY, or that never writes. In one that is to lead to writing and is not READY yet it only records: nothing that an agent says opens the gate. A new session rules instead of an earlier one of the same agent; one that is to lead to writing and is not READY yet stays open behind it, and ends when a later one comes to write. The person ends any session with `ci session release`.")
	p("")
	p("What is kept of sessions in `.code-intel` is sealed with a key in the user's cache (`ci/gate`), and a witness beside the key knows who is in a session and which record of each session is the newest. A record that was edited, put back as it was before, copied from another folder, or sealed with a key that was lost counts as EXPLORATION, and both agent and person are told; so is the removal of a record, or of all that is kept. A process that has seen the witness believes in no older one.")
	p("")
	p("## Language")
	p("")
	p("A session speaks the language of its request, Japanese or English: prompts, guidance, next steps, refusals, what the hooks of a client deny and note, and what `ci session show` prints. A request is Japanese where it has hiragana outside of quotation marks; one with katakana or kanji alone is, unless it has more words of English. The language is decided when the session begins, and kept in its record. The setting `language` in `.code-intel/config.json` overrides it: `\"ja\"`, `\"en\"`, or `\"auto\"`, the default. Where a call is in no session the setting decides, and without one it is English. Phases, tools, slots, fields and codes are the same in each language.")
	return b.String()
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func joined[T ~string](list []T, by string) string {
	var out []string
	for _, x := range list {
		out = append(out, string(x))
	}
	return strings.Join(out, by)
}

func code(list []string) string {
	var out []string
	for _, x := range list {
		out = append(out, "`"+x+"`")
	}
	return strings.Join(out, ", ")
}

func slots(list []Slot) []string {
	out := slices.Grow([]string(nil), len(list))
	for _, x := range list {
		out = append(out, "`"+string(x)+"`")
	}
	return out
}
