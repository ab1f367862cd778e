package floor

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// compressed returns a text, compressed at the highest level.
func compressed(coding, text string) ([]byte, error) {
	var out bytes.Buffer
	var w io.WriteCloser
	var err error
	switch coding {
	case "gzip":
		w, err = gzip.NewWriterLevel(&out, gzip.BestCompression)
	case "zstd":
		w, err = zstd.NewWriter(&out, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	default:
		err = fmt.Errorf("the encoding %q is not supported", coding)
	}
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("compressing an answer: %w", err)
	}
	return out.Bytes(), nil
}

// storedFrame returns a short, uncompressed text as a gzip member (RFC 1952) or zstd frame (RFC 8878). Others may
// follow it.
func storedFrame(coding string, text []byte) []byte {
	if coding == "gzip" {
		out := []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1}
		out = binary.LittleEndian.AppendUint16(out, uint16(len(text)))  //nolint:gosec // it is short
		out = binary.LittleEndian.AppendUint16(out, ^uint16(len(text))) //nolint:gosec // likewise
		out = append(out, text...)
		out = binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(text))
		return binary.LittleEndian.AppendUint32(out, uint32(len(text))) //nolint:gosec // likewise
	}
	// a single segment with a size of four bytes, which has one raw block
	const descriptor, lastRaw, sizeShift, blockHeader = 0xa0, 1, 3, 3
	out := []byte{0x28, 0xb5, 0x2f, 0xfd, descriptor}
	out = binary.LittleEndian.AppendUint32(out, uint32(len(text)))                       //nolint:gosec // likewise
	block := binary.LittleEndian.AppendUint32(nil, uint32(len(text))<<sizeShift|lastRaw) //nolint:gosec // likewise
	return append(append(out, block[:blockHeader]...), text...)
}
