package interop_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/browsertest"
)

const hostsSection = "Our runtime in other hosts"

func hostPeers() []peer {
	return []peer{
		{name: "`AppBridge` 1.7.5", id: "bridge-1", entry: "hosts/bridge.ts", extApps: extApps1},
		{name: "`AppBridge` 2.0.4", id: "bridge-2", entry: "hosts/bridge.ts", extApps: extApps2},
		{name: "old draft", id: "old", entry: "hosts/old.ts"},
	}
}

// serveHost serves the page of a host, with a frame that the view goes into.
func serveHost(t *testing.T, host, inside string) string {
	t.Helper()
	mux := http.NewServeMux()
	page := func(html string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			if _, err := w.Write([]byte(html)); err != nil {
				t.Logf("serving a page: %v", err)
			}
		}
	}
	mux.HandleFunc("GET /{$}", page(host))
	mux.HandleFunc("GET /view", page(inside))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// checkHost shows a view on our runtime to a host.
func checkHost(t *testing.T, browser *browsertest.Browser, p peer, found *checks, heard *caught) {
	t.Helper()
	const frame = `<iframe sandbox="allow-scripts" width=600 height=150></iframe>`
	page := browser.Open(t, serveHost(t,
		document(frame, bundle(t, p)),
		document("", bundle(t, peer{entry: "views/recorder.ts"}), bundle(t, peer{entry: "views/oriel.ts"})),
	))
	main, inside := page.Main(), page.Frame("iframe")
	name, _, _ := strings.Cut(p.id, "-")
	if name == "bridge" {
		name = "official"
	}
	check := func(feature string, try func(ctx context.Context) error) {
		t.Helper()
		found.check(t, hostsSection, feature, p.name, try)
	}

	check(handshake, func(ctx context.Context) error {
		return inOrder(
			func() error { return inside.WaitFor(ctx, "globalThis.peer") },
			func() error { return is(ctx, inside, "peer.seen.failed ?? peer.seen.host?.name", name) },
			func() error {
				return is(ctx, main, "peer.seen.view?.info", map[string]string{"name": "peer", "version": "0"})
			},
			func() error { return is(ctx, inside, "peer.seen.maxHeight", 2000) },
		)
	})
	check("tool input", func(ctx context.Context) error {
		if p.extApps != "" {
			// The old drafts' host here streams none.
			if err := is(ctx, inside, "peer.seen.partial", map[string]string{"city": "Lis"}); err != nil {
				return err
			}
		}
		return is(ctx, inside, "peer.seen.input", map[string]any{"city": "Lisbon", "n": 1})
	})
	check("tool result", func(ctx context.Context) error {
		return is(ctx, inside, "[peer.seen.result, peer.seen.text]", []any{weather{"Lisbon", "clear"}, "sunny in Lisbon"})
	})
	check("tool call", func(ctx context.Context) error {
		return answers(ctx, inside, "peer.call(21)", number{42})
	})
	check("message", func(ctx context.Context) error {
		return inOrder(
			func() error { return answers(ctx, inside, `peer.message("hello").then(() => "taken")`, "taken") },
			func() error {
				return is(ctx, main, "[peer.seen.message?.role, peer.seen.message?.content]",
					[]any{"user", []any{map[string]string{"type": "text", "text": "hello"}}})
			},
		)
	})
	check("link", func(ctx context.Context) error {
		return inOrder(
			func() error { return answers(ctx, inside, `peer.link("https://host.example/open")`, "opened") },
			func() error { return is(ctx, main, "peer.seen.link", "https://host.example/open") },
			func() error { return answers(ctx, inside, `peer.link("https://host.example/refuse")`, "refused") },
		)
	})
	check("size change", func(ctx context.Context) error {
		return inOrder(
			func() error { return begin(ctx, inside, "peer.grow(640)") },
			func() error {
				return main.WaitFor(ctx, "peer.seen.size?.height >= 640 && peer.seen.size.height < 1000")
			},
			func() error { return inside.WaitFor(ctx, "innerHeight >= 640") },
		)
	})
	check("theme change", func(ctx context.Context) error {
		return inOrder(
			func() error { return is(ctx, inside, "peer.seen.theme", "light") },
			func() error { return begin(ctx, main, `peer.theme("dark")`) },
			func() error { return is(ctx, inside, "peer.seen.theme", "dark") },
			func() error { return is(ctx, inside, "document.documentElement.dataset.theme", "dark") },
		)
	})
	check("display mode", func(ctx context.Context) error {
		return inOrder(
			func() error { return answers(ctx, inside, `peer.mode("fullscreen")`, "fullscreen") },
			func() error { return is(ctx, inside, "peer.seen.displayMode", "fullscreen") },
		)
	})
	check("teardown", func(ctx context.Context) error {
		return inOrder(
			func() error { return begin(ctx, main, "peer.teardown()") },
			func() error { return is(ctx, main, "peer.seen.teardown", map[string]any{}) },
			func() error {
				return is(ctx, main, "peer.seen.farewell", struct {
					From      string `json:"from"`
					Connected bool   `json:"connected"`
				}{name, true})
			},
		)
	})

	sent, err := browsertest.Eval[[]json.RawMessage](t.Context(), main, "peer.traffic")
	if err != nil {
		t.Fatal(err)
	}
	heard.add(sort(sent, ourView, other, p.extApps == ""))
}
