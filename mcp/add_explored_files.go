package mcp

import (
	"context"

	"codeintel/session"
)

type exploredIn struct {
	Files  []string `json:"files" req:"true" help:"files or folders of the repository" example:"[\"shop/cart.go\"]"`
	Reason string   `json:"reason" help:"why the work needs them" example:"the error is made there"`
	common
}

type exploredOut struct {
	session.ExploredResult
	trimmed
}

func addExploredFiles() tool {
	t := sessionRow("add_explored_files", "Add explored files",
		"Lets a session in READY write more files, or all below folders.",
		func(ctx context.Context, c *call, in *exploredIn, out *exploredOut) error {
			var files []string
			for _, f := range in.Files {
				p, err := c.path("files", f)
				if err != nil {
					return err
				}
				if at, err := c.repo.Workspace().Locate(p); err == nil {
					p = at.Path
				}
				files = append(files, p)
			}
			return c.judged(ctx, func(s *session.Session, e *evidence) error {
				r, err := s.AddExplored(files, in.Reason, e)
				if err == nil {
					out.ExploredResult = *r
				}
				return err
			})
		})
	t.writes = true
	return t
}
