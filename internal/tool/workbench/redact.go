package workbench

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/orielapps/oriel/internal/tool/secrets"
)

// redactor takes secrets out of messages before they are shown or kept: the
// values of members that are named like credentials, also in JSON that is inside
// a text, bearer tokens wherever they stand, the workbench's own token, and what
// else is known to be secret.
type redactor struct {
	known                 *secrets.Mask
	member, inner, bearer *regexp.Regexp
	endings               []string // of such members' names, in lower case
}

// credentials are the names of members with secrets; a space is "-", "_" or nothing. Of
// tokens these alone: a progressToken is in many messages.
var credentials = []string{
	"authorization", "cookie", "api key", "access token", "refresh token", "id token", "session token", "client secret", "password",
}

// newRedactor takes the workbench's token and what else is known to be secret.
func newRedactor(token string, known ...string) *redactor {
	named := `(?:(?:proxy|set|x)-)?(?:` + strings.ReplaceAll(strings.Join(credentials, "|"), " ", "[-_]?") + `)`
	var endings []string
	for _, name := range credentials {
		for _, between := range []string{"", "-", "_"} {
			if ending := strings.ReplaceAll(name, " ", between); !slices.Contains(endings, ending) {
				endings = append(endings, ending)
			}
		}
	}
	return &redactor{
		known: secrets.New(append([]string{token}, known...)...),
		// A value that is cut off has no closing quote or bracket.
		member:  regexp.MustCompile(`(?i)("` + named + `"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|\[[^\]]*\]?|\{[^}]*\}?)`),
		inner:   regexp.MustCompile(`(?i)(\\"` + named + `\\"\s*:\s*\\")(?:[^"\\]|\\[^"])*`),
		bearer:  regexp.MustCompile(`(?i)\bbearer\s+[a-z0-9._~+/-]{16,}=*`),
		endings: endings,
	}
}

// hasSecretMember reports whether a text in lower case has a member that may be named like
// credentials. Most have none, a view that speaks of passwords neither, and looking for
// one is far quicker than the patterns.
func (r *redactor) hasSecretMember(lower string) bool {
	for _, ending := range r.endings {
		for _, rest, found := strings.Cut(lower, ending); found; _, rest, found = strings.Cut(rest, ending) {
			after, quoted := strings.CutPrefix(strings.TrimPrefix(rest, `\`), `"`)
			if quoted && strings.HasPrefix(strings.TrimLeft(after, " \t\r\n\f"), ":") {
				return true
			}
		}
	}
	return false
}

// clean returns a text without secrets.
func (r *redactor) clean(text string) string { return r.patterns(r.known.Text(text)) }

// cleanJSON returns a value without secrets, however they are escaped in it.
func (r *redactor) cleanJSON(raw json.RawMessage) string {
	return r.patterns(string(r.known.JSON(raw)))
}

// patterns takes out what looks like a secret.
func (r *redactor) patterns(text string) string {
	lower := strings.ToLower(text)
	if strings.Contains(lower, "bearer") {
		text = r.bearer.ReplaceAllStringFunc(text, hideBearer)
	}
	if r.hasSecretMember(lower) {
		text = r.member.ReplaceAllString(text, `${1}"`+secrets.Marker+`"`)
		text = r.inner.ReplaceAllString(text, "${1}"+secrets.Marker)
	}
	return text
}

// hideBearer leaves the words of a sentence about bearer tokens: a token has more
// than letters in it.
func hideBearer(found string) string {
	at := strings.LastIndexAny(found, " \t\r\n\f") + 1
	if !strings.ContainsAny(found[at:], "0123456789._~+/-=") {
		return found
	}
	return found[:at] + secrets.Marker
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
