package oriel_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

type Query struct {
	City string `json:"city" doc:"City to look up" example:"Lisbon"`
}

type Forecast struct {
	City string  `json:"city"`
	High float64 `json:"high"`
}

func forecast(_ context.Context, q Query) (oriel.Result[Forecast], error) {
	if q.City == "Atlantis" {
		return oriel.Result[Forecast]{}, &oriel.Error{Code: "unknown_city", Message: "Atlantis has no weather.", Fix: "Try Lisbon."}
	}
	return oriel.Result[Forecast]{
		Data:     Forecast{City: q.City, High: 21},
		Text:     q.City + " will have 21 °C.",
		ViewOnly: []float64{14, 18, 21, 17},
	}, nil
}

// One declaration; each host is told of it, and answered, in its own way.
func ExampleAddTool() {
	app := oriel.New("weather", "1.0.0")
	page := oriel.AddView(app, "forecast", ui.HTML("<p>A chart of the day"))
	oriel.AddTool(app, oriel.Tool{Name: "forecast", Title: "Forecast", View: page, ReadOnly: true}, forecast)

	chatgpt := hosts.Client{Introduced: true, Name: "openai-mcp"}
	for _, tool := range app.Methods().ListTools(chatgpt) {
		fmt.Println(tool.Name, tool.Meta["openai/outputTemplate"] == page.URI())
	}
	agent := hosts.Client{Introduced: true, Name: "an-agent-without-ui"}
	result, err := app.Methods().CallTool(context.Background(), hosts.Peer{Client: agent}, "forecast", json.RawMessage(`{"city":"Lisbon"}`))
	fmt.Println(result.Content, err)
	result, err = app.Methods().CallTool(context.Background(), hosts.Peer{Client: agent}, "forecast", json.RawMessage(`{"town":"Lisbon"}`))
	fmt.Println(result.IsError, result.Content, err)
	// Output:
	// forecast true
	// [{text Lisbon will have 21 °C.}] <nil>
	// true [{text The arguments of forecast don't fit.
	// city: is required (a string: City to look up)
	// town: is not known; known are "city"}] <nil>
}

// An error that the model may read is an oriel.Error; all others are masked.
func ExampleError() {
	app := oriel.New("weather", "1.0.0")
	oriel.AddTool(app, oriel.Tool{Name: "forecast"}, forecast)
	result, err := app.Methods().CallTool(context.Background(), hosts.Peer{}, "forecast", json.RawMessage(`{"city":"Atlantis"}`))
	fmt.Println(result.IsError, result.Content, err)
	_, err = app.Methods().CallTool(context.Background(), hosts.Peer{}, "forcast", nil)
	fmt.Println(err)
	// Output:
	// true [{text Atlantis has no weather. Try Lisbon.}] <nil>
	// There is no tool "forcast". Did you mean "forecast"?
}

// The app is an http.Handler, to be mounted beside whatever a server has.
func ExampleApp_Handler() {
	app := oriel.New("weather", "1.0.0")
	oriel.AddTool(app, oriel.Tool{Name: "forecast"}, forecast)
	mux := http.NewServeMux()
	mux.Handle("/mcp", app.Handler())
	mux.HandleFunc("/healthz", func(http.ResponseWriter, *http.Request) {})

	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, httptest.NewRequestWithContext(context.Background(), http.MethodGet, "/healthz", nil))
	fmt.Println(answer.Code)
	// Output: 200
}

// A view declares the origins that it loads from; hosts refuse all others.
func ExampleAddViewWith() {
	app := oriel.New("weather", "1.0.0")
	page := oriel.AddViewWith(app, "map", ui.HTML("<!doctype html><title>Map</title>"), ui.Metadata{CSP: &ui.CSP{
		ConnectDomains:  []string{"https://api.example.com", "wss://live.example.com"}, // fetch, WebSocket
		ResourceDomains: []string{"https://*.tiles.example.com"},                       // scripts, styles, images, fonts, media
		FrameDomains:    []string{"https://player.example.com"},                        // frames inside the view
	}})
	fmt.Println(page.Name, app.Err())
	// Output: map <nil>
}

// A tool whose schema comes from elsewhere, such as an OpenAPI document.
func ExampleAddRawTool() {
	app := oriel.New("weather", "1.0.0")
	oriel.AddRawTool(app, oriel.Tool{
		Name:        "raw",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}`),
	}, func(_ context.Context, arguments json.RawMessage) (oriel.Result[json.RawMessage], error) {
		return oriel.Result[json.RawMessage]{Data: arguments}, nil
	})
	result, err := app.Methods().CallTool(context.Background(), hosts.Peer{}, "raw", json.RawMessage(`{"city":"Lisbon"}`))
	fmt.Println(string(result.StructuredContent), result.Content, err)
	// Output: {"city":"Lisbon"} [{text City: Lisbon}] <nil>
}

// Faulty declarations are collected, each with its place.
func ExampleApp_Err() {
	app := oriel.New("weather", "1.0.0")
	oriel.AddView(app, "Forecast!", ui.HTML("<p>"))
	fmt.Println(app.Err() != nil)
	// Output: true
}
