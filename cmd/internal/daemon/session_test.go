package daemon

import (
	"fmt"
	"strings"
	"testing"
)

// diary is a session of a protocol in which cancelled requests are answered.
type diary struct {
	said  []string
	stamp uint64
}

func (d *diary) Said(method string, _ []byte) {
	d.said = append(d.said, method)
	if method == "edit" {
		d.stamp++
	}
}
func (d *diary) Heard(string, []byte) {}
func (d *diary) Resume() [][]byte {
	return [][]byte{fmt.Appendf(nil, `{"method":"resume","params":"%d"}`, d.stamp)}
}
func (d *diary) Lost() [][]byte        { return [][]byte{[]byte(`{"method":"lost"}`)} }
func (d *diary) Told(text []byte) bool { return strings.Contains(string(text), `"told"`) }
func (d *diary) Stamp() uint64         { return d.stamp }
func (d *diary) Words() Words {
	return Words{Initialized: "initialized", Cancelled: "$/cancelRequest", Member: "id", Code: -32800, End: "exit"}
}

// TestForwardEditor: what is sent is said again and what is not comes after it, once;
// requests that were cancelled, half answered, or about places that are others, have
// errors; and the client's word ends it.
func TestForwardEditor(t *testing.T) {
	t.Parallel()
	d := &diary{}
	f := newForwarded(t, func(f *Forwarder) { f.Session = d })
	p := f.process()
	f.says(initialize)
	p.gets(initialize)
	p.says(welcomed)
	f.gets(welcomed)
	const edit = `{"method":"edit"}`
	asked := func(id int, params string) string {
		return fmt.Sprintf(`{"id":%d,"method":"m","params":{%s}}`, id, params)
	}
	cancel := func(id int) string {
		return fmt.Sprintf(`{"method":"$/cancelRequest","params":{"id":%d}}`, id)
	}
	refused := func(id, code int, text string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"error":{"code":%d,"message":%q}}`, id, code, text)
	}
	first := []string{asked(1, `"position":{}`), asked(2, ``), asked(3, ``), asked(4, `"part":"told"`), edit, asked(5, `"range":{}`)}
	f.says(first...)
	p.gets(first...)
	f.says(cancel(3), cancel(77), cancel(2))
	p.gets(cancel(3), cancel(2))
	p.says(`{"id":9,"method":"ask"}`, `{"jsonrpc":"2.0","id":3,"result":"all the same"}`)
	f.gets(`{"id":"ci1:9","method":"ask"}`, `{"jsonrpc":"2.0","id":3,"result":"all the same"}`)
	p.conn.Close()
	const changed = "what it is about was changed while the shared process was replaced; ask again"
	f.gets(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"ci1:9"}}`, `{"method":"lost"}`, refused(1, -32801, changed), refused(2, -32800, "the request was cancelled"),
		refused(4, -32603, "the shared process has ended in the middle of the answer; ask again"))
	f.says(edit, asked(6, ``), cancel(6), asked(7, `"item":{}`))
	f.gets(refused(6, -32800, "the request was cancelled"))
	p = f.process()
	p.gets(initialize)
	p.says(welcomed)
	p.gets(`{"method":"resume","params":"1"}`, asked(5, `"range":{}`), edit, asked(7, `"item":{}`))
	p.says(`{"jsonrpc":"2.0","id":5,"result":0}`, `{"jsonrpc":"2.0","id":7,"result":0}`)
	f.gets(`{"jsonrpc":"2.0","id":5,"result":0}`, `{"jsonrpc":"2.0","id":7,"result":0}`)
	f.says(`{"method":"exit"}`)
	f.ends()
	if got := strings.Join(d.said, " "); got != "initialize m m m m edit m $/cancelRequest $/cancelRequest edit m exit" {
		t.Error(got)
	}
}
