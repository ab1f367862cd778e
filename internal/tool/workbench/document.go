package workbench

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"strings"
	"unicode/utf8"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/sandbox"
	"github.com/orielapps/oriel/ui"
)

const renderDataKey = "mcpui.dev/ui-initial-render-data"

// content is an item of the contents of resources/read, or the resource of an
// embedded one.
type content struct {
	URI      string          `json:"uri"`
	MIMEType string          `json:"mimeType"`
	Text     *string         `json:"text"`
	Blob     *string         `json:"blob"`
	Meta     json.RawMessage `json:"_meta"`
	// Misnamed is what a release of the Python SDK wrote in place of _meta.
	Misnamed json.RawMessage `json:"meta"`
}

// readView returns the content that a choice leads to, and what it finds in
// places where hosts don't look.
func readView(ctx context.Context, one *connection, c choice) (item content, misplaced []string, err error) {
	if c.embedded != nil {
		if json.Unmarshal(c.embedded, &item) != nil {
			return content{}, nil, malformed(c.uri, "The resource inside the result can't be read.")
		}
		return item, item.misplaced(nil), nil
	}
	raw, err := one.client.Read(ctx, c.uri)
	if refused, ok := errors.AsType[*mcpclient.RPCError](err); ok {
		return content{}, nil, &ui.Error{
			Code:    "view_not_found",
			Message: fmt.Sprintf("The server has no view %s. It says: %s", c.uri, refused.Message),
			Fix:     "Register a resource with this URI, or correct the tool's link.",
		}
	}
	if err != nil {
		return content{}, nil, fmt.Errorf("reading the view: %w", err)
	}
	item, outer, err := pick(raw, c.uri)
	if err != nil {
		return content{}, nil, err
	}
	return item, item.misplaced(outer), nil
}

// misplaced says what a server has put where some host once looked, but where
// hosts don't; outer is the _meta of its answer.
func (c content) misplaced(outer json.RawMessage) []string {
	const where = "is ignored: it belongs on the content item, as _meta."
	var found []string
	if describesView(c.Misnamed) {
		found = append(found, "The content item's meta "+where)
	}
	if describesView(outer) {
		found = append(found, "The _meta of the answer to resources/read "+where)
	}
	return found
}

// describesView reports whether a _meta holds what hosts read of a view.
func describesView(meta json.RawMessage) bool {
	for name := range members(meta) {
		if name == "ui" || strings.HasPrefix(name, "openai/widget") {
			return true
		}
	}
	return false
}

// pick returns the one content that has the URI asked for, and the _meta of the
// answer. A document may be large, so the answer is read once.
func pick(raw json.RawMessage, uri string) (found content, outer json.RawMessage, err error) {
	var answer struct {
		Contents []content       `json:"contents"`
		Meta     json.RawMessage `json:"_meta"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return content{}, nil, malformed(uri, "The server's answer to resources/read is not of the right form.")
	}
	var fitting []content
	var others []string
	for _, item := range answer.Contents {
		if item.URI == uri {
			fitting = append(fitting, item)
		} else {
			others = append(others, fmt.Sprintf("%.120q", item.URI))
		}
	}
	switch {
	case len(fitting) == 1:
		return fitting[0], answer.Meta, nil
	case len(fitting) > 1:
		return content{}, nil, malformed(uri, fmt.Sprintf("The server sent %d contents with this URI.", len(fitting)))
	case len(others) > 0:
		return content{}, nil, &ui.Error{
			Code:    "view_not_found",
			Message: fmt.Sprintf("The server answered the read of %s with another resource: %s.", uri, strings.Join(others, ", ")),
			Fix:     "The content's uri must be the one that was asked for.",
		}
	default:
		return content{}, nil, &ui.Error{
			Code:    "view_not_found",
			Message: fmt.Sprintf("The server sent no content for the view %s.", uri),
			Fix:     "The answer to resources/read must have one content, with the view's document as text or blob.",
		}
	}
}

// body returns what the content holds. It is an error if that is empty.
func (c content) body() (string, error) {
	body, err := c.held()
	if err == nil && strings.TrimSpace(body) == "" {
		return "", malformed(c.URI, "The view's document is empty.")
	}
	return body, err
}

// held returns the content's text, or its blob as text.
func (c content) held() (string, error) {
	switch {
	case c.Text != nil:
		return *c.Text, nil
	case c.Blob == nil:
		return "", malformed(c.URI, "The content has neither text nor blob.")
	case base64.StdEncoding.DecodedLen(len(*c.Blob)) > 2*sandbox.MaxDocument:
		// Not worth decoding: it is too large whatever its line breaks and padding.
		return "", &ui.Error{
			Code:    "view_too_large",
			Message: fmt.Sprintf("The view's document is far over the limit of %d MiB.", sandbox.MaxDocument/mebibyte),
			Fix:     "Load large data with a tool call, and images and fonts from a declared resource domain.",
		}
	}
	decoded, err := base64.StdEncoding.DecodeString(*c.Blob)
	if err != nil {
		return "", malformed(c.URI, fmt.Sprintf("The blob is not base64: %v.", err))
	}
	if !utf8.Valid(decoded) {
		return "", malformed(c.URI, "The blob is not text in UTF-8.")
	}
	return string(decoded), nil
}

// place puts a content's document into a form that the sandbox takes.
func (c content) place(p *hosts.Profile) (html, external string, err error) {
	kind, _, err := mime.ParseMediaType(c.MIMEType)
	if err != nil {
		kind = c.MIMEType
	}
	switch {
	case kind == "text/html", kind == "text/html+mcp", kind == "text/html+skybridge":
		html, err = c.body()
		return html, "", err
	case kind == "text/uri-list" && (p.Adapter.Value == hosts.MCPUI || isAutomatic(p)):
		external, err = c.address()
		return "", external, err
	case kind == "text/uri-list":
		return "", "", c.unknownType("Only legacy MCP-UI hosts show a page by its address.",
			"Give "+p.Title+" a document of the type text/html;profile=mcp-app that frames the page.")
	case c.isRemoteDOM():
		return "", "", c.unknownType("The workbench does not draw remote DOM yet; of the hosts, only legacy MCP-UI ones do.",
			"Give other hosts a document of the type text/html;profile=mcp-app.")
	default:
		return "", "", c.unknownType("That is not the type of a view.",
			"Use text/html;profile=mcp-app.")
	}
}

func (c content) isRemoteDOM() bool {
	return strings.HasPrefix(c.MIMEType, "application/vnd.mcp-ui.remote-dom")
}

func (c content) unknownType(why, fix string) error {
	return &ui.Error{
		Code:    "view_type_unknown",
		Message: fmt.Sprintf("The view %s is of the type %.120q. %s", c.URI, c.MIMEType, why),
		Fix:     fix,
	}
}

// address returns the first address of a text/uri-list (RFC 2483).
func (c content) address() (string, error) {
	body, err := c.body()
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") {
			return line, nil
		}
	}
	return "", malformed(c.URI, "The list has no address.")
}

// renderData returns the initial render data of legacy MCP-UI, nil where there
// is none.
func (c content) renderData() json.RawMessage {
	data := members(c.Meta)[renderDataKey]
	if members(data) == nil {
		return nil
	}
	return data
}

func malformed(uri, message string) error {
	return &ui.Error{
		Code:    "view_content_invalid",
		Message: fmt.Sprintf("The view %s can't be shown. %s", uri, message),
		Fix:     "Look at the answer to resources/read in the timeline and correct the server.",
	}
}
