package schema

import "strconv"

// bracket is the range between the two integers next to a number: 2.5 is between 2 and 3,
// 7 between 7 and 7. Comparing brackets is fast, and decides nearly all comparisons of
// numbers with limits.
type bracket struct{ floor, ceiling int64 }

// bracketDigits is the maximum number of digits of the integer part.
const bracketDigits = 18

// bracketOf parses a JSON number. It is not ok for long numbers and numbers with an
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

// inside reports whether the number is in a range. It is not known if a limit is not an
// integer.
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

// bounded returns a limit as an integer for comparisons with brackets, clamped to ±10^18,
// which is beyond all brackets. It is not ok for numbers with a fraction.
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
