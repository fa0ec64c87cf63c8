package main

import (
	"strings"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/workspace"

	"github.com/spf13/cobra"
)

// maxCompleted is how many symbols a shell is offered.
const maxCompleted = 50

// completion makes shells complete the values of flags and arguments.
func (a *app) completion(root *cobra.Command) {
	for path, complete := range map[string]cobra.CompletionFunc{
		"def": a.completeSymbol, "refs": a.completeSymbol, "callers": a.completeSymbol,
		"session show": a.completeSession, "session watch": a.completeSession, "session release": a.completeSession,
	} {
		if c, _, err := root.Find(strings.Fields(path)); err == nil {
			c.ValidArgsFunction = complete
		}
	}
	values := map[string]cobra.CompletionFunc{"languages": completeLanguage, "lang": completeLanguage, "kind": completeKind}
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		for name, complete := range values {
			if c.Flags().Lookup(name) != nil {
				_ = c.RegisterFlagCompletionFunc(name, complete) // the flag is there
			}
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(root)
}

// inList completes the last of values that are separated by commas.
func inList(typed string, names []string) ([]cobra.Completion, cobra.ShellCompDirective) {
	before, last := "", typed
	if i := strings.LastIndexByte(typed, ','); i >= 0 {
		before, last = typed[:i+1], typed[i+1:]
	}
	var out []cobra.Completion
	for _, n := range names {
		if strings.HasPrefix(n, last) {
			out = append(out, before+n)
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

func completeLanguage(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []string
	for _, l := range languages() {
		names = append(names, l.Name)
	}
	return inList(typed, names)
}

func completeKind(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []string
	for _, k := range lang.Kinds() {
		names = append(names, strings.ReplaceAll(k.String(), " ", "-"))
	}
	return inList(typed, names)
}

// completeSymbol offers symbols of the index as it is on disk: a shell does not wait for
// an index to be made.
func (a *app) completeSymbol(c *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	repo, err := c.Flags().GetString("repo")
	if err != nil || len(args) > 0 || typed == "" {
		return nil, cobra.ShellCompDirectiveDefault
	}
	w, err := workspace.Open(a.path(repo), workspace.Options{Env: a.env})
	if err != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	a.open(w)
	state := w.Current()
	if state == nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	s := state.Snapshot.Within(c.Context())
	found, _ := s.SearchSymbols(index.SymbolQuery{Name: typed, Limit: maxCompleted})
	seen := map[string]bool{}
	var out []cobra.Completion
	for _, m := range found {
		name := s.Name(m.ID)
		if strings.Contains(typed, ".") {
			name = s.FullName(m.ID)
		}
		if l, ok := s.Place(m.ID); ok && strings.HasPrefix(name, typed) && !seen[name] {
			seen[name] = true
			out = append(out, cobra.CompletionWithDesc(name, s.What(m.ID)+" in "+printable(s.Docs()[l.Doc].Path)))
		}
	}
	if len(out) == 0 {
		return nil, cobra.ShellCompDirectiveDefault // a file, as FILE:LINE:COL
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// completeSession offers the ids of sessions, with what they are about.
func (a *app) completeSession(c *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	const none = cobra.ShellCompDirectiveNoFileComp
	repo, err := c.Flags().GetString("repo")
	if err != nil {
		return nil, none
	}
	s, err := a.sessions(sessionFlags{repo: repo})
	if err != nil {
		return nil, none
	}
	list, err := s.all()
	if err != nil {
		return nil, none
	}
	var out []cobra.Completion
	for _, f := range list {
		if id := s.short(f.id); strings.HasPrefix(id, typed) || strings.HasPrefix(f.id, typed) {
			about := "damaged"
			if f.session != nil {
				about = short(f.session.Status().Query, maxQueryShown)
			}
			out = append(out, cobra.CompletionWithDesc(printable(f.id), about))
		}
	}
	return out, none
}
