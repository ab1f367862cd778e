package ui

import (
	"encoding/json"
	"fmt"
	"strings"
)

// View is the interface of a tool: a document that a host shows in a sandboxed frame.
// ChatGPT calls it a widget. An app's views must not be changed.
type View struct {
	// Name is unique within the app: lower-case letters, digits and hyphens,
	// at most 64 characters.
	Name string
	// Content is what the view shows.
	Content Content
	// Metadata is what the view needs from its host.
	Metadata Metadata
	// Endpoint is the public URL of the app's MCP endpoint, from which some hosts derive
	// a view's domain. Empty means unknown.
	Endpoint string
	// AssetOptions configure from where the view's documents load files.
	AssetOptions AssetOptions

	uri func() string // nil if the view has no URI
}

// Metadata is what a view needs from its host. A host may give less, and never gives
// more. The zero value needs nothing.
type Metadata struct {
	// Description tells people and models what the view shows. ChatGPT's model reads it
	// when the view appears.
	Description string
	// Dimensions is the preferred size, in CSS pixels. Legacy MCP-UI hosts use it, and so
	// does the frame of a [URL]; MCP Apps hosts and ChatGPT use the size that the view
	// reports.
	Dimensions Dimensions
	// InitialData is put into the document, for use before any tool runs. It must marshal
	// to JSON. Legacy MCP-UI hosts send it, if it is an object, to a [URL], a [RemoteDOM]
	// and a page that waits for render data.
	InitialData any
	// CSP lists the origins that the view may use. Nil means none: only inline scripts,
	// styles and images.
	CSP *CSP
	// Permissions are the device features that the view needs.
	Permissions Permissions
	// Domain gives the view an origin of its own: a host name or an https origin of the
	// app. Each host gets it in its own form; Claude's is derived from the app's public
	// URL. Empty means the host's default, usually one origin per conversation.
	Domain string
	// Border says whether hosts should draw a border and background around the view.
	Border Border
	// Compat is the set of APIs, beyond MCP Apps and the view runtime, for which the page
	// was written.
	Compat Compat
	// Extra is added to the resource's _meta as it is, and overrides what adapters write
	// there.
	Extra map[string]any
}

// Dimensions is a size in CSS pixels. Zero lets the host decide.
type Dimensions struct {
	Width, Height int
}

// Border says whether a host should draw a border around a view.
type Border uint8

// The values of Border. The zero value lets the host decide.
const (
	BorderByHost Border = iota
	BorderWanted
	BorderNone
)

// Permissions are the device features that a view needs. Hosts may refuse them.
type Permissions struct {
	Camera, Microphone, Geolocation, ClipboardWrite bool
}

// NewView validates a view of the named app and gives it its URI; see [View.URI].
//
// It fails for a nil or empty content, an invalid name, a CSP source that is not an
// origin, initial data that doesn't marshal, and an invalid Compat. The error is or wraps
// an [*Error].
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
			Message: fmt.Sprintf("The dimensions %d by %d are invalid.", m.Dimensions.Width, m.Dimensions.Height),
			Fix:     "Use positive numbers, or zero to let the host decide.",
		}
	}
	if m.Border > BorderNone {
		return &Error{
			Code:    "border_unknown",
			Message: fmt.Sprintf("The border %d is unknown.", m.Border),
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
