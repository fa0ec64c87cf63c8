package mcp

import (
	"context"
	"errors"
	"path"

	"codeintel/index/workspace"
	"codeintel/session"
	"codeintel/session/speech"
)

type writeIn struct {
	File string `json:"file_path" req:"true" help:"the file" example:"shop/cart.go"`
	New  bool   `json:"allow_new_files" def:"false" help:"it may be made"`
	common
}

type writeOut struct {
	session.Progress
	Allowed  bool               `json:"allowed"`
	Code     string             `json:"code,omitempty"` // why not
	Path     string             `json:"path"`           // with links followed
	Reason   string             `json:"reason"`
	Recovery []session.Recovery `json:"recovery_options"`
	trimmed
}

func checkWriteTarget() tool {
	return sessionRow("check_write_target", "May I write?",
		"Ask in READY, before writing a file. A refusal has calls that lead on.",
		func(ctx context.Context, c *call, in *writeIn, out *writeOut) error {
			t, err := c.target(in.File)
			if err != nil {
				return err
			}
			t.AllowNew = in.New
			return c.update(ctx, func(s *session.Session) error {
				d, err := s.CheckWrite(t)
				if err == nil {
					*out = writeOut{Progress: s.Progress(), Allowed: d.Allow, Code: d.Code, Path: d.Path, Reason: d.Reason, Recovery: d.Recovery}
				}
				return err
			})
		})
}

// target is what a path leads to on the disk.
func (c *call) target(arg string) (session.Target, error) {
	p, err := c.path("file_path", arg)
	if err != nil {
		return session.Target{}, err
	}
	w := c.repo.Workspace()
	at, err := w.Locate(p)
	switch {
	case errors.Is(err, workspace.ErrOutside):
		return session.Target{Path: p, Outside: true}, nil
	case err != nil:
		return session.Target{}, notFound("", speech.CannotLook{Path: p}, speech.SeeFolders, "search_files")
	}
	t := session.Target{Path: at.Path, Exists: at.Exists, Folder: at.Folder, Parent: path.Dir(at.Path)}
	for t.Parent != "." {
		if above, err := w.Locate(t.Parent); err == nil && above.Exists {
			break
		}
		t.Parent = path.Dir(t.Parent)
	}
	return t, nil
}
