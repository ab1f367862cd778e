package oriel_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/orieltest"
	"github.com/orielapps/oriel/ui"
)

func toolNames(h *orieltest.Host) []string {
	var names []string
	for _, tool := range h.Tools() {
		names = append(names, tool.Name)
	}
	return names
}

func resourceURIs(h *orieltest.Host) []string {
	var uris []string
	for _, r := range h.Resources() {
		uris = append(uris, r.URI)
	}
	return uris
}

// Lists are written once, and again when something else is declared.
func TestListsFollowDeclarations(t *testing.T) {
	t.Parallel()
	for _, lifecycle := range lifecycles {
		t.Run(string(lifecycle), func(t *testing.T) {
			t.Parallel()
			app := oriel.NewWith("growing", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
			nothing := func(context.Context, struct{}) (oriel.Result[struct{}], error) {
				return oriel.Result[struct{}]{}, nil
			}
			hidden := oriel.Tool{Name: "hidden", Visibility: ui.AppOnly}
			oriel.AddTool(app, oriel.Tool{Name: "a"}, nothing)
			oriel.AddTool(app, hidden, nothing)
			claude := orieltest.ConnectWith(t, app, "claude", orieltest.Options{Lifecycle: lifecycle})
			text := orieltest.ConnectWith(t, app, "text", orieltest.Options{Lifecycle: lifecycle})
			check := func(tools []string, resources []string) {
				t.Helper()
				for range 2 {
					if diff := cmp.Diff(tools, toolNames(claude)); diff != "" {
						t.Error(diff)
					}
					if diff := cmp.Diff(resources, resourceURIs(claude)); diff != "" {
						t.Error(diff)
					}
					if got := resourceURIs(text); len(got) > 0 && strings.HasPrefix(got[0], "ui:") {
						t.Errorf("a host without UI is told of %s", got)
					}
				}
			}
			check([]string{"a", "hidden"}, nil)
			oriel.AddTool(app, oriel.Tool{Name: "b"}, nothing)
			view := oriel.AddView(app, "page", ui.HTML("<p>"))
			check([]string{"a", "hidden", "b"}, []string{view.URI()})
			app.RemoveTools("a", "hidden")
			check([]string{"b"}, []string{view.URI()})
		})
	}
}

// A list that is asked for while the app changes is that of before or of after, and
// the next one is that of after.
func TestListsWhileDeclaring(t *testing.T) {
	t.Parallel()
	app := oriel.NewWith("growing", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	host := orieltest.Connect(t, app, "claude")
	const tools = 40
	var wait sync.WaitGroup
	for range 3 {
		wait.Go(func() {
			for before := 0; before < tools; {
				now := len(toolNames(host))
				if now < before {
					t.Errorf("after %d tools there are %d", before, now)
					return
				}
				before = now
			}
		})
	}
	for i := range tools {
		oriel.AddTool(app, oriel.Tool{Name: fmt.Sprint("t", i)}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
			return oriel.Result[struct{}]{}, nil
		})
		if got := len(toolNames(host)); got != i+1 {
			t.Errorf("there are %d tools, and %d are listed", i+1, got)
		}
	}
	wait.Wait()
}

// What a middleware makes of a view is for one answer, and the view is for all.
func TestMiddlewareOfViews(t *testing.T) {
	t.Parallel()
	app := oriel.NewWith("pages", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	view := oriel.AddViewWith(app, "page", ui.HTML("<p>as it is"), ui.Metadata{CSP: &ui.CSP{ConnectDomains: []string{"https://a.example"}}})
	reads := 0
	app.Use(func(next oriel.RequestHandler) oriel.RequestHandler {
		return func(ctx context.Context, r *oriel.Request) (*oriel.Response, error) {
			response, err := next(ctx, r)
			if err != nil {
				return nil, err
			}
			if reads++; reads == 2 {
				response.Document.Text = "<p>changed"
				standard, ok := response.Document.Meta["ui"].(map[string]any)
				if !ok {
					t.Fatalf("the view says %v", response.Document.Meta)
				}
				standard["domain"] = "changed"
				policy, ok := standard["csp"].(map[string]any)
				if !ok {
					t.Fatalf("the view says %v", standard)
				}
				domains, ok := policy["connectDomains"].([]string)
				if !ok {
					t.Fatalf("the policy is %v", policy)
				}
				domains[0] = "https://evil.example"
				response.Document.Meta["more"] = true
			}
			return response, nil
		}
	})
	host := orieltest.Connect(t, app, "claude")
	first, changed, again := host.Read(view.URI()), host.Read(view.URI()), host.Read(view.URI())
	if diff := cmp.Diff(first, again); diff != "" || !strings.Contains(first.Text, "as it is") {
		t.Errorf("after a change the view is another: %s", diff)
	}
	if changed.Text != "<p>changed" || changed.Meta["more"] != true || cmp.Equal(changed.Meta["ui"], first.Meta["ui"]) {
		t.Errorf("what the middleware changed is %+v", changed)
	}
}

// Each encoding of a view is the view, whatever the id of the request.
func TestEncodedViews(t *testing.T) {
	t.Parallel()
	app := oriel.NewWith("pages", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	view := oriel.AddView(app, "page", ui.HTML("<!doctype html><p>"+strings.Repeat("<b title='é & \u2028'>a</b>\n", 5000)))
	handler := app.Handler()
	read := func(id, encoding string) (body string, size int) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1/mcp",
			strings.NewReader(`{"jsonrpc":"2.0","id":`+id+`,"method":"resources/read","params":{"uri":"`+view.URI()+`"}}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept-Encoding", encoding)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if got := w.Header().Get("Content-Encoding"); w.Code != http.StatusOK || got != encoding || w.Header().Get("Content-Length") != strconv.Itoa(w.Body.Len()) {
			t.Fatalf("%d %v in %q", w.Code, w.Header(), got)
		}
		size = w.Body.Len()
		var decoder io.Reader = w.Body
		var err error
		switch encoding {
		case "gzip":
			decoder, err = gzip.NewReader(w.Body)
		case "zstd":
			decoder, err = zstd.NewReader(w.Body)
		}
		if err != nil {
			t.Fatal(err)
		}
		whole, err := io.ReadAll(decoder)
		if err != nil {
			t.Fatal(err)
		}
		return string(bytes.TrimPrefix(whole, []byte(`{"jsonrpc":"2.0","id":`+id+`,`))), size
	}
	want, plain := read("1", "")
	for _, encoding := range []string{"", "gzip", "zstd"} {
		for _, id := range []string{"1", "-9007199254740993", `"` + strings.Repeat("x", 900) + `"`} {
			got, size := read(id, encoding)
			if got != want || len(got) == len(want)+len(id) {
				t.Errorf("in %q the view with the id %.20s is another: %d bytes, want %d", encoding, id, len(got), len(want))
			}
			if encoding != "" && size > plain/10 {
				t.Errorf("in %s it has %d bytes of %d", encoding, size, plain)
			}
		}
	}
}

// The log of a request says which one it is, in whatever form the app's logger has.
func TestRequestLog(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	app := oriel.NewWith("logs", "1.0.0", oriel.Options{Logger: slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{
		Level: slog.LevelWarn,
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if len(groups) == 0 && a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	}))})
	var ids []string
	oriel.AddTool(app, oriel.Tool{Name: "say"}, func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
		r := oriel.RequestFrom(ctx)
		ids = append(ids, r.ID)
		r.Log.InfoContext(ctx, "too quiet")
		r.Log.WarnContext(ctx, "plain", "a", 1)
		r.Log.With("b", 2).WarnContext(ctx, "with")
		r.Log.WithGroup("g").WarnContext(ctx, "group", "c", 3)
		return oriel.Result[struct{}]{}, nil
	})
	host := orieltest.Connect(t, app, "claude")
	host.Call("say", nil)
	host.Call("say", nil)
	if len(ids) != 2 || ids[0] == ids[1] || !strings.HasPrefix(ids[0], "req-") {
		t.Fatalf("the requests are %q", ids)
	}
	var want strings.Builder
	for _, id := range ids {
		names := "request=" + id + " method=tools/call name=say"
		fmt.Fprintf(&want, "level=WARN msg=plain %[1]s a=1\nlevel=WARN msg=with %[1]s b=2\nlevel=WARN msg=group %[1]s g.c=3\n", names)
	}
	if diff := cmp.Diff(want.String(), out.String()); diff != "" {
		t.Error(diff)
	}
}

// Middleware may ask twice and take the first answer.
func TestHedgingMiddleware(t *testing.T) {
	t.Parallel()
	app := oriel.NewWith("pages", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	view := oriel.AddView(app, "page", ui.HTML("<p>"))
	var asked sync.WaitGroup
	app.Use(func(next oriel.RequestHandler) oriel.RequestHandler {
		return func(ctx context.Context, r *oriel.Request) (*oriel.Response, error) {
			type outcome struct {
				response *oriel.Response
				err      error
			}
			first := make(chan outcome, 2)
			for range 2 {
				asked.Go(func() {
					response, err := next(ctx, r)
					first <- outcome{response, err}
				})
			}
			one := <-first
			return one.response, one.err
		}
	})
	host := orieltest.Connect(t, app, "claude")
	for range 20 {
		if got := host.Read(view.URI()); !strings.Contains(got.Text, "<p>") {
			t.Errorf("the view is %+v", got)
		}
	}
	asked.Wait()
}

// View-only data that is there and empty is none.
func TestEmptyViewOnlyOfMiddleware(t *testing.T) {
	t.Parallel()
	app := oriel.NewWith("pages", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	oriel.AddTool(app, oriel.Tool{Name: "say"}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "said"}, nil
	})
	app.Use(func(next oriel.RequestHandler) oriel.RequestHandler {
		return func(ctx context.Context, r *oriel.Request) (*oriel.Response, error) {
			response, err := next(ctx, r)
			if err == nil {
				response.Result.ViewOnly = []byte{}
			}
			return response, err
		}
	})
	if got := orieltest.Connect(t, app, "claude").Call("say", nil); got.Text() != "said" || len(got.Meta) > 1 {
		t.Errorf("the result is %+v", got)
	}
}
