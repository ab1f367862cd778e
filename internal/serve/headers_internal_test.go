package serve

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/jsonwalk"
)

// FuzzHeaderValues holds that no header can make a reader fail, and that what a
// header says of an argument is what the argument says.
func FuzzHeaderValues(f *testing.F) {
	for _, seed := range [][2]string{
		{"eu", `"eu"`},
		{"1", `1`},
		{"1.0", `1`},
		{"1e2", `100`},
		{"true", `true`},
		{"NaN", `0`},
		{"Inf", `1e999`},
		{"", `""`},
		{"null", `null`},
		{"=?base64?w6k=?=", `"é"`},
		{"=?base64?", `1`},
		{"gzip;q=0, zstd;Q=0.5;x", `"\ud800"`},
		{"*/*;q=1.0000", `{}`},
		{"9007199254740993", `9007199254740992`},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, header, argument string) {
		h := http.Header{"Accept": {header}, "Accept-Encoding": {header}}
		_, _ = accepts(h)
		if e := preferredEncoding(h); e != "" && e != "gzip" && e != "zstd" {
			t.Errorf("%q is answered in %q", header, e)
		}
		if w := weight(header); !(w >= 0 && w <= 1) {
			t.Errorf("%q weighs %v", header, w)
		}
		decoded := decodeHeader(header)
		if !json.Valid([]byte(argument)) {
			return
		}
		value := json.RawMessage(strings.TrimSpace(argument))
		if !sameValue(decoded, value) || decoded == string(value) {
			return
		}
		if text, isText := jsonwalk.Text(value); isText {
			if text != decoded {
				t.Errorf("%q is taken for %s", decoded, value)
			}
			return
		}
		a, errA := strconv.ParseFloat(decoded, 64)
		b, errB := strconv.ParseFloat(string(value), 64)
		if errA != nil || errB != nil || a != b {
			t.Errorf("%q is taken for %s", decoded, value)
		}
	})
}

func TestEncodingFor(t *testing.T) {
	t.Parallel()
	for accept, want := range map[string]string{
		"":                              "",
		"gzip":                          "gzip",
		"GZIP":                          "gzip",
		"zstd":                          "zstd",
		"gzip, zstd":                    "zstd",
		"zstd, gzip":                    "zstd",
		"gzip;q=1, zstd;q=0.9":          "gzip",
		"gzip;q=0":                      "",
		"gzip;Q=0":                      "",
		"gzip; q=0":                     "",
		"gzip ;\tq = 0":                 "",
		"gzip;x=1;q=0":                  "",
		"gzip;q=0, zstd;q=0":            "",
		"gzip;q=":                       "",
		"gzip;q=2, zstd;q=-1":           "",
		"gzip;q=NaN":                    "",
		"gzip;q=x, zstd;q=0.001":        "zstd",
		"*":                             "",
		"identity":                      "",
		"br, deflate, x-gzip":           "",
		"gzip\x00":                      "",
		strings.Repeat(",", 100_000):    "",
		strings.Repeat("gzip,", 50_000): "gzip",
	} {
		if got := preferredEncoding(http.Header{"Accept-Encoding": {accept}}); got != want {
			t.Errorf("%.50q is answered in %q, want %q", accept, got, want)
		}
	}
	if got := preferredEncoding(http.Header{"Accept-Encoding": {"gzip;q=0.5", "zstd;q=0.4"}}); got != "gzip" {
		t.Errorf("two lines are answered in %q", got)
	}
	if got := preferredEncoding(nil); got != "" {
		t.Errorf("without a header the answer is in %q", got)
	}
}

func TestAccepts(t *testing.T) {
	t.Parallel()
	for accept, want := range map[string]bool{
		"text/event-stream":                   true,
		"application/json, text/event-stream": true,
		"TEXT/Event-Stream;charset=utf-8":     true,
		"text/*":                              true,
		"*/*":                                 true,
		"*/*;q=0.1":                           true,
		"text/event-stream;q=0":               false,
		"text/event-stream; Q=0.0":            false,
		"application/json":                    false,
		"":                                    false,
		"text/event-streams":                  false,
		"text":                                false,
		"/":                                   false,
		strings.Repeat("a,", 50_000) + "text/*;q=0.001": true,
	} {
		if _, got := accepts(http.Header{"Accept": {accept}}); got != want {
			t.Errorf("%.50q: %v", accept, got)
		}
	}
	if message, events := accepts(nil); !message || !events {
		t.Error("a client that says nothing takes nothing")
	}
}
