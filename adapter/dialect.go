package adapter

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// viewScheme begins the URI of every view.
const viewScheme = "ui://"

// The links from a tool to its view beside _meta.ui.resourceUri: the deprecated
// one of MCP Apps, and ChatGPT's.
const (
	flatLinkKey       = "ui/resourceUri"
	outputTemplateKey = "openai/outputTemplate"
)

// What is read of metadata that nobody has checked. A policy has room for far
// fewer sources than maxEntries.
const (
	maxDropped = 100
	maxEntries = 1000
)

// Dropped is a part of somebody's metadata that was left out, because hosts
// would not understand it either. At most 100 are reported of one reading, and
// one more after them, of the field "…", whose value says how many others there
// were.
type Dropped struct {
	// Field is where it stood, as the protocol spells it: "csp.frameDomains".
	Field string `json:"field"`
	// Value is what stood there, as JSON, shortened.
	Value  string `json:"value"`
	Reason string `json:"reason"`
}

// reader reads JSON that nobody has checked, and notes what it leaves out.
type reader struct {
	dropped []Dropped
	// more is how many were dropped beyond maxDropped.
	more int
}

func (r *reader) drop(field string, value json.RawMessage, reason string) {
	if len(r.dropped) == maxDropped {
		r.more++
		return
	}
	start := value[:min(len(value), utf8.UTFMax*(maxShort+1))]
	r.dropped = append(r.dropped, Dropped{Field: shorten(field), Value: shorten(string(start)), Reason: reason})
}

// report returns what was dropped.
func (r *reader) report() []Dropped {
	if r.more == 0 {
		return r.dropped
	}
	return append(r.dropped, Dropped{
		Field: "…", Value: fmt.Sprintf("%d more", r.more), Reason: fmt.Sprintf("At most %d parts are reported one by one.", maxDropped),
	})
}

// object returns nil for what isn't one.
func (r *reader) object(field string, raw json.RawMessage) map[string]json.RawMessage {
	if absent(raw) {
		return nil
	}
	members := objectOf(raw)
	if members == nil {
		r.drop(field, raw, "It is not an object.")
	}
	return members
}

func (r *reader) text(field string, raw json.RawMessage) (text string, ok bool) {
	if absent(raw) {
		return "", false
	}
	if err := json.Unmarshal(raw, &text); err != nil {
		r.drop(field, raw, "It is not a text.")
		return "", false
	}
	return text, true
}

func (r *reader) flag(field string, raw json.RawMessage) (value, ok bool) {
	if absent(raw) {
		return false, false
	}
	if err := json.Unmarshal(raw, &value); err != nil {
		r.drop(field, raw, "It is neither true nor false.")
		return false, false
	}
	return value, true
}

// texts returns those entries of a list that are texts, of the first maxEntries.
func (r *reader) texts(field string, raw json.RawMessage) (texts []string, ok bool) {
	if absent(raw) {
		return nil, false
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	if start, err := decoder.Token(); err != nil || start != json.Delim('[') {
		r.drop(field, raw, "It is not a list.")
		return nil, false
	}
	for range maxEntries {
		var entry json.RawMessage
		if !decoder.More() || decoder.Decode(&entry) != nil {
			return texts, true
		}
		var text string
		if err := json.Unmarshal(entry, &text); err != nil || absent(entry) {
			r.drop(field, entry, "It is not a text.")
			continue
		}
		texts = append(texts, text)
	}
	if decoder.More() {
		r.drop(field, raw, fmt.Sprintf("It has more than %d entries; the others were not read.", maxEntries))
	}
	return texts, true
}

// value returns any JSON, with numbers as they are written.
func (r *reader) value(field string, raw json.RawMessage) (value any, ok bool) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		r.drop(field, raw, "It is not JSON.")
		return nil, false
	}
	return value, true
}

// objectOf returns nil for what isn't an object.
func objectOf(raw json.RawMessage) map[string]json.RawMessage {
	var members map[string]json.RawMessage
	if len(raw) == 0 || json.Unmarshal(raw, &members) != nil {
		return nil
	}
	return members
}

func absent(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// maxShort is how much of a foreign text is shown, in characters.
const maxShort = 120

// shorten cuts a foreign text for a message.
func shorten(text string) string {
	short := fmt.Sprintf("%.*s", maxShort, text)
	if len(short) == len(text) {
		return text
	}
	return short + "…"
}
