package schema

import "strconv"

// bracket holds a number between the two whole ones next to it: 2.5 between 2
// and 3, 7 between 7 and 7. Nearly all numbers can be compared with nearly all
// limits by it, and needn't be taken apart.
type bracket struct{ floor, ceiling int64 }

// bracketDigits is how many digits the whole part of a number may have.
const bracketDigits = 18

// bracketOf reads a JSON number; it leaves aside those that are long or have an
// exponent.
func bracketOf(number []byte) (b bracket, ok bool) {
	digits, negative := number, number[0] == '-'
	if negative {
		digits = number[1:]
	}
	for i, digit := range digits {
		if digit == '.' {
			b.ceiling = b.floor
			for _, decimal := range digits[i+1:] {
				if !isDigit(decimal) {
					return bracket{}, false
				}
				if decimal != '0' {
					b.ceiling = b.floor + 1
				}
			}
			return b.signed(negative), true
		}
		if i == bracketDigits || !isDigit(digit) {
			return bracket{}, false
		}
		const base = 10
		b.floor = base*b.floor + int64(digit-'0')
	}
	b.ceiling = b.floor
	return b.signed(negative), true
}

func (b bracket) signed(negative bool) bracket {
	if negative {
		return bracket{-b.ceiling, -b.floor}
	}
	return b
}

// inside reports whether the number lies in a range, unless a limit isn't
// whole: then it isn't known.
func (b bracket) inside(least, most *limit) (inside, known bool) {
	if (least != nil && !least.isWhole) || (most != nil && !most.isWhole) {
		return false, false
	}
	if least != nil && (b.floor < least.whole || (b.ceiling == least.whole && least.exclusive)) {
		return false, true
	}
	if most != nil && (b.ceiling > most.whole || (b.floor == most.whole && most.exclusive)) {
		return false, true
	}
	return true, true
}

// bounded gives a whole number, or one that is as far from zero as a bracket
// reaches for those that are farther.
func (d decimal) bounded() (whole int64, ok bool) {
	const farthest = 1_000_000_000_000_000_000
	if d.exponent > bracketDigits {
		return int64(d.sign()) * farthest, d.isInteger()
	}
	text, ok := d.integer()
	if !ok {
		return 0, false
	}
	whole, err := strconv.ParseInt(text, 10, 64)
	return whole, err == nil
}
