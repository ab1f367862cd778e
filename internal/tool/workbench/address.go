package workbench

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/secrets"
)

// secretWords are what the names of options and variables that hold a secret have
// among their words, and secretPairs two that say so together.
var (
	secretWords = []string{
		"token", "secret", "secrets", "password", "passwords", "passwd", "passphrase", "credential", "credentials", "auth",
		"authorization", "apikey", "accesskey", "privatekey", "secretkey", "accesstoken", "authtoken",
	}
	secretPairs = []string{"api key", "api keys", "private key", "access key"}
	// wordEnd is between two words that are written as one, such as apiKey and APIKey.
	wordEnd = regexp.MustCompile(`([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])`)
)

// namesSecret reports whether an option or a variable is called like a secret.
func namesSecret(name string) bool {
	name = strings.ToLower(wordEnd.ReplaceAllString(name, "$1$3 $2$4"))
	words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(" _-.", r) })
	for i, word := range words {
		if slices.Contains(secretWords, word) || i > 0 && slices.Contains(secretPairs, words[i-1]+" "+word) {
			return true
		}
	}
	return false
}

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

// plainWord is what a shell takes as it stands.
var plainWord = regexp.MustCompile(`^[\p{L}\p{N}_@%+=:,./~\[\]•-]+$`)

// shellWord writes a word so that it can be copied into a shell.
func shellWord(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func commandLine(command []string) string {
	words := make([]string, len(command))
	secret := false
	for i, word := range command {
		name, value, given := strings.Cut(word, "=")
		switch {
		case secret:
			word, secret = secrets.Marker, false
		case i > 0 && namesSecret(name) && given && value != "":
			word = name + "=" + secrets.Marker
		case i > 0 && strings.HasPrefix(word, "-") && namesSecret(word) && !given:
			secret = true
		}
		words[i] = shellWord(word)
	}
	return strings.Join(words, " ")
}

// secretsOf returns what of the servers' settings must not be shown. A variable
// that a program has from the inherited environment is not of its settings.
func secretsOf(servers []mcpclient.Server, inherited []string) []string {
	var values []string
	for _, s := range servers {
		values = append(values, s.Secrets()...)
		for _, variable := range s.Env {
			if name, value, _ := strings.Cut(variable, "="); namesSecret(name) && !slices.Contains(inherited, variable) {
				values = append(values, value)
			}
		}
	}
	return values
}
