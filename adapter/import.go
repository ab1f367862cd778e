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

// MaxDocument is the most that one view's document may hold where it comes from
// elsewhere, in bytes.
const MaxDocument = 16 * mebibyte

// maxMeta is the most that an imported resource's _meta may hold, in bytes.
const maxMeta = mebibyte

// ImportView reads a view that was made for MCP-UI, so that [oriel.AddView] can
// declare it for every host: a resource of a tool's result or of
// resources/read, either as {"type": "resource", "resource": {…}} or the
// resource itself, with its document as text or as blob.
//
//	type of the resource                                content
//	text/html, text/html+skybridge, text/html+mcp       [ui.HTML]
//	text/html;profile=mcp-app                           [ui.HTML], or [ui.URL] if it holds nothing but an address
//	text/uri-list                                       [ui.URL], the first address (RFC 2483)
//	application/vnd.mcp-ui.remote-dom+javascript        [ui.RemoteDOM], framework=react or webcomponents
//
// The metadata is read as [ReadMetadata] does, of the resource first; its
// description is the view's where the metadata has none. The initial render data
// becomes InitialData. Whatever Oriel has put into such a document by itself is
// taken out.
//
// A page that speaks UI actions goes on to speak them: legacy MCP-UI hosts
// understand it, others don't.
//
// All errors are an [*ui.Error]: "view_resource_invalid", "view_uri_invalid",
// "view_type_unknown", "view_content_invalid", "view_too_large",
// "view_metadata_too_large" (over 1 MiB of _meta), and those that [ui.NewView] has for content and metadata. What is returned without an error
// can be declared.
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
		_ = json.Unmarshal(in.members["description"], &metadata.Description) // a description that is no text is none
	}
	if _, err = ui.NewView("import", "view", content, metadata); err != nil {
		if public, ok := errors.AsType[*ui.Error](err); ok {
			return nil, ui.Metadata{}, public
		}
		return nil, ui.Metadata{}, fmt.Errorf("importing a view: %w", err)
	}
	return content, metadata, nil
}

// imported is a resource that is imported.
type imported struct {
	members map[string]json.RawMessage
	metas   []json.RawMessage
	// kind and parameters are its type.
	kind       string
	parameters map[string]string
}

func importedResource(raw json.RawMessage) (*imported, error) {
	const escaped = 6 // bytes of a character at most, as \u0000
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
		return nil, resourceFault("It is a whole answer of a server; one item of its content is needed.")
	}
	if slices.ContainsFunc(in.metas, func(meta json.RawMessage) bool { return len(meta) > maxMeta }) {
		return nil, metadataTooLarge()
	}
	var uri, mimeType string
	if json.Unmarshal(in.members["uri"], &uri) != nil || !strings.HasPrefix(uri, viewScheme) || uri == viewScheme {
		return nil, &ui.Error{
			Code:    "view_uri_invalid",
			Message: fmt.Sprintf("The resource's uri is %.120q, which is not the URI of a view.", uri),
			Fix:     `The URI of a view is a text that begins with "ui://".`,
		}
	}
	_ = json.Unmarshal(in.members["mimeType"], &mimeType) // what is no text is no type
	var err error
	if in.kind, in.parameters, err = mime.ParseMediaType(mimeType); err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		return nil, typeUnknown(mimeType)
	}
	return in, nil
}

// body returns the text of the resource, decoded.
func (in *imported) body() (string, error) {
	var text, blob string
	if raw := in.members["text"]; !absent(raw) && json.Unmarshal(raw, &text) != nil {
		return "", contentFault("Its text is not a text.", "")
	}
	if raw := in.members["blob"]; !absent(raw) && json.Unmarshal(raw, &blob) != nil {
		return "", contentFault("Its blob is not a text.", "")
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
		return "", contentFault("Its blob is not base64.", "Encode the bytes as RFC 4648 says, in section 4 or 5.")
	case !utf8.Valid(decoded):
		return "", contentFault("Its blob is not text in UTF-8.", "Encode it in UTF-8.")
	case len(decoded) > MaxDocument:
		return "", tooLarge()
	}
	return string(decoded), nil
}

// decodeBase64 takes both alphabets, because Python's models write the one for
// URLs, line breaks, and padding or none.
func decodeBase64(blob string) ([]byte, error) {
	blob = strings.NewReplacer("-", "+", "_", "/", "\r", "", "\n", "").Replace(blob)
	return base64.RawStdEncoding.DecodeString(strings.TrimRight(blob, "=")) //nolint:wrapcheck // the caller has a better sentence
}

// anAddress is a text that is an address and no document.
var anAddress = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:[^\s<]+$`) })

// content returns the content, and the initial data that was inside it.
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
			framework = in.parameters["flavor"] // its name until MCP-UI 5
		}
		if framework == "" {
			framework = string(ui.WebComponents)
		}
		return ui.RemoteDOM{Script: body, Framework: ui.Framework(strings.ToLower(framework))}, nil, nil
	default:
		return nil, nil, typeUnknown(mime.FormatMediaType(in.kind, in.parameters))
	}
}

// withoutOurs takes out of a document what the MCP-UI adapter puts into one:
// on another host the bridge would speak to nobody, and the initial data would be
// there twice.
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
		fix = "A resource has its content either as text or as blob, which is base64."
	}
	return &ui.Error{Code: "view_content_invalid", Message: "The resource's content can't be imported. " + why, Fix: fix}
}

func tooLarge() error {
	return &ui.Error{
		Code:    "view_too_large",
		Message: fmt.Sprintf("The resource's content is over the limit of %d MiB.", MaxDocument/mebibyte),
		Fix:     "Load large data with a tool call, and images and fonts from a declared resource domain.",
	}
}

func metadataTooLarge() error {
	return &ui.Error{
		Code:    "view_metadata_too_large",
		Message: fmt.Sprintf("The resource's _meta is over the limit of %d MiB.", maxMeta/mebibyte),
		Fix:     "Load large data with a tool call, and keep _meta for what hosts read.",
	}
}

func typeUnknown(mimeType string) error {
	return &ui.Error{
		Code:    "view_type_unknown",
		Message: fmt.Sprintf("The resource is of the type %.120q, which is not that of a view.", mimeType),
		Fix:     "Views are text/html, text/uri-list, or application/vnd.mcp-ui.remote-dom+javascript with a framework.",
	}
}
