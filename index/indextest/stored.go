package indextest

import (
	"bytes"
	"fmt"

	"codeintel/index"
	"codeintel/index/lang"
)

// Reopen stores a snapshot and opens it again. The contents of its files are
// those of s.
func Reopen(s *index.Snapshot) (*index.Snapshot, error) {
	var stored bytes.Buffer
	if err := s.Encode(&stored); err != nil {
		return nil, err
	}
	var damage error
	again, err := index.Open(StoredLike(s, stored.Bytes(), func(d *index.Doc, err error) { damage = fmt.Errorf("%s: %w", d.Path, err) }))
	if err != nil {
		return nil, err
	}
	for doc := range again.Docs() {
		again.Links(int32(doc))
	}
	return again, damage
}

// StoredLike is a stored form with the languages and contents of s.
func StoredLike(s *index.Snapshot, data []byte, damaged func(*index.Doc, error)) index.Stored {
	languages := map[string]*lang.Language{}
	for _, d := range s.Docs() {
		if d.Lang != nil {
			languages[d.Lang.Name] = d.Lang
		}
	}
	return index.Stored{
		Data:     data,
		Language: func(name string) *lang.Language { return languages[name] },
		Content: func(d *index.Doc) (*index.Content, error) {
			doc, ok := s.Doc(d.Path)
			if !ok || s.Docs()[doc].Source == nil {
				return nil, fmt.Errorf("there is no file %s", d.Path)
			}
			return s.Docs()[doc].Source.Content(), nil
		},
		Damaged: damaged,
	}
}
