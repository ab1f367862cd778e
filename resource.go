package oriel

import (
	"context"
	"errors"
	"fmt"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/serve/precompressed"
	"github.com/orielapps/oriel/ui"
)

// Resource describes a resource that clients can read and that is not a view (MCP
// 2025-11-25, "Resources").
type Resource struct {
	// URI identifies it. Any scheme but "ui", which is reserved for views.
	URI string
	// Name is for programs, Title for people; Title may be empty.
	Name, Title string
	Description string
	// MIMEType is the type of the content, unless [Contents] has another.
	MIMEType string
	// Size is the size in bytes. Zero means unknown.
	Size        int64
	Icons       []ui.Icon
	Annotations ui.Annotations
	// Security lists the ways in which it may be read, as for a tool ([ui.Tool.Security]).
	Security []ui.SecurityScheme
	// Extra is added to the entry's _meta.
	Extra map[string]any
}

// Template describes a family of resources (MCP 2025-11-25, "Resource Templates").
type Template struct {
	// URITemplate is an RFC 6570 template such as "forecast://{city}/{day}".
	URITemplate string
	// Name is for programs, Title for people; Title may be empty.
	Name, Title string
	Description string
	// MIMEType is the type of the contents, unless [Contents] has another.
	MIMEType    string
	Icons       []ui.Icon
	Annotations ui.Annotations
	// Security lists the ways in which its resources may be read and its variables
	// completed, as for a tool ([ui.Tool.Security]).
	Security []ui.SecurityScheme
	// Extra is added to the entry's _meta.
	Extra map[string]any
	// Complete suggests values for one of the template's variables. Nil suggests
	// nothing.
	Complete Completer
}

// Contents is the content of a resource.
type Contents struct {
	// MIMEType is the type of the content. Empty means that of the declaration.
	MIMEType string
	// Text is the content, if Data is nil. Setting both is an error.
	Text string
	// Data is binary content.
	Data []byte
	// Extra is the _meta of the content.
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

// AddResource declares a resource that clients can read. An [*Error] of read reaches
// the client; any other error is masked, with the id of its log line.
//
// A faulty declaration is collected in [App.Err].
func AddResource(app *App, r Resource, read func(ctx context.Context) (Contents, error)) {
	declared := &resource{Resource: r, read: read}
	var err error
	if declared.meta, err = frozen(r.Extra); err == nil {
		entry := declared.entry()
		err = entry.Validate()
	}
	if err == nil {
		err = app.checkSecurity("resource", r.URI, r.Security)
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

// AddTemplate declares a family of resources. The variables are the decoded values from
// the URI: %2F becomes "/", so open files that they name with os.Root. Lists are not split:
// "a,b". URIs with NUL are refused. If a URI fits several templates, the first declared
// wins; a [Resource] with exactly that URI comes before all templates.
//
// A faulty declaration is collected in [App.Err].
func AddTemplate(app *App, t Template, read func(ctx context.Context, variables map[string]string) (Contents, error)) {
	declared := &template{Template: t, read: read}
	var err error
	if declared.meta, err = frozen(t.Extra); err == nil {
		entry := declared.entry()
		err = entry.Validate()
	}
	if err == nil {
		err = app.checkSecurity("resource template", t.URITemplate, t.Security)
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
				Code: "template_invalid", Message: fmt.Sprintf("%q is not a URI template: %v.", t.URITemplate, err),
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
	return &Error{
		Code: "resource_uri_reserved", Message: fmt.Sprintf("%q has the scheme that is reserved for views.", uri),
		Fix: "Use another scheme, or declare a view with AddView.",
	}
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
func (m methods) ReadPrepared(ctx context.Context, peer hosts.Peer, uri string) (ui.Document, *precompressed.Text, error) {
	return m.read(ctx, &peer, uri)
}

// read also returns the prepared text of a view, unless middleware has changed it.
func (a *App) read(ctx context.Context, peer *hosts.Peer, uri string) (ui.Document, *precompressed.Text, error) {
	a.dev.renew(ctx)
	read, err := a.reader(ctx, uri)
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
		d.URI = uri // hosts match the answer by its URI
		return &Response{Document: &d, prepared: prepared}, nil
	})
	if err != nil {
		return ui.Document{}, nil, a.refusal(ctx, r, asked, err)
	}
	d, text := *response.Document, response.prepared
	if text == nil || d.Data != nil || d.Text != text.String() {
		text = nil
	}
	return d, text, nil
}

// reading reads the content of one URI. For a view, it also returns the prepared text.
type reading func(ctx context.Context, r *Request) (ui.Document, *precompressed.Text, error)

// reader returns the reading for a URI. It fails if there is none, or the context's user may
// not read it.
func (a *App) reader(ctx context.Context, uri string) (reading, error) {
	if len(uri) > ui.MaxURI {
		return nil, ui.URITooLong()
	}
	declared := a.declared()
	if isViewURI(uri) {
		v := viewOf(declared.views, a.name, uri)
		if v == nil {
			return nil, viewNotFound(declared.views, uri)
		}
		return func(_ context.Context, r *Request) (ui.Document, *precompressed.Text, error) {
			return a.document(v, r.Profile)
		}, a.admitBasics(ctx)
	}
	if found := declared.resource(uri); found != nil {
		return func(ctx context.Context, _ *Request) (ui.Document, *precompressed.Text, error) {
			return contents(found.MIMEType, func() (Contents, error) { return found.read(ctx) })
		}, a.admit(ctx, found.Security)
	}
	for _, t := range declared.templates {
		variables := t.pattern.match(uri)
		if variables == nil {
			continue
		}
		return func(ctx context.Context, _ *Request) (ui.Document, *precompressed.Text, error) {
			return contents(t.MIMEType, func() (Contents, error) { return t.read(ctx, variables) })
		}, a.admit(ctx, t.Security)
	}
	uris := make([]string, len(declared.resources))
	for i, r := range declared.resources {
		uris[i] = r.URI
	}
	return nil, notFound("resource_not_found", "resource", uri, uris, "resources/list")
}

var errBothContents = errors.New("the contents have both text and data")

// contents reads a resource and returns it as a document.
func contents(mimeType string, read func() (Contents, error)) (ui.Document, *precompressed.Text, error) {
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

// refusal converts an error of a read, a prompt or a completion for the client.
func (a *App) refusal(ctx context.Context, r *Request, asked *asking, err error) error {
	if questions := asked.required(err); questions != nil {
		return questions
	}
	if missing, ok := errors.AsType[*MissingCapabilityError](err); ok {
		if asked.inRounds() {
			return missing
		}
		return capabilityError(missing)
	}
	return a.publicError(ctx, r, err)
}
