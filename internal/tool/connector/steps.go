package connector

// Advice is what a person has to do in one assistant.
type Advice struct {
	// Host is the assistant's name.
	Host string
	// Steps are what to do, in order.
	Steps []string
}

// Advise returns what has to be done in each assistant so that it sees a change; nothing
// without a change.
//
// Claude keeps the lists of a connector until it is removed
// (github.com/anthropics/claude-ai-mcp/issues/729) and reads views when it shows
// them. ChatGPT keeps both until the connector is refreshed
// (developers.openai.com/apps-sdk/deploy/connect-chatgpt, "Refreshing metadata").
func (c Change) Advise() []Advice {
	var list []Advice
	if len(c.Metadata) > 0 {
		list = append(list, Advice{Host: "Claude", Steps: []string{
			"Open Settings, Connectors.",
			"Remove the connector, and add it again with the same URL.",
			"Start a new conversation.",
		}})
	}
	if !c.None() {
		list = append(list, Advice{Host: "ChatGPT", Steps: []string{
			"Open Settings, Apps & Connectors, and choose the connector. Developer mode has to be on.",
			"Press Refresh, and see that the list of tools is the new one.",
			"Start a new conversation.",
		}})
	}
	return list
}
