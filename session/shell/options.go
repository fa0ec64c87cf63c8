package shell

import "strings"

// options are the arguments of a command, taken apart.
type options struct {
	flags map[string][]value // by name with its dashes; "" for those without a value
	rest  []value            // the others, in order
	vague bool               // one of them may be an option: it is not known what it begins with
}

func (o options) has(names ...string) bool {
	for _, n := range names {
		if _, ok := o.flags[n]; ok {
			return true
		}
	}
	return false
}

// all are the values of options, by any of their names.
func (o options) all(names ...string) []value {
	var out []value
	for _, n := range names {
		out = append(out, o.flags[n]...)
	}
	return out
}

// option is what an option is like: ' ' alone, '=' with a value, '?' with one that
// is attached or missing.
type option struct {
	takes  byte
	writes bool // the value is a file that is written
	runs   bool // it makes the effect unknown
}

// spec is the options of a command that matter: words of a name and marks. =
// takes a value, ? may have one attached, > takes a file that is written, !
// makes the effect unknown. What is not named is taken as an option without a
// value.
type spec map[string]option

func parseSpec(s string) spec {
	out := spec{}
	for w := range strings.FieldsSeq(s) {
		name := strings.TrimRight(w, "=?>!")
		f := option{takes: ' '}
		for _, c := range w[len(name):] {
			switch c {
			case '=', '?':
				f.takes = byte(c)
			case '>':
				f.takes, f.writes = '=', true
			case '!':
				f.runs = true
			}
		}
		out[name] = f
	}
	return out
}

// risky says whether any of the options writes or runs something.
func (s spec) risky() bool {
	for _, f := range s {
		if f.writes || f.runs {
			return true
		}
	}
	return false
}

// long finds a long option, also when it is shortened as getopt_long allows.
func (s spec) long(name string) (string, option) {
	if f, ok := s[name]; ok {
		return name, f
	}
	if len(name) > 3 {
		found := ""
		for n := range s {
			if strings.HasPrefix(n, name) && (found == "" || n < found) {
				found = n
			}
		}
		if found != "" {
			return found, s[found]
		}
	}
	return name, option{takes: ' '}
}

// parse takes arguments apart. stop ends the options at the first argument that
// is none, as commands do that run another one.
func (s spec) parse(args []value, stop bool) options {
	o := options{flags: map[string][]value{}}
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a.is("--") {
			o.rest = append(o.rest, args[i+1:]...)
			break
		}
		if a.form == open && (a.text == "" || a.text == "-") {
			o.vague = true
		}
		if len(a.text) < 2 || a.text[0] != '-' || a.form == below || a.form == repo {
			if o.rest = append(o.rest, a); stop {
				o.rest = append(o.rest, args[i+1:]...)
				break
			}
			continue
		}
		next := func() value {
			if i++; i < len(args) {
				return args[i]
			}
			return lit("")
		}
		if strings.HasPrefix(a.text, "--") {
			name, val, eq := strings.Cut(a.text, "=")
			name, f := s.long(name)
			v := lit("")
			switch {
			case eq:
				v = value{val, a.form}
			case a.form != exact:
				o.vague = true
			case f.takes == '=':
				v = next()
			}
			o.flags[name] = append(o.flags[name], v)
			continue
		}
		for j := 1; j < len(a.text); j++ {
			name := "-" + a.text[j:j+1]
			f, ok := s[name]
			v, last := lit(""), false
			if ok && f.takes != ' ' {
				v, last = value{a.text[j+1:], a.form}, true
				if f.takes == '=' && v.is("") {
					v = next()
				}
			} else if j == len(a.text)-1 && a.form != exact {
				o.vague = true
			}
			o.flags[name] = append(o.flags[name], v)
			if last {
				break
			}
		}
	}
	return o
}
