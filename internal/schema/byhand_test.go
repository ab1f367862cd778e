package schema

import (
	"regexp"
	"testing"
)

// FuzzTextsByHand compares what is matched by hand with the regular expressions
// that say what it is.
func FuzzTextsByHand(f *testing.F) {
	dateTime := regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`)
	uuid := regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	byHand := map[*regexp.Regexp]func(string) bool{dateTime: isStrict, uuid: isUUID}
	for _, p := range []*pattern{integers, unsignedIntegers, numbers, signedNames, unsignedNames} {
		byHand[regexp.MustCompile(p.text)] = p.matches
	}
	for _, text := range []string{
		"", "0", "-", "-0", "7", "-7", "007", "10", "+1", "1 ", "1\n", "--1", "1.", "1.0", ".5", "-1.50", "1e5", "1E+05", "1e", "1e-", "1.e1", "0.1e-1x", "٣",
		"2026-01-26T09:30:00Z", "2026-01-26T09:30:00.5Z", "2026-01-26T09:30:00.Z", "2026-01-26T09:30:00,5Z", "2026-01-26T9:30:00Z", "2026-01-26T09:30:00",
		"2026-01-26T09:30:00+23:59", "2026-01-26T09:30:00-24:00", "2026-01-26T09:30:00+01:60", "2026-01-26T09:30:00.123-01:00", "2026-01-26T09:30:00z",
		"2026-01-26 09:30:00Z", "2026-01-26T09:30:00.5", "2026-01-26T09:30:00+1:00", "9999-99-99T99:99:99Z", "2026-01-26T09:30:00+01:00\n",
		"9b2ec5a2-0f2f-4b6e-8d0f-6c2a3f3f1c11", "9B2EC5A2-0F2F-4B6E-8D0F-6C2A3F3F1C11", "9b2ec5a20f2f-4b6e-8d0f-6c2a3f3f1c11-", "9b2ec5a2-0f2f-4b6e-8d0f-6c2a3f3f1c1g",
		"9b2ec5a2-0f2f-4b6e-8d0f-6c2a3f3f1c1", "9b2ec5a2a0f2f-4b6e-8d0f-6c2a3f3f1c11",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for expression, matches := range byHand {
			if got, want := matches(text), expression.MatchString(text); got != want {
				t.Errorf("%q matches %s: got %t", text, expression, got)
			}
		}
	})
}

// FuzzBracket compares brackets with exact decimals.
func FuzzBracket(f *testing.F) {
	for _, pair := range [][2]string{
		{"0", "0"},
		{"-0", "0"},
		{"2.5", "2"},
		{"2.5", "3"},
		{"-2.5", "-2"},
		{"-2.5", "-3"},
		{"2.0", "2"},
		{"-0.0", "0"},
		{"0.5", "0.5"},
		{"999999999999999999", "1e18"},
		{"999999999999999999.5", "1e18"},
		{"-999999999999999999.5", "-1e18"},
		{"1000000000000000000", "999999999999999999"},
		{"9223372036854775808", "9223372036854775807"},
		{"-1", "18446744073709551615"},
		{"1e3", "1000"},
		{"7", "1e400000"},
		{"-7", "-1e400000"},
		{"7", "1e-400000"},
	} {
		f.Add(pair[0], pair[1])
	}
	f.Fuzz(func(t *testing.T, number, end string) {
		if !numbers.matches(number) || !numbers.matches(end) {
			return
		}
		b, ok := bracketOf([]byte(number))
		if !ok {
			return
		}
		d := newDecimal(number)
		if (b.floor == b.ceiling) != d.isInteger() {
			t.Errorf("%s lies between %d and %d", number, b.floor, b.ceiling)
		}
		for _, exclusive := range []bool{false, true} {
			l := newLimit(end)
			l.exclusive = exclusive
			if inside, known := b.inside(l, nil); known && inside == l.below(d) {
				t.Errorf("%s at least %s (exclusive %t): %t", number, end, exclusive, inside)
			}
			if inside, known := b.inside(nil, l); known && inside == l.above(d) {
				t.Errorf("%s at most %s (exclusive %t): %t", number, end, exclusive, inside)
			}
		}
	})
}

func TestBracketsAreKnown(t *testing.T) {
	t.Parallel()
	for _, number := range []string{"0", "-7", "2.5", "-0.001", "999999999999999999"} {
		b, ok := bracketOf([]byte(number))
		if _, known := b.inside(lowestInt64, highestUint64); !ok || !known {
			t.Errorf("%s: %t, %t", number, ok, known)
		}
	}
}
