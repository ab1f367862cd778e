package devloop

import (
	"net"
	"net/http"
	"path"
	"slices"
	"strings"
)

// Publish makes the endpoint known under an address that people elsewhere can reach,
// where a tunnel leads to Front; without a path, the endpoint's is added. It is called
// before Run, if at all. An error is of type [*ui.Error], with the code
// "endpoint_invalid".
func (l *Loop) Publish(address string) (err error) {
	if l.public, err = addressOf(address, "--public-url"); err != nil || l.public == nil {
		return err
	}
	if strings.Trim(l.public.Path, "/") == "" {
		l.public.Path = l.path()
	}
	l.front.public = hostOf(l.public)
	l.front.open = append([]string{l.path(), "/oriel", "/.well-known"}, l.options.Expose...)
	l.environ = with(l.environ, "ORIEL_PUBLIC_URL", l.public.String())
	return nil
}

// PublicURL is where people elsewhere reach the endpoint; empty where they don't.
func (l *Loop) PublicURL() string {
	if l.public == nil {
		return ""
	}
	return l.public.String()
}

// Address is where the front listens: "127.0.0.1:8080".
func (l *Loop) Address() net.Addr { return l.options.Front.Addr() }

// isOpen reports whether a path is one that people elsewhere may ask for: what hosts
// and their views need. A server may have others that are for this machine.
func (f *front) isOpen(asked string) bool {
	const ours = "/oriel/dev" // nothing answers there; a server that does so by mistake is kept from it
	clean := path.Clean("/" + asked)
	if strings.Contains(asked, `\`) || below(strings.ToLower(clean), ours) {
		return false
	}
	return slices.ContainsFunc(f.open, func(folder string) bool { return below(clean, folder) })
}

// below reports whether a path is a folder or leads into it.
func below(asked, folder string) bool {
	folder = strings.TrimSuffix(folder, "/")
	return asked == folder || strings.HasPrefix(asked, folder+"/")
}

// admits reports whether a request may pass, and answers it where it may not. Only
// this machine and the tunnel are let in: a page could let a name of its own point
// here.
func (f *front) admits(w http.ResponseWriter, r *http.Request) bool {
	if isLoopback(r.Host) {
		return true
	}
	if f.public == "" || !strings.EqualFold(hostname(r.Host), f.public) {
		http.Error(w, "oriel dev is for this machine. To reach it from elsewhere, say under which address: --public-url.", http.StatusForbidden)
		return false
	}
	if !f.isOpen(r.URL.Path) {
		http.Error(w, "This path is not reached from elsewhere. To change that: oriel dev --expose PATH.", http.StatusNotFound)
		return false
	}
	return true
}
