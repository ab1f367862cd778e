package adapter

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// viewScheme is the prefix of the URIs of views.
const viewScheme = "ui://"

// The links from a tool to its view beside _meta.ui.resourceUri: MCP Apps' deprecated one
// and ChatGPT's.
const (
	flatLinkKey       = "ui/resourceUri"
	outputTemplateKey = "openai/outputTemplate"
)

// Limits for reading unvalidated metadata. A policy can contain far fewer sources than
// maxEntries.
const (
	maxDropped = 100
	maxEntries = 1000
)

// Dropped is a part of foreign metadata that was left out, because hosts would not
// understand it either. One reading reports at most 100, and one more with the field "…"
// whose value is the number of the others.
type Dropped struct {
	// Field is its place, in the protocol's names: "csp.frameDomains".
	Field string `json:"field"`
	// Value is the value as JSON, shortened.
	Value  string `json:"value"`
	Reason string `json:"reason"`
}

// reader reads unvalidated JSON, and records what it leaves out.
type reader struct {
	dropped []Dropped
	// more is the number of dropped parts beyond maxDropped.
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
		Field: "…", Value: fmt.Sprintf("%d more", r.more), Reason: fmt.Sprintf("Only %d parts are reported individually.", maxDropped),
	})
}

// object decodes an object; nil if it isn't one.
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
		r.drop(field, raw, "It is not a string.")
		return "", false
	}
	return text, true
}

func (r *reader) flag(field string, raw json.RawMessage) (value, ok bool) {
	if absent(raw) {
		return false, false
	}
	if err := json.Unmarshal(raw, &value); err != nil {
		r.drop(field, raw, "It is not a boolean.")
		return false, false
	}
	return value, true
}

// texts returns the strings among the first maxEntries entries of a list.
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
			r.drop(field, entry, "It is not a string.")
			continue
		}
		texts = append(texts, text)
	}
	if decoder.More() {
		r.drop(field, raw, fmt.Sprintf("It has more than %d entries; the others were not read.", maxEntries))
	}
	return texts, true
}

// value decodes any JSON. Numbers stay json.Number.
func (r *reader) value(field string, raw json.RawMessage) (value any, ok bool) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		r.drop(field, raw, "It is not JSON.")
		return nil, false
	}
	return value, true
}

// objectOf decodes an object; nil if it isn't one.
func objectOf(raw json.RawMessage) map[string]json.RawMessage {
	var members map[string]json.RawMessage
	if len(raw) == 0 || json.Unmarshal(raw, &members) != nil {
		return nil
	}
	return members
}

func absent(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// maxShort is how much of a foreign text a message shows, in characters.
const maxShort = 120

// shorten cuts a foreign text for a message.
func shorten(text string) string {
	short := fmt.Sprintf("%.*s", maxShort, text)
	if len(short) == len(text) {
		return text
	}
	return short + "…"
}
