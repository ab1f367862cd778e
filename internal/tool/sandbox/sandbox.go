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

// Options are what a sandbox needs to know of its workbench.
type Options struct {
	// Page is the origin of the workbench's page, "http://127.0.0.1:4747".
	Page string
	// Port is where the names below localhost are served.
	Port int
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	// Violated is called for violations that the view's first script can't see;
	// it may be nil. It is called from several goroutines.
	Violated func(Violation)
}

// Sandbox places views. Make one with [New].
type Sandbox struct {
	page    string
	origins *origins
	store   *store
	proxy   []byte
	byPort  *ports

	violated func(Violation)
}

// New returns a sandbox for one start of a workbench. Its names and ids differ
// from those of every other.
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

// Close forgets all documents and closes all ports.
func (s *Sandbox) Close() error {
	s.store.clear()
	return s.byPort.close()
}

// View is a view to place.
type View struct {
	// Server is the id of the server that the view comes from.
	Server  string
	Profile *hosts.Profile
	// Conversation stands in for the domain of a view that names none.
	Conversation string
	// HTML is the document. Empty with External.
	HTML string
	// External is the https address of a page elsewhere that is the view.
	External string
	Metadata Metadata
	// Globals are the first values of window.openai, a JSON object; nil for
	// hosts without it.
	Globals json.RawMessage
	// Restore is what the dev client in the document is to bring back, a JSON
	// object; nil for nothing.
	Restore json.RawMessage
	// Standby is the id of a document that [Sandbox.Standby] made, to become this
	// view's if it can; empty for none.
	Standby string
	Naming  Naming
}

// Placed is where a view is and what it may do.
type Placed struct {
	// ID names the document to [Sandbox.Release].
	ID string
	// Proxy and Document are the addresses of the outer and the inner frame.
	Proxy, Document string
	// ProxyOrigin and DocumentOrigin are where their messages come from;
	// "null" for an opaque origin.
	ProxyOrigin, DocumentOrigin string
	// Sandbox and Allow are attributes of the inner frame.
	Sandbox, Allow string
	// Policy of a page elsewhere is empty: it brings its own.
	Policy      Policy
	Permissions ui.Permissions
	// Dropped is all that the view asked for and doesn't get.
	Dropped []Dropped
	// Write is the whole document, for the one that stands by; empty where the view
	// has a document of its own.
	Write string
}

// Place keeps a view's document and says where its frames find it. Errors are
// of type [*ui.Error].
func (s *Sandbox) Place(ctx context.Context, v View) (Placed, error) {
	p, d, err := s.prepare(ctx, v)
	if err != nil {
		return Placed{}, err
	}
	if v.Standby == "" || d.body == nil || !s.store.fill(v.Standby, d) {
		return s.keep(p, d), nil
	}
	d.release() // the one that stood by holds the origins
	p.Write = string(d.body)
	if packages, rest := view.CutPackages(p.Write); packages == s.store.packages(v.Standby) {
		p.Write = rest
	}
	return p.at(v.Standby, d), nil
}

// prepare makes a view's document, which holds its origins.
func (s *Sandbox) prepare(ctx context.Context, v View) (Placed, *document, error) {
	domain := v.Metadata.Domain
	if domain == "" {
		domain = "conversation:" + v.Conversation
	}
	at := key{roleView, v.Server, v.Profile.ID, domain}
	proxy, own, release, err := s.hold(ctx, at, v.Naming)
	if err != nil {
		return Placed{}, nil, err
	}
	d := &document{
		origin: own, proxyOrigin: proxy, release: release, server: v.Server, profile: v.Profile.ID,
		hold: func(ctx context.Context) (func(), error) {
			_, _, again, failed := s.hold(ctx, at, v.Naming)
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

// keep keeps a document, and says where it is.
func (s *Sandbox) keep(p Placed, d *document) Placed { return p.at(s.store.add(d), d) }

// at is the same with the addresses of a document that is kept.
func (p Placed) at(id string, d *document) Placed {
	p.ID, p.Proxy = id, d.proxyOrigin+proxyPath+"?view="+id
	if d.body != nil {
		p.Document = d.origin + documentPath + id
	}
	return p
}

// hold returns the origins of a view and its proxy, which stay what they are until
// they are released.
func (s *Sandbox) hold(ctx context.Context, at key, naming Naming) (proxy, own string, release func(), err error) {
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
		frames = "https:" // such pages redirect as they like
	} else {
		if err := checkSize(v.HTML); err != nil {
			return Placed{}, err
		}
		text, err := inject(v, proxy, granted.Camera || granted.Microphone)
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

// runPackages runs all that the script of packages has: what a view that is written
// over it then uses is there.
const runPackages = `for(const run of Object.values(globalThis.` + view.DevPackages + `??{}))try{run()}catch{}`

// Standby places an empty document beside a view's, with the same origin, policy
// and permissions, that waits to be written.
func (s *Sandbox) Standby(ctx context.Context, id string) (Placed, error) {
	d, known := s.store.get(id)
	if !known || d.body == nil {
		return Placed{}, &ui.Error{
			Code:    "view_not_found",
			Message: "There is no such document.",
			Fix:     "Run the tool again to get a new one.",
		}
	}
	release, err := d.hold(ctx)
	if err != nil {
		return Placed{}, err
	}
	packages, _ := view.CutPackages(string(d.body))
	p := Placed{ProxyOrigin: d.proxyOrigin, DocumentOrigin: d.origin, Sandbox: d.sandbox, Allow: d.allow}
	if d.opaque {
		p.DocumentOrigin = "null"
	}
	return s.standBy(p, &document{
		origin: d.origin, proxyOrigin: d.proxyOrigin, opaque: d.opaque, release: release, hold: d.hold, server: d.server, profile: d.profile,
		policy: d.policy, permissions: d.permissions, proxyPolicy: d.proxyPolicy, proxyPermissions: d.proxyPermissions,
		sandbox: d.sandbox, allow: d.allow,
	}, packages)
}

// StandbyFor places an empty document that waits to become the first one of a server,
// whatever view that is. It becomes one of a view that asks for no more than v does;
// v has no document.
func (s *Sandbox) StandbyFor(ctx context.Context, v View) (Placed, error) {
	v.HTML, v.External, v.Standby = "<!doctype html>", "", ""
	p, d, err := s.prepare(ctx, v)
	if err != nil {
		return Placed{}, err
	}
	return s.standBy(p, d, "")
}

// standBy keeps a document that waits, with a script of packages that it runs.
func (s *Sandbox) standBy(p Placed, d *document, packages string) (Placed, error) {
	script, err := baked(standbyScript, map[string]any{"proxy": d.proxyOrigin})
	if err != nil {
		d.release()
		return Placed{}, err
	}
	d.standby, d.packages = true, packages
	d.body = []byte("<!doctype html><title>View</title>" + packages + view.Script(runPackages) + script)
	return s.keep(p, d), nil
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

// delegateTo is the allow list of a proxy that hands permissions on to a view.
// An opaque origin has no name that could be listed.
func delegateTo(origin string) string {
	if origin == "null" {
		return "*"
	}
	return `(self "` + origin + `")`
}

// Release forgets a view. An unknown id is none.
func (s *Sandbox) Release(id string) { s.store.remove(id) }

func externalURL(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil {
		return nil, &ui.Error{
			Code:    "view_url_invalid",
			Message: fmt.Sprintf("The view is the address %q, which can't be framed.", shorten(address)),
			Fix:     "Give an absolute https URL without user name or password.",
		}
	}
	return u, nil
}

// sandboxFlags are the tokens of the inner frame. What would let a view leave
// its frame is not among them, whatever a profile says.
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
