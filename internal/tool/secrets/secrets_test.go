package secrets_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/secrets"
)

func TestText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		secrets []string
		text    string
		want    string
	}{
		{"nothing to hide", nil, "sesame", "sesame"},
		{"one", []string{"sesame"}, "open sesame!", "open [redacted]!"},
		{"two side by side", []string{"sesame"}, "sesamesesame", "[redacted][redacted]"},
		{"too short", []string{"abcde"}, "abcde", "abcde"},
		{"the beginning of another", []string{"sesame", "sesame-street"}, "sesame-street sesame", "[redacted] [redacted]"},
		{"overlapping", []string{"abcdef", "cdefghijkl"}, "xabcdefghijkly", "x[redacted]y"},
		{"overlapping three", []string{"abcdef", "efghij", "ijklmn"}, "abcdefghijklmn.", "[redacted]."},
		{"overlapping itself", []string{"aaaaaa"}, "aaaaaaaab", "[redacted]b"},
		{"in a text that is JSON", []string{"a<b&\"c/d"}, `{"k":"a<b&\"c/d","l":"a\u003cb\u0026\"c/d"}`, `{"k":"[redacted]","l":"[redacted]"}`},
		{"a part of the marker", []string{"redacted"}, "[redacted]", "[redacted]"},
		{"no UTF-8", []string{"ab\xffcdef"}, "1ab\xffcdef2", "1[redacted]2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := secrets.New(tt.secrets...).Text(tt.text); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	mask := secrets.New("12345678", `a<b&"c"/def`, "hünter-2", "sesame", "sesame-street")
	for _, tt := range []struct{ name, raw, want string }{
		{"nothing", ``, ``},
		{"untouched", ` { "b" : 1.50e+3, "a": [ true, null, "\u00e9\/" ] } `, ` { "b" : 1.50e+3, "a": [ true, null, "\u00e9\/" ] } `},
		{"a number", `{"tenant":12345678,"n":12345678901234567890123}`, `{"tenant":"[redacted]","n":"[redacted]"}`},
		{"another number", `[1234567.8,-1234567]`, `[1234567.8,-1234567]`},
		{"a string", `["so sesame-street it is"]`, `["so [redacted] it is"]`},
		{"a name", `{"sesame":{"sesame":1}}`, `{"[redacted]":{"[redacted]":1}}`},
		{"escaped slash", `["a<b&\"c\"\/def"]`, `["[redacted]"]`},
		{"escaped otherwise", `["\u0061\u003Cb&\u0022c\u0022/def","h\u00fcnter-2","\u0073esame"]`, `["[redacted]","[redacted]","[redacted]"]`},
		{"in JSON in a text", `["{\"k\":\"a<b&\\\"c\\\"/def\"}"]`, `["{\"k\":\"[redacted]\"}"]`},
		{"beside what needs escapes", `["\"sesame\\\n\u2028<"]`, `["\"[redacted]\\\n\u2028<"]`},
		{"bare", `12345678`, `"[redacted]"`},
		{"invalid", `{"tenant":12345678`, `{"tenant":[redacted]`},
		{"two values", `"sesame" "x"`, `"[redacted]" "x"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := string(mask.JSON(json.RawMessage(tt.raw))); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
	for _, empty := range []*secrets.Mask{nil, {}, secrets.New(), secrets.New("short")} {
		if got := string(empty.JSON(json.RawMessage(`"sesame"`))) + empty.Text("sesame"); got != `"sesame"sesame` {
			t.Errorf("a mask without secrets gave %s", got)
		}
	}
}

func TestDeepJSON(t *testing.T) {
	t.Parallel()
	const depth = 9000
	raw := strings.Repeat(`{"sesame":[`, depth/2) + `"sesame"` + strings.Repeat(`]}`, depth/2)
	if got := secrets.New("sesame").JSON(json.RawMessage(raw)); !json.Valid(got) || bytes.Contains(got, []byte("sesame")) {
		t.Error("deep JSON was not masked")
	}
}

func FuzzJSON(f *testing.F) {
	for _, seed := range []struct{ raw, secret string }{
		{`{"a":["sesame",{"sesame":12345678}]}`, "sesame"},
		{`["\u0073es\/ame",-1.5e3]`, "ses/ame"},
		{`{"tenant":12345678`, "12345678"},
		{`"\ud800\"\\"`, `"\"\"\`},
		{"\"\xff\xfe\"", "\xff\xff\xff\xff\xff\xff"},
	} {
		f.Add([]byte(seed.raw), seed.secret)
	}
	f.Fuzz(func(t *testing.T, raw []byte, secret string) {
		got := secrets.New(secret).JSON(raw)
		if json.Valid(raw) != json.Valid(got) && json.Valid(raw) {
			t.Fatalf("%q became %q", raw, got)
		}
		_, _, inMarker := strings.Cut(secrets.Marker, secret)
		if len(secret) < secrets.Shortest || strings.ContainsAny(secret, "[]\ufffd") || inMarker || !json.Valid(raw) {
			return // a bracket of the marker may be part of what is then found
		}
		decoder := json.NewDecoder(bytes.NewReader(got))
		decoder.UseNumber()
		for {
			token, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			text, _ := token.(string)
			if number, ok := token.(json.Number); ok {
				text = number.String()
			}
			if strings.Contains(text, secret) {
				t.Fatalf("the secret %q of %q is in %q", secret, raw, got)
			}
		}
	})
}
