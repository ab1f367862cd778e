package issuer_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/issuer"
)

// Pages of other origins can send forms and read the answers: those fetch nothing, and are
// the same whatever is at the address.
func TestFormsFetchNoDocument(t *testing.T) {
	t.Parallel()
	d, gone := newDocuments(t, false), newDocuments(t, false)
	gone.Close()
	p := start(t, issuer.Options{})
	said := map[string]string{}
	for _, id := range []string{d.URL + "/good", d.URL + "/broken", d.URL + "/html", d.URL + "/none", gone.URL + "/good", "https://10.0.0.1/client"} {
		origin := []string{"Origin", "https://evil.example"}
		for name, a := range map[string]answer{
			"a code":          p.postForm("/token", redeeming(id, "x"), origin...),
			"a refresh token": p.postForm("/token", refreshing(id, "x"), origin...),
			"introspection":   p.postForm("/introspect", url.Values{"client_id": {id}, "token": {"x"}}, origin...),
		} {
			a.is(t, name+" of "+id, http.StatusUnauthorized, `"error":"invalid_client"`)
			if before, ok := said[name]; ok && before != a.body {
				t.Errorf("%s of %s: %s, of another client %s", name, id, a.body, before)
			}
			said[name] = a.body
		}
	}
	if asked := d.asked.Load(); asked != 0 {
		t.Errorf("documents were read %d times", asked)
	}
}

// A client is known as long as it has grants, without its document.
func TestDocumentOfGrants(t *testing.T) {
	t.Parallel()
	d := newDocuments(t, false)
	p := start(t, issuer.Options{})
	id := d.URL + "/good"
	_, transaction := p.page(asking(id))
	d.Close()
	p.clock.Pass(9 * time.Minute)
	made := p.tokens(redeeming(id, p.returned(p.decide(transaction, "ada")).Get("code")))
	for range 3 {
		p.clock.Pass(23 * time.Hour)
		made = p.tokens(refreshing(id, made.Refresh))
	}
	p.get("/authorize?"+asking(id).Encode()).is(t, "a new request without the document", 400, "can&#39;t be reached")
	p.tokens(refreshing(id, made.Refresh))
}

// An address with a query may do something at another program of this machine. Elsewhere it
// may be a document's.
func TestDocumentWithQuery(t *testing.T) {
	t.Parallel()
	d := newDocuments(t, false)
	p := start(t, issuer.Options{})
	port := d.URL[strings.LastIndex(d.URL, ":"):]
	for id, text := range map[string]string{
		d.URL + "/good?now=1":                   "No client has this client_id",
		d.URL + "/good?":                        "No client has this client_id",
		"http://localhost" + port + "/good?x":   "No client has this client_id",
		"https://127.0.0.1" + port + "/good?x":  "No client has this client_id",
		"https://10.0.0.1" + port + "/client?x": "no public address",
	} {
		p.get("/authorize?"+asking(id).Encode()).is(t, id, 400, text)
	}
	if asked := d.asked.Load(); asked != 0 {
		t.Errorf("this machine was asked %d times", asked)
	}
}

// A document is read for a page that a person sees, not for what another page loads.
func TestDocumentOfSubresources(t *testing.T) {
	t.Parallel()
	d := newDocuments(t, false)
	p := start(t, issuer.Options{})
	address := "/authorize?" + asking(d.URL+"/good").Encode()
	hidden := map[string][]string{
		"an image":            {"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "image"},
		"a fetch":             {"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors", "Sec-Fetch-Dest", "empty"},
		"its mode alone":      {"Sec-Fetch-Mode", "cors"},
		"a frame":             {"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"},
		"a page in advance":   {"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document", "Sec-Purpose", "prefetch;prerender"},
		"an old browser's":    {"Origin", "https://evil.example"},
		"a page of this site": {"Sec-Fetch-Site", "same-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "script"},
	}
	for name, header := range hidden {
		a := p.get(address, header...)
		a.is(t, name, 400, "only when a browser opens this page")
		if allowed := a.Header.Values("Access-Control-Allow-Origin"); len(allowed) != 0 {
			t.Errorf("%s: %v may read it", name, allowed)
		}
	}
	if asked := d.asked.Load(); asked != 0 {
		t.Errorf("the document was read %d times", asked)
	}
	p.get(address, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document").is(t, "a link", 200, "By document")
	p.clock.Pass(2 * time.Minute)
	for name, header := range hidden {
		p.get(address, header...).is(t, name+" of a known client", 200, "By document")
	}
	if asked := d.asked.Load(); asked != 1 {
		t.Errorf("the document was read %d times", asked)
	}
}
