package interop_test

// outcomes are what is expected of one feature: by the host's id, else by its
// kind, else by "" for all others.
type outcomes map[string]string

// Kinds of host.
const (
	kindApps    = "mcp-apps"
	kindOld     = "old"
	kindOpenAI  = "openai"
	kindChatGPT = "chatgpt"
	kindMCPUI   = "mcp-ui"
)

func (o outcomes) of(host peer) string {
	for _, key := range []string{host.id, host.kind, ""} {
		if word, ok := o[key]; ok {
			return word
		}
	}
	return ""
}

// expectedOfOurView was written before the tests that compare it with what they
// find.
func expectedOfOurView() map[string]outcomes {
	return map[string]outcomes{
		handshake:        {"": native},
		"tool input":     {"": native},
		"partial input":  {"": native, kindOld: absent, kindOpenAI: absent, kindMCPUI: absent},
		"tool result":    {"": native},
		"result's text":  {"": native},
		"view-only data": {"": native},
		// In the workbench as MCP-UI, a view comes with the result or not at all.
		cancellation:   {"": native, kindOpenAI: absent, "mcp-ui-top": absent, "our-mcp-ui": absent},
		"theme change": {"": native},
		"tool call":    {"": native},
		// A server's progress, and that nobody waits any longer, are told by the bridge.
		"progress":               {"": native, kindOpenAI: fallback, kindOld: fallback, kindMCPUI: fallback},
		"cancelling a call":      {"": native, kindOpenAI: fallback, kindOld: fallback, kindMCPUI: fallback},
		"live results":           {"": native},
		"read resource":          {"": native, kindOpenAI: "no (-32601)", kindMCPUI: "no (-32601)"},
		"message":                {"": native},
		"message with a picture": {"": native, kindOpenAI: "no (-32602)", kindOld: "no (-32602)", kindMCPUI: "no (-32602)"},
		"link":                   {"": native},
		// ChatGPT's openExternal has no answer.
		"refused link":  {"": native, kindOpenAI: absent},
		"size change":   {"": native},
		"display mode":  {"": native, kindMCPUI: fallback},
		"state":         {"": fallback, kindOpenAI: native, kindChatGPT: native},
		"model context": {"": native, kindOpenAI: "no (-32601)", kindOld: "no (-32601)", kindMCPUI: "no (-32601)"},
		// The workbench takes an entry where nobody knows whether the host does.
		"log":             {"": native, kindOpenAI: fallback, kindChatGPT: fallback, kindOld: fallback, "our-chatgpt": native},
		"sampling":        {"": "no (-32601)", kindApps: native, "our-chatgpt": native},
		"view's own tool": {"": native, kindOpenAI: absent, kindOld: absent, kindMCPUI: absent},
		"open in app":     {"": "no (-32601)", kindOpenAI: native, kindChatGPT: native},
		"checkout":        {"": "no (-32601)", kindOpenAI: native, kindChatGPT: native, "our-chatgpt": "no (-32601)"},
		"modal":           {"": fallback, kindOpenAI: native, kindChatGPT: native, "our-chatgpt": fallback},
		"file upload":     {"": fallback, kindOpenAI: native, kindChatGPT: native, "our-chatgpt": fallback},
		"file link":       {"": fallback, kindOpenAI: native, kindChatGPT: native, "our-chatgpt": fallback},
		"file download":   {"": fallback, kindApps: native},
		// Neither the old drafts nor Claude know of it.
		"close":    {"": native, kindMCPUI: "no (-32601)", kindOld: unheard, "our-claude": unheard},
		"teardown": {"": native, kindOpenAI: absent, "mcp-ui-top": absent, "our-mcp-ui": absent},
	}
}
