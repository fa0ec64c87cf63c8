package index

import (
	"path"
	"strings"
)

// secretNames are names of files that hold keys, passwords or tokens, in the
// patterns of path.Match, of which they use the asterisk alone; they are compared in
// lower case. It is the only list of them.
var secretNames = []string{
	".env", ".env.*", "*.env", ".envrc",
	"id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "*_rsa", "*_dsa", "*_ecdsa", "*_ed25519",
	"*.pem", "*.key", "*.p12", "*.pfx", "*.p8", "*.jks", "*.keystore", "*.kdbx", "*.kdb", "*.ppk", "*.asc", "*.gpg", "*.pkcs12", "*.agekey",
	".netrc", "_netrc", ".npmrc", ".pypirc", ".pgpass", ".my.cnf", ".htpasswd", ".dockercfg", ".docker/config.json", ".git-credentials", ".s3cfg", ".boto",
	"credentials", "credentials.*", "*.credentials", "secrets", "secrets.*", "secret.*", "*.secret", "*.secrets", "client_secret*.json", "service-account*.json",
	"service_account*.json", "*-service-account.json", "kubeconfig", ".kube/config", ".aws/config", ".vault-token", "*.tfstate", "*.tfstate.backup",
	"*.tfvars", "auth.json", "master.key", "wallet.dat", ".terraformrc", "terraform.rc", "shadow",
}

// openNames are those that look so and are meant to be read.
var openNames = []string{
	".env.example", ".env.sample", ".env.template", ".env.dist", ".env.defaults", ".env.example.*", ".env.*.example", "*.pub.key", "*.pub.pem", "*.pub.asc",
	"secrets.go", "secrets.py", "secrets.ts", "secrets.js", "secrets.rs", "secrets.java", "secrets.php", "secrets.rb", "secrets.c", "secrets.h", "secrets.kt", "secrets.md",
	"secret.go", "secret.py", "secret.ts", "secret.js", "secret.rs", "secret.java", "secret.php", "secret.rb", "secret.c", "secret.h", "secret.kt", "secret.md",
	"credentials.go", "credentials.py", "credentials.ts", "credentials.js", "credentials.rs", "credentials.java", "credentials.php", "credentials.rb",
	"credentials.c", "credentials.h", "credentials.kt", "credentials.md", "credentials.html",
}

// SecretPath says whether a file looks, by its path, as if it held keys, passwords
// or tokens: its text is not for agents. What is in it does not count.
func SecretPath(p string) bool {
	p = strings.ToLower(p)
	base := path.Base(p)
	agrees := func(patterns []string) bool {
		for _, x := range patterns {
			dir, file, below := strings.Cut(x, "/")
			if !below {
				file = x
			}
			// Most names have neither the beginning nor the end: this is asked of all files.
			if before, after, ok := strings.Cut(file, "*"); !ok && base != file || ok && (!strings.HasPrefix(base, before) || !strings.HasSuffix(base, after[strings.LastIndexByte(after, '*')+1:])) {
				continue
			}
			if below && path.Base(path.Dir(p)) != dir {
				continue
			}
			if ok, err := path.Match(file, base); ok && err == nil {
				return true
			}
		}
		return false
	}
	return agrees(secretNames) && !agrees(openNames)
}
