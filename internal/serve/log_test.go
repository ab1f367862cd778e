package serve_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/orielapps/oriel"
)

// buffer is one that several may write to.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// Whatever a client calls things, a line of the log is one line, of bounded
// length, with the attributes that we gave it.
func TestHostileNamesInTheLog(t *testing.T) {
	t.Parallel()
	names := []string{
		"a\nlevel=ERROR msg=forged", "a\r\n", `a" code=forged b="`, "a code=forged", "\x00", "\u202eabc", "\u2028", strings.Repeat("x", 10_000),
		strings.Repeat("\u202e\n", 10_000), `{"code":"forged"}`, "\x1b[31m", "\ufeff", "\ud7ff\ufffd",
	}
	for kind, handler := range map[string]func(b *buffer) slog.Handler{
		"text": func(b *buffer) slog.Handler { return slog.NewTextHandler(b, nil) },
		"JSON": func(b *buffer) slog.Handler { return slog.NewJSONHandler(b, nil) },
	} {
		var log buffer
		h := everything(oriel.Options{Logger: slog.New(handler(&log))}).Handler()
		lines := 0
		for _, name := range names {
			quoted, err := json.Marshal(name)
			if err != nil {
				t.Fatal(err)
			}
			q := string(quoted)
			for _, body := range []string{
				message("1", "tools/call", `{"name":`+q+`}`),
				message("1", "prompts/get", `{"name":`+q+`}`),
				message("1", "resources/read", `{"uri":`+q+`}`),
				`{"jsonrpc":"2.0","id":1,"method":` + q + `}`,
				message("1", "initialize", `{"protocolVersion":`+q+`,"clientInfo":{"name":`+q+`,"version":`+q+`}}`),
				message("1", "logging/setLevel", `{"level":`+q+`}`),
				message("1", "ping", `{`+q+`:1,`+q+`:2}`),
				`{"jsonrpc":"2.0","id":` + q[:min(len(q)-1, 200)] + `","method":"x"}`,
			} {
				a := post(t, h, body)
				if len(a.body) > 10_000 {
					t.Errorf("%.100s: an answer of %d bytes", body, len(a.body))
				}
				lines++
			}
			post(t, h, modernMessage("1", "tools/list", ""), "Mcp-Protocol-Version", modern, "Mcp-Method", strings.NewReplacer("\n", "", "\r", "", "\x00", "").Replace(name))
			lines++
			withClient := strings.Replace(modernMeta, "{", `{"io.modelcontextprotocol/clientInfo":{"name":`+q+`,"version":"1"},`, 1)
			post(t, h, message("1", "tools/list", "{"+withClient+"}"), modernHeaders("tools/list", "")...)
			lines++
		}
		got := strings.Split(strings.TrimSuffix(log.String(), "\n"), "\n")
		requests := slices.DeleteFunc(slices.Clone(got), func(line string) bool { return strings.Contains(line, "an unknown client gets views") })
		if len(requests) != lines {
			t.Errorf("%s: %d lines for %d requests", kind, len(requests), lines)
		}
		for _, line := range got {
			if len(line) > 3000 || strings.Contains(line, " code=forged") && !strings.Contains(line, `"`) || kind == "text" && !strings.HasPrefix(line, "time=") || strings.ContainsAny(line, "\x00\x1b\r") {
				t.Errorf("%s: a line is %.500q", kind, line)
			}
			if kind == "JSON" {
				var attributes map[string]any
				if err := json.Unmarshal([]byte(line), &attributes); err != nil || attributes["code"] == "forged" || attributes["level"] != "INFO" {
					t.Errorf("a line is %.500q", line)
				}
			}
		}
	}
}
