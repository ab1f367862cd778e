package serve

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/jsonwalk"
	"github.com/orielapps/oriel/internal/serve/replicas"
)

// session is what a client of the older lifecycle declared in initialize. The session id
// is its encoded form, so every replica can read it and none has to store it. It is not
// signed, because it grants nothing: a client can declare anything in initialize.
type session struct {
	// nonce distinguishes the sessions of equal clients.
	nonce  [nonceSize]byte
	client hosts.Client
	// locale is the language of the user, which some hosts send in initialize only.
	locale string
	// id is the encoded session.
	id string
	// user is the one of the request; it is not part of the id.
	user string
}

// key identifies the session together with its user.
func (s *session) key() replicas.Session { return replicas.Session{ID: s.id, User: s.user} }

const (
	sessionVersion = 1
	nonceSize      = 16
	maxSessionID   = 512

	// Longer values are cut, so that every session has an id.
	maxClientName    = 80
	maxClientVersion = 40
	maxLocale        = 40
	maxMIMEType      = 50
	maxMIMETypes     = 2
)

// commonTypes are the MIME types that are encoded as a number, from 1. New ones have to
// be added at the end.
var commonTypes = []string{hosts.ViewMIMEType, "text/html+mcp", "text/html+skybridge", "text/html", "text/uri-list"}

const (
	flagIntroduced = 1 << iota
	flagForms
	flagPages
	flagSampling
	flagRoots
)

// newSession returns a session with a new id.
func newSession(c hosts.Client, locale string) *session {
	s := &session{client: c, locale: locale}
	s.shorten()
	_, _ = rand.Read(s.nonce[:]) // it never fails
	s.id = s.write()
	return s
}

// shorten drops what does not fit into a session id.
func (s *session) shorten() {
	c := &s.client
	c.Name, c.Version, s.locale = cut(c.Name, maxClientName), cut(c.Version, maxClientVersion), cut(s.locale, maxLocale)
	types := c.UIMIMETypes[:0:0]
	for _, t := range c.UIMIMETypes {
		// A cut type would be another type.
		if clean := cut(t, maxMIMEType); clean == t && t != "" && !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	// The type that every host of MCP Apps accepts must not be dropped.
	slices.SortStableFunc(types, func(a, b string) int { return rankOfType(a) - rankOfType(b) })
	c.UIMIMETypes = types[:min(len(types), maxMIMETypes)]
}

func rankOfType(t string) int {
	if i := slices.Index(commonTypes, t); i >= 0 {
		return i
	}
	return len(commonTypes)
}

// cut shortens a client's text, and removes invisible characters and those that change
// the direction of text.
func cut(text string, most int) string {
	if len(text) <= most && isPlain(text) {
		return text
	}
	text = strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	if len(text) > most {
		text = strings.Clone(strings.ToValidUTF8(text[:most], "")) // a slice would keep the whole text in memory
	}
	return text
}

// isPlain reports whether a text consists of visible ASCII and spaces.
func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

func (s *session) write() string {
	var room [maxSessionID]byte
	return base64.RawURLEncoding.EncodeToString(s.append(room[:0]))
}

// append appends the encoded session, before base64.
func (s *session) append(out []byte) []byte {
	c := &s.client
	out = append(append(out, sessionVersion), s.nonce[:]...)
	flags := byte(0)
	for _, f := range [...]struct {
		flag byte
		set  bool
	}{{flagIntroduced, c.Introduced}, {flagForms, c.Forms}, {flagPages, c.Pages}, {flagSampling, c.Sampling}, {flagRoots, c.Roots}} {
		if f.set {
			flags |= f.flag
		}
	}
	number := func(n int) byte { return byte(n) } //nolint:gosec // all of them are below 256
	out = append(out, number(slices.Index(legacyProtocols, c.Protocol)), flags)
	for _, text := range [...]string{c.Name, c.Version, s.locale} {
		out = append(out, number(len(text)))
		out = append(out, text...)
	}
	for _, t := range c.UIMIMETypes {
		if i := slices.Index(commonTypes, t); i >= 0 {
			out = append(out, number(i+1))
			continue
		}
		out = append(out, 0, number(len(t)))
		out = append(out, t...)
	}
	return out
}

// readSession decodes a session id. ok is false for an id that newSession does not create.
func readSession(id string) (_ *session, ok bool) {
	if len(id) > maxSessionID {
		return nil, false
	}
	var room, again [maxSessionID]byte
	length, err := base64.RawURLEncoding.Strict().Decode(room[:], []byte(id))
	if err != nil || strings.ContainsAny(id, "\r\n") { // the decoder skips them
		return nil, false
	}
	s := &session{id: id}
	in := &sessionReader{rest: room[:length]}
	ok = in.byte() == sessionVersion
	copy(s.nonce[:], in.take(nonceSize))
	protocol, flags := int(in.byte()), in.byte()
	if !ok || in.failed || protocol >= len(legacyProtocols) {
		return nil, false
	}
	s.client = hosts.Client{
		Protocol: legacyProtocols[protocol], Introduced: flags&flagIntroduced != 0,
		Forms: flags&flagForms != 0, Pages: flags&flagPages != 0, Sampling: flags&flagSampling != 0, Roots: flags&flagRoots != 0,
	}
	s.client.Name, s.client.Version, s.locale = in.text(), in.text(), in.text()
	for len(in.rest) > 0 && !in.failed && len(s.client.UIMIMETypes) < maxMIMETypes {
		switch n := int(in.byte()); {
		case n == 0:
			s.client.UIMIMETypes = append(s.client.UIMIMETypes, in.text())
		case n <= len(commonTypes):
			s.client.UIMIMETypes = append(s.client.UIMIMETypes, commonTypes[n-1])
		default:
			return nil, false
		}
	}
	if in.failed {
		return nil, false
	}
	s.shorten()
	return s, bytes.Equal(s.append(again[:0]), room[:length])
}

// sessionReader reads the bytes of a session id.
type sessionReader struct {
	rest   []byte
	failed bool
}

func (r *sessionReader) take(n int) []byte {
	if n > len(r.rest) {
		r.failed, r.rest = true, nil
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *sessionReader) byte() byte {
	if b := r.take(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

func (r *sessionReader) text() string {
	return string(r.take(int(r.byte())))
}

// localeKeys are the members of _meta that have the user's language.
var localeKeys = []string{"openai/locale", "webplus/i18n"}

// localeOf returns the language in the _meta of initialize.
func localeOf(meta hosts.Meta) string {
	for _, key := range localeKeys {
		if locale := meta.Text(key); locale != "" {
			return locale
		}
	}
	return ""
}

// withLocale adds the language of a session to a request's _meta, unless the request has
// one. It adds nothing else of initialize: the session may have another user by now.
func (s *session) withLocale(meta hosts.Meta) hosts.Meta {
	if s == nil || s.locale == "" {
		return meta
	}
	for _, key := range localeKeys {
		if value := meta.Raw(key); value != nil && !jsonwalk.IsNull(value) {
			return meta
		}
	}
	return meta.With(localeKeys[0], s.locale)
}
