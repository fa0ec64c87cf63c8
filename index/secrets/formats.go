package secrets

import "bytes"

// class is a set of bytes.
type class [256]bool

func newClass(chars string) *class {
	c := &class{}
	for i := 0; i < len(chars); i++ {
		if i+2 < len(chars) && chars[i+1] == '-' {
			for b := int(chars[i]); b <= int(chars[i+2]); b++ {
				c[b] = true
			}
			i += 2
			continue
		}
		c[chars[i]] = true
	}
	return c
}

var (
	alnum  = newClass("a-zA-Z0-9")
	word   = newClass("a-zA-Z0-9_")
	dashed = newClass("a-zA-Z0-9_-")
	dotted = newClass("a-zA-Z0-9_.-")
	upper  = newClass("A-Z0-9")
	hex    = newClass("a-f0-9")
	digits = newClass("0-9")
	base64 = newClass("a-zA-Z0-9+/=_-")
	inURL  = newClass("a-zA-Z0-9%._~+/=-")
)

// token is a key that begins with letters of its own and goes on with least to most
// characters of a class; 0 for any number. It does not stand within a word.
func token(prefix string, of *class, least, most int) rule {
	return rule{literal: prefix, offset: rarest(prefix), match: func(text []byte, start, end int) (Span, bool) {
		if start > 0 && (word[text[start-1]] && !escaped(text, start) || text[start-1] == '+') {
			return Span{}, false
		}
		to := run(text[:min(len(text), end+maxToken)], end, of)
		if n := to - end; n < least || most > 0 && n > most {
			return Span{}, false
		}
		if placeholder(text[end:to]) {
			return Span{}, false
		}
		return Span{start, run(text, to, of)}, true
	}}
}

// maxToken is how many characters of a key are looked at to tell whether it is one: a
// text full of beginnings must not be read to its end from each of them.
const maxToken = 512

// escaped reports whether the character before start belongs to an escape, such as the
// n of "\n".
func escaped(text []byte, start int) bool {
	return start > 1 && text[start-2] == '\\' || start > 2 && text[start-3] == '%'
}

// run returns the end of the characters of a class from at on.
func run(text []byte, at int, of *class) int {
	for at < len(text) && of[text[at]] {
		at++
	}
	return at
}

// rarest returns where in a literal the two bytes stand that are the rarest in texts,
// as far as that can be told: digits, punctuation and capitals are rarer than letters.
func rarest(literal string) int {
	const common = "etaoinsrlhdcupmfg"
	best, weight := 0, 1<<30
	for i := 0; i+1 < len(literal); i++ {
		w := 0
		for _, c := range []byte(literal[i : i+2]) {
			switch n := bytes.IndexByte([]byte(common), c); {
			case n >= 0:
				w += 40 - n
			case 'a' <= c && c <= 'z':
				w += 12
			case c == ' ':
				w += 50
			case c == '_' || c == '-' || c == '.' || c == '=' || c == '/':
				w += 12
			case c == ':':
				w += 8
			default:
				w += 4
			}
		}
		if w < weight {
			best, weight = i, w
		}
	}
	return best
}

// formats are the keys that are known by their form, as those who issue them document it.
func formats() []rule {
	list := []rule{
		// Clouds.
		token("AKIA", upper, 16, 16), token("ASIA", upper, 16, 16), token("ABIA", upper, 16, 16), token("ACCA", upper, 16, 16),
		token("ABSK", base64, 100, 0), token("AIza", dashed, 35, 0), token("ya29.", dashed, 20, 0), token("GOCSPX-", dashed, 20, 0),
		token("1//0", dashed, 40, 0), token("LTAI", alnum, 16, 24), token("dop_v1_", hex, 60, 0), token("doo_v1_", hex, 60, 0), token("dor_v1_", hex, 60, 0),
		token("dapi", hex, 32, 34), token("pscale_tkn_", dotted, 30, 0), token("pscale_pw_", dotted, 30, 0), token("pscale_oauth_", dotted, 30, 0),
		token("FlyV1 ", base64, 40, 0), token("fo1_", dashed, 40, 0), token("fm2_", base64, 60, 0), token("HRKU-", dashed, 30, 0), token("nfp_", alnum, 30, 0),
		token("sbp_", hex, 40, 0), token("sb_secret_", dashed, 20, 0), token("vcp_", alnum, 20, 0), token("tskey-", dashed, 20, 0), token("pul-", hex, 40, 40),
		token("hvs.", dashed, 20, 0), token("hvb.", dashed, 20, 0), token("hvr.", dashed, 20, 0), token("CFPAT-", dashed, 40, 0), token("v1.0-", hex, 20, 0),
		token("ATATT3", base64, 60, 0), token("ATCTT3", base64, 60, 0), token("ATBB", alnum, 24, 0), token("dt0c01.", dotted, 60, 0), token("AKCp", alnum, 50, 0), token("cmVmdGtu", alnum, 40, 0),
		// Hosts of code, and registries.
		token("ghp_", alnum, 30, 0), token("gho_", alnum, 30, 0), token("ghu_", alnum, 30, 0), token("ghs_", alnum, 30, 0), token("ghr_", alnum, 30, 0),
		token("github_pat_", word, 22, 0), token("glpat-", dotted, 20, 0), token("gldt-", dashed, 20, 0), token("glrt-", dotted, 20, 0), token("glcbt-", dashed, 20, 0),
		token("glptt-", dashed, 20, 0), token("glft-", dashed, 20, 0), token("glsoat-", dashed, 20, 0), token("glagent-", dashed, 40, 0), token("gloas-", dashed, 40, 0),
		token("glimt-", dashed, 20, 0), token("GR1348941", dashed, 20, 0), token("npm_", alnum, 30, 0), token("pypi-", dashed, 50, 0), token("rubygems_", hex, 40, 0),
		token("oy2", newClass("a-z0-9"), 43, 43), token("cio", alnum, 32, 32), token("CLOJARS_", alnum, 40, 0), token("dckr_pat_", dashed, 20, 0), token("dckr_oat_", dashed, 20, 0),
		// Messages and mail.
		token("xoxb-", dashed, 20, 0), token("xoxp-", dashed, 20, 0), token("xoxa-", dashed, 20, 0), token("xoxr-", dashed, 20, 0), token("xoxs-", dashed, 20, 0),
		token("xoxo-", dashed, 20, 0), token("xoxe-", dashed, 20, 0), token("xoxe.", dotted, 20, 0), token("xoxc-", dashed, 20, 0), token("xoxd-", inURL, 20, 0), token("xapp-", dashed, 20, 0),
		token("SG.", dotted, 40, 0), token("SK", hex, 32, 32), token("key-", hex, 32, 32), token("xkeysib-", dashed, 40, 0), token("re_", word, 24, 40),
		token("PMAK-", dashed, 40, 0), token("pubkey-", hex, 32, 32),
		// Money.
		token("sk_live_", alnum, 10, 0), token("sk_test_", alnum, 10, 0), token("rk_live_", alnum, 10, 0), token("rk_test_", alnum, 10, 0), token("whsec_", base64, 20, 0),
		token("sq0atp-", dashed, 20, 0), token("sq0csp-", dashed, 20, 0), token("EAACEdEose0cBA", alnum, 20, 0), token("shpat_", hex, 32, 0), token("shpca_", hex, 32, 0),
		token("shppa_", hex, 32, 0), token("shpss_", hex, 32, 0), token("access_token$production$", alnum, 16, 0), token("FLWSECK", dashed, 20, 0), token("rzp_live_", alnum, 14, 0),
		// Models.
		token("sk-ant-", dashed, 20, 0), token("sk-proj-", dashed, 20, 0), token("sk-svcacct-", dashed, 20, 0), token("sk-admin-", dashed, 20, 0), token("sk-or-v1-", hex, 40, 0),
		token("sk-", alnum, 32, 0), token("hf_", alnum, 30, 0), token("gsk_", alnum, 40, 0), token("xai-", alnum, 40, 0), token("pplx-", alnum, 40, 0), token("r8_", alnum, 30, 0),
		token("nvapi-", dashed, 40, 0), token("fw_", alnum, 24, 24), token("csk-", alnum, 40, 0), token("lsv2_", word, 40, 0), token("AQ.Ab", dashed, 40, 0),
		// Services.
		token("glsa_", word, 30, 0), token("glc_", base64, 30, 0), token("lin_api_", alnum, 30, 0), token("NRAK-", upper, 20, 0), token("NRJS-", hex, 15, 0),
		token("ntn_", alnum, 40, 0), token("secret_", alnum, 43, 43), token("pnu_", alnum, 30, 0), token("sntrys_", base64, 40, 0), token("sntryu_", hex, 40, 0), token("tfp_", dashed, 40, 0),
		token("figd_", dashed, 30, 0), token("rdme_", alnum, 60, 0), token("EZAK", alnum, 50, 0), token("EZTK", alnum, 50, 0), token("shippo_live_", hex, 30, 0), token("p8e-", alnum, 32, 0),
		token("dp.pt.", alnum, 40, 0), token("dp.st.", dotted, 40, 0), token("dp.ct.", alnum, 40, 0), token("phx_", alnum, 40, 0), token("ops_eyJ", base64, 200, 0), token("A3-", newClass("A-Z0-9-"), 30, 0),
		token("duffel_live_", dashed, 40, 0), token("fio-u-", base64, 60, 0), token("ico-", alnum, 32, 32), token("apify_api_", alnum, 30, 0), token("tk-us-", dashed, 40, 0),
		token("AGE-SECRET-KEY-1", upper, 50, 0), token("access-sandbox-", dashed, 30, 0), token("access-production-", dashed, 30, 0), token("pat-na1-", dashed, 30, 0), token("pat-eu1-", dashed, 30, 0),
		token("sgp_", word, 40, 0), token("sl.", dashed, 130, 0), token("BBDC-", base64, 44, 0), token("bkua_", alnum, 40, 0), token("sha256~", dashed, 43, 43),
		// Forms that several have in common.
		{literal: "eyJ", match: webToken},
		{literal: "-----BEGIN ", match: armored},
		{literal: "Private-Lines: ", match: puttyKey},
		{literal: "://", match: urlPassword},
		{literal: ".slack.com/services/", match: after(newClass("A-Za-z0-9/"), 20)},
		{literal: "/api/webhooks/", match: after(newClass("A-Za-z0-9/_-"), 40)},
		{literal: ".webhook.office.com/", match: after(newClass("A-Za-z0-9/@_-"), 60)},
		{literal: ":AA", match: botToken},
		{literal: ".atlasv1.", match: around(alnum, 10, dashed, 40)},
		{literal: "-us", match: around(hex, 32, digits, 1)},
		{literal: "Q~", match: around(dotted, 3, dotted, 30)},
		{literal: "accountkey=", fold: true, match: after(base64, 30)},
		{literal: "sharedaccesskey=", fold: true, match: after(base64, 20)},
		{literal: "sig=", match: after(newClass("A-Za-z0-9%+/="), 30)},
		{literal: "_authtoken=", fold: true, match: after(newClass("A-Za-z0-9+/=_.~-"), 10)},
		{literal: "_auth=", fold: true, match: after(base64, 10)},
		{literal: "_password=", fold: true, match: after(base64, 10)},
		{literal: "bearer ", fold: true, match: after(newClass("A-Za-z0-9+/=_.~-"), 24)},
		{literal: "basic ", fold: true, match: basicAuth},
	}
	for i := range list {
		if list[i].offset == 0 && len(list[i].literal) > 2 {
			list[i].offset = rarest(list[i].literal)
		}
	}
	return list
}

// after returns the value of at least so many characters of a class behind a literal.
func after(of *class, least int) func([]byte, int, int) (Span, bool) {
	return func(text []byte, _, end int) (Span, bool) {
		to := run(text[:min(len(text), end+maxToken)], end, of)
		if to-end < least || placeholder(text[end:to]) || !mixed(text[end:to]) {
			return Span{}, false
		}
		return Span{end, run(text, to, of)}, true
	}
}

// basicAuth is a name and a password in base64.
func basicAuth(text []byte, _, end int) (Span, bool) {
	to := run(text[:min(len(text), end+maxToken)], end, standard64)
	return Span{end, to}, to-end >= 12 && (to-end)%4 == 0 && mixed(text[end:to]) && (text[to-1] == '=' || count(text[end:to], digits) > 0)
}

var standard64 = newClass("a-zA-Z0-9+/=")

// around returns the value with a literal in it.
func around(before *class, least int, behind *class, rest int) func([]byte, int, int) (Span, bool) {
	return func(text []byte, start, end int) (Span, bool) {
		from := start
		for from > 0 && before[text[from-1]] && start-from < 64 {
			from--
		}
		to := run(text[:min(len(text), end+maxToken)], end, behind)
		if start-from < least || to-end < rest || !mixed(text[from:to]) || to < len(text) && word[text[to]] {
			return Span{}, false
		}
		return Span{from, to}, true
	}
}

// webToken is a JSON Web Token: two or more parts in base64, the first two of which
// are objects, or an encrypted one of five.
func webToken(text []byte, start, end int) (Span, bool) {
	if start > 0 && alnum[text[start-1]] && !escaped(text, start) {
		return Span{}, false
	}
	text = text[:min(len(text), end+maxWebToken)]
	to, parts := run(text, end, dashed), 1
	if to-end < 8 {
		return Span{}, false
	}
	for to < len(text) && text[to] == '.' && parts < 5 {
		next := run(text, to+1, dashed)
		if next == to+1 && parts < 2 {
			break
		}
		if parts == 1 && next-to < 8 {
			break
		}
		to = next
		parts++
	}
	return Span{start, to}, parts >= 2
}

// maxWebToken is maxToken of these.
const maxWebToken = 4096

// armored is the body of a block of PEM or PGP that is private.
func armored(text []byte, start, end int) (Span, bool) {
	line := text[end:min(len(text), end+80)]
	stop := bytes.Index(line, []byte("-----"))
	if stop < 0 || !bytes.Contains(line[:stop], []byte("PRIVATE KEY")) {
		return Span{}, false
	}
	from := end + stop + 5
	rest := text[from:min(len(text), from+64<<10)]
	to := 0
	if i := bytes.Index(rest, []byte("-----END ")); i >= 0 {
		to = i
	} else {
		// The end is missing, or is put together elsewhere: as far as there is base64.
		for to < len(rest) && (armor[rest[to]] || rest[to] == '\\' && to+1 < len(rest)) {
			to++
		}
	}
	// What a program writes before it adds the key has no body.
	if n := count(rest[:to], alnum); n < 16 {
		return Span{}, false
	}
	for to > 0 && (rest[to-1] == '\n' || rest[to-1] == '\r') {
		to--
	}
	return Span{from, from + to}, true
}

var armor = newClass("a-zA-Z0-9+/=:,. \n\r\t\\-")

func count(b []byte, of *class) (n int) {
	for _, c := range b {
		if of[c] {
			n++
		}
	}
	return n
}

// puttyKey is the private part of a key of PuTTY's.
func puttyKey(text []byte, _, end int) (Span, bool) {
	to := end
	for to < len(text) && to-end < 64<<10 && (base64[text[to]] || text[to] == '\n' || text[to] == '\r') {
		to++
	}
	return Span{end, to}, to-end > 32
}

// botToken is the key of a bot of Telegram: a number, and 35 characters.
func botToken(text []byte, start, end int) (Span, bool) {
	from := start
	for from > 0 && digits[text[from-1]] && start-from < 12 {
		from--
	}
	to := run(text[:min(len(text), end+maxToken)], end, dashed)
	return Span{from, to}, start-from >= 8 && to-start-1 >= 33 && to-start-1 <= 40
}

// urlPassword is the password in an address, scheme://user:password@host.
func urlPassword(text []byte, start, end int) (Span, bool) {
	if start == 0 || !alnum[text[start-1]] {
		return Span{}, false
	}
	colon := -1
	for i := end; i < len(text) && i < end+512; i++ {
		switch c := text[i]; {
		case c == ':' && colon < 0:
			colon = i
		case c == '@' && colon >= 0:
			if at := bytes.LastIndexByte(text[i:lineEnd(text, i)], '@'); at > 0 && !bytes.ContainsAny(text[i:i+at], "/ \t\"'`<>?#,;)") {
				i += at // a password with one in it
			}
			value := text[colon+1 : i]
			if len(bytes.Trim(value, "*x")) == 0 || template(value) || genericWord(value) {
				return Span{}, false
			}
			return Span{colon + 1, i}, true
		case c <= ' ', c == '"', c == '\'', c == '`', c == '/', c == '<', c == '>', c == '\\', c == '@':
			return Span{}, false
		case colon < 0 && (c == '?' || c == '#' || c == '(' || c == '{' && i > end && text[i-1] != '$'):
			return Span{}, false
		}
	}
	return Span{}, false
}

func lineEnd(text []byte, at int) int {
	if n := bytes.IndexByte(text[at:min(len(text), at+256)], '\n'); n >= 0 {
		return at + n
	}
	return min(len(text), at+256)
}
