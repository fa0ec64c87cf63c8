package lsp

// Methods are those of all requests that are answered beside one another.
func Methods() []string {
	var out []string
	for _, r := range features() {
		out = append(out, r.method)
	}
	return out
}
