package blade

import "codeintel/index/lang/ts"

// trim takes the white space off both ends of r.
func (x *extractor) trim(r ts.Range) ts.Range {
	space := func(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
	for r.Start < r.End && space(x.src[r.Start]) {
		r.Start++
	}
	for r.Start < r.End && space(x.src[r.End-1]) {
		r.End--
	}
	return r
}

// maxParts bounds how many arguments of a directive, or elements of an array
// among them, have a meaning of their own.
const maxParts = 1000

// split parts the text in r at its commas, outside brackets, strings and
// comments. With keys, each part is the key of an element that has one.
func (x *extractor) split(r ts.Range, keys bool) []ts.Range {
	var out []ts.Range
	text := x.src[:r.End]
	depth, from, to := 0, int(r.Start), -1
	put := func(end int) {
		if to < 0 {
			to = end
		}
		if part := x.trim(span(from, to)); part.Start < part.End && len(out) < maxParts {
			out = append(out, part)
		}
		from, to = end+1, -1
	}
	for i := from; i < len(text); {
		switch c := text[i]; {
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == ',' && depth == 0:
			put(i)
		case c == '=' && depth == 0 && keys && to < 0 && i+1 < len(text) && text[i+1] == '>':
			to = i
		}
		i = skip(text, i)
	}
	put(len(text))
	return out
}

// literal is the content of the string that is all of r; false for any other
// expression, and for a string with variables in it.
func (x *extractor) literal(r ts.Range) (ts.Range, bool) {
	if r.End < r.Start+2 {
		return ts.Range{}, false
	}
	q := x.src[r.Start]
	if q != '\'' && q != '"' || x.src[r.End-1] != q || skip(x.src[:r.End], int(r.Start)) != int(r.End) {
		return ts.Range{}, false
	}
	in := ts.Range{Start: r.Start + 1, End: r.End - 1}
	for _, c := range x.src[in.Start:in.End] {
		if q == '"' && (c == '$' || c == '{') || c == '\n' || c == '|' {
			return ts.Range{}, false
		}
	}
	return in, in.Start < in.End
}

// literals are the strings among the elements of the array r, or among the keys
// of those that have one; r itself where it is a string.
func (x *extractor) literals(r ts.Range) []ts.Range {
	if s, ok := x.literal(r); ok {
		return []ts.Range{s}
	}
	if r.End < r.Start+2 || x.src[r.Start] != '[' || x.src[r.End-1] != ']' {
		return nil
	}
	var out []ts.Range
	for _, part := range x.split(ts.Range{Start: r.Start + 1, End: r.End - 1}, true) {
		if s, ok := x.literal(part); ok {
			out = append(out, s)
		}
	}
	return out
}
