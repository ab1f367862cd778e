package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A hostKind is a kind of host that a call behaves differently in.
type hostKind struct {
	// id is its name in a comment, short that at the head of a column.
	id, short string
	// long names it in a row, and more says what it is.
	long, more string
}

// hostKinds are the columns of the table, in order.
var hostKinds = []hostKind{
	{"mcp-apps", "MCP Apps", "MCP Apps host", "a host that speaks MCP Apps and advertises all that there is to advertise"},
	{"bare", "bare", "bare MCP Apps host", "an MCP Apps host that advertises nothing, and answers no request but `ui/initialize`"},
	{"chatgpt", "ChatGPT", "ChatGPT", "MCP Apps, and `window.openai` beside it"},
	{"openai", "openai", "`window.openai` alone", "nothing but `window.openai`; nobody answers `ui/initialize`"},
	{"mcp-ui", "MCP-UI", "legacy MCP-UI host", "a host to which the view speaks through Oriel's MCP-UI bridge"},
	{"standalone", "alone", "no host", "the page was opened by itself"},
}

// support is what a call does in one kind of host.
type support struct {
	// Value is native, fallback, refuses or nothing.
	Value string `json:"value"`
	// Names are the messages, methods of window.openai and UI actions that go to
	// the host, of a native call or a fallback.
	Names []string `json:"names,omitempty"`
	// Code is the code of the ViewError that a refused call rejects with.
	Code int `json:"code,omitempty"`
	// said is the rest of the line, for readers.
	said string
}

var inBackticks = regexp.MustCompile("`([^`]+)`")

// parseSupport reads a line: "mcp-apps native `tools/call`", "bare fallback
// opens it in a new tab", "standalone refuses -32601", "openai nothing".
func parseSupport(line string) (kind string, s support, err error) {
	line = strings.Join(strings.Fields(line), " ")
	kind, rest, _ := strings.Cut(line, " ")
	value, said, _ := strings.Cut(rest, " ")
	value, comma := strings.CutSuffix(value, ",")
	s = support{Value: value, said: said}
	known := false
	for _, k := range hostKinds {
		known = known || k.id == kind
	}
	if !known {
		return kind, s, fmt.Errorf("@support %s: no such kind of host", line)
	}
	switch value {
	case "native", "fallback":
		for _, name := range inBackticks.FindAllStringSubmatch(said, -1) {
			s.Names = append(s.Names, name[1])
		}
		if said == "" || value == "native" && (len(s.Names) == 0 || !strings.HasPrefix(said, "`")) {
			return kind, s, fmt.Errorf("@support %s: want native `what is sent`, or fallback and what is done instead", line)
		}
	case "refuses":
		code, note, _ := strings.Cut(said, " ")
		code, _ = strings.CutSuffix(code, ",")
		if s.Code, err = strconv.Atoi(code); err != nil || s.Code >= 0 {
			return kind, s, fmt.Errorf("@support %s: want refuses and a code: -32601", line)
		}
		s.said = note
	case "nothing":
		if (said != "") != comma {
			return kind, s, fmt.Errorf("@support %s: want a comma between nothing and the reason", line)
		}
	default:
		return kind, s, fmt.Errorf("@support %s: want native, fallback, refuses or nothing", line)
	}
	return kind, s, nil
}

// complete checks that each kind of host has its line.
func complete(lines map[string]support) error {
	for _, k := range hostKinds {
		if _, ok := lines[k.id]; !ok {
			return fmt.Errorf("no @support line says what happens in %s", k.id)
		}
	}
	return nil
}

// sentence is what a page says in a row of its table.
func (s support) sentence() string {
	switch s.Value {
	case "native":
		return "native: " + s.said
	case "fallback":
		return "fallback: " + s.said
	case "refuses":
		text := fmt.Sprintf("refuses: `%d`", s.Code)
		if s.said != "" {
			text += ", " + s.said
		}
		return text
	default:
		if s.said != "" {
			return "nothing: " + s.said
		}
		return "nothing"
	}
}

// cell is what the index says.
func (s support) cell() string {
	switch s.Value {
	case "refuses":
		return fmt.Sprintf("refuses `%d`", s.Code)
	case "nothing":
		return "–"
	default:
		return s.Value
	}
}
