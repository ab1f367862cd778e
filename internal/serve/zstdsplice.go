package serve

import (
	"bytes"
	"encoding/binary"

	"github.com/klauspost/compress/zstd"
)

// zstdMiddle is a piece in the middle of a zstd frame (RFC 8878). It is one frame,
// because many clients read no second one. What stands before and after the piece
// is in raw blocks of its own, which cost three bytes each.
//
// The piece's blocks come out of another frame, in which they were the first. They
// mean the same after raw blocks, because those change nothing of what a compressed
// block depends on: not the tables of earlier blocks, nor the three offsets to
// repeat, which are 1, 4 and 8 until the first compressed block (section 3.1.1.5).
// An offset counts back from where it stands, and none reaches before the piece,
// since the encoder saw nothing there.
type zstdMiddle struct {
	blocks []byte // none of them the last
	size   int    // of the piece as it is
}

const (
	// lastingZstdLevel gives views of 400 KB 28 % of their size in 6 ms. The next
	// level gives 27 %, but for four times as long and with 38 MB of memory.
	lastingZstdLevel = zstd.SpeedBetterCompression

	// lastingZstdWindow is more than a view mostly has, and less than the 8 MB that
	// every client takes (RFC 9659).
	lastingZstdWindow = 1 << lastingZstdWindowLog

	lastingZstdWindowLog = 20
	smallestWindowLog    = 10 // RFC 8878, section 3.1.1.1.2
)

// zstdFrame begins a frame: the magic number; a descriptor that announces a window
// and the content's size in eight bytes, no checksum and no dictionary; and the
// window (RFC 8878, section 3.1.1).
var zstdFrame = []byte{0x28, 0xb5, 0x2f, 0xfd, 3 << 6, (lastingZstdWindowLog - smallestWindowLog) << 3}

// A block begins with three bytes: in the lowest bit whether it is the last, then
// its type in two bits, and its size (RFC 8878, section 3.1.1.2).
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

// zstandard compresses a piece. It returns nil where that makes it no shorter.
func zstandard(piece []byte) packed {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(lastingZstdLevel), zstd.WithWindowSize(lastingZstdWindow), zstd.WithSingleSegment(false),
		zstd.WithEncoderCRC(false), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil
	}
	blocks, last, ok := blocksOf(w.EncodeAll(piece, nil))
	if !ok || len(blocks) >= len(piece) {
		return nil
	}
	blocks = bytes.Clone(blocks) // they stay, so without room to grow
	blocks[last] &^= lastBlock
	return &zstdMiddle{blocks: blocks, size: len(piece)}
}

func (m *zstdMiddle) between(before, after []byte) spliced {
	const frame = 64 // room for the header and the headers of blocks
	out := make([]byte, 0, len(before)+len(after)+frame)
	out = append(out, zstdFrame...)
	size := len(before) + m.size + len(after)
	out = binary.LittleEndian.AppendUint64(out, uint64(size)) //nolint:gosec // lengths are not negative
	out = appendRaw(out, before, false)
	head := len(out)
	out = appendRaw(out, after, true)
	return splice("zstd", out[:head:head], m.blocks, out[head:])
}

// appendRaw writes data as it is, in raw blocks.
func appendRaw(out, data []byte, last bool) []byte {
	for len(data) > largestBlock {
		out = appendRawBlock(out, data[:largestBlock], 0)
		data = data[largestBlock:]
	}
	switch {
	case last:
		return appendRawBlock(out, data, lastBlock)
	case len(data) > 0:
		return appendRawBlock(out, data, 0)
	default:
		return out
	}
}

func appendRawBlock(out, data []byte, last uint32) []byte {
	header := uint32(len(data))<<blockSizeShift | rawBlock<<blockTypeShift | last //nolint:gosec // see appendRaw
	out = binary.LittleEndian.AppendUint32(out, header)[:len(out)+blockHeaderSize]
	return append(out, data...)
}

// blocksOf returns the blocks of a frame, and where in them the last one begins. It
// takes only what can stand in our frame: the window is no larger, and there is no
// dictionary, nor anything else that the encoder was not told to write.
func blocksOf(frame []byte) (blocks []byte, last int, ok bool) {
	var header zstd.Header
	if header.Decode(frame) != nil || header.Skippable || header.SingleSegment || header.HasCheckSum ||
		header.DictionaryID != 0 || header.WindowSize > lastingZstdWindow {
		return nil, 0, false
	}
	blocks = frame[header.HeaderSize:]
	for at := 0; len(blocks)-at >= blockHeaderSize; {
		const thirdByte = 16
		block := int(binary.LittleEndian.Uint16(blocks[at:])) | int(blocks[at+2])<<thirdByte
		kind, size := block>>blockTypeShift&reservedBlock, block>>blockSizeShift
		if kind == reservedBlock || size > largestBlock {
			return nil, 0, false
		}
		if kind == repeatedByte {
			size = 1
		}
		next := at + blockHeaderSize + size
		if block&lastBlock != 0 {
			return blocks, at, next == len(blocks)
		}
		at = next
	}
	return nil, 0, false
}
