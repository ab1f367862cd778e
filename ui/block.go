package ui

import (
	"encoding/json"
	"fmt"
	"mime"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Block is one part of a result's content; the model reads blocks in their order (MCP
// 2025-11-25, "Tool Result"). The implementations are [TextBlock], [ImageBlock],
// [AudioBlock], [LinkBlock], [ResourceBlock] and [RawBlock]; other packages can't add
// any.
type Block interface {
	// wire returns the block as MCP encodes it.
	wire() map[string]any
	// validate returns an error if hosts would refuse the block.
	validate() error
}

// Role is a side of a conversation: the author of a message, or the audience of a block
// (MCP 2025-11-25, "Role").
type Role string

// The roles of MCP.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
)

// Annotations tell hosts how to treat a block or a resource (MCP 2025-11-25,
// "Annotations"). The zero value has no annotations.
type Annotations struct {
	// Audience is for whom the content is. Empty means both roles.
	Audience []Role
	// Priority is from 0, optional, to 1, required. Nil means not specified.
	Priority *float64
	// LastModified is when the content last changed. Zero means not specified.
	LastModified time.Time
}

// TextBlock is text.
type TextBlock struct {
	Text        string
	Annotations Annotations
}

// ImageBlock is an image.
type ImageBlock struct {
	Data []byte
	// MIMEType begins with "image/".
	MIMEType    string
	Annotations Annotations
}

// AudioBlock is audio.
type AudioBlock struct {
	Data []byte
	// MIMEType begins with "audio/".
	MIMEType    string
	Annotations Annotations
}

// LinkBlock is a link to a resource that the host may read or offer.
type LinkBlock struct {
	URI, Name                    string
	Title, Description, MIMEType string
	// Size is the size in bytes. Zero means unknown.
	Size        int64
	Annotations Annotations
}

// ResourceBlock is a resource embedded in the result: text or bytes.
type ResourceBlock struct {
	URI, MIMEType string
	// Text is the content, if Data is nil. Setting both is an error.
	Text        string
	Data        []byte
	Annotations Annotations
}

// WireBlocks returns blocks as MCP encodes them. The error for a block that hosts would
// refuse is an [*Error] with the code "content_invalid".
func WireBlocks(blocks []Block) ([]any, error) {
	wired := make([]any, 0, len(blocks))
	for i, b := range blocks {
		if b == nil {
			return nil, contentFault(i, "It is nil.")
		}
		if err := b.validate(); err != nil {
			return nil, contentFault(i, err.Error())
		}
		wired = append(wired, b.wire())
	}
	return wired, nil
}

func contentFault(i int, why string) error {
	return &Error{Code: "content_invalid", Message: fmt.Sprintf("Block %d of the result's content can't be sent. %s", i, why)}
}

func (b TextBlock) wire() map[string]any {
	return annotated(map[string]any{"type": "text", "text": b.Text}, b.Annotations)
}

func (b ImageBlock) wire() map[string]any {
	return annotated(map[string]any{"type": "image", "data": b.Data, "mimeType": b.MIMEType}, b.Annotations)
}

func (b AudioBlock) wire() map[string]any {
	return annotated(map[string]any{"type": "audio", "data": b.Data, "mimeType": b.MIMEType}, b.Annotations)
}

func (b LinkBlock) wire() map[string]any {
	link := map[string]any{"type": "resource_link", "uri": b.URI, "name": b.Name}
	for name, value := range map[string]string{"title": b.Title, "description": b.Description, "mimeType": b.MIMEType} {
		if value != "" {
			link[name] = value
		}
	}
	if b.Size > 0 {
		link["size"] = b.Size
	}
	return annotated(link, b.Annotations)
}

func (b ResourceBlock) wire() map[string]any {
	resource := map[string]any{"uri": b.URI}
	if b.MIMEType != "" {
		resource["mimeType"] = b.MIMEType
	}
	if b.Data != nil {
		resource["blob"] = b.Data
	} else {
		resource["text"] = b.Text
	}
	return annotated(map[string]any{"type": "resource", "resource": resource}, b.Annotations)
}

func annotated(block map[string]any, a Annotations) map[string]any {
	if annotations := a.wire(); len(annotations) > 0 {
		block["annotations"] = annotations
	}
	return block
}

// IsZero reports whether there are no annotations.
func (a Annotations) IsZero() bool { return len(a.wire()) == 0 }

// MarshalJSON encodes the annotations as MCP does.
func (a Annotations) MarshalJSON() ([]byte, error) {
	return json.Marshal(a.wire()) //nolint:wrapcheck // encoding/json wraps it
}

// Validate returns an [*Error] with the code "annotations_invalid" for an unknown
// audience, or a priority that is not between 0 and 1.
func (a Annotations) Validate() error {
	if fault := a.fault(); fault != "" {
		return &Error{Code: "annotations_invalid", Message: fault}
	}
	return nil
}

func (a Annotations) wire() map[string]any {
	annotations := map[string]any{}
	if len(a.Audience) > 0 {
		annotations["audience"] = a.Audience
	}
	if a.Priority != nil {
		annotations["priority"] = *a.Priority
	}
	if !a.LastModified.IsZero() {
		annotations["lastModified"] = a.LastModified.UTC().Format(time.RFC3339)
	}
	return annotations
}

func (b TextBlock) validate() error { return firstFault(textFault(b.Text), b.Annotations.fault()) }

func (b ImageBlock) validate() error {
	return firstFault(mediaFault("image", b.MIMEType, b.Data), b.Annotations.fault())
}

func (b AudioBlock) validate() error {
	return firstFault(mediaFault("audio", b.MIMEType, b.Data), b.Annotations.fault())
}

func (b LinkBlock) validate() error {
	name := ""
	if b.Name == "" {
		name = "A link needs a name."
	}
	return firstFault(uriFault(b.URI), name, b.Annotations.fault())
}

func (b ResourceBlock) validate() error {
	both := ""
	if b.Data != nil && b.Text != "" {
		both = "A resource is text or data, not both."
	}
	return firstFault(uriFault(b.URI), both, textFault(b.Text), b.Annotations.fault())
}

func (a Annotations) fault() string {
	for _, audience := range a.Audience {
		if !slices.Contains([]Role{RoleUser, RoleAssistant}, audience) {
			return fmt.Sprintf("There is no audience %q; use ui.RoleUser and ui.RoleAssistant.", audience)
		}
	}
	if p := a.Priority; p != nil && !(*p >= 0 && *p <= 1) {
		return fmt.Sprintf("The priority %v is not between 0 and 1.", *p)
	}
	return ""
}

func textFault(text string) string {
	if !utf8.ValidString(text) {
		return "Its text is not UTF-8; send bytes as data."
	}
	return ""
}

func mediaFault(kind, mimeType string, data []byte) string {
	parsed, _, err := mime.ParseMediaType(mimeType)
	switch {
	case err != nil, !strings.HasPrefix(parsed, kind+"/"):
		example := map[string]string{"image": "image/png", "audio": "audio/mpeg"}[kind]
		return fmt.Sprintf("%q is not the type of an %s; use one such as %q.", mimeType, kind, example)
	case len(data) == 0:
		return "It has no data."
	}
	return ""
}

func uriFault(uri string) string {
	scheme, rest, found := strings.Cut(uri, ":")
	if !found || scheme == "" || rest == "" || strings.ContainsFunc(uri, func(r rune) bool { return r <= ' ' || r == utf8.RuneError || r == 0x7f }) {
		return fmt.Sprintf("%.120q is not an absolute URI.", uri)
	}
	return ""
}

type blockError string

func (f blockError) Error() string { return string(f) }

func firstFault(faults ...string) error {
	for _, f := range faults {
		if f != "" {
			return blockError(f)
		}
	}
	return nil
}

// RawBlock is a block in JSON, for types of content that this package doesn't have. It
// must be an object with a "type".
type RawBlock json.RawMessage

func (b RawBlock) wire() map[string]any {
	var members map[string]json.RawMessage
	_ = json.Unmarshal(b, &members) // validate has accepted it
	block := make(map[string]any, len(members))
	for name, value := range members {
		block[name] = value // not decoded, which would round large numbers
	}
	return block
}

func (b RawBlock) validate() error {
	var block struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(b, &block); err != nil || block.Type == "" {
		return blockError("It is not a JSON object with a type.")
	}
	return nil
}
