package serve

import (
	"net/http"

	"github.com/orielapps/oriel/hosts"
)

// sessionOf reads the session of a request of the older lifecycle; nil if it has none.
func (s *Server) sessionOf(r *http.Request) (*session, *rpcError) {
	id := r.Header.Get(sessionHeader)
	if id == "" || isModern(r.Header.Get(versionHeader)) {
		return nil, nil
	}
	if session, ok := readSession(id); ok {
		session.user = s.app.UserID(r.Context())
		return session, nil
	}
	return nil, invalidRequest("session_unknown", "The session id is invalid.", "Start a session with initialize.").withStatus(http.StatusNotFound)
}

// isModern reports whether a version has the newer lifecycle, or one that is newer still.
func isModern(version string) bool { return version >= modernProtocol }

// identify finds out which client sends a request, in which lifecycle.
func (h *handler) identify(req *request, r *http.Request) *rpcError {
	header, inMeta := r.Header.Get(versionHeader), req.version()
	switch {
	case isModern(header):
		if inMeta != "" && inMeta != header {
			return mismatch("header mismatch: " + versionHeader + " differs from the version in _meta")
		}
		if !supported(header) {
			return unsupported(header)
		}
		if failure := req.introduce(); failure != nil {
			return failure
		}
		if !knownMethod(req.method) {
			return methodNotFound(req.method)
		}
		return h.s.checkHeaders(req)
	case inMeta != "" && header == "":
		return mismatch(versionHeader + " is missing, and _meta has a version")
	case inMeta != "" && inMeta == header:
		return unsupported(header) // older lifecycles have no version in _meta
	case inMeta != "":
		return mismatch("header mismatch: " + versionHeader + " differs from the version in _meta")
	case header != "" && !isLegacy(header):
		return unsupported(header)
	case req.session != nil:
		req.client = req.session.client
	case header != "":
		req.client = hosts.Client{Protocol: header}
	default:
		req.client = hosts.Client{Protocol: defaultProtocol}
	}
	return nil
}

func knownMethod(name string) bool {
	m, known := methods[name]
	return known && m.in != legacyOnly || name == methodListen
}
