package catalogue

import "strings"

// folders are those that hold texts of each language.
var folders = map[string]bool{
	"lang": true, "langs": true, "language": true, "languages": true, "locale": true, "locales": true,
	"i18n": true, "l10n": true, "translations": true, "messages": true,
}

// codes are the languages of ISO 639-1, and of those with three letters the ones that
// catalogues are often written in.
var codes = func() map[string]bool {
	out := map[string]bool{}
	for c := range strings.FieldsSeq(`
aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es
et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja jv ka kg
ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng nl nn
no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta
te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
ast bal ceb ckb dsb fil fur gsw haw hsb kab kmr kok lzh mai nds pap sah sco szl tzm vec yue`) {
		out[c] = true
	}
	return out
}()

// IsLocale says whether s is the name of a language, of its script and its region:
// en, pt_BR, zh-Hans, sr_Latn_RS, es-419.
func IsLocale(s string) bool {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '-' || r == '_' })
	if len(parts) == 0 || len(parts) > 3 || len(s) != len(strings.Join(parts, "-")) || !codes[strings.ToLower(parts[0])] {
		return false
	}
	for i, p := range parts[1:] {
		digits := strings.Trim(p, "0123456789") == ""
		if !(len(p) == 2 && !digits || len(p) == 3 && digits || len(p) == 4 && !digits && i == 0) {
			return false
		}
	}
	return true
}

// Locale is where the path of a catalogue says its language; false for other files.
func Locale(path string) (start, end int, ok bool) {
	stem, isJSON := strings.CutSuffix(path, ".json")
	if !isJSON {
		return 0, 0, false
	}
	dirs, name := "", stem
	if i := strings.LastIndexByte(stem, '/'); i >= 0 {
		dirs, name = stem[:i], stem[i+1:]
	}
	if IsLocale(name) && (holds(dirs, 0) || holds(dirs, 1) || holds(dirs, 2) && strings.HasSuffix(parent(dirs), "/vendor")) {
		return len(stem) - len(name), len(stem), true
	}
	if dir := last(dirs); IsLocale(dir) && holds(dirs, 1) {
		return len(dirs) - len(dir), len(dirs), true
	}
	return 0, 0, false
}

// Texts is where the path of a file below a folder that holds texts of each language says
// the one of its own: the last part of its name, or the last folder, that is one
// (config/locales/devise.ja.yml, translations/ja/shop.yaml). within is false for files
// that lie in no such folder.
func Texts(path string) (start, end int, within bool) {
	from := -1
	for i, c := range []byte(path) {
		if c == '/' {
			if from < 0 && folders[strings.ToLower(last(path[:i]))] {
				from = i + 1
			}
		}
	}
	if from < 0 {
		return 0, 0, false
	}
	start, end, _ = partLocale(path, from)
	return start, end, true
}

// partLocale is the last part of a path from a place on that is a language: of the name,
// without what is behind its last dot, or a folder.
func partLocale(path string, from int) (start, end int, ok bool) {
	for end = max(strings.LastIndexByte(path, '.'), from); end > from; end = start - 1 {
		if start = strings.LastIndexAny(path[from:end], "/.") + 1 + from; IsLocale(path[start:end]) {
			return start, end, true
		}
	}
	return 0, 0, false
}

// holds says whether the folder so many levels above dir holds texts of each language.
func holds(dir string, up int) bool {
	for range up {
		dir = parent(dir)
	}
	return folders[strings.ToLower(last(dir))]
}

// parent is the folder of a folder.
func parent(dir string) string {
	return dir[:max(strings.LastIndexByte(dir, '/'), 0)]
}

// last is the name of a folder.
func last(dir string) string { return dir[strings.LastIndexByte(dir, '/')+1:] }
