package mcpclient

import (
	"bufio"
	"errors"
	"slices"
)

// readLine returns the next line without its end. A line of more than limit
// bytes is errTooLarge, and the rest of it is left unread. At the end of the
// input it returns what there is of a line together with the error.
func readLine(r *bufio.Reader, limit int) ([]byte, error) {
	// A long line is kept in parts and put together once: growing one slice
	// would cost several times its size.
	const firstPart, lastPart = 64 << 10, 4 * mebibyte
	var parts [][]byte
	var part []byte
	size := 0
	for {
		piece, err := r.ReadSlice('\n')
		if size += len(piece); size > limit {
			return nil, errTooLarge
		}
		if len(part)+len(piece) > cap(part) {
			if len(part) > 0 {
				parts = append(parts, part)
			}
			capacity := min(lastPart, max(firstPart, 2*cap(part)))
			if err == nil && len(parts) == 0 {
				capacity = 0 // the usual line is in one piece
			}
			part = make([]byte, 0, max(capacity, len(piece)))
		}
		part = append(part, piece...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		line := part
		if len(parts) > 0 {
			line = slices.Concat(append(parts, part)...)
		}
		return trimEnd(line), err
	}
}

func trimEnd(line []byte) []byte {
	for len(line) > 0 && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
		line = line[:len(line)-1]
	}
	return line
}
