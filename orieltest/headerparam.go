package orieltest

import (
	"encoding/json"
	"net/http"
	"slices"

	"github.com/orielapps/oriel/ui"
)

// repeatParams writes the headers of the arguments that the tool's schema marks
// with x-mcp-header, as a client of the modern lifecycle has to (SEP-2243).
func (l *link) repeatParams(header http.Header, method, tool string, params map[string]any) {
	if method != "tools/call" {
		return
	}
	tools := l.app.Methods().ListTools(l.client)
	i := slices.IndexFunc(tools, func(t ui.WireTool) bool { return t.Name == tool })
	if i < 0 {
		return
	}
	marked, err := ui.HeaderParams(tools[i].InputSchema)
	if err != nil {
		return // the app has refused such a tool
	}
	for _, p := range marked {
		arguments, _ := params["arguments"].(json.RawMessage)
		if text, ok := headerText(arguments, p.Path); ok {
			header.Set("Mcp-Param-"+p.Header, headerValue(text))
		}
	}
}

// headerText is an argument as a header has it; there is none of null, and of what
// isn't there.
func headerText(value json.RawMessage, path []string) (string, bool) {
	for _, step := range path {
		var members map[string]json.RawMessage
		if json.Unmarshal(value, &members) != nil {
			return "", false
		}
		value = members[step]
	}
	var text string
	if json.Unmarshal(value, &text) == nil && len(value) > 0 && value[0] == '"' {
		return text, true
	}
	return string(value), len(value) > 0 && string(value) != "null"
}
