package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"codeintel/index"
	"codeintel/index/workspace"

	"github.com/spf13/cobra"
)

// packStyles and packFormats are the values of the flags.
var (
	packStyles  = []string{index.PackTree: "tree", index.PackSignatures: "signatures", index.PackFull: "full"}
	packFormats = []string{index.PackMarkdown: "markdown", index.PackXML: "xml", index.PackJSON: "json"}
)

// defaultPackTokens is how long a pack is that sets no limit.
const defaultPackTokens = 20_000

func (a *app) packCommand() *cobra.Command {
	var q queryFlags
	var tokens int
	var style, format string
	c := &cobra.Command{
		Use:   "pack [PATH|GLOB]...",
		Short: "print a repository so that it fits into a context window",
		Long: `Prints the files of a repository, the signatures of what they define, and bodies,
the most important ones first: those that most references lead to, code of
tests, generated code and code of others (vendor) last. It is never longer than
--max-tokens; four bytes count as a token. What had no room is counted on
standard error.

The files are all that git does not ignore, or those that the arguments mean: a file, a
folder with all below it, a glob; with "!" before it, all but these. Paths are
relative to the repository. Files that look by their name as if they held keys
or passwords (.env, *.pem, id_rsa, credentials …) are left out and named, unless
the setting allow_secrets is true.

Exit codes: 0 printed; 1 nothing to print; 2 wrong usage; 3 nothing to index.`,
		Example: "ci pack\nci pack cmd index/search.go --max-tokens 8000\nci pack 'src/**/*.ts' '!**/*.test.ts' --style signatures --format xml",
		RunE: func(c *cobra.Command, args []string) error {
			p := index.PackQuery{Tokens: tokens}
			at := slices.Index(packStyles, style)
			if at < 0 {
				return fail(exitUsage, nil, "--style %s: there is no such style; name one of %s", style, strings.Join(packStyles, ", "))
			}
			p.Style = index.PackStyle(at)
			if q.json {
				format = packFormats[index.PackJSON]
			}
			if at = slices.Index(packFormats, format); at < 0 {
				return fail(exitUsage, nil, "--format %s: there is no such format; name one of %s", format, strings.Join(packFormats, ", "))
			}
			p.Format = index.PackFormat(at)
			if tokens <= 0 {
				return fail(exitUsage, nil, "--max-tokens %d: give a number above 0", tokens)
			}
			return a.pack(c.Context(), q, p, args)
		},
	}
	q.add(c)
	fl := c.Flags()
	fl.Lookup("json").Usage = "the same as --format json"
	fl.IntVar(&tokens, "max-tokens", defaultPackTokens, "print `N` tokens at most")
	fl.StringVar(&style, "style", packStyles[index.PackFull], "print the `PARTS`: tree, signatures (with the tree), or full (with bodies)")
	fl.StringVar(&format, "format", packFormats[index.PackMarkdown], "print as `FORMAT`: markdown, xml or json")
	return c
}

func (a *app) pack(ctx context.Context, q queryFlags, p index.PackQuery, args []string) error {
	match, err := workspace.PathsFilter(args)
	if err != nil {
		return fail(exitUsage, err, "%s", oneLine(err.Error()))
	}
	p.Files = func(d *index.Doc) bool { return match(d.Path) }
	q.json = false // the text is the answer, and has no summary behind it
	var done *index.Pack
	err = a.question(ctx, q, strings.Join(args, " "), "file", func(r *repository) error {
		texts := r.w.Texts(r.state)
		defer texts.Close()
		p.Secrets = r.w.Config(r.state).AllowSecrets
		p.Text = func(doc int32) ([]byte, bool) {
			r.asked = append(r.asked, doc)
			return texts.Text(doc)
		}
		done = r.s.Pack(p)
		r.dump = done.Text
		if len(done.Secrets)+done.Files+done.DroppedFiles == 0 {
			r.dump = ""
			return fail(exitSome, nil, "%s: no file of the repository is meant; give a path relative to it, or a glob", strings.Join(args, " "))
		}
		return nil
	})
	if done == nil {
		return err
	}
	var dropped []string
	for _, d := range []struct {
		n         int
		one, more string
	}{{done.DroppedFiles, "file", "files"}, {done.DroppedSignatures, "signature", "signatures"}, {done.DroppedBodies, "body", "bodies"}} {
		switch {
		case d.n == 1:
			dropped = append(dropped, "1 "+d.one)
		case d.n > 1:
			dropped = append(dropped, fmt.Sprintf("%d %s", d.n, d.more))
		}
	}
	if len(dropped) > 0 {
		fmt.Fprintf(a.stderr, "ci: no room for %s; see --max-tokens and --style\n", strings.Join(dropped, ", "))
	}
	if n := len(done.Secrets); n > 0 {
		fmt.Fprintf(a.stderr, "ci: left out as it may hold secrets: %s\n", someOf(done.Secrets))
	}
	return err
}
