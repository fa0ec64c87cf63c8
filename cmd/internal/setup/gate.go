package setup

import (
	"bytes"

	"codeintel/index/workspace"

	"github.com/tailscale/hujson"
)

// gateFile is where the setting is which agents are held up, and gateKey its name.
const (
	gateFile = workspace.ConfigFile
	gateKey  = "write_gate"
	// alwaysGate is the value by which any agent is held up.
	alwaysGate = "always"
)

// gateRecord is what is known of the setting that was written.
type gateRecord struct {
	// Created: the file was made for it. Replaced is the text of the value that it took
	// the place of, "" for none.
	Created  bool   `json:"created,omitempty"`
	Replaced string `json:"replaced,omitempty"`
	// Value is the text of what was written.
	Value string `json:"value"`
	// SHA256 is that of the file as it was written; Undo makes of it what was before.
	SHA256 string `json:"sha256"`
	Undo   edit   `json:"undo"`
}

// setting returns the value of the setting in a text, nil for none.
func setting(data []byte) (*document, *hujson.Value, error) {
	d, err := parse(bytes.TrimPrefix(data, []byte(bom)))
	if err != nil {
		return nil, nil, err
	}
	o := d.root.Value.(*hujson.Object)
	at := find(o, gateKey)
	if at < 0 {
		return d, nil, nil
	}
	return d, &o.Members[at].Value, nil
}

// addGate plans the setting which agents are held up, where Options say so, and
// returns its record.
func (p *planner) addGate() (*gateRecord, error) {
	old := p.old.Gate
	if p.Gate == "" {
		return old, nil
	}
	now, err := p.read(gateFile)
	if err != nil {
		return old, err
	}
	value := quote(p.Gate)
	r := &gateRecord{Value: value}
	origin := now
	if before, ok := old.before(now); ok {
		origin = before // what we wrote and nobody touched is taken back first
	}
	after := []byte("{\n  " + quote(gateKey) + ": " + value + "\n}\n")
	if r.Created = origin == nil; !r.Created {
		if after, r.Replaced, err = withGate(origin, value); err != nil {
			return old, p.textErrorIn(gateFile, err, "")
		}
		if bytes.Equal(after, origin) { // it was there before
			p.step(gateFile, now, after)
			return nil, nil
		}
		r.Undo = difference(after, origin)
	}
	r.SHA256 = sum(after)
	p.step(gateFile, now, after)
	return r, nil
}

// withGate returns a text with the setting, and the text of the value that it takes the
// place of, "" for none. Whatever else there is stays, byte for byte.
func withGate(data []byte, value string) (after []byte, replaced string, err error) {
	d, v, err := setting(data)
	if err != nil {
		return nil, "", err
	}
	var edits []edit
	if v == nil {
		o := d.root.Value.(*hujson.Object)
		edits = d.insert(&d.root, node{name: gateKey, literal: value}, len(o.Members) == 0 || overLines(o))
	} else {
		replaced = string(d.text[v.StartOffset:v.EndOffset])
		edits = []edit{{Offset: v.StartOffset, Old: replaced, New: value}}
	}
	text, _ := apply(d.text, edits) // they were made for it
	return append(bytes.Clone(data[:len(data)-len(d.text)]), text...), replaced, nil
}

// before is the file as it was, nil for none, if nobody has changed it since.
func (r *gateRecord) before(now []byte) ([]byte, bool) {
	if r == nil || now == nil || sum(now) != r.SHA256 {
		return nil, false
	}
	if r.Created {
		return nil, true
	}
	return apply(now, []edit{r.Undo})
}

// removeGate plans what takes the setting back: of a file that was edited since only
// the value, if it is still the one that was written.
func (p *planner) removeGate() error {
	r := p.old.Gate
	if r == nil {
		return nil
	}
	now, err := p.read(gateFile)
	if now == nil || err != nil {
		return err
	}
	if before, ok := r.before(now); ok {
		p.step(gateFile, now, before)
		return nil
	}
	d, v, err := setting(now)
	if err != nil {
		return p.textErrorIn(gateFile, err, "")
	}
	if v == nil || string(d.text[v.StartOffset:v.EndOffset]) != r.Value {
		p.keep(gateFile, "its "+gateKey+" is not as it was written")
		return nil
	}
	after := now
	if r.Replaced != "" {
		after, _, err = withGate(now, r.Replaced)
	} else {
		after, err = take(now, []string{gateKey})
	}
	if err == nil {
		_, err = parse(bytes.TrimPrefix(after, []byte(bom))) // the record is not trusted
	}
	if err != nil {
		return p.textErrorIn(gateFile, err, "")
	}
	if r.Created && isEmpty(after, nil) {
		after = nil
	}
	p.step(gateFile, now, after)
	return nil
}
