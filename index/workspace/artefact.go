package workspace

import (
	"errors"
	"strconv"
	"sync"

	"codeintel/index"
	"codeintel/index/charset"
	"codeintel/index/codec"
	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/pos"
	"codeintel/index/secrets"
	"codeintel/index/store"
)

// codecVersion changes with the form of artefacts.
const codecVersion = codec.FactsVersion

// artefactKey is the key of what is known of a file's text: by its content, by
// the version of its language and of the frameworks that read it, by what is masked in it
// and how it is decoded, and by its path, which some languages look at (tests, declaration
// files).
func artefactKey(d *index.Doc) store.Key {
	parts := []string{strconv.Itoa(codecVersion), d.Lang.Name, strconv.Itoa(d.Lang.Version), d.Path}
	for _, f := range d.Lang.Frameworks {
		parts = append(parts, f.Name, strconv.Itoa(f.Version))
	}
	parts = append(parts, secrets.Version, charset.Version)
	return store.Key{Content: d.Hash, Kind: store.Facts, Version: store.Fingerprint(parts...)}
}

// codecs encode and decode artefacts, for one goroutine.
type codecs struct {
	enc  *codec.Encoder
	dec  *codec.Decoder
	room lang.Room
}

// newCodecs makes codecs.
func newCodecs() *codecs { return &codecs{} }

func (c *codecs) close() {
	if c.dec != nil {
		c.dec.Close()
	}
}

// encode returns nothing when there is no encoder; then nothing is kept.
func (c *codecs) encode(f *lang.Facts, lines pos.Lines) []byte {
	if c.enc == nil {
		var err error
		if c.enc, err = codec.NewEncoder(); err != nil {
			return nil
		}
	}
	return c.enc.AppendFacts(nil, f, lines)
}

func (c *codecs) decoder() (*codec.Decoder, error) {
	var err error
	if c.dec == nil {
		c.dec, err = codec.NewDecoder()
	}
	return c.dec, err
}

func (c *codecs) decodePlaces(data []byte) (*lang.Places, error) {
	dec, err := c.decoder()
	if err != nil {
		return nil, err
	}
	return dec.DecodePlaces(data)
}

func (c *codecs) decode(data []byte) (*index.Content, error) {
	dec, err := c.decoder()
	if err != nil {
		return nil, err
	}
	f, lines, err := dec.DecodeFacts(data)
	if err != nil {
		return nil, err
	}
	return &index.Content{Facts: f, Lines: lines}, nil
}

// codecPool lends codecs to readers.
type codecPool struct{ pool sync.Pool }

func (p *codecPool) lend() *codecs {
	c, _ := p.pool.Get().(*codecs)
	if c == nil {
		c = newCodecs()
	}
	return c
}

// packed has contents in memory in the form of artefacts.
type packed struct {
	contents *index.Contents
	codecs   codecPool
	data     sync.Map // []byte by *index.Doc
}

func newPacked() *packed {
	p := &packed{}
	p.contents = index.NewContents(index.NewCache(), p.read, func(*index.Doc, error) {}) // what was just encoded can be decoded
	return p
}

// source is that of a file whose content data is.
func (p *packed) source(d *index.Doc, data []byte, shape index.Shape) index.Source {
	p.data.Store(d, data)
	return p.contents.Source(d, shape)
}

func (p *packed) read(d *index.Doc) (*index.Content, error) {
	data, _ := p.data.Load(d)
	c := p.codecs.lend()
	defer p.codecs.pool.Put(c)
	return c.decode(data.([]byte))
}

var errNotKept = errors.New("it is not in the index any more")

// content reads what is kept of a file; where that is lost it is made again.
func (w *Workspace) content(d *index.Doc) (*index.Content, error) {
	c := w.codecs.lend()
	defer w.codecs.pool.Put(c)
	content, err := c.get(w.shelf, artefactKey(d))
	if err == nil || w.life.Err() != nil {
		return content, err
	}
	parser := ts.NewParser(ts.Limits{})
	defer parser.Close()
	return w.remake(w.life, parser, c, d, err)
}

// places reads where the definitions and references of a file stand.
func (w *Workspace) places(d *index.Doc) (places *lang.Places, err error) {
	c := w.codecs.lend()
	defer w.codecs.pool.Put(c)
	err = errNotKept
	w.shelf.get(artefactKey(d), func(data []byte) error {
		places, err = c.decodePlaces(data)
		return err
	})
	return places, err
}

// get reads an artefact.
func (c *codecs) get(s shelf, key store.Key) (content *index.Content, err error) {
	err = errNotKept
	s.get(key, func(data []byte) error {
		content, err = c.decode(data)
		return err
	})
	return content, err
}
