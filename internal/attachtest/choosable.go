package attachtest

import (
	"net/http"
	"strings"
)

// What there is to choose from. The first of each is the plainest.
var (
	lifecycles = []Lifecycle{Modern, Legacy, Sessionless}
	versions   = []string{newestLegacy, "2025-06-18", "2025-03-26", "2024-11-05"}

	clients = []client{
		{"claude", `{"extensions":` + views + `,"elicitation":{"form":{}},"sampling":{},"roots":{}}`, `{"name":"claude-ai","version":"0.1.0"}`, ``},
		{
			"chatgpt", `{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app","text/html+skybridge"]}}}`,
			`{"name":"openai-mcp","version":"1.0.0"}`, ``,
		},
		{"mcp-ui", `{}`, `{"name":"mcp-ui-host","version":"5.17.3"}`, ``},
		{"text", `{}`, `{"name":"text-only-host","version":"1.0.0"}`, ``},
		{"generic", `{"extensions":` + views + `}`, `{"name":"somebody","version":"1"}`, ``},
		{
			"vscode, tells roots", `{"extensions":` + views + `,"roots":{"listChanged":true}}`,
			`{"name":"Visual Studio Code","version":"1.130.0","title":"VS Code"}`, ``,
		},
		{"goose", `{"extensions":` + views + `}`, `{"name":"goose-desktop","version":"1.38.0"}`, ``},
		{"claude without views", `{}`, `{"name":"claude-ai","version":"0.1.0"}`, ``},
		{"old draft", `{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html+mcp"]}}}`, `{"name":"somebody","version":"1"}`, ``},
		{"no types", `{"extensions":{"io.modelcontextprotocol/ui":{}}}`, `{"name":"somebody","version":"1"}`, ``},
		{"odd types", `{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":[1,"",null,"text/html"]}}}`, `{"name":"somebody","version":"1"}`, ``},
		{"types of another type", `{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":"text/html"}}}`, `{"name":"somebody","version":"1"}`, ``},
		{"no settings", `{"extensions":{"io.modelcontextprotocol/ui":null}}`, `{"name":"somebody","version":"1"}`, ``},
		{"odd settings", `{"extensions":{"io.modelcontextprotocol/ui":true,"example.com/x":{"a":[1]}}}`, `{"name":"somebody","version":"1"}`, ``},
		{"odd extensions", `{"extensions":[],"elicitation":{}}`, `{"name":"somebody","version":"1"}`, ``},
		{"odd abilities", `{"elicitation":true,"sampling":1,"roots":"x","experimental":{"a":{}}}`, `{"name":"somebody","version":"1"}`, ``},
		{"pages only", `{"elicitation":{"url":{}}}`, `{"name":"somebody","version":"1"}`, ``},
		{"abilities that are null", `{"elicitation":null,"sampling":null,"roots":null,"extensions":null}`, `{"name":"somebody","version":"1"}`, ``},
		{"abilities twice", `{"sampling":{},"sampling":null,"extensions":` + views + `,"extensions":{}}`, `{"name":"somebody","version":"1"}`, ``},
		{"capabilities of another type", `[]`, `{"name":"somebody","version":"1"}`, ``},
		{"no capabilities", ``, `{"name":"somebody","version":"1"}`, ``},
		{"no info", `{"extensions":` + views + `}`, ``, ``},
		{"info of another type", `{}`, `"somebody"`, ``},
		{"info without a name", `{}`, `{"version":"1"}`, ``},
		{"odd info", `{}`, `{"name":1,"version":null}`, ``},
		{
			"info in escapes", `{"\u0065xtensions":{"io.modelcontextprotocol\/ui":{"mimeT\u0079pes":["text\/html;profile=mcp-app"]}}}`,
			`{"n\u0061me":"claude\u002dai","version":"\u0000\u202e1"}`, ``,
		},
		{"text", `{"extensions":` + views + `}`, `{"name":"TEXT","version":"TEXT"}`, ``},
		{"one that tells the language once", `{"extensions":` + views + `}`, `{"name":"claude-ai","version":"0.1.0"}`, `"openai/locale":"de-CH"`},
		{"nameless library", `{}`, `{"name":"mcp","version":"0.1.0"}`, ``},
		{"long name", `{}`, `{"name":"` + strings.Repeat("long ", 100) + `","version":"` + strings.Repeat("1", 300) + `"}`, ``},
	}

	metas = []string{
		``,
		`,"progressToken":"p"`,
		`,"progressToken":7`,
		`,"progressToken":"\u0070\u00e4\u2028"`,
		`,"progressToken":12345678901234567890`,
		`,"progressToken":1.5`,
		`,"progressToken":null`,
		`,"progressToken":{}`,
		`,"progressToken":""`,
		`,"openai/locale":"de-CH","openai/userAgent":"Mozilla","openai/userLocation":{"city":"Bern","country":"CH","latitude":"46.9"},"openai/subject":"s1"`,
		`,"webplus/i18n":"fr"`,
		`,"openai\/loc\u0061le":"it","progressToken":"p"`,
		`,"openai/locale":7,"openai/userLocation":"Bern"`,
		`,"openai/locale":"TEXT","openai/userAgent":"TEXT"`,
		`,"io.modelcontextprotocol/logLevel":"debug"`,
		`,"io.modelcontextprotocol/logLevel":"warning","progressToken":"p"`,
		`,"io.modelcontextprotocol/logLevel":"loud"`,
		`,"progressToken":"a","progressToken":"b"`,
		`,"io.modelcontextprotocol/protocolVersion":"2026-07-28"`,
		`,"io.modelcontextprotocol/protocolVersion":"2025-11-25"`,
		`,"io.modelcontextprotocol/protocolVersion":1`,
		`,"io.modelcontextprotocol/clientCapabilities":{}`,
		`,"io.modelcontextprotocol/clientInfo":{"name":"openai-mcp","version":"1"}`,
		`,"example.com/deep":{"a":[{"b":9007199254740993,"c":1e400,"d":-0.0,"e":"\ud800"}]}`,
		`,"traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"`,
	}

	replies = []reply{
		{"yes", map[string]string{
			"elicitation/create":     `"result":{"action":"accept","content":{"sure":true,"why":"yes"}}`,
			"sampling/createMessage": `"result":{"role":"assistant","content":{"type":"text","text":"hm"},"model":"m"}`,
			"roots/list":             `"result":{"roots":[{"uri":"file:///x","name":"X"}]}`,
		}},
		{"no", all(`"result":{"action":"decline","roots":[],"role":"assistant","content":[],"model":""}`)},
		{"with an error", all(`"error":{"code":-32601,"message":"I can't."}`)},
		{"what does not fit", all(`"result":{"action":"accept","content":{"sure":"maybe"},"roots":"none"}`)},
	}

	ids = []string{
		`1`, `"one"`, `0`, `-7`, `""`, `"\u0061\n\"\u00e4"`, `"\u2028<&>"`, `9007199254740993`, `123456789012345678901234567890`, `1.5`, `1e2`, `-0`,
		`null`, ``, `true`, `[]`, `{}`, `"` + strings.Repeat("x", 2000) + `"`, `"TEXT"`, `"\ud800"`, `1.0`,
	}

	styles = []style{
		{name: "plain"},
		{name: "spaced", space: " "},
		{name: "in lines", space: "\r\n\t"},
		{name: "backwards", backwards: true},
		{name: "escaped", escaped: true},
		{name: "all at once", space: "\n", backwards: true, escaped: true},
	}

	accepts = [][]string{
		{jsonType + ", " + eventType},
		{eventType + "," + jsonType},
		{jsonType},
		{eventType},
		{"*/*"},
		{jsonType, eventType},
		{"application/*;q=0.5, text/*;q=0.1"},
		{"APPLICATION/JSON; charset=utf-8, text/Event-Stream"},
		{jsonType + ", " + eventType + ";q=0"},
		{"text/html"},
		{""},
		nil,
	}

	headers = []headerChange{
		{"as it should be", func(http.Header) {}},
		{"JSON with a charset", func(h http.Header) { h.Set("Content-Type", "application/json; charset=utf-8") }},
		{"JSON in capitals", func(h http.Header) { h.Set("Content-Type", "APPLICATION/JSON") }},
		{"plain text", func(h http.Header) { h.Set("Content-Type", "text/plain") }},
		{"no type", func(h http.Header) { h.Del("Content-Type") }},
		{"no version", func(h http.Header) { h.Del(versionHeader) }},
		{"another version", func(h http.Header) { h.Set(versionHeader, "2025-06-18") }},
		{"the newer version", func(h http.Header) { h.Set(versionHeader, modernVersion) }},
		{"an unknown version", func(h http.Header) { h.Set(versionHeader, "1999-01-01") }},
		{"a future version", func(h http.Header) { h.Set(versionHeader, "2099-01-01") }},
		{"the version twice", func(h http.Header) { h.Add(versionHeader, h.Get(versionHeader)) }},
		{"no method", func(h http.Header) { h.Del(methodHeader) }},
		{"another method", func(h http.Header) { h.Set(methodHeader, "ping") }},
		{"the method in capitals", func(h http.Header) { h.Set(methodHeader, strings.ToUpper(h.Get(methodHeader))) }},
		{"the method twice", func(h http.Header) { h.Add(methodHeader, h.Get(methodHeader)) }},
		{"no name", func(h http.Header) { h.Del(nameHeader) }},
		{"another name", func(h http.Header) { h.Set(nameHeader, "blocks") }},
		{"the name in base64", func(h http.Header) { encoded(h, nameHeader) }},
		{"base64 that is none", func(h http.Header) { h.Set(nameHeader, "=?base64?%%?=") }},
		{"another argument", func(h http.Header) { h.Set("Mcp-Param-Region", "elsewhere") }},
		{"no argument", func(h http.Header) { h.Del("Mcp-Param-Region") }},
		{"the argument in base64", func(h http.Header) { encoded(h, "Mcp-Param-Region") }},
		{"a number written otherwise", func(h http.Header) { h.Set("Mcp-Param-Number", "3.0") }},
		{"another session", func(h http.Header) { h.Set(sessionHeader, "AAAA") }},
		{"no session", func(h http.Header) { h.Del(sessionHeader) }},
		{"a session's rest", func(h http.Header) { h.Set(sessionHeader, session) }},
		{"the last event", func(h http.Header) { h.Set("Last-Event-ID", "1_1") }},
		{"compressed", func(h http.Header) { h.Set("Accept-Encoding", "gzip, zstd;q=0.5") }},
		{"compressed better", func(h http.Header) { h.Set("Accept-Encoding", "zstd") }},
		{"an origin", func(h http.Header) { h.Set("Origin", "https://sample.example") }},
	}
)

const (
	newestLegacy = "2025-11-25"
	views        = `{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}`
)

// all is one answer to all questions.
func all(answer string) map[string]string {
	return map[string]string{"elicitation/create": answer, "sampling/createMessage": answer, "roots/list": answer}
}

// encoded puts a header into base64.
func encoded(h http.Header, name string) {
	if text := h.Get(name); text != "" && !strings.HasPrefix(text, "=?") {
		h.Set(name, inBase64(text))
	}
}
