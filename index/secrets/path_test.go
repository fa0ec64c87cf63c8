package secrets

import (
	"strings"
	"testing"
)

const hiddenPaths = `
.env a/.env a/.ENV .env.local .env.production .env.staging .env-prod prod.env docker.env .env.examples .envrc sub/.Envrc
certs/server.key certs/server.pem keys/id_rsa id_dsa id_ecdsa id_ed25519 id_rsa.bak id_ed25519_work deploy_ed25519 deploy_rsa ID_RSA
a.p12 a.pfx a.p8 a.pkcs12 a.jks a.keystore release.jceks a.kdbx a.kdb a.ppk a/b.asc a.gpg a.agekey krb5.keytab vault.psafe3 client.ovpn
.npmrc home/.netrc _netrc .pypirc .pgpass .my.cnf .mylogin.cnf .htpasswd conf/.htpasswd users.htpasswd .dockercfg .docker/config.json home/.docker/config.json
.git-credentials .s3cfg .boto .vault-token .vault_pass .vault-password vault_pass vault.yml group_vars/all/vault.yaml .terraformrc terraform.rc credentials.tfrc.json
config/credentials.yml config/credentials.yml.enc config/credentials/production.key config/master.key credentials .aws/credentials .aws/config aws/credentials Credentials.json credentials.csv
credentials.ini my.credentials secrets secrets.yaml secrets.yml secrets.json secrets.toml .streamlit/secrets.toml secret.yaml secrets.txt app.secret app.secrets db.secret.yaml
k8s/secret.yaml deploy/app-secret.yaml secrets/prod.yaml secrets/db secrets/token.txt secrets/nested/api.json app/secrets/values.ini .secrets/anything .secrets/x.conf secrets/db.sh.gz
secret_settings.py settings_secret.py local_secrets.py secrets.local.js secrets.prod.ts config/prod.secret.exs credentials.local.py credentials.py src/secrets.py creds.js src/credentials.ts secrets/keys.ts secrets/prod.py lib/secrets/store.rb src/secrets/index.ts credentials/db.php app/credentials_dev.rb config.secret.php secret-config.mjs
service-account.json service-account-prod.json service_account.json prod-service-account.json my_serviceaccount_key.json client_secret.json client_secret_123.apps.googleusercontent.com.json
app-firebase-adminsdk-x1.json gcp-key.json gcloud-key.json prod-sa-key.json application_default_credentials.json google-credentials.json
kubeconfig prod.kubeconfig.secret .kube/config .kube/cache/token terraform.tfstate terraform.tfstate.backup prod.tfstate terraform.tfvars prod.auto.tfvars prod.tfvars.json terraform.tfvars.json
wp-config.php wp-config-local.php LocalSettings.php auth.json .composer/auth.json token.json oauth.json keyfile.json wallet.dat etc/shadow
.ssh/config .ssh/authorized_keys .gnupg/secring .password-store/web .azure/accessTokens.json gcloud/legacy.db private_keys/a
.bash_history .zsh_history .psql_history .mysql_history rclone.conf .databrickscfg .smbcredentials sftp-config.json .m2/settings.xml settings-security.xml
passwords.txt password.csv passwd.bak api-keys.txt passwords.ini keystore.properties key.properties app/config/parameters.yml knife.rb .passwd .authinfo`

const openPaths = `
.env.example .env.sample .env.template .env.dist .env.defaults .env.example.full .env.testing.example sub/.env.example env.go environment.ts env.local.md
keys/id_rsa.pub id_ed25519.pub a.pub.key a.pub.pem keyboard.go monkey.py donkey.key.go docker/config.json config config.json .config/x.yaml main.tf variables.tf secrets.tf
src/credentials.go secret.go pkg/secrets/manager.go secrets/sql/001.sql secrets/main.tf secrets/README.md secrets/docs.html secrets/go.mod secrets/.gitignore
token.go token.ts tokens.json tokenizer.json password_reset.php password.go PasswordController.php passwords.php lang/en/passwords.php password.html reset_password.py
SecretsManager.ts SecretManager.java secrets_manager.py secret_store.go secrets_test.go test_secrets.py secrets.rs secrets.java secrets.md credentials.html credentials.c credentials_provider.py
CredentialsProvider.java credential_helper.go auth.go auth.ts oauth2.go shadow.css box-shadow.ts crypto/rsa/rsa.go crypto/x509/pem.go rsa_test.go x.pem.go public.crt ca.crt
terraform.tfvars.example secrets.example.yaml credentials.sample.json secrets.yaml.template kubeconfig.template wp-config-sample.php secrets.schema.json secret.yaml.tmpl
parameters.yaml api/parameters.yml package.json tsconfig.json composer.json tokens.css key.go keys.go keys.ts keymap.json keys.json apikey.go vault.go vault.py
known_hosts .ssh/known_hosts .ssh/id_rsa.pub .vscode/settings.json settings.py local_settings.py config/prod.exs production.rb secret_key_base.rb default.nix netrc.go npmrc.ts
README.md Makefile a.go x/ . Dockerfile go.sum .gitignore history.go bash_history.go compass.md passport.js bypass.txt passenger.conf hotkey.txt monkey.txt`

func TestHidden(t *testing.T) {
	for want, list := range map[bool]string{true: hiddenPaths, false: openPaths} {
		n := 0
		for p := range strings.FieldsSeq(list) {
			if n++; Hidden(p) != want {
				t.Errorf("Hidden(%q) is %t", p, !want)
			}
		}
		if n < 100 {
			t.Errorf("there are only %d paths of which Hidden is %t", n, want)
		}
	}
	if Hidden("") {
		t.Error("no path is hidden")
	}
}

func FuzzHidden(f *testing.F) {
	for p := range strings.FieldsSeq(hiddenPaths + openPaths) {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, p string) {
		if got := Hidden(p); isASCII(p) && got != Hidden(strings.ToUpper(p)) || got != Hidden("x/"+p) && !strings.Contains(p, "/") && p != "" {
			t.Errorf("%q: case or place decides", p)
		}
	})
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}
