package orieltest_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/orieltest"
	"github.com/orielapps/oriel/ui"
)

type Query struct {
	City string `json:"city"`
}

type Forecast struct {
	City string  `json:"city"`
	High float64 `json:"high"`
}

// newApp is the app under test.
func newApp() *oriel.App {
	app := oriel.NewWith("weather", "1.0.0", oriel.Options{Instructions: "Ask for one city at a time."})
	page := oriel.AddView(app, "forecast", ui.HTML(`<h1>Forecast</h1><script src="@oriel/view"></script>`))
	oriel.AddTool(app, oriel.Tool{Name: "forecast", Title: "Forecast", View: page, ReadOnly: true},
		func(ctx context.Context, q Query) (oriel.Result[Forecast], error) {
			r := oriel.RequestFrom(ctx)
			if q.City == "Atlantis" {
				return oriel.Result[Forecast]{}, &oriel.Error{Code: "unknown_city", Message: "Atlantis has no weather.", Fix: "Try Lisbon."}
			}
			_ = r.Progress(ctx, 1, 2, "Looking outside")
			text := q.City + " will have 21 °C."
			if r.Locale == "de" {
				text = "In " + q.City + " wird es 21 °C."
			}
			if r.User.ID != "" {
				text = r.User.ID + ": " + text
			}
			return oriel.Result[Forecast]{Data: Forecast{City: q.City, High: 21}, Text: text, ViewOnly: []float64{14, 18, 21, 17}}, nil
		})
	return app
}

// In a test, t is its *testing.T.
func Example() {
	host := orieltest.Connect(t, newApp(), "claude")

	result := host.Call("forecast", Query{City: "Lisbon"})
	fmt.Println(result.Text())

	var forecast Forecast
	result.Data(&forecast)
	fmt.Println(forecast.High)

	var hours []float64
	result.ViewData(&hours)
	fmt.Println(len(hours), result.Progress)

	result = host.Call("forecast", Query{City: "Atlantis"})
	fmt.Println(result.IsError, result.ErrorCode(), result.Text())
	// Output:
	// Lisbon will have 21 °C.
	// 21
	// 4 [{1 2 Looking outside}]
	// true unknown_city Atlantis has no weather. Try Lisbon.
}

// What a host is told of the app, and what it shows.
func ExampleHost_View() {
	for _, profile := range []string{"chatgpt", "mcp-ui"} {
		host := orieltest.Connect(t, newApp(), profile)
		view := host.View("forecast")
		fmt.Println(profile, host.Tool("forecast").Annotations.ReadOnlyHint, view.MIMEType, strings.Contains(view.Text, "<h1>Forecast</h1>"))
	}
	// Output:
	// chatgpt true text/html;profile=mcp-app true
	// mcp-ui true text/html true
}

// Which hosts ask their user before their model may send a message.
func ExampleHost_Confirmation() {
	app := oriel.New("mail", "1.0.0")
	oriel.AddTool(app, oriel.Tool{Name: "send", OpenWorld: true}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{}, nil
	})
	for _, profile := range []string{"chatgpt", "goose"} {
		fmt.Println(profile, orieltest.Connect(t, app, profile).Confirmation("send"))
	}
	// Output:
	// chatgpt ask
	// goose none
}

// A user who does not let the model send a message, in a host that asks, and in one that does not.
func ExampleOptions_confirm() {
	app := oriel.New("mail", "1.0.0")
	oriel.AddTool(app, oriel.Tool{Name: "send", OpenWorld: true}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "Sent."}, nil
	})
	for _, profile := range []string{"chatgpt", "goose"} {
		host := orieltest.ConnectWith(t, app, profile, orieltest.Options{Confirm: func(tool string) bool { return tool != "send" }})
		result := host.Call("send", nil)
		fmt.Println(profile, result.Denied, result.Text())
	}
	// Output:
	// chatgpt true The user denied the call of send.
	// goose false Sent.
}

// The same app, as every host of the catalogue.
func Example_everyHost() {
	texts := map[string]int{}
	for _, profile := range hosts.All() {
		host := orieltest.Connect(t, newApp(), profile.ID)
		texts[host.Call("forecast", Query{City: "Lisbon"}).Text()]++
	}
	fmt.Println(len(texts), "text for all hosts:", texts["Lisbon will have 21 °C."] == len(hosts.All()))
	// Output: 1 text for all hosts: true
}

// A signed-in user, and the hints that ChatGPT sends, in the older lifecycle.
func ExampleOptions() {
	host := orieltest.ConnectWith(t, newApp(), "chatgpt", orieltest.Options{
		Lifecycle: orieltest.Legacy,
		User:      oriel.User{ID: "ann", Scopes: []string{"read"}},
		Meta:      map[string]any{"openai/locale": "de"},
	})
	fmt.Println(host.Call("forecast", Query{City: "Basel"}).Text())
	fmt.Println(host.Server().Instructions)
	// Output:
	// ann: In Basel wird es 21 °C.
	// Ask for one city at a time.
}

// Golden compares with testdata/wire/claude/modern/forecast.json beside the test.
func ExampleHost_Golden() {
	host := orieltest.Connect(t, newApp(), "claude")
	host.Golden("forecast", host.Call("forecast", Query{City: "Lisbon"}))
	host.Golden("tools-list", host.Request("tools/list", nil))
	// Output:
}
