package secrets

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

// random characters, that no scanner of this file takes for a key by themselves.
const (
	letters = "q7Rk2Vx9LmZ4tYb8WcN3pHs6JdF1gKeTvA5uXyMzQw0oBnCjEiUrSaDlPhGf"
	hexes   = "9f8e7d6c5b4a39281706f5e4d3c2b1a0918273645546372819a0b1c2d3e4f5061728394a5b6c7d8e"
	capital = "Q7RK2VX9LMZ4TYB8WCN3PHS6JDF1GKETVA5UXYMZQW0OBNCJEIURSADLPHGFQ7RK2VX9"
	numbers = "48151623428151642"
)

var long = strings.Repeat(letters, 6)

// masked are texts with a value, between ‹ and ›, that must not be shown. What is not
// between them must be.
func maskedTexts() []string {
	a, h, c := func(n int) string { return long[:n] }, func(n int) string { return hexes[:n] }, func(n int) string { return capital[:n] }
	return []string{
		`aws_access_key_id = ‹AKIA` + c(16) + `›`, `x("‹ASIA` + c(16) + `›")`, `"‹AIza` + a(35) + `›"`, `‹ya29.` + a(60) + `›`, `‹GOCSPX-` + a(28) + `›`, `‹LTAI` + a(20) + `›`,
		`‹dop_v1_` + h(64) + `›`, `‹dapi` + h(32) + `›`, `‹pscale_tkn_` + a(43) + `›`, `‹HRKU-` + a(36) + `›`, `‹tskey-auth-` + a(30) + `›`, `‹hvs.` + a(40) + `›`, `‹hvb.` + a(60) + `›`,
		`"‹ghp_` + a(36) + `›"`, `‹gho_` + a(36) + `›`, `‹ghu_` + a(36) + `›`, `‹ghs_` + a(36) + `›`, `‹ghr_` + a(40) + `›`, `‹github_pat_` + a(22) + "_" + a(59) + `›`,
		`‹glpat-` + a(20) + `›`, `‹gldt-` + a(20) + `›`, `‹glrt-` + a(20) + `›`, `‹glptt-` + h(40) + `›`, `‹npm_` + a(36) + `›`, `‹pypi-AgEIcHlwaS5vcmc` + a(60) + `›`, `‹rubygems_` + h(48) + `›`,
		`‹CLOJARS_` + a(60) + `›`, `‹dckr_pat_` + a(27) + `›`, `‹cio` + a(32) + `›`,
		`‹xoxb-` + numbers[:12] + "-" + a(24) + `›`, `‹xoxp-` + numbers[:12] + "-" + h(32) + `›`, `‹xapp-1-` + c(10) + "-" + h(40) + `›`, `https://hooks.slack.com/services/‹T` + c(8) + "/B" + c(8) + "/" + a(24) + `›`,
		`https://discord.com/api/webhooks/‹` + numbers + "/" + a(60) + `›`, `‹` + numbers[:10] + ":AA" + a(33) + `›`, `‹SG.` + a(22) + "." + a(43) + `›`, `‹SK` + h(32) + `›`, `‹key-` + h(32) + `›`, `‹` + h(32) + `-us12›`, `‹xkeysib-` + h(64) + "-" + a(16) + `›`,
		`‹sk_live_` + a(24) + `›`, `‹rk_live_` + a(24) + `›`, `‹sk_test_` + a(24) + `›`, `‹whsec_` + a(32) + `›`, `‹sq0atp-` + a(22) + `›`, `‹sq0csp-` + a(43) + `›`, `‹shpat_` + h(32) + `›`, `‹shpss_` + h(32) + `›`, `‹rzp_live_` + a(14) + `›`,
		`‹sk-ant-api03-` + a(60) + `›`, `‹sk-proj-` + a(50) + `›`, `‹sk-` + a(48) + `›`, `‹sk-or-v1-` + h(64) + `›`, `‹hf_` + a(34) + `›`, `‹gsk_` + a(52) + `›`, `‹xai-` + a(60) + `›`, `‹pplx-` + a(48) + `›`, `‹r8_` + a(37) + `›`, `‹nvapi-` + a(60) + `›`,
		`‹glsa_` + a(32) + "_" + h(8) + `›`, `‹lin_api_` + a(40) + `›`, `‹NRAK-` + c(27) + `›`, `‹ntn_` + a(46) + `›`, `‹sntrys_` + a(50) + `›`, `‹figd_` + a(40) + `›`, `‹PMAK-` + h(24) + "-" + h(34) + `›`, `‹AGE-SECRET-KEY-1` + c(58) + `›`, `‹` + a(14) + ".atlasv1." + a(60) + `›`, `‹` + a(3) + "8Q~" + a(34) + `›`,
		`Authorization: Bearer ‹` + a(40) + `›`, `"Authorization": "Basic ‹` + a(19) + `=›"`, `jwt := "‹eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.` + a(43) + `›"`,
		"-----BEGIN RSA PRIVATE KEY-----‹\n" + a(64) + "\n" + a(40) + "›\n-----END RSA PRIVATE KEY-----\n", "-----BEGIN OPENSSH PRIVATE KEY-----‹\n" + a(64) + "›\n-----END OPENSSH PRIVATE KEY-----\n",
		`"private_key_id": "‹` + h(40) + `›"`, `{"private_key": "-----BEGIN PRIVATE KEY-----‹\n` + a(64) + `\n` + a(30) + `\n›-----END PRIVATE KEY-----\n"}`, "-----BEGIN PGP PRIVATE KEY BLOCK-----‹\n\n" + a(64) + "›\n-----END PGP PRIVATE KEY BLOCK-----",
		`DefaultEndpointsProtocol=https;AccountName=x;AccountKey=‹` + a(86) + `==›;EndpointSuffix=core.windows.net`, `Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey=‹` + a(43) + `=›`, `?sv=2020&sig=‹` + a(43) + `%3D›&se=1`,
		`postgres://admin:‹hunter2›@db:5432/app`, `"mysql://root:‹s3cr3t›@localhost/x"`, `mongodb+srv://u:‹p@ss›@c.mongodb.net`, `redis://:‹abc123›@cache:6379`, `https://x:‹` + a(20) + `›@github.com/a/b.git`, `amqp://guest:‹guest›@mq`,
		`//npm.example.org/:_authToken=‹` + a(36) + `›`, `password = "‹S3cr3tPassw0rd›"`, `db_password: ‹hunter2hunter2x9›`, `"password": "‹Tr0ub4dor&3›"`, `PASSWORD='‹p@ssw0rd!›'`, `$password = "‹corr3ct!Horse›";`, `passwd := "‹aB3dE5fG7h›"`,
		`api_key = "‹` + a(32) + `›"`, `apiKey: '‹` + a(24) + `›',`, `"api-key": "‹` + h(32) + `›"`, `API_KEY=‹` + h(40) + `›`, `client_secret = "‹` + a(40) + `›"`, `SECRET_KEY = '‹` + a(50) + `›'`, `secretKey := "‹` + h(64) + `›"`,
		`aws_secret_access_key = ‹` + a(20) + "/" + a(19) + `›`, `token: "‹` + a(40) + `›"`, `define('AUTH_SALT', '‹` + a(30) + `›');`, `define("DB_PASSWORD", "‹x7!kQ92#m›");`, `private const string ApiKey = "‹` + h(32) + `›";`, `let token: string = "‹` + a(32) + `›";`, `var authToken string = "‹` + a(32) + `›"`,
		`<password>‹x7kQ92m!›</password>`, `<add key="ApiKey" value="‹` + a(32) + `›" />`, `'secret' => '‹` + a(32) + `›',`, `encryption_key => "‹` + h(32) + `›"`, `const secret = Buffer.from("‹` + h(64) + `›")`, `export SESSION_SECRET=‹` + h(32) + `›`, `APP_KEY=‹base64:` + a(43) + `=›`,
		`os.environ["API_TOKEN"] = "‹` + a(32) + `›"`, `"{\"token\":\"‹` + a(32) + `›\"}"`, `setPassword("‹x7kQ92m!z›")`,
	}
}

// open are texts without a value that must not be shown.
var open = []string{
	`password := os.Getenv("DB_PASSWORD")`, `password = input("password: ")`, `token := p.next()`, `if token == "identifier" {`, `const tokenName = "access_token"`, `secretName: "database-credentials"`,
	`postgres://user:password@localhost/db`, `https://example.com:8080/a@b`, `http://localhost:3000/@scope/x`, `git@github.com:a/b.git`, `postgres://${USER}:${PASSWORD}@host/db`, `mysql://%s:%s@%s/db`, `https://u:<password>@h`, `redis://{user}:{password}@h`,
	`"password" => "required|string|min:8"`, `password: string;`, `apiKey?: string`, `API_KEY: ${{ secrets.API_KEY }}`, `password: "{{ vault_password }}"`, `api_key = "your_api_key_here_1234"`, `token = "xxxxxxxxxxxxxxxxxxxxxxxx"`, `password = "********"`,
	`-----BEGIN CERTIFICATE-----` + "\nMIIB\n-----END CERTIFICATE-----", `-----BEGIN PUBLIC KEY-----`, `"-----BEGIN RSA PRIVATE KEY-----\n" + body`, `AKIA is how keys begin`, `ghp_short`, `sk-button-primary`, `sk-learn`, `npm_config_registry`, `npm_lifecycle_event`, `xoxb-`,
	`eyJ is base64 of {"`, `hf_hub_download`, `glpat-`, `SG.`, `key-value`, `re_compile`, `func secretKey(a, b string) string {`, `token.Position{Line: 1}`, `tokens := []string{"a", "b"}`, `passwordResetURL = "https://example.com/reset/v2/password"`,
	`integrity sha512-` + letters + `==`, `"sha256": "` + hexes[:64] + `"`, `commit ` + hexes[:40], `uuid = "123e4567-e89b-12d3-a456-426614174000"`, `PasswordHasher = "PBKDF2WithHmacSHA256"`, `secretPath = "secret/data/app1/config2"`, `tokenType: "oauth2_access_token"`,
	`password_field = "user_password1"`, `const PASSWORD_REGEX = "^[a-zA-Z0-9!@#$]{8,}$"`, `token_url = "https://auth0.example.com/oauth/token1"`, `_token: csrf`, `<input type="password" name="password1">`, `credential: "application/vnd.x9+json"`,
	`Vector Basic Bit-manipulation`, `Bearer token`, `bearer authentication`, `authorization: "required"`, `x := map[string]int{"token": 12345678}`, `secretsmanager.GetSecretValue(v1Client)`, `#define PWD_MAX 1024`, `privateKey: generateKey(2048)`,
}

func TestMask(t *testing.T) {
	texts := maskedTexts()
	if len(texts) < 100 || len(open) < 50 {
		t.Errorf("there are only %d texts with values, and %d without", len(texts), len(open))
	}
	for _, marked := range texts {
		var text, want strings.Builder
		in := false
		for _, r := range marked {
			switch {
			case r == '‹', r == '›':
				in = r == '‹'
				continue
			case in && r != '\n':
				want.WriteByte('*')
			default:
				want.WriteRune(r)
			}
			text.WriteRune(r)
		}
		if got := string(Mask([]byte(text.String()))); got != want.String() {
			t.Errorf("%q\nis masked as %q,\nnot as       %q", text.String(), got, want.String())
		}
	}
	for _, text := range open {
		if got := string(Mask([]byte(text))); got != text {
			t.Errorf("%q is masked as %q", text, got)
		}
	}
	text := []byte("nothing to see")
	if got := Mask(text); &got[0] != &text[0] {
		t.Error("a text without a secret was copied")
	}
}

// checkCovered fails when a masked text has other positions than the text.
func checkCovered(t *testing.T, text, got []byte) {
	t.Helper()
	if len(got) != len(text) {
		t.Fatalf("%q has %d bytes, %q %d", text, len(text), got, len(got))
	}
	for i, line := range bytes.Split(text, []byte("\n")) {
		other := bytes.Split(got, []byte("\n"))[i]
		if a, b := utf16.Encode([]rune(string(line))), utf16.Encode([]rune(string(other))); len(a) != len(b) || utf8.RuneCount(line) != utf8.RuneCount(other) {
			t.Fatalf("line %q has %d units, %q has %d", line, len(a), other, len(b))
		}
	}
}

func FuzzMask(f *testing.F) {
	for _, s := range append(maskedTexts(), open...) {
		f.Add([]byte(s))
	}
	f.Add([]byte("password = \"pä\u2028ß😀w0rd!\xff9\"\r\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		before := bytes.Clone(text)
		got := Mask(text)
		checkCovered(t, text, got)
		if !bytes.Equal(before, text) {
			t.Fatal("the text was changed")
		}
		if again := Mask(got); !bytes.Equal(again, got) && len(Find(again)) > 0 {
			t.Fatalf("%q: masked twice it is %q, and has still %v", got, again, Find(again))
		}
	})
}

func ExampleMask() {
	fmt.Println(string(Mask([]byte("postgres://admin:hunter2@db/app"))))
	// Output: postgres://admin:*******@db/app
}
