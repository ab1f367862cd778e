package npm

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/orielapps/oriel/ui"
)

// A cache keeps tarballs by their hashes. Projects and processes share it. It is not
// trusted: everything read from it is hashed again.
type cache struct {
	dir string
	// temporary is set for a cache that is removed after use.
	temporary bool
}

const (
	cacheVariable = "ORIEL_CACHE"
	// cacheFolder has the version of the cache's format.
	cacheFolder  = "tarballs-1"
	cacheWaiting = "unfinished"
	cacheMode    = 0o700
	// abandoned is the age at which an unfinished download is removed.
	abandoned = 24 * time.Hour
)

// openCache opens the cache in a given folder, or in the user's. If the user's can't be
// written, it makes one for this install only.
func openCache(wanted string, environ []string) (*cache, error) {
	if wanted == "" {
		wanted = variable(environ, cacheVariable)
	}
	if wanted != "" {
		c, err := makeCache(wanted)
		if err != nil {
			return nil, &ui.Error{
				Code:    "cache_unwritable",
				Message: fmt.Sprintf("The cache in %s can't be used: %s.", wanted, reason(err)),
				Fix:     "Name another folder in " + cacheVariable + ", or change the permissions of this one.",
			}
		}
		return c, nil
	}
	if dir, err := userCache(environ); err == nil {
		if c, err := makeCache(dir); err == nil {
			return c, nil
		}
	}
	dir, err := os.MkdirTemp("", "oriel-packages-")
	if err != nil {
		return nil, writeError("a folder for tarballs", err)
	}
	c, err := makeCache(dir)
	if err != nil {
		return nil, errors.Join(writeError("a folder for tarballs", err), os.RemoveAll(dir))
	}
	c.temporary = true
	return c, nil
}

// userCache is os.UserCacheDir for an environment.
func userCache(environ []string) (string, error) {
	if home := variable(environ, "XDG_CACHE_HOME"); filepath.IsAbs(home) && xdg {
		return filepath.Join(home, "oriel"), nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("finding the user's cache: %w", err)
	}
	return filepath.Join(dir, "oriel"), nil
}

// variable returns the last value of a variable, like the system.
func variable(environ []string, name string) string {
	for _, one := range slices.Backward(environ) {
		if value, ok := strings.CutPrefix(one, name+"="); ok {
			return value
		}
	}
	return ""
}

func makeCache(dir string) (*cache, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("finding the cache: %w", err)
	}
	c := &cache{dir: filepath.Join(dir, cacheFolder)}
	waiting := filepath.Join(c.dir, cacheWaiting)
	if err = os.MkdirAll(waiting, cacheMode); err != nil {
		return nil, fmt.Errorf("making the cache: %w", err)
	}
	probe, err := os.CreateTemp(waiting, "probe-")
	if err != nil {
		return nil, fmt.Errorf("writing to the cache: %w", err)
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return nil, fmt.Errorf("writing to the cache: %w", err)
	}
	return c, nil
}

// close removes a temporary cache.
func (c *cache) close() error {
	if !c.temporary {
		return nil
	}
	if err := os.RemoveAll(filepath.Dir(c.dir)); err != nil {
		return fmt.Errorf("removing tarballs: %w", err)
	}
	return nil
}

// has reports whether there is a tarball, without checking it.
func (c *cache) has(want integrity) bool { return c.size(want) >= 0 }

// size returns the size of a tarball in bytes; -1 if there is none.
func (c *cache) size(want integrity) int64 {
	for _, name := range want.names() {
		if info, err := os.Lstat(c.file(name)); err == nil && info.Mode().IsRegular() {
			return info.Size()
		}
	}
	return -1
}

// open opens a tarball; [fs.ErrNotExist] if there is none. Its reader must hash it.
func (c *cache) open(want integrity) (*os.File, error) {
	for _, name := range want.names() {
		file, err := os.Open(c.file(name))
		if err == nil {
			return file, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("reading the cache: %w", err)
		}
	}
	return nil, fs.ErrNotExist
}

// drop removes a tarball that is broken.
func (c *cache) drop(want integrity) {
	for _, name := range want.names() {
		_ = os.Remove(c.file(name)) // otherwise it is overwritten
	}
}

func (c *cache) file(name string) string { return filepath.Join(c.dir, filepath.FromSlash(name)) }

// errMismatch is a tarball with another hash.
var errMismatch = errors.New("it has another hash")

// add puts a tarball into the cache, if it has the right hash; otherwise
// errMismatch. Errors of the reader are returned as they are.
func (c *cache) add(want integrity, content io.Reader, limit int64) (err error) {
	file, err := os.CreateTemp(filepath.Join(c.dir, cacheWaiting), "tarball-")
	if err != nil {
		return writeError("the cache", err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file.Name()) // otherwise sweep removes it
		}
	}()
	sum := want.hash()
	source := &readerErrors{Reader: io.LimitReader(content, limit+1)}
	size, err := io.Copy(io.MultiWriter(file, sum), source)
	if closed := file.Close(); err == nil {
		err = closed
	}
	switch {
	case source.err != nil:
		return source.err
	case err != nil:
		return writeError("the cache", err)
	case size > limit:
		return &tooLargeError{fmt.Sprintf("has more than %d MB", limit/megabyte)}
	case !want.matches(sum):
		return errMismatch
	}
	place := c.file(want.names()[slices.Index(want.sums, string(sum.Sum(nil)))])
	if err := os.MkdirAll(filepath.Dir(place), cacheMode); err != nil {
		return writeError("the cache", err)
	}
	if err := os.Rename(file.Name(), place); err != nil {
		if c.has(want) {
			// On Windows, a file that another program reads can't be replaced.
			_ = os.Remove(file.Name())
			return nil
		}
		return writeError("the cache", err)
	}
	return nil
}

// readerErrors distinguishes errors of a reader from those of a writer in a copy.
type readerErrors struct {
	io.Reader

	err error
}

func (r *readerErrors) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err //nolint:wrapcheck // the caller takes it as it is
}

// sweep removes old unfinished downloads.
func (c *cache) sweep() {
	waiting := filepath.Join(c.dir, cacheWaiting)
	entries, err := os.ReadDir(waiting)
	if err != nil {
		return // nothing depends on it
	}
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = os.Remove(filepath.Join(waiting, entry.Name()))
		}
	}
}
