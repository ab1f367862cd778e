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

// compressed is a text, compressed as well as it can be.
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
		err = fmt.Errorf("there is no %q", coding)
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

// stored is a short text in a member (RFC 1952) or frame (RFC 8878) of its own,
// which another one may follow, without being compressed.
func stored(coding string, text []byte) []byte {
	if coding == "gzip" {
		out := []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1}
		out = binary.LittleEndian.AppendUint16(out, uint16(len(text)))  //nolint:gosec // it is short
		out = binary.LittleEndian.AppendUint16(out, ^uint16(len(text))) //nolint:gosec // likewise
		out = append(out, text...)
		out = binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(text))
		return binary.LittleEndian.AppendUint32(out, uint32(len(text))) //nolint:gosec // likewise
	}
	// One segment, whose size takes four bytes, of one raw block, which is the last.
	const descriptor, lastRaw, sizeShift, blockHeader = 0xa0, 1, 3, 3
	out := []byte{0x28, 0xb5, 0x2f, 0xfd, descriptor}
	out = binary.LittleEndian.AppendUint32(out, uint32(len(text)))                       //nolint:gosec // likewise
	block := binary.LittleEndian.AppendUint32(nil, uint32(len(text))<<sizeShift|lastRaw) //nolint:gosec // likewise
	return append(append(out, block[:blockHeader]...), text...)
}
