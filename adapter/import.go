package adapter

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

const mebibyte = 1 << 20

// MaxDocument is the maximum size of a document from elsewhere, in bytes.
const MaxDocument = 16 * mebibyte

// maxMeta is the maximum size of an imported resource's _meta, in bytes.
const maxMeta = mebibyte

// ImportView reads a view that was made for MCP-UI, so that [oriel.AddView] can declare it
// for all hosts. The resource comes from the result of a tool or of resources/read: either
// {"type": "resource", "resource": {…}} or the resource itself, with its document as text
// or as blob.
//
//	type of the resource                                content
//	text/html, text/html+skybridge, text/html+mcp       [ui.HTML]
//	text/html;profile=mcp-app                           [ui.HTML], or [ui.URL] if it holds nothing but an address
//	text/uri-list                                       [ui.URL], the first address (RFC 2483)
//	application/vnd.mcp-ui.remote-dom+javascript        [ui.RemoteDOM], framework=react or webcomponents
//
// Metadata is read as by [ReadMetadata], the resource's own first. The resource's
// description is used if the metadata has none. Initial render data becomes InitialData.
// Scripts and data that Oriel itself has added to the document are removed.
//
// A page that speaks UI actions still does: legacy MCP-UI hosts understand that, others
// don't, unless [ui.CompatUIActions] is set.
//
// All errors are an [*ui.Error], with one of the codes "view_resource_invalid",
// "view_uri_invalid", "view_type_unknown", "view_content_invalid", "view_too_large" (over
// [MaxDocument]), "view_metadata_too_large" (over 1 MiB of _meta), and those of
// [ui.NewView] for content and metadata. Everything that is returned without an error can
// be declared.
//
// [oriel.AddView]: https://pkg.go.dev/github.com/orielapps/oriel#AddView
func ImportView(resource json.RawMessage) (ui.Content, ui.Metadata, error) {
	in, err := importedResource(resource)
	if err != nil {
		return nil, ui.Metadata{}, err
	}
	body, err := in.body()
	if err != nil {
		return nil, ui.Metadata{}, err
	}
	content, data, err := in.content(body)
	if err != nil {
		return nil, ui.Metadata{}, err
	}
	metadata, _ := ReadMetadata(in.metas...)
	if data != nil {
		metadata.InitialData = data
	}
	if metadata.Description == "" {
		_ = json.Unmarshal(in.members["description"], &metadata.Description) // ignored unless it is a string
	}
	if _, err = ui.NewView("import", "view", content, metadata); err != nil {
		if public, ok := errors.AsType[*ui.Error](err); ok {
			return nil, ui.Metadata{}, public
		}
		return nil, ui.Metadata{}, fmt.Errorf("importing a view: %w", err)
	}
	return content, metadata, nil
}

// imported is a resource to import.
type imported struct {
	members map[string]json.RawMessage
	metas   []json.RawMessage
	// kind and parameters are the resource's media type.
	kind       string
	parameters map[string]string
}

func importedResource(raw json.RawMessage) (*imported, error) {
	const escaped = 6 // maximum bytes of an escaped character: \u0000
	switch {
	case len(raw) > escaped*MaxDocument:
		return nil, tooLarge()
	case !utf8.Valid(raw):
		return nil, resourceFault("It is not UTF-8.")
	}
	in := &imported{members: objectOf(raw)}
	if in.members == nil {
		return nil, resourceFault("It is not a JSON object.")
	}
	if inner := in.members["resource"]; inner != nil {
		outer := in.members["_meta"]
		if in.members = objectOf(inner); in.members == nil {
			return nil, resourceFault("Its resource is not an object.")
		}
		in.metas = append(in.metas, in.members["_meta"], outer)
	} else {
		in.metas = append(in.metas, in.members["_meta"])
	}
	if in.members["uri"] == nil && (in.members["content"] != nil || in.members["contents"] != nil) {
		return nil, resourceFault("It is a server's whole response, not one item of its content.")
	}
	if slices.ContainsFunc(in.metas, func(meta json.RawMessage) bool { return len(meta) > maxMeta }) {
		return nil, metadataTooLarge()
	}
	var uri, mimeType string
	if json.Unmarshal(in.members["uri"], &uri) != nil || !strings.HasPrefix(uri, viewScheme) || uri == viewScheme {
		return nil, &ui.Error{
			Code:    "view_uri_invalid",
			Message: fmt.Sprintf("The resource's uri is %.120q, which is not the URI of a view.", uri),
			Fix:     `Use a URI that begins with "ui://".`,
		}
	}
	_ = json.Unmarshal(in.members["mimeType"], &mimeType) // ignored unless it is a string
	var err error
	if in.kind, in.parameters, err = mime.ParseMediaType(mimeType); err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		return nil, typeUnknown(mimeType)
	}
	return in, nil
}

// body returns the decoded text of the resource.
func (in *imported) body() (string, error) {
	var text, blob string
	if raw := in.members["text"]; !absent(raw) && json.Unmarshal(raw, &text) != nil {
		return "", contentFault("Its text is not a string.", "")
	}
	if raw := in.members["blob"]; !absent(raw) && json.Unmarshal(raw, &blob) != nil {
		return "", contentFault("Its blob is not a string.", "")
	}
	switch {
	case text != "" && blob != "":
		return "", contentFault("It has both text and blob.", "")
	case blob == "" && len(text) > MaxDocument, base64.StdEncoding.DecodedLen(len(blob)) > 2*MaxDocument:
		return "", tooLarge()
	case blob == "":
		return text, nil
	}
	if charset := strings.ToLower(in.parameters["charset"]); charset != "" && charset != "utf-8" && charset != "us-ascii" {
		return "", contentFault(fmt.Sprintf("Its blob is in the character set %.40q.", charset), "Encode it in UTF-8.")
	}
	decoded, err := decodeBase64(blob)
	switch {
	case err != nil:
		return "", contentFault("Its blob is not base64.", "Encode the bytes as base64 (RFC 4648, section 4 or 5).")
	case !utf8.Valid(decoded):
		return "", contentFault("Its blob is not text in UTF-8.", "Encode it in UTF-8.")
	case len(decoded) > MaxDocument:
		return "", tooLarge()
	}
	return string(decoded), nil
}

// decodeBase64 accepts both alphabets, line breaks, and missing padding: Python's models
// write the URL alphabet.
func decodeBase64(blob string) ([]byte, error) {
	blob = strings.NewReplacer("-", "+", "_", "/", "\r", "", "\n", "").Replace(blob)
	return base64.RawStdEncoding.DecodeString(strings.TrimRight(blob, "=")) //nolint:wrapcheck // the caller replaces it
}

// anAddress matches a text that is an address, not a document.
var anAddress = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:[^\s<]+$`) })

// content returns the content, and the initial data that was inside of it.
func (in *imported) content(body string) (content ui.Content, data any, err error) {
	const byteOrderMark = "\ufeff"
	switch in.kind {
	case mimeHTML, "text/html+mcp", "text/html+skybridge":
		if line := strings.TrimSpace(strings.TrimPrefix(body, byteOrderMark)); in.parameters["profile"] == "mcp-app" && anAddress().MatchString(line) {
			return ui.URL(line), nil, nil
		}
		html, data := withoutOurs(body)
		return ui.HTML(html), data, nil
	case mimeURIList:
		for line := range strings.Lines(strings.TrimPrefix(body, byteOrderMark)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
				return ui.URL(line), nil, nil
			}
		}
		return nil, nil, contentFault("Its list has no address.", "Give one address per line (RFC 2483).")
	case remoteDOM, remoteDOM + "+javascript":
		framework := in.parameters["framework"]
		if framework == "" {
			framework = in.parameters["flavor"] // the parameter's name before MCP-UI 5
		}
		if framework == "" {
			framework = string(ui.WebComponents)
		}
		return ui.RemoteDOM{Script: body, Framework: ui.Framework(strings.ToLower(framework))}, nil, nil
	default:
		return nil, nil, typeUnknown(mime.FormatMediaType(in.kind, in.parameters))
	}
}

// withoutOurs removes from a document what the MCP-UI adapter has added: other hosts don't
// understand the bridge, and the initial data would be there twice.
func withoutOurs(document string) (html string, data any) {
	html = strings.Replace(document, view.Script(view.MCPUIBridge()), "", 1)
	start, end := view.DataScript(view.InitialDataID, nil), "</script>"
	start = strings.TrimSuffix(start, end)
	before, rest, found := strings.Cut(html, start)
	raw, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		return html, nil
	}
	value, ok := (&reader{}).value(view.InitialDataID, json.RawMessage(raw))
	if !ok {
		return html, nil
	}
	return before + after, value
}

func resourceFault(why string) error {
	return &ui.Error{
		Code:    "view_resource_invalid",
		Message: "The resource can't be imported. " + why,
		Fix:     `Give one resource as JSON, such as {"uri": "ui://app/view", "mimeType": "text/html", "text": "…"}, or the content block around it.`,
	}
}

func contentFault(why, fix string) error {
	if fix == "" {
		fix = "Give the content either as text or as blob, in base64."
	}
	return &ui.Error{Code: "view_content_invalid", Message: "The resource's content can't be imported. " + why, Fix: fix}
}

func tooLarge() error {
	return &ui.Error{
		Code:    "view_too_large",
		Message: fmt.Sprintf("The resource's content exceeds the limit of %d MiB.", MaxDocument/mebibyte),
		Fix:     "Load large data with a tool call, and images and fonts from a domain in CSP.ResourceDomains.",
	}
}

func metadataTooLarge() error {
	return &ui.Error{
		Code:    "view_metadata_too_large",
		Message: fmt.Sprintf("The resource's _meta exceeds the limit of %d MiB.", maxMeta/mebibyte),
		Fix:     "Load large data with a tool call, and keep _meta for what hosts read.",
	}
}

func typeUnknown(mimeType string) error {
	return &ui.Error{
		Code:    "view_type_unknown",
		Message: fmt.Sprintf("The resource's type %.120q is not that of a view.", mimeType),
		Fix:     "Use text/html, text/uri-list, or application/vnd.mcp-ui.remote-dom+javascript with a framework.",
	}
}
