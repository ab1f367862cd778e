package issuer

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
)

// decisionPath is where the page sends what the user has chosen.
const decisionPath = "/authorize/decision"

// serveDecision reads the page's form. The form's transaction is good for one time, in the
// browser that was shown the page, so no other page can send it.
func (i *Issuer) serveDecision(w http.ResponseWriter, r *http.Request) {
	if i.fromElsewhere(r) {
		i.showFault(w, &fault{http.StatusForbidden, "foreign_page", "The form comes from another page than the issuer's."})
		return
	}
	form, failed := readForm(r)
	if failed != nil {
		i.showFault(w, failed)
		return
	}
	browser := i.browserOf(r)
	i.mu.Lock()
	t, ok := i.transactions.get(form.Get("transaction"), i.now())
	ok = ok && browser != "" && t.browser == browser
	if ok {
		i.transactions.take(form.Get("transaction"), i.now())
	}
	i.mu.Unlock()
	if !ok {
		i.showFault(w, newFault("page_used", "This page was used before, is too old, or was opened in another browser."))
		return
	}
	if form.Get("decision") != "allow" {
		i.sendBack(w, &t, url.Values{"error": {"access_denied"}, "error_description": {"The user has not allowed it."}})
		return
	}
	var granted []string
	for _, scope := range t.scopes { // in the order in which the client has asked
		if slices.Contains(form["scope"], scope) {
			granted = append(granted, scope)
		}
	}
	name := form.Get("other")
	if name == "" {
		name = form.Get("user")
	}
	if !isUserID(name) {
		i.ask(w, &t, choice{name, "Choose a user, or type a name of letters, digits and . _ @ + | -, at most 64.", granted})
		return
	}
	i.remember(w, &t, name, granted)
	i.sendBack(w, &t, url.Values{"code": {i.newCode(&t, name, granted)}})
}

// remember keeps what a user has allowed, under a new cookie: the one before may have been
// set by another program of this machine.
func (i *Issuer) remember(w http.ResponseWriter, t *transaction, user string, granted []string) {
	now := i.now()
	i.mu.Lock()
	defer i.mu.Unlock()
	known, ok := i.sessions.take(t.browser, now)
	if !ok || known.user != user || len(known.consents) >= maxConsents {
		known = &session{user: user, consents: map[consent][]string{}}
	}
	known.consents[t.consent()] = granted
	cookie := rand.Text()
	i.sessions.put(cookie, known, now)
	i.setCookie(w, cookie)
}
