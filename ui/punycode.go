package ui

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
)

// punycodeFault says why a label in punycode can't stand in a policy: because it
// is none, or because what it stands for imitates something. A name may mix
// scripts, as Japanese ones do, but not two whose letters look the same.
func punycodeFault(label string) string {
	const prefix = "xn--"
	if len(label) < len(prefix) || !strings.EqualFold(label[:len(prefix)], prefix) {
		return ""
	}
	name, ok := decodePunycode(strings.ToLower(label[len(prefix):]))
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

// decodePunycode returns what a label without its "xn--" stands for (RFC 3492,
// section 6.2). A label that stands for ASCII alone is none.
func decodePunycode(label string) (name string, ok bool) {
	const (
		base, tMin, tMax = 36, 1, 26
		skew, damp       = 38, 700
		bias0, first     = 72, 128
	)
	var runes []rune
	if at := strings.LastIndexByte(label, '-'); at > 0 {
		runes = []rune(label[:at])
		label = label[at+1:]
	}
	n, i, bias := first, 0, bias0
	ok = label != ""
	for len(label) > 0 {
		before, weight := i, 1
		for k := base; ; k += base {
			if label == "" {
				return "", false
			}
			digit := punycodeDigit(label[0])
			label = label[1:]
			if digit < 0 || digit > (math.MaxInt32-i)/weight {
				return "", false
			}
			i += digit * weight
			t := min(max(k-bias, tMin), tMax)
			if digit < t {
				break
			}
			if weight > math.MaxInt32/(base-t) {
				return "", false
			}
			weight *= base - t
		}
		length := len(runes) + 1
		delta := (i - before) / 2
		if before == 0 {
			delta = (i - before) / damp
		}
		delta += delta / length
		bias = 0
		for ; delta > (base-tMin)*tMax/2; bias += base {
			delta /= base - tMin
		}
		bias += (base - tMin + 1) * delta / (delta + skew)
		n += i / length
		i %= length
		if n > unicode.MaxRune || 0xD800 <= n && n <= 0xDFFF {
			return "", false
		}
		runes = slices.Insert(runes, i, rune(n)) //nolint:gosec // it is at most unicode.MaxRune
		i++
	}
	return string(runes), ok
}

func punycodeDigit(c byte) int {
	switch {
	case 'a' <= c && c <= 'z':
		return int(c - 'a')
	case '0' <= c && c <= '9':
		return int(c-'0') + 'z' - 'a' + 1
	default:
		return -1
	}
}
