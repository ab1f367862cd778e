package oriel

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/orielapps/oriel/state"
)

// filePlace is the location of a file in a store: metadata under one key, each chunk
// under another. All keys begin with the owner, so nobody else's request can reach them.
type filePlace struct {
	files *FileStore
	id    string
	owner string // the prefix of all keys of the owner
}

// fileAbout is the metadata of a file.
type fileAbout struct {
	Name     string    `json:"name"`
	MIMEType string    `json:"type"`
	Size     int64     `json:"size"`
	Received int64     `json:"received"`
	Expires  time.Time `json:"expires"`
}

// fileRecord is a file in the list of its owner.
type fileRecord struct {
	ID      string    `json:"id"`
	Expires time.Time `json:"expires"`
}

// fileID matches the ids that reserve makes.
var fileID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^oriel-[A-Z2-7]{26,40}$`) })

// owned returns the location of a file of the context's user. The key contains the user
// only as a hash, because keys may be logged.
func (s *FileStore) owned(ctx context.Context, id string) *filePlace {
	whose := sha256.Sum256([]byte(s.app.name + "\x00" + RequestFrom(ctx).User.ID))
	return &filePlace{files: s, id: id, owner: "oriel/files/" + base64.RawURLEncoding.EncodeToString(whose[:])}
}

// place returns the location of a file, or an error if the id can't be one.
func (s *FileStore) place(ctx context.Context, id string) (*filePlace, error) {
	if !fileID().MatchString(id) {
		return nil, fileUnknown()
	}
	return s.owned(ctx, id), nil
}

// reserve makes an id for a new file, and adds it to the owner's list.
func (s *FileStore) reserve(ctx context.Context, name, mimeType string) (*filePlace, *fileAbout, error) {
	// By this prefix the view distinguishes it from the host's own file ids.
	p := s.owned(ctx, "oriel-"+rand.Text())
	now := time.Now().Round(0)
	about := &fileAbout{Name: cleanFileName(name), MIMEType: cleanMIMEType(mimeType), Expires: now.Add(s.options.TTL)}
	err := p.recount(ctx, func(files []fileRecord) ([]fileRecord, error) {
		files = slices.DeleteFunc(files, func(r fileRecord) bool { return !now.Before(r.Expires) })
		if len(files) >= s.options.MaxFiles {
			return nil, &Error{
				Code:    "files_too_many",
				Message: fmt.Sprintf("You already have the maximum of %d files.", s.options.MaxFiles),
				Fix:     "Wait until the oldest has expired, at " + files[0].Expires.UTC().Format(time.TimeOnly) + " UTC.",
			}
		}
		return append(files, fileRecord{p.id, about.Expires}), nil
	})
	return p, about, err
}

// recount changes the owner's list of files.
func (p *filePlace) recount(ctx context.Context, change func([]fileRecord) ([]fileRecord, error)) error {
	_, err := state.Update(ctx, p.files.options.Store, p.owner, p.files.options.TTL, func(old []byte) ([]byte, error) {
		var files []fileRecord
		if old != nil {
			if err := json.Unmarshal(old, &files); err != nil {
				return nil, fmt.Errorf("the list of a user's files: %w", err)
			}
		}
		files, err := change(files)
		if err != nil || len(files) == 0 {
			return nil, err
		}
		return json.Marshal(files)
	})
	return storeError(err)
}

func (p *filePlace) key() string { return p.owner + "/" + p.id }

func (p *filePlace) partKey(offset int64) string {
	return p.key() + "/" + strconv.FormatInt(offset/fileChunk, 10)
}

// about reads the file's metadata.
func (p *filePlace) about(ctx context.Context) (*fileAbout, error) {
	entry, err := p.files.options.Store.Get(ctx, p.key())
	if err != nil {
		return nil, storeError(err)
	}
	return parseAbout(entry.Value)
}

func parseAbout(raw []byte) (*fileAbout, error) {
	var about fileAbout
	if err := json.Unmarshal(raw, &about); err != nil {
		return nil, fmt.Errorf("the metadata of a file: %w", err)
	}
	if about.remaining() <= 0 {
		return nil, fileUnknown()
	}
	return &about, nil
}

// remaining is the time until the file expires.
func (a *fileAbout) remaining() time.Duration { return time.Until(a.Expires) }

func (p *filePlace) putAbout(ctx context.Context, about *fileAbout) error {
	raw, err := json.Marshal(about)
	if err != nil {
		return fmt.Errorf("the metadata of a file: %w", err)
	}
	return p.put(ctx, p.key(), raw, state.AnyRevision, about)
}

// received records how many bytes are stored, unless more are recorded already.
func (p *filePlace) received(ctx context.Context, about *fileAbout, end int64) error {
	_, err := state.Update(ctx, p.files.options.Store, p.key(), max(about.remaining(), 1), func(old []byte) ([]byte, error) {
		if old == nil {
			return nil, fileUnknown()
		}
		now, err := parseAbout(old)
		if err != nil {
			return nil, err
		}
		now.Received = max(now.Received, end)
		return json.Marshal(now)
	})
	return storeError(err)
}

// putPart stores a chunk. If it exists already, it must be the same.
func (p *filePlace) putPart(ctx context.Context, about *fileAbout, offset int64, chunk []byte) error {
	err := p.put(ctx, p.partKey(offset), chunk, state.NoRevision, about)
	if !errors.Is(err, state.ErrConflict) {
		return err
	}
	there, err := p.part(ctx, offset)
	if err != nil {
		return err
	}
	if !bytes.Equal(there, chunk) {
		return &Error{
			Code:    "chunk_conflict",
			Message: fmt.Sprintf("The chunk at byte %d is already uploaded, with different content.", offset),
			Fix:     "Upload the file again from its beginning.",
		}
	}
	return nil
}

func (p *filePlace) put(ctx context.Context, key string, value []byte, expected state.Revision, about *fileAbout) error {
	_, err := p.files.options.Store.Put(ctx, key, value, expected, max(about.remaining(), 1))
	return storeError(err)
}

// part reads a chunk.
func (p *filePlace) part(ctx context.Context, offset int64) ([]byte, error) {
	entry, err := p.files.options.Store.Get(ctx, p.partKey(offset))
	if err != nil {
		return nil, storeError(err)
	}
	return entry.Value, nil
}

// remove deletes a file of up to size bytes, and removes it from the owner's list.
func (p *filePlace) remove(ctx context.Context, size int64) error {
	store := p.files.options.Store
	err := store.Delete(ctx, p.key(), state.AnyRevision)
	for offset := int64(0); offset < size; offset += fileChunk {
		err = errors.Join(err, store.Delete(ctx, p.partKey(offset), state.AnyRevision))
	}
	return errors.Join(storeError(err), p.recount(ctx, func(files []fileRecord) ([]fileRecord, error) {
		return slices.DeleteFunc(files, func(r fileRecord) bool { return r.ID == p.id }), nil
	}))
}

// storeError converts an error of the store.
func storeError(err error) error {
	switch {
	case err == nil || publicOf(err) != nil:
		return err
	case errors.Is(err, state.ErrNotFound):
		return fileUnknown()
	case errors.Is(err, state.ErrFull):
		return &Error{Code: "files_full", Message: "There is no room for more files.", Fix: "Try again later."}
	default:
		return fmt.Errorf("the store of files: %w", err)
	}
}

func fileUnknown() *Error {
	return &Error{
		Code:    "file_unknown",
		Message: "There is no such file.",
		Fix:     "It may have expired, or belong to somebody else. Upload it again.",
	}
}

// fileContent reads a file's chunks from the store, and caches the last one.
type fileContent struct {
	ctx   context.Context //nolint:containedctx // a file can be read as long as the request that opened it runs
	place *filePlace
	about *fileAbout

	mu    sync.Mutex
	kept  int64 // the offset of the cached chunk; -1 without one
	chunk []byte
}

// ReadAt implements [io.ReaderAt].
func (c *fileContent) ReadAt(p []byte, at int64) (n int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for n < len(p) && at < c.about.Size {
		within := at % fileChunk
		if err := c.load(at - within); err != nil {
			return n, err
		}
		copied := copy(p[n:], c.chunk[within:])
		n += copied
		at += int64(copied)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (c *fileContent) load(offset int64) error {
	if c.kept == offset {
		return nil
	}
	chunk, err := c.place.part(c.ctx, offset)
	if err != nil {
		return err
	}
	if int64(len(chunk)) != min(fileChunk, c.about.Size-offset) {
		return fmt.Errorf("the chunk at byte %d of a file has %d bytes", offset, len(chunk))
	}
	c.kept, c.chunk = offset, chunk
	return nil
}
