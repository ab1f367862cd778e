package workbench

import (
	"cmp"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/mcpclient"
)

// shortestSecret is the least length, in bytes, of what is taken out of every
// message: anything shorter stands in too many places that have nothing to do
// with it.
const shortestSecret = 6

// harmless are headers that are no secret and whose values are everywhere.
var harmless = []string{
	"Accept", "Accept-Encoding", "Accept-Language", "Cache-Control", "Content-Type", "Mcp-Protocol-Version", "Origin",
	"Referer", "User-Agent",
}

// secretName is what the names of options and variables have in them that hold a
// secret.
var secretName = regexp.MustCompile(`(?i)(token|secret|passw|credential|auth|api[-_]?key|private[-_]?key|access[-_]?key)`)

// addressOf returns where a server is, for people: its endpoint without user name,
// password and query, or its command line without what looks like a secret.
func addressOf(s mcpclient.Server) string {
	if len(s.Command) > 0 {
		return commandLine(s.Command)
	}
	u, err := url.Parse(s.Endpoint)
	if err != nil {
		shown, _, _ := strings.Cut(s.Endpoint, "?")
		shown, _, _ = strings.Cut(shown, "#")
		return shown[strings.LastIndexByte(shown, '@')+1:]
	}
	u.User, u.RawQuery, u.Fragment, u.RawFragment, u.ForceQuery = nil, "", "", "", false
	return u.String()
}

func commandLine(command []string) string {
	words := make([]string, len(command))
	secret := false
	for i, word := range command {
		name, value, given := strings.Cut(word, "=")
		switch {
		case secret:
			word, secret = redacted, false
		case i > 0 && secretName.MatchString(name) && given && value != "":
			word = name + "=" + redacted
		case i > 0 && strings.HasPrefix(word, "-") && secretName.MatchString(word) && !given:
			secret = true
		}
		if word == "" || strings.ContainsAny(word, " \t\n\"'\\") {
			quoted, err := json.Marshal(word)
			if err == nil {
				word = string(quoted)
			}
		}
		words[i] = word
	}
	return strings.Join(words, " ")
}

// secretsOf returns, in pairs, what of the servers' settings must not be shown
// and what stands in its place.
func secretsOf(servers []mcpclient.Server) []string {
	var secrets, pairs []string
	for _, s := range servers {
		secrets = append(secrets, headerSecrets(s)...)
		for _, variable := range s.Env {
			if name, value, _ := strings.Cut(variable, "="); secretName.MatchString(name) {
				secrets = append(secrets, value)
			}
		}
		if len(s.Command) > 0 || s.Endpoint == "" {
			continue
		}
		shown := addressOf(s)
		if shown != s.Endpoint {
			pairs = append(pairs, s.Endpoint, shown)
		}
		if u, err := url.Parse(s.Endpoint); err == nil {
			secrets = append(secrets, addressSecrets(u)...)
		}
	}
	// A secret may be the beginning of another.
	slices.SortFunc(secrets, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
	for _, secret := range slices.Compact(secrets) {
		if len(secret) < shortestSecret {
			continue
		}
		pairs = append(pairs, secret, redacted)
		if inJSON, err := json.Marshal(secret); err == nil && string(inJSON[1:len(inJSON)-1]) != secret {
			pairs = append(pairs, string(inJSON[1:len(inJSON)-1]), redacted)
		}
	}
	return pairs
}

func headerSecrets(s mcpclient.Server) []string {
	var secrets []string
	for name, values := range s.Header {
		if slices.ContainsFunc(harmless, func(one string) bool { return strings.EqualFold(one, name) }) {
			continue
		}
		for _, value := range values {
			// What follows a scheme such as "Bearer" is the secret itself.
			if _, credentials, found := strings.Cut(value, " "); found {
				secrets = append(secrets, strings.TrimSpace(credentials))
			}
			secrets = append(secrets, value)
		}
	}
	return secrets
}

func addressSecrets(u *url.URL) []string {
	var secrets []string
	if u.User != nil {
		password, _ := u.User.Password()
		secrets = append(secrets, password, u.User.Username(), u.User.String())
	}
	for part := range strings.SplitSeq(u.RawQuery, "&") {
		if _, value, found := strings.Cut(part, "="); found {
			secrets = append(secrets, value)
			if plain, err := url.QueryUnescape(value); err == nil {
				secrets = append(secrets, plain)
			}
		}
	}
	return secrets
}
