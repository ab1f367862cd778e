// Package semver parses and compares the versions of npm packages, and ranges of versions. Like npm, it is
// lenient, because old packages have versions and ranges that semver.org does not allow.
package semver

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const (
	// maxLength is the longest version, in bytes.
	maxLength = 256
	// maxNumber is JavaScript's Number.MAX_SAFE_INTEGER.
	maxNumber = 1<<53 - 1
)

// Version is one version: 1.2.3-beta.4. The zero value is 0.0.0.
type Version struct {
	Major, Minor, Patch uint64

	// prerelease are the identifiers after "-".
	prerelease []identifier
	build      string
}

// An identifier is a part of a prerelease: a number or a text.
type identifier struct {
	text string
	// numeric is set if the text consists of digits; number is then its value.
	numeric bool
	number  float64
}

// Parse parses a version. It may begin with "v" or "=", and the "-" of a prerelease may be missing, as in
// "v1.2.3beta".
func Parse(version string) (Version, error) {
	if len(version) > maxLength {
		return Version{}, fmt.Errorf("a version has at most %d characters", maxLength)
	}
	text := strings.TrimLeft(strings.TrimSpace(version), "v= \t\r\n")
	var v Version
	for i, part := range []*uint64{&v.Major, &v.Minor, &v.Patch} {
		if i > 0 {
			rest, found := strings.CutPrefix(text, ".")
			if !found {
				return Version{}, notVersion(version)
			}
			text = rest
		}
		digits := leadingDigits(text)
		number, err := strconv.ParseUint(digits, 10, 64)
		if err != nil || number > maxNumber {
			return Version{}, notVersion(version)
		}
		*part, text = number, text[len(digits):]
	}
	prerelease, build, ok := parseSuffix(text)
	if !ok {
		return Version{}, notVersion(version)
	}
	v.prerelease, v.build = prerelease, build
	return v, nil
}

func notVersion(text string) error {
	return fmt.Errorf("%q is not a version", text)
}

// leadingDigits returns the digits at the start of a text.
func leadingDigits(text string) string {
	end := 0
	for end < len(text) && '0' <= text[end] && text[end] <= '9' {
		end++
	}
	return text[:end]
}

// parseSuffix parses the prerelease and build after the three numbers: "-beta.4+build".
func parseSuffix(text string) (prerelease []identifier, build string, ok bool) {
	text, build, built := strings.Cut(text, "+")
	if built && !validIdentifiers(build) {
		return nil, "", false
	}
	if text == "" {
		return nil, build, true
	}
	// "1.2.3-" has the prerelease "-", because that is a valid identifier.
	if rest, separated := strings.CutPrefix(text, "-"); separated && validIdentifiers(rest) {
		text = rest
	}
	if !validIdentifiers(text) {
		return nil, "", false
	}
	for part := range strings.SplitSeq(text, ".") {
		prerelease = append(prerelease, newIdentifier(part))
	}
	return prerelease, build, true
}

// validIdentifiers reports whether a text consists of identifiers, separated by dots. They have letters,
// digits and "-".
func validIdentifiers(text string) bool {
	for part := range strings.SplitSeq(text, ".") {
		if part == "" {
			return false
		}
		for i := range len(part) {
			c := part[i]
			if c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
				return false
			}
		}
	}
	return true
}

func newIdentifier(text string) identifier {
	if leadingDigits(text) != text {
		return identifier{text: text}
	}
	// JavaScript compares larger numbers as rounded floating-point numbers, and so does npm.
	number, err := strconv.ParseFloat(text, 64)
	if err == nil && number < maxNumber {
		text = strconv.FormatUint(uint64(number), 10)
	}
	return identifier{text: text, numeric: true, number: number}
}

// String returns the version without build metadata: "1.2.3-beta.4".
func (v Version) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d.%d.%d", v.Major, v.Minor, v.Patch)
	for i, one := range v.prerelease {
		b.WriteByte("-."[min(i, 1)])
		b.WriteString(one.text)
	}
	return b.String()
}

// Prerelease reports whether the version is a prerelease, such as 1.0.0-beta.
func (v Version) Prerelease() bool { return len(v.prerelease) > 0 }

// Compare returns -1, 0 or 1 if the version is lower than, equal to or higher than another. It ignores build
// metadata.
func (v Version) Compare(other Version) int {
	if order := cmp.Or(
		cmp.Compare(v.Major, other.Major),
		cmp.Compare(v.Minor, other.Minor),
		cmp.Compare(v.Patch, other.Patch),
		// A release is higher than its prereleases.
		-cmp.Compare(min(len(v.prerelease), 1), min(len(other.prerelease), 1)),
	); order != 0 {
		return order
	}
	for i := range min(len(v.prerelease), len(other.prerelease)) {
		if order := v.prerelease[i].compare(other.prerelease[i]); order != 0 {
			return order
		}
	}
	return cmp.Compare(len(v.prerelease), len(other.prerelease))
}

// compare orders identifiers: numbers by value, and before texts.
func (i identifier) compare(other identifier) int {
	switch {
	case i.text == other.text:
		return 0
	case i.numeric && other.numeric:
		return cmp.Compare(i.number, other.number)
	case i.numeric:
		return -1
	case other.numeric:
		return 1
	default:
		return strings.Compare(i.text, other.text)
	}
}

// sameRelease reports whether versions have the same three numbers.
func (v Version) sameRelease(other Version) bool {
	return v.Major == other.Major && v.Minor == other.Minor && v.Patch == other.Patch
}

// MaxSatisfying returns the highest version in a list that a range allows, as it is written there. Of equal
// ones it is the first. Invalid versions are ignored.
func MaxSatisfying(list []string, r Range) (string, bool) {
	best, highest, found := "", Version{}, false
	for _, text := range list {
		v, err := Parse(text)
		if err != nil || !r.Allows(v) {
			continue
		}
		if !found || v.Compare(highest) > 0 {
			best, highest, found = text, v, true
		}
	}
	return best, found
}

// errNumberTooLarge is the error for a number above maxNumber.
var errNumberTooLarge = errors.New("a number in it is too large")
