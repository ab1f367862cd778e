package workbench

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"strings"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/sandbox"
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
	// Restore is the state that the dev client of the document before it sent; a
	// document without a dev client doesn't get it.
	Restore json.RawMessage `json:"restore"`
	// Standby is the address of a document that stands by to become this one.
	Standby string `json:"standby"`
	// Naming is "name" or "port"; empty leaves it to the workbench.
	Naming string `json:"naming"`
}

type noView struct {
	Kind   string `json:"kind" enum:"none"`
	Reason string `json:"reason"`
	Steps  []step `json:"steps,omitempty"`
}

type placedView struct {
	Kind           string            `json:"kind" enum:"view"`
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
	Border         *bool             `json:"border,omitempty"`
	RenderData     json.RawMessage   `json:"renderData,omitempty"`
	Dropped        []sandbox.Dropped `json:"dropped,omitempty"`
	Steps          []step            `json:"steps,omitempty"`
	// Change is the number of a change that is in the document already.
	Change uint64 `json:"change"`
	// Dev is whether there is a dev client in the document.
	Dev bool `json:"dev"`
	// External is whether the document is a page of another site.
	External bool `json:"external,omitempty"`
	// Protocol is the one that the page has to speak with the document.
	Protocol string `json:"protocol" enum:"mcp-apps,chatgpt,mcp-ui"`
	// InResult is whether the document is from the result.
	InResult bool `json:"inResult"`
	// Missing is what the document needs and this host lacks; nil if nothing is known.
	Missing *missingAPI `json:"missing,omitempty"`
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
	return askTarget(r.Context(), w, in.target, func(ctx context.Context, one *connection) (any, error) {
		return w.showView(ctx, one, p, in, w.naming(r, in.Naming))
	})
}

// givenView is a view as a server gives it to a host.
type givenView struct {
	// chosen has no URI where there is no view.
	chosen choice
	// isListed is whether the server lists the tool to the host.
	isListed bool
	item     content
	// misplaced is what is where hosts don't look.
	misplaced      []string
	html, external string
	// bytes is the size of what the server gives.
	bytes      int
	metadata   sandbox.Metadata
	renderData json.RawMessage
	protocol   string
	missing    *missingAPI
}

// given looks for the view, and reads it.
func (w *Workbench) given(ctx context.Context, one *connection, p *hosts.Profile, in viewRequest) (g givenView, err error) {
	var t tool
	if t, g.isListed, err = one.tool(ctx, in.Tool); err != nil {
		return g, err
	}
	if g.chosen, err = choose(question{tool: t, listed: g.isListed, result: in.Result, profile: p}); err != nil || g.chosen.uri == "" {
		return g, err
	}
	listed := one.beginMeta(ctx, g.chosen)
	if g.item, g.misplaced, err = readView(ctx, one, g.chosen); err != nil {
		return g, err
	}
	if g.html, g.external, err = g.item.place(p); err != nil {
		return g, err
	}
	g.bytes = len(g.html) + len(g.external)
	g = recognized(p, g)
	g.metadata = sandbox.ReadMetadata(append([]json.RawMessage{g.item.Meta}, listed()...)...)
	one.server.protectThisMachine(&g.metadata)
	if g.protocol == hosts.MCPUI {
		g.renderData = g.item.renderData()
	}
	return g, nil
}

// recognized returns the view with its protocol: a host's own, or in the Automatic card the view's. There, a page that uses
// window.mcpApp or window.mcpUI gets it.
func recognized(p *hosts.Profile, g givenView) givenView {
	apis := apisOf(g.html)
	if !isAutomatic(p) {
		g.protocol = p.Adapter.Value
		g.missing = missing(g.protocol, apis)
		return g
	}
	found := detect(g, apis)
	g.protocol = found.protocol
	g.chosen.steps = append(g.chosen.steps, found.step())
	if shims := apis.shims(); len(shims) > 0 && found.protocol == hosts.MCPApps {
		g.html = view.InsertFirst(g.html, view.Script(view.Compat(shims...)))
	}
	return g
}

// in is the page's answer for the view, placed, as of a change.
func (g givenView) in(placed sandbox.Placed, change uint64) placedView {
	return placedView{
		Kind: "view", URI: g.chosen.uri, MIMEType: g.item.MIMEType, Bytes: g.bytes, Source: g.chosen.source,
		Proxy: placed.Proxy, Document: placed.Document,
		ProxyOrigin: placed.ProxyOrigin, DocumentOrigin: placed.DocumentOrigin,
		Sandbox: placed.Sandbox, Allow: placed.Allow, CSP: placed.Policy.Text,
		Border: g.metadata.Border, RenderData: g.renderData, Dropped: append([]sandbox.Dropped{}, placed.Dropped...),
		Steps: g.chosen.steps, Change: change, Dev: view.HasDevClient(g.html), External: g.external != "", write: placed.Write,
		Protocol: g.protocol, InResult: g.chosen.embedded != nil, Missing: g.missing,
	}
}

func (w *Workbench) showView(
	ctx context.Context, one *connection, p *hosts.Profile, in viewRequest, naming sandbox.Naming,
) (any, error) {
	change := w.events.change()
	given, err := w.given(ctx, one, p, in)
	if given.chosen.uri == "" && err == nil {
		return noView{Kind: "none", Reason: whyNone(p, in, given), Steps: given.chosen.steps}, nil
	}
	if err != nil && given.item.isRemoteDOM() && isAutomatic(p) {
		return remoteDOM(given.chosen, in.Result), nil
	}
	if err != nil {
		w.remark(p, given, nil)
		return nil, err
	}
	shown := sandbox.View{
		Server: in.Server, Profile: framedAs(p, given.protocol), HTML: given.html, External: given.external, Metadata: given.metadata, Naming: naming,
	}
	if given.protocol == hosts.ChatGPT {
		shown.Globals = in.Globals
		if len(shown.Globals) == 0 {
			shown.Globals = json.RawMessage("{}")
		}
	}
	if view.HasDevClient(given.html) {
		shown.Restore, shown.Standby = in.Restore, path.Base(in.Standby)
	}
	placed, err := w.sandbox.Place(ctx, shown)
	w.remark(p, given, placed.Dropped)
	if err != nil {
		return nil, fmt.Errorf("placing the view: %w", err)
	}
	return given.in(placed, change), nil
}

// remoteDOM answers for a view that nobody draws yet.
func remoteDOM(c choice, result json.RawMessage) noView {
	const why = "The view is a script for remote DOM, which is not drawn yet."
	return noView{Kind: "none", Reason: why, Steps: append(c.steps,
		step{What: "Remote DOM", Why: why}, withoutView(result, "There is no view that is drawn"))}
}

func whyNone(p *hosts.Profile, in viewRequest, g givenView) string {
	switch {
	case g.chosen.refused != "":
		return "The result has a view that is not drawn here. " + g.chosen.refused
	case !g.isListed:
		return fmt.Sprintf("The server lists no tool %q to %s.", in.Tool, p.Title)
	case p.Adapter.Value == hosts.MCPUI:
		return "The result holds no view, and this host looks for one nowhere else."
	default:
		return fmt.Sprintf("The tool %q has no view, and its result holds none.", in.Tool)
	}
}

// naming chooses how the origins of a view differ. Of the browsers that
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

// remark tells the pages what is wrong with a view, and what it asked for and doesn't get.
func (w *Workbench) remark(p *hosts.Profile, given givenView, dropped []sandbox.Dropped) {
	where := shortened(given.chosen.uri) + " in " + p.Title
	for _, what := range given.misplaced {
		w.events.publish(warning(where + ": " + what))
	}
	for _, d := range dropped {
		w.events.publish(warning(fmt.Sprintf("%s: %s %s is left out. %s", where, d.Field, d.Value, d.Reason)))
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
}

type standbyAnswer struct {
	Proxy          string `json:"proxy"`
	Document       string `json:"document"`
	ProxyOrigin    string `json:"proxyOrigin"`
	DocumentOrigin string `json:"documentOrigin"`
	Sandbox        string `json:"sandbox"`
	Allow          string `json:"allow"`
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
		Sandbox: placed.Sandbox, Allow: placed.Allow,
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
	w.sandbox.Release(id)
	return struct{}{}, nil
}
