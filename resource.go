package oriel

import (
	"context"
	"errors"
	"fmt"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/serve"
	"github.com/orielapps/oriel/ui"
)

// Resource describes something that clients can read, which is no view (MCP
// 2025-11-25, "Resources").
type Resource struct {
	// URI names it: any scheme but "ui", which is that of views.
	URI string
	// Name is for programs, Title for people; Title may be empty.
	Name, Title string
	Description string
	// MIMEType is that of the content, where [Contents] has no other.
	MIMEType string
	// Size is in bytes; zero is unknown.
	Size        int64
	Icons       []ui.Icon
	Annotations ui.Annotations
	// Extra goes into the entry's _meta.
	Extra map[string]any
}

// Template describes resources of one form (MCP 2025-11-25, "Resource
// Templates").
type Template struct {
	// URITemplate is an RFC 6570 template such as "forecast://{city}/{day}".
	URITemplate string
	// Name is for programs, Title for people; Title may be empty.
	Name, Title string
	Description string
	// MIMEType is that of the contents, where [Contents] has no other.
	MIMEType    string
	Icons       []ui.Icon
	Annotations ui.Annotations
	// Extra goes into the entry's _meta.
	Extra map[string]any
	// Complete suggests what may follow what a user has typed for one of the
	// template's variables. Nil suggests nothing.
	Complete Completer
}

// Contents are what a resource has.
type Contents struct {
	// MIMEType is that of the content; empty is what the declaration says.
	MIMEType string
	// Text is the content, unless Data is not nil.
	Text string
	Data []byte
	// Extra goes into the _meta of the content.
	Extra map[string]any
}

type resource struct {
	Resource

	meta map[string]any
	read func(ctx context.Context) (Contents, error)
}

type template struct {
	Template

	pattern *uriPattern
	meta    map[string]any
	read    func(ctx context.Context, variables map[string]string) (Contents, error)
}

// AddResource declares something that clients can read. An error of read reaches the
// client only if it is an [*Error]; any other is masked, with an id that is in the
// log.
//
// A faulty declaration is noted in [App.Err].
func AddResource(app *App, r Resource, read func(ctx context.Context) (Contents, error)) {
	declared := &resource{Resource: r, read: read}
	var err error
	if declared.meta, err = frozen(r.Extra); err == nil {
		entry := declared.entry()
		err = entry.Validate()
	}
	if err == nil && read == nil {
		err = handlerless("resource", r.URI)
	}
	if err == nil && isViewURI(r.URI) {
		err = viewScheme(r.URI)
	}
	if err != nil {
		app.fault(err)
		return
	}
	app.declare(ui.Change{List: ui.ResourceList}, func(c *catalogue) error {
		if c.resource(r.URI) != nil {
			return &Error{Code: "resource_uri_taken", Message: fmt.Sprintf("There are two resources %q.", r.URI), Fix: "Declare it once."}
		}
		c.resources = append(c.resources, declared)
		return nil
	})
}

// AddTemplate declares resources of one form. The variables are those that the
// template has found in the URI, decoded: what was written as %2F is a "/", so that
// who makes file names of them should open those with os.Root. Lists stay as they are
// written: "a,b". NUL is not let through. A URI that fits several templates is of the
// one that was declared first, and of none where there is a [Resource] of it.
//
// A faulty declaration is noted in [App.Err].
func AddTemplate(app *App, t Template, read func(ctx context.Context, variables map[string]string) (Contents, error)) {
	declared := &template{Template: t, read: read}
	var err error
	if declared.meta, err = frozen(t.Extra); err == nil {
		entry := declared.entry()
		err = entry.Validate()
	}
	if err == nil && read == nil {
		err = handlerless("resource template", t.URITemplate)
	}
	if err == nil && isViewURI(t.URITemplate) {
		err = viewScheme(t.URITemplate)
	}
	if err == nil {
		if declared.pattern, err = newURIPattern(t.URITemplate); err != nil {
			err = &Error{
				Code: "template_invalid", Message: fmt.Sprintf("%q is no URI template: %v.", t.URITemplate, err),
				Fix: `Write it like "forecast://{city}" (RFC 6570).`,
			}
		}
	}
	if err != nil {
		app.fault(err)
		return
	}
	app.declare(ui.Change{List: ui.ResourceList}, func(c *catalogue) error {
		if c.template(t.URITemplate) != nil {
			return &Error{Code: "template_taken", Message: fmt.Sprintf("There are two templates %q.", t.URITemplate), Fix: "Declare it once."}
		}
		c.templates = append(c.templates, declared)
		return nil
	})
}

func handlerless(what, name string) error {
	return &Error{Code: "handler_missing", Message: fmt.Sprintf("The %s %q has no handler.", what, name), Fix: "Give it a function."}
}

func viewScheme(uri string) error {
	return &Error{Code: "resource_uri_reserved", Message: fmt.Sprintf("%q has the scheme of views.", uri), Fix: "Use another, or declare it with AddView."}
}

func (r *resource) entry() ui.WireResource {
	return ui.WireResource{
		URI: r.URI, Name: r.Name, Title: r.Title, Description: r.Description, MIMEType: r.MIMEType,
		Size: r.Size, Icons: r.Icons, Annotations: r.Annotations, Meta: r.meta,
	}
}

func (t *template) entry() ui.WireTemplate {
	return ui.WireTemplate{
		URITemplate: t.URITemplate, Name: t.Name, Title: t.Title, Description: t.Description, MIMEType: t.MIMEType,
		Icons: t.Icons, Annotations: t.Annotations, Meta: t.meta,
	}
}

// ListResources returns the entries of resources/list.
func (m methods) ListResources(c hosts.Client) []ui.WireResource {
	m.dev.renew(context.Background())
	declared := m.declared()
	resources := make([]ui.WireResource, 0, len(declared.views)+len(declared.resources))
	resources = m.viewEntries(resources, declared.views, hosts.Detect(c))
	for _, r := range declared.resources {
		resources = append(resources, r.entry())
	}
	return resources
}

// ListTemplates returns the entries of resources/templates/list.
func (m methods) ListTemplates(hosts.Client) []ui.WireTemplate {
	declared := m.declared().templates
	templates := make([]ui.WireTemplate, len(declared))
	for i, t := range declared {
		templates[i] = t.entry()
	}
	return templates
}

// ReadResource answers resources/read.
func (m methods) ReadResource(ctx context.Context, peer hosts.Peer, uri string) (ui.Document, error) {
	d, _, err := m.read(ctx, &peer, uri)
	return d, err
}

// ReadPrepared also returns the prepared text of a view.
func (m methods) ReadPrepared(ctx context.Context, peer hosts.Peer, uri string) (ui.Document, *serve.Lasting, error) {
	return m.read(ctx, &peer, uri)
}

// read also returns the prepared text of a view, where no middleware has changed it.
func (a *App) read(ctx context.Context, peer *hosts.Peer, uri string) (ui.Document, *serve.Lasting, error) {
	a.dev.renew(ctx)
	read, err := a.reader(uri)
	if err != nil {
		return ui.Document{}, nil, err
	}
	in := a.request(ctx, MethodReadResource, peer)
	r := &in.Request
	r.URI = uri
	asked, err := a.asking(in, peer, uri, nil)
	if err != nil {
		return ui.Document{}, nil, err
	}
	response, err := a.serve(ctx, r, func(ctx context.Context, r *Request) (*Response, error) {
		d, prepared, fault := read(ctx, r)
		if fault != nil {
			return nil, fault
		}
		d.URI = uri // a host matches the answer with what it asked for
		return &Response{Document: &d, prepared: prepared}, nil
	})
	if err != nil {
		return ui.Document{}, nil, a.refusal(r, asked, err)
	}
	d, lasting := *response.Document, response.prepared
	if lasting == nil || d.Data != nil || d.Text != lasting.Text() {
		lasting = nil
	}
	return d, lasting, nil
}

// read reads what is at one URI. The text of a view comes prepared, too.
type reading func(ctx context.Context, r *Request) (ui.Document, *serve.Lasting, error)

// reader finds what reads a URI.
func (a *App) reader(uri string) (reading, error) {
	if len(uri) > ui.MaxURI {
		return nil, serve.URITooLong()
	}
	declared := a.declared()
	if isViewURI(uri) {
		v := viewOf(declared.views, a.name, uri)
		if v == nil {
			return nil, viewNotFound(declared.views, uri)
		}
		return func(_ context.Context, r *Request) (ui.Document, *serve.Lasting, error) {
			return a.document(v, r.Profile)
		}, nil
	}
	if found := declared.resource(uri); found != nil {
		return func(ctx context.Context, _ *Request) (ui.Document, *serve.Lasting, error) {
			return contents(found.MIMEType, func() (Contents, error) { return found.read(ctx) })
		}, nil
	}
	for _, t := range declared.templates {
		variables := t.pattern.match(uri)
		if variables == nil {
			continue
		}
		return func(ctx context.Context, _ *Request) (ui.Document, *serve.Lasting, error) {
			return contents(t.MIMEType, func() (Contents, error) { return t.read(ctx, variables) })
		}, nil
	}
	uris := make([]string, len(declared.resources))
	for i, r := range declared.resources {
		uris[i] = r.URI
	}
	return nil, notFound("resource_not_found", "resource", uri, uris, "resources/list")
}

var errBothContents = errors.New("the contents have both text and data")

// contents reads a resource and returns it as a document.
func contents(mimeType string, read func() (Contents, error)) (ui.Document, *serve.Lasting, error) {
	c, err := read()
	if failed(err) {
		return ui.Document{}, nil, err
	}
	if c.Data != nil && c.Text != "" {
		return ui.Document{}, nil, errBothContents
	}
	meta, err := frozen(c.Extra)
	if err != nil {
		return ui.Document{}, nil, fmt.Errorf("the contents' Extra: %w", err)
	}
	if c.MIMEType != "" {
		mimeType = c.MIMEType
	}
	return ui.Document{MIMEType: mimeType, Text: c.Text, Data: c.Data, Meta: meta}, nil, nil
}

// refusal is what may be told of an error of a read, a prompt or a completion.
func (a *App) refusal(r *Request, asked *asking, err error) error {
	if questions := asked.required(err); questions != nil {
		return questions
	}
	if missing, ok := errors.AsType[*MissingCapabilityError](err); ok {
		if asked.inRounds() {
			return missing
		}
		return capabilityError(missing)
	}
	return a.publicError(r, err)
}
