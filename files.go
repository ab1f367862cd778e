package oriel

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/orielapps/oriel/state"
	"github.com/orielapps/oriel/ui"
)

// FilesTool is the name of the tool that [AddFiles] declares. The view runtime calls it
// by this name.
const FilesTool = "oriel_files"

const (
	defaultFileBytes = 20 << 20
	defaultFileCount = 100
	defaultFileTTL   = time.Hour
	// maxFileCount is the maximum number of files that one entry of a store can list.
	maxFileCount = 10_000
)

// FileOptions configure [AddFiles]. The zero value works.
type FileOptions struct {
	// MaxBytes is the maximum size of a file. Zero means 20 MiB.
	MaxBytes int64
	// MaxFiles is the maximum number of files per user, including unfinished uploads: at
	// most 10,000. All requests without a user share one limit, so an app without sign-in
	// may need more. Zero means 100.
	MaxFiles int
	// TTL is how long a file is kept after its upload begins, even if the upload doesn't
	// end. Zero means one hour.
	TTL time.Duration
	// Store keeps the files. Nil means [Options.Store]; if that is nil or a
	// [state.Memory], files are in a separate [state.Memory] with default limits: 64 MiB,
	// beyond which the oldest files are removed.
	Store state.Store
}

// FileStore has the files of an app: those that views upload, and those that handlers
// make for views with [FileStore.Save]. A file belongs to the user of the request that
// made it ([WithUser]); for other users it doesn't exist. Without users, anybody who
// knows the file's id, 128 random bits, can read it.
//
// It is safe for concurrent use. Handlers can return its errors as they are: an
// [*Error] if the request is at fault; any other error is masked.
type FileStore struct {
	app     *App
	options FileOptions
}

// StoredFile is an open file of a [FileStore]. It needs no Close.
type StoredFile struct {
	// SectionReader reads the content at any place, with the context that opened the
	// file. If the file has expired meanwhile, reading fails with the code "file_unknown".
	*io.SectionReader

	// ID identifies the file, in the app's tools and in the view.
	ID string
	// Name is the file's name as the uploader gave it, without folders and unsafe
	// characters, at most 255 bytes. Don't use it as a path to write to.
	Name string
	// MIMEType is the type as the uploader gave it; it is not checked against the
	// content. It is "application/octet-stream" if the uploader gave none.
	MIMEType string
	// Expires is when the file is removed.
	Expires time.Time
}

// AddFiles lets views exchange files with the app on hosts that have no files of their
// own. It declares the tool [FilesTool], which only views see. Through it, uploadFile,
// selectFiles, fileUrl and downloadFile of the runtime move a file in chunks of 192 KiB,
// each of which any replica can handle. A view passes the id from uploadFile to a tool
// of the app, whose handler opens the file:
//
//	files := oriel.AddFiles(app, oriel.FileOptions{MaxBytes: 5 << 20})
//	oriel.AddTool(app, oriel.Tool{Name: "count"}, func(ctx context.Context, in Count) (oriel.Result[Lines], error) {
//		file, err := files.Open(ctx, in.FileID)
//		…
//
// On ChatGPT, which has its own files, Open doesn't know their ids: there a tool gets
// its file as a [FileParam].
//
// A faulty declaration is collected in [App.Err].
func AddFiles(app *App, options FileOptions) *FileStore {
	s := &FileStore{app: app, options: options}
	if options.MaxBytes < 0 || options.MaxFiles < 0 || options.MaxFiles > maxFileCount || options.TTL < 0 {
		app.fault(&Error{
			Code:    "files_invalid",
			Message: fmt.Sprintf("The limits of files are invalid: %d bytes, %d files, %v.", options.MaxBytes, options.MaxFiles, options.TTL),
			Fix:     fmt.Sprintf("Use no negative limits, and a MaxFiles of at most %d.", maxFileCount),
		})
	}
	s.options.MaxBytes = cmp.Or(options.MaxBytes, defaultFileBytes)
	s.options.MaxFiles = cmp.Or(options.MaxFiles, defaultFileCount)
	s.options.TTL = cmp.Or(options.TTL, defaultFileTTL)
	if s.options.Store == nil {
		s.options.Store = app.options.Store
	}
	if _, inMemory := s.options.Store.(*state.Memory); options.Store == nil && (s.options.Store == nil || inMemory) {
		s.options.Store = state.NewMemory()
	}
	AddTool(app, Tool{
		Name: FilesTool, Title: "Files", Visibility: ui.AppOnly,
		Description: "Moves a file between a view and the app, one chunk per call.",
	}, s.exchange)
	return s
}

// Open opens a file of the context's user. It fails with an [*Error] with the code
// "file_unknown" if the user has no file with this id: it never existed, has expired or
// belongs to somebody else. The code is "file_incomplete" while the upload is running.
func (s *FileStore) Open(ctx context.Context, id string) (*StoredFile, error) {
	place, err := s.place(ctx, id)
	if err != nil {
		return nil, err
	}
	about, err := place.about(ctx)
	if err != nil {
		return nil, err
	}
	if about.Received < about.Size {
		return nil, fileIncomplete(about)
	}
	content := &fileContent{ctx: ctx, place: place, about: about, kept: -1}
	return &StoredFile{
		ID: id, Name: about.Name, MIMEType: about.MIMEType, Expires: about.Expires,
		SectionReader: io.NewSectionReader(content, 0, about.Size),
	}, nil
}

// Save stores a file for the views of the context's user and returns its id. Views show
// it with fileUrl and offer it with downloadFile. Folders are removed from name. It
// fails with an [*Error] with the code "file_too_large", "files_too_many" or
// "files_full", and with errors of content.
func (s *FileStore) Save(ctx context.Context, name, mimeType string, content io.Reader) (id string, err error) {
	place, about, err := s.reserve(ctx, name, mimeType)
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			// Clean up even if the request has ended.
			_ = place.remove(context.WithoutCancel(ctx), about.Size+1)
		}
	}()
	part := make([]byte, fileChunk)
	for {
		n, readErr := io.ReadFull(content, part)
		if about.Size+int64(n) > s.options.MaxBytes {
			return "", s.tooLarge(about.Size + int64(n))
		}
		if n > 0 {
			if err := place.putPart(ctx, about, about.Size, part[:n]); err != nil {
				return "", err
			}
		}
		about.Size += int64(n)
		if readErr == io.EOF || readErr == io.ErrUnexpectedEOF {
			break
		}
		if readErr != nil {
			return "", fmt.Errorf("saving a file: %w", readErr)
		}
	}
	about.Received = about.Size
	if err := place.putAbout(ctx, about); err != nil {
		return "", err
	}
	return place.id, nil
}

// Delete removes a file of the context's user before it expires. It does nothing if
// there is no file with this id.
func (s *FileStore) Delete(ctx context.Context, id string) error {
	place, err := s.place(ctx, id)
	if err != nil {
		return nil //nolint:nilerr // no such file can exist
	}
	about, err := place.about(ctx)
	if publicOf(err) != nil {
		return nil //nolint:nilerr // it doesn't exist
	}
	if err != nil {
		return err
	}
	return place.remove(ctx, about.Size)
}
