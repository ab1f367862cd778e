package ui

import (
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/idna"
)

// Ours decodes what the registries' library decodes.
func FuzzDecodePunycode(f *testing.F) {
	for _, label := range []string{
		"mnchen-3ya", "e1afmkfd", "p1ai", "wgv71a119e", "jp-bi5ctf", "pple-43d", "80ak6aa92e", "ihqwcrb4cv8a8dqg056pqjye",
		"de-jg4avhby1noc0d", "", "-", "abc-", "99999999999", "a-b-c-0a0a0a", "\xff", "999999b", "ls8h",
	} {
		f.Add(label)
	}
	f.Fuzz(func(t *testing.T, label string) {
		if len(label) > maxLabel {
			return
		}
		name, ok := decodePunycode(label)
		if strings.ContainsFunc(label, func(r rune) bool { return r > '~' || r < '-' || unicode.IsUpper(r) || r == '.' }) {
			return // not a label of a host name, which is what is decoded
		}
		theirs, err := idna.Punycode.ToUnicode("xn--" + label)
		if err != nil || !strings.ContainsFunc(theirs, func(r rune) bool { return r > '~' }) {
			if ok {
				t.Fatalf("%q: got %q, want an error", label, name)
			}
			return
		}
		if !ok && strings.ContainsRune(theirs, unicode.ReplacementChar) {
			return // half of a surrogate pair, which is no character
		}
		if !ok || name != theirs {
			t.Fatalf("%q: got %q, %v, want %q", label, name, ok, theirs)
		}
	})
}
