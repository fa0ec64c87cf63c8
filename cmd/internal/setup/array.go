package setup

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"codeintel/cmd/internal/early"

	"github.com/tailscale/hujson"
)

// array is the array at the end of a path of keys, nil when there is none; then
// missing are the keys that are missing on the way, after value.
func (d *document) array(path []string) (array, value *hujson.Value, missing []string, lines bool, err error) {
	last := len(path) - 1
	value, missing, lines, err = d.container(path[:last])
	if err != nil || len(missing) > 0 {
		return nil, value, append(slices.Clone(missing), path[last]), lines, err
	}
	o := value.Value.(*hujson.Object)
	i := find(o, path[last])
	if i < 0 {
		return nil, value, path[last:], lines, nil
	}
	array = &o.Members[i].Value
	if _, ok := array.Value.(*hujson.Array); !ok {
		return nil, nil, nil, false, d.errorAt(array.StartOffset, "%s is not an array, […]", quote(path[last]))
	}
	if list, extra := itemsOf(array.Value); len(list) > 0 {
		lines = list[len(list)-1].ownLine()
	} else if bytes.IndexByte(extra, '\n') >= 0 {
		lines = true
	}
	return array, nil, nil, lines, nil
}

// standard is a value as encoding/json reads it.
func standard(v *hujson.Value) any {
	std := v.Clone()
	std.Standardize()
	var got any
	if json.Unmarshal(std.Pack(), &got) != nil {
		return nil
	}
	return got
}

// elements are those of the array at a path, nil when there is none, or something
// else in its place.
func elements(data []byte, path []string) ([]any, error) {
	d, err := parse(bytes.TrimPrefix(data, []byte(bom)))
	if err != nil {
		return nil, err
	}
	array, _, _, _, err := d.array(path)
	if err != nil || array == nil {
		return nil, nil
	}
	var out []any
	list, _ := itemsOf(array.Value)
	for _, i := range list {
		out = append(out, standard(i.value))
	}
	return out, nil
}

// appendElement is the text with an element behind the others of the array at a
// path; made are the keys of the path that were missing. Whatever else there is
// stays, byte for byte.
func appendElement(data []byte, path []string, n node) (after []byte, made []string, err error) {
	text, marked := bytes.CutPrefix(data, []byte(bom))
	d, err := parse(text)
	if err != nil {
		return nil, nil, err
	}
	array, value, made, lines, err := d.array(path)
	if err != nil {
		return nil, nil, err
	}
	if array == nil {
		array, n = value, node{elements: []node{n}}
		for i := len(made) - 1; i >= 0; i-- {
			if n.name = made[i]; i > 0 {
				n = node{members: []node{n}}
			}
		}
	}
	after, _ = apply(text, d.insert(array, n, lines)) // they were made for this text
	if marked {
		after = append([]byte(bom), after...)
	}
	return after, made, nil
}

// takeElement is the text without element i of the array at a path, which has it.
func takeElement(data []byte, path []string, i int) ([]byte, error) {
	text, marked := bytes.CutPrefix(data, []byte(bom))
	d, err := parse(text)
	if err != nil {
		return nil, err
	}
	array, _, _, _, err := d.array(path)
	if err != nil {
		return nil, err
	}
	after, _ := apply(text, d.remove(array.Value, i))
	if marked {
		after = append([]byte(bom), after...)
	}
	return after, nil
}

// isEmptyArray says whether the array at a path has no elements and no comments;
// one that is not there is not empty.
func isEmptyArray(data []byte, path []string) bool {
	d, err := parse(bytes.TrimPrefix(data, []byte(bom)))
	if err != nil {
		return false
	}
	array, _, _, _, err := d.array(path)
	if err != nil || array == nil {
		return false
	}
	list, extra := itemsOf(array.Value)
	return len(list) == 0 && len(bytes.TrimSpace(extra)) == 0
}

// difference is the edit that makes b of a.
func difference(a, b []byte) edit {
	head, tail := same(a, b)
	return edit{Offset: head, Old: string(a[head : len(a)-tail]), New: string(b[head : len(b)-tail])}
}

// hook is what Claude Code starts at an event.
type hook struct {
	event, matcher string
	arg            string // of ci hook
	timeout        int    // in seconds
	block          bool   // a failure blocks
}

// hooks are ours, as the plugin in editors/claude-code has them.
var hooks = []hook{
	{"PreToolUse", "*", "pre", 10, true},
	{"PostToolUse", "*", "post", 30, true},
	{"PostToolUseFailure", "*", "post", 30, true},
	{"Stop", "", "post", 30, false},
	{"SubagentStop", "", "post", 30, false},
	{"SessionEnd", "", "post", 10, false},
}

func (h hook) path() []string { return []string{"hooks", h.event} }

// value returns the hook as it is written; always: with the flag that holds up any agent.
func (h hook) value(command string, always bool) node {
	args := []string{"hook", h.arg}
	if always {
		args = append(args, early.Always)
	}
	run := []node{
		{name: "type", literal: quote("command")},
		{name: "command", literal: quote(command)},
		{name: "args", literal: list(args)},
		{name: "timeout", literal: string(mustMarshal(h.timeout))},
	}
	if h.block {
		run = append(run, node{name: "onFailure", literal: quote("block")})
	}
	n := node{}
	if h.matcher != "" {
		n.members = append(n.members, node{name: "matcher", literal: quote(h.matcher)})
	}
	n.members = append(n.members, node{name: "hooks", elements: []node{{members: run}}})
	return n
}

func mustMarshal(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // of values that always can be
	}
	return data
}

// in reports whether an element of the event starts the hook with the command, with the
// flag or without it; exactly: and is nothing but that.
func (h hook) in(element any, command string) (same, exactly bool) {
	for _, always := range []bool{false, true} {
		if h.written(element, command, always) {
			return true, true
		}
	}
	group, _ := element.(map[string]any)
	list, _ := group["hooks"].([]any)
	for _, x := range list {
		if run, _ := x.(map[string]any); run != nil && run["command"] == command && (reflect.DeepEqual(run["args"], []any{"hook", h.arg}) || reflect.DeepEqual(run["args"], []any{"hook", h.arg, early.Always})) {
			return true, false
		}
	}
	return false, false
}

// written reports whether an element of the event is the hook as it is written.
func (h hook) written(element any, command string, always bool) bool {
	var want any
	s := style{newline: "\n", colon: ":", comma: ","}
	if err := json.Unmarshal([]byte(s.write(h.value(command, always), "")), &want); err != nil {
		panic(err) // it was written here
	}
	return reflect.DeepEqual(element, want)
}

// key is a path as a record has it.
func key(path []string) string { return strings.Join(path, "/") }
