// Package charset turns the bytes of a source file into text in UTF-8.
//
// Decode depends on the bytes alone, so that the facts of a file can be kept under the
// hash of its content. Text that is valid UTF-8 is returned as it is, whatever it
// declares: an editor's text goes through unchanged. Other files are read by their byte
// order mark, by what they declare in their first lines, or by a guess, and an Encoding
// says which. Offsets, lines and columns of the engine are those of the text that Decode
// returns; hashes and sizes are those of the file.
//
// The guess is made here, among the encodings that source code was written in: the
// detection of golang.org/x/net/html/charset, which follows the HTML standard, knows no
// East Asian encoding, and the ports of ICU's detector are no longer maintained.
//
// The package does no I/O and knows no language.
package charset

// Version changes whenever Decode returns another text for some file.
const Version = "1"
