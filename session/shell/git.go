package shell

import (
	"path"
	"strings"
)

// gitReads are the subcommands of git that write nothing, with their options as
// in spec.
var gitReads = map[string]string{
	"status": "", "log": gitDiff, "diff": gitDiff, "show": gitDiff, "whatchanged": gitDiff, "diff-tree": gitDiff, "diff-files": gitDiff,
	"diff-index": gitDiff, "range-diff": gitDiff, "blame": "", "annotate": "", "grep": "-O?! --open-files-in-pager?! -e= -f=", "ls-files": "", "ls-tree": "",
	"ls-remote": "--upload-pack=!", "cat-file": "--textconv! --filters!", "rev-parse": "", "rev-list": "", "describe": "", "shortlog": "", "name-rev": "",
	"merge-base": "", "for-each-ref": "", "show-ref": "", "show-branch": "", "count-objects": "", "fsck": "", "var": "", "version": "", "help": "-w! --web!",
	"check-ignore": "", "check-attr": "", "check-mailmap": "", "check-ref-format": "", "cherry": "", "verify-commit": "", "verify-tag": "", "verify-pack": "",
	"merge-tree": "", "patch-id": "", "stripspace": "", "column": "", "get-tar-commit-id": "", "show-index": "",
}

const gitDiff = "--output> --ext-diff! -O= -S= -G= -L= -n= -U= --format= --pretty= --since= --until= --author= --grep= --date= --max-count="

// gitInner are those that write in git's own folder only: references, the index,
// objects. What they do there is git's.
var gitInner = map[string]bool{
	"add": true, "stage": true, "tag": true, "branch": true, "remote": true, "notes": true, "reflog": true, "gc": true, "prune": true, "repack": true,
	"pack-refs": true, "update-ref": true, "symbolic-ref": true, "update-index": true, "hash-object": true, "write-tree": true, "commit-tree": true,
	"mktree": true, "mktag": true, "pack-objects": true, "index-pack": true, "unpack-objects": true, "replace": true, "rerere": true, "maintenance": true,
	"commit-graph": true, "multi-pack-index": true, "prune-packed": true, "fetch": true,
}

// gitHooked are like gitInner, and run hooks, which are code.
var gitHooked = map[string]bool{"commit": true, "push": true, "send-email": true}

// git is one call of git: where, and with what.
type git struct {
	*call
	dir  value // the folder that it works in
	verb string
}

func doGit(c *call) stream {
	g := git{call: c, dir: c.st.dir}
	args := c.args
	for len(args) > 0 {
		a := args[0]
		if a.form != exact || len(a.text) < 2 || a.text[0] != '-' {
			break
		}
		args = args[1:]
		next := func() value {
			if len(args) == 0 {
				return lit("")
			}
			v := args[0]
			args = args[1:]
			return v
		}
		switch name, val, _ := strings.Cut(a.text, "="); name {
		case "-C":
			to := next()
			p, span, ok := to.place(g.dir)
			switch {
			case !ok: // -C "" stays
			case span == File:
				g.dir = lit(clean(p))
			default:
				g.dir = anything()
			}
		case "-c", "--config-env":
			v := lit(val)
			if !strings.Contains(a.text, "=") {
				v = next()
			}
			key, _, _ := strings.Cut(v.text, "=")
			if v.form == open && !strings.Contains(v.text, "=") || risky(key) {
				c.unknown("git -c " + key)
				// What it runs may be there to read.
				if _, dir, _ := strings.Cut(v.text, "="); strings.EqualFold(key, "core.hookspath") {
					c.hooksIn(value{dir, v.form})
				}
				if _, cmd, ok := strings.Cut(v.text, "="); ok && v.form == exact {
					c.x.script(c.x.clone(c.st), strings.TrimPrefix(cmd, "!"), stream{})
				}
			}
		case "--git-dir", "--work-tree", "--namespace", "--super-prefix":
			if !strings.Contains(a.text, "=") {
				next()
			}
			if name == "--work-tree" {
				g.dir = anything()
			}
		case "--exec-path", "--attr-source":
			if val != "" {
				c.unknown("git " + name)
			}
			if name == "--exec-path" && val == "" {
				return stream{}
			}
		case "--version", "--help", "--html-path", "--man-path", "--info-path", "-v", "-h":
			return stream{}
		}
	}
	if len(args) == 0 {
		return stream{}
	}
	if args[0].form != exact {
		c.unknown("a command of git that is not known")
		return stream{}
	}
	return g.sub(args[0].text, args[1:])
}

// risky says whether a configuration key makes git run something, or look
// elsewhere.
func risky(key string) bool {
	key = strings.ToLower(key)
	for _, safe := range []string{"user.", "color.", "advice.", "core.quotepath", "core.pager=cat", "core.autocrlf", "core.filemode", "core.ignorecase",
		"core.precomposeunicode", "core.abbrev", "core.eol", "core.safecrlf", "init.", "pull.", "push.default", "push.autosetupremote", "branch.", "fetch.prune",
		"log.", "diff.renames", "diff.algorithm", "diff.colormoved", "diff.context", "diff.noprefix", "diff.mnemonicprefix", "merge.conflictstyle", "merge.ff",
		"rebase.autosquash", "rebase.autostash", "rerere.", "column.", "status.", "format.pretty", "commit.gpgsign", "tag.gpgsign", "tag.sort", "safe.directory",
		"http.postbuffer", "gc.", "pack.", "grep.", "blame.", "protocol.version", "index.", "feature.", "core.commentchar", "core.longpaths", "core.symlinks", "core.preloadindex", "core.untrackedcache", "stash.", "apply.", "am.", "versionsort.", "remote.pushdefault", "checkout."} {
		if strings.HasPrefix(key, safe) {
			return false
		}
	}
	return true
}

func (g git) parse(opts string, args []value) options {
	known := parseSpec(opts)
	o := known.parse(args, false)
	if o.vague && known.risky() {
		g.unknown("options that are not known: git")
	}
	for n, vs := range o.flags {
		if known[n].runs {
			g.unknown("git " + n)
			for _, v := range vs {
				g.x.follows(g.st, v)
			}
		}
		if known[n].writes {
			for _, v := range vs {
				g.file(v, Content)
			}
		}
	}
	return o
}

func (g git) why() string { return strings.TrimSpace("git " + g.verb) }

func (g git) file(v value, kind Kind) { g.span(v, kind, "") }

func (g git) tree(v value, kind Kind) { g.span(v, kind, Tree) }

func (g git) span(v value, kind Kind, as Span) {
	p, span, ok := v.place(g.dir)
	if !ok {
		return
	}
	if as != "" && span == File {
		span = as
	}
	g.x.add(Write{Path: p, Kind: kind, Span: span}, g.why())
}

// paths takes in that the files which pathspecs name are written to. They are
// trees: a folder stands for all that is tracked in it.
func (g git) paths(specs []value, kind Kind) {
	for _, v := range specs {
		switch {
		case v.form == exact && strings.HasPrefix(v.text, ":"):
			g.repository()
		case v.form == exact && strings.ContainsAny(v.text, "*?["):
			i := strings.LastIndexByte(v.text[:strings.IndexAny(v.text, "*?[")], '/')
			g.tree(lit("./"+v.text[:i+1]), kind) // git's * takes slashes too
		case v.form == exact && (v.text == "." || v.text == ".." || strings.HasSuffix(v.text, "/")):
			g.tree(v, kind)
		default:
			g.file(v, kind)
		}
	}
}

// repository takes in that any file may be written to.
func (g git) repository() { g.x.writeRepo(g.dir, g.why()) }

// split are the arguments before and after "--".
func split(args []value) (before, after []value, ok bool) {
	for i, a := range args {
		if a.is("--") {
			return args[:i], args[i+1:], true
		}
	}
	return args, nil, false
}

// pathLike says whether an argument that may be a revision is rather a path.
func pathLike(v value) bool {
	if v.form != exact {
		return v.form == below
	}
	s := v.text
	if s == "." || s == ".." || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../") || strings.HasPrefix(s, "/") || strings.HasSuffix(s, "/") || strings.HasPrefix(s, ":") {
		return true
	}
	ext := path.Ext(s)
	return len(ext) > 1 && (ext[1] < '0' || ext[1] > '9') && !strings.Contains(s, "..")
}

func (g git) sub(name string, args []value) stream {
	g.verb = name
	for _, a := range args {
		if a.is("--help") {
			return stream{}
		}
		if a.is("--") {
			break
		}
	}
	if opts, ok := gitReads[name]; ok {
		o := g.parse("--output> "+opts, args)
		for _, a := range args {
			if strings.HasPrefix(a.text, "ext::") {
				g.unknown("git " + name + " ext::")
			}
		}
		return g.reads(name, o)
	}
	if gitInner[name] {
		g.inner(name, args)
		return stream{}
	}
	before, after, cut := split(args)
	o := parseSpec(gitOptions[name]).parse(before, false)
	if gitHooked[name] {
		if o.has("--dry-run", "-n") && name == "push" {
			return stream{}
		}
		g.unknown("runs hooks: git " + name)
		return stream{}
	}
	switch name {
	case "difftool", "mergetool":
		for _, v := range parseSpec("-x= --extcmd= -t= --tool=").parse(args, false).all("-x", "--extcmd") {
			g.x.follows(g.st, v)
		}
		g.unknown("runs code: git " + name)
	case "unpack-file":
		g.file(value{".merge_file_*", pattern}, Content)
	case "interpret-trailers":
		if o.has("--in-place") {
			g.paths(append(o.rest, after...), Content)
		}
	case "config":
		g.config(args)
	case "checkout":
		switch {
		case o.has("-b", "-B", "--orphan"):
			if len(o.rest) > 0 {
				g.repository()
			} else {
				g.x.e.because(g.why())
			}
		case cut:
			g.paths(after, Content)
		case o.has("-p", "--patch", "--detach", "-t", "--track", "-d"):
			g.repository()
		case len(o.rest) == 1 && pathLike(o.rest[0]):
			g.paths(o.rest, Content)
		case len(o.rest) > 1:
			// The first may be a revision.
			g.paths(o.rest[1:], Content)
			if pathLike(o.rest[0]) {
				g.paths(o.rest[:1], Content)
			}
		default:
			g.repository()
		}
	case "switch":
		if o.has("-c", "-C", "--create", "--orphan") && len(o.rest) == 0 {
			g.x.e.because(g.why())
		} else {
			g.repository()
		}
	case "restore":
		if o.has("--staged", "-S") && !o.has("--worktree", "-W") {
			g.x.e.because(g.why())
		} else if o.has("--pathspec-from-file") {
			g.repository()
		} else {
			g.paths(append(o.rest, after...), Content)
		}
	case "reset":
		if o.has("--hard", "--merge", "--keep") {
			g.repository()
		} else {
			g.x.e.because(g.why())
		}
	case "stash":
		g.stash(before, after)
	case "clean":
		switch specs := append(o.rest, after...); {
		case o.has("-n", "--dry-run"):
		case len(specs) > 0:
			for _, v := range specs {
				g.tree(v, Delete)
			}
		default:
			g.tree(lit("."), Delete)
		}
	case "mv":
		rest := append(o.rest, after...)
		if len(rest) < 2 {
			break
		}
		to := rest[len(rest)-1]
		for _, s := range rest[:len(rest)-1] {
			g.file(s, Rename)
			if p, span, ok := to.place(g.dir); ok {
				w := Write{Path: p, Kind: Content, Span: span, Into: s.base()}
				if (len(rest) > 2 || strings.HasSuffix(to.text, "/")) && span == File && w.Into != "" {
					w.Path, w.Into = path.Join(p, w.Into), ""
				}
				g.x.add(w, g.why())
			}
		}
	case "rm":
		if o.has("--cached", "-n", "--dry-run") {
			g.x.e.because(g.why())
			break
		}
		for _, v := range append(o.rest, after...) {
			if o.has("-r") {
				g.tree(v, Delete)
			} else {
				g.paths([]value{v}, Delete)
			}
		}
	case "apply":
		if o.has("--check", "--stat", "--numstat", "--summary") && !o.has("--apply") || o.has("--cached") {
			g.x.e.because(g.why())
			break
		}
		in := g.in
		for i, v := range o.rest {
			s := g.in
			if !v.is("-") {
				st := *g.st
				st.dir = g.dir
				s = g.x.file(&st, v)
			}
			if in = then(in, s); i == 0 {
				in = s
			}
		}
		strip := 1
		if p := o.all("-p"); len(p) > 0 {
			strip = number(p[0], 1)
		}
		dir := g.dir
		if d := o.all("--directory"); len(d) > 0 {
			dir = into(g.x.env.root(g.dir), d[0])
		}
		if src, ok := in.whole(); ok {
			g.patched(src, strip, dir, o.has("-R", "--reverse"))
		} else {
			g.repository()
		}
		if o.has("--reject") {
			g.repository()
		}
	case "merge", "rebase", "pull", "cherry-pick", "revert", "am", "bisect", "read-tree", "checkout-index", "sparse-checkout", "filter-branch", "filter-repo", "merge-file", "merge-index", "merge-recursive", "quiltimport", "subtree":
		if o.has("--abort", "--quit") && name == "am" {
			g.x.e.because(g.why())
		}
		if name == "bisect" && len(args) > 0 && args[0].is("log") {
			break
		}
		g.repository()
		if o.has("-x", "--exec", "-i", "--interactive", "-s", "--strategy", "--tree-filter") || name == "bisect" || name == "filter-branch" {
			g.unknown("runs code: git " + name)
		}
	case "submodule":
		if len(args) == 0 || args[0].is("status") || args[0].is("summary") {
			break
		}
		g.repository()
		g.unknown("runs code: git submodule")
	case "worktree":
		switch {
		case len(args) == 0 || args[0].is("list"):
		case args[0].is("add"):
			o := parseSpec("-b= -B= --reason=").parse(args[1:], false)
			if len(o.rest) > 0 {
				g.tree(o.rest[0], Content)
			}
		case args[0].is("remove"), args[0].is("move"):
			o := parseSpec("").parse(args[1:], false)
			for i, v := range o.rest {
				if i == 0 {
					g.tree(v, Delete)
				} else {
					g.tree(v, Content)
				}
			}
		default:
			g.x.e.because(g.why())
		}
	case "clone":
		switch {
		case len(o.rest) > 1:
			g.tree(o.rest[1], Content)
		case len(o.rest) == 1 && o.rest[0].form == exact:
			g.tree(lit(strings.TrimSuffix(path.Base(o.rest[0].text), ".git")), Content)
		default:
			g.tree(lit("."), Content)
		}
		if o.has("-c", "--config", "--template", "-u", "--upload-pack") {
			g.unknown("git clone -c")
		}
	case "init":
		dir := lit(".")
		if len(o.rest) > 0 {
			dir = o.rest[0]
		}
		g.tree(inside(dir, lit(".git")), Content)
	case "archive":
		for _, v := range o.all("-o", "--output") {
			g.file(v, Content)
		}
		if o.has("--exec", "--remote") {
			g.unknown("git archive --exec")
		}
	case "bundle":
		if len(args) > 1 && args[0].is("create") {
			o := parseSpec("").parse(args[1:], false)
			if len(o.rest) > 0 {
				g.file(o.rest[0], Content)
			}
		}
	case "format-patch":
		if o.has("--stdout") {
			break
		}
		dir := lit(".")
		if d := o.all("-o", "--output-directory"); len(d) > 0 {
			dir = d[0]
		}
		g.file(inside(dir, value{"*.patch", pattern}), Content)
	default:
		g.unknown("runs code: git " + name)
	}
	return stream{}
}

// gitOptions are the options with values of the subcommands that write.
var gitOptions = map[string]string{
	"checkout": "-b= -B= --orphan= --conflict= --pathspec-from-file=", "switch": "-c= -C= --create= --force-create= --orphan= --conflict=",
	"restore": "-s= --source= --conflict= --pathspec-from-file=", "clean": "-e= --exclude=", "apply": "-p= -C= --directory= --include= --exclude= --whitespace=",
	"clone": "-b= -o= -c= -j= -u= --branch= --origin= --depth= --config= --reference= --template= --upload-pack= --separate-git-dir= --filter= --jobs=",
	"init":  "-b= --initial-branch= --template= --separate-git-dir=", "archive": "-o= --output= --format= --prefix= --remote= --exec=",
	"format-patch": "-o= --output-directory= -n --start-number= --subject-prefix= --base=", "commit": "-m= -F= -C= -c=", "push": "-o=",
	"rebase": "--onto= -x= --exec= -s= --strategy= -X=", "merge": "-m= -s= -X= --strategy= -F=", "cherry-pick": "-m= -s -X=", "revert": "-m= -X=",
	"pull": "-s= -X=", "interpret-trailers": "--trailer= --where= --if-exists= --if-missing=",
}

// reads is what a subcommand that only reads hands out.
func (g git) reads(name string, o options) stream {
	whole := func() stream {
		root := g.x.env.root(g.dir)
		if root.form != exact {
			return stream{}
		}
		return items(value{root.text, repo})
	}
	switch name {
	case "rev-parse":
		switch {
		case o.has("--show-toplevel"):
			return items(g.x.env.root(anything()))
		case o.has("--git-dir", "--absolute-git-dir", "--git-common-dir"):
			if g.x.env.Root == "" {
				return stream{}
			}
			return text(path.Join(g.x.env.Root, ".git") + "\n")
		case o.has("--show-prefix", "--show-cdup"):
			return stream{}
		}
		return numeric(g.call)
	case "ls-files":
		if len(o.rest) == 0 {
			return whole()
		}
		var found []value
		for _, v := range o.rest {
			if v.form != exact || strings.HasPrefix(v.text, ":") {
				return whole()
			}
			if i := strings.IndexAny(v.text, "*?["); i >= 0 {
				v.text = "./" + v.text[:strings.LastIndexByte(v.text[:i], '/')+1] // git's * takes slashes too
			}
			found = append(found, value{v.text, below})
		}
		return items(found...)
	case "grep":
		if o.has("-l", "-L", "--files-with-matches", "--name-only") {
			return whole()
		}
	case "diff", "show", "log", "diff-tree", "diff-index", "diff-files":
		if o.has("--name-only") {
			return whole()
		}
		if o.has("--format") || name == "log" {
			return stream{}
		}
	case "describe", "rev-list", "merge-base":
		return numeric(g.call)
	}
	return stream{}
}

// inner takes in a subcommand that writes in git's own folder only, or reads.
func (g git) inner(name string, args []value) {
	o := parseSpec("-m= -F= -u= --upload-pack= --receive-pack= --format= --sort= --contains= --merged= --no-merged= --points-at= --output=").parse(args, false)
	has := func(names ...string) bool { return o.has(names...) }
	first := ""
	if len(o.rest) > 0 {
		first = o.rest[0].text
	}
	switch name {
	case "branch":
		if has("-l", "--list", "--show-current", "-a", "-r", "-v", "--all", "--remotes", "--contains", "--merged", "--no-merged", "--points-at") && !has("-d", "-D", "-m", "-M", "-c", "-C", "-f", "-u") || len(args) == 0 {
			return
		}
	case "tag":
		if len(args) == 0 || has("-l", "--list", "-n", "--contains", "--points-at", "--merged", "-v", "--sort") && !has("-d", "-a", "-s", "-f") {
			return
		}
	case "remote":
		if first == "" || first == "show" || first == "get-url" {
			return
		}
		g.x.e.because(g.why())
		return
	case "notes":
		if first == "" || first == "list" || first == "show" {
			return
		}
	case "reflog":
		for _, v := range o.all("--output") {
			g.file(v, Content)
		}
		if first == "" || first == "show" || first == "exists" {
			return
		}
	case "hash-object":
		if !has("-w") {
			return
		}
	case "symbolic-ref":
		if len(o.rest) < 2 && !has("-d", "--delete") {
			return
		}
	case "fetch":
		if has("--upload-pack") || has("-u") && strings.Contains(first, "ext::") {
			g.unknown("git fetch --upload-pack")
		}
	case "add", "stage":
		if has("-n", "--dry-run") {
			return
		}
		if has("-i", "-p", "-e", "--interactive", "--patch", "--edit") {
			g.unknown("git add -p")
		}
	}
	if strings.HasPrefix(first, "ext::") {
		g.unknown("git " + name + " ext::")
	}
	g.x.e.because(g.why())
}

func (g git) config(args []value) {
	o := parseSpec("-f= --file= --blob= --default= --type= -t= --comment= --value=").parse(args, false)
	rest := o.rest
	if o.has("--get", "--get-all", "--get-regexp", "--get-urlmatch", "--get-color", "--get-colorbool", "--list", "-l") {
		return
	}
	write := false
	if len(rest) > 0 {
		switch rest[0].text {
		case "get", "list":
			return
		case "set", "unset", "rename-section", "remove-section", "edit":
			rest, write = rest[1:], true
		}
	}
	write = write || len(rest) > 1 || o.has("--unset", "--unset-all", "--add", "--replace-all", "--rename-section", "--remove-section", "-e", "--edit")
	if !write && len(rest) == 1 && rest[0].form == exact {
		return
	}
	switch {
	case o.has("-f", "--file"):
		for _, v := range o.all("-f", "--file") {
			g.file(v, Content)
		}
	case o.has("--global"):
		v, ok := g.x.variable(g.st, "HOME")
		if !ok || v.lost || len(v.vals) != 1 {
			g.unknown("git config --global")
			return
		}
		if len(rest) > 0 && rest[0].form == exact && !risky(rest[0].text) && !o.has("-e", "--edit") {
			g.x.e.because(g.why()) // who commits, and what git trusts
			return
		}
		g.file(inside(v.vals[0], lit(".gitconfig")), Content)
	case o.has("--system"):
		g.file(lit("/etc/gitconfig"), Content)
	case len(rest) > 0 && rest[0].form == exact && !risky(rest[0].text) && !o.has("-e", "--edit"):
		g.x.e.because(g.why()) // harmless, and git's own
	default:
		g.file(inside(g.x.env.root(g.dir), lit(".git/config")), Content)
	}
}

func (g git) stash(args, after []value) {
	sub := "push"
	if len(args) > 0 && args[0].form == exact && !strings.HasPrefix(args[0].text, "-") {
		sub, args = args[0].text, args[1:]
	}
	switch sub {
	case "list", "show":
		g.parse(gitDiff, args)
	case "drop", "clear", "create", "store":
		g.x.e.because(g.why())
	case "push", "save":
		o := parseSpec("-m= --message= --pathspec-from-file=").parse(args, false)
		if specs := append(o.rest, after...); sub == "push" && len(specs) > 0 {
			g.paths(specs, Content)
			break
		}
		if o.has("-S", "--staged") && !o.has("-u") || o.has("-k", "--keep-index") {
			g.repository()
			break
		}
		g.repository()
	default:
		g.repository()
	}
}

// number is the value of a small number, or another.
func number(v value, other int) int {
	if v.form != exact || v.text == "" || len(v.text) > 4 {
		return other
	}
	n := 0
	for i := range len(v.text) {
		if v.text[i] < '0' || v.text[i] > '9' {
			return other
		}
		n = 10*n + int(v.text[i]-'0')
	}
	return n
}
