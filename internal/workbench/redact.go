package workbench

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

const redacted = "[redacted]"

// redactor takes secrets out of messages before they are shown or kept: the
// values of members that are named like credentials, also in JSON that is inside
// a text, bearer tokens wherever they stand, the workbench's own token, and what
// else is known to be secret.
type redactor struct {
	token                 string
	known                 *strings.Replacer
	member, inner, bearer *regexp.Regexp
}

// newRedactor takes pairs of what is secret and what stands in its place.
func newRedactor(token string, known ...string) *redactor {
	const names = `(?:proxy-)?authorization|(?:set-)?cookie|(?:x-)?api[-_]?key|access[-_]?token|refresh[-_]?token|` +
		`id[-_]?token|session[-_]?token|client[-_]?secret|password`
	return &redactor{
		token: token,
		known: strings.NewReplacer(known...),
		// A value that is cut off has no closing quote or bracket.
		member: regexp.MustCompile(`(?i)("(?:` + names + `)"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|\[[^\]]*\]?|\{[^}]*\}?)`),
		inner:  regexp.MustCompile(`(?i)(\\"(?:` + names + `)\\"\s*:\s*\\")(?:[^"\\]|\\[^"])*`),
		bearer: regexp.MustCompile(`(?i)\b(bearer\s+)[a-z0-9._~+/-]{8,}=*`),
	}
}

// needles are what every secret that clean finds has in it or before it. Most
// messages have none, and looking for them is far quicker than the patterns.
var needles = []string{
	"authorization", "cookie", "apikey", "api_key", "api-key", "secret", "password", "bearer",
	// Of tokens these alone: a progressToken is in many messages.
	"accesstoken", "access_token", "access-token", "refreshtoken", "refresh_token", "refresh-token",
	"idtoken", "id_token", "id-token", "sessiontoken", "session_token", "session-token",
}

func (r *redactor) clean(text string) string {
	text = r.known.Replace(text)
	lower := strings.ToLower(text)
	if !slices.ContainsFunc(needles, func(needle string) bool { return strings.Contains(lower, needle) }) &&
		!strings.Contains(text, r.token) {
		return text
	}
	if r.token != "" {
		text = strings.ReplaceAll(text, r.token, redacted)
	}
	text = r.bearer.ReplaceAllString(text, "${1}"+redacted)
	text = r.member.ReplaceAllString(text, `${1}"`+redacted+`"`)
	return r.inner.ReplaceAllString(text, "${1}"+redacted)
}

// head returns the beginning of a text, clean. What is left out is cut off after
// cleaning, so that no secret is cut into a piece that is not known as one.
func (r *redactor) head(text string, limit int) string {
	const margin = 4 << 10
	text = r.clean(text[:wholeRunes(text, limit+margin)])
	if cut := wholeRunes(text, limit); cut < len(text) {
		return text[:cut] + "…"
	}
	return text
}

// wholeRunes returns the largest length up to limit that splits no character.
func wholeRunes(text string, limit int) int {
	if len(text) <= limit {
		return len(text)
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return limit
}
