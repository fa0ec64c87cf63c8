package daemon

import (
	"fmt"
	"io"
	"log/slog"

	"codeintel/index"
)

// NewLogger returns a logger that writes lines of text to w and masks values that look like
// keys. Errors can repeat what clients sent, and panics what was read.
func NewLogger(w io.Writer, level slog.Leveler) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level, ReplaceAttr: maskAttr}))
}

// maskAttr masks values that look like keys in an attribute that is logged as text.
func maskAttr(_ []string, a slog.Attr) slog.Attr {
	switch a.Value.Kind() {
	case slog.KindString:
		a.Value = slog.StringValue(string(index.MaskSecrets("", []byte(a.Value.String()))))
	case slog.KindAny:
		switch v := a.Value.Any().(type) {
		case slog.Level: // the level of the line itself
		case []byte:
			a.Value = slog.StringValue(string(index.MaskSecrets("", v)))
		default:
			a.Value = slog.StringValue(string(index.MaskSecrets("", fmt.Append(nil, v))))
		}
	}
	return a
}
