package mcp

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"codeintel/index/workspace"
)

type statusIn struct{ common }

type statusOut struct {
	Repository   string           `json:"repository"`
	Repositories []string         `json:"repositories"` // what root may be
	Files        int              `json:"files"`
	Indexed      int              `json:"indexed"`
	Symbols      int              `json:"symbols"`
	References   references       `json:"references"`
	Languages    []languageStatus `json:"languages"`
	Chunks       int              `json:"chunks"`
	Embedded     float64          `json:"embedded_share"`
	Embedder     string           `json:"embedder"`
	AgeSeconds   float64          `json:"age_seconds"`
	MemoryMB     int              `json:"memory_mb"`
	Watch        string           `json:"watch"`
	Progress     string           `json:"progress,omitempty"` // of the indexing that runs
	Skipped      int              `json:"skipped"`
	Problems     []string         `json:"problems"`
	Version      string           `json:"version"`
	meta
}

type references struct {
	Total      int `json:"total"`
	Resolved   int `json:"resolved"`
	Possible   int `json:"possible"`
	Unresolved int `json:"unresolved"`
}

type languageStatus struct {
	Name    string  `json:"name"`
	Files   int     `json:"files"`
	Decided float64 `json:"resolved_share"` // of its references
}

// maxProblems is how many are named.
const maxProblems = 10

func indexStatus() tool {
	return row("index_status", "Index status",
		"How fresh the index is, its problems, and what root may name. When an answer is incomplete.",
		func(_ context.Context, c *call, in *statusIn, out *statusOut) error {
			c.status(out)
			return nil
		})
}

// status says what is known now; it waits for nothing.
func (c *call) status(out *statusOut) {
	w := c.repo.Workspace()
	known := c.server.opts.Repositories.Known(c.home)
	out.Repository, out.Repositories = rootName(c.root, known), []string{}
	for _, k := range known {
		out.Repositories = append(out.Repositories, rootName(k, known))
	}
	out.Languages, out.Problems = []languageStatus{}, []string{}
	embedder, why := w.Embedder()
	out.Embedder, out.Version = embedderName(embedder), c.server.opts.Version
	out.MemoryMB = c.server.memoryMB()
	progress := c.repo.Progress()
	out.Progress = progress.String()
	watching := w.Watching()
	out.Watch = watchText(watching)
	s := w.Current()
	if s == nil {
		out.Why = "the repository is being indexed for the first time"
		return
	}
	f := w.Known(s)
	out.Generation, out.Behind, out.Complete, out.Why = s.Generation, f.Behind, f.Complete, f.Why
	out.AgeSeconds = max(0, c.server.opts.Now().Sub(s.At).Round(100*time.Millisecond).Seconds())
	r := s.Report
	if watching.Err != nil {
		out.Problems = append(out.Problems, lookProblem(watching.Err))
	}
	if why != "" && !slices.Contains(r.Warnings, why) {
		out.Problems = append(out.Problems, why)
	}
	if f := w.Grown(); f != nil {
		out.Chunks = f.Chunks()
		if f.Left > 0 {
			out.Problems = append(out.Problems, fmt.Sprintf("max_chunks = %d: %d chunks of the files that are used least have no vectors, and are found by their words alone", w.Config(s).MaxChunks, f.Left))
		}
		out.Embedded = embeddedShare(f, progress)
	}
	out.Files, out.Indexed, out.Skipped = r.Files, r.Indexed, len(r.Skipped)
	out.Symbols = r.Totals.Definitions
	out.References = references{r.Totals.References, r.Totals.Resolved, r.Totals.Possible, r.Totals.Unresolved}
	for _, l := range r.Coverage {
		if l.Language == "" {
			continue
		}
		share := 1.0
		if l.References > 0 {
			share = float64(l.Resolved*1000/l.References) / 1000
		}
		out.Languages = append(out.Languages, languageStatus{l.Language, l.Files, share})
	}
	for _, l := range r.Coverage {
		if l.ErrorFiles > 0 {
			out.Problems = append(out.Problems, l.Language+": "+counted(l.ErrorFiles, "file")+" with places that could not be read")
		}
	}
	for _, f := range r.Failed {
		out.Problems = append(out.Problems, f.Path+": "+f.Stage+": "+f.Err)
	}
	for _, q := range w.Quarantine() {
		out.Problems = append(out.Problems, q.Path+": quarantined: "+q.Why)
	}
	for _, s := range r.Cut {
		out.Problems = append(out.Problems, s.Path+": read in part: "+s.Detail)
	}
	for _, s := range r.Guessed() {
		out.Problems = append(out.Problems, s.Path+": not in UTF-8, and declares no encoding: read as "+s.Detail)
	}
	out.Problems = append(out.Problems, r.Warnings...)
	if limit := int(w.Config(s).MemoryLimit >> 20); out.MemoryMB > limit {
		out.Problems = append(out.Problems, fmt.Sprintf("memory_limit_mb = %d: the process has %d MB in memory; raise it, or name folders in exclude_patterns", limit, out.MemoryMB))
	}
	if n := len(out.Problems); n > maxProblems {
		out.Problems = append(out.Problems[:maxProblems], "and "+strconv.Itoa(n-maxProblems)+" more")
	}
}

// embeddedShare is the share of the chunks that have vectors, those included that were
// made since the forest was put together; 0 where there is no embedder.
func embeddedShare(f *workspace.Forest, p workspace.Progress) float64 {
	files, chunks := f.Files+f.Missing, f.Chunks()
	if f.Embedder == nil || files == 0 || chunks == 0 {
		return 0
	}
	bare := f.BareChunks
	if p.Phase == workspace.PhaseEmbed {
		bare = min(bare, p.Total-p.Done)
	}
	// Of files that are not divided yet nobody knows how many chunks they have.
	share := float64(chunks-bare-f.Left) / float64(chunks) * float64(f.Files) / float64(files)
	return math.Floor(share*1000) / 1000
}

func watchText(w workspace.Watching) string {
	switch {
	case w.Err != nil:
		return "the last look failed"
	case !w.On:
		return "not yet"
	case w.Reason != "":
		return "partly: " + w.Reason
	}
	return "on"
}

// lookProblem says why the last look at the repository failed.
func lookProblem(err error) string {
	var config *workspace.ConfigError
	if errors.As(err, &config) {
		return configProblem(config) + "; until it is mended nothing is known of changes"
	}
	return "the last look failed: " + err.Error()
}

type syncIn struct {
	Target string `json:"target" def:"all" enum:"forest,map,all" help:"forest: the code; map: what was agreed on"`
	Force  bool   `json:"force" def:"false" help:"read and parse every file again, also those that seem not to have changed"`
	common
}

type syncOut struct {
	Added     int `json:"added"`
	Updated   int `json:"updated"`
	Deleted   int `json:"deleted"`
	Unchanged int `json:"unchanged"`
	Failed    int `json:"failed"`
	// Reread is how many files were read and parsed again though nothing asked for it but
	// force.
	Reread  int     `json:"reread,omitempty"`
	Seconds float64 `json:"seconds"`
	meta
}

func syncIndex() tool {
	t := row("sync_index", "Update the index",
		"Looks at all files now. Seldom needed: changes are noticed by themselves.",
		func(ctx context.Context, c *call, in *syncIn, out *syncOut) error {
			w := c.repo.Workspace()
			began, before := c.server.opts.Now(), w.Current()
			stop := c.tellProgress(ctx)
			look := w.Sync
			if in.Force && in.Target != "map" {
				look = w.Reread
			}
			s, err := look(ctx)
			if err == nil && in.Target != "map" {
				var grown *workspace.Forest
				if grown, err = w.GrowSoon(ctx, s); err == nil && !grown.Complete() {
					out.hint(grown.Lacks(nil)...)
				}
			}
			stop()
			if err != nil {
				return c.unusable(ctx, err)
			}
			f := s.Freshness()
			out.Generation, out.Behind, out.Complete, out.Why = s.Generation, f.Behind, f.Complete, f.Why
			out.Seconds = c.server.opts.Now().Sub(began).Seconds()
			out.Failed = len(s.Report.Failed)
			compare(out, before, s)
			if in.Force && in.Target != "map" {
				out.Reread = s.Report.Indexed
			}
			return nil
		})
	t.writes = true
	return t
}

// compare counts how the files of two states differ; before may be nil.
func compare(out *syncOut, before, after *workspace.State) {
	hashes := map[string][32]byte{}
	if before != nil {
		for _, d := range before.Snapshot.Docs() {
			hashes[d.Path] = d.Hash
		}
	}
	for _, d := range after.Snapshot.Docs() {
		switch h, ok := hashes[d.Path]; {
		case !ok:
			out.Added++
		case h != d.Hash:
			out.Updated++
		default:
			out.Unchanged++
		}
		delete(hashes, d.Path)
	}
	out.Deleted = len(hashes)
}
