package precompressed

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// FuzzText compares what the encodings decode to with each other, and the text with
// what encoding/json makes of it.
func FuzzText(f *testing.F) {
	for _, text := range []string{"", "a", "<p>\u2028 &amp; \xff</p>", `"\`, "0123456789abcdef"} {
		f.Add([]byte(`{"id":1,"text":`), text, uint16(1))
		f.Add([]byte{}, text, uint16(3000))
	}
	f.Add(make([]byte, 1<<16), "one block and a half ", uint16(1<<13))
	f.Fuzz(func(t *testing.T, before []byte, text string, times uint16) {
		const longest = 1 << 18 // two blocks of zstd, and more of gzip
		prepared := NewText(strings.Repeat(text, min(int(times), longest/(len(text)+1))), "")
		suffix := prepared.Suffix()
		literal := suffix.After(nil, "").Parts[1]
		var read, want string
		quick, err := json.Marshal(prepared.String())
		if err != nil || json.Unmarshal(quick, &want) != nil || json.Unmarshal(literal, &read) != nil || read != want {
			t.Fatalf("%.100q is read as %.100q, want %.100q", literal, read, want)
		}
		for _, encoding := range encodings {
			body := suffix.After(before, encoding)
			if got, want := unpacked(t, body), slices.Concat(before, literal); !bytes.Equal(got, want) {
				t.Errorf("%q: %.100q, want %.100q", encoding, got, want)
			}
		}
		if len(literal) < MinSize {
			compareShort(t, before, literal)
		}
	})
}

// compareShort compares the same with suffixes that are too short to be compressed for
// an answer.
func compareShort(t *testing.T, before, suffix []byte) {
	t.Helper()
	for _, p := range []ending{newGzipEnding(suffix), newZstdEnding(suffix)} {
		if p == nil {
			continue // it would be longer
		}
		if got, want := unpacked(t, p.after(before)), slices.Concat(before, suffix); !bytes.Equal(got, want) {
			t.Errorf("%.100q, want %.100q", got, want)
		}
	}
}

// FuzzCRC compares combined CRCs with those of the concatenated texts.
func FuzzCRC(f *testing.F) {
	f.Add([]byte{}, []byte{}, uint16(0))
	f.Add([]byte("a"), []byte{0}, uint16(1))
	f.Add([]byte("before"), []byte("after"), uint16(1<<16-1))
	f.Fuzz(func(t *testing.T, first, second []byte, times uint16) {
		const longest = 1 << 20
		second = bytes.Repeat(second, min(int(times), longest/(len(second)+1)))
		want := crc32.ChecksumIEEE(slices.Concat(first, second))
		if got := crcAfter(crc32.ChecksumIEEE(first), crc32.ChecksumIEEE(second), crcPower(len(second))); got != want {
			t.Errorf("%d and %d bytes: %#x, want %#x", len(first), len(second), got, want)
		}
	})
}

// Frames whose blocks can't be part of our frames are refused, and so are broken ones.
func TestBlocksOfFrames(t *testing.T) {
	t.Parallel()
	text := bytes.Repeat([]byte(script(t)), 20) // more than the window
	frame := func(text []byte, options ...zstd.EOption) []byte {
		w, err := zstd.NewWriter(nil, append([]zstd.EOption{
			zstd.WithEncoderConcurrency(1), zstd.WithSingleSegment(false), zstd.WithEncoderCRC(false), zstd.WithWindowSize(zstdWindow),
		}, options...)...)
		if err != nil {
			t.Fatal(err)
		}
		return w.EncodeAll(text, nil)
	}
	ours := frame(text)
	changed := func(at int, to byte) []byte {
		other := bytes.Clone(ours)
		other[at] = to
		return other
	}
	blocks, ok := blocksOf(ours)
	if !ok {
		t.Fatalf("our own frame of %d bytes is refused", len(ours))
	}
	first := len(ours) - len(blocks)
	end := first // of the blocks before the last
	for ours[end]&lastBlock == 0 {
		end += blockHeaderSize + int(binary.LittleEndian.Uint32(ours[end:])&0xffffff>>blockSizeShift)
	}
	if end == first {
		t.Fatal("our own frame has one block only")
	}
	if _, ok := blocksOf(frame(text[:300])); !ok {
		t.Error("a short frame is refused")
	}
	zeros := frame(make([]byte, 1000)) // a block of one byte, repeated
	if _, ok := blocksOf(zeros); !ok {
		t.Errorf("zeros are refused: %x", zeros)
	}
	for name, frame := range map[string][]byte{
		"nothing":              nil,
		"no magic number":      changed(0, 0),
		"a checksum":           frame(text, zstd.WithEncoderCRC(true)),
		"one segment":          frame(text[:2000], zstd.WithSingleSegment(true)),
		"a larger window":      frame(text, zstd.WithWindowSize(zstdWindow<<1)),
		"a dictionary":         frame(text[:2000], zstd.WithEncoderDictRaw(7, text[:1000])),
		"a frame to skip":      {0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0},
		"two frames":           append(bytes.Clone(ours), ours...),
		"no last block":        changed(end, ours[end]&^lastBlock),
		"a last block before":  changed(first, ours[first]|lastBlock),
		"an unknown block":     changed(first, ours[first]|reservedBlock<<blockTypeShift),
		"a block too large":    changed(first+2, 0xff),
		"a byte less":          ours[:len(ours)-1],
		"only a header":        ours[:first],
		"half a block header":  ours[:first+2],
		"half a frame header":  ours[:first-1],
		"half the last header": ours[:end+2],
	} {
		if _, ok := blocksOf(frame); ok {
			t.Errorf("%s is taken", name)
		}
	}
}
