package ui

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// punycodeFault returns why a policy can't contain a punycode label: it isn't punycode,
// no registry would accept it, or it imitates another name. A name may mix scripts as
// Japanese, Korean and Chinese names do, with Latin letters among them; any other name
// must be in one script.
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
		return fmt.Sprintf("has the label %q, which stands for %+q, a name that no registry accepts", label, name)
	}
	if mixesScripts(name) {
		return fmt.Sprintf("has the label %q, which stands for %q: it mixes scripts whose letters look alike, and may imitate another host", label, name)
	}
	return ""
}

// decodePunycode decodes a label. It refuses labels that stand for ASCII alone, or for
// half of a surrogate pair.
func decodePunycode(label string) (name string, ok bool) {
	name, err := idna.Punycode.ToUnicode(label)
	isForeign := strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII })
	return name, err == nil && isForeign && !strings.ContainsRune(name, unicode.ReplacementChar)
}

// isRegistrable applies IDNA 2008 as registries do (RFC 5891, section 4): no variants of
// letters, no invisible characters, no combining mark at the beginning.
func isRegistrable(name, label string) bool {
	if _, err := idna.Registration.ToUnicode(label); err != nil {
		return false
	}
	again, err := idna.Registration.ToASCII(name)
	return err == nil && again == label
}

// mixesScripts reports whether a name mixes scripts that no language writes together.
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

// scriptOf returns the script of a character; nil if Unicode has no such character.
func scriptOf(r rune) *unicode.RangeTable {
	for _, script := range unicode.Scripts {
		if unicode.Is(script, r) {
			return script
		}
	}
	return nil
}
