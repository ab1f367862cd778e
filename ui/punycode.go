package ui

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// punycodeFault says why a label in punycode can't stand in a policy: because it
// is none, or because what it stands for imitates something. A name may mix
// scripts, as Japanese ones do, but not two whose letters look the same.
func punycodeFault(label string) string {
	const prefix = "xn--"
	if len(label) < len(prefix) || !strings.EqualFold(label[:len(prefix)], prefix) {
		return ""
	}
	name, ok := decodePunycode(strings.ToLower(label))
	if !ok {
		return fmt.Sprintf("has the label %q, which is not punycode", label)
	}
	alike := map[string]bool{}
	for _, r := range name {
		switch {
		case unicode.Is(unicode.Latin, r):
			alike["Latin"] = true
		case unicode.Is(unicode.Cyrillic, r):
			alike["Cyrillic"] = true
		case unicode.Is(unicode.Greek, r):
			alike["Greek"] = true
		case !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '-':
			return fmt.Sprintf("has the label %q, which hides %U", label, r)
		}
	}
	if len(alike) > 1 {
		return fmt.Sprintf("has the label %q, which stands for %q: letters of scripts that look alike, to imitate another host", label, name)
	}
	return ""
}

// decodePunycode returns what a label stands for. One that stands for ASCII alone
// is none, and neither is one with half of a surrogate pair.
func decodePunycode(label string) (name string, ok bool) {
	name, err := idna.Punycode.ToUnicode(label)
	isForeign := strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII })
	return name, err == nil && isForeign && !strings.ContainsRune(name, unicode.ReplacementChar)
}
