package semver

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Range names versions: "^1.2.3", ">=1 <3 || 5.x". The zero value allows none.
type Range struct {
	// sets are alternatives: a version has to please all comparators of one.
	sets [][]comparator
	text string
}

// A comparator allows versions on one side of a bound.
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

// Allows reports whether a version is in the range. One that comes before a
// release is only in it if the range names another one before the same release.
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

// none is what no version pleases.
func none() []comparator {
	return []comparator{{operator: below, bound: Version{before: []identifier{makeIdentifier("0")}}}}
}

func isNone(set []comparator) bool {
	return slices.ContainsFunc(set, func(c comparator) bool {
		return c.operator == below && c.bound.String() == "0.0.0-0"
	})
}

// ParseRange reads a range. Like npm it passes over what makes no sense in one
// that makes some; the error says that all of it is no range, as with "latest".
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
		// "*" swallows all others, also those that name versions before a release.
		anything := slices.IndexFunc(r.sets, func(set []comparator) bool { return len(set) == 0 })
		if anything >= 0 {
			r.sets = [][]comparator{nil}
		}
	}
	return r, nil
}

// parseSet reads one alternative. known is false where nothing in it makes sense.
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
		// For npm, "*" between two others is not even there.
		known = known || ok && (len(comparators) > 0 || i == 0 || i == len(all)-1)
		set = append(set, comparators...)
	}
	return simplified(set), known, nil
}

// simplified returns comparators without those that allow everything, or the one
// that allows nothing.
func simplified(set []comparator) []comparator {
	if isNone(set) {
		return none()
	}
	return slices.DeleteFunc(set, func(c comparator) bool {
		return c.operator == atLeast && c.bound.Compare(Version{}) == 0
	})
}

// withoutBuild takes away what versions were built from, "+build.7", which no
// range cares about.
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

// leadingIdentifiers returns the identifiers, with dots between them, that a
// text begins with.
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

// tokens splits an alternative at its spaces, but not at those between an
// operator and its version.
func tokens(text string) []string {
	var b strings.Builder
	for at := 0; at < len(text); {
		c := text[at]
		b.WriteByte(c)
		at++
		rest := strings.TrimLeft(text[at:], " ")
		switch {
		case c == '~':
			// "~>" is "~".
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

// parseToken reads one comparator, or one that stands for two. ok is false for
// what makes no sense.
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
		set, err = p.upwards(symbol == "^")
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
	if !isPartial || p.late {
		return nil, false, nil
	}
	set, err = p.compared(operation)
	return set, err == nil, err
}

// places are how many numbers a version has.
const places = 3

// A partial is a version of which the end may be open: "1.2", "1.x", "*".
type partial struct {
	// numbers are those before the first open place.
	numbers []uint64
	// late is set where a number follows an open place, as in "1.x.3".
	late   bool
	before []identifier
}

// parsePartial reads a version that may end early or have "x" in it.
func parsePartial(text string) (partial, bool) {
	text = strings.TrimLeft(text, "v= ")
	if len(text) > maxLength {
		return partial{}, false
	}
	var p partial
	open := false
	for place := range places {
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
				p.late = true
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
	before, build, ok := parseSuffix(text)
	if !ok || build != "" {
		return partial{}, false
	}
	p.before = before
	return p, true
}

// complete reports whether no place is open.
func (p partial) complete() bool { return len(p.numbers) == places }

// floor is the lowest version of a partial one.
func (p partial) floor() Version {
	numbers := append(slices.Clone(p.numbers), 0, 0, 0)
	v := Version{Major: numbers[0], Minor: numbers[1], Patch: numbers[2]}
	if p.complete() {
		v.before = p.before
	}
	return v
}

// ceiling is what is right above all versions that share the first so many
// numbers with a partial one.
func (p partial) ceiling(shared int) Version {
	numbers := []uint64{0, 0, 0}
	copy(numbers, p.numbers[:shared])
	numbers[shared-1]++
	return Version{Major: numbers[0], Minor: numbers[1], Patch: numbers[2], before: []identifier{makeIdentifier("0")}}
}

// upwards is "^" or "~": from a version on, as long as it is compatible.
func (p partial) upwards(caret bool) ([]comparator, error) {
	if len(p.numbers) == 0 {
		return nil, nil
	}
	shared := min(len(p.numbers), 2)
	if caret {
		// Up to the first number that is not 0, compatibility ends with each.
		shared = 1
		for shared < len(p.numbers) && p.numbers[shared-1] == 0 {
			shared++
		}
	}
	return checked(comparator{atLeast, p.floor()}, comparator{below, p.ceiling(shared)})
}

// compared is a comparator with an operator, or with none.
func (p partial) compared(operation operator) ([]comparator, error) {
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
		top.before = nil
		return checked(comparator{atLeast, top})
	case atMost:
		return checked(comparator{below, top})
	case below:
		bottom.before = top.before
		return checked(comparator{below, bottom})
	case atLeast:
		return checked(comparator{atLeast, bottom})
	case equal:
		return checked(comparator{atLeast, bottom}, comparator{below, top})
	default:
		return nil, nil
	}
}

// parseHyphen reads "1.2 - 3.4": from the lowest of one to the highest of the
// other.
func parseHyphen(from, to string) (set []comparator, known bool, err error) {
	low, isLow := parsePartial(strings.TrimSpace(from))
	high, isHigh := parsePartial(strings.TrimSpace(to))
	if !isLow || !isHigh {
		return nil, false, nil
	}
	if len(low.numbers) > 0 {
		set, err = low.compared(atLeast)
		if err != nil {
			return nil, false, err
		}
	}
	if len(high.numbers) == 0 {
		return set, true, nil
	}
	upper, err := high.compared(atMost)
	if err != nil {
		return nil, false, err
	}
	return simplified(append(set, upper...)), true, nil
}

// checked returns comparators whose numbers JavaScript can count.
func checked(set ...comparator) ([]comparator, error) {
	for _, c := range set {
		if max(c.bound.Major, c.bound.Minor, c.bound.Patch) > maxNumber {
			return nil, errNumber
		}
	}
	return set, nil
}

// Includes reports whether every version that another range allows is in this
// one. It is cautious: where one alternative of the other is only covered by
// several of ours together, it says no.
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

// includes reports whether one alternative allows all that another does: each of
// our bounds is one of theirs, or lies outside of it.
func includes(ours, theirs []comparator) bool {
	for _, bound := range ours {
		if !slices.ContainsFunc(theirs, func(their comparator) bool { return their.within(bound) }) {
			return false
		}
	}
	for _, their := range theirs {
		// Versions before a release are allowed where they are named.
		if their.bound.Prerelease() && their.operator != below && !slices.ContainsFunc(ours, func(our comparator) bool {
			return our.bound.Prerelease() && our.bound.sameRelease(their.bound)
		}) {
			return false
		}
	}
	return true
}

// within reports whether all that pleases a comparator also pleases another.
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
