package ui

import (
	"encoding/json"
	"fmt"
	"strings"
)

// View is the interface of a tool: a document that a host shows in a sandboxed
// frame. ChatGPT calls it a widget. It must not be changed once an app has it.
type View struct {
	// Name is unique within the app: lower-case letters, digits and hyphens,
	// at most 64 characters.
	Name string
	// Content is what the view shows.
	Content Content
	// Metadata is what the view asks of its host.
	Metadata Metadata
	// Endpoint is the public URL of the app's MCP endpoint, which some hosts
	// derive a view's domain from; empty where it isn't known.
	Endpoint string
	// Assets is where the view's documents may load files from.
	AssetOptions AssetOptions

	uri func() string // nil for one without
}

// Metadata is what a view asks of its host. A host may give less; it never
// gives more. The zero value asks for nothing.
type Metadata struct {
	// Description tells people and models what the view shows. ChatGPT's
	// model reads it when the view appears.
	Description string
	// Dimensions is the size the view would like, in CSS pixels. Legacy MCP-UI
	// hosts heed it, and the frame around a [URL]; MCP Apps and ChatGPT have no
	// place for it and go by the size that the view reports.
	Dimensions Dimensions
	// InitialData is known before any tool runs and is put into the document
	// as JSON. It must marshal to JSON. Legacy MCP-UI hosts send an object to a
	// [URL], a [RemoteDOM] and a page that waits for their render data.
	InitialData any
	// CSP lists the origins the view may reach. Nil means none: script, style
	// and images inline only.
	CSP *CSP
	// Permissions asks for device access.
	Permissions Permissions
	// Domain asks for an origin of its own for this view: a host name or an
	// https origin of the app's. Each host gets it in its own form; Claude's is
	// computed from the app's public URL. Empty means the host's default,
	// usually one origin per conversation.
	Domain string
	// Border asks for, or declines, the border and background that a host may
	// draw around a view.
	Border Border
	// Compat is what the page was written for, other than MCP Apps and the view
	// runtime.
	Compat Compat
	// Extra goes into the resource's _meta as it is and wins over what an
	// adapter writes there.
	Extra map[string]any
}

// Dimensions is a size in CSS pixels. Zero leaves an axis to the host.
type Dimensions struct {
	Width, Height int
}

// Border says whether a host should draw a border around a view.
type Border uint8

// The zero value leaves it to the host.
const (
	BorderByHost Border = iota
	BorderWanted
	BorderNone
)

// Permissions are the device features a view asks for. Hosts may refuse.
type Permissions struct {
	Camera, Microphone, Geolocation, ClipboardWrite bool
}

// NewView checks a view of the named app and gives it its URI; see [View.URI].
//
// A nil content, an empty document, a name that doesn't fit, a CSP source that
// could break out of a policy, initial data that doesn't marshal, and a Compat
// that is unknown or has no document to go into are errors that are, or wrap, an [*Error].
func NewView(app, name string, content Content, metadata Metadata) (*View, error) {
	if !isViewName(name) {
		return nil, &Error{
			Code:    "view_name_invalid",
			Message: fmt.Sprintf("%q can't name a view.", name),
			Fix:     "Use lower-case letters, digits and hyphens, at most 64, beginning and ending with a letter or digit.",
		}
	}
	if content == nil {
		return nil, &Error{
			Code:    "view_without_content",
			Message: fmt.Sprintf("The view %q has no content.", name),
			Fix:     `Give it a generated view, ui.HTML("…"), ui.File{…}, ui.Folder{…}, ui.URL("https://…") or ui.RemoteDOM{…}.`,
		}
	}
	switch content.(type) {
	case HTML, Built, File, Folder, URL, RemoteDOM:
	default:
		return nil, &Error{
			Code:    "view_content_unknown",
			Message: fmt.Sprintf("The view %q has content of the type %T.", name, content),
			Fix:     "Give the value itself, not a pointer to it.",
		}
	}
	if file, ok := content.(File); ok {
		text, err := file.read()
		if err != nil {
			return nil, fmt.Errorf("view %q: %w", name, err)
		}
		content = text
	}
	if folder, ok := content.(Folder); ok {
		opened, err := folder.opened()
		if err != nil {
			return nil, fmt.Errorf("view %q: %w", name, err)
		}
		content = opened
	}
	if err := content.validate(); err != nil {
		return nil, fmt.Errorf("view %q: %w", name, err)
	}
	if err := metadata.validate(); err != nil {
		return nil, fmt.Errorf("view %q: %w", name, err)
	}
	if err := metadata.Compat.validate(content); err != nil {
		return nil, fmt.Errorf("view %q: %w", name, err)
	}
	return &View{Name: name, Content: content, Metadata: metadata, uri: uriOf(app, name, content, metadata.Compat)}, nil
}

func (m *Metadata) validate() error {
	if m.CSP != nil {
		if err := m.CSP.Validate(); err != nil {
			return err
		}
	}
	if m.Dimensions.Width < 0 || m.Dimensions.Height < 0 {
		return &Error{
			Code:    "dimensions_invalid",
			Message: fmt.Sprintf("A view can't be %d by %d pixels.", m.Dimensions.Width, m.Dimensions.Height),
			Fix:     "Use positive numbers, or zero to leave an axis to the host.",
		}
	}
	if m.Border > BorderNone {
		return &Error{
			Code:    "border_unknown",
			Message: fmt.Sprintf("The border %d is not one.", m.Border),
			Fix:     "Use ui.BorderByHost, ui.BorderWanted or ui.BorderNone.",
		}
	}
	if m.InitialData != nil {
		if _, err := json.Marshal(m.InitialData); err != nil {
			return &Error{
				Code:    "initial_data_invalid",
				Message: fmt.Sprintf("The initial data does not marshal to JSON: %v.", err),
				Fix:     "Use values that encoding/json can write.",
			}
		}
	}
	if fault := m.domainFault(); fault != "" {
		return &Error{
			Code:    "domain_invalid",
			Message: fmt.Sprintf("%.120q is not a domain: it %s.", m.Domain, fault),
			Fix:     `Give a host name or an https origin in ASCII, such as "app.example.com".`,
		}
	}
	return nil
}

func (m *Metadata) domainFault() string {
	if m.Domain == "" {
		return ""
	}
	host := m.Domain
	if strings.Contains(m.Domain, ":") {
		if fault := sourceFault(m.Domain, []string{"https"}); fault != "" {
			return fault
		}
		host = strings.TrimSuffix(strings.SplitAfterN(m.Domain, "://", 2)[1], "/")
	}
	if strings.HasPrefix(host, "*") {
		return "has a wildcard"
	}
	host, _, _ = strings.Cut(host, ":")
	return hostFault(host)
}
