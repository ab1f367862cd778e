package precompressed

import "hash/crc32"

// A CRC-32 is the remainder of a division of polynomials whose coefficients are
// bits. So the CRC of two concatenated texts follows from the CRC of each: multiply
// the first by xⁿ, where n is the length of the second text in bits, and add the
// second. That takes the same time for texts of any length. Polynomials are written
// as in [crc32.IEEE]: the highest bit is x⁰.

const (
	crcOne  = 1 << 31
	crcByte = crcOne >> 8 // x to the number of bits in a byte
)

// crcAfter returns the CRC of two concatenated texts, from the CRC of each and the
// [crcPower] of the second one's length.
func crcAfter(first, second, power uint32) uint32 { return crcMultiply(first, power) ^ second }

// crcPower returns xⁿ, where n is the number of bits in so many bytes.
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

// crcMultiply multiplies two polynomials modulo the polynomial of the CRC.
func crcMultiply(a, b uint32) (product uint32) {
	for ; a != 0; a <<= 1 {
		if a&crcOne != 0 {
			product ^= b
		}
		b = b>>1 ^ crc32.IEEE&-(b&1) // b times x
	}
	return product
}
