package ui

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

// Folder is a document and the files beside it, as another bundler has built them: the
// output of "vite build", webpack, or "next build" with static export. The document may
// load its scripts, styles, images and fonts by paths relative to itself, or from the
// folder as if it were the root of a site.
//
//	//go:embed all:dist
//	var dist embed.FS
//
//	built, err := fs.Sub(dist, "dist")
//	…
//	oriel.AddView(app, "board", ui.Folder{FS: built})
//
// If possible, everything is put into the one document that hosts receive. If not,
// because a script loads others, hosts load the files from the app; see [AssetOptions].
// Scripts that load files at run time must be built for an unknown address: with base
// "./" in Vite, publicPath "auto" in webpack.
//
// Files and folders whose names begin with a dot, and files that are not regular, are
// ignored. A folder can have [MaxFolderFiles] files with [MaxFolderBytes] in all, and a
// document of 16 MiB.
type Folder struct {
	// FS contains the files, and nothing else. They must not change while the app runs:
	// their addresses contain a hash of their content.
	FS fs.FS
	// Index is the document's path. Empty means "index.html".
	Index string

	// files are the files as NewView found them; nil before.
	files *folderFiles
}

// The limits of a [Folder].
const (
	// MaxFolderFiles is the maximum number of files in a folder.
	MaxFolderFiles = 4000
	// MaxFolderBytes is the maximum size of all files together, in bytes.
	MaxFolderBytes = 128 << 20
	maxIndex       = 16 << 20
)

// folderFiles are the files of a folder that is a view's content.
type folderFiles struct {
	names []string // in order
	hash  func() string

	mu      sync.Mutex
	derived map[string]func() (string, error)
}

// opened finds the files of a folder, or returns why it can't be a view. It doesn't read
// the files, because a server may start for a single call.
func (c Folder) opened() (Folder, error) {
	c.Index = cmp.Or(c.Index, "index.html")
	if c.FS == nil {
		return c, &Error{Code: "view_without_content", Message: "The view's folder has no file system.", Fix: "Set FS of ui.Folder."}
	}
	if !fs.ValidPath(c.Index) {
		return c, &Error{
			Code: "folder_index_invalid", Message: fmt.Sprintf("%.120q is not a path inside the view's folder.", c.Index),
			Fix: `Give a path with slashes relative to the folder, such as "index.html".`,
		}
	}
	names, err := c.list()
	if err != nil {
		return c, err
	}
	if !slices.Contains(names, c.Index) {
		return c, &Error{
			Code:    "folder_index_missing",
			Message: fmt.Sprintf("The view's folder has no %s.", c.Index) + among(names),
			Fix: "Build the view before the Go program. Set FS to the folder itself (use fs.Sub on what go:embed gives), " +
				"and Index the document in it.",
		}
	}
	c.files = &folderFiles{names: names}
	c.files.hash = sync.OnceValue(c.sum)
	return c, nil
}

// among lists some of the files.
func among(names []string) string {
	const most = 5
	switch {
	case len(names) == 0:
		return " It is empty."
	case len(names) > most:
		return fmt.Sprintf(" It has %s and %d more.", strings.Join(names[:most], ", "), len(names)-most)
	default:
		return " It has " + strings.Join(names, ", ") + "."
	}
}

// list finds the files and checks their sizes.
func (c Folder) list() ([]string, error) {
	var names []string
	var total int64
	err := fs.WalkDir(c.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if isHidden := name != "." && strings.HasPrefix(path.Base(name), "."); isHidden && entry.IsDir() {
			return fs.SkipDir
		} else if isHidden || !entry.Type().IsRegular() {
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return err //nolint:wrapcheck // wrapped below
		}
		names = append(names, name)
		total += info.Size()
		switch {
		case len(names) > MaxFolderFiles:
			return tooLarge(fmt.Sprintf("has more than %d files", MaxFolderFiles))
		case total > MaxFolderBytes:
			return tooLarge(fmt.Sprintf("has more than %d MiB", MaxFolderBytes/mebibyte))
		case name == c.Index && info.Size() > maxIndex:
			return tooLarge(fmt.Sprintf("has a document of more than %d MiB", maxIndex/mebibyte))
		}
		return nil
	})
	if public, ok := errors.AsType[*Error](err); ok {
		return nil, public
	}
	if err != nil {
		return nil, fmt.Errorf("reading the view's folder: %w", err)
	}
	slices.Sort(names)
	return names, nil
}

const mebibyte = 1 << 20

func tooLarge(how string) *Error {
	return &Error{
		Code: "folder_too_large", Message: "The view's folder " + how + ".",
		Fix: "Leave out what the view doesn't load, such as source maps, and serve large media from a domain in CSP.ResourceDomains.",
	}
}

// validate reads only the document.
func (c Folder) validate() error {
	text, err := c.Read(c.Index)
	if err != nil {
		return err
	}
	return nonEmpty(string(text), "document "+c.Index)
}

// source depends on all files.
func (c Folder) source() string { return c.Hash() }

// Names returns the sorted paths of the files; nil unless the folder belongs to a view.
func (c Folder) Names() []string {
	if c.files == nil {
		return nil
	}
	return c.files.names
}

// Read returns the content of a file. It fails unless the folder belongs to a view.
func (c Folder) Read(name string) ([]byte, error) {
	if c.files == nil {
		return nil, fmt.Errorf("%s: the folder is not a view's: %w", name, fs.ErrInvalid)
	}
	if _, found := slices.BinarySearch(c.files.names, name); !found {
		return nil, fmt.Errorf("%s in the view's folder: %w", name, fs.ErrNotExist)
	}
	data, err := fs.ReadFile(c.FS, name)
	if err != nil {
		return nil, fmt.Errorf("reading the view's folder: %w", err)
	}
	return data, nil
}

// Hash returns a hash of all files. It reads them on the first call.
func (c Folder) Hash() string {
	if c.files == nil {
		return ""
	}
	return c.files.hash()
}

// folderForm must change when the same files are served in a different way, because
// browsers cache their addresses for ever.
const folderForm = "folder 1\n"

func (c Folder) sum() string {
	const digits = 32
	sum := sha256.New()
	_, _ = sum.Write([]byte(folderForm)) // writing to a hash never fails
	for _, name := range c.files.names {
		data, err := c.Read(name)
		if err != nil {
			data = []byte(err.Error()) // reading the file returns the error
		}
		_, _ = fmt.Fprintf(sum, "%d %s %d\n", len(name), name, len(data))
		_, _ = sum.Write(data)
	}
	return hex.EncodeToString(sum.Sum(nil))[:digits]
}

// Derived returns the result of the first call of build for this key. All views of the
// folder's documents share it.
func (c Folder) Derived(key string, build func() (string, error)) (string, error) {
	if c.files == nil {
		return build()
	}
	c.files.mu.Lock()
	made := c.files.derived[key]
	if made == nil {
		made = sync.OnceValues(build)
		if c.files.derived == nil {
			c.files.derived = map[string]func() (string, error){}
		}
		c.files.derived[key] = made
	}
	c.files.mu.Unlock()
	return made()
}

// types are the media types of files that bundlers write. The system's own table differs
// between machines.
var types = map[string]string{
	".aac": "audio/aac", ".apng": "image/apng", ".avif": "image/avif", ".bin": "application/octet-stream", ".bmp": "image/bmp",
	".cjs": "text/javascript", ".css": "text/css", ".csv": "text/csv", ".cur": "image/x-icon", ".eot": "application/vnd.ms-fontobject",
	".flac": "audio/flac", ".gif": "image/gif", ".glb": "model/gltf-binary", ".gltf": "model/gltf+json", ".htm": "text/html", ".html": "text/html",
	".ico": "image/x-icon", ".jpeg": "image/jpeg", ".jpg": "image/jpeg", ".js": "text/javascript", ".json": "application/json", ".m4a": "audio/mp4",
	".m4v": "video/mp4", ".map": "application/json", ".md": "text/markdown", ".mjs": "text/javascript", ".mov": "video/quicktime", ".mp3": "audio/mpeg",
	".mp4": "video/mp4", ".ogg": "audio/ogg", ".ogv": "video/ogg", ".opus": "audio/ogg", ".otf": "font/otf", ".pdf": "application/pdf",
	".png": "image/png", ".svg": "image/svg+xml", ".ttf": "font/ttf", ".txt": "text/plain", ".vtt": "text/vtt", ".wasm": "application/wasm",
	".wav": "audio/wav", ".webm": "video/webm", ".webmanifest": "application/manifest+json", ".webp": "image/webp", ".woff": "font/woff",
	".woff2": "font/woff2", ".xml": "application/xml",
}

// TypeOf returns the media type of a file by its name, without parameters.
func TypeOf(name string) string {
	if known := types[strings.ToLower(path.Ext(name))]; known != "" {
		return known
	}
	return "application/octet-stream"
}
