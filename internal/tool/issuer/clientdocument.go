package issuer

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/orielapps/oriel/internal/tool/addresses"
)

const (
	maxDocument     = 64 << 10
	documentTimeout = 5 * time.Second
)

// isDocumentAddress reports whether a client's id may be the address of its metadata: https
// with a path, or http on this machine (OAuth Client ID Metadata Document, section 3). On this
// machine it has no query, with which a GET may do something at another program.
func isDocumentAddress(id string) bool {
	u, err := url.Parse(id)
	if err != nil || len(id) > maxAddress || strings.ContainsFunc(id, addresses.IsNoCharacter) || strings.Contains(id, "#") || u.User != nil ||
		u.Hostname() == "" || u.Path == "" || u.Path == "/" {
		return false
	}
	for segment := range strings.SplitSeq(u.Path, "/") {
		if segment == "." || segment == ".." {
			return false
		}
	}
	if isThisMachine(u.Hostname()) {
		return (u.Scheme == "https" || u.Scheme == "http") && u.RawQuery == "" && !u.ForceQuery
	}
	return u.Scheme == "https"
}

// described is a client whose metadata was read at a time.
type described struct {
	*client

	read time.Time
}

// client returns a client that is known. It reads no document: any web page can send the forms
// that it is for, and could learn from the answers what listens at which port.
func (i *Issuer) client(id string) (*client, *fault) {
	now := i.now()
	i.mu.Lock()
	defer i.mu.Unlock()
	if known, ok := i.clients.get(id, now); ok {
		i.clients.put(id, known, now) // it is in use
		return known, nil
	}
	if known, ok := i.documents.get(id, now); ok {
		i.documents.put(id, known, now)
		return known.client, nil
	}
	if isDocumentAddress(id) {
		return nil, newFault(invalidClient, "No client with this client_id has signed in. The issuer forgets its clients when oriel dev ends: sign in again.")
	}
	return nil, newFault(invalidClient, "No client has this client_id. The issuer forgets its clients when oriel dev ends: register again.")
}

// describedClient returns the client of an authorization request. A document that is not known,
// or was read a while ago, is read.
func (i *Issuer) describedClient(r *http.Request, id string) (*client, *fault) {
	if !isDocumentAddress(id) {
		return i.client(id)
	}
	i.mu.Lock()
	known, ok := i.documents.get(id, i.now())
	i.mu.Unlock()
	hidden := isHidden(r)
	switch {
	case ok && (hidden || i.now().Before(known.read.Add(documentFresh))):
		return i.client(id)
	case hidden:
		return nil, newFault(invalidClient, "The issuer reads the client's metadata document only when a browser opens this page.")
	}
	fetched, failed := i.fetchClient(r.Context(), id)
	if failed != nil {
		return nil, failed
	}
	i.mu.Lock()
	i.documents.put(id, described{fetched, i.now()}, i.now())
	i.mu.Unlock()
	return fetched, nil
}

// isHidden reports whether a request is one that another page can make a browser send without
// showing anything: for a subresource, a frame, or a page in advance. Programs, and old browsers
// that open a page, send none of these headers.
func isHidden(r *http.Request) bool {
	mode, destination := r.Header.Get("Sec-Fetch-Mode"), r.Header.Get("Sec-Fetch-Dest")
	return mode != "" && mode != "navigate" || destination != "" && destination != "document" ||
		r.Header.Get("Sec-Purpose") != "" || r.Header.Get("Origin") != ""
}

// fetchClient reads the metadata of a client at the address that is its id. What is wrong with
// it is for the issuer's own page, which no other page can read. Even that shows nothing of the
// text that is there: its user may not be allowed to see it.
func (i *Issuer) fetchClient(ctx context.Context, id string) (*client, *fault) {
	ctx, cancel := context.WithTimeout(ctx, documentTimeout)
	defer cancel()
	select {
	case i.fetches <- struct{}{}:
		defer func() { <-i.fetches }()
	case <-ctx.Done():
		return nil, newFault(invalidClient, "Too many client metadata documents are being read. Try again.")
	}
	text, err := i.fetchDocument(ctx, id)
	if err != nil {
		return nil, newFault(invalidClient, "The client's metadata document can't be read at the client_id: "+err.Error()+".")
	}
	var m clientMetadata
	if json.Unmarshal(text, &m) != nil {
		return nil, newFault(invalidClient, "There is no client metadata document at the client_id.")
	}
	if m.ID != id {
		return nil, newFault(invalidClient, "The document at the client_id has another client_id.")
	}
	found, _, failed := newClient(m, authNone)
	if failed == nil && found.method != authNone {
		failed = newFault(invalidClient, "A client with a public document has no secret: its token_endpoint_auth_method must be none.")
	}
	if failed != nil {
		return nil, newFault(invalidClient, "The client's metadata document is invalid. "+failed.Text)
	}
	return found, nil
}

// Errors of documents, for people.
var (
	errAddress = errors.New("its host has no public address")
	errStatus  = errors.New("its server does not answer with 200")
	errKind    = errors.New("it is not declared as JSON")
	errLarge   = errors.New("it has more than 64 KiB")
	errReach   = errors.New("its server can't be reached")
)

// fetchDocument reads a document without following redirects. An address on this machine is
// read there alone, any other at public addresses alone, so that nobody can use the issuer to
// look around in a private network.
func (i *Issuer) fetchDocument(ctx context.Context, address string) ([]byte, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errReach
	}
	allowed := addresses.Internet
	if isThisMachine(u.Hostname()) {
		allowed = addresses.ThisMachine
	}
	dialer := &net.Dialer{Timeout: documentTimeout, Control: func(_, to string, _ syscall.RawConn) error {
		at, bad := netip.ParseAddrPort(to)
		if bad != nil || addresses.ZoneOf(at.Addr()) != allowed {
			return errAddress
		}
		return nil
	}}
	transport := &http.Transport{
		DialContext: dialer.DialContext, TLSHandshakeTimeout: documentTimeout, DisableKeepAlives: true, MaxResponseHeaderBytes: maxDocument,
		TLSClientConfig: &tls.Config{RootCAs: i.options.RootCAs, MinVersion: tls.VersionTLS12},
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody) //nolint:gosec // the dialer refuses private addresses
	if err != nil {
		return nil, errReach
	}
	request.Header.Set("Accept", "application/json")
	response, err := transport.RoundTrip(request)
	if errors.Is(err, errAddress) {
		return nil, errAddress
	}
	if err != nil {
		return nil, errReach
	}
	defer func() { _ = response.Body.Close() }() // it was only read
	if response.StatusCode != http.StatusOK {
		return nil, errStatus
	}
	kind, _, err := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" && !strings.HasSuffix(kind, "+json") {
		return nil, errKind
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, maxDocument+1))
	switch {
	case err != nil:
		return nil, errReach
	case len(text) > maxDocument:
		return nil, errLarge
	}
	return text, nil
}
