package workbench

import (
	"crypto/rand"
	"crypto/subtle"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// openingLife is how long a browser has to open the page.
const openingLife = time.Minute

// opening is a code that is exchanged for the token once. The command line of a browser
// is visible to all users of a machine, so it must not contain the token.
type opening struct {
	mu      sync.Mutex
	code    string
	expires time.Time
	used    bool
}

// OpeningURL is the workbench's URL for the command line of a browser. It works once,
// within a minute. Each call makes the URL before invalid.
func (w *Workbench) OpeningURL() string {
	o := &w.opening
	o.mu.Lock()
	defer o.mu.Unlock()
	o.code, o.expires, o.used = rand.Text(), time.Now().Add(openingLife), false
	return w.origin + "/?" + url.Values{"open": {o.code}}.Encode()
}

// openPage exchanges the code of [Workbench.OpeningURL] for the token.
func (w *Workbench) openPage(response http.ResponseWriter, r *http.Request) {
	target := "/"
	if w.takeCode(r.URL.Query().Get("open")) {
		target = w.URL()
	}
	http.Redirect(response, r, target, http.StatusSeeOther)
}

func (w *Workbench) takeCode(code string) bool {
	o := &w.opening
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.code == "" || subtle.ConstantTimeCompare([]byte(code), []byte(o.code)) != 1 || time.Now().After(o.expires) {
		return false
	}
	if o.used {
		w.log.Warn("the address that the browser was opened with has been used twice: another user of this machine may control the workbench",
			"fix", "start oriel again, unless you opened it twice")
		return false
	}
	o.used = true
	return true
}
