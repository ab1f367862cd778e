package ui

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// punycodeFault says why a label in punycode can't stand in a policy: because it
// is none, because no registry would have it, or because what it stands for
// imitates something. A name may mix scripts as Japanese, Korean and Chinese ones
// do, with Latin letters among them; of any other script it must be throughout.
func punycodeFault(label string) string {
	const prefix = "xn--"
	if len(label) < len(prefix) || !strings.EqualFold(label[:len(prefix)], prefix) {
		return ""
	}
	name, ok := decodePunycode(strings.ToLower(label))
	if !ok {
		return fmt.Sprintf("has the label %q, which is not punycode", label)
	}
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '-' {
			return fmt.Sprintf("has the label %q, which hides %U", label, r)
		}
	}
	if !isRegistrable(name, strings.ToLower(label)) {
		return fmt.Sprintf("has the label %q, which stands for %+q: no registry has such a name", label, name)
	}
	if mixesScripts(name) {
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

// isRegistrable is IDNA 2008 as registries apply it (RFC 5891, section 4): no
// letter that is a form of another, none that can't be seen, no mark in front.
func isRegistrable(name, label string) bool {
	if _, err := idna.Registration.ToUnicode(label); err != nil {
		return false
	}
	again, err := idna.Registration.ToASCII(name)
	return err == nil && again == label
}

// mixesScripts reports whether a name has letters of a script beside those of
// another that it isn't written with in any language.
func mixesScripts(name string) bool {
	var hasMixable bool
	var other *unicode.RangeTable
	for _, r := range name {
		switch {
		case unicode.In(r, unicode.Common, unicode.Inherited), other != nil && unicode.Is(other, r):
		case unicode.In(r, unicode.Latin, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo):
			hasMixable = true
		case other != nil:
			return true
		default:
			other = scriptOf(r)
		}
	}
	return hasMixable && other != nil
}

// scriptOf returns nil for what isn't in Unicode.
func scriptOf(r rune) *unicode.RangeTable {
	for _, script := range unicode.Scripts {
		if unicode.Is(script, r) {
			return script
		}
	}
	return nil
}
