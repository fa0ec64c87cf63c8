package shell

import "strings"

// doClaude follows the client itself: what changes its settings, servers or plugins
// may turn the gate off, and is the person's.
func doClaude(c *call) stream {
	var words []string // without options
	for _, a := range c.args {
		if a.form != exact || !strings.HasPrefix(a.text, "-") {
			words = append(words, a.text)
		}
	}
	word := func(i int) string {
		if i < len(words) {
			return words[i]
		}
		return ""
	}
	switch word(0) {
	case "":
		for _, a := range c.args {
			if a.is("--version") || a.is("-v") || a.is("--help") || a.is("-h") {
				return stream{}
			}
		}
	case "config", "mcp", "plugin", "plugins", "settings":
		switch word(1) {
		case "list", "get", "help", "ls", "validate":
			return stream{}
		}
		at := c.st.dir
		if c.x.env.Root != "" {
			at = lit(c.x.env.Root)
		}
		if at.form == exact {
			c.write(lit(at.text+"/.claude/settings.json"), Content)
			c.write(lit(at.text+"/.mcp.json"), Content)
		}
	}
	c.unknown("runs another agent: claude")
	return stream{}
}

// doCI follows this program itself. What is the person's alone, such as to release a
// session, writes to the folder of the state, which no agent may; so does what a
// hook says, since it is evidence.
func doCI(c *call) stream {
	var words []string // without options
	for _, a := range c.args {
		switch {
		case a.form != exact:
			words = append(words, "")
		case !strings.HasPrefix(a.text, "-"):
			words = append(words, a.text)
		}
	}
	has := func(word string) bool {
		for _, w := range words {
			if w == word || w == "" {
				return true
			}
		}
		return false
	}
	ours := func(names ...string) {
		for _, n := range names {
			at := c.st.dir
			if c.x.env.Root != "" {
				at = lit(c.x.env.Root)
			}
			if at.form == exact {
				at = lit(at.text + "/" + n)
			}
			c.write(at, Content)
		}
	}
	if len(words) == 0 {
		return stream{} // --help
	}
	command := words[0]
	switch command {
	case "def", "refs", "callers", "outline", "pack", "search", "status", "doctor", "languages", "config", "version", "help", "completion", "debug":
	case "session":
		if has("release") {
			ours(".code-intel/sessions")
		}
	case "hook", "":
		ours(".code-intel/sessions")
	case "gate":
		if len(words) > 1 && (words[1] == "trust" || words[1] == "") {
			ours(".code-intel/sessions") // the person's word
		}
		if !has("verify") || has("prove") {
			c.unknown("runs code: ci")
		}
	case "init":
		for _, a := range c.args {
			if a.is("--dry-run") {
				return stream{}
			}
		}
		c.unknown("runs code: ci")
		ours(".mcp.json", ".claude/settings.json")
	default:
		c.unknown("runs code: ci")
	}
	return stream{}
}
