//go:build unix

package main

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"codeintel/session"
)

// edit is the input of a tool that names a file.
func edit(key, path string) map[string]any {
	return map[string]any{key: path, "content": "changed by an agent\n", "old_string": "a", "new_string": "b", "new_source": "x", "edits": []any{map[string]any{"old_string": "a", "new_string": "b"}}}
}

// sub is a subagent of the agent.
var sub = session.Agent{Client: "main", Sub: "helper"}

// attacks are ways to write what must not be written.
func attacks() []attack {
	list := []attack{
		// The client's own tools.
		{name: "Edit", tool: "Edit", input: edit("file_path", "pay/payment.go")},
		{name: "Write", tool: "Write", input: edit("file_path", "pay/payment.go")},
		{name: "Write, a new file", tool: "Write", input: edit("file_path", "pay/new.go")},
		{name: "Write, in a new folder", tool: "Write", input: edit("file_path", "new/deep/new.go")},
		{name: "MultiEdit", tool: "MultiEdit", input: edit("file_path", "pay/payment.go")},
		{name: "NotebookEdit", tool: "NotebookEdit", input: edit("notebook_path", "pay/book.ipynb")},
		{name: "Edit by ..", tool: "Edit", input: edit("file_path", "auth/../pay/payment.go")},
		{name: "Edit, not explored", ready: true, tool: "Edit", input: edit("file_path", "pay/payment.go")},
		{name: "Write, a new file in a folder not explored", ready: true, tool: "Write", input: edit("file_path", "pay/new.go")},
		{name: "Edit by a symbolic link", setup: "ln -s pay/payment.go link.go", tool: "Edit", input: edit("file_path", "link.go")},
		{name: "Edit by a link of a folder", setup: "ln -s ../pay auth/p", ready: true, tool: "Edit", input: edit("file_path", "auth/p/payment.go")},
		{name: "Edit by a chain of links", setup: "ln -s ../pay auth/p; ln -s auth/p q", ready: true, tool: "Edit", input: edit("file_path", "q/payment.go")},
		{name: "Write by a dangling link", setup: "ln -s ../pay/new.go auth/new.go", ready: true, tool: "Write", input: edit("file_path", "auth/new.go")},
		{name: "Edit by a hard link", setup: "ln pay/payment.go auth/hard.go", ready: true, tool: "Edit", input: edit("file_path", "auth/hard.go")},
		{name: "Edit by a hard link that was explored", setup: "rm auth/login.go; ln pay/payment.go auth/login.go", ready: true, tool: "Edit", input: edit("file_path", "auth/login.go")},
		{name: "Edit by /proc", tool: "Edit", input: edit("file_path", "/proc/self/cwd/ROOT/pay/payment.go")},
		{name: "Edit of a secret that git ignores", ready: true, tool: "Edit", input: edit("file_path", ".env")},
		{name: "Edit of git's configuration", ready: true, tool: "Edit", input: edit("file_path", ".git/config")},
		{name: "Write of a git hook", ready: true, tool: "Write", input: edit("file_path", ".git/hooks/pre-commit")},
		{name: "Write of the gate's setting", ready: true, tool: "Write", input: edit("file_path", ".code-intel/config.json")},
		{name: "Write of the client's settings", ready: true, tool: "Write", input: edit("file_path", ".claude/settings.json")},
		{name: "Write of the client's local settings", ready: true, tool: "Write", input: edit("file_path", ".claude/settings.local.json")},
		{name: "Write of the list of servers", ready: true, tool: "Write", input: edit("file_path", ".mcp.json")},
		{name: "Edit of git's configuration by a link", setup: "ln -s ../.git auth/g", ready: true, tool: "Edit", input: edit("file_path", "auth/g/config")},
		// Subagents.
		{name: "a subagent's Edit", who: sub, tool: "Edit", input: edit("file_path", "pay/payment.go")},
		{name: "a subagent's Edit of what its agent may write", ready: true, who: sub, tool: "Edit", input: edit("file_path", "auth/login.go")},
		{name: "a subagent's shell", ready: true, who: sub, shell: "sed -i s/Login/X/ auth/login.go"},
		{name: "a subagent's script", ready: true, who: sub, shell: "sh script.sh"},
		// Editors of other servers.
		{name: "a filesystem server", tool: "mcp__filesystem__write_file", input: edit("path", "pay/payment.go")},
		{name: "a filesystem server's edit", tool: "mcp__filesystem__edit_file", input: edit("path", "pay/payment.go")},
		{name: "an editing server", tool: "mcp__serena__replace_symbol_body", input: map[string]any{"relative_path": "pay/payment.go", "name_path": "Charge", "body": "x"}},
		{name: "a server with a URI", tool: "mcp__ide__applyEdit", input: map[string]any{"uri": "file://ROOT/pay/payment.go", "text": "x"}},
		{name: "a server that runs commands", tool: "mcp__desktop__execute_command", input: map[string]any{"command": "sed -i s/a/b/ pay/payment.go"}},
		{name: "a server nobody knows", tool: "mcp__acme__frobnicate", input: map[string]any{"target_file": "pay/payment.go"}},
		{name: "a JetBrains server", tool: "mcp__jetbrains__replace_file_text_by_path", input: map[string]any{"path": "pay/payment.go", "text": "x"}},
		// Races.
		{name: "the file becomes a link after the decision", ready: true, tool: "Edit", input: edit("file_path", "auth/login.go"), between: "rm auth/login.go; ln -s ../pay/payment.go auth/login.go"},
		{name: "the folder becomes a link after the decision", ready: true, tool: "Edit", input: edit("file_path", "auth/login.go"), between: "mv auth auth2; cp pay/payment.go pay/login.go; ln -s pay auth"},
		{name: "another file is put in its place", ready: true, shell: "sleep 0; sh script.sh", between: "true"},
		// Jobs in the background.
		{name: "a job in the background", shell: "true", tool: "Bash", input: map[string]any{"command": "sh script.sh", "run_in_background": true}},
		{name: "a job that writes later", tool: "Bash", input: map[string]any{"command": "make -n >/dev/null & true", "run_in_background": true}, later: "echo x >> pay/payment.go"},
		{name: "a job by nohup", shell: "nohup ./watcher >/dev/null 2>&1 &", setup: "printf '#!/bin/sh\\n' > watcher; chmod +x watcher", later: "echo x >> pay/payment.go"},
		// What was deleted, and made again.
		{name: "deleted and made again", ready: true, shell: "rm pay/payment.go; printf 'x\\n' > pay/payment.go"},
		{name: "deleted by a script and made again", ready: true, shell: "sh redo.sh", setup: "echo 'rm pay/payment.go; echo y > pay/payment.go' > redo.sh"},
		{name: "the time is put back", ready: true, shell: "sh back.sh", setup: "echo 'touch -r pay/payment.go /tmp/ref$$; printf \"func charge\\n\" | dd of=pay/payment.go conv=notrunc 2>/dev/null; touch -r /tmp/ref$$ pay/payment.go' > back.sh"},
		{name: "a parent folder is renamed", ready: true, shell: "mv pay pay2"},
		{name: "a parent folder is renamed by a script", ready: true, shell: "sh mv.sh", setup: "echo 'mv pay pay2' > mv.sh"},
		{name: "folders change places", ready: true, shell: "sh swap.sh", setup: "echo 'mv pay t; mv auth pay; mv t auth' > swap.sh"},
		{name: "a case that differs", ready: true, tool: "Write", input: edit("file_path", "PAY/payment.go")},
	}
	// Shell commands, none of which may change anything before READY.
	for name, command := range map[string]string{
		"echo >":                    "echo x > pay/payment.go",
		"echo >>":                   "echo x >> pay/payment.go",
		">|":                        "echo x >| pay/payment.go",
		"&>":                        "ls &> pay/payment.go",
		": >":                       ": > pay/payment.go",
		"<>":                        "echo x 1<> pay/payment.go",
		"2>":                        "ls /none 2> pay/payment.go",
		"a heredoc":                 "cat > pay/payment.go <<'END'\nx\nEND",
		"a heredoc with tee":        "tee pay/payment.go <<'END' >/dev/null\nx\nEND",
		"tee":                       "echo x | tee pay/payment.go",
		"tee -a":                    "echo x | tee -a pay/payment.go > /dev/null",
		"sed -i":                    "sed -i s/Charge/X/ pay/payment.go",
		"sed -i.bak":                "sed -i.bak s/Charge/X/ pay/payment.go",
		"sed --in-place":            "sed --in-place=.b s/Charge/X/ pay/payment.go",
		"sed -ni":                   "sed -n -i p pay/payment.go; sed -i 1d pay/payment.go",
		"sed w":                     "sed -n 'w pay/payment.go' docs/readme.txt",
		"perl -i":                   "perl -i -pe s/Charge/X/ pay/payment.go",
		"perl -pi":                  "perl -pi -e s/Charge/X/ pay/payment.go",
		"perl -e open":              `perl -e 'open F, ">", "pay/payment.go"; print F "x"'`,
		"awk":                       `awk 'BEGIN { print "x" > "pay/payment.go" }'`,
		"ed":                        "printf '1d\\nw\\nq\\n' | ed -s pay/payment.go",
		"ex":                        "ex -s -c '1d|x' pay/payment.go",
		"vim in batch mode":         "vim -es -c '1d|x' pay/payment.go",
		"cp":                        "cp docs/readme.txt pay/payment.go",
		"cp into a folder":          "cp docs/readme.txt pay/",
		"cp -t":                     "cp -t pay docs/readme.txt",
		"mv onto":                   "mv docs/readme.txt pay/payment.go",
		"mv away":                   "mv pay/payment.go /tmp/away-$$",
		"rm":                        "rm pay/payment.go",
		"rm -rf":                    "rm -rf pay",
		"rm by a pattern":           "rm pay/*.go",
		"unlink":                    "unlink pay/payment.go",
		"find -delete":              "find pay -name '*.go' -delete",
		"find -exec":                "find pay -name '*.go' -exec sed -i s/Charge/X/ {} +",
		"find -exec ;":              "find pay -name '*.go' -exec rm {} \\;",
		"find -fprint":              "find docs -fprint pay/payment.go",
		"xargs":                     "ls pay/*.go | xargs sed -i s/Charge/X/",
		"xargs rm":                  "find pay -name '*.go' -print0 | xargs -0 rm",
		"xargs sh -c":               "echo pay/payment.go | xargs -I{} sh -c 'echo x > {}'",
		"for":                       "for f in pay/*.go; do sed -i s/Charge/X/ $f; done",
		"while read":                "ls pay/*.go | while read f; do echo x > $f; done",
		"dd":                        "dd if=docs/readme.txt of=pay/payment.go 2>/dev/null",
		"truncate":                  "truncate -s 0 pay/payment.go",
		"install":                   "install -m 644 docs/readme.txt pay/payment.go",
		"ln -sf":                    "ln -sf ../docs/readme.txt pay/payment.go",
		"ln -f":                     "ln -f docs/readme.txt pay/payment.go",
		"a new link":                "ln -s pay/payment.go new-link",
		"chmod":                     "chmod +x pay/payment.go",
		"tar x":                     "tar cf $O/a.tar docs && tar xf $O/a.tar -C pay",
		"tar x over":                "mkdir -p $O/p/pay && echo x > $O/p/pay/payment.go && tar cf $O/a.tar -C $O/p pay && tar xf $O/a.tar",
		"tar c":                     "tar cf pay/payment.go docs",
		"unzip":                     "unzip -oq ../shop.zip",
		"curl -o":                   "curl -s -o pay/payment.go file://$PWD/docs/readme.txt",
		"curl --output":             "curl -s file://$PWD/docs/readme.txt --output pay/payment.go",
		"curl >":                    "curl -s file://$PWD/docs/readme.txt > pay/payment.go",
		"split":                     "split -b 2 docs/readme.txt pay/x",
		"csplit":                    "csplit -s -f pay/y docs/readme.txt 1",
		"sort -o":                   "sort -r -o pay/payment.go pay/payment.go",
		"git checkout of a file":    "git checkout -q other -- store/store.go",
		"git checkout of a branch":  "git checkout -q other",
		"git switch":                "git switch -q other",
		"git restore":               "git restore -s other store/store.go",
		"git reset --hard":          "git reset -q --hard other",
		"git merge":                 "git merge -q other",
		"git rebase":                "git rebase -q other",
		"git cherry-pick":           "git cherry-pick other",
		"git apply":                 "git diff HEAD other | git apply",
		"git stash pop":             "git stash pop",
		"git rm":                    "git rm -q pay/payment.go",
		"git mv":                    "git mv pay/payment.go pay/p.go",
		"git clean":                 "git clean -fdq",
		"git pull of a folder":      "git pull -q . other",
		"git config core.hooksPath": "git config core.hooksPath /dev/null",
		"patch":                     "git diff HEAD other | patch -p1 -s",
		"patch < file":              "patch -s -p1 < ../two.diff",
		"python -c":                 `python3 -c 'open("pay/payment.go", "w").write("x")'`,
		"python -c by pathlib":      `python3 -c 'import pathlib; pathlib.Path("pay/payment.go").write_text("x")'`,
		"python by a heredoc":       "python3 - <<'END'\nopen('pay/payment.go', 'a').write('x')\nEND",
		"python shutil":             `python3 -c 'import shutil; shutil.copy("docs/readme.txt", "pay/payment.go")'`,
		"node -e":                   `node -e 'require("fs").writeFileSync("pay/payment.go", "x")'`,
		"bash -c":                   "bash -c 'echo x > pay/payment.go'",
		"sh -c in sh -c":            `sh -c "sh -c 'echo x > pay/payment.go'"`,
		"eval":                      "eval 'echo x > pay/payment.go'",
		"a variable":                "F=pay/payment.go; echo x > $F",
		"a variable in a name":      "D=pay; echo x > $D/payment.go",
		"a function":                "w() { echo x > pay/payment.go; }; w",
		"a subshell":                "(cd pay && echo x > payment.go)",
		"cd":                        "cd pay; echo x > payment.go",
		"env":                       "env A=1 sed -i s/Charge/X/ pay/payment.go",
		"command":                   "command sed -i s/Charge/X/ pay/payment.go",
		"exec":                      "exec > pay/payment.go; echo x",
		"timeout":                   "timeout 5 sed -i s/Charge/X/ pay/payment.go",
		"nice":                      "nice sed -i s/Charge/X/ pay/payment.go",
		"a path to the program":     "/bin/sed -i s/Charge/X/ pay/payment.go",
		"a backslash":               "\\sed -i s/Charge/X/ pay/payment.go",
		"quotes in the program":     "s'e'd -i s/Charge/X/ pay/payment.go",
		"a substitution":            "echo $(echo x > pay/payment.go)",
		"a process substitution":    "echo x | tee >(cat > pay/payment.go) > /dev/null; wait; sleep 0.05",
		"base64 into a shell":       "echo ZWNobyB4ID4gcGF5L3BheW1lbnQuZ28K | base64 -d | sh",
		"a pipe into a shell":       "echo 'echo x > pay/payment.go' | sh",
		"a here string":             "bash <<< 'echo x > pay/payment.go'",
		"source":                    "source ./script.sh",
		"a script":                  "sh script.sh",
		"a script of the project":   "sh build.sh",
		"a script elsewhere":        "printf 'echo x >> %s/pay/payment.go' $PWD > $O/w.sh; sh $O/w.sh",
		"make":                      "make -s",
		"the ignored secret":        "echo KEY=2 > .env",
		"the gate's setting":        `mkdir -p .code-intel && echo '{"write_gate":"off"}' > .code-intel/config.json`,
		"the sessions":              "rm -rf .code-intel/sessions",
		"a git hook":                "echo true > .git/hooks/pre-commit",
		"after a read":              "cat docs/readme.txt && echo x > pay/payment.go",
		"after a test":              "[ -f pay/payment.go ] && rm pay/payment.go",
		"in a pipe":                 "cat docs/readme.txt | sort > pay/payment.go",
	} {
		a := attack{name: "shell: " + name, shell: command}
		switch {
		case strings.Contains(command, "shop.zip"):
			a.setup = "mkdir -p ../z/pay && echo x > ../z/pay/payment.go && cd ../z && zip -qr ../shop.zip pay"
		case strings.Contains(command, "two.diff"):
			a.setup = "git diff HEAD other > ../two.diff"
		case command == "git stash pop":
			a.setup = "echo x >> pay/payment.go && git stash -q"
		case command == "git clean -fdq":
			a.setup = "echo new > pay/new.go"
		case command == "source ./script.sh":
			a.setup = "chmod +x script.sh"
		}
		list = append(list, a)
	}
	return list
}

// TestRedTeam: of many ways to write what must not be written nearly all are
// prevented, and the others are noticed.
func TestRedTeam(t *testing.T) {
	t.Parallel()
	list := attacks()
	if len(list) < 80 {
		t.Fatalf("%d attacks", len(list))
	}
	var mu sync.Mutex
	sum := map[string]int{}
	t.Run("attacks", func(t *testing.T) {
		for _, k := range list {
			t.Run(k.name, func(t *testing.T) {
				t.Parallel()
				g := newGated(t)
				for key, v := range k.input {
					if s, ok := v.(string); ok {
						k.input[key] = strings.Replace(strings.Replace(s, "/proc/self/cwd/ROOT", "/proc/self/root"+g.root, 1), "ROOT", g.root, 1)
					}
				}
				got := g.sees(k)
				switch got {
				case "prevented":
				case "detected":
					t.Logf("detected, not prevented")
				default:
					t.Errorf("%s", got)
				}
				mu.Lock()
				sum[strings.Split(got, ":")[0]]++
				mu.Unlock()
			})
		}
	})
	fmt.Fprintln(t.Output(), len(list), "attacks:", sum)
	if n := sum["prevented"]; n*100 < 95*len(list) {
		t.Errorf("%d of %d were prevented", n, len(list))
	}
}
