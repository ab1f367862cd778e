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

// FilesTool is the name of the tool that [AddFiles] declares. The view runtime
// knows it by this name.
const FilesTool = "oriel_files"

const (
	defaultFileBytes = 20 << 20
	defaultFileCount = 100
	defaultFileTTL   = time.Hour
	// maxFileCount is how many files one entry of a store can list.
	maxFileCount = 10_000
)

// FileOptions configure the files that views exchange with an app. The zero value works.
type FileOptions struct {
	// MaxBytes is how large one file may be. Zero means 20 MiB.
	MaxBytes int64
	// MaxFiles is how many files a user may have at a time, begun ones included; at
	// most 10,000. All callers without a user count as one: what they have together
	// is bounded, too, so an app without sign-in may need more. Zero means 100.
	MaxFiles int
	// TTL is how long a file is kept, from the beginning of its upload on, whether
	// or not that ever ends. Zero means one hour.
	TTL time.Duration
	// Store keeps the files. Nil means [Options.Store], but where that is nil or in
	// this process's memory, a [state.Memory] for files alone, with its default limits:
	// 64 MiB, beyond which the oldest files go, and nothing else that the app keeps.
	Store state.Store
}

// FileStore has the files of an app: those that views have uploaded, and those that
// handlers made for them with Save. A file belongs to the user of the request that
// made it ([WithUser]), and to nobody else there is such a file. Where requests have
// no user, the file's id, 128 random bits, is all that it takes to read it.
//
// It is safe for concurrent use. Its errors may be returned to the model as they
// are: an [*Error] where the request is at fault, anything else is masked.
type FileStore struct {
	app     *App
	options FileOptions
}

// StoredFile is a file of a [FileStore], to be read at any place.
type StoredFile struct {
	// SectionReader reads the content, with the context that the file was opened
	// with. What has gone in the meantime is an error with the code "file_unknown".
	*io.SectionReader

	// ID names the file: to the tools of the app, and in the view.
	ID string
	// Name is the file's name without a folder, cleaned of what no name should have,
	// at most 255 bytes. It is what the uploader said, so it is no path to write to.
	Name string
	// MIMEType is its type as the uploader said: nothing has looked into the file.
	// It is "application/octet-stream" where that was none.
	MIMEType string
	// Expires is when the file goes.
	Expires time.Time
}

// AddFiles lets the app's views exchange files with it on hosts that have no files
// of their own. It declares the tool [FilesTool], for views alone, through which the
// runtime's uploadFile, selectFiles, fileUrl and downloadFile move a file in chunks
// of 192 KiB; any replica may take each of them. A view hands the id that uploadFile
// gave to a tool of yours, whose handler opens the file:
//
//	files := oriel.AddFiles(app, oriel.FileOptions{MaxBytes: 5 << 20})
//	oriel.AddTool(app, oriel.Tool{Name: "count"}, func(ctx context.Context, in Count) (oriel.Result[Lines], error) {
//		file, err := files.Open(ctx, in.FileID)
//		…
//
// ChatGPT has files of its own, whose ids Open does not know: there a tool gets
// its file as a [FileParam].
//
// A faulty declaration is noted in [App.Err].
func AddFiles(app *App, options FileOptions) *FileStore {
	s := &FileStore{app: app, options: options}
	if options.MaxBytes < 0 || options.MaxFiles < 0 || options.MaxFiles > maxFileCount || options.TTL < 0 {
		app.fault(&Error{
			Code:    "files_invalid",
			Message: fmt.Sprintf("Files can't have the limits %d bytes, %d files, %v.", options.MaxBytes, options.MaxFiles, options.TTL),
			Fix:     fmt.Sprintf("None may be negative, and MaxFiles at most %d.", maxFileCount),
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
		Description: "Moves a file between a view and the app, a chunk a call.",
	}, s.exchange)
	return s
}

// Open returns a file of the user of ctx, whose upload has ended. It fails with an
// [*Error] with the code "file_unknown" where the user has none of this id, because
// there never was one, it has expired or it is another user's, and with
// "file_incomplete" while it is still being uploaded.
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

// Save makes a file for the views of the user of ctx, which read it by the id that is
// returned: with fileUrl to show it, with downloadFile to hand it out. Of the name
// counts what follows the last slash. It fails with an [*Error] with the code
// "file_too_large", "files_too_many" or "files_full", and with the errors of content.
func (s *FileStore) Save(ctx context.Context, name, mimeType string, content io.Reader) (id string, err error) {
	place, about, err := s.reserve(ctx, name, mimeType)
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			// The request may have ended; what it began goes all the same.
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

// Delete removes a file of the user of ctx before it expires. Where there is none
// of this id, it does nothing.
func (s *FileStore) Delete(ctx context.Context, id string) error {
	place, err := s.place(ctx, id)
	if err != nil {
		return nil //nolint:nilerr // there can't be such a file
	}
	about, err := place.about(ctx)
	if publicOf(err) != nil {
		return nil //nolint:nilerr // there is none
	}
	if err != nil {
		return err
	}
	return place.remove(ctx, about.Size)
}
