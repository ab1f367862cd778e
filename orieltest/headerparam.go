package orieltest

import (
	"encoding/json"
	"net/http"
	"slices"

	"github.com/orielapps/oriel/ui"
)

// repeatParams sets the headers for arguments that the tool's schema marks with
// x-mcp-header, as clients of the modern lifecycle must (SEP-2243).
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
		return // the app has refused the tool
	}
	for _, p := range marked {
		arguments, _ := params["arguments"].(json.RawMessage)
		if text, ok := headerText(arguments, p.Path); ok {
			header.Set("Mcp-Param-"+p.Header, headerValue(text))
		}
	}
}

// headerText returns an argument as a header's value; false if it is null or missing.
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
