package model

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"codeintel/index/embed/onnx"
)

// DefaultHub is where models come from.
const DefaultHub = "https://huggingface.co"

// Bounds of what a hub says and sends.
const (
	maxAnswer = 32 << 20 // bytes of a list
	maxPages  = 100      // of a list
	maxFiles  = 64       // of a model
	maxModel  = 16 << 30 // bytes
)

// attempts is how often a file is asked for that does not come whole.
const attempts = 5

// Hub is a server of models, with the interface of Hugging Face's.
type Hub struct {
	base   *url.URL
	client *http.Client
	// pause is how long it waits before it asks again, the first time.
	pause time.Duration
}

// NewHub is the hub at an address. It must be HTTPS, except on this machine.
func NewHub(address string) (*Hub, error) {
	base, err := url.Parse(strings.TrimRight(address, "/"))
	if err != nil || base.Host == "" {
		return nil, fmt.Errorf("%q is not the address of a hub: want https://…", address)
	}
	if err := secure(base); err != nil {
		return nil, err
	}
	client := &http.Client{
		Transport: &http.Transport{
			Proxy:                 http.ProxyFromEnvironment,
			DialContext:           (&net.Dialer{Timeout: 30 * time.Second}).DialContext,
			TLSHandshakeTimeout:   30 * time.Second,
			ResponseHeaderTimeout: time.Minute,
			ForceAttemptHTTP2:     true,
		},
		CheckRedirect: func(r *http.Request, via []*http.Request) error {
			if len(via) >= 10 {
				return errors.New("it leads on and on")
			}
			return secure(r.URL)
		},
	}
	return &Hub{base, client, time.Second}, nil
}

// secure refuses addresses where others can read along or answer.
func secure(u *url.URL) error {
	if u.Scheme == "https" {
		return nil
	}
	if ip := net.ParseIP(u.Hostname()); u.Scheme == "http" && (u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()) {
		return nil
	}
	return fmt.Errorf("%s://%s is not HTTPS; models are fetched by HTTPS only", u.Scheme, u.Host)
}

// hubFile is a file as the hub lists it.
type hubFile struct {
	Type string `json:"type"`
	Path string `json:"path"`
	OID  string `json:"oid"` // the name of the blob in git
	Size int64  `json:"size"`
	LFS  *struct {
		OID  string `json:"oid"` // SHA-256
		Size int64  `json:"size"`
	} `json:"lfs"`
}

// checksum is what the hub says of a file's content, as in File.Hub.
func (f *hubFile) checksum() string {
	if f.LFS != nil {
		return "sha256:" + f.LFS.OID
	}
	return "git:" + f.OID
}

func (f *hubFile) size() int64 {
	if f.LFS != nil {
		return f.LFS.Size
	}
	return f.Size
}

// PullOptions say what is fetched.
type PullOptions struct {
	Name string
	// Revision is a branch, a tag or a commit; "" means "main".
	Revision string
	// File is the ONNX file, "" for the one that onnx.Choose chooses.
	File string
	// Progress is called with the bytes that have come, of how many.
	Progress func(done, total int64)
}

// UnreachableError: the network does not lead to the hub, or does not stay.
type UnreachableError struct {
	Name, Repository string // of the model, and what the hub calls it
	Hub              string // its address
	Err              error
}

func (e *UnreachableError) Error() string {
	return fmt.Sprintf("the hub %s can't be reached: %v; without a network, copy the model's folder here from elsewhere (%s: its ONNX file, tokenizer.json and the other JSON files) and run 'ci model pull %s --from DIR', which records it", e.Hub, e.Err, e.Repository, e.Name)
}

func (e *UnreachableError) Unwrap() error { return e.Err }

// unreachable is an *UnreachableError where the network is what failed, else err.
func (h *Hub) unreachable(name, repo string, err error) error {
	cause := err
	if u := new(url.Error); errors.As(err, &u) {
		cause = u.Err // it says the address again
	}
	var failed net.Error
	ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
	if errors.Is(err, context.Canceled) || !ended && !errors.As(cause, &failed) {
		return err
	}
	return &UnreachableError{name, repo, h.base.String(), cause}
}

// Pull fetches a model and records it. Each file must have the checksum that the
// hub itself has listed for it. Where the network fails the error is an
// *UnreachableError.
func (s *Store) Pull(ctx context.Context, hub *Hub, o PullOptions) (l *Lock, card onnx.Card, err error) {
	repo, err := Repository(o.Name)
	if err != nil {
		return nil, card, err
	}
	commit, list, err := hub.list(ctx, repo, o.Revision)
	if err != nil {
		return nil, card, hub.unreachable(o.Name, repo, err)
	}
	list, err = wanted(list, o.File)
	if err != nil {
		return nil, card, fmt.Errorf("%s can't be used: %w", repo, err)
	}
	var total, done int64
	for _, f := range list {
		if total += f.size(); total > maxModel {
			return nil, card, fmt.Errorf("%s has more than %d bytes", repo, int64(maxModel))
		}
	}
	stage, err := s.stage(o.Name, hub.base.JoinPath(repo).String(), commit)
	if err != nil {
		return nil, card, err
	}
	defer func() { err = errors.Join(err, stage.remove()) }()
	for _, f := range list {
		file, err := hub.fetch(ctx, stage, repo, commit, f, func(n int64) {
			if done += n; o.Progress != nil {
				o.Progress(done, total)
			}
		})
		if err != nil {
			return nil, card, hub.unreachable(o.Name, repo, fmt.Errorf("%s of %s: %w", f.Path, repo, err))
		}
		stage.lock.Files = append(stage.lock.Files, file)
	}
	return stage.finish(ctx)
}

// wanted are the files that a model needs.
func wanted(list []hubFile, file string) ([]hubFile, error) {
	list = slices.DeleteFunc(list, func(f hubFile) bool { return !fs.ValidPath(f.Path) })
	var paths []string
	for _, f := range list {
		paths = append(paths, f.Path)
	}
	if file == "" {
		if file = onnx.Choose(paths); file == "" {
			return nil, errors.New("it has no ONNX file, or several, and none of them is called model.onnx; name one with --file")
		}
	}
	if path.Ext(file) != ".onnx" || !slices.Contains(paths, file) {
		return nil, fmt.Errorf("it has no ONNX file %s", file)
	}
	list = slices.DeleteFunc(list, func(f hubFile) bool { return f.Path != file && !onnx.Needed(f.Path) })
	if len(list) > maxFiles {
		return nil, fmt.Errorf("it has %d files", len(list))
	}
	return list, nil
}

// StatusError: the hub has answered with a status that is no success.
type StatusError struct {
	Code int
	What string
}

func (e *StatusError) Error() string {
	switch e.Code {
	case http.StatusNotFound, http.StatusUnauthorized, http.StatusForbidden:
		return fmt.Sprintf("the hub has no %s, or does not show it to everybody (status %d)", e.What, e.Code)
	}
	return fmt.Sprintf("the hub answers with status %d for %s", e.Code, e.What)
}

// get asks for an address; from is how many bytes of the answer are not needed.
func (h *Hub) get(ctx context.Context, u *url.URL, what string, from int64) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("User-Agent", "ci")
	// What is compressed on the way would have another size, and no ranges.
	r.Header.Set("Accept-Encoding", "identity")
	if from > 0 {
		r.Header.Set("Range", fmt.Sprintf("bytes=%d-", from))
	}
	answer, err := h.client.Do(r)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK && !(from > 0 && answer.StatusCode == http.StatusPartialContent) {
		_ = answer.Body.Close()
		return nil, &StatusError{answer.StatusCode, what}
	}
	return answer, nil
}

// ask reads one answer in JSON; next is the address of the following page.
func (h *Hub) ask(ctx context.Context, u *url.URL, what string, to any) (next *url.URL, err error) {
	answer, err := h.get(ctx, u, what, 0)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, answer.Body.Close()) }()
	data, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, to); err != nil {
		return nil, fmt.Errorf("the hub's list of %s can't be read: %w", what, err)
	}
	if m := nextPage.FindStringSubmatch(answer.Header.Get("Link")); m != nil {
		if next, err = u.Parse(m[1]); err != nil || next.Host != u.Host {
			return nil, fmt.Errorf("the hub's list of %s goes on at %q", what, m[1])
		}
	}
	return next, nil
}

var (
	nextPage = regexp.MustCompile(`<([^>]*)>;\s*rel="next"`)
	commits  = regexp.MustCompile(`^[0-9a-f]{40}$`)
)

// list returns the commit of a revision, and its files.
func (h *Hub) list(ctx context.Context, repo, revision string) (commit string, list []hubFile, err error) {
	if revision == "" {
		revision = "main"
	}
	what := fmt.Sprintf("model %s with the revision %s", repo, revision)
	var head struct {
		SHA string `json:"sha"`
	}
	if _, err := h.ask(ctx, h.base.JoinPath("api/models", repo, "revision", url.PathEscape(revision)), what, &head); err != nil {
		return "", nil, err
	}
	if !commits.MatchString(head.SHA) {
		return "", nil, fmt.Errorf("the hub says that the commit of %s is %q", what, head.SHA)
	}
	u := h.base.JoinPath("api/models", repo, "tree", head.SHA)
	u.RawQuery = "recursive=true"
	for range maxPages {
		var page []hubFile
		next, err := h.ask(ctx, u, what, &page)
		if err != nil {
			return "", nil, err
		}
		for _, f := range page {
			if f.Type == "file" {
				list = append(list, f)
			}
		}
		if next == nil {
			return head.SHA, list, nil
		}
		u = next
	}
	return "", nil, fmt.Errorf("%s has more than %d pages of files", what, maxPages)
}

// sums are the checksums of what was written.
type sums struct {
	size      int64
	sha, blob hash.Hash
}

func newSums(size int64) *sums {
	s := &sums{sha: sha256.New(), blob: sha1.New()}
	fmt.Fprintf(s.blob, "blob %d\x00", size) // as git names what it keeps
	return s
}

func (s *sums) Write(p []byte) (int, error) {
	s.size += int64(len(p))
	s.sha.Write(p)
	s.blob.Write(p)
	return len(p), nil
}

// fetch brings one file, and checks it. progress is told of the bytes that come;
// of those that come twice it is told, with a minus, that they do not count.
func (h *Hub) fetch(ctx context.Context, stage *stage, repo, commit string, f hubFile, progress func(n int64)) (file File, err error) {
	out, err := stage.create(f.Path)
	if err != nil {
		return file, err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	u := h.base.JoinPath(repo, "resolve", commit, f.Path)
	sums := newSums(f.size())
	for n := 1; ; n++ {
		var answer *http.Response
		answer, err = h.get(ctx, u, f.Path, sums.size)
		if err == nil {
			if sums.size > 0 && answer.StatusCode == http.StatusOK { // from the beginning again
				progress(-sums.size)
				sums = newSums(f.size())
				if _, err = out.Seek(0, io.SeekStart); err == nil {
					err = out.Truncate(0)
				}
			}
			if err == nil {
				counted := io.TeeReader(io.LimitReader(answer.Body, f.size()-sums.size+1), counter(progress))
				_, err = io.Copy(io.MultiWriter(out, sums), counted)
			}
			_ = answer.Body.Close()
		}
		if err == nil && sums.size >= f.size() {
			break
		}
		if err == nil {
			err = io.ErrUnexpectedEOF
		}
		var status *StatusError
		if ctx.Err() != nil || n == attempts || errors.As(err, &status) && status.Code < 500 && status.Code != http.StatusTooManyRequests {
			return file, err
		}
		select {
		case <-ctx.Done():
			return file, ctx.Err()
		case <-time.After(time.Duration(n) * h.pause):
		}
	}
	if sums.size != f.size() {
		return file, fmt.Errorf("it has more than the %d bytes that the hub lists", f.size())
	}
	file = File{f.Path, sums.size, hex.EncodeToString(sums.sha.Sum(nil)), f.checksum()}
	have := "sha256:" + file.SHA256
	if f.LFS == nil {
		have = "git:" + hex.EncodeToString(sums.blob.Sum(nil))
	}
	if have != file.Hub {
		return file, fmt.Errorf("its checksum is %s, and the hub lists %s; nothing was kept", have, file.Hub)
	}
	return file, out.Sync()
}

type counter func(n int64)

func (c counter) Write(p []byte) (int, error) {
	c(int64(len(p)))
	return len(p), nil
}
