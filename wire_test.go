package oriel_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/orieltest"
	"github.com/orielapps/oriel/ui"
)

type parcelQuery struct {
	Number  string            `json:"number" doc:"Number on the label" example:"RX 7" pattern:"^[A-Z]{2} [0-9]+$"`
	Since   time.Time         `json:"since,omitzero" doc:"Leave out what was before"`
	Carrier string            `json:"carrier,omitempty" enum:"road,rail,air" default:"road"`
	Label   *oriel.FileParam  `json:"label,omitempty" doc:"Photograph of the label"`
	Notes   map[string]string `json:"notes,omitempty"`
}

type parcel struct {
	Number string   `json:"number"`
	Weight float64  `json:"weight" doc:"In kilograms"`
	Cents  int64    `json:"cents"`
	Stops  []string `json:"stops"`
	Next   *parcel  `json:"next,omitempty"`
	Note   *string  `json:"note"`
}

type parcelPlace struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

type nothing struct{}

// parcels declares everything that there is to declare, once.
func parcels() *oriel.App {
	app := oriel.NewWith("parcels", "1.2.3", oriel.Options{
		SignInChecked: true, // the app answers calls of "send" without a user with a challenge
		Title:         "Parcels", Instructions: "Follow parcels by the number on their label.",
		URL: "https://parcels.example.com/mcp", Logger: slog.New(slog.DiscardHandler),
	})
	journey := oriel.AddViewWith(app, "journey", ui.HTML(`<h1>Journey</h1><script src="@oriel/view"></script>`), ui.Metadata{
		Description: "The journey of a parcel on a map",
		Dimensions:  ui.Dimensions{Width: 640, Height: 480},
		InitialData: map[string]any{"unit": "km"},
		CSP: &ui.CSP{
			ConnectDomains: []string{"https://api.example.com", "wss://live.example.com"}, ResourceDomains: []string{"https://*.tiles.example.com"},
			FrameDomains: []string{"https://map.example.com"}, BaseURIDomains: []string{"https://parcels.example.com"},
			RedirectDomains: []string{"https://shop.example.com"},
		},
		Permissions: ui.Permissions{Camera: true, Microphone: true, Geolocation: true, ClipboardWrite: true},
		Domain:      "https://parcels.example.com", Border: ui.BorderNone,
		Extra: map[string]any{"example.com/theme": "dusk", "ui": map[string]any{"example": true}},
	})
	oriel.AddTool(app, oriel.Tool{
		Name: "follow", Title: "Follow a parcel", Description: "Tells where a parcel is.", View: journey, OpenWorld: true, Idempotent: true,
		Invoking: "Looking for the parcel…", Invoked: "Parcel found",
		Icons: []ui.Icon{
			{Src: "https://parcels.example.com/icon.png", MIMEType: "image/png", Sizes: []string{"48x48", "96x96"}, Theme: "light"},
			{Src: "data:image/svg+xml;base64,PHN2Zy8+"},
		},
		Security: []ui.SecurityScheme{{Type: ui.NoAuth}, {Type: ui.OAuth2, Scopes: []string{"parcels.read", "parcels.follow"}}},
		ViewData: []parcelPlace(nil), Extra: map[string]any{"example.com/cost": 3},
	}, follow)
	oriel.AddTool(app, oriel.Tool{
		Name: "count", ReadOnly: true, Destructive: true, Description: "Counts parcels.",
		Invoked: "Counted", Extra: map[string]any{"openai/toolInvocation/invoked": "All counted"},
	},
		func(context.Context, nothing) (oriel.Result[map[string]int], error) {
			return oriel.Result[map[string]int]{Data: map[string]int{"parcels": 2}}, nil
		})
	oriel.AddTool(app, oriel.Tool{Name: "more", Visibility: ui.AppOnly, View: journey, ReadOnly: true}, idle)
	oriel.AddTool(app, oriel.Tool{Name: "route", Visibility: ui.ModelOnly, View: journey}, idle)
	oriel.AddTool(app, oriel.Tool{Name: "lose", Destructive: true}, func(context.Context, nothing) (oriel.Result[nothing], error) {
		return oriel.Result[nothing]{}, errors.New("dial postgres://user:secret@db")
	})
	oriel.AddTool(app, oriel.Tool{Name: "send", View: journey, Security: []ui.SecurityScheme{{Type: ui.OAuth2, Scopes: []string{"parcels.send"}}}}, idle)
	oriel.AddRawTool(app, oriel.Tool{
		Name: "raw", Title: "Raw", Visibility: ui.ModelOnly,
		InputSchema: json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer","minimum":0}},"required":["n"]}`),
	}, func(_ context.Context, arguments json.RawMessage) (oriel.Result[json.RawMessage], error) {
		return oriel.Result[json.RawMessage]{Data: arguments}, nil
	})
	return app
}

func idle(context.Context, nothing) (oriel.Result[nothing], error) {
	return oriel.Result[nothing]{Text: "Nothing to tell."}, nil
}

func follow(_ context.Context, q parcelQuery) (oriel.Result[parcel], error) {
	if q.Number == "XX 0" {
		return oriel.Result[parcel]{}, &oriel.Error{Code: "unknown_parcel", Message: "There is no parcel XX 0.", Fix: "Read the label again."}
	}
	important, plain := 1.0, 0.25
	seen := time.Date(2026, time.November, 20, 12, 30, 0, 0, time.FixedZone("CET", 3600))
	return oriel.Result[parcel]{
		Data: parcel{Number: q.Number, Weight: 1.5, Cents: 9007199254740993, Stops: []string{}, Next: &parcel{Number: "RX 8", Stops: []string{"<Rome> & more"}}},
		Text: "The parcel is in Rome.",
		Content: []ui.Block{
			ui.TextBlock{Text: "For you only.", Annotations: ui.Annotations{Audience: []ui.Role{ui.RoleUser}, Priority: &important, LastModified: seen}},
			ui.ImageBlock{Data: []byte("\x89PNG"), MIMEType: "image/png", Annotations: ui.Annotations{Audience: []ui.Role{ui.RoleUser, ui.RoleAssistant}}},
			ui.AudioBlock{Data: []byte("ding"), MIMEType: "audio/mpeg", Annotations: ui.Annotations{Priority: &plain}},
			ui.LinkBlock{
				URI: "https://parcels.example.com/rx7", Name: "rx7", Title: "RX 7", Description: "The parcel's page", MIMEType: "text/html", Size: 9,
				Annotations: ui.Annotations{LastModified: seen},
			},
			ui.ResourceBlock{URI: "parcels://rx7/notes", MIMEType: "text/plain", Text: "Fragile"},
			ui.ResourceBlock{URI: "parcels://rx7/label", MIMEType: "application/pdf", Data: []byte("%PDF")},
			ui.RawBlock(`{"type":"text","text":"As it is","_meta":{"example.com/raw":9007199254740993}}`),
		},
		ViewOnly:  []parcelPlace{{Latitude: 41.9, Longitude: 12.5}},
		CloseView: true,
		Extra:     map[string]any{"example.com/trace": "abc"},
	}, nil
}

// What each host gets of one app. The files are the wire form that everybody may
// rely on: whatever carries an app has to leave them as they are.
func TestWire(t *testing.T) {
	t.Parallel()
	app := parcels()
	uri := app.Methods().ListResources(hosts.Client{})[0].URI
	for _, profile := range hosts.All() {
		for _, lifecycle := range []orieltest.Lifecycle{orieltest.Modern, orieltest.Legacy} {
			t.Run(profile.ID+"/"+string(lifecycle), func(t *testing.T) {
				t.Parallel()
				host := orieltest.ConnectWith(t, app, profile.ID, orieltest.Options{Lifecycle: lifecycle})
				for name, answer := range map[string]any{
					"tools-list":     host.Request("tools/list", nil),
					"resources-list": host.Request("resources/list", nil),
					"resources-read": host.Request("resources/read", map[string]any{"uri": uri}),
					"call-ok":        host.Call("follow", map[string]any{"number": "RX 7"}),
					"call-error":     host.Call("follow", map[string]any{"number": "XX 0"}),
					"call-misfit":    host.Call("follow", map[string]any{"number": 7, "carier": "road"}),
					"call-masked":    host.Call("lose", nil),
					"call-auth":      host.Call("send", nil),
				} {
					host.Golden(name, answer)
				}
			})
		}
	}
}

// A golden that no host has is one that nobody compares.
func TestWireHasNoStrays(t *testing.T) {
	t.Parallel()
	err := fs.WalkDir(os.DirFS("testdata/wire"), ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		profile, rest, _ := strings.Cut(file, "/")
		lifecycle, name := path.Split(rest)
		_, known := hosts.Get(profile)
		switch name {
		case "tools-list.json", "resources-list.json", "resources-read.json",
			"call-ok.json", "call-error.json", "call-misfit.json", "call-masked.json", "call-auth.json":
		default:
			known = false
		}
		if !known || lifecycle != string(orieltest.Modern)+"/" && lifecycle != string(orieltest.Legacy)+"/" {
			t.Errorf("testdata/wire/%s is compared with nothing.", file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
