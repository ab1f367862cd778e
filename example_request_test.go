package oriel_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// A middleware that lets only signed-in users call tools that write.
func ExampleApp_Use() {
	app := oriel.New("notes", "1.0.0")
	oriel.AddTool(app, oriel.Tool{Name: "erase", Destructive: true}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "All notes are gone."}, nil
	})
	app.Use(func(next oriel.Handler) oriel.Handler {
		return func(ctx context.Context, r *oriel.Request) (*oriel.Response, error) {
			if r.Tool != nil && !r.Tool.ReadOnly && !r.User.Has("notes:write") {
				return nil, &oriel.Error{
					Code: "sign_in", Message: "Sign in to change notes.",
					Challenge: &ui.Challenge{Error: "insufficient_scope", Scopes: []string{"notes:write"}},
				}
			}
			return next(ctx, r)
		}
	})

	result, err := app.Call(context.Background(), hosts.Peer{}, "erase", nil)
	fmt.Println(result.IsError, result.Content, err)
	ctx := oriel.WithUser(context.Background(), oriel.User{ID: "ann", Scopes: []string{"notes:write"}})
	result, err = app.Call(ctx, hosts.Peer{}, "erase", nil)
	fmt.Println(result.IsError, result.Content, err)
	// Output:
	// true [{text Sign in to change notes.}] <nil>
	// false [{text All notes are gone.}] <nil>
}

// What is known of a request, in a handler.
func ExampleFrom() {
	app := oriel.New("greeter", "1.0.0")
	oriel.AddTool(app, oriel.Tool{Name: "greet", ReadOnly: true}, func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
		r := oriel.From(ctx)
		text := "Hello"
		if r.Locale == "de-CH" {
			text = "Grüezi"
		}
		return oriel.Result[struct{}]{Text: text + " from " + r.Profile.Title + "."}, nil
	})
	peer := hosts.Peer{
		Client: hosts.Client{Told: true, Name: "openai-mcp"},
		Meta:   hosts.MetaOf(map[string]any{"openai/locale": "de-CH"}),
	}
	result, err := app.Call(context.Background(), peer, "greet", nil)
	fmt.Println(result.Content, err)
	// Output: [{text Grüezi from ChatGPT.}] <nil>
}

// HTTP middleware in front of the app finds out who the user is.
func ExampleWithUser() {
	app := oriel.New("notes", "1.0.0")
	oriel.AddTool(app, oriel.Tool{Name: "whoami", ReadOnly: true}, func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "You are " + oriel.From(ctx).User.ID + "."}, nil
	})
	users := map[string]oriel.User{"Bearer 7f3a": {ID: "ann", Scopes: []string{"notes:write"}}} // stands for your sign-in
	signedIn := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			user, ok := users[r.Header.Get("Authorization")]
			if !ok {
				http.Error(w, "Sign in.", http.StatusUnauthorized)
				return
			}
			next.ServeHTTP(w, r.WithContext(oriel.WithUser(r.Context(), user)))
		})
	}
	server := signedIn(app.Handler())

	request := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/mcp", strings.NewReader(
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","_meta":{
			"io.modelcontextprotocol/protocolVersion":"2026-07-28",
			"io.modelcontextprotocol/clientInfo":{"name":"some-agent","version":"1"},
			"io.modelcontextprotocol/clientCapabilities":{}}}}`))
	for name, value := range map[string]string{
		"Authorization": "Bearer 7f3a", "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "whoami",
	} {
		request.Header.Set(name, value)
	}
	answer := httptest.NewRecorder()
	server.ServeHTTP(answer, request)
	fmt.Println(answer.Code, strings.Contains(answer.Body.String(), "You are ann."))
	// Output: 200 true
}

// The types of the tools, for the views.
func ExampleApp_TypeScript() {
	app := oriel.New("weather", "1.0.0")
	oriel.AddTool(app, oriel.Tool{Name: "forecast", ViewData: []float64(nil)}, forecast)
	fmt.Print(app.TypeScript())
	// Output:
	// export type ForecastInput = {
	//   /**
	//    * City to look up
	//    * @example "Lisbon"
	//    */
	//   city: string;
	// };
	//
	// export type ForecastOutput = {
	//   city: string;
	//   high: number;
	// };
	//
	// export type ForecastViewData = number[];
	//
	// /** What each tool takes and gives, by its name. */
	// export interface Tools {
	//   forecast: { input: ForecastInput; output: ForecastOutput; viewData: ForecastViewData };
	// }
	//
	// export type ToolName = keyof Tools;
}

// The three tiers of a result, and more content.
func ExampleResult() {
	app := oriel.New("weather", "1.0.0")
	page := app.View("forecast", ui.HTML("<p>A chart of the day"))
	oriel.AddTool(app, oriel.Tool{Name: "forecast", View: page}, func(context.Context, struct{}) (oriel.Result[Forecast], error) {
		return oriel.Result[Forecast]{
			Data:     Forecast{City: "Lisbon", High: 21},
			Text:     "Lisbon will have 21 °C.",
			ViewOnly: []int{14, 18, 21, 17},
			Content:  []ui.Block{ui.LinkBlock{URI: "https://weather.example/lisbon", Name: "The whole week"}},
		}, nil
	})
	result, err := app.Call(context.Background(), hosts.Peer{}, "forecast", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := json.Marshal(result)
	fmt.Println(string(text), err)
	// Output:
	// {"content":[{"type":"text","text":"Lisbon will have 21 °C."},{"name":"The whole week","type":"resource_link","uri":"https://weather.example/lisbon"}],"structuredContent":{"city":"Lisbon","high":21},"_meta":{"oriel/viewData":[14,18,21,17]}} <nil>
}
