package precompressed

import (
	"bytes"
	"encoding/binary"

	"github.com/klauspost/compress/zstd"
)

// zstdEnding is a suffix at the end of a zstd frame (RFC 8878). A body is a single
// frame, because many clients read no second one. What comes before the suffix is in
// raw blocks of its own, which cost three bytes each.
//
// The suffix's blocks come from another frame, in which they were the first. They mean
// the same after raw blocks, because raw blocks change nothing that a compressed block
// depends on: neither the tables of earlier blocks nor the three repeated offsets,
// which are 1, 4 and 8 until the first compressed block (section 3.1.1.5). Offsets are
// relative to the current position, and none reaches before the suffix, since the
// encoder saw nothing there.
type zstdEnding struct {
	blocks []byte // up to the last one
	size   int    // of the uncompressed suffix
}

const (
	// zstdLevel gives views of 400 KB 28 % of their size in 6 ms. The next level gives
	// 27 %, but takes four times as long and 38 MB of memory.
	zstdLevel = zstd.SpeedBetterCompression

	// zstdWindow is larger than most views, and smaller than the 8 MB that every client
	// accepts (RFC 9659).
	zstdWindow = 1 << zstdWindowLog

	zstdWindowLog = 20
	minWindowLog  = 10 // RFC 8878, section 3.1.1.1.2
)

// zstdFrame begins a frame: the magic number; a descriptor that announces a window
// and the content's size in eight bytes, no checksum and no dictionary; and the
// window (RFC 8878, section 3.1.1).
var zstdFrame = []byte{0x28, 0xb5, 0x2f, 0xfd, 3 << 6, (zstdWindowLog - minWindowLog) << 3}

// A block begins with three bytes: whether it is the last (one bit), its type (two
// bits), and its size (RFC 8878, section 3.1.1.2).
const (
	blockHeaderSize = 3
	lastBlock       = 1
	blockTypeShift  = 1
	blockSizeShift  = 3
	largestBlock    = 128 << 10

	rawBlock      = 0
	repeatedByte  = 1 // a block of one byte, repeated
	reservedBlock = 3
)

// newZstdEnding compresses a suffix. It returns nil if that makes it no shorter.
func newZstdEnding(suffix []byte) ending {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstdLevel), zstd.WithWindowSize(zstdWindow), zstd.WithSingleSegment(false),
		zstd.WithEncoderCRC(false), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil
	}
	blocks, ok := blocksOf(w.EncodeAll(suffix, nil))
	if !ok || len(blocks) >= len(suffix) {
		return nil
	}
	return &zstdEnding{blocks: bytes.Clone(blocks), size: len(suffix)} // they are kept, so without spare capacity
}

func (e *zstdEnding) after(before []byte) Body {
	const frame = 64 // room for the header and the headers of blocks
	out := make([]byte, 0, len(before)+frame)
	out = append(out, zstdFrame...)
	out = binary.LittleEndian.AppendUint64(out, uint64(len(before)+e.size)) //nolint:gosec // lengths are not negative
	return newBody("zstd", appendRaw(out, before), e.blocks, nil)
}

// appendRaw appends uncompressed data, in raw blocks, none of which is the last.
func appendRaw(out, data []byte) []byte {
	for len(data) > largestBlock {
		out = appendRawBlock(out, data[:largestBlock])
		data = data[largestBlock:]
	}
	if len(data) == 0 {
		return out
	}
	return appendRawBlock(out, data)
}

func appendRawBlock(out, data []byte) []byte {
	header := uint32(len(data))<<blockSizeShift | rawBlock<<blockTypeShift //nolint:gosec // see appendRaw
	out = binary.LittleEndian.AppendUint32(out, header)[:len(out)+blockHeaderSize]
	return append(out, data...)
}

// blocksOf returns the blocks of a frame. ok is false if they could not be part of a
// frame with the header zstdFrame: because of a larger window, a dictionary, or
// anything else that the encoder was told not to write.
func blocksOf(frame []byte) (blocks []byte, ok bool) {
	var header zstd.Header
	if header.Decode(frame) != nil || header.Skippable || header.SingleSegment || header.HasCheckSum ||
		header.DictionaryID != 0 || header.WindowSize > zstdWindow {
		return nil, false
	}
	blocks = frame[header.HeaderSize:]
	for at := 0; len(blocks)-at >= blockHeaderSize; {
		const thirdByte = 16
		block := int(binary.LittleEndian.Uint16(blocks[at:])) | int(blocks[at+2])<<thirdByte
		kind, size := block>>blockTypeShift&reservedBlock, block>>blockSizeShift
		if kind == reservedBlock || size > largestBlock {
			return nil, false
		}
		if kind == repeatedByte {
			size = 1
		}
		next := at + blockHeaderSize + size
		if block&lastBlock != 0 {
			return blocks, next == len(blocks)
		}
		at = next
	}
	return nil, false
}
