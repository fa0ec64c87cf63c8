package index

import "codeintel/index/secrets"

// SecretPath reports whether a file looks, by its path, as if it held keys, passwords
// or tokens: its text is not for agents. What is in it does not count.
func SecretPath(p string) bool { return secrets.Hidden(p) }

// MaskSecrets returns what may be shown of the text of the file at a path, which has the
// same lines and columns.
func MaskSecrets(path string, text []byte) []byte { return secrets.MaskFile(path, text) }

// MaskSecretsInJSON masks the strings of a JSON text that have what looks like a key.
func MaskSecretsInJSON(text []byte) []byte { return secrets.MaskJSON(text) }
