package serve

import "hash/crc32"

// A CRC-32 is the remainder of a division of polynomials whose coefficients are
// bits. So the CRC of two texts one after the other follows from those of each:
// the first is multiplied by xⁿ, where n is the number of the second's bits, and
// the second is added. That takes the same time whatever the texts' length.
// Polynomials stand as in [crc32.IEEE], the highest bit for x⁰.

const (
	crcOne  = 1 << 31
	crcByte = crcOne >> 8 // x to the number of bits in a byte
)

// crcAfter returns the CRC of two texts one after the other, from the CRC of each
// and the [crcPower] of the second's length.
func crcAfter(first, second, power uint32) uint32 { return crcMultiply(first, power) ^ second }

// crcPower returns x to the number of bits that so many bytes have.
func crcPower(bytes int) uint32 {
	power, square := uint32(crcOne), uint32(crcByte)
	for n := bytes; n > 0; n >>= 1 {
		if n&1 == 1 {
			power = crcMultiply(power, square)
		}
		square = crcMultiply(square, square)
	}
	return power
}

// crcMultiply multiplies two polynomials modulo that of the CRC.
func crcMultiply(a, b uint32) (product uint32) {
	for ; a != 0; a <<= 1 {
		if a&crcOne != 0 {
			product ^= b
		}
		b = b>>1 ^ crc32.IEEE&-(b&1) // b times x
	}
	return product
}
