package index

import (
	"path"
	"strings"
	"testing"
)

func TestSecretPath(t *testing.T) {
	for _, list := range [][]string{secretNames, openNames} {
		for _, x := range list {
			if _, err := path.Match(x, ""); err != nil || x != strings.ToLower(x) || strings.ContainsAny(x, `?[\`) {
				t.Errorf("%q is no pattern of asterisks in lower case: %v", x, err)
			}
		}
	}
	for p, want := range map[string]bool{
		".env": true, "a/.env": true, "a/.ENV": true, ".env.local": true, "prod.env": true, ".env.example": false, ".env.example.full": false, ".env.testing.example": false, ".env.examples": true, "env.go": false, "environment.ts": false,
		"certs/server.key": true, "certs/server.pem": true, "keys/id_rsa": true, "keys/id_rsa.pub": false, "deploy_ed25519": true,
		".npmrc": true, "home/.netrc": true, ".docker/config.json": true, "docker/config.json": false, ".kube/config": true, "config": false,
		"config/credentials.yml": true, "credentials": true, "src/credentials.go": false, "secrets.yaml": true, "src/secrets.py": false,
		"service-account-prod.json": true, "terraform.tfstate": true, "main.tf": false, "keyboard.go": false, "monkey.py": false, "a/b.asc": true,
		"": false, ".": false, "x/": false,
	} {
		if got := SecretPath(p); got != want {
			t.Errorf("%q: %t", p, got)
		}
	}
}
