// Package oriel makes interactive apps for AI assistants.
//
// An app declares tools and the views that show their results, once. It runs in
// every host: Claude, ChatGPT, VS Code, Goose, Cursor and legacy MCP-UI hosts
// each get the form they understand, and a host without UI gets a good text.
//
//	app := oriel.New("hello", "1.0.0")
//	page := oriel.AddView(app, "greeting", views.Greeting)
//	oriel.AddTool(app, oriel.Tool{Name: "greet", View: page, ReadOnly: true}, greet)
//	app.Main()
//
// [App.Main] is a complete program; [App.Handler] mounts the app on a server
// that you already have.
//
// # Tools
//
// [AddTool] takes a function from one Go type to another. Their JSON Schemas are
// derived as package schema says, arguments are checked before the function runs,
// and what doesn't fit is told to the model in words that it can act on.
// [AddRawTool] takes schemas from elsewhere. What hosts and models learn of a tool
// is [Tool]; what only one host has, such as ChatGPT's texts while a tool runs, is
// in there too and reaches that host alone.
//
// # Results
//
// A [Result] has three tiers. Data reaches the model and the view, Text the model
// and people without a view, ViewOnly the view alone. Content adds pictures,
// sound, links and documents:
//
//	oriel.Result[Forecast]{
//		Data:     forecast,
//		Text:     "Sunny in Lisbon, 24 °C.",
//		ViewOnly: hours,
//		Content:  []ui.Block{ui.LinkBlock{URI: "https://example.com/lisbon", Name: "The whole week"}},
//	}
//
// # Errors
//
// An [*Error] that a handler returns is for the model: what is wrong, and how to
// mend it. Every other error, and every panic, is masked; the model reads an id,
// and the log has the rest under it. An Error with a Challenge asks for a sign-in.
//
// # Views
//
// [AddView] takes a view that "oriel generate" has bundled, or [ui.HTML],
// [ui.File], [ui.URL], [ui.RemoteDOM]. Its [ui.Metadata] says what it may load
// ([ui.CSP]), what it may use of the device, and how it wants to be framed.
//
// # Requests
//
// [RequestFrom] gives a handler all that is known of its request: the host and what is
// known of it, the user, the language, a logger, and a way to tell how far the work
// has come. [App.Use] puts middleware around all calls and reads; an app has no
// prompts yet. HTTP middleware
// of yours, in front of the app, finds out who the user is, and hands it over with
// [WithUser].
//
// # Tests
//
// Package orieltest connects to an app as any host, without a network.
package oriel
