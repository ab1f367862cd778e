package oriel_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
)

type whom struct {
	Name string `json:"name" doc:"Whom to greet"`
}

type hail struct {
	Greeting string `json:"greeting"`
}

// answerBuffer is a ResponseWriter that is used again and again.
type answerBuffer struct {
	bytes.Buffer

	header http.Header
	status int
}

func (b *answerBuffer) Header() http.Header { return b.header }
func (b *answerBuffer) WriteHeader(s int)   { b.status = s }
func (b *answerBuffer) Flush()              {}

func (b *answerBuffer) again() {
	clear(b.header)
	b.status = http.StatusOK
	b.Reset()
}

const callBody = `{"jsonrpc":"2.0","id":42,"method":"tools/call","params":{"name":"greet","arguments":{"name":"Ada Lovelace"}`

// BenchmarkCall calls a typed tool in both lifecycles, without a network.
func BenchmarkCall(b *testing.B) {
	app := oriel.NewWith("hello", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	oriel.AddTool(app, oriel.Tool{Name: "greet", Description: "Says hello"}, func(_ context.Context, p whom) (oriel.Result[hail], error) {
		g := hail{"Hello, " + p.Name + "!"}
		return oriel.Result[hail]{Data: g, Text: g.Greeting}, nil
	})
	handler := app.Handler()
	begin := httptest.NewRequestWithContext(b.Context(), http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"claude-ai","version":"1"},`+
			`"capabilities":{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}}}}`))
	begin.Header.Set("Content-Type", "application/json")
	first := httptest.NewRecorder()
	handler.ServeHTTP(first, begin)
	if first.Code != http.StatusOK {
		b.Fatal(first.Body)
	}
	both := map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
	for _, lifecycle := range []struct {
		name, body string
		header     map[string]string
	}{
		{"2025-11-25", callBody + `}}`, map[string]string{
			"Mcp-Protocol-Version": "2025-11-25", "Mcp-Session-Id": first.Header().Get("Mcp-Session-Id"),
		}},
		{
			"2026-07-28", callBody + `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
				`"io.modelcontextprotocol/clientInfo":{"name":"claude-ai","version":"1"},` +
				`"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}},"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}}}}}`,
			map[string]string{"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "greet"},
		},
	} {
		b.Run(lifecycle.name, func(b *testing.B) {
			r := httptest.NewRequestWithContext(b.Context(), http.MethodPost, "http://127.0.0.1/mcp", http.NoBody)
			for name, value := range both {
				r.Header.Set(name, value)
			}
			for name, value := range lifecycle.header {
				r.Header.Set(name, value)
			}
			w, body := &answerBuffer{header: http.Header{}}, strings.NewReader(lifecycle.body)
			sent := io.NopCloser(body)
			r.ContentLength = int64(len(lifecycle.body))
			b.ReportAllocs()
			for b.Loop() {
				w.again()
				body.Reset(lifecycle.body)
				r.Body = sent
				handler.ServeHTTP(w, r)
			}
			if w.status != http.StatusOK || !strings.Contains(w.String(), `{"greeting":"Hello, Ada Lovelace!"}`) {
				b.Fatal(w.status, w.String())
			}
		})
	}
}
