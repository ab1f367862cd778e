// Package oriel makes interactive apps for AI assistants.
//
// An app declares tools and the views that show their results, once. It runs in
// every host: Claude, ChatGPT, VS Code, Goose, Cursor and legacy MCP-UI hosts each
// get the form they understand, and a host without UI gets a good text.
//
//	app := oriel.New("hello", "1.0.0")
//	page := oriel.AddView(app, "greeting", views.Greeting)
//	oriel.AddTool(app, oriel.Tool{Name: "greet", View: page, ReadOnly: true}, greet)
//	app.Main()
//
// [New] makes an app, [NewWith] one with [Options]. [AddTool], [AddRawTool],
// [AddView], [AddResource], [AddTemplate], [AddPrompt] and [AddFiles] declare what it
// has, also while it serves. Faulty declarations are collected in [App.Err].
//
// # Serving
//
// [App.Main] is a complete program: flags, signals, HTTP or stdio. [App.Run] does the
// same and returns, so that deferred functions run. [App.Handler] is the MCP endpoint
// for a server that you have already, [App.Stdio] serves a pair of pipes, and packages
// gosdk and mcpgo put an app on a server made with those libraries. Other transports
// are built on [App.Methods].
//
// # Tools
//
// [AddTool] takes a function from one Go type to another and derives their JSON
// Schemas; see "Types and tags". Arguments are checked before the function runs, and
// the model reads what does not fit, in words that it can act on. [AddRawTool] takes
// schemas from elsewhere. What hosts and models learn of a tool is [Tool]; fields for
// one host only, such as ChatGPT's texts while a tool runs, reach that host alone.
//
// A [Result] has three tiers. Data reaches the model and the view, Text the model and
// people without a view, ViewOnly the view alone. Content adds pictures, sound, links
// and documents:
//
//	oriel.Result[Forecast]{
//		Data:     forecast,
//		Text:     "Sunny in Lisbon, 24 °C.",
//		ViewOnly: hours,
//		Content:  []ui.Block{ui.LinkBlock{URI: "https://example.com/lisbon", Name: "The whole week"}},
//	}
//
// An [*Error] that a handler returns is for the model: a code, what is wrong, and how
// to fix it. Every other error, and every panic, is masked: the model reads an id, and
// the log has the error under that id. An Error with a Challenge asks for a sign-in.
//
// # Views
//
// [AddView] takes a view that "oriel generate" has bundled, or [ui.HTML], [ui.File],
// [ui.Folder], [ui.URL], [ui.RemoteDOM]. [AddViewWith] also takes [ui.Metadata]: what
// the view may load ([ui.CSP]), what it may use of the device, how it wants to be
// framed. [App.TypeScript] returns the types of all tools for views.
//
// # Requests
//
// [RequestFrom] gives a handler all that is known of its request: the host, the user,
// the language, loggers, and a way to report progress. [App.Use] puts middleware around
// all calls, reads, prompts and completions. HTTP middleware in front of the app finds
// out who the user is, and passes that on with [WithUser].
//
// [Ask] asks the user with a form, [Sample] asks the client's model, and [Roots] asks
// for the client's folders. What outlives a request is in [Options.Store].
//
// # Types and tags
//
// A schema is derived from a Go type, its json tags, and these tags:
//
//	doc:"City to look up"       description; a sentence that the model reads
//	title:"City"                title
//	example:"Lisbon"            examples
//	default:"Lisbon"            default, filled in where the member is missing
//	enum:"km,miles"             enum; a JSON list where values have commas: enum:"[\"a, b\"]"
//	min:"0" max:"9"             minimum, maximum
//	above:"0" below:"9.5"       exclusiveMinimum, exclusiveMaximum
//	minlen:"1" maxlen:"80"      length: of strings in characters, of lists in items, of maps in members
//	pattern:"^[A-Z]{2}$"        pattern, in what RE2 and JavaScript have in common
//	format:"date"               format
//	deprecated:"true"           deprecated
//
// On a list or a map, enum, min, max, above, below, pattern and format are about the
// items, everything else about the whole. Values of default, example and enum are
// plain text for strings and JSON for everything else. The formats date-time, date,
// time, email, uri, uuid, ipv4 and ipv6 are checked; the model reads others, and
// nothing checks them.
//
// A field is required unless it is a pointer, has omitempty or omitzero, or has a
// default. Members without a field are refused. A pointer is what it points to: neither
// pointers nor slices are "or null". An empty slice is sent as [], a nil pointer is left
// out, and null is accepted as "left out" where the member is optional.
//
//	Go type                               JSON Schema
//	bool, string                          boolean, string
//	int, int64, uint, uint64              integer; exact and checked to 64 bits
//	int8 … int32, uint8 … uint32          integer with minimum and maximum
//	float32, float64                      number
//	numbers, bool with json:",string"     string with a pattern or enum
//	[]byte                                string, contentEncoding base64
//	[]T, [N]T                             array; of exactly N items
//	map[string]T, map[int]T               object; integers as names have a pattern
//	struct                                object; embedded ones as encoding/json has it
//	any, json.RawMessage                  anything
//	time.Time                             string, format date-time
//	time.Duration                         integer: nanoseconds, as encoding/json writes it; tags may say "1m30s"
//	json.Number, big.Int                  number, integer
//	encoding.TextMarshaler                string
//	json.Marshaler                        anything
//	T with a method Enum() []T            enum of these values
//
// Types that contain themselves are below $defs. Interfaces with methods, channels,
// functions and complex numbers have no JSON form: they are faulty declarations, as are
// tags that are misspelled or do not fit their field.
//
// # Tests
//
// Package orieltest connects to an app as any host, without a network.
package oriel
