package mcp

import (
	"context"
	"path"
	"slices"

	"codeintel/session/speech"
)

// root is the repository that a call is about: the client's, or one that is known
// by its path or by the end of it.
func (s *Server) root(client Client, arg string) (string, error) {
	if arg == "" || arg == "." || arg == client.Root {
		if client.Root == "" {
			return "", invalid("root", speech.NoRoot, speech.GiveRoot)
		}
		return client.Root, nil
	}
	known := s.opts.Repositories.Known(client.Root)
	if slices.Contains(known, arg) {
		return arg, nil
	}
	var found []string
	for _, k := range known {
		if rootName(k, known) == arg || path.Base(k) == arg {
			found = append(found, k)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	var names []string
	for _, k := range known {
		names = append(names, rootName(k, known))
	}
	what := "no such repository is open"
	if len(found) > 1 {
		what = "several repositories are called so"
	}
	e := &toolError{
		Code: codeOutside, Field: "root", Message: "root: " + what, Near: names,
		Hint: "leave it out for your own repository, or use one of those that index_status lists", NextActions: []string{"index_status"},
	}
	return "", e
}

// rootName is what a repository is called among others: the name of its folder,
// with those above it where that is not enough.
func rootName(root string, among []string) string {
	name := path.Base(root)
	for dir := path.Dir(root); ; dir = path.Dir(dir) {
		clash := slices.ContainsFunc(among, func(o string) bool { return o != root && endsWith(o, name) })
		if !clash || dir == "/" || dir == "." {
			return name
		}
		name = path.Join(path.Base(dir), name)
	}
}

// endsWith says whether the last names of a path are those of end.
func endsWith(p, end string) bool {
	return p == end || len(p) > len(end) && p[len(p)-len(end)-1] == '/' && p[len(p)-len(end):] == end
}

// open opens the repository of a call.
func (c *call) open(ctx context.Context, root string) error {
	repo, err := c.server.opts.Repositories.Open(ctx, root)
	if err != nil {
		return c.unusable(ctx, err)
	}
	c.repo, c.root = repo, root
	return nil
}
