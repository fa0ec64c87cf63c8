package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"codeintel/cmd/internal/model"
	"codeintel/cmd/internal/statefs"
	"codeintel/index/embed/onnx"
	"codeintel/index/lang/all"
	"codeintel/index/workspace"
	"codeintel/session/files"

	"github.com/spf13/cobra"
)

func (a *app) modelCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "model",
		Short: "get, check and choose the model of a search by meaning",
		Long: `A search by meaning needs a model. "builtin" is inside the program; others are
neural models in the form of ONNX, which are better and slower, and need the
library of ONNX Runtime ('ci model runtime'). What is fetched is recorded with its
checksums in the user's data folder (ci/models/ in XDG_DATA_HOME, else in
~/.local/share), and used only as long as it is what was recorded.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(a.modelPullCommand(), a.modelVerifyCommand(), a.modelListCommand(), a.modelUseCommand(), a.modelRuntimeCommand())
	return c
}

// models is the user's store of models.
func (a *app) models() (*model.Store, error) {
	s, err := model.NewStore(a.getenv, a.now)
	if err != nil {
		return nil, fail(exitUsage, nil, "%s", err)
	}
	return s, nil
}

func (a *app) modelPullCommand() *cobra.Command {
	var from, endpoint string
	var o model.PullOptions
	var asJSON bool
	c := &cobra.Command{
		Use:   "pull NAME",
		Short: "get a model from a hub, or from a folder",
		Long: fmt.Sprintf(`Gets the model NAME: %s,
or OWNER/NAME of a hub. Of its files those are fetched that are used: the model
with weights of one byte where there is one (onnx/model_quantized.onnx), else
onnx/model.onnx; its tokenizer; its configuration. Each must have the checksum that
the hub itself lists for it. The address of the hub is that of --endpoint, of
HF_ENDPOINT, or %s; it must be HTTPS.

With --from no network is used: the files are copied from the folder DIR (a clone
of the hub's repository, a folder of its cache, an export), and recorded likewise.

Exit codes: 0 done; 1 it can't be had, or not be used; 2 wrong usage; 130
interrupted. What was there before stays until the new model is complete.`, strings.Join(model.Known(), ", "), model.DefaultHub),
		Example: "ci model pull multilingual-e5-small\nci model pull intfloat/e5-base-v2 --file onnx/model.onnx\nci model pull multilingual-e5-small --from /media/stick/e5",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			o.Name = args[0]
			lock, card, err := a.pull(c.Context(), o, from, endpoint)
			if err != nil {
				return err
			}
			if asJSON {
				return a.printModelJSON(model.Entry{Name: lock.Name, Lock: lock, Card: card})
			}
			_, err = fmt.Fprintf(a.stdout, "%s: %s, %s, vectors of %d numbers, from %s; 'ci model use %[1]s' chooses it for a repository\n",
				lock.Name, plural(len(lock.Files), "file"), bytesText(lock.Size()), card.Dim, printable(source(lock)))
			return err
		},
	}
	c.Flags().StringVar(&from, "from", "", "copy the model from the folder `DIR`")
	c.Flags().StringVar(&endpoint, "endpoint", "", "the `URL` of the hub")
	c.Flags().StringVar(&o.Revision, "revision", "", "a `COMMIT`, a tag or a branch of the model; default: main")
	c.Flags().StringVar(&o.File, "file", "", "the ONNX file `PATH` of the model")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}

// pull gets a model from a folder, or from a hub when from is "".
func (a *app) pull(ctx context.Context, o model.PullOptions, from, endpoint string) (*model.Lock, onnx.Card, error) {
	store, err := a.models()
	if err != nil {
		return nil, onnx.Card{}, err
	}
	if from != "" {
		if endpoint != "" || o.Revision != "" {
			return nil, onnx.Card{}, fail(exitUsage, nil, "--from uses no hub; leave --endpoint and --revision out")
		}
		lock, card, err := store.Take(ctx, o.Name, a.path(from), o.File)
		return lock, card, modelError(ctx, err)
	}
	if _, err := model.Repository(o.Name); err != nil {
		return nil, onnx.Card{}, fail(exitUsage, nil, "%s", err)
	}
	hub, err := model.NewHub(cmp.Or(endpoint, a.getenv("HF_ENDPOINT"), model.DefaultHub))
	if err != nil {
		return nil, onnx.Card{}, fail(exitUsage, nil, "%s", oneLine(err.Error()))
	}
	bar := a.progress()
	o.Progress = func(done, total int64) { bar.Set("KiB", int(done>>10), int(total>>10)) }
	lock, card, err := store.Pull(ctx, hub, o)
	bar.Clear()
	return lock, card, modelError(ctx, err)
}

// modelError is what was wrong with a model, as users see it.
func modelError(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	return fail(exitSome, errors.Unwrap(err), "%s", oneLine(err.Error()))
}

// source is where a model is from, with its commit.
func source(l *model.Lock) string {
	if l.Revision == "" {
		return l.Source
	}
	return l.Source + " at " + l.Revision[:12]
}

func (a *app) modelVerifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify [NAME …]",
		Short: "compare models with what was recorded",
		Long: `Reads every file of the models NAME (default: all that are here) and compares it
with what was recorded when it was fetched.

Exit codes: 0 all is as it was; 1 something is not, or a model is not here; 2 wrong
usage; 130 interrupted.`,
		Example: "ci model verify\nci model verify multilingual-e5-small",
		RunE: func(c *cobra.Command, args []string) error {
			store, err := a.models()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				list, err := store.List()
				if err != nil {
					return fail(exitSome, err, "the models can't be listed: %s", reason(err))
				}
				for _, e := range list {
					args = append(args, e.Name)
				}
				if len(args) == 0 {
					_, err := fmt.Fprintln(a.stdout, "no model is here; 'ci model pull' gets one, and the one inside the program needs nothing")
					return err
				}
			}
			bad := 0
			for _, name := range args {
				lock, err := store.Lock(name)
				if err == nil {
					err = store.Verify(c.Context(), lock)
				}
				if c.Context().Err() != nil {
					return err
				}
				var text string
				if err != nil {
					bad++
					text = oneLine(err.Error())
				} else {
					text = plural(len(lock.Files), "file") + ", as recorded"
				}
				if _, err := fmt.Fprintf(a.stdout, "%s: %s\n", printable(name), printable(text)); err != nil {
					return err
				}
			}
			if bad > 0 {
				return fail(exitSome, nil, "%s can't be used", plural(bad, "model"))
			}
			return nil
		},
	}
}

func (a *app) modelListCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "list models: those that are here, and those that have a short name",
		Long: `Lists the models that are here, with what they take on disk, the length of their
vectors, and where they are from; then those that 'ci model pull' knows by a short
name. "changed" are models whose files are not those that were recorded; only
'ci model verify' reads all of them.`,
		Example: "ci model list\nci model list --json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			store, err := a.models()
			if err != nil {
				return err
			}
			list, err := store.List()
			if err != nil {
				return fail(exitSome, err, "the models can't be listed: %s", reason(err))
			}
			for _, name := range model.Known() {
				if !slices.ContainsFunc(list, func(e model.Entry) bool { return e.Name == name }) {
					list = append(list, model.Entry{Name: name, Err: &model.NotHereError{Name: name}})
				}
			}
			list = append([]model.Entry{{Name: model.Builtin}}, list...)
			if asJSON {
				for _, e := range list {
					if err := a.printModelJSON(e); err != nil {
						return err
					}
				}
				return nil
			}
			w := tabwriter.NewWriter(a.stdout, 0, 4, 2, ' ', 0)
			for _, e := range list {
				size, dim, from := "-", "-", "-"
				if e.Lock != nil {
					size, from = bytesText(e.Lock.Size()), printable(source(e.Lock))
				}
				if e.Card.Dim > 0 {
					dim = fmt.Sprint(e.Card.Dim)
				}
				if repo, err := model.Repository(e.Name); err == nil && e.Lock == nil {
					from = repo
				}
				if e.Name == model.Builtin {
					from = "inside the program"
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", e.Name, modelState(e), size, dim, from)
			}
			return w.Flush()
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line")
	return c
}

// modelState is a word for whether a model can be used.
func modelState(e model.Entry) string {
	var absent *model.NotHereError
	switch {
	case e.Err == nil:
		return "ready"
	case errors.As(e.Err, &absent):
		return "not here"
	}
	return "changed"
}

func (a *app) printModelJSON(e model.Entry) error {
	out := struct {
		Name       string `json:"name"`
		State      string `json:"state"`
		Error      string `json:"error,omitempty"`
		ID         string `json:"id,omitempty"`
		Bytes      int64  `json:"bytes,omitempty"`
		Files      int    `json:"files,omitempty"`
		Dimensions int    `json:"dimensions,omitempty"`
		Tokens     int    `json:"max_tokens,omitempty"`
		Source     string `json:"source,omitempty"`
		Revision   string `json:"revision,omitempty"`
	}{Name: e.Name, State: modelState(e), Dimensions: e.Card.Dim, Tokens: e.Card.MaxTokens}
	if e.Err != nil {
		out.Error = oneLine(e.Err.Error())
	}
	if l := e.Lock; l != nil {
		out.ID, out.Bytes, out.Files, out.Source, out.Revision = l.ID(), l.Size(), len(l.Files), l.Source, l.Revision
	}
	return a.printJSON(a.stdout, out)
}

func (a *app) modelUseCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "use NAME [PATH]",
		Short: "choose the model of a repository",
		Long: `Writes the model NAME into the configuration that holds in the folder PATH
(default: the current one), as its embedding_model; where there is none it is made.
All else in it stays as it is. The model must be here, or be "builtin".

Exit codes: 0 done; 1 the model is not here or can't be used; 2 wrong usage, or a
configuration that is not valid.`,
		Example: "ci model use multilingual-e5-small\nci model use builtin ~/src/app",
		Args:    cobra.RangeArgs(1, 2),
		RunE: func(c *cobra.Command, args []string) error {
			name, at := args[0], folderOf(args[1:])
			if name != model.Builtin {
				store, err := a.models()
				if err != nil {
					return err
				}
				lock, err := store.Lock(name)
				if err == nil {
					_, err = store.Describe(lock)
				}
				if err != nil {
					return modelError(c.Context(), err)
				}
			}
			file, err := a.setModel(name, at)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.stdout, "%s: embedding_model is %s\n", printable(file), name)
			return err
		},
	}
}

// setModel writes a model into the configuration that holds at a folder, and returns
// its path.
func (a *app) setModel(name, at string) (string, error) {
	known := all.NewTable(all.Languages())
	config, err := workspace.FindConfig(a.path(at), known)
	var system *os.PathError
	switch {
	case errors.As(err, &system):
		return "", fail(exitUsage, err, "%s: %s; give a folder", at, reason(err))
	case err != nil:
		return "", fail(exitUsage, errors.Unwrap(err), "%s", oneLine(err.Error()))
	}
	var root string
	if config.File != "" {
		root = filepath.Dir(filepath.Dir(config.File))
	} else if root, err = workspace.RepositoryRoot(a.path(at), a.home()); err != nil {
		return "", fail(exitUsage, errors.Unwrap(err), "%s", oneLine(err.Error()))
	}
	file := filepath.Join(root, filepath.FromSlash(workspace.ConfigFile))
	folder := statefs.New(root, a.now)
	text, _, err := folder.Read(path.Base(workspace.ConfigFile))
	if err != nil && !errors.Is(err, files.ErrNotExist) {
		return "", fail(exitUsage, err, "%s can't be read: %s", printable(file), reason(err))
	}
	changed, err := model.Use(text, name)
	if err == nil {
		_, err = workspace.ParseConfig(file, changed, known)
	}
	if err != nil {
		return "", fail(exitUsage, err, "%s", oneLine(err.Error()))
	}
	if _, err := folder.Write(path.Base(workspace.ConfigFile), changed); err != nil {
		return "", fail(exitUsage, err, "%s can't be written: %s", printable(file), reason(err))
	}
	return file, nil
}

// examineModel says whether the model of a repository can be used; nothing of the
// built-in one.
func (a *app) examineModel(ctx context.Context, at string) []workspace.Finding {
	config, err := a.readConfig(at)
	if err != nil {
		return nil // which was found already
	}
	name := model.Builtin
	for _, s := range config.Settings() {
		if s.Key == "embedding_model" {
			_ = json.Unmarshal([]byte(s.Value), &name) // it was checked
		}
	}
	if name == model.Builtin {
		return nil
	}
	finding := func(text, fix string) []workspace.Finding {
		f := workspace.Finding{Topic: "model", Text: text, Fix: fix}
		if fix != "" {
			f.Level = workspace.Warning
		}
		return []workspace.Finding{f}
	}
	pull := fmt.Sprintf("run 'ci model pull %s', or choose another with 'ci model use'", printable(name))
	store, err := model.NewStore(a.getenv, a.now)
	if err != nil {
		return finding(err.Error(), "set HOME")
	}
	lock, err := store.Lock(name)
	if err == nil {
		err = store.Verify(ctx, lock)
	}
	if err != nil {
		return finding(err.Error(), pull)
	}
	card, err := store.Describe(lock)
	if err != nil {
		return finding(err.Error(), pull)
	}
	rt := onnx.NewRuntime(model.Libraries(a.getenv, a.program))
	library, err := rt.Load()
	if err != nil {
		return finding(err.Error(), "run 'ci model runtime FILE'")
	}
	return finding(fmt.Sprintf("%s, vectors of %d numbers, from %s, as recorded; ONNX Runtime %s: %s", name, card.Dim, printable(source(lock)), rt.Version(), printable(library.Path)), "")
}

func (a *app) modelRuntimeCommand() *cobra.Command {
	var reset bool
	c := &cobra.Command{
		Use:   "runtime [FILE]",
		Short: "say where the library of ONNX Runtime is, or name it",
		Long: `Loads the library of ONNX Runtime and says where it is. It is looked for in
CI_ONNXRUNTIME or ORT_DYLIB_PATH if one is set; else where FILE has said, once for
all; else in ci/onnxruntime/ of the user's data folder, beside the program, and
where the system has libraries. It must be version 1.24 or newer; libonnxruntime.so
is in the archives of its releases, and in the npm package onnxruntime-node. No
repository can name a library.

Exit codes: 0 done; 1 it can't be loaded; 2 wrong usage.`,
		Example: "ci model runtime\nci model runtime /opt/onnxruntime/lib/libonnxruntime.so.1\nci model runtime --reset",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if reset {
				if len(args) > 0 {
					return fail(exitUsage, nil, "--reset takes no FILE")
				}
				if err := model.SetLibrary(a.getenv, ""); err != nil {
					return fail(exitSome, err, "the setting can't be removed: %s", reason(err))
				}
			}
			places := model.Libraries(a.getenv, a.program)
			if len(args) == 1 {
				file, err := filepath.Abs(a.path(args[0]))
				if err != nil {
					return err
				}
				places = []onnx.Library{{Path: file, From: "the command line"}}
			}
			rt := onnx.NewRuntime(places)
			library, err := rt.Load()
			if err != nil {
				return modelError(c.Context(), err)
			}
			if len(args) == 1 {
				if err := model.SetLibrary(a.getenv, library.Path); err != nil {
					return fail(exitSome, err, "the library can't be recorded: %s", reason(err))
				}
			}
			_, err = fmt.Fprintf(a.stdout, "ONNX Runtime %s: %s (%s)\n", rt.Version(), printable(library.Path), library.From)
			return err
		},
	}
	c.Flags().BoolVar(&reset, "reset", false, "forget the FILE that was named")
	return c
}
