package speech

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Language is one that sessions speak.
type Language string

// Languages. The zero value speaks English.
const (
	English  Language = "en"
	Japanese Language = "ja"
)

// Languages returns all of them.
func Languages() []Language { return []Language{English, Japanese} }

// Message is something to be said. The messages are those of this package.
type Message interface{ text() Text }

// Text is a sentence, or a part of one, in both languages. As a message it has no
// arguments.
type Text struct{ EN, JA string }

func (t Text) text() Text { return t }

// in returns the text in a language.
func (t Text) in(l Language) string {
	if l == Japanese {
		return t.JA
	}
	return t.EN
}

// Say returns a message in the language.
func (l Language) Say(m Message) string {
	text := m.text().in(l)
	v := reflect.ValueOf(m)
	if _, plain := m.(Text); plain || v.Kind() != reflect.Struct {
		return text
	}
	var b strings.Builder
	for {
		before, name, form, rest, ok := placeholder(text)
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		b.WriteString(l.value(v.FieldByName(name), form))
		text = rest
	}
}

// placeholder finds the first placeholder in a text: a name that begins with a capital,
// in braces, and what follows its colon. Other braces are text.
func placeholder(text string) (before, name, form, rest string, ok bool) {
	for from := 0; ; {
		i := strings.IndexByte(text[from:], '{')
		if i < 0 {
			return text, "", "", "", false
		}
		i += from
		end := strings.IndexByte(text[i:], '}')
		if end < 0 {
			return text, "", "", "", false
		}
		name, form, _ = strings.Cut(text[i+1:i+end], ":")
		if isField(name) {
			return text[:i], name, form, text[i+end+1:], true
		}
		from = i + 1
	}
}

// isField reports whether a name is that of an exported field.
func isField(name string) bool {
	for i := range len(name) {
		c := name[i]
		if upper, lower := 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z'; !upper && (!lower || i == 0) {
			return false
		}
	}
	return name != ""
}

// value returns a field as it is said.
func (l Language) value(v reflect.Value, form string) string {
	if m, ok := v.Interface().(Message); ok {
		return l.Say(m)
	}
	switch {
	case v.Kind() == reflect.Slice:
		items := make([]string, v.Len())
		for i := range items {
			items[i] = l.value(v.Index(i), "")
		}
		return l.join(items, form)
	case v.CanInt() && strings.Contains(form, "|"):
		one, many, _ := strings.Cut(form, "|")
		if v.Int() == 1 {
			many = one
		}
		return strconv.FormatInt(v.Int(), 10) + " " + many
	case v.CanFloat():
		return fmt.Sprintf("%"+form, v.Float())
	case form == "q":
		return l.quote(v.String())
	case v.Kind() == reflect.String:
		return v.String()
	}
	return fmt.Sprint(v)
}

// join returns the items of a list as a sentence has them.
func (l Language) join(items []string, form string) string {
	comma := Text{", ", "、"}
	if form == ";" {
		comma.EN = "; "
	}
	last := comma
	if form == "or" {
		last = Text{" or ", " または "}
	}
	if n := len(items) - 1; n > 0 {
		return strings.Join(items[:n], comma.in(l)) + last.in(l) + items[n]
	}
	return strings.Join(items, "")
}

// quote returns a text in quotation marks, without what a terminal would act upon.
func (l Language) quote(s string) string {
	q := strconv.Quote(s)
	if l != Japanese {
		return q
	}
	return "「" + strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`) + "」"
}

// First returns the first sentence of a text in either language, without the mark that
// ends it where another follows.
func First(text string) string {
	first, _, _ := strings.Cut(text, ". ")
	if before, after, ok := strings.Cut(first, "。"); ok && after != "" {
		return before
	}
	return first
}
