package schema

import (
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// decimal is an exact JSON number, 0.digits × 10^exponent. Its size is linear in the text:
// as a big.Int, 1e400000 would have many digits.
type decimal struct {
	negative bool
	digits   string // without zeros at either end; empty for zero
	exponent int
}

// farExponent replaces larger exponents.
const farExponent = 1 << 30

func newDecimal(number string) decimal {
	mantissa, exponent := number, 0
	if i := strings.IndexAny(number, "eE"); i >= 0 {
		mantissa = number[:i]
		exponent = clampedExponent(number[i+1:])
	}
	mantissa, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := whole + fraction
	exponent += len(whole)
	significant := strings.TrimLeft(digits, "0")
	exponent -= len(digits) - len(significant)
	significant = strings.TrimRight(significant, "0")
	if significant == "" {
		return decimal{}
	}
	return decimal{negative: negative, digits: significant, exponent: exponent}
}

func clampedExponent(text string) int {
	exponent, err := strconv.Atoi(text)
	if err == nil && exponent < farExponent && exponent > -farExponent {
		return exponent
	}
	if strings.HasPrefix(text, "-") {
		return -farExponent
	}
	return farExponent
}

func (d decimal) isInteger() bool { return d.digits == "" || d.exponent >= len(d.digits) }

// compare returns -1, 0 or 1.
func (d decimal) compare(other decimal) int {
	switch {
	case d.sign() != other.sign():
		if d.sign() < other.sign() {
			return -1
		}
		return 1
	case d.sign() == 0:
		return 0
	case d.exponent != other.exponent:
		if d.exponent < other.exponent {
			return -d.sign()
		}
		return d.sign()
	default:
		return strings.Compare(d.digits, other.digits) * d.sign()
	}
}

func (d decimal) sign() int {
	switch {
	case d.digits == "":
		return 0
	case d.negative:
		return -1
	default:
		return 1
	}
}

// longestInteger is the maximum number of digits that integer writes.
const longestInteger = 400

// integer returns the number without fraction and exponent. It fails for fractions, and for
// numbers that exceed all Go integers.
func (d decimal) integer() (string, bool) {
	if !d.isInteger() || d.exponent > longestInteger {
		return "", false
	}
	if d.digits == "" {
		return "0", true
	}
	text := d.digits + strings.Repeat("0", d.exponent-len(d.digits))
	if d.negative {
		text = "-" + text
	}
	return text, true
}

// limit is a limit of a range of numbers.
type limit struct {
	text      string
	value     decimal
	exclusive bool

	whole   int64 // the value, for comparisons with brackets
	isWhole bool
}

func newLimit(number string) *limit {
	l := &limit{text: number, value: newDecimal(number)}
	l.whole, l.isWhole = l.value.bounded()
	return l
}

// below reports whether a number is below a range with this minimum.
func (l *limit) below(d decimal) bool {
	c := d.compare(l.value)
	return c < 0 || (c == 0 && l.exclusive)
}

// above reports whether a number is above a range with this maximum.
func (l *limit) above(d decimal) bool {
	c := d.compare(l.value)
	return c > 0 || (c == 0 && l.exclusive)
}

// holds is the range of numbers that a Go type can represent.
type holds struct {
	name         string
	lowest, most *limit // of integers
	bits         int    // of floats
}

var (
	lowestInt64   = newLimit(strconv.FormatInt(math.MinInt64, 10))
	highestInt64  = newLimit(strconv.FormatInt(math.MaxInt64, 10))
	highestUint64 = newLimit(strconv.FormatUint(math.MaxUint64, 10))
	zero          = newLimit("0")
)

// holdsOf returns the range of a kind of number.
func holdsOf(t reflect.Type) *holds {
	h := &holds{name: t.Kind().String()}
	switch t.Kind() {
	case reflect.Float32, reflect.Float64:
		h.bits = t.Bits()
	case reflect.Int8, reflect.Int16, reflect.Int32:
		end := int64(1) << (t.Bits() - 1)
		h.lowest, h.most = newLimit(strconv.FormatInt(-end, 10)), newLimit(strconv.FormatInt(end-1, 10))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		h.lowest, h.most = zero, newLimit(strconv.FormatUint(1<<t.Bits()-1, 10))
	case reflect.Uint, reflect.Uint64, reflect.Uintptr:
		h.lowest, h.most = zero, highestUint64
	default:
		h.lowest, h.most = lowestInt64, highestInt64
	}
	return h
}

// misfit returns why the Go type can't represent the number, or "".
func (h *holds) misfit(number string) string {
	if h == nil {
		return ""
	}
	if h.bits > 0 {
		if _, err := strconv.ParseFloat(number, h.bits); errors.Is(err, strconv.ErrRange) {
			return "is too large for a " + h.name
		}
		return ""
	}
	d := newDecimal(number)
	if h.lowest.below(d) || h.most.above(d) {
		return "must be between " + h.lowest.text + " and " + h.most.text
	}
	return ""
}
