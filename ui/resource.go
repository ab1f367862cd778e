package ui

import (
	"encoding/json"
	"fmt"
)

// Document is the content of a resource, in the form of the host: an item of the contents
// of MCP resources/read. The documents of views are resources.
type Document struct {
	URI      string
	MIMEType string
	// Text is the content, if Data is nil.
	Text string
	// Data is binary content.
	Data []byte
	Meta map[string]any
	// Assets are the files that were made for this document and that it loads from the
	// app, without those of a [Folder]. Hosts don't receive them.
	Assets []Asset
	// Shortfall is why the view can't be shown, if the document only says so; otherwise
	// nil. Hosts don't receive it.
	Shortfall *Error
}

// wireDocument has either a text or a blob: clients distinguish them by their presence.
type wireDocument struct {
	URI      string         `json:"uri"`
	MIMEType string         `json:"mimeType,omitempty"`
	Text     *string        `json:"text,omitempty"`
	Blob     *[]byte        `json:"blob,omitempty"`
	Meta     map[string]any `json:"_meta,omitempty"`
}

// MarshalJSON encodes the document as MCP does.
func (d Document) MarshalJSON() ([]byte, error) {
	wire := wireDocument{URI: d.URI, MIMEType: d.MIMEType, Meta: d.Meta}
	if d.Data != nil {
		wire.Blob = &d.Data
	} else {
		wire.Text = &d.Text
	}
	data, err := json.Marshal(wire)
	if err != nil {
		return nil, fmt.Errorf("the document %.200s: %w", d.URI, err)
	}
	return data, nil
}

// UnmarshalJSON decodes a document from MCP.
func (d *Document) UnmarshalJSON(data []byte) error {
	var wire wireDocument
	if err := json.Unmarshal(data, &wire); err != nil {
		return fmt.Errorf("a document: %w", err)
	}
	*d = Document{URI: wire.URI, MIMEType: wire.MIMEType, Meta: wire.Meta}
	if wire.Text != nil {
		d.Text = *wire.Text
	}
	if wire.Blob != nil {
		d.Data = *wire.Blob
		if d.Data == nil {
			d.Data = []byte{}
		}
	}
	return nil
}

// MaxURI is the maximum length of a resource's URI, and of a URI template, in bytes.
// Servers refuse longer ones.
const MaxURI = 8 << 10

// URITooLong returns the error for a URI that is longer than [MaxURI], with the code
// "uri_too_long".
func URITooLong() *Error {
	return &Error{Code: "uri_too_long", Message: fmt.Sprintf("The URI is longer than %d bytes.", MaxURI), Fix: "Send a shorter one."}
}

// WireResource is an entry in resources/list: a view or another resource.
type WireResource struct {
	URI         string      `json:"uri"`
	Name        string      `json:"name"`
	Title       string      `json:"title,omitempty"`
	Description string      `json:"description,omitempty"`
	MIMEType    string      `json:"mimeType,omitempty"`
	Annotations Annotations `json:"annotations,omitzero"`
	// Size is the size in bytes. Zero means unknown.
	Size  int64          `json:"size,omitempty"`
	Icons []Icon         `json:"icons,omitempty"`
	Meta  map[string]any `json:"_meta,omitempty"`
}

// WireTemplate is an entry in resources/templates/list: an RFC 6570 template for the URIs
// of many resources.
type WireTemplate struct {
	URITemplate string         `json:"uriTemplate"`
	Name        string         `json:"name"`
	Title       string         `json:"title,omitempty"`
	Description string         `json:"description,omitempty"`
	MIMEType    string         `json:"mimeType,omitempty"`
	Annotations Annotations    `json:"annotations,omitzero"`
	Icons       []Icon         `json:"icons,omitempty"`
	Meta        map[string]any `json:"_meta,omitempty"`
}

// Validate returns an [*Error] with the code "resource_invalid" if clients would refuse the entry.
func (r *WireResource) Validate() error {
	fault := uriFault(r.URI)
	if fault == "" {
		fault = lengthFault(r.URI)
	}
	return resourceFault("resource", r.URI, r.Name, fault, r.Annotations, r.Icons)
}

// Validate returns an [*Error] with the code "resource_invalid" if clients would refuse
// the entry. It doesn't check the syntax of the URI template.
func (t *WireTemplate) Validate() error {
	fault := lengthFault(t.URITemplate)
	if t.URITemplate == "" {
		fault = "It has no URI template."
	}
	return resourceFault("resource template", t.URITemplate, t.Name, fault, t.Annotations, t.Icons)
}

func lengthFault(uri string) string {
	if len(uri) > MaxURI {
		return fmt.Sprintf("It is longer than %d bytes.", MaxURI)
	}
	return ""
}

func resourceFault(what, uri, name, fault string, a Annotations, icons []Icon) error {
	switch {
	case fault != "":
	case name == "":
		fault = "It has no name."
	case a.fault() != "":
		fault = a.fault()
	default:
		fault = iconsFault(icons)
	}
	if fault == "" {
		return nil
	}
	return &Error{Code: "resource_invalid", Message: fmt.Sprintf("The %s %.200q can't be declared. %s", what, uri, fault)}
}

func iconsFault(icons []Icon) string {
	for _, i := range icons {
		if fault := i.fault(); fault != "" {
			return fault
		}
	}
	return ""
}
