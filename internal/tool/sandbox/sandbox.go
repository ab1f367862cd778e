package sandbox

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

// Options of a [Sandbox].
type Options struct {
	// Page is the origin of the workbench's page, "http://127.0.0.1:4747".
	Page string
	// Port is the port on which the names below localhost are served.
	Port int
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	// Violated is called for violations that the view's first script can't see;
	// it may be nil. It is called from several goroutines.
	Violated func(Violation)
}

// Sandbox serves views on isolated origins. Make one with [New].
type Sandbox struct {
	page    string
	origins *origins
	store   *store
	proxy   []byte
	byPort  *ports

	violated func(Violation)
}

// New returns a sandbox. Its host names and ids are random, and differ from those of every other
// sandbox.
func New(o Options) (*Sandbox, error) {
	page, err := url.Parse(o.Page)
	if err != nil || page.Scheme != "http" || page.Host == "" || o.Page != page.Scheme+"://"+page.Host {
		return nil, &ui.Error{Code: "page_origin_invalid", Message: fmt.Sprintf("%q is not the origin of a page.", o.Page)}
	}
	if strings.HasSuffix(page.Hostname(), ".localhost") {
		return nil, &ui.Error{
			Code:    "page_origin_shared",
			Message: fmt.Sprintf("The page's origin %s is among those of the views.", o.Page),
			Fix:     "Serve the page on 127.0.0.1.",
		}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	var secret [sha256.Size]byte
	_, _ = rand.Read(secret[:]) // it never fails
	s := &Sandbox{page: o.Page, store: newStore(o.Now), proxy: proxyPage(o.Page), violated: o.Violated}
	s.byPort = &ports{handler: http.HandlerFunc(s.serve), byLabel: map[string]*port{}}
	s.origins = &origins{secret: secret[:], port: o.Port, ports: s.byPort}
	return s, nil
}

// Close removes all documents and closes all ports.
func (s *Sandbox) Close() error {
	s.store.clear()
	return s.byPort.close()
}

// View is a view to serve.
type View struct {
	// Server is the id of the server that the view comes from.
	Server  string
	Profile *hosts.Profile
	// Conversation is used in place of the domain for a view without one.
	Conversation string
	// HTML is the document; empty with External.
	HTML string
	// External is the https address of an external page that is the view.
	External string
	Metadata Metadata
	// Globals are the initial values of window.openai, a JSON object; nil for
	// hosts without it.
	Globals json.RawMessage
	// Restore is the state that the document's dev client restores, a JSON
	// object; nil for none.
	Restore json.RawMessage
	// Standby is the id of a document that [Sandbox.Standby] made. It is used for this view
	// if it has the same policy and permissions. Empty for none.
	Standby string
	Naming  Naming
}

// Placed has the addresses and permissions of a view.
type Placed struct {
	// ID identifies the document for [Sandbox.Release].
	ID string
	// Proxy and Document are the addresses of the outer and the inner frame.
	Proxy, Document string
	// ProxyOrigin and DocumentOrigin are the origins of the frames' messages;
	// "null" for an opaque origin.
	ProxyOrigin, DocumentOrigin string
	// Sandbox and Allow are attributes of the inner frame.
	Sandbox, Allow string
	// Policy is empty for an external page, which has its own.
	Policy      Policy
	Permissions ui.Permissions
	// Dropped is everything that the view requested and doesn't get.
	Dropped []Dropped
	// Write is the content to write into the standby document; empty if the view has a
	// document of its own.
	Write string
}

// Place stores a view's document, and returns the addresses for its frames. Errors are
// of type [*ui.Error].
func (s *Sandbox) Place(ctx context.Context, v View) (Placed, error) {
	p, d, err := s.prepare(ctx, v)
	if err != nil {
		return Placed{}, err
	}
	if v.Standby == "" || d.body == nil || !s.store.fill(v.Standby, d) {
		return s.storeDocument(p, d), nil
	}
	d.release() // the standby document has its own hold on the origins
	d.packages = s.store.packages(v.Standby)
	p.Write = d.written()
	return p.withID(v.Standby, d), nil
}

// prepare makes a view's document and acquires its origins.
func (s *Sandbox) prepare(ctx context.Context, v View) (Placed, *document, error) {
	domain := v.Metadata.Domain
	if domain == "" {
		domain = "conversation:" + v.Conversation
	}
	at := key{roleView, v.Server, v.Profile.ID, domain}
	proxy, own, release, err := s.acquireOrigins(ctx, at, v.Naming)
	if err != nil {
		return Placed{}, nil, err
	}
	d := &document{
		origin: own, proxyOrigin: proxy, release: release, server: v.Server, profile: v.Profile.ID,
		acquireOrigins: func(ctx context.Context) (func(), error) {
			_, _, again, failed := s.acquireOrigins(ctx, at, v.Naming)
			return again, failed
		},
	}
	p, err := s.place(v, d)
	if err != nil {
		release()
		return Placed{}, nil, err
	}
	return p, d, nil
}

// storeDocument adds a document to the store, and returns its addresses.
func (s *Sandbox) storeDocument(p Placed, d *document) Placed { return p.withID(s.store.add(d), d) }

// withID sets the id and addresses of a stored document.
func (p Placed) withID(id string, d *document) Placed {
	p.ID, p.Proxy = id, d.proxyOrigin+proxyPath+"?view="+id
	if d.body != nil {
		p.Document = d.origin + documentPath + id
	}
	return p
}

// acquireOrigins returns the origins of a view and its proxy, which do not change until
// they are released.
func (s *Sandbox) acquireOrigins(ctx context.Context, at key, naming Naming) (proxy, own string, release func(), err error) {
	proxy, releaseProxy, err := s.origins.of(ctx, key{role: roleProxy}, naming)
	if err != nil {
		return "", "", nil, err
	}
	own, releaseOwn, err := s.origins.of(ctx, at, naming)
	if err != nil {
		releaseProxy()
		return "", "", nil, err
	}
	return proxy, own, func() { releaseProxy(); releaseOwn() }, nil
}

func (s *Sandbox) place(v View, d *document) (Placed, error) {
	proxy, own := d.proxyOrigin, d.origin
	if own == s.page || proxy == s.page || own == proxy {
		return Placed{}, &ui.Error{Code: "origin_shared", Message: "The view would share an origin with the workbench."}
	}
	granted, dropped := Grant(v.Metadata.Permissions, v.Profile)
	opaque := v.Profile.OpaqueOrigin.Value && v.External == ""
	p := Placed{
		ProxyOrigin: proxy, DocumentOrigin: own,
		Sandbox:     sandboxFlags(v.Profile, opaque),
		Allow:       Allow(granted),
		Permissions: granted,
		Dropped:     slices.Concat(v.Metadata.Dropped, dropped),
	}
	frames := own
	if v.External != "" {
		external, err := externalURL(v.External)
		if err != nil {
			return Placed{}, err
		}
		p.Document, p.DocumentOrigin = external.String(), external.Scheme+"://"+external.Host
		frames = "https:" // external pages may redirect to other origins
	} else {
		if err := checkSize(v.HTML); err != nil {
			return Placed{}, err
		}
		text, err := inject(v, proxy, granted.Camera || granted.Microphone, strings.Contains(p.Sandbox, "allow-downloads"))
		if err != nil {
			return Placed{}, err
		}
		p.Policy = ContentPolicy(v.Metadata.CSP, v.Profile, []string{proxy, s.page})
		p.Dropped = append(p.Dropped, p.Policy.Dropped...)
		d.body, d.policy = []byte(text), p.Policy.Text
	}
	if opaque {
		p.DocumentOrigin, d.opaque = "null", true
	}
	d.permissions = permissionsPolicy(granted, "(self)")
	d.proxyPolicy = proxyPolicy(frames, s.page)
	d.proxyPermissions = permissionsPolicy(granted, delegateTo(p.DocumentOrigin))
	d.sandbox, d.allow = p.Sandbox, p.Allow
	return p, nil
}

// runPackages runs all functions in the script of packages, so that they are ready for the view that
// is written into the document.
const runPackages = `for(const run of Object.values(globalThis.` + view.DevPackages + `??{}))try{run()}catch{}`

// Standby makes an empty document with the same origin, policy and permissions as a view's. It waits until
// the view's next version is written into it.
func (s *Sandbox) Standby(ctx context.Context, id string) (Placed, error) {
	d, known := s.store.get(id)
	if !known || d.body == nil {
		return Placed{}, &ui.Error{
			Code:    "view_not_found",
			Message: "There is no such document.",
			Fix:     "Run the tool again to get a new one.",
		}
	}
	release, err := d.acquireOrigins(ctx)
	if err != nil {
		return Placed{}, err
	}
	packages, _ := view.CutPackages(string(d.body))
	p := Placed{ProxyOrigin: d.proxyOrigin, DocumentOrigin: d.origin, Sandbox: d.sandbox, Allow: d.allow}
	if d.opaque {
		p.DocumentOrigin = "null"
	}
	return s.addStandby(p, &document{
		origin: d.origin, proxyOrigin: d.proxyOrigin, opaque: d.opaque, release: release, acquireOrigins: d.acquireOrigins,
		server: d.server, profile: d.profile,
		policy: d.policy, permissions: d.permissions, proxyPolicy: d.proxyPolicy, proxyPermissions: d.proxyPermissions,
		sandbox: d.sandbox, allow: d.allow,
	}, packages)
}

// StandbyFor makes an empty document for the first view of a server, which is not known yet. It can be used
// for a view with the same metadata as v. The document of v is ignored.
func (s *Sandbox) StandbyFor(ctx context.Context, v View) (Placed, error) {
	v.HTML, v.External, v.Standby = "<!doctype html>", "", ""
	p, d, err := s.prepare(ctx, v)
	if err != nil {
		return Placed{}, err
	}
	return s.addStandby(p, d, "")
}

// addStandby stores a standby document that runs a script of packages.
func (s *Sandbox) addStandby(p Placed, d *document, packages string) (Placed, error) {
	script, err := withValues(standbyScript, map[string]any{"proxy": d.proxyOrigin})
	if err != nil {
		d.release()
		return Placed{}, err
	}
	d.standby, d.packages = true, packages
	d.body = []byte("<!doctype html><title>View</title>" + packages + view.Script(runPackages) + script)
	return s.storeDocument(p, d), nil
}

func checkSize(html string) error {
	if len(html) <= MaxDocument {
		return nil
	}
	return &ui.Error{
		Code:    "view_too_large",
		Message: fmt.Sprintf("The view's document has %d bytes; the limit is %d, which is %d MiB.", len(html), MaxDocument, MaxDocument/mebibyte),
		Fix:     "Load large data with a tool call, and images and fonts from a declared resource domain.",
	}
}

// delegateTo returns the allow list of a proxy that delegates permissions to a view. An opaque
// origin can't be listed.
func delegateTo(origin string) string {
	if origin == "null" {
		return "*"
	}
	return `(self "` + origin + `")`
}

// Release removes a document. It ignores unknown ids.
func (s *Sandbox) Release(id string) { s.store.remove(id) }

func externalURL(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil {
		return nil, &ui.Error{
			Code:    "view_url_invalid",
			Message: fmt.Sprintf("The view's address %q can't be shown in a frame.", shorten(address)),
			Fix:     "Give an absolute https URL without user name or password.",
		}
	}
	return u, nil
}

// sandboxFlags returns the sandbox tokens of the inner frame. It never includes those that would let a view
// navigate other frames, even if a profile has them.
func sandboxFlags(p *hosts.Profile, opaque bool) string {
	flags := []string{"allow-scripts"}
	if !opaque {
		flags = append(flags, "allow-same-origin")
	}
	for _, flag := range p.SandboxFlags.Value {
		switch flag {
		case "allow-downloads", "allow-forms", "allow-modals", "allow-orientation-lock", "allow-pointer-lock",
			"allow-popups", "allow-popups-to-escape-sandbox", "allow-presentation":
			flags = append(flags, flag)
		}
	}
	return strings.Join(flags, " ")
}

// Text returns a document's text as the browser got it: the lines and columns of its inline scripts
// refer to it. It is empty for a document that is not stored.
func (s *Sandbox) Text(id string) string {
	d, known := s.store.get(id)
	if !known {
		return ""
	}
	if d.standby {
		return d.written()
	}
	return string(d.body)
}
