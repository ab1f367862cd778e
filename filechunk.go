package oriel

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
)

// fileChunk is the size of a chunk of a file in bytes: 192 KiB, which is 256 KiB in
// base64. That is below every limit on the way: 1 MiB, the default of many proxies, the
// 4 MiB of [Options.MaxRequestBytes], and the 1 MiB of an entry in a store. It is a
// multiple of three, so that only the last chunk has padding.
const fileChunk = 192 << 10

// fileRequest is one step of a transfer. Without FileID it begins an upload; with FileID
// and Data it continues one; with FileID alone it reads a chunk.
type fileRequest struct {
	FileID   string  `json:"fileId,omitempty" doc:"The file; none to begin an upload"`
	Name     string  `json:"name,omitempty" doc:"The name of a new file"`
	MIMEType string  `json:"mimeType,omitempty" doc:"The type of a new file"`
	Size     int64   `json:"size,omitempty" doc:"The bytes of a new file" min:"0"`
	Offset   int64   `json:"offset,omitempty" doc:"Where the chunk begins: a multiple of 196608" min:"0"`
	Data     *string `json:"data,omitempty" doc:"The chunk in base64: 196608 bytes, the last one what remains"`
}

// fileAnswer is the result of a step.
type fileAnswer struct {
	FileID   string `json:"fileId"`
	Name     string `json:"name"`
	MIMEType string `json:"mimeType"`
	// Size is the size of the whole file.
	Size int64 `json:"size"`
	// Data is the requested chunk, in base64.
	Data string `json:"data,omitempty"`
}

// exchange is the handler of FilesTool.
func (s *FileStore) exchange(ctx context.Context, in fileRequest) (Result[fileAnswer], error) {
	if in.FileID == "" {
		return s.begin(ctx, &in)
	}
	place, err := s.place(ctx, in.FileID)
	if err != nil {
		return Result[fileAnswer]{}, err
	}
	about, err := place.about(ctx)
	if err != nil {
		return Result[fileAnswer]{}, err
	}
	if in.Offset%fileChunk != 0 || in.Offset > about.Size {
		return Result[fileAnswer]{}, outOfOrder(in.Offset, about)
	}
	if in.Data == nil {
		return place.give(ctx, about, in.Offset)
	}
	return place.take(ctx, about, &in)
}

// begin starts an upload with its first chunk.
func (s *FileStore) begin(ctx context.Context, in *fileRequest) (Result[fileAnswer], error) {
	if in.Size > s.options.MaxBytes {
		return Result[fileAnswer]{}, s.tooLarge(in.Size)
	}
	if in.Offset != 0 {
		return Result[fileAnswer]{}, outOfOrder(in.Offset, &fileAbout{Size: in.Size})
	}
	chunk, err := decodeChunk(in.Data, in.Size)
	if err != nil {
		return Result[fileAnswer]{}, err
	}
	place, about, err := s.reserve(ctx, in.Name, in.MIMEType)
	if err != nil {
		return Result[fileAnswer]{}, err
	}
	about.Size, about.Received = in.Size, int64(len(chunk))
	if len(chunk) > 0 {
		err = place.putPart(ctx, about, 0, chunk)
	}
	if err == nil {
		err = place.putAbout(ctx, about)
	}
	if err != nil {
		// A cancelled client must not keep an upload counted that didn't begin.
		return Result[fileAnswer]{}, errors.Join(err, place.remove(context.WithoutCancel(ctx), about.Received))
	}
	return place.answer(about, about.Received, ""), nil
}

// take stores one more chunk. A chunk that was stored before is accepted again if it is
// the same: the client may not have received the response.
func (p *filePlace) take(ctx context.Context, about *fileAbout, in *fileRequest) (Result[fileAnswer], error) {
	if in.Offset > about.Received {
		return Result[fileAnswer]{}, outOfOrder(in.Offset, about)
	}
	chunk, err := decodeChunk(in.Data, about.Size-in.Offset)
	if err != nil {
		return Result[fileAnswer]{}, err
	}
	end := in.Offset + int64(len(chunk))
	if len(chunk) > 0 {
		if err := p.putPart(ctx, about, in.Offset, chunk); err != nil {
			return Result[fileAnswer]{}, err
		}
	}
	if end > about.Received {
		if err := p.received(ctx, about, end); err != nil {
			return Result[fileAnswer]{}, err
		}
	}
	return p.answer(about, end, ""), nil
}

// give returns a chunk of a complete file.
func (p *filePlace) give(ctx context.Context, about *fileAbout, offset int64) (Result[fileAnswer], error) {
	if about.Received < about.Size {
		return Result[fileAnswer]{}, fileIncomplete(about)
	}
	if offset == about.Size {
		return p.answer(about, offset, ""), nil
	}
	chunk, err := p.part(ctx, offset)
	if err != nil {
		return Result[fileAnswer]{}, err
	}
	return p.answer(about, offset+int64(len(chunk)), base64.StdEncoding.EncodeToString(chunk)), nil
}

func (p *filePlace) answer(about *fileAbout, done int64, data string) Result[fileAnswer] {
	return Result[fileAnswer]{
		Data: fileAnswer{FileID: p.id, Name: about.Name, MIMEType: about.MIMEType, Size: about.Size, Data: data},
		Text: fmt.Sprintf("%s: %d of %d bytes.", about.Name, done, about.Size),
	}
}

// decodeChunk decodes a chunk of a file that still misses that many bytes.
func decodeChunk(data *string, remaining int64) ([]byte, error) {
	want := int(min(remaining, fileChunk))
	text := ""
	if data != nil {
		text = *data
	}
	// base64's decoder would skip line breaks.
	if len(text) == base64.StdEncoding.EncodedLen(want) && !strings.ContainsAny(text, "\r\n") {
		if chunk, err := base64.StdEncoding.Strict().DecodeString(text); err == nil && len(chunk) == want {
			return chunk, nil
		}
	}
	return nil, &Error{
		Code:    "chunk_invalid",
		Message: fmt.Sprintf("The chunk is not base64 of %d bytes.", want),
		Fix:     fmt.Sprintf("Send %d bytes in each chunk but the last, in base64 with padding.", fileChunk),
	}
}

func outOfOrder(offset int64, about *fileAbout) *Error {
	return &Error{
		Code: "chunk_out_of_order",
		Message: fmt.Sprintf("Byte %d of this file can't be the begin of a chunk: the file has %d bytes, of which %d are uploaded.",
			offset, about.Size, about.Received),
		Fix: fmt.Sprintf("Begin at a multiple of %d, and send one chunk after the other.", fileChunk),
	}
}

func fileIncomplete(about *fileAbout) *Error {
	return &Error{
		Code:    "file_incomplete",
		Message: fmt.Sprintf("Only %d of the file's %d bytes have been uploaded.", about.Received, about.Size),
		Fix:     "Wait until the upload has ended.",
	}
}

func (s *FileStore) tooLarge(size int64) *Error {
	return &Error{
		Code:    "file_too_large",
		Message: fmt.Sprintf("The file has %[2]d bytes or more, and the limit is %[1]d.", s.options.MaxBytes, size),
		Fix:     "Use a smaller one.",
	}
}
