package ui

import (
	"encoding/json"
	"fmt"
)

// Document is what a resource has at a URI, in the form that one host receives:
// an item of the contents of resources/read. Views are such.
type Document struct {
	URI      string
	MIMEType string
	// Text is the content, unless Data is not nil.
	Text string
	// Data is the content where it is not text.
	Data []byte
	Meta map[string]any
	// Assets are the files that a view's document loads from the app and that were
	// made for it; those of a [Folder] are not among them. Hosts don't receive them.
	Assets []Asset
	// Shortfall is why a view's document only says that the view can't be shown; nil
	// mostly. Hosts don't receive it.
	Shortfall *Error
}

// wireDocument has either text or a blob: clients tell them apart by which is
// there.
type wireDocument struct {
	URI      string         `json:"uri"`
	MIMEType string         `json:"mimeType,omitempty"`
	Text     *string        `json:"text,omitempty"`
	Blob     *[]byte        `json:"blob,omitempty"`
	Meta     map[string]any `json:"_meta,omitempty"`
}

// MarshalJSON writes the document as MCP has it.
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

// UnmarshalJSON reads a document as MCP has it.
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

// MaxURI is how long a URI of a resource may be, and a URI template, in bytes. Servers
// refuse requests for longer ones.
const MaxURI = 8 << 10

// WireResource is an entry in resources/list: a view, or something else to read.
type WireResource struct {
	URI         string      `json:"uri"`
	Name        string      `json:"name"`
	Title       string      `json:"title,omitempty"`
	Description string      `json:"description,omitempty"`
	MIMEType    string      `json:"mimeType,omitempty"`
	Annotations Annotations `json:"annotations,omitzero"`
	// Size is in bytes; zero is unknown.
	Size  int64          `json:"size,omitempty"`
	Icons []Icon         `json:"icons,omitempty"`
	Meta  map[string]any `json:"_meta,omitempty"`
}

// WireTemplate is an entry in resources/templates/list: the form of the URIs of many
// resources (RFC 6570).
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

// Validate reports what of an entry a client would stumble over.
func (r *WireResource) Validate() error {
	fault := uriFault(r.URI)
	if fault == "" {
		fault = lengthFault(r.URI)
	}
	return resourceFault("resource", r.URI, r.Name, fault, r.Annotations, r.Icons)
}

// Validate reports what of an entry a client would stumble over. Whether the
// template is one (RFC 6570) is for whoever matches URIs with it.
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
