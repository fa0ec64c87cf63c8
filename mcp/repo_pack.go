package mcp

import (
	"context"
	"path"
	"strings"

	"codeintel/index"
	"codeintel/index/workspace"
	"codeintel/session"
	"codeintel/session/speech"
)

type packIn struct {
	Paths  []string `json:"paths" max:"200" help:"files, folders or globs; none: all" example:"[\"src\",\"!**/*_test.go\"]"`
	Tokens int      `json:"max_tokens" min:"200" max:"20000" help:"size of the pack, else budget_tokens"`
	Style  string   `json:"style" def:"full" enum:"tree,signatures,full" help:"full has bodies"`
	Format string   `json:"format" def:"markdown" enum:"markdown,xml,json" help:"of the pack"`
	code
	common
}

type packOut struct {
	Pack       string `json:"pack"`
	Files      int    `json:"files"`
	Signatures int    `json:"signatures"`
	Bodies     int    `json:"bodies"`
	// Left are the numbers of what had no room.
	LeftFiles      int      `json:"files_left_out"`
	LeftSignatures int      `json:"signatures_left_out"`
	LeftBodies     int      `json:"bodies_left_out"`
	Secrets        []string `json:"secrets_left_out"`
	Truncated      bool     `json:"truncated"`
	meta
}

func repoPack() tool {
	return row("repo_pack", "Pack files",
		"Many files in one answer, for an overview: tree, signatures, bodies, as far as max_tokens go.",
		func(ctx context.Context, c *call, in *packIn, out *packOut) error {
			patterns, err := c.patterns(in.Paths)
			if err != nil {
				return err
			}
			match, err := workspace.PathsFilter(patterns)
			if err != nil {
				return globError("paths", err)
			}
			if in.Tokens > 0 {
				c.args.Budget = in.Tokens
			}
			var q index.PackQuery
			switch in.Style {
			case "signatures":
				q.Style = index.PackSignatures
			case "full":
				q.Style = index.PackFull
			}
			switch in.Format {
			case "xml":
				q.Format = index.PackXML
			case "json":
				q.Format = index.PackJSON
			}
			return c.ask(ctx, &out.meta, func(v *view) error {
				q.Files = func(d *index.Doc) bool {
					ok := match(d.Path)
					if ok && d.Source != nil && len(v.used) < maxChecked {
						v.used[d.Path] = true
					}
					return ok
				}
				q.Text, q.Secrets = v.text, v.config().AllowSecrets
				*out = packOut{}
				v.pack(c, q, out)
				if out.Files+out.LeftFiles+len(out.Secrets) == 0 {
					out.WhyEmpty = c.language().Say(speech.NoFileMeant)
				}
				return nil
			})
		})
}

// patterns checks paths and globs: none leads out of the repository.
func (c *call) patterns(given []string) ([]string, error) {
	var out []string
	for _, p := range given {
		text, exclude := strings.CutPrefix(p, "!")
		clean, err := c.path("paths", text)
		if err != nil {
			return nil, err
		}
		if strings.ContainsAny(text, `*?[{\`) {
			clean = text // what is special in a glob stays as it is
		}
		if exclude {
			clean = "!" + clean
		}
		out = append(out, clean)
	}
	return out, nil
}

// pack makes a pack of which the JSON has room in the answer.
func (v *view) pack(c *call, q index.PackQuery, out *packOut) {
	room := c.room
	q.Tokens = room / charsPerToken
	for {
		p := v.snap.Pack(q)
		*out = packOut{
			Pack: p.Text, Files: p.Files, Signatures: p.Signatures, Bodies: p.Bodies,
			LeftFiles: p.DroppedFiles, LeftSignatures: p.DroppedSignatures, LeftBodies: p.DroppedBodies,
			Secrets: append([]string{}, p.Secrets[:min(len(p.Secrets), maxNamed)]...),
		}
		v.c.shown = session.Shown{Hits: p.Files + p.DroppedFiles}
		for _, x := range p.Parts {
			var s shows
			if x.ID.Def >= 0 {
				v.sawSymbol(&s, x.ID)
			}
			v.sawLines(&s, x.ID.Doc, int(x.First)+1, int(x.Last)+1, x.Body)
			s.show(&v.c.shown)
		}
		out.Truncated = p.DroppedFiles+p.DroppedSignatures+p.DroppedBodies > 0
		if n := len(p.Secrets); n > maxNamed {
			out.Secrets = append(out.Secrets, path.Join("…", counted(n-maxNamed, "more")))
		}
		size := len(mustJSON(out))
		if size <= room || q.Tokens == 0 {
			break
		}
		// The escapes of JSON take room too: as many as in this one, and a bit.
		q.Tokens = q.Tokens * room / size * 99 / 100
	}
	if out.Truncated {
		out.Dropped = "what is used less had no room: raise max_tokens, or give fewer paths"
	}
}

// maxChecked is how many files of a pack are looked at once more, beside those of
// which there are bodies: these are read.
const maxChecked = 5000

// maxNamed is how many files are named that are left out.
const maxNamed = 20
