package viewpage

import "encoding/binary"

// TallFont is a TrueType font with nothing but an empty glyph for the letter A,
// whose lines are four times as high as its size: text that gets it late grows.
func TallFont() []byte {
	const unitsPerEm, ascent = 1000, 4000
	head := words(1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 0, unitsPerEm, //nolint:mnd // as the format has it
		0, 0, 0, 0, 0, 0, 0, 0, 0, 0, unitsPerEm, unitsPerEm, 0, 8, 2, 0, 0) //nolint:mnd // as the format has it
	hhea := words(1, 0, ascent, 0, 0, unitsPerEm, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1)
	maxp := words(1, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)
	os2 := words(4, unitsPerEm, 400, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, //nolint:mnd // as the format has it
		0, 0, 0x40, 'A', 'A', ascent, 0, 0, ascent, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0) //nolint:mnd // as the format has it
	// Format 4: one segment for A, and the one that has to be last.
	cmap := words(0, 1, 3, 1, 0, 12, 4, 32, 0, 4, 4, 1, 0, 'A', 0xFFFF, 0, 'A', 0xFFFF, 0x10000-'A'+1, 1, 0, 0) //nolint:mnd // as the format has it
	tables := []struct {
		tag  string
		data []byte
	}{
		{"OS/2", os2},
		{"cmap", cmap},
		{"glyf", words(0, 0)},
		{"head", head},
		{"hhea", hhea},
		{"hmtx", words(unitsPerEm, 0, unitsPerEm, 0)},
		{"loca", words(0, 0, 0)},
		{"maxp", maxp},
		{"name", words(0, 0, 6)}, //nolint:mnd // as the format has it
		{"post", words(3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)}, //nolint:mnd // as the format has it
	}
	const headSize, recordSize = 12, 16
	font := words(1, 0, len(tables), 128, 3, 32) //nolint:mnd // as the format has it
	var body []byte
	for _, table := range tables {
		font = append(font, table.tag...)
		font = binary.BigEndian.AppendUint32(font, sum(table.data))
		font = binary.BigEndian.AppendUint32(font, uint32(headSize+recordSize*len(tables)+len(body))) //nolint:gosec // it is some hundred bytes long
		font = binary.BigEndian.AppendUint32(font, uint32(len(table.data)))                           //nolint:gosec // as above
		body = append(body, table.data...)
		for len(body)%4 != 0 {
			body = append(body, 0)
		}
	}
	return append(font, body...)
}

// words writes numbers of 16 bits, as most of a font is.
func words(values ...int) []byte {
	var out []byte
	for _, value := range values {
		out = binary.BigEndian.AppendUint16(out, uint16(value)) //nolint:gosec // that is what a word is
	}
	return out
}

// sum is the checksum of a table.
func sum(table []byte) uint32 {
	var total uint32
	padded := append(append([]byte{}, table...), 0, 0, 0)
	for i := 0; i+4 <= len(padded); i += 4 {
		total += binary.BigEndian.Uint32(padded[i:])
	}
	return total
}
