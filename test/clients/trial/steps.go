package trial

// A Step is something that a client does, and what it has to see then, as JSON.
// null is nothing: that it has not failed is all.
type Step struct{ Name, Seen string }

// Modern is the protocol version whose requests describe themselves.
const Modern = "2026-07-28"

// The steps that are not the same in both lifecycles, or not for all clients.
const (
	Connect = "connect"
	Cancel  = "cancel"
	Errors  = "errors"

	ReadUnknown = "read unknown"
)

const (
	tools     = `["add","ask","ask_all","ask_twice","count","fail","grow","release","roots","sample","say","shrink","touch","wait","watch"]`
	resources = `"probe://binary","probe://counter","probe://text"`
	question  = `[{"message":"Who is coming?","fields":["meals","name","seats"]}]`

	debug   = `["debug","looking"]`
	info    = `["info","found"]`
	warning = `["warning","careful"],["error",{"message":"broken","part":"wheel"}]`
)

// Steps are what a client does that has negotiated a protocol version, in this
// order.
func Steps(protocol string) []Step {
	modern := protocol == Modern
	introduction := `{"server":{"name":"probe","title":"The probe","version":"1.2.3"},"instructions":"Try everything.",` +
		`"offers":["completions","extensions",` + either(modern, "", `"logging",`) + `"prompts","resources","tools"],"protocol":"` + protocol + `"}`
	return []Step{
		{Connect, introduction},
		{"tools", tools},
		{"resources", `[` + resources + `,"view"]`},
		{"templates", `["probe://days/{city}/{day}"]`},
		{"prompts", `[{"name":"plan","arguments":["city","tone?"]},{"name":"interview","arguments":[]}]`},

		{"read text", `[["probe://text","text/plain","Grüße, ☔",0]]`},
		{"read binary", `[["probe://binary","application/octet-stream","",32896]]`},
		{"read template", `[["probe://days/rome/friday","text/plain","friday in rome",0]]`},
		{"read view", `["text/html;profile=mcp-app",true]`},
		{ReadUnknown, either(modern, `-32602`, `-32002`)},
		{"prompt", `[["user","Plan a day in Rome."],["assistant","Gladly!"]]`},
		{"prompt without argument", `-32602`},
		{"complete prompt", `["London"]`},
		{"complete template", `["lisbon","london"]`},
		{"complete with context", `["monday in rome"]`},

		{"call", `[{"sum":5},"Added.","for the view",false]`},
		{"call at once", `[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]`},
		{"call fails", `[true,"No luck today. Try again tomorrow."]`},
		{"call unknown", `-32602`},
		{"call misfit", `true`},
		{"progress", `["1/5 counting","2/5 counting","3/5 counting","4/5 counting","5/5 counting","Counted."]`},
		// Who has not said which log messages it wants gets none in the newer
		// lifecycle, and those from info in the older one.
		{"log", `[` + either(modern, "", info+`,`+warning) + `]`},
		{"log from warning", `[` + warning + `]`},
		{"log from debug", `[` + debug + `,` + info + `,` + warning + `]`},

		{"ask, accept", `[{"outcome":"answered","guest":{"name":"Ada","seats":2,"meals":"all"}},` + question + `]`},
		{"ask, decline", `[{"outcome":"declined"},` + question + `]`},
		{"ask, cancel", `[{"outcome":"dismissed"},` + question + `]`},
		{"ask twice", `["Ada","teal"]`},
		{"ask all", `["teal","drizzle","file:///home/ada home"]`},
		{"sample", `["drizzle","a model","endTurn"]`},
		{"roots", `["file:///home/ada home"]`},
		{"prompt asks", `["I like teal."]`},

		{Cancel, `["aborted",{"how":"cancelled"}]`},
		{"call after cancel", `{"sum":2}`},

		{"subscribe", `["probe://counter",1]`},
		{"unsubscribe", `["probe://text"]`},
		{"tools change", `[true,"I am new.",false,false]`},

		{"close", `null`},
		{"call after close", `null`},

		{"connect bare", introduction},
		{"bare resources", `[` + resources + `,"view"]`},
		{"bare call", `[{"sum":5},"Added."]`},
		{"bare ask", either(modern, `-32021`,
			`[true,"This needs a client that can ask its user with a form (capability \"elicitation\"), and this client has not declared that."]`)},
		{"close bare", `null`},

		{Errors, `[]`},
	}
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}
