package oriel_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/schema"
	"github.com/orielapps/oriel/ui"
)

type cityQuery struct {
	City string `json:"city"`
}

type cityAnswer struct {
	City string `json:"city"`
}

// cities is an app whose one tool repeats its city, panics or fails, and whose
// log is kept.
func cities(t *testing.T, seen func(r *oriel.Request)) (app *oriel.App, view *ui.View, log *bytes.Buffer) {
	t.Helper()
	log = &bytes.Buffer{}
	app = oriel.NewWith("cities", "1", oriel.Options{Logger: slog.New(slog.NewTextHandler(log, nil))})
	view = oriel.AddView(app, "city", ui.HTML("<p>city"))
	oriel.AddTool(app, oriel.Tool{Name: "city", View: view}, func(ctx context.Context, q cityQuery) (oriel.Result[cityAnswer], error) {
		r := oriel.RequestFrom(ctx)
		if seen != nil {
			seen(r)
		}
		switch q.City {
		case "panic":
			panic("no such city")
		case "fail":
			return oriel.Result[cityAnswer]{}, errors.New("the database is on fire")
		case "refuse":
			return oriel.Result[cityAnswer]{}, &oriel.Error{Code: "closed", Message: "The city is closed."}
		}
		r.Log.Info("in the handler")
		return oriel.Result[cityAnswer]{Data: cityAnswer(q), Text: "It is " + q.City + "."}, nil
	})
	return app, view, log
}

func call(t *testing.T, app *oriel.App, peer hosts.Peer, city string) string {
	t.Helper()
	result, err := app.Methods().CallTool(t.Context(), peer, "city", json.RawMessage(`{"city":"`+city+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestMiddlewareOrder(t *testing.T) {
	t.Parallel()
	app, view, _ := cities(t, nil)
	var steps []string
	trace := func(name string) func(oriel.RequestHandler) oriel.RequestHandler {
		return func(next oriel.RequestHandler) oriel.RequestHandler {
			return func(ctx context.Context, r *oriel.Request) (*oriel.Response, error) {
				steps = append(steps, name+" "+string(r.Method))
				response, err := next(ctx, r)
				steps = append(steps, name+" after")
				return response, err
			}
		}
	}
	app.Use(trace("a"), trace("b"))
	app.Use(trace("c"))
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	call(t, app, hosts.Peer{}, "Rome")
	want := []string{"a tools/call", "b tools/call", "c tools/call", "c after", "b after", "a after"}
	if diff := cmp.Diff(want, steps); diff != "" {
		t.Error(diff)
	}
	steps = nil
	if _, err := app.Methods().ReadResource(t.Context(), hosts.Peer{}, view.URI()); err != nil {
		t.Fatal(err)
	}
	if len(steps) != 6 || steps[0] != "a resources/read" {
		t.Errorf("a read went through %q", steps)
	}
}

func TestMiddlewareAnswers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, city string
		use        func(next oriel.RequestHandler) oriel.RequestHandler
		want       []string
		logged     string
	}{
		{"changes arguments", "Rome", func(next oriel.RequestHandler) oriel.RequestHandler {
			return func(ctx context.Context, r *oriel.Request) (*oriel.Response, error) {
				r.Arguments = json.RawMessage(`{"city":"Oslo"}`)
				return next(ctx, r)
			}
		}, []string{`"It is Oslo."`}, ""},
		{"changes arguments to wrong ones", "Rome", func(next oriel.RequestHandler) oriel.RequestHandler {
			return func(ctx context.Context, r *oriel.Request) (*oriel.Response, error) {
				r.Arguments = json.RawMessage(`{"city":7}`)
				return next(ctx, r)
			}
		}, []string{`"isError":true`, "don't fit"}, ""},
		{"changes the result", "Rome", func(next oriel.RequestHandler) oriel.RequestHandler {
			return func(ctx context.Context, r *oriel.Request) (*oriel.Response, error) {
				response, err := next(ctx, r)
				if err == nil {
					response.Result.Extra = map[string]any{"seen": true}
				}
				return response, err
			}
		}, []string{`"seen":true`, `"It is Rome."`}, ""},
		{"answers by itself", "panic", func(oriel.RequestHandler) oriel.RequestHandler {
			return func(context.Context, *oriel.Request) (*oriel.Response, error) {
				return &oriel.Response{Result: &ui.ToolResult{Text: "Kept.", Data: json.RawMessage(`{"city":"x"}`)}}, nil
			}
		}, []string{`"Kept."`}, ""},
		{"refuses", "Rome", func(oriel.RequestHandler) oriel.RequestHandler {
			return func(context.Context, *oriel.Request) (*oriel.Response, error) {
				return nil, &oriel.Error{Code: "sign_in", Message: "Sign in.", Challenge: &ui.Challenge{}}
			}
		}, []string{`"isError":true`, "Sign in.", `mcp/www_authenticate`}, ""},
		{"sees the handler's panic", "panic", func(next oriel.RequestHandler) oriel.RequestHandler {
			return func(ctx context.Context, r *oriel.Request) (*oriel.Response, error) {
				if _, err := next(ctx, r); err == nil || !strings.Contains(err.Error(), "no such city") {
					return nil, &oriel.Error{Code: "unseen", Message: "It saw nothing."}
				}
				return nil, &oriel.Error{Code: "seen", Message: "It was seen."}
			}
		}, []string{"It was seen."}, ""},
		{"hides a failure's reason", "fail", func(next oriel.RequestHandler) oriel.RequestHandler { return next }, []string{`"isError":true`, "err-"}, "the database is on fire"},
		{"lets an Error through", "refuse", func(next oriel.RequestHandler) oriel.RequestHandler { return next }, []string{"The city is closed.", `"code":"closed"`}, ""},
		{"panics", "Rome", func(oriel.RequestHandler) oriel.RequestHandler {
			return func(context.Context, *oriel.Request) (*oriel.Response, error) { panic("middleware") }
		}, []string{`"isError":true`, "err-"}, "panic: middleware"},
		{"panics when it is put in place", "Rome", func(oriel.RequestHandler) oriel.RequestHandler { panic("at once") }, []string{`"isError":true`, "err-"}, "panic: at once"},
		{"gives nothing", "Rome", func(oriel.RequestHandler) oriel.RequestHandler {
			return func(context.Context, *oriel.Request) (*oriel.Response, error) { return nil, nil }
		}, []string{`"isError":true`, "err-"}, "neither a response nor an error"},
		{"gives a document", "Rome", func(oriel.RequestHandler) oriel.RequestHandler {
			return func(context.Context, *oriel.Request) (*oriel.Response, error) {
				return &oriel.Response{Document: &ui.Document{}}, nil
			}
		}, []string{`"isError":true`, "err-"}, "neither a response nor an error"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			app, _, log := cities(t, nil)
			app.Use(tt.use)
			got := call(t, app, hosts.Peer{}, tt.city)
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("%s is missing in %s", want, got)
				}
			}
			if tt.logged == "" {
				return
			}
			if !strings.Contains(log.String(), tt.logged) || strings.Contains(got, tt.logged) {
				t.Errorf("%q belongs into the log and nowhere else:\n%s\n%s", tt.logged, log, got)
			}
		})
	}
}

// What a middleware does to a read that fails.
func TestMiddlewareOfReads(t *testing.T) {
	t.Parallel()
	app, view, log := cities(t, nil)
	app.Use(func(oriel.RequestHandler) oriel.RequestHandler {
		return func(_ context.Context, r *oriel.Request) (*oriel.Response, error) {
			if r.Tool != nil || r.URI != view.URI() {
				t.Errorf("the request is %+v", r)
			}
			return nil, errors.New("hidden")
		}
	})
	_, err := app.Methods().ReadResource(t.Context(), hosts.Peer{}, view.URI())
	public, ok := errors.AsType[*oriel.Error](err)
	if !ok || public.Code != "internal" || strings.Contains(err.Error(), "hidden") || !strings.Contains(log.String(), "hidden") {
		t.Errorf("error %v, log %s", err, log)
	}
	if _, err := app.Methods().ReadResource(t.Context(), hosts.Peer{}, "ui://nothing/here"); err == nil {
		t.Error("an unknown URI was read")
	}
}

func TestUseNothing(t *testing.T) {
	t.Parallel()
	app, _, _ := cities(t, nil)
	app.Use(nil)
	if err := app.Err(); err == nil || !strings.Contains(err.Error(), "middleware_test.go:") {
		t.Errorf("error = %v", err)
	}
}

// spoilers make a response one that can't be sent.
func spoilers() map[string]func(r *oriel.Response) {
	return map[string]func(r *oriel.Response){
		"an Extra that is no JSON":    func(r *oriel.Response) { r.Result.Extra = map[string]any{"took": func() {}} },
		"an Extra in place of ours":   func(r *oriel.Response) { r.Result.Extra = map[string]any{"ui": 7} },
		"data that is no JSON":        func(r *oriel.Response) { r.Result.Data = json.RawMessage("{") },
		"data that is no object":      func(r *oriel.Response) { r.Result.Data = json.RawMessage("[1]") },
		"view-only data of no form":   func(r *oriel.Response) { r.Result.ViewOnly = json.RawMessage("nope") },
		"content that is nil":         func(r *oriel.Response) { r.Result.Content = append(r.Result.Content, nil) },
		"content that a host refuses": func(r *oriel.Response) { r.Result.Content = []ui.Block{ui.LinkBlock{}} },
		"an Extra that contains itself": func(r *oriel.Response) {
			extra := map[string]any{}
			extra["self"] = extra
			r.Result.Extra = extra
		},
	}
}

// post sends a call over HTTP as a client of 2026-07-28 and returns the answer.
func post(t *testing.T, app *oriel.App, params string) string {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp", strings.NewReader(
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+params+`,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
		"io.modelcontextprotocol/clientInfo":{"name":"claude-ai","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`))
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "city",
	} {
		r.Header.Set(name, value)
	}
	answer := httptest.NewRecorder()
	app.Handler().ServeHTTP(answer, r)
	return answer.Body.String()
}

// A document that a middleware has spoilt is an error, too.
func TestSpoiltDocument(t *testing.T) {
	t.Parallel()
	app, view, _ := cities(t, nil)
	app.Use(func(next oriel.RequestHandler) oriel.RequestHandler {
		return func(ctx context.Context, r *oriel.Request) (*oriel.Response, error) {
			response, err := next(ctx, r)
			response.Document.Meta = map[string]any{"f": func() {}}
			return response, err
		}
	})
	_, err := app.Methods().ReadResource(t.Context(), hosts.Peer{}, view.URI())
	if public, ok := errors.AsType[*oriel.Error](err); !ok || public.Code != "internal" {
		t.Errorf("error = %v", err)
	}
}

// Errors of odd shapes are masked, and never end the program.
func TestOddErrors(t *testing.T) {
	t.Parallel()
	var none *oriel.Error
	upstream := errors.Join(schema.Faults{{Path: "password-hunter2", Message: "is not known"}})
	for name, err := range map[string]error{
		"a nil Error that is wrapped":  fmt.Errorf("x: %w", none),
		"a nil Error that is joined":   errors.Join(none, errors.New("more")),
		"faults of the handler's data": upstream,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app, view, _ := cities(t, nil)
			app.Use(func(oriel.RequestHandler) oriel.RequestHandler {
				return func(context.Context, *oriel.Request) (*oriel.Response, error) { return nil, err }
			})
			got := call(t, app, hosts.Peer{}, "Rome")
			if !strings.Contains(got, "err-") || strings.Contains(got, "hunter2") {
				t.Errorf("got %s", got)
			}
			if _, err := app.Methods().ReadResource(t.Context(), hosts.Peer{}, view.URI()); err == nil || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("a read: %v", err)
			}
		})
	}
}
