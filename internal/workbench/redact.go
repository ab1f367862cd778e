package workbench

import (
	"regexp"
	"slices"
	"strings"
)

const redacted = "[redacted]"

// redactor takes secrets out of messages before they are shown or kept: the
// values of members that are named like credentials, also in JSON that is inside
// a text, bearer tokens wherever they stand, and the workbench's own token.
type redactor struct {
	token                 string
	member, inner, bearer *regexp.Regexp
}

func newRedactor(token string) *redactor {
	const names = `(?:proxy-)?authorization|(?:set-)?cookie|(?:x-)?api[-_]?key|access[-_]?token|refresh[-_]?token|` +
		`id[-_]?token|session[-_]?token|client[-_]?secret|password`
	return &redactor{
		token: token,
		// A value that is cut off has no closing quote or bracket.
		member: regexp.MustCompile(`(?i)("(?:` + names + `)"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|\[[^\]]*\]?|\{[^}]*\}?)`),
		inner:  regexp.MustCompile(`(?i)(\\"(?:` + names + `)\\"\s*:\s*\\")(?:[^"\\]|\\[^"])*`),
		bearer: regexp.MustCompile(`(?i)\b(bearer\s+)[a-z0-9._~+/-]{8,}=*`),
	}
}

// needles are what every secret that clean finds has in it or before it. Most
// messages have none, and looking for them is far quicker than the patterns.
var needles = []string{
	"authorization", "cookie", "apikey", "api_key", "api-key", "token", "secret", "password", "bearer",
}

func (r *redactor) clean(text string) string {
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
