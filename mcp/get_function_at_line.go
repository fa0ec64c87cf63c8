package mcp

import (
	"context"
	"strings"

	"codeintel/index"
	"codeintel/index/workspace"
	"codeintel/session/speech"
)

type functionIn struct {
	File  string `json:"file_path" req:"true" help:"the file" example:"src/net/conn.go"`
	Line  int    `json:"line" req:"true" min:"1" help:"from 1" example:"120"`
	Again bool   `json:"again" def:"false" help:"send code that was sent before"`
	code
	paged
}

func (in *functionIn) subject(c *call) workspace.About { return c.subjectOf(nil, in.File) }

// extent is a definition with its lines, from 1, documentation included.
type extent struct {
	Name      string `json:"name"`
	Kind      string `json:"kind"`
	Symbol    string `json:"symbol"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
	Signature string `json:"signature,omitempty"`
}

type functionOut struct {
	File string `json:"file"`
	// Function is none where the line is in no function; then Before and After are
	// the nearest ones.
	Function *extent `json:"function,omitempty"`
	// Content is the source of the function: whole lines from FirstLine on.
	Content    string   `json:"content"`
	FirstLine  int      `json:"first_line,omitempty"`
	SentIn     int      `json:"sent_in_call,omitempty"` // to this session, unchanged since: not sent again
	Containers []extent `json:"containers,omitempty"`
	Before     *extent  `json:"before,omitempty"`
	After      *extent  `json:"after,omitempty"`
	page
	meta
}

func getFunctionAtLine() tool {
	return row("get_function_at_line", "Function at a line",
		"The source and documentation of the function around a line, instead of reading the file.",
		func(ctx context.Context, c *call, in *functionIn, out *functionOut) error {
			return c.ask(ctx, &out.meta, func(v *view) error {
				*out = functionOut{}
				doc, err := v.file("file_path", in.File)
				if err != nil {
					return err
				}
				d := v.doc(doc)
				out.File = d.Path
				count := d.Lines().Count()
				if in.Line > count {
					return invalid("line", speech.FileLacksLine, speech.LastLine{N: count})
				}
				text, ok := v.text(doc)
				a := v.snap.FunctionAt(doc, uint32(in.Line-1), text)
				for i := range a.Containers {
					out.Containers = append(out.Containers, *v.extent(&a.Containers[i]))
				}
				if a.Function == nil {
					out.Before, out.After = v.extent(a.Before), v.extent(a.After)
					out.WhyEmpty = c.language().Say(speech.InNoFunction)
					return nil
				}
				out.Function = v.extent(a.Function)
				if !ok {
					out.WhyEmpty = c.language().Say(speech.FileChanging)
					return nil
				}
				c.room -= len(mustJSON(out))
				var s shows
				v.sawLines(&s, doc, int(a.Function.First)+1, int(a.Function.Last)+1, true)
				if n, sent := c.sent(&s); sent && !in.Again {
					out.SentIn, out.Total = n, int(a.Function.Last-a.Function.First)+1
					out.Hint = c.language().Say(speech.SentBefore)
					return nil
				}
				v.source(c, out, d, text, a.Function)
				return nil
			})
		})
}

// source fills in the lines of a function.
func (v *view) source(c *call, out *functionOut, d *index.Doc, text []byte, f *index.Extent) {
	var parts list[string]
	first := int(f.First) + c.from()
	fill(c, &out.meta, &parts, &out.page, int(f.Last-f.First)+1, 0, func(i int) string {
		start, end := d.Lines().Line(f.First + uint32(i))
		return strings.ToValidUTF8(string(text[start:end]), "\uFFFD")
	})
	var b strings.Builder
	for i := range parts {
		start, end := d.Lines().Line(uint32(first + i))
		b.WriteString(strings.ToValidUTF8(string(text[start:end]), "\uFFFD"))
	}
	if len(parts) > 0 {
		out.Content, out.FirstLine = b.String(), first+1
		var s shows
		v.sawLines(&s, f.Location.Doc, first+1, first+len(parts), true)
		s.show(&c.shown)
	}
}

// extent describes a definition; nil for nil.
func (v *view) extent(e *index.Extent) *extent {
	if e == nil {
		return nil
	}
	v.names(e.ID)
	return &extent{
		Name: v.snap.FullName(e.ID), Kind: e.Kind.String(), Symbol: v.snap.Symbol(e.ID),
		StartLine: int(e.First) + 1, EndLine: int(e.Last) + 1, Signature: clip(e.Sig, maxSignature),
	}
}
