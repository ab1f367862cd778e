package issuer

import (
	"net/http"
	"slices"
	"strings"
)

// maxBody is the maximum size of a request, in bytes.
const maxBody = 64 << 10

const pagePolicy = "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'"

// routes returns the handler of all endpoints.
func (i *Issuer) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/.well-known/openid-configuration", open(i.serveMetadata, http.MethodGet, http.MethodHead))
	mux.Handle("/.well-known/oauth-authorization-server", open(i.serveMetadata, http.MethodGet, http.MethodHead))
	mux.Handle("/jwks", open(i.serveKeys, http.MethodGet, http.MethodHead))
	mux.Handle("/register", open(i.serveRegister, http.MethodPost))
	mux.Handle("/token", open(i.serveToken, http.MethodPost))
	mux.Handle("/userinfo", open(i.serveUserInfo, http.MethodGet, http.MethodPost))
	mux.HandleFunc("POST /introspect", i.serveIntrospect)
	mux.HandleFunc("GET /authorize", i.serveAuthorize)
	mux.HandleFunc("POST "+decisionPath, i.serveDecision)
	mux.HandleFunc("GET "+stylePath, serveStyle)
	return mux
}

// ServeHTTP answers a request. Only the issuer's own name is allowed in Host, against DNS
// rebinding.
func (i *Issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Security-Policy", pagePolicy)
	header.Set("X-Frame-Options", "DENY")
	header.Set("Referrer-Policy", "same-origin") // a stricter one removes the origin from the page's form
	if "http://"+r.Host != i.origin {
		http.Error(w, "The test issuer answers at "+i.origin+" only.", http.StatusForbidden)
		return
	}
	if i.down.Load() {
		http.Error(w, "The test issuer is down.", http.StatusServiceUnavailable)
		return
	}
	i.used.Do(func() {
		if i.options.OnUse != nil {
			i.options.OnUse()
		}
	})
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	i.handler.ServeHTTP(w, r)
}

// open returns a handler that clients in browsers may call from any origin. No request to it
// depends on cookies.
func open(handler http.HandlerFunc, methods ...string) http.Handler {
	allowed := strings.Join(append(slices.Clone(methods), http.MethodOptions), ", ")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Access-Control-Allow-Origin", "*")
		header.Set("Access-Control-Expose-Headers", "Www-Authenticate")
		switch {
		case r.Method == http.MethodOptions:
			header.Set("Access-Control-Allow-Methods", allowed)
			header.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Mcp-Protocol-Version")
			header.Set("Access-Control-Max-Age", "7200")
			w.WriteHeader(http.StatusNoContent)
		case !slices.Contains(methods, r.Method):
			header.Set("Allow", allowed)
			w.WriteHeader(http.StatusMethodNotAllowed)
		default:
			handler(w, r)
		}
	})
}

// fromElsewhere reports whether another page made a request. Pages at other ports of this
// machine get the same cookies, so SameSite does not keep them away.
func (i *Issuer) fromElsewhere(r *http.Request) bool {
	for _, origin := range r.Header.Values("Origin") {
		if origin != i.origin {
			return true
		}
	}
	site := r.Header.Get("Sec-Fetch-Site")
	return site != "" && site != "same-origin"
}
