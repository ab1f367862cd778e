package orieltest

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// Keys in the _meta of a result: data for the view alone, the error, and the request for a
// sign-in.
const (
	viewDataKey  = "oriel/viewData"
	errorKey     = "oriel/error"
	challengeKey = "mcp/www_authenticate"
)

// Result is the result of a call.
type Result struct {
	// IsError reports whether the call failed, with a reason that the model reads.
	IsError bool
	// Denied reports whether the host's user denied the call; see Options.Confirm. The app knows
	// nothing of it, IsError is set, and the model reads that the user denied the call: in our
	// words, because those of the hosts are not known.
	Denied bool
	// Content is what the model reads, without an embedded view; see [Result.View]. A
	// block without a type in package ui, or with members that the type doesn't have, is a
	// [ui.RawBlock] with sorted members.
	Content []ui.Block
	// Meta is the result's _meta, which hosts hide from the model.
	Meta map[string]any
	// Progress are the progress notifications during the call.
	Progress []hosts.Progress
	// Logs are the log messages to the client during the call.
	Logs []hosts.LogMessage
	// Answer is the JSON-RPC message as it is; null for a denied call.
	Answer json.RawMessage

	t     testing.TB
	what  string // for errors
	data  json.RawMessage
	views []*ui.Document
}

// wireResult is the result of tools/call.
type wireResult struct {
	IsError           bool              `json:"isError"`
	Content           []json.RawMessage `json:"content"`
	StructuredContent json.RawMessage   `json:"structuredContent"`
	Meta              map[string]any    `json:"_meta"`
}

// Text returns the text that the model reads: the text blocks, one per line.
func (r *Result) Text() string {
	var texts []string
	for _, b := range r.Content {
		if text, ok := b.(ui.TextBlock); ok {
			texts = append(texts, text.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// Data decodes the result's data, for the model and the view, into a pointer. It fails the
// test if there is none.
func (r *Result) Data(into any) {
	r.t.Helper()
	if len(r.data) == 0 {
		r.t.Fatalf("orieltest: %s has no data (structuredContent). Its text is %q.", r.what, r.Text())
	}
	r.decode("data", r.data, into)
}

// ViewData decodes the result's view-only data into a pointer. It fails the test if there
// is none; a host without UI never gets any.
func (r *Result) ViewData(into any) {
	r.t.Helper()
	data, ok := r.Meta[viewDataKey]
	if !ok {
		r.t.Fatalf("orieltest: %s has no view data. Its _meta is %v, its text %q.", r.what, r.Meta, r.Text())
	}
	raw, err := json.Marshal(data)
	if err != nil {
		r.t.Fatalf("orieltest: %s: %v", r.what, err)
	}
	r.decode("view data", raw, into)
}

func (r *Result) decode(part string, raw json.RawMessage, into any) {
	r.t.Helper()
	if err := json.Unmarshal(raw, into); err != nil {
		r.t.Fatalf("orieltest: the %s of %s can't be decoded into a %T: %v\n%s", part, r.what, into, err, raw)
	}
}

// ErrorCode returns the code of the [oriel.Error] with which the call failed:
// "arguments_invalid" for invalid arguments, "internal" for a masked error. It is empty if
// the call succeeded.
//
// [oriel.Error]: https://pkg.go.dev/github.com/orielapps/oriel#Error
func (r *Result) ErrorCode() string {
	fault, _ := r.Meta[errorKey].(map[string]any)
	code, _ := fault["code"].(string)
	return code
}

// Challenge returns the challenge that asks the host for a sign-in, in the form of the
// header WWW-Authenticate; see [ui.Challenge]. It is empty if there is none.
func (r *Result) Challenge() string {
	switch told := r.Meta[challengeKey].(type) {
	case string:
		return told
	case []any:
		if len(told) > 0 {
			first, _ := told[0].(string)
			return first
		}
	}
	return ""
}

// View returns the view inside the result, for legacy MCP-UI hosts. It fails the test if
// there is none.
func (r *Result) View() ui.Document {
	r.t.Helper()
	if len(r.views) == 0 {
		r.t.Fatalf("orieltest: there is no view in %s. Only legacy MCP-UI hosts get it there; for others, use Host.View.", r.what)
	}
	return *r.views[0]
}

// viewIn returns the view that a content block embeds, or nil.
func viewIn(raw json.RawMessage) *ui.Document {
	var b struct {
		Type     string      `json:"type"`
		Resource ui.Document `json:"resource"`
	}
	if json.Unmarshal(raw, &b) != nil || b.Type != "resource" || !strings.HasPrefix(b.Resource.URI, "ui://") {
		return nil
	}
	return &b.Resource
}

// wireBlock is a content block of any type.
type wireBlock struct {
	Type        string `json:"type"`
	Text        string `json:"text"`
	Data        []byte `json:"data"`
	URI         string `json:"uri"`
	Name        string `json:"name"`
	Title       string `json:"title"`
	Description string `json:"description"`
	MIMEType    string `json:"mimeType"`
	Size        int64  `json:"size"`
	Resource    struct {
		URI      string `json:"uri"`
		MIMEType string `json:"mimeType"`
		Text     string `json:"text"`
		Blob     []byte `json:"blob"`
	} `json:"resource"`
	Annotations struct {
		Audience     []ui.Role `json:"audience"`
		Priority     *float64  `json:"priority"`
		LastModified time.Time `json:"lastModified"`
	} `json:"annotations"`
}

// block decodes a content block, into a RawBlock if its type would lose members.
func block(raw json.RawMessage) ui.Block {
	var wire wireBlock
	if json.Unmarshal(raw, &wire) != nil {
		return rawBlock(raw)
	}
	var typed ui.Block
	annotations := ui.Annotations(wire.Annotations)
	switch wire.Type {
	case "text":
		typed = ui.TextBlock{Text: wire.Text, Annotations: annotations}
	case "image":
		typed = ui.ImageBlock{Data: wire.Data, MIMEType: wire.MIMEType, Annotations: annotations}
	case "audio":
		typed = ui.AudioBlock{Data: wire.Data, MIMEType: wire.MIMEType, Annotations: annotations}
	case "resource_link":
		typed = ui.LinkBlock{
			URI: wire.URI, Name: wire.Name, Title: wire.Title, Description: wire.Description, MIMEType: wire.MIMEType,
			Size: wire.Size, Annotations: annotations,
		}
	case "resource":
		typed = ui.ResourceBlock{
			URI: wire.Resource.URI, MIMEType: wire.Resource.MIMEType, Text: wire.Resource.Text, Data: wire.Resource.Blob, Annotations: annotations,
		}
	default:
		return rawBlock(raw)
	}
	if !same(typed, raw) {
		return rawBlock(raw)
	}
	return typed
}

// rawBlock returns a block as JSON with sorted members.
func rawBlock(raw json.RawMessage) ui.RawBlock {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return ui.RawBlock(raw)
	}
	sorted, err := json.Marshal(value)
	if err != nil {
		return ui.RawBlock(raw)
	}
	return sorted
}

// same reports whether a block encodes to the same JSON.
func same(b ui.Block, raw json.RawMessage) bool {
	wired, err := ui.WireBlocks([]ui.Block{b})
	if err != nil {
		return false
	}
	written, err := json.Marshal(wired[0])
	if err != nil {
		return false
	}
	var got, want any
	if json.Unmarshal(bytes.TrimSpace(written), &got) != nil || json.Unmarshal(raw, &want) != nil {
		return false
	}
	return reflect.DeepEqual(got, want)
}
