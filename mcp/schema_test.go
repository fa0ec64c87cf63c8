package mcp

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
)

// outputSchema is the whole JSON schema of what a tool answers: its own parts, or an
// error.
func outputSchema(t reflect.Type) object {
	props, required := object{}, []string{}
	for _, f := range fieldsOf(t) {
		props = append(props, member{f.name, shape(f.typ, nil)})
		if !f.omitted {
			required = append(required, f.name)
		}
	}
	for _, f := range fieldsOf(reflect.TypeFor[toolError]()) {
		if !slices.ContainsFunc(props, func(m member) bool { return m.key == f.name }) {
			props = append(props, member{f.name, shape(f.typ, nil)})
		}
	}
	return object{
		{"type", "object"}, {"properties", props},
		{"anyOf", []object{{{"required", required}}, {{"required", []string{"code", "message"}}}}},
		{"additionalProperties", false},
	}
}

// shape is the JSON schema of a part of an answer. within are the structs that it is a part of: what repeats
// itself is any object.
func shape(t reflect.Type, within []reflect.Type) object {
	switch {
	case t.Kind() == reflect.Pointer:
		s := shape(t.Elem(), within)
		if name, ok := s[0].value.(string); ok {
			s[0].value = []string{name, "null"}
		}
		return s
	case t == reflect.TypeFor[json.RawMessage](), t.Kind() == reflect.Interface:
		return object{{"type", []string{"object", "array", "string", "number", "boolean", "null"}}}
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()): // a time
		return object{{"type", "string"}}
	}
	if t.Implements(reflect.TypeFor[elements]()) {
		e := reflect.Zero(t).Interface().(elements).element()
		return object{{"type", "array"}, {"items", shape(e, within)}}
	}
	switch t.Kind() {
	case reflect.Slice:
		return object{{"type", "array"}, {"items", shape(t.Elem(), within)}}
	case reflect.Struct:
		if slices.Contains(within, t) {
			break
		}
		within = append(slices.Clone(within), t)
		props, required := object{}, []string{}
		for _, f := range fieldsOf(t) {
			props = append(props, member{f.name, shape(f.typ, within)})
			if !f.omitted {
				required = append(required, f.name)
			}
		}
		return object{{"type", "object"}, {"properties", props}, {"required", required}, {"additionalProperties", false}}
	}
	return object{{"type", typeName(t)}}
}
