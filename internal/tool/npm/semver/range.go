package semver

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Range is a set of versions: "^1.2.3", ">=1 <3 || 5.x". The zero value is empty.
type Range struct {
	// sets are alternatives: a version is in the range if it satisfies all comparators of one set.
	sets [][]comparator
	text string
}

// A comparator allows the versions on one side of a bound.
type comparator struct {
	operator operator
	bound    Version
}

type operator int

const (
	equal operator = iota
	below
	atMost
	above
	atLeast
)

// String returns the range as it was written.
func (r Range) String() string { return r.text }

// Allows reports whether a version is in the range. A prerelease is only in it if the range names a
// prerelease of the same release: ">=1.2.3-a" allows 1.2.3-b, but not 1.2.4-b.
func (r Range) Allows(v Version) bool {
	return slices.ContainsFunc(r.sets, func(set []comparator) bool { return allows(set, v) })
}

func allows(set []comparator, v Version) bool {
	named := !v.Prerelease()
	for _, c := range set {
		if !c.allows(v) {
			return false
		}
		named = named || c.bound.Prerelease() && c.bound.sameRelease(v)
	}
	return named
}

func (c comparator) allows(v Version) bool {
	order := v.Compare(c.bound)
	switch c.operator {
	case below:
		return order < 0
	case atMost:
		return order <= 0
	case above:
		return order > 0
	case atLeast:
		return order >= 0
	case equal:
		return order == 0
	default:
		return false
	}
}

// none returns a comparator that no version satisfies.
func none() []comparator {
	return []comparator{{operator: below, bound: Version{prerelease: []identifier{newIdentifier("0")}}}}
}

func isNone(set []comparator) bool {
	return slices.ContainsFunc(set, func(c comparator) bool {
		return c.operator == below && c.bound.String() == "0.0.0-0"
	})
}

// ParseRange parses a range. Like npm, it ignores invalid alternatives beside valid ones. A text without a
// valid alternative, such as "latest", is an error.
func ParseRange(text string) (Range, error) {
	normal := strings.Join(strings.Fields(text), " ")
	r := Range{text: normal}
	for part := range strings.SplitSeq(normal, "||") {
		set, known, err := parseSet(strings.TrimSpace(part))
		if err != nil {
			return Range{}, fmt.Errorf("%q is not a range: %w", text, err)
		}
		if known {
			r.sets = append(r.sets, set)
		}
	}
	if len(r.sets) == 0 {
		return Range{}, fmt.Errorf("%q is not a range", text)
	}
	if len(r.sets) > 1 {
		// "*" replaces all other alternatives, even those that allow prereleases.
		anything := slices.IndexFunc(r.sets, func(set []comparator) bool { return len(set) == 0 })
		if anything >= 0 {
			r.sets = [][]comparator{nil}
		}
	}
	return r, nil
}

// parseSet parses one alternative. known is false if it is invalid.
func parseSet(text string) (set []comparator, known bool, err error) {
	text = withoutBuild(text)
	if from, to, isHyphen := strings.Cut(text, " - "); isHyphen {
		set, known, err = parseHyphen(from, to)
		if known || err != nil {
			return set, known, err
		}
	}
	all := tokens(text)
	for i, token := range all {
		comparators, ok, err := parseToken(token)
		if err != nil {
			return nil, false, err
		}
		// npm ignores a "*" between two other comparators.
		known = known || ok && (len(comparators) > 0 || i == 0 || i == len(all)-1)
		set = append(set, comparators...)
	}
	return simplified(set), known, nil
}

// simplified removes comparators that allow everything. If one allows nothing, it returns only that.
func simplified(set []comparator) []comparator {
	if isNone(set) {
		return none()
	}
	return slices.DeleteFunc(set, func(c comparator) bool {
		return c.operator == atLeast && c.bound.Compare(Version{}) == 0
	})
}

// withoutBuild removes build metadata such as "+build.7", which ranges ignore.
func withoutBuild(text string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "+")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		build := leadingIdentifiers(after)
		if build == "" {
			b.WriteByte('+')
		}
		text = after[len(build):]
	}
}

// leadingIdentifiers returns the identifiers, separated by dots, at the start of a text.
func leadingIdentifiers(text string) string {
	end := 0
	for i := range len(text) {
		switch {
		case validIdentifiers(text[i : i+1]):
			end = i + 1
		case text[i] != '.' || end != i || i == 0:
			return text[:end]
		}
	}
	return text[:end]
}

// tokens splits an alternative at spaces, except those between an operator and its version.
func tokens(text string) []string {
	var b strings.Builder
	for at := 0; at < len(text); {
		c := text[at]
		b.WriteByte(c)
		at++
		rest := strings.TrimLeft(text[at:], " ")
		switch {
		case c == '~':
			// "~>" means "~".
			if after, isArrow := strings.CutPrefix(text[at:], ">"); isArrow {
				rest = strings.TrimLeft(after, " ")
			}
			at = len(text) - len(rest)
		case c == '^':
			at = len(text) - len(rest)
		case strings.IndexByte("<>=", c) >= 0 && (at == len(text) || text[at] != '='):
			prefix := rest[:len(rest)-len(strings.TrimLeft(rest, "v= "))]
			if after := rest[len(prefix):]; after != "" && strings.IndexByte("0123456789xX*", after[0]) >= 0 {
				b.WriteString(prefix)
				at = len(text) - len(after)
			}
		}
	}
	return strings.Split(b.String(), " ")
}

// parseToken parses one comparator. Some, such as "^1.2", become two. ok is false if it is invalid.
func parseToken(token string) (set []comparator, ok bool, err error) {
	if token == "" {
		return nil, true, nil
	}
	for _, symbol := range []string{"^", "~"} {
		text, found := strings.CutPrefix(token, symbol)
		if !found {
			continue
		}
		p, isPartial := parsePartial(text)
		if !isPartial {
			return nil, false, nil
		}
		set, err = p.compatible(symbol == "^")
		return set, err == nil, err
	}
	operation, text := equal, token
	for _, known := range []struct {
		symbol string
		means  operator
	}{{"<=", atMost}, {">=", atLeast}, {"<", below}, {">", above}, {"=", equal}} {
		if rest, found := strings.CutPrefix(token, known.symbol); found {
			operation, text = known.means, rest
			break
		}
	}
	p, isPartial := parsePartial(text)
	if !isPartial || p.numberAfterOpen {
		return nil, false, nil
	}
	set, err = p.comparators(operation)
	return set, err == nil, err
}

// versionParts is the number of numbers in a version.
const versionParts = 3

// A partial is a version with missing or wildcard numbers at its end: "1.2", "1.x", "*".
type partial struct {
	// numbers are those before the first missing number or wildcard.
	numbers []uint64
	// numberAfterOpen is set if a number follows a wildcard, as in "1.x.3".
	numberAfterOpen bool
	prerelease      []identifier
}

// parsePartial parses a version that may be shorter or have wildcards.
func parsePartial(text string) (partial, bool) {
	text = strings.TrimLeft(text, "v= ")
	if len(text) > maxLength {
		return partial{}, false
	}
	var p partial
	open := false
	for place := range versionParts {
		if place > 0 {
			rest, more := strings.CutPrefix(text, ".")
			if !more {
				return p, text == ""
			}
			text = rest
		}
		digits := leadingDigits(text)
		switch {
		case digits != "":
			number, err := strconv.ParseUint(digits, 10, 64)
			if err != nil {
				number = maxNumber + 1
			}
			if open {
				p.numberAfterOpen = true
			} else {
				p.numbers = append(p.numbers, number)
			}
			text = text[len(digits):]
		case text != "" && strings.IndexByte("xX*", text[0]) >= 0:
			open = true
			text = text[1:]
		default:
			return partial{}, false
		}
	}
	prerelease, build, ok := parseSuffix(text)
	if !ok || build != "" {
		return partial{}, false
	}
	p.prerelease = prerelease
	return p, true
}

// complete reports whether all numbers are known.
func (p partial) complete() bool { return len(p.numbers) == versionParts }

// floor returns the lowest version that matches.
func (p partial) floor() Version {
	numbers := append(slices.Clone(p.numbers), 0, 0, 0)
	v := Version{Major: numbers[0], Minor: numbers[1], Patch: numbers[2]}
	if p.complete() {
		v.prerelease = p.prerelease
	}
	return v
}

// ceiling returns the lowest version, including prereleases, above all that begin with the same numbers. shared
// is how many numbers count.
func (p partial) ceiling(shared int) Version {
	numbers := []uint64{0, 0, 0}
	copy(numbers, p.numbers[:shared])
	numbers[shared-1]++
	return Version{Major: numbers[0], Minor: numbers[1], Patch: numbers[2], prerelease: []identifier{newIdentifier("0")}}
}

// compatible returns the comparators for "^" (caret) or "~".
func (p partial) compatible(caret bool) ([]comparator, error) {
	if len(p.numbers) == 0 {
		return nil, nil
	}
	shared := min(len(p.numbers), 2)
	if caret {
		// The first number that is not 0 must stay the same.
		shared = 1
		for shared < len(p.numbers) && p.numbers[shared-1] == 0 {
			shared++
		}
	}
	return checked(comparator{atLeast, p.floor()}, comparator{below, p.ceiling(shared)})
}

// comparators returns the comparators for an operator; equal stands for no operator.
func (p partial) comparators(operation operator) ([]comparator, error) {
	shared := len(p.numbers)
	switch {
	case p.complete():
		return checked(comparator{operation, p.floor()})
	case shared == 0 && (operation == above || operation == below):
		return none(), nil
	case shared == 0:
		return nil, nil
	}
	bottom, top := p.floor(), p.ceiling(shared)
	switch operation {
	case above:
		top.prerelease = nil
		return checked(comparator{atLeast, top})
	case atMost:
		return checked(comparator{below, top})
	case below:
		bottom.prerelease = top.prerelease
		return checked(comparator{below, bottom})
	case atLeast:
		return checked(comparator{atLeast, bottom})
	case equal:
		return checked(comparator{atLeast, bottom}, comparator{below, top})
	default:
		return nil, nil
	}
}

// parseHyphen parses "1.2 - 3.4": from the lowest version that matches the first to the highest that matches
// the second.
func parseHyphen(from, to string) (set []comparator, known bool, err error) {
	low, isLow := parsePartial(strings.TrimSpace(from))
	high, isHigh := parsePartial(strings.TrimSpace(to))
	if !isLow || !isHigh {
		return nil, false, nil
	}
	if len(low.numbers) > 0 {
		set, err = low.comparators(atLeast)
		if err != nil {
			return nil, false, err
		}
	}
	if len(high.numbers) == 0 {
		return set, true, nil
	}
	upper, err := high.comparators(atMost)
	if err != nil {
		return nil, false, err
	}
	return simplified(append(set, upper...)), true, nil
}

// checked returns an error if a number is too large for JavaScript.
func checked(set ...comparator) ([]comparator, error) {
	for _, c := range set {
		if max(c.bound.Major, c.bound.Minor, c.bound.Patch) > maxNumber {
			return nil, errNumberTooLarge
		}
	}
	return set, nil
}

// Includes reports whether this range contains all versions of another. It may return false where it does:
// if several alternatives are needed to cover one of the other's.
func (r Range) Includes(other Range) bool {
	if len(other.sets) == 0 {
		return false
	}
	for _, theirs := range other.sets {
		if !slices.ContainsFunc(r.sets, func(ours []comparator) bool { return includes(ours, theirs) }) {
			return false
		}
	}
	return true
}

// includes reports whether one alternative allows everything that another allows: each of our comparators
// follows from one of theirs.
func includes(ours, theirs []comparator) bool {
	for _, bound := range ours {
		if !slices.ContainsFunc(theirs, func(their comparator) bool { return their.within(bound) }) {
			return false
		}
	}
	for _, their := range theirs {
		// Prereleases are only allowed if a bound names one of the same release.
		if their.bound.Prerelease() && their.operator != below && !slices.ContainsFunc(ours, func(our comparator) bool {
			return our.bound.Prerelease() && our.bound.sameRelease(their.bound)
		}) {
			return false
		}
	}
	return true
}

// within reports whether a comparator allows nothing that the other one refuses.
func (c comparator) within(other comparator) bool {
	order := c.bound.Compare(other.bound)
	switch other.operator {
	case equal:
		return c.operator == equal && order == 0
	case below:
		return (c.operator == below && order <= 0) || ((c.operator == atMost || c.operator == equal) && order < 0)
	case atMost:
		return (c.operator == below || c.operator == atMost || c.operator == equal) && order <= 0
	case above:
		return (c.operator == above && order >= 0) || ((c.operator == atLeast || c.operator == equal) && order > 0)
	case atLeast:
		return (c.operator == above || c.operator == atLeast || c.operator == equal) && order >= 0
	default:
		return false
	}
}
