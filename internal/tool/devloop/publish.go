package devloop

import (
	"net"
	"net/http"
	"path"
	"slices"
	"strings"
)

// Publish sets the public address of the endpoint, at which a tunnel leads to
// [Options.Listener]. Without a path, the endpoint's is added. It is called before Run, if
// at all. An error is of type [*ui.Error], with the code "endpoint_invalid".
func (l *Loop) Publish(address string) (err error) {
	if l.public, err = addressOf(address, "--public-url"); err != nil || l.public == nil {
		return err
	}
	if strings.Trim(l.public.Path, "/") == "" {
		l.public.Path = l.path()
	}
	l.proxy.public = hostOf(l.public)
	l.proxy.open = append([]string{l.path(), "/oriel", "/.well-known"}, l.options.Expose...)
	l.environ = setVariable(l.environ, "ORIEL_PUBLIC_URL", l.public.String())
	return nil
}

// PublicURL returns the public address of the endpoint; empty without one.
func (l *Loop) PublicURL() string {
	if l.public == nil {
		return ""
	}
	return l.public.String()
}

// Address returns the address of the proxy: "127.0.0.1:8080".
func (l *Loop) Address() net.Addr { return l.options.Listener.Addr() }

// isOpen reports whether a path may be requested through the public address: those that
// hosts and their views need. Others of the server are for this machine.
func (p *proxy) isOpen(asked string) bool {
	const ours = "/oriel/dev" // reserved: never public, whatever a server has there
	clean := path.Clean("/" + asked)
	if strings.Contains(asked, `\`) || below(strings.ToLower(clean), ours) {
		return false
	}
	return slices.ContainsFunc(p.open, func(folder string) bool { return below(clean, folder) })
}

// below reports whether a path is that of a folder or below it.
func below(asked, folder string) bool {
	folder = strings.TrimSuffix(folder, "/")
	return asked == folder || strings.HasPrefix(asked, folder+"/")
}

// allow reports whether a request may pass, and refuses it where it may not. Only names of
// this machine and the public one are allowed in Host, against DNS rebinding.
func (p *proxy) allow(w http.ResponseWriter, r *http.Request) bool {
	if isLoopback(r.Host) {
		return true
	}
	if p.public == "" || !strings.EqualFold(hostname(r.Host), p.public) {
		http.Error(w, "oriel dev answers this machine only. To reach it from elsewhere, set its public address: --public-url.", http.StatusForbidden)
		return false
	}
	if !p.isOpen(r.URL.Path) {
		http.Error(w, "This path is not public. To change that: oriel dev --expose PATH.", http.StatusNotFound)
		return false
	}
	return true
}
