package oriel_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// meta is what ChatGPT sends with a request.
const meta = `{"openai/locale":"de-CH","openai/userAgent":"Browser/1","openai/subject":"v1/abc","openai/session":"v1/def",
	"openai/userLocation":{"city":"Zürich","region":"ZH","country":"CH","timezone":"Europe/Zurich","latitude":"47.37","longitude":8.54}}`

func parsed(t *testing.T, text string) hosts.Meta {
	t.Helper()
	m, err := hosts.ReadMeta(json.RawMessage(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestRequest(t *testing.T) {
	t.Parallel()
	var seen *oriel.Request
	app, _, log := cities(t, func(r *oriel.Request) { seen = r })
	peer := hosts.Peer{
		Client: hosts.Client{Name: "openai-mcp", Version: "1.0.0", Introduced: true, Protocol: "2025-11-25", UIMIMETypes: []string{hosts.ViewMIMEType}},
		Meta:   parsed(t, meta), Raw: "raw",
	}
	ctx := oriel.WithUser(t.Context(), oriel.User{ID: "ann", Scopes: []string{"read"}})
	if _, err := app.Methods().CallTool(ctx, peer, "city", json.RawMessage(`{"city":"Rome"}`)); err != nil {
		t.Fatal(err)
	}
	if seen.Profile.ID != "chatgpt" || seen.Client.Name != "openai-mcp" || seen.Tool.Name != "city" || seen.Method != oriel.MethodCallTool || seen.URI != "" {
		t.Errorf("request %+v", seen)
	}
	if !seen.User.Has("read") || seen.User.Has("write") || seen.User.ID != "ann" {
		t.Errorf("user %+v", seen.User)
	}
	if seen.Locale != "de-CH" || seen.TimeZone.String() != "Europe/Zurich" || seen.UserAgent != "Browser/1" || seen.Subject != "v1/abc" || seen.Session != "v1/def" {
		t.Errorf("hints %+v", seen)
	}
	latitude, longitude := 47.37, 8.54
	if diff := cmp.Diff(&oriel.Location{City: "Zürich", Region: "ZH", Country: "CH", Latitude: &latitude, Longitude: &longitude}, seen.Location); diff != "" {
		t.Error(diff)
	}
	if seen.Raw != "raw" || seen.Meta.Value("openai/locale") != "de-CH" || string(seen.Arguments) != `{"city":"Rome"}` {
		t.Errorf("raw %v, meta %v, arguments %s", seen.Raw, seen.Meta, seen.Arguments)
	}
	if text := log.String(); !strings.Contains(text, "in the handler") || !strings.Contains(text, "request="+seen.ID) || !strings.Contains(text, "name=city") {
		t.Errorf("log %s", text)
	}
	first := seen.ID
	call(t, app, hosts.Peer{}, "Rome")
	if seen.ID == first || seen.User.ID != "" || seen.Profile.ID != hosts.GenericID || seen.Locale != "" || seen.TimeZone != nil || seen.Location != nil {
		t.Errorf("the next request is %+v", seen)
	}
}

// What a client sends as hints may be anything.
func TestHintsThatAreNone(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"wrong types":           `{"openai/locale":7,"openai/userAgent":{"a":1},"openai/subject":[],"openai/session":null,"openai/userLocation":"Zürich"}`,
		"wrong types inside":    `{"openai/userLocation":{"city":1,"timezone":true,"latitude":[],"longitude":{}}}`,
		"too long":              `{"openai/locale":"` + strings.Repeat("x", 2000) + `","openai/userLocation":{"timezone":"` + strings.Repeat("x", 2000) + `"}}`,
		"no such place":         `{"openai/userLocation":{"timezone":"Mars/Olympus","latitude":91,"longitude":"-181"}}`,
		"a file of the machine": `{"openai/userLocation":{"timezone":"../../../etc/passwd"}}`,
		"the server's own zone": `{"openai/userLocation":{"timezone":"Local"}}`,
		"a link to it":          `{"openai/userLocation":{"timezone":"localtime"}}`,
		"rules, and no place":   `{"openai/userLocation":{"timezone":"posixrules"}}`,
		"a zone's other clock":  `{"openai/userLocation":{"timezone":"right/UTC"}}`,
		"no numbers":            `{"openai/userLocation":{"latitude":"NaN","longitude":"1e999"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var seen *oriel.Request
			app, _, _ := cities(t, func(r *oriel.Request) { seen = r })
			call(t, app, hosts.Peer{Meta: parsed(t, text)}, "Rome")
			if seen.Locale != "" || seen.TimeZone != nil || seen.Location != nil || seen.UserAgent != "" || seen.Subject != "" || seen.Session != "" {
				t.Errorf("hints %+v", seen)
			}
		})
	}
}

func TestOldLocale(t *testing.T) {
	t.Parallel()
	var seen *oriel.Request
	app, _, _ := cities(t, func(r *oriel.Request) { seen = r })
	call(t, app, hosts.Peer{Meta: hosts.MetaOf(map[string]any{"webplus/i18n": "fr"})}, "Rome")
	if seen.Locale != "fr" {
		t.Errorf("locale %q", seen.Locale)
	}
}

func TestProgress(t *testing.T) {
	t.Parallel()
	var told []hosts.Progress
	peer := hosts.Peer{Progress: func(_ context.Context, p hosts.Progress) error {
		told = append(told, p)
		return nil
	}}
	app, _, _ := cities(t, func(r *oriel.Request) {
		if err := r.Progress(t.Context(), 1, 3, "Looking"); err != nil {
			t.Error(err)
		}
	})
	call(t, app, peer, "Rome")
	call(t, app, hosts.Peer{}, "Rome") // who doesn't ask is not told
	if diff := cmp.Diff([]hosts.Progress{{Done: 1, Total: 3, Message: "Looking"}}, told); diff != "" {
		t.Error(diff)
	}
}

func TestFromOutside(t *testing.T) {
	t.Parallel()
	r := oriel.RequestFrom(oriel.WithUser(t.Context(), oriel.User{ID: "ann"}))
	if r.Profile == nil || r.Log == nil || r.User.ID != "ann" || r.Progress(t.Context(), 1, 0, "") != nil {
		t.Errorf("request %+v", r)
	}
	r.Log.Debug("fine")
}

type hour struct {
	At   time.Time `json:"at"`
	High float64   `json:"high"`
}

func TestViewData(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		declared, given any
		want            string
	}{
		"as declared":       {[]hour(nil), []hour{{High: 1}}, `"oriel/viewData":[{"at":"0001-01-01T00:00:00Z","high":1}]`},
		"an empty list":     {[]hour(nil), []hour(nil), `"oriel/viewData":[]`},
		"nothing":           {[]hour(nil), nil, `"It is Rome."`},
		"a struct":          {hour{}, hour{High: 2}, `"high":2`},
		"nothing declared":  {nil, 7, `"oriel/viewData":7`},
		"another type":      {[]hour(nil), []string{"x"}, `"isError":true`},
		"what JSON has not": {[]hour(nil), []hour{{High: math.NaN()}}, `"isError":true`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := oriel.NewWith("cities", "1", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
			view := oriel.AddView(app, "city", ui.HTML("<p>"))
			oriel.AddTool(app, oriel.Tool{Name: "city", View: view, ViewData: tt.declared}, func(_ context.Context, q cityQuery) (oriel.Result[cityAnswer], error) {
				return oriel.Result[cityAnswer]{Data: cityAnswer(q), Text: "It is Rome.", ViewOnly: tt.given}, nil
			})
			if err := app.Err(); err != nil {
				t.Fatal(err)
			}
			if got := call(t, app, hosts.Peer{}, "Rome"); !strings.Contains(got, tt.want) {
				t.Errorf("%s is missing in %s", tt.want, got)
			}
		})
	}
	app := oriel.New("cities", "1")
	oriel.AddTool(app, oriel.Tool{Name: "city", ViewData: make(chan int)}, func(context.Context, cityQuery) (oriel.Result[cityAnswer], error) {
		return oriel.Result[cityAnswer]{}, nil
	})
	if err := app.Err(); err == nil || !strings.Contains(err.Error(), "view data") {
		t.Errorf("a channel as view data: %v", err)
	}
}

func TestTypeScript(t *testing.T) {
	t.Parallel()
	app := oriel.New("cities", "1")
	oriel.AddTool(app, oriel.Tool{Name: "city", Description: "A city.", ViewData: []hour(nil)}, func(context.Context, cityQuery) (oriel.Result[cityAnswer], error) {
		return oriel.Result[cityAnswer]{}, nil
	})
	for _, want := range []string{"city: { input: CityInput; output: CityOutput; viewData: CityViewData };", "export type ToolName = keyof Tools;", "high: number"} {
		if got := app.TypeScript(); !strings.Contains(got, want) {
			t.Errorf("%s is missing in:\n%s", want, got)
		}
	}
}
