package workbench

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"strings"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/sandbox"
	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

type viewRequest struct {
	target

	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
	// Result is the CallToolResult; a view may be inside it.
	Result json.RawMessage `json:"result"`
	// Globals are the first values of window.openai.
	Globals json.RawMessage `json:"globals"`
	// Restore is what the dev client in the document told of the one before it; a
	// document without a dev client doesn't get it.
	Restore json.RawMessage `json:"restore"`
	// Standby is the address of a document that stands by to become this one.
	Standby string `json:"standby"`
	// Naming is "name" or "port"; empty leaves it to the workbench.
	Naming string `json:"naming"`
}

type noView struct {
	Kind   string `json:"kind"` // "none"
	Reason string `json:"reason"`
	Steps  []step `json:"steps"`
}

type placedView struct {
	Kind           string            `json:"kind"` // "view"
	URI            string            `json:"uri"`
	MIMEType       string            `json:"mimeType"`
	Bytes          int               `json:"bytes"`
	Source         string            `json:"source"`
	Proxy          string            `json:"proxy"`
	Document       string            `json:"document"`
	ProxyOrigin    string            `json:"proxyOrigin"`
	DocumentOrigin string            `json:"documentOrigin"`
	Sandbox        string            `json:"sandbox"`
	Allow          string            `json:"allow"`
	CSP            string            `json:"csp"`
	Border         *bool             `json:"border"`
	RenderData     json.RawMessage   `json:"renderData"`
	Dropped        []sandbox.Dropped `json:"dropped"`
	Steps          []step            `json:"steps"`
	// Change is the number of a change that is in the document already.
	Change uint64 `json:"change"`
	// Dev is whether there is a dev client in the document.
	Dev bool `json:"dev"`
	// write is the text of the document, where the one that stands by can become it;
	// Document is the address of that one then. It follows the JSON as it is.
	write string
}

// trailer returns what follows an answer's line of JSON.
func (p placedView) trailer() string { return p.write }

func (w *Workbench) view(r *http.Request, in viewRequest) (any, error) {
	p, err := w.profile(in.Profile)
	if err != nil {
		return nil, err
	}
	if !p.HasUI() {
		if _, err := w.server(in.Server); err != nil {
			return nil, err
		}
		return noView{
			Kind: "none", Reason: p.Title + " shows no views; it has the text alone.",
			Steps: []step{{What: "Text", Found: true, Why: p.Title + " has no UI and looks for no view."}},
		}, nil
	}
	if err := checkArguments(in.Arguments); err != nil {
		return nil, err
	}
	return askTarget(r.Context(), w, in.target, func(ctx context.Context, one *session) (any, error) {
		return w.showView(ctx, one, p, in, w.naming(r, in.Naming))
	})
}

func (w *Workbench) showView(
	ctx context.Context, one *session, p *hosts.Profile, in viewRequest, naming sandbox.Naming,
) (any, error) {
	change := w.events.change()
	t, told, err := one.tool(ctx, in.Tool)
	if err != nil {
		return nil, err
	}
	chosen, err := choose(question{tool: t, told: told, result: in.Result, profile: p})
	if err != nil {
		return nil, err
	}
	if chosen.uri == "" {
		return noView{Kind: "none", Reason: whyNone(p, in, told), Steps: chosen.steps}, nil
	}
	listed := one.beginMeta(ctx, chosen)
	item, misplaced, err := readView(ctx, one, chosen)
	if err != nil {
		return nil, err
	}
	for _, what := range misplaced {
		w.events.publish(warning(fmt.Sprintf("%s in %s: %s", shortened(chosen.uri), p.Title, what)))
	}
	html, external, err := item.place(p)
	if err != nil {
		return nil, err
	}
	metadata := sandbox.ReadMetadata(append([]json.RawMessage{item.Meta}, listed()...)...)
	shown := sandbox.View{
		Server: in.Server, Profile: p, HTML: html, External: external, Metadata: metadata, Naming: naming,
	}
	if p.Adapter.Value == hosts.ChatGPT {
		shown.Globals = in.Globals
		if len(shown.Globals) == 0 {
			shown.Globals = json.RawMessage("{}")
		}
	}
	dev := view.HasDevClient(html)
	if dev {
		shown.Restore, shown.Standby = in.Restore, path.Base(in.Standby)
	}
	placed, err := w.sandbox.Place(ctx, shown)
	if err != nil {
		return nil, fmt.Errorf("placing the view: %w", err)
	}
	w.reportDropped(p, chosen.uri, placed.Dropped)
	return placedView{
		Kind: "view", URI: chosen.uri, MIMEType: item.MIMEType, Bytes: len(html) + len(external), Source: chosen.source,
		Proxy: placed.Proxy, Document: placed.Document,
		ProxyOrigin: placed.ProxyOrigin, DocumentOrigin: placed.DocumentOrigin,
		Sandbox: placed.Sandbox, Allow: placed.Allow, CSP: placed.Policy.Text,
		Border: metadata.Border, RenderData: item.renderData(p), Dropped: append([]sandbox.Dropped{}, placed.Dropped...),
		Steps: chosen.steps, Change: change, Dev: dev, write: placed.Write,
	}, nil
}

func whyNone(p *hosts.Profile, in viewRequest, told bool) string {
	switch {
	case !told:
		return fmt.Sprintf("%s is not told of a tool %q.", p.Title, in.Tool)
	case p.Adapter.Value == hosts.MCPUI:
		return "The result holds no view, and this host looks for one nowhere else."
	default:
		return fmt.Sprintf("The tool %q has no view, and its result holds none.", in.Tool)
	}
}

// naming chooses how the origins of a view are told apart. Of the browsers that
// people use, Safari alone has not always resolved names below localhost.
func (w *Workbench) naming(r *http.Request, asked string) sandbox.Naming {
	agent := r.UserAgent()
	safari := strings.Contains(agent, "Safari/") && !strings.Contains(agent, "Chrome/") && !strings.Contains(agent, "Chromium/")
	switch {
	case w.byPort.Load(), asked == "port", asked != "name" && safari:
		return sandbox.ByPort
	default:
		return sandbox.ByName
	}
}

// reportDropped tells the pages what a view asked for and doesn't get.
func (w *Workbench) reportDropped(p *hosts.Profile, uri string, dropped []sandbox.Dropped) {
	for _, d := range dropped {
		w.events.publish(warning(fmt.Sprintf("%s in %s: %s %s is left out. %s", shortened(uri), p.Title, d.Field, d.Value, d.Reason)))
	}
}

// reportViolation tells the pages what a view tried out of its first script's
// sight.
func (w *Workbench) reportViolation(v sandbox.Violation) {
	profile := v.Profile
	if p, err := w.profile(profile); err == nil {
		profile = p.Title
	}
	w.events.publish(warning(fmt.Sprintf("A frame inside a view of %s in %s (%s) was blocked by the view's content security policy: %s does not allow %s.",
		v.Server, profile, v.Document, v.Directive, v.Blocked)))
}

type standbyRequest struct {
	target

	// Document is the address of the document that is in sight. Empty is one that is
	// the first of the target's.
	Document string `json:"document"`
	Naming   string `json:"naming"`
	// Next is how the page would ask for the next document, and URI what it has now.
	// With both, that document is sent when the view has changed.
	Next *viewRequest `json:"next"`
	URI  string       `json:"uri"`
}

type standbyAnswer struct {
	Proxy          string `json:"proxy"`
	Document       string `json:"document"`
	ProxyOrigin    string `json:"proxyOrigin"`
	DocumentOrigin string `json:"documentOrigin"`
	Sandbox        string `json:"sandbox"`
	Allow          string `json:"allow"`
	// Ahead is whether what it is to become will be sent.
	Ahead bool `json:"ahead"`
}

// standby has an empty document wait for what becomes of a view's document when it
// has changed, or for the first one: frames and their processes take longer than all
// else.
func (w *Workbench) standby(r *http.Request, in standbyRequest) (any, error) {
	placed, err := w.standbyOf(r, in)
	if err != nil {
		return nil, err
	}
	return standbyAnswer{
		Proxy: placed.Proxy, Document: placed.Document, ProxyOrigin: placed.ProxyOrigin, DocumentOrigin: placed.DocumentOrigin,
		Sandbox: placed.Sandbox, Allow: placed.Allow, Ahead: w.stand(r, in, placed),
	}, nil
}

func (w *Workbench) standbyOf(r *http.Request, in standbyRequest) (sandbox.Placed, error) {
	if in.Document != "" {
		return w.sandbox.Standby(r.Context(), path.Base(in.Document))
	}
	p, err := w.profile(in.Profile)
	if err != nil {
		return sandbox.Placed{}, err
	}
	if _, err := w.server(in.Server); err != nil {
		return sandbox.Placed{}, err
	}
	return w.sandbox.StandbyFor(r.Context(), sandbox.View{Server: in.Server, Profile: p, Naming: w.naming(r, in.Naming)})
}

type releaseRequest struct {
	Document string `json:"document"`
}

// release forgets a document by its address.
func (w *Workbench) release(_ *http.Request, in releaseRequest) (any, error) {
	if in.Document == "" {
		return nil, &ui.Error{Code: "body_invalid", Message: "The request names no document."}
	}
	id := path.Base(in.Document)
	w.ahead.forget(id)
	w.sandbox.Release(id)
	return struct{}{}, nil
}
