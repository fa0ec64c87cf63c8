package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// settingKey is the key of the model in a repository's configuration.
const settingKey = "embedding_model"

// Use returns the text of a configuration with another model in it. All else stays
// as it is written. The text is that of a valid configuration, or empty.
func Use(config []byte, name string) ([]byte, error) {
	value, err := json.Marshal(name)
	if err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(config)) == 0 {
		return fmt.Appendf(nil, "{\n  %q: %s\n}\n", settingKey, value), nil
	}
	body := bytes.TrimPrefix(config, []byte("\xef\xbb\xbf"))
	skipped := int64(len(config) - len(body))
	if !json.Valid(body) {
		return nil, errors.New("the configuration is not JSON")
	}
	d := json.NewDecoder(bytes.NewReader(body))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("the configuration is no object")
	}
	open := skipped + d.InputOffset()
	empty := !d.More()
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, err
		}
		if key == settingKey {
			end := skipped + d.InputOffset()
			return splice(config, end-int64(len(raw)), end, value), nil
		}
	}
	entry := fmt.Appendf(nil, "\n  %q: %s", settingKey, value)
	if empty {
		entry = append(entry, '\n')
		if _, err := d.Token(); err != nil { // the bracket that closes
			return nil, err
		}
		return splice(config, open, skipped+d.InputOffset()-1, entry), nil
	}
	return splice(config, open, open, append(entry, ',')), nil
}

// splice puts other text in the place of a range.
func splice(text []byte, from, to int64, other []byte) []byte {
	out := append([]byte{}, text[:from]...)
	return append(append(out, other...), text[to:]...)
}
