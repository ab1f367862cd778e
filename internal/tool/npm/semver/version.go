// Package semver knows the versions of npm packages and the ranges that name
// several of them, as npm does: leniently, because old packages have versions
// and ranges that semver.org does not know.
package semver

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const (
	// maxLength is how many characters a version may have.
	maxLength = 256
	// maxNumber is the largest number that JavaScript counts to without gaps.
	maxNumber = 1<<53 - 1
)

// Version is one version: 1.2.3-beta.4. The zero value is 0.0.0.
type Version struct {
	Major, Minor, Patch uint64

	// before are the identifiers of a version that comes before a release.
	before []identifier
	build  string
}

// An identifier is a number or a text.
type identifier struct {
	text string
	// digits is set where there is nothing else in it; number is its value then.
	digits bool
	number float64
}

// Parse reads a version. It may begin with "v" or "=", and the "-" before "beta"
// may be missing, as in "v1.2.3beta".
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
	before, build, ok := parseSuffix(text)
	if !ok {
		return Version{}, notVersion(version)
	}
	v.before, v.build = before, build
	return v, nil
}

func notVersion(text string) error {
	return fmt.Errorf("%q is not a version", text)
}

// leadingDigits returns the digits that a text begins with.
func leadingDigits(text string) string {
	end := 0
	for end < len(text) && '0' <= text[end] && text[end] <= '9' {
		end++
	}
	return text[:end]
}

// parseSuffix reads what follows the three numbers: "-beta.4+build".
func parseSuffix(text string) (before []identifier, build string, ok bool) {
	text, build, built := strings.Cut(text, "+")
	if built && !validIdentifiers(build) {
		return nil, "", false
	}
	if text == "" {
		return nil, build, true
	}
	// The first "-" separates, unless nothing would be left: "1.2.3-" is a version
	// before 1.2.3 whose name is "-".
	if rest, separated := strings.CutPrefix(text, "-"); separated && validIdentifiers(rest) {
		text = rest
	}
	if !validIdentifiers(text) {
		return nil, "", false
	}
	for part := range strings.SplitSeq(text, ".") {
		before = append(before, makeIdentifier(part))
	}
	return before, build, true
}

// validIdentifiers reports whether a text is one or more of letters, digits and
// "-", with dots between them.
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

func makeIdentifier(text string) identifier {
	if leadingDigits(text) != text {
		return identifier{text: text}
	}
	// Beyond the numbers without gaps JavaScript compares what it rounds to.
	number, err := strconv.ParseFloat(text, 64)
	if err == nil && number < maxNumber {
		text = strconv.FormatUint(uint64(number), 10)
	}
	return identifier{text: text, digits: true, number: number}
}

// String returns the version without what it was built from: "1.2.3-beta.4".
func (v Version) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d.%d.%d", v.Major, v.Minor, v.Patch)
	for i, one := range v.before {
		b.WriteByte("-."[min(i, 1)])
		b.WriteString(one.text)
	}
	return b.String()
}

// Prerelease reports whether the version comes before a release, as 1.0.0-beta
// does.
func (v Version) Prerelease() bool { return len(v.before) > 0 }

// Compare returns -1, 0 or 1 as the version is lower than, as high as or higher
// than another. What they were built from doesn't count.
func (v Version) Compare(other Version) int {
	if order := cmp.Or(
		cmp.Compare(v.Major, other.Major),
		cmp.Compare(v.Minor, other.Minor),
		cmp.Compare(v.Patch, other.Patch),
		// A release is higher than what comes before it.
		-cmp.Compare(min(len(v.before), 1), min(len(other.before), 1)),
	); order != 0 {
		return order
	}
	for i := range min(len(v.before), len(other.before)) {
		if order := v.before[i].compare(other.before[i]); order != 0 {
			return order
		}
	}
	return cmp.Compare(len(v.before), len(other.before))
}

// compare orders identifiers: numbers by value and below texts.
func (i identifier) compare(other identifier) int {
	switch {
	case i.text == other.text:
		return 0
	case i.digits && other.digits:
		return cmp.Compare(i.number, other.number)
	case i.digits:
		return -1
	case other.digits:
		return 1
	default:
		return strings.Compare(i.text, other.text)
	}
}

// sameRelease reports whether versions differ at most in what comes before the
// release.
func (v Version) sameRelease(other Version) bool {
	return v.Major == other.Major && v.Minor == other.Minor && v.Patch == other.Patch
}

// MaxSatisfying returns the highest version of a list that a range allows, as it
// stands in the list. Of equal ones it is the first. What is no version is
// passed over.
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

// errNumber is the fault of a range whose numbers JavaScript can't count.
var errNumber = errors.New("a number in it is too large")
