package gate

import (
	"path"
	"slices"
	"strings"

	"codeintel/session/speech"
)

// plain is the table of files that are no code, by kind: by the end of their name, or
// by their whole name. What is in neither list counts as code.
var plain = []struct {
	kind        string
	ends, names []string
}{
	{"documentation", []string{
		".md", ".markdown", ".mdx", ".txt", ".rst", ".adoc", ".asciidoc", ".org", ".textile", ".tex", ".rtf", ".html", ".htm", ".xhtml", ".csv", ".tsv",
	}, []string{"license", "licence", "copying", "notice", "authors", "contributors", "maintainers", "readme", "changelog", "changes", "news", "todo", "version", "codeowners"}},
	{"configuration", []string{
		".json", ".jsonc", ".json5", ".toml", ".yaml", ".yml", ".ini", ".cfg", ".conf", ".config", ".properties", ".xml", ".plist", ".lock", ".env", ".editorconfig",
		".gitignore", ".gitattributes", ".gitmodules", ".dockerignore", ".npmignore", ".prettierrc", ".eslintrc", ".babelrc", ".npmrc", ".nvmrc", ".browserslistrc", ".python-version",
	}, []string{"dockerfile", "makefile", "procfile", "go.mod", "go.sum", "go.work", "pipfile", "gemfile", "manifest.in"}},
	{"style sheets", []string{".css", ".scss", ".sass", ".less", ".styl", ".pcss"}, nil},
	{"translations", []string{".po", ".pot", ".xlf", ".xliff", ".arb", ".strings", ".resx", ".ftl"}, nil},
	{"pictures and fonts", []string{".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".ico", ".pdf", ".woff", ".woff2", ".ttf", ".otf"}, nil},
}

// Plain reports whether a file is documentation, configuration, a style sheet, a
// translation or a picture by its name: nothing in it is called from elsewhere.
func Plain(file string) bool {
	name := strings.ToLower(path.Base(file))
	for _, k := range plain {
		if slices.Contains(k.names, name) || slices.ContainsFunc(k.ends, func(end string) bool { return strings.HasSuffix(name, end) }) {
			return true
		}
	}
	return strings.HasPrefix(name, ".env.") || translation(strings.ToLower(file))
}

// Catalogues of texts that are written in a programming language: a folder that has all of
// them, and in it a folder or file that is named by a language.
var (
	catalogueFolders = []string{"lang", "langs", "locale", "locales", "i18n", "l10n", "translations"}
	catalogueEnds    = []string{".php", ".js", ".mjs", ".cjs", ".ts", ".rb"}
	// catalogueLanguages are those of ISO 639-1, without those that are what programming
	// languages are called by, too (cs, hs, ml, pl, ps, ts): these need a region.
	catalogueLanguages = strings.Split("aa,ab,ae,af,ak,am,an,ar,as,av,ay,az,ba,be,bg,bi,bm,bn,bo,br,bs,ca,ce,ch,co,cr,cu,cv,cy,da,de,dv,dz,ee,el,en,eo,es,et,eu,fa,ff,fi,fj,fo,fr,fy,ga,gd,gl,gn,gu,gv,ha,he,hi,ho,hr,ht,hu,hy,hz,ia,id,ie,ig,ii,ik,io,is,it,iu,ja,jv,ka,kg,ki,kj,kk,kl,km,kn,ko,kr,ks,ku,kv,kw,ky,la,lb,lg,li,ln,lo,lt,lu,lv,mg,mh,mi,mk,mn,mr,ms,mt,my,na,nb,nd,ne,ng,nl,nn,no,nr,nv,ny,oc,oj,om,or,os,pa,pi,pt,qu,rm,rn,ro,ru,rw,sa,sc,sd,se,sg,si,sk,sl,sm,sn,so,sq,sr,ss,st,su,sv,sw,ta,te,tg,th,ti,tk,tl,tn,to,tr,tt,tw,ty,ug,uk,ur,uz,ve,vi,vo,wa,wo,xh,yi,yo,za,zh,zu", ",")
	catalogueRegional  = strings.Split("cs,hs,ml,pl,ps,ts", ",")
)

// translation reports whether a file, in small letters, is such a catalogue.
func translation(file string) bool {
	end := path.Ext(file)
	if !slices.Contains(catalogueEnds, end) {
		return false
	}
	parts := strings.Split(strings.TrimSuffix(file, end), "/")
	for i, part := range parts[:len(parts)-1] {
		if slices.Contains(catalogueFolders, part) && language(parts[i+1]) {
			return true
		}
	}
	return false
}

// language reports whether a name, in small letters, is that of a language, of its script
// and region: ja, pt_br, zh-hant.
func language(name string) bool {
	code, region, ok := strings.Cut(strings.ReplaceAll(name, "_", "-"), "-")
	if !ok {
		return slices.Contains(catalogueLanguages, code)
	}
	return (slices.Contains(catalogueLanguages, code) || slices.Contains(catalogueRegional, code)) && len(region) >= 2 && len(region) <= 7
}

// Own reports whether a file is this program's, or of the clients that it was set up
// for: it says nothing of the project.
func Own(file string) bool {
	first, _, _ := strings.Cut(strings.ToLower(file), "/")
	return slices.Contains([]string{".mcp.json", ".claude", ".code-intel", ".git"}, first)
}

// Rule says by which evidence a session came to READY, and so what it may write.
type Rule string

// Rules. The zero value is the rule of code.
const (
	RuleCode  Rule = ""
	RuleNew   Rule = "new_files"
	RulePlain Rule = "plain_files"
)

// rules is the table of what is asked for where no existing code is to be written, and
// what may be written then. Where a repository has no files, none is asked for.
var rules = []struct {
	rule   Rule
	when   string // for the documentation
	writes speech.Message
	Requirement
}{
	{RulePlain, "all of files_analyzed and new_files is no code", speech.WritesPlain, Requirement{Files: 1}},
	{RuleNew, "new_files has code, and a file of each folder was shown; or the project has no code yet", speech.WritesNew{Plain: speech.WritesPlain}, Requirement{Files: 1}},
}

// Required is what the rule asks of an understanding. For RuleCode it is not known:
// that depends on the intent and the risk.
func (r Rule) Required() Requirement {
	for _, x := range rules {
		if x.rule == r {
			return x.Requirement
		}
	}
	return Requirement{}
}

// Writes says what a session may write that came to READY by the rule.
func (r Rule) Writes() speech.Message {
	for _, x := range rules {
		if x.rule == r {
			return x.writes
		}
	}
	return speech.WritesExplored
}

// May reports whether the rule lets a file be written. exists: it is there, and the
// session did not make it itself.
func (r Rule) May(file string, exists bool) bool {
	switch r {
	case RulePlain:
		return Plain(file)
	case RuleNew:
		return !exists || Plain(file)
	}
	return r == RuleCode
}

// Rules are all of them, from the one that lets least be written.
func Rules() []Rule { return []Rule{RulePlain, RuleNew, RuleCode} }

// Wider is the rule of two that lets more be written.
func (r Rule) Wider(o Rule) Rule {
	if slices.Index(Rules(), o) > slices.Index(Rules(), r) {
		return o
	}
	return r
}
