package secrets

import (
	"path"
	"strings"
)

// hiddenNames are names of files that hold secrets, in lower case. One with a slash
// is the name of a file and of the folder that it lies in.
var hiddenNames = set(`
	.env .envrc .netrc _netrc .npmrc .pypirc .pgpass .my.cnf .mylogin.cnf .htpasswd .htdigest .dockercfg .docker/config.json
	.git-credentials .s3cfg .boto .vault-token .vault_pass .vault-pass .vault_password .vault-password vault_pass vault_password
	vault-password vault.yml vault.yaml .terraformrc terraform.rc .databrickscfg .fetchmailrc .msmtprc .esmtprc .smbcredentials
	.ftpconfig .remote-sync.json sftp-config.json .vscode/sftp.json rclone.conf .rclone.conf .kaggle/kaggle.json kaggle.json
	kubeconfig .kube/config .aws/config .oci/config .mc/config.json .snowsql/config .ngrok2/ngrok.yml .twilio-cli/config.json
	.config/hub gh/hosts.yml .m2/settings.xml settings-security.xml sitemanager.xml recentservers.xml filezilla.xml
	auth.json oauth.json token.json oauth_token.json oauth-token.json service-account.json service_account.json serviceaccount.json
	gcp-key.json gcloud-key.json keyfile.json application_default_credentials.json access_tokens.db credentials.db
	master.key wallet.dat shadow gshadow keystore.properties key.properties signing.properties config/parameters.yml config/parameters.yaml
	wp-config.php localsettings.php knife.rb .credentials .secrets .secret .passwd .password .passwords .authinfo .pinforc
	.bash_history .zsh_history .sh_history .mysql_history .psql_history .python_history .irb_history .node_repl_history .rediscli_history
`)

// hiddenEndings are the ends of such names, from a dot on.
var hiddenEndings = set(`
	.env .pem .key .p12 .pfx .p8 .pkcs8 .pkcs12 .jks .jceks .bks .keystore .kdbx .kdb .ppk .asc .gpg .pgp .agekey .keytab .psafe3
	.tfvars .tfvars.json .tfstate .tfstate.backup .secret .secrets .credential .credentials .htpasswd .ovpn .agilekeychain .keychain .snk
`)

// keyStems are names of private keys; a word may follow them.
var keyStems = []string{"id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_xmss"}

// keySuffixes are the ends of names without an ending that private keys have.
var keySuffixes = []string{"_rsa", "_dsa", "_ecdsa", "_ed25519"}

// hiddenFolders are folders of which every file is hidden but public ones.
var hiddenFolders = set(".aws .ssh .gnupg .azure gcloud .password-store .secrets private_keys private-keys .gsutil .vault .kube .keys")

// dataFolders are folders of which the files with data and the scripts are hidden, not
// the sources of compiled languages, which have packages of such names.
var dataFolders = set("secrets secret credentials passwords")

// codeEndings are those of files with code, which is hidden only where the rest of the
// name is that of a configuration; compiled says that it never is.
var codeEndings = codeEnding{
	compiled: set(`.go .java .rs .c .h .cc .cpp .cxx .hh .hpp .hxx .inl .cs .kt .scala .swift .m .mm .dart .hs .ml .mli .fs .fsi .vb .zig .d .v .sv .vhd .erl .hrl
		.clj .cljs .el .lisp .f90 .pas .adb .ads .asm .s .proto .thrift .graphql .gql .nim .cr .sol .cu .vala .jl .r .tla .def .pyi .wasm .class .o .a .so`),
	script: set(`.py .pyw .rb .rake .php .phtml .js .mjs .cjs .jsx .ts .mts .cts .tsx .vue .svelte .sh .bash .zsh .fish .ksh .ps1 .psm1 .psd1 .bat .cmd .pl .pm .lua .tcl
		.groovy .gradle .kts .ex .exs .sql .awk .tf .hcl .nix .cmake .mk .bzl .star`),
	text: set(`.md .mdx .markdown .rst .adoc .html .htm .xhtml .css .scss .sass .less .svg .png .jpg .jpeg .gif .webp .ico .tex .pdf .snap .golden .po .pot .mo .svelte .hbs .erb .ejs .twig .blade.php .jinja .jinja2 .j2 .tmpl .tpl .gotmpl .pub .crt .cer`),
}

// declared are the endings of scripts that name secrets as a rule, and have none.
var declared = set(".tf .hcl .sql .nix .cmake .mk .bzl .star .gradle .kts")

type codeEnding struct{ compiled, script, text map[string]bool }

// secretWords are the words of names of files that hold secrets; configWords are those
// that may stand beside them in the name of a configuration that is a script.
var (
	secretWords = set("secret secrets credential credentials creds")
	configWords = set(`settings setting config configuration conf local prod production dev development staging stage qa uat ci env d environment
		private values vars params default live app my django flask rails deploy override overrides`)
	// tokenWords hide a list or a note, not a script and no catalogue.
	tokenWords = set("password passwords passwd passwds passphrase apikey apikeys privatekey")
	noteEnds   = set(" .txt .csv .tsv .ini .conf .cfg .lst .bak .old .xls .xlsx .doc .docx .enc .properties")
	// openWords say that a file is an example for others to fill in.
	openWords = set("example sample template tmpl dist defaults skeleton schema placeholder")
	// keepEndings are of files that are hidden although their names say that they are examples.
	keepEndings = set(".pem .key .p12 .pfx .p8 .pkcs8 .pkcs12 .jks .jceks .bks .keystore .kdbx .kdb .ppk .gpg .pgp .agekey .keytab .psafe3 .tfstate")
)

func set(words string) map[string]bool {
	s := map[string]bool{}
	if strings.HasPrefix(words, " ") {
		s[""] = true
	}
	for _, w := range strings.Fields(words) {
		s[w] = true
	}
	return s
}

// Hidden reports whether a file, by its path, is made to hold keys, passwords or
// tokens. Its content does not count, and neither does case.
func Hidden(p string) bool {
	p = strings.ToLower(p)
	base := path.Base(p)
	dir := path.Dir(p)
	if base == "." || base == "/" || strings.HasSuffix(p, "/") {
		return false
	}
	public := strings.HasSuffix(base, ".pub") || strings.Contains(base, ".pub.")
	if public {
		return false
	}
	folder := path.Base(dir)
	if hiddenNames[base] || hiddenNames[folder+"/"+base] {
		return true
	}
	ends := endings(base)
	if anyOf(ends, keepEndings) {
		return true
	}
	if isExample(base) {
		return false
	}
	switch {
	case anyOf(ends, hiddenEndings), strings.HasPrefix(base, ".env.") || strings.HasPrefix(base, ".env-") || strings.HasPrefix(base, ".env_"),
		strings.HasPrefix(base, "wp-config") && strings.HasSuffix(base, ".php"), isKeyName(base), isServiceAccount(base):
		return true
	}
	return hiddenByFolder(dir, base, ends) || hiddenByWords(base, ends)
}

// endings returns the ends of a name from each of its dots on, the longest first. A dot
// at its begin is none.
func endings(base string) []string {
	var out []string
	for i := 1; i < len(base); i++ {
		if base[i] == '.' {
			out = append(out, base[i:])
		}
	}
	return out
}

func anyOf(list []string, in map[string]bool) bool {
	for _, s := range list {
		if in[s] {
			return true
		}
	}
	return false
}

func isWordBreak(r rune) bool {
	return r == '.' || r == '_' || r == '-' || r == ' ' || r == '@' || r == '~' || r == '+'
}

func isExample(base string) bool {
	for w := range strings.FieldsFuncSeq(base, isWordBreak) {
		if openWords[w] {
			return true
		}
	}
	return false
}

func isKeyName(base string) bool {
	for _, s := range keyStems {
		if rest, ok := strings.CutPrefix(base, s); ok && (rest == "" || strings.IndexByte("._-", rest[0]) >= 0) {
			return true
		}
	}
	if strings.Contains(base, ".") {
		return false
	}
	for _, s := range keySuffixes {
		if len(base) > len(s) && strings.HasSuffix(base, s) {
			return true
		}
	}
	return false
}

// isServiceAccount reports whether a name is that of the keys of an account of Google's
// or Firebase's, or of a client of OAuth.
func isServiceAccount(base string) bool {
	stem, ok := strings.CutSuffix(base, ".json")
	if !ok {
		return false
	}
	plain := strings.NewReplacer("_", "", "-", "", ".", "").Replace(stem)
	return strings.Contains(plain, "serviceaccount") || strings.Contains(plain, "clientsecret") || strings.Contains(plain, "adminsdk") ||
		strings.Contains(plain, "oauthclient") || strings.Contains(plain, "accountkey") || strings.HasSuffix(plain, "sakey") || strings.HasSuffix(plain, "gcpkey") || strings.HasSuffix(plain, "gcloudkey")
}

func hiddenByFolder(dir, base string, ends []string) bool {
	if dir == "." {
		return false
	}
	script := len(ends) > 0 && codeEndings.script[ends[len(ends)-1]]
	code := anyOf(ends, codeEndings.compiled) || anyOf(ends, codeEndings.text) || script && declared[ends[len(ends)-1]]
	for name := range strings.SplitSeq(dir, "/") {
		switch {
		case hiddenFolders[name]:
			return !anyOf(ends, codeEndings.text) && base != "known_hosts" && !strings.HasPrefix(base, "readme") && !strings.HasPrefix(base, ".git")
		case dataFolders[name] && !code:
			return !strings.HasPrefix(base, "readme") && !strings.HasPrefix(base, "license") && !isBuildFile(base)
		}
	}
	return false
}

// isBuildFile reports whether a name is that of a file that any folder of sources has.
func isBuildFile(base string) bool {
	switch base {
	case ".gitignore", ".gitkeep", ".gitattributes", ".keep", ".dockerignore", ".npmignore", ".eslintrc", ".eslintrc.json", ".prettierrc", ".editorconfig",
		"go.mod", "go.sum", "package.json", "package-lock.json", "tsconfig.json", "cargo.toml", "cargo.lock", "pyproject.toml", "setup.cfg", "pom.xml",
		"makefile", "dockerfile", "build", "build.bazel", "owners", "codeowners", "composer.json", "kustomization.yaml", "kustomization.yml", "chart.yaml",
		"meson.build", "cmakelists.txt", "gemfile", "rakefile", "androidmanifest.xml", "strings.xml", "messages.json", "doc.txt", "requirements.txt", "yarn.lock":
		return true
	}
	return false
}

func hiddenByWords(base string, ends []string) bool {
	if !strings.Contains(base, "secret") && !strings.Contains(base, "cred") && !strings.Contains(base, "pass") && !strings.Contains(base, "key") {
		return false
	}
	last := ""
	if len(ends) > 0 {
		last = ends[len(ends)-1]
	}
	script := false
	switch {
	case anyOf(ends, codeEndings.compiled), anyOf(ends, codeEndings.text):
		return false
	case codeEndings.script[last]:
		script = true
	}
	secret, note, config, others := 0, 0, 0, 0
	stem := strings.TrimSuffix(base, last)
	for w := range strings.FieldsFuncSeq(stem, isWordBreak) {
		switch {
		case secretWords[w]:
			secret++
		case tokenWords[w]:
			note++
		case configWords[w]:
			config++
		default:
			others++
		}
	}
	if tokenWords[strings.NewReplacer("_", "", "-", "", ".", "").Replace(stem)] {
		note, others = 1, 0
	}
	if script {
		// secrets.py and credentials.local.ts hold what they are called by;
		// secrets_manager.py handles it.
		return secret > 0 && others == 0 && note == 0 && (config > 0 || !declared[last])
	}
	return secret > 0 || note > 0 && others == 0 && noteEnds[last]
}
