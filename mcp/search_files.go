package mcp

import (
	"context"
	"strings"

	"codeintel/index"
	"codeintel/index/workspace"
	"codeintel/session/speech"
)

type filesIn struct {
	Pattern string `json:"pattern" req:"true" min:"1" max:"1000" help:"a glob, or parts of the path: idxsrch finds index/search.go" example:"src/**/*_test.go"`
	Limit   int    `json:"limit" def:"50" min:"1" max:"1000" help:"files a page"`
	paged
}

func (in *filesIn) subject(*call) workspace.About { return workspace.About{Files: true} }

type foundFile struct {
	File       string `json:"file"`
	Language   string `json:"language,omitempty"`
	Bytes      int64  `json:"size,omitempty"`
	Lines      int    `json:"lines,omitempty"`
	NotIndexed string `json:"not_indexed,omitempty"` // why
	Generated  bool   `json:"generated,omitempty"`
}

type filesOut struct {
	Files list[foundFile] `json:"files"`
	page
	meta
}

func searchFiles() tool {
	return row("search_files", "Find files",
		"Files by path: a glob, or parts of it. For what is in files search_text.",
		func(ctx context.Context, c *call, in *filesIn, out *filesOut) error {
			q := index.FileQuery{Name: in.Pattern}
			if strings.ContainsAny(in.Pattern, "*?[{") {
				match, err := workspace.PathFilter("", []string{in.Pattern}, nil, nil)
				if err != nil {
					return globError("pattern", err)
				}
				q = index.FileQuery{Match: match}
			}
			return c.ask(ctx, &out.meta, func(v *view) error {
				found := v.snap.SearchFiles(q)
				fill(c, &out.meta, &out.Files, &out.page, len(found), in.Limit, func(i int) foundFile {
					if v.snap.Docs()[found[i].Doc].Source != nil {
						v.doc(found[i].Doc) // of others nothing is told that can change
					}
					f := v.snap.FileInfo(found[i].Doc)
					return foundFile{f.Path, f.Language, f.Size, max(0, f.Lines), f.NotIndexed, f.Generated}
				})
				if len(found) == 0 {
					out.WhyEmpty = c.language().Say(speech.NoPathLikeIt)
				}
				return nil
			})
		})
}
