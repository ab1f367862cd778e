package issuer

import (
	"bytes"
	"crypto/rand"
	_ "embed" // the page
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"sync"
)

//go:embed page.html
var pageSource string

//go:embed page.css
var style string

const stylePath = "/style.css"

var pageTemplate = sync.OnceValues(func() (*template.Template, error) { return template.New("page").Parse(pageSource) })

// page is what the page shows: a question, or a fault.
type page struct {
	Fault *fault

	Issuer, Style, Decision string
	Client, ClientID        string
	// ReturnTo is the host, or the program's scheme, to which the user returns.
	ReturnTo, Redirect string
	Resource           string
	Scopes             []scopeChoice
	Users              []userChoice
	Other              string // the typed user
	Problem            string
	Transaction        string
}

type scopeChoice struct {
	Name, Meaning string
	Chosen        bool
}

type userChoice struct {
	user

	Chosen bool
}

// Initial returns the first letter of the user's name.
func (u userChoice) Initial() string { return u.Name[:1] }

// choice is what the page shows as chosen.
type choice struct {
	other   string // the typed user
	problem string // what is wrong with it
	scopes  []string
}

// ask shows the page that lets the user choose.
func (i *Issuer) ask(w http.ResponseWriter, t *transaction, before choice) {
	id, now := rand.Text(), i.now()
	i.mu.Lock()
	i.transactions.put(id, *t, now)
	known, signedIn := i.sessions.get(t.browser, now)
	chosen := t.hint
	if chosen == "" && signedIn {
		chosen = known.user
	}
	i.mu.Unlock()
	shown := page{
		Issuer: i.origin, Style: stylePath, Decision: decisionPath, Client: t.client.name, ClientID: t.client.id, ReturnTo: returnTo(t.redirect),
		Redirect: t.redirect, Resource: t.resource, Other: before.other, Problem: before.problem, Transaction: id,
	}
	if shown.Client == "" {
		shown.Client = "A program without a name"
	}
	offered := users()
	if !slices.ContainsFunc(offered, func(one user) bool { return one.ID == chosen }) {
		if shown.Other == "" {
			shown.Other = chosen
		}
		chosen = offered[0].ID
	}
	for _, one := range offered {
		shown.Users = append(shown.Users, userChoice{one, one.ID == chosen})
	}
	for _, scope := range t.scopes {
		shown.Scopes = append(shown.Scopes, scopeChoice{scope, meanings[scope], slices.Contains(before.scopes, scope)})
	}
	i.setCookie(w, t.browser)
	status := http.StatusOK
	if before.problem != "" {
		status = http.StatusBadRequest
	}
	writePage(w, status, &shown)
}

var meanings = map[string]string{
	scopeOpenID: "who you are", scopeProfile: "your name", scopeEmail: "your e-mail address", scopeOffline: "access while you are away, by refresh tokens",
}

// returnTo returns what to call the place of an address.
func returnTo(address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return address
	case u.Host != "" && (u.Scheme == "https" || u.Scheme == "http"):
		return u.Host
	}
	return u.Scheme + ":"
}

// showFault shows why a request can't go on. It leads nowhere: who has sent it is not known.
func (i *Issuer) showFault(w http.ResponseWriter, f *fault) {
	writePage(w, f.status, &page{Issuer: i.origin, Style: stylePath, Fault: f})
}

func writePage(w http.ResponseWriter, status int, shown *page) {
	var text bytes.Buffer
	parsed, err := pageTemplate()
	if err == nil {
		err = parsed.Execute(&text, shown)
	}
	if err != nil {
		http.Error(w, "The page can't be shown.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(text.Bytes()) // it fails if the browser is gone
}

func serveStyle(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	_, _ = w.Write([]byte(style)) // it fails if the browser is gone
}
