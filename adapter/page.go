package adapter

import (
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

// shown is what a host shows for a view: a document, and what the document needs.
type shown struct {
	text      string
	csp       *ui.CSP
	assets    []ui.Asset
	shortfall *ui.Error
}

// page returns the document for a host that shows HTML in a sandboxed frame. Content that
// the host doesn't support is replaced by a page that says so.
func page(v *ui.View, p *hosts.Profile) (shown, error) {
	switch content := v.Content.(type) {
	case ui.URL:
		if p.Lacks(hosts.Frames) {
			return shown{text: linkPage(v, "This host can't show web pages.", string(content)), csp: v.Metadata.CSP}, nil
		}
		return shown{text: framePage(v, string(content)), csp: withFrame(v.Metadata.CSP, string(content))}, nil
	case ui.RemoteDOM:
		return shown{text: linkPage(v, "This host doesn't support the components of this view.", ""), csp: v.Metadata.CSP}, nil
	default:
		s, err := document(v, p)
		if err != nil {
			return shown{}, err
		}
		if script := shims(v, p.Adapter.Value); script != "" {
			s.text = view.InsertFirst(s.text, script)
		}
		return split(v, p, s), nil
	}
}

// document returns the view's own HTML, completed, with the initial data and, if the
// document names it, the runtime.
func document(v *ui.View, p *hosts.Profile) (s shown, err error) {
	s.csp = v.Metadata.CSP
	switch content := v.Content.(type) {
	case ui.HTML:
		s.text = string(content)
	case ui.Built:
		s.text = content.HTML
	case ui.Folder:
		if s, err = folderPage(v, p, content); err != nil || s.shortfall != nil {
			return s, err
		}
	case nil:
		return shown{}, &ui.Error{
			Code:    "view_without_content",
			Message: fmt.Sprintf("The view %q has no content.", v.Name),
			Fix:     `Give it a generated view, ui.HTML("…"), ui.File{…}, ui.Folder{…}, ui.URL("https://…") or ui.RemoteDOM{…}.`,
		}
	default:
		return shown{}, fmt.Errorf("view %q: content of type %T is not a document", v.Name, content)
	}
	s.text = withRuntime(complete(s.text, v.Name))
	if v.Metadata.InitialData == nil {
		return s, nil
	}
	data, err := json.Marshal(v.Metadata.InitialData)
	if err != nil {
		return shown{}, fmt.Errorf("view %q: initial data: %w", v.Name, err)
	}
	s.text = view.InsertFirst(s.text, view.DataScript(view.InitialDataID, data))
	return s, nil
}

// runtimeName is the name of the view runtime in a hand-written document.
const runtimeName = "@oriel/view"

// Compiled on first use: calls don't need them, only views do.
var (
	// runtimeElement matches the element with which a hand-written document loads the
	// view runtime: <script src="@oriel/view"></script>.
	runtimeElement = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)<script\s(?:[^>]*\s)?src\s*=\s*["']?` + runtimeName + `["']?(?:\s[^>]*)?>\s*</script\s*>`)
	})
	runtimeScript  = sync.OnceValue(func() string { return view.Script(view.Inline()) })
	startsDocument = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?is)^\x{FEFF}?\s*(?:<\?xml.*?\?>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype|html)`)
	})
)

// withRuntime inserts the runtime where a document names it. It doesn't copy other
// documents: built ones are large.
func withRuntime(text string) string {
	if !namesRuntime(text) {
		return text
	}
	return runtimeElement().ReplaceAllLiteralString(text, runtimeScript())
}

// namesRuntime reports whether a document contains the runtime's name, in any letter case.
func namesRuntime(text string) bool {
	for {
		at := strings.IndexByte(text, runtimeName[0])
		if at < 0 || len(text)-at < len(runtimeName) {
			return false
		}
		if text = text[at:]; strings.EqualFold(text[:len(runtimeName)], runtimeName) {
			return true
		}
		text = text[1:]
	}
}

// complete turns a fragment into a document: hosts require valid HTML5, and browsers use
// quirks mode without a doctype.
func complete(text, title string) string {
	if startsDocument().MatchString(text) {
		return text
	}
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>` + html.EscapeString(title) +
		`</title></head><body>` + text + `</body></html>`
}

// withFrame adds the origin of a framed page to a policy's FrameDomains.
func withFrame(csp *ui.CSP, address string) *ui.CSP {
	u, err := url.Parse(address)
	if err != nil {
		return csp
	}
	origin := u.Scheme + "://" + u.Host
	extended := ui.CSP{}
	if csp != nil {
		extended = *csp
	}
	if !slices.Contains(extended.FrameDomains, origin) {
		extended.FrameDomains = append(slices.Clone(extended.FrameDomains), origin)
	}
	return &extended
}

// framePage shows a web page in a frame. The runtime beside it answers the host, which
// shows a view only after its initialization.
func framePage(v *ui.View, address string) string {
	height := v.Metadata.Dimensions.Height
	if height == 0 {
		height = 480
	}
	return placeholder(v, fmt.Sprintf(`<iframe src="%s" title="%s" style="border:0;display:block;width:100%%;height:%dpx"></iframe>`,
		html.EscapeString(address), html.EscapeString(title(v)), height))
}

// linkPage says why the view can't be shown, and offers a link.
func linkPage(v *ui.View, reason, address string) string {
	body := "<p>" + html.EscapeString(reason) + "</p>"
	if address != "" {
		body += `<p><a href="` + html.EscapeString(address) + `" rel="noopener noreferrer" target="_blank">` +
			html.EscapeString(address) + `</a></p>`
		body += view.Script(`document.querySelector("a").addEventListener("click",e=>{e.preventDefault();oriel.openLink(e.currentTarget.href)})`)
	}
	return placeholder(v, body)
}

func placeholder(v *ui.View, body string) string {
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>` + html.EscapeString(title(v)) +
		`</title><style>body{margin:0;font:15px/1.5 system-ui,sans-serif;color-scheme:light dark}p{margin:1em}</style>` +
		runtimeScript() + `</head><body>` + body + `</body></html>`
}

func title(v *ui.View) string {
	return strings.TrimSpace(v.Name + " " + v.Metadata.Description)
}
