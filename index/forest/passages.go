package forest

import (
	"codeintel/index/chunk"
	"codeintel/index/embed"
)

// Passages are what is embedded of the chunks of a file, one for each.
func Passages(file string, chunks []chunk.Chunk) []embed.Passage {
	out := make([]embed.Passage, len(chunks))
	for i := range chunks {
		parent, _ := chunks[i].Metadata.Get("parent").(string)
		out[i] = Passage(file, &Row{Name: chunks[i].SymbolName, Parent: parent})
		out[i].Text = chunks[i].Content
	}
	return out
}
