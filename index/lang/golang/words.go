package golang

import (
	"go/scanner"
	"go/token"

	"codeintel/index/lang"
)

// wordsOf are the names and the comments of a text without errors, in its order: those that
// its syntax tree has.
func wordsOf(src []byte) (names, comments []lang.Span) {
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, scanner.ScanComments)
	for {
		at, tok, text := s.Scan()
		span := lang.Span{Start: uint32(file.Offset(at)), End: uint32(file.Offset(at) + len(text))}
		switch tok {
		case token.EOF:
			return names, comments
		case token.IDENT:
			names = append(names, span)
		case token.COMMENT:
			comments = append(comments, span)
		}
	}
}
