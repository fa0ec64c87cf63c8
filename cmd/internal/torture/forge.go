package main

import (
	"encoding/binary"
	"strings"
)

// field returns a field of a protocol buffer that holds bytes.
func field(number int, value string) string {
	b := binary.AppendUvarint(nil, uint64(number)<<3|2)
	return string(binary.AppendUvarint(b, uint64(len(value)))) + value
}

// integer returns a field of a protocol buffer that holds a number.
func integer(number int, value uint64) string {
	return string(binary.AppendUvarint(binary.AppendUvarint(nil, uint64(number)<<3), value))
}

// packed returns numbers as a repeated field holds them.
func packed(numbers ...uint64) string {
	var b []byte
	for _, n := range numbers {
		b = binary.AppendUvarint(b, n)
	}
	return string(b)
}

// The fields of SCIP that are forged.
const (
	indexMetadata, indexDocument, indexExternal                                  = 1, 2, 3
	documentPath, documentOccurrence, documentSymbol, documentLang, documentText = 1, 2, 3, 4, 5
	occurrenceRange, occurrenceSymbol, occurrenceRoles                           = 1, 2, 3
	informationSymbol, informationDocs, informationRelation                      = 1, 3, 4
	relationSymbol                                                               = 1
)

// forgery is an index of SCIP that somebody has made up.
type forgery struct {
	name string
	make func(level int) string
}

// forgeries returns them; a level is one of levels.
func forgeries() []forgery {
	n := func(level int) int { return []int{100, 3000, 20_000}[level] }
	document := func(path, rest string) string {
		return field(indexDocument, field(documentPath, path)+field(documentLang, "go")+rest)
	}
	occurrence := func(symbol string, at ...uint64) string {
		return field(documentOccurrence, field(occurrenceRange, packed(at...))+field(occurrenceSymbol, symbol)+integer(occurrenceRoles, 1))
	}
	const symbol = "scip-go gomod example.org/birds . `example.org/birds/good/go/bird1`/Kestrel1#"
	const good = "good/go/bird1/bird.go"
	return []forgery{
		{"occurrences out of range", func(l int) string {
			return document(good, strings.Repeat(occurrence(symbol, 1<<31-1, 1<<31-1, 1<<31-1)+occurrence(symbol, 0, 5, 2)+occurrence(symbol, 1<<40, 0, 1), n(l)))
		}},
		{"negative places", func(l int) string {
			return document(good, strings.Repeat(occurrence(symbol, 1<<64-1, 1<<64-1, 1<<64-5), n(l)))
		}},
		{"ranges of one, two and five numbers", func(l int) string {
			return document(good, strings.Repeat(occurrence(symbol, 1)+occurrence(symbol, 1, 2)+occurrence(symbol, 1, 2, 3, 4, 5)+occurrence(symbol), n(l)))
		}},
		{"paths that lead out", func(l int) string {
			return document("../outside/x.go", "") + document("/etc/passwd", "") + document("good/../../outside/x.go", "") + document("", "") + document(".git/config", "") + document(strings.Repeat("a/", n(l)), "")
		}},
		{"a document many times", func(l int) string {
			return strings.Repeat(document(good, occurrence(symbol, 3, 5, 12)), n(l))
		}},
		{"symbols that are none", func(l int) string {
			return document(good, strings.Repeat(occurrence("`````", 1, 1, 2)+occurrence("a b", 1, 1, 2)+occurrence(strings.Repeat("`", 300), 1, 1, 2)+occurrence("\xff\xfe", 1, 1, 2), n(l)/30+1))
		}},
		{"relations in circles", func(l int) string {
			info := ""
			for range n(l) {
				info += field(documentSymbol, field(informationSymbol, symbol)+field(informationRelation, field(relationSymbol, symbol)+integer(2, 1)+integer(3, 1)))
				if len(info) > maxBomb {
					break
				}
			}
			return document(good, info)
		}},
		{"long documentation", func(l int) string {
			return document(good, field(documentSymbol, field(informationSymbol, symbol)+field(informationDocs, strings.Repeat("a\x00\xff", n(l)*10))))
		}},
		{"another text", func(l int) string {
			return document(good, field(documentText, strings.Repeat("x\n", n(l)))+occurrence(symbol, 1, 0, 1))
		}},
		{"lengths that lie", func(l int) string {
			return field(indexDocument, "") + string(binary.AppendUvarint([]byte{indexDocument<<3 | 2}, 1<<62)) + "x"
		}},
		{"groups in groups", func(l int) string { return strings.Repeat("\x0b", n(l)*40) }},
		{"fields that nobody knows", func(l int) string { return strings.Repeat(field(1000, "x")+integer(2000, 1<<63), n(l)) }},
		{"externals", func(l int) string {
			return strings.Repeat(field(indexExternal, field(informationSymbol, symbol)), n(l)) + document(good, "")
		}},
		{"metadata many times", func(l int) string {
			return strings.Repeat(field(indexMetadata, field(3, "file:///etc")+integer(1, 99)), n(l)) + document(good, occurrence(symbol, 3, 5, 13))
		}},
	}
}
