package interop_test

import "maps"

// expectedOfPages is what is expected of a page whose API has a word for
// everything, and what is said otherwise for one of them.
func expectedOfPages(otherwise map[string]outcomes) map[string]outcomes {
	expected := map[string]outcomes{
		handshake:        {"": native},
		"tool input":     {"": native},
		"partial input":  {"": absent},
		"tool result":    {"": native},
		"result's text":  {"": native},
		"view-only data": {"": native},
		// The workbench is asked to end a call in another test.
		cancellation:            {"": native, kindOpenAI: absent, "mcp-ui-top": absent, "our-claude": absent, "our-chatgpt": absent, "our-mcp-ui": absent, automatic: absent},
		"theme change":          {"": native},
		"tool call":             {"": native},
		"message":               {"": native},
		"link":                  {"": native},
		"refused link":          {"": native, kindOpenAI: absent},
		"size change":           {"": native},
		"display mode":          {"": absent},
		"tool call by JSON-RPC": {"": absent},
		"intent":                {"": absent},
		"read resource":         {"": absent},
		"log":                   {"": absent},
		"close":                 {"": absent},
		"state":                 {"": absent},
		"teardown":              {"": native, kindOpenAI: absent, "mcp-ui-top": absent, "our-mcp-ui": absent},
	}
	maps.Copy(expected, otherwise)
	return expected
}

func expectedOfOpenAIPages() map[string]outcomes {
	return expectedOfPages(map[string]outcomes{
		cancellation:   {"": absent},
		"refused link": {"": absent},
		"display mode": {"": native, kindMCPUI: fallback},
		"state":        {"": fallback, automatic: native},
		// Neither the old drafts nor Claude know of it.
		"close":    {"": native, kindMCPUI: "no (-32601)", kindOld: unheard, "our-claude": unheard},
		"teardown": {"": absent},
	})
}

func expectedOfMCPAppPages() map[string]outcomes {
	return expectedOfPages(map[string]outcomes{
		"read resource": {"": native, kindOpenAI: "no (-32601)", kindMCPUI: "no (-32601)"},
	})
}

func expectedOfMCPUIPages() map[string]outcomes {
	return expectedOfPages(map[string]outcomes{
		"tool input":            {"": absent},
		"tool call by JSON-RPC": {"": native},
		cancellation:            {"": absent},
		"theme change":          {"": absent},
		"link":                  {"": absent},
		"refused link":          {"": absent},
		"state":                 {"": fallback, kindOpenAI: native, kindChatGPT: native},
		"teardown":              {"": absent},
	})
}

func expectedOfActionPages() map[string]outcomes {
	return expectedOfPages(map[string]outcomes{
		// Render data has the tool's output alone.
		"result's text":  {"": absent},
		"view-only data": {"": absent},
		"intent":         {"": native},
		// Where there is no log, it is in the console.
		"log":      {"": native, kindOpenAI: unheard, kindChatGPT: unheard, kindOld: unheard, "our-chatgpt": native},
		"teardown": {"": native, kindOpenAI: absent, automatic: absent},
	})
}
