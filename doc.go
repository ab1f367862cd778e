// Package oriel makes interactive apps for AI assistants (MCP Apps).
//
// An app declares tools, and views that show their results, once. It runs in Claude,
// ChatGPT, VS Code, Goose, Cursor and legacy MCP-UI hosts: each gets the form that it
// understands, and a host without UI gets a readable text.
//
//	type Query struct {
//		City string `json:"city" doc:"City to look up" example:"Lisbon"`
//	}
//
//	type Forecast struct {
//		City string  `json:"city"`
//		High float64 `json:"high" doc:"Highest temperature in °C"`
//	}
//
//	func main() { newApp().Main() }
//
//	func newApp() *oriel.App {
//		app := oriel.New("weather", "1.0.0")
//		view := oriel.AddView(app, "forecast", views.Forecast)
//		oriel.AddTool(app, oriel.Tool{
//			Name: "forecast", Description: "Tomorrow's weather in a city", View: view, ReadOnly: true,
//		}, func(ctx context.Context, q Query) (oriel.Result[Forecast], error) {
//			f := Forecast{City: q.City, High: 24}
//			return oriel.Result[Forecast]{Data: f, Text: "Sunny in " + f.City + ", 24 °C."}, nil
//		})
//		return app
//	}
//
// views.Forecast is the content that "oriel generate" makes from views/forecast.
//
// # Declaring
//
// [New] makes an app, [NewWith] one with [Options]. [AddTool] declares a tool as a Go
// function, and derives JSON Schemas from its types; it lists the struct tags.
// [AddRawTool] takes schemas from elsewhere. [AddView] declares a view from a generated
// document, [ui.HTML], [ui.File], [ui.Folder], [ui.URL] or [ui.RemoteDOM];
// [AddViewWith] adds what it may load and use ([ui.Metadata]). [AddResource],
// [AddTemplate], [AddPrompt] and [AddFiles] declare the rest of MCP. Declarations can
// change while the app serves. Faulty ones are collected in [App.Err].
//
// # Results and errors
//
// A [Result] has three parts: Data reaches the model and the view, Text the model and
// people without a view, ViewOnly the view alone. Content adds images, audio, links and
// documents.
//
// An [*Error] that a handler returns is for the model: a code, what is wrong, and the
// fix. All other errors and panics are masked: the model reads an id, and the log has
// the error under that id. An Error with a Challenge asks for a sign-in.
//
// # Requests
//
// [RequestFrom] returns what is known about a handler's request: the host, the user,
// the language, loggers, and a way to report progress. [Ask] asks the user with a form,
// [Sample] asks the client's model, [Roots] asks for its folders. [App.Use] adds
// middleware around all requests. HTTP middleware in front of the app authenticates
// users and passes them on with [WithUser]. Data that outlives a request belongs in
// [Options.Store].
//
// # Serving
//
// [App.Main] is a complete program with flags, signals, HTTP and stdio. [App.Run] is
// the same and returns, so that deferred functions run. [App.Handler] is the MCP
// endpoint for a server that you already have; [App.Stdio] serves a pair of pipes.
// Packages gosdk and mcpgo put an app on servers made with those libraries; other
// transports use [App.Methods]. Package orieltest tests an app as any host, without a
// network.
package oriel
