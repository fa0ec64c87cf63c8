package mcp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"codeintel/session/speech"
)

// The arguments and the answers of a tool are structs, and their JSON schemas are
// made from the fields. Tags of an argument's field:
//
//	json     its name
//	doc      what it means, for the model
//	help     the same where the name tells it: errors say it, and the schema does not
//	example  a value, as JSON or as a plain string
//	enum     the values that it may have, with commas
//	min, max the range of a number, or of the length of a list or string
//	def      what it is when it is not given, as JSON or as a plain string
//	req      "true" when it must be given
//
// The fields of an embedded struct count as the struct's own. A field without
// omitempty is required in an answer.

// field is an argument or a part of an answer.
type field struct {
	name    string
	goName  string
	index   []int // see reflect.Value.FieldByIndex
	typ     reflect.Type
	tag     reflect.StructTag
	omitted bool // it may be left out of an answer
}

// fieldsOf lists the fields of a struct that have a name in JSON, in order.
func fieldsOf(t reflect.Type) []field {
	var out []field
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || name == "" || name == "-" {
			continue
		}
		out = append(out, field{
			name: name, goName: f.Name, index: f.Index, typ: f.Type, tag: f.Tag, omitted: strings.Contains(options, "omit"),
		})
	}
	return out
}

// object is a JSON object of which the keys keep their order.
type object []member

type member struct {
	key   string
	value any
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		for j, x := range []any{m.key, m.value} {
			if j > 0 {
				b = append(b, ':')
			}
			data, err := marshal(x)
			if err != nil {
				return nil, err
			}
			b = append(b, data...)
		}
	}
	return append(b, '}'), nil
}

// mustJSON returns the JSON of a value that has one.
func mustJSON(v any) json.RawMessage {
	b, err := marshal(v)
	if err != nil {
		panic(err) // a defect of a type of this package: its tests marshal all
	}
	return b
}

// marshal returns the JSON of a value. It leaves <, > and & as they are: answers are full
// of code, no browser reads them as HTML, and \u003e costs an agent three tokens.
func marshal(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// inputSchema is the JSON schema of a tool's arguments.
func inputSchema(t reflect.Type) object {
	props, required := object{}, []string{}
	for _, f := range fieldsOf(t) {
		props = append(props, member{f.name, argumentSchema(f)})
		if f.tag.Get("req") == "true" {
			required = append(required, f.name)
		}
	}
	s := object{{"type", "object"}, {"properties", props}}
	if len(required) > 0 {
		s = append(s, member{"required", required})
	}
	return append(s, member{"additionalProperties", false})
}

func argumentSchema(f field) object {
	s := argumentShape(f.typ, f.tag.Get("enum"))
	if doc := f.tag.Get("doc"); doc != "" {
		s = append(s, member{"description", doc})
	}
	// Clients keep the schema in the model's context. What goes without saying is checked
	// and not published: bounds, and the defaults that do no more than a caller expects.
	if v := f.tag.Get("def"); v == "true" || v == "auto" {
		s = append(s, member{"default", literal(f.typ, v)})
	}
	if v := f.tag.Get("example"); v != "" && f.typ == reflect.TypeFor[map[string]*slotIn]() { // elsewhere the type says it
		s = append(s, member{"examples", []json.RawMessage{literal(f.typ, v)}})
	}
	return s
}

// argumentShape is the JSON schema of a type; enum are the values of its texts, with
// commas, "" for any. An object that takes any member is json.RawMessage.
func argumentShape(t reflect.Type, enum string) object {
	s := object{{"type", typeName(t)}}
	switch {
	case t == reflect.TypeFor[json.RawMessage]():
	case t.Kind() == reflect.Pointer:
		return argumentShape(t.Elem(), enum)
	case t.Kind() == reflect.Slice && reflect.PointerTo(t.Elem()).Implements(reflect.TypeFor[loose]()):
	case t.Kind() == reflect.Slice:
		s = append(s, member{"items", argumentShape(t.Elem(), enum)})
	case t.Kind() == reflect.Map: // the example shows what is in them
		of := object{{"type", typeName(t.Elem())}}
		if t.Elem().Kind() == reflect.Pointer {
			of[0].value = []string{typeName(t.Elem()), "null"}
		}
		s = append(s, member{"additionalProperties", of})
	case t == reflect.TypeFor[citedIn](): // it is described where it is asked for
	case t.Kind() == reflect.Struct:
		// Which members must be there, and that there are no others, the errors say.
		props := object{}
		for _, f := range fieldsOf(t) {
			props = append(props, member{f.name, argumentSchema(f)})
		}
		s = append(s, member{"properties", props})
	case enum != "":
		s = append(s, member{"enum", strings.Split(enum, ",")})
	}
	return s
}

// loose is an argument that may be written in several ways.
type loose interface {
	bind(raw json.RawMessage) bool
}

// literal is the JSON of a value in a tag.
func literal(t reflect.Type, value string) json.RawMessage {
	if t.Kind() == reflect.String {
		return mustJSON(value)
	}
	return json.RawMessage(value)
}

func typeName(t reflect.Type) string {
	if t == reflect.TypeFor[json.RawMessage]() {
		return "object"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return typeName(t.Elem())
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Float64:
		return "number"
	case reflect.Slice:
		return "array"
	case reflect.Struct, reflect.Map:
		return "object"
	}
	return "integer"
}

// bind reads arguments into a new struct of type t. Its error is a toolError that
// names the argument.
func bind(t reflect.Type, arguments []byte) (reflect.Value, error) {
	v := reflect.New(t)
	given := map[string]json.RawMessage{}
	if len(bytes.TrimSpace(arguments)) > 0 {
		if err := json.Unmarshal(arguments, &given); err != nil || given == nil {
			return v, invalid("arguments", speech.NoObject, speech.PassObject)
		}
	}
	return v, bindStruct(v.Elem(), given, "")
}

// bindStruct reads the members of an object; prefix goes before their names in
// errors.
func bindStruct(v reflect.Value, given map[string]json.RawMessage, prefix string) error {
	var names []string
	for _, f := range fieldsOf(v.Type()) {
		names = append(names, f.name)
		raw, ok := given[f.name]
		delete(given, f.name)
		if !ok || string(raw) == "null" {
			if f.tag.Get("req") == "true" {
				return invalid(prefix+f.name, speech.ArgumentMissing, speech.Give{What: cmp.Or(f.tag.Get("doc"), f.tag.Get("help"), article(typeName(f.typ)))})
			}
			def := f.tag.Get("def")
			if def == "" {
				continue
			}
			raw = literal(f.typ, def)
		}
		if err := bindValue(f, prefix+f.name, raw, v.FieldByIndex(f.index)); err != nil {
			return err
		}
	}
	if unknown := slices.Sorted(maps.Keys(given)); len(unknown) > 0 {
		name := unknown[0]
		hint := speech.Message(speech.ArgumentsAre{Names: names})
		if near := nearest(name, names); near != "" {
			hint = speech.DoYouMean{Near: near, Names: names}
		}
		return invalid(prefix+name, speech.NoSuchArgument, hint)
	}
	return nil
}

// bindValue reads an argument, or a part of one. name says which.
func bindValue(f field, name string, raw json.RawMessage, at reflect.Value) error {
	wrong := func() error {
		return invalid(name, speech.WrongType{Type: typeName(at.Type()), Got: clip(string(raw), 60)}, speech.Give{What: cmp.Or(f.tag.Get("doc"), f.tag.Get("help"), article(typeName(at.Type())))})
	}
	switch t := at.Type(); {
	case t.Kind() == reflect.Struct && at.Addr().Type().Implements(reflect.TypeFor[loose]()) && at.Addr().Interface().(loose).bind(raw):
		return nil
	case t == reflect.TypeFor[json.RawMessage]():
		if !strings.HasPrefix(string(bytes.TrimSpace(raw)), "{") {
			return wrong()
		}
		at.SetBytes(raw)
		f.name = name
		return inRange(f, at)
	case t.Kind() == reflect.Pointer:
		at.Set(reflect.New(t.Elem()))
		return bindValue(f, name, raw, at.Elem())
	case t.Kind() == reflect.Slice && nests(t.Elem()):
		var parts []json.RawMessage
		if json.Unmarshal(raw, &parts) != nil {
			return wrong()
		}
		f.name = name
		if err := inRange(f, reflect.ValueOf(parts)); err != nil {
			return err
		}
		at.Set(reflect.MakeSlice(t, len(parts), len(parts)))
		for i, part := range parts {
			if err := bindValue(field{}, fmt.Sprintf("%s[%d]", name, i), part, at.Index(i)); err != nil {
				return err
			}
		}
	case t.Kind() == reflect.Map:
		var parts map[string]json.RawMessage
		if json.Unmarshal(raw, &parts) != nil || parts == nil {
			return wrong()
		}
		at.Set(reflect.MakeMap(t))
		for _, key := range slices.Sorted(maps.Keys(parts)) {
			if enum := f.tag.Get("keys"); enum != "" && !slices.Contains(strings.Split(enum, ","), key) {
				return invalid(name, speech.NoSuchValue{Value: clip(key, 60)}, speech.UseOneOf{Values: strings.Split(enum, ",")})
			}
			value := reflect.New(t.Elem()).Elem()
			if string(parts[key]) != "null" || !nests(t.Elem()) {
				if err := bindValue(field{}, name+"."+key, parts[key], value); err != nil {
					return err
				}
			}
			at.SetMapIndex(reflect.ValueOf(key).Convert(t.Key()), value)
		}
	case t.Kind() == reflect.Struct:
		var parts map[string]json.RawMessage
		if json.Unmarshal(raw, &parts) != nil || parts == nil {
			return wrong()
		}
		return bindStruct(at, parts, name+".")
	default:
		if json.Unmarshal(raw, at.Addr().Interface()) != nil {
			return wrong()
		}
	}
	f.name = name
	return inRange(f, at)
}

// How long a string and a list of the arguments may be where no tag says so, in bytes
// and elements.
const (
	maxString = "100000"
	maxList   = "10000"
)

// nests says whether values of a type have members.
func nests(t reflect.Type) bool {
	return t.Kind() == reflect.Struct || t.Kind() == reflect.Map || t.Kind() == reflect.Pointer
}

// inRange checks a value against the tags of its field.
func inRange(f field, v reflect.Value) error {
	if enum := f.tag.Get("enum"); enum != "" {
		values := strings.Split(enum, ",")
		var got []string
		if v.Kind() == reflect.Slice {
			got = v.Interface().([]string)
		} else if v.Len() > 0 || f.tag.Get("req") == "true" {
			got = []string{v.String()}
		}
		for _, s := range got {
			if !slices.Contains(values, s) {
				return invalid(f.name, speech.NoSuchValue{Value: clip(s, 60)}, speech.UseOneOf{Values: values})
			}
		}
	}
	var n int64
	length := false
	switch v.Kind() {
	case reflect.Int:
		n = v.Int()
	case reflect.String, reflect.Slice:
		n, length = int64(v.Len()), true
	default:
		return nil
	}
	most := f.tag.Get("max")
	switch {
	case most != "":
	case v.Kind() == reflect.String:
		most = maxString
	case v.Kind() == reflect.Slice:
		most = maxList
		if v.Type().Elem().Kind() == reflect.Uint8 {
			most = maxString
		}
	}
	what := speech.Message(speech.OutOfRange{N: int(n)})
	if length {
		what = speech.LengthOutOfRange{N: int(n)}
	}
	if limit, err := strconv.ParseInt(f.tag.Get("min"), 10, 64); err == nil && n < limit {
		return invalid(f.name, what, speech.AtLeast{N: int(limit)})
	}
	if limit, err := strconv.ParseInt(most, 10, 64); err == nil && n > limit {
		return invalid(f.name, what, speech.AtMost{N: int(limit)})
	}
	return nil
}

func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// clip shortens a text to n bytes at most, at a rune.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n-len("…")], "") + "…"
}

// nearest is the name that is most like name, "" when none is.
func nearest(name string, names []string) string {
	return nearestWithin(context.Background(), name, names)
}

// nearestWithin is nearest of the names that it comes to before ctx is done.
func nearestWithin(ctx context.Context, name string, names []string) string {
	best, least := "", len(name)/2+1
	for i, n := range names {
		if i%64 == 0 && ctx.Err() != nil {
			break
		}
		if max(len(name)-len(n), len(n)-len(name)) >= least || len(name) > maxNear {
			continue
		}
		if d := distance(strings.ToLower(name), strings.ToLower(n), least); d < least {
			best, least = n, d
		}
	}
	return best
}

// maxNear is how many bytes a name has for which a like one is looked for.
const maxNear = 300

// distance is the number of bytes to insert, delete or replace to make b of a; where
// it is not less than most, it need not be the least.
func distance(a, b string, most int) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		if i > 0 && slices.Min(row) >= most {
			return most
		}
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, row[j]+1, before+1)
		}
	}
	return row[len(b)]
}

// counted is a number of things, in words.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
