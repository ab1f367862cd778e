package npm

import (
	"archive/tar"
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// limits of a tarball.
type limits struct {
	// packed and unpacked are bytes.
	packed, unpacked int64
	files            int
	// name is the longest path in bytes, depth the most parts of one.
	name, depth int
}

// The largest real packages are compilers of 100 MB.
var defaultLimits = limits{packed: maxPacked, unpacked: maxUnpacked, files: maxFiles, name: maxPath, depth: maxNested}

const (
	megabyte    = 1 << 20
	maxPacked   = 256 * megabyte
	maxUnpacked = 1024 * megabyte
	maxFiles    = 100_000
	maxPath     = 1024
)

const (
	fileBase   fs.FileMode = 0o666
	folderBase fs.FileMode = 0o777
	ownerWrite fs.FileMode = 0o600
	copyBuffer             = 64 << 10
)

// brokenError is an error in a tarball, as opposed to one of a disk.
type brokenError struct{ err error }

func (e *brokenError) Error() string { return e.err.Error() }
func (e *brokenError) Unwrap() error { return e.err }

// unsafeError is a tarball that would write outside its folder; tooLargeError one beyond the
// limits. Both texts end a sentence that begins with "the tarball".
type (
	unsafeError   struct{ what string }
	tooLargeError struct{ what string }
)

func (e *unsafeError) Error() string   { return e.what }
func (e *tooLargeError) Error() string { return e.what }

// unpacker writes the files of a tarball below a folder.
type unpacker struct {
	dest   string
	limits limits
	// others are paths within the package at which others are unpacked:
	// "node_modules/b". Files of the tarball there are ignored.
	others  []string
	buffers *buffers
	// trusted, if set, waits for the hash of the tarball, and reports whether it is right.
	// Nothing is written before.
	trusted func() bool

	// bytes and files are what was written.
	bytes int64
	files int

	made    map[string]bool
	ignores map[string]bool
}

// buffers are memory for unpacking tarballs, one after the other.
type buffers struct {
	tarball []byte
	zip     gzip.Reader
	ahead   [][]byte
	copied  []byte
}

func newBuffers() *buffers { return &buffers{copied: make([]byte, copyBuffer)} }

// read reads a tarball of a size. The next call overwrites it.
func (r *buffers) read(from io.Reader, size int64) ([]byte, error) {
	r.tarball = slices.Grow(r.tarball[:0], int(size))[:size]
	_, err := io.ReadFull(from, r.tarball)
	return r.tarball, err //nolint:wrapcheck // the caller says what it is about
}

// unpack writes the files of a tarball, as npm does: without their first folder, and with
// their modes or wider ones. It reads up to the end of the archive. The folder must be empty,
// and used by nothing else.
func (u *unpacker) unpack(r io.Reader) error {
	u.made, u.ignores = make(map[string]bool), make(map[string]bool)
	content, zipped, err := u.unzipped(r)
	if err != nil {
		return err
	}
	if zipped {
		ahead := readAhead(content, &u.buffers.ahead)
		defer ahead.stop()
		content = ahead
	}
	if u.trusted != nil && !u.trusted() {
		return errMismatch
	}
	if err := os.MkdirAll(u.dest, folderBase); err != nil {
		return fmt.Errorf("making a package's folder: %w", err)
	}
	archive := tar.NewReader(content)
	for entries := 0; ; entries++ {
		header, err := archive.Next()
		switch {
		case errors.Is(err, io.EOF):
			if u.files == 0 {
				return &brokenError{errors.New("there is no file in it")}
			}
			return nil
		case err != nil:
			return &brokenError{err}
		case entries >= u.limits.files:
			return &tooLargeError{fmt.Sprintf("has more than %d files", u.limits.files)}
		}
		if header.Typeflag != tar.TypeReg && header.Typeflag != tar.TypeCont {
			// npm ignores links, folders and devices in tarballs.
			continue
		}
		if err := u.entry(header, archive); err != nil {
			return err
		}
	}
}

const gzipMagic = "\x1f\x8b"

// unzipped returns a reader of a tarball, which may be uncompressed.
func (u *unpacker) unzipped(r io.Reader) (content io.Reader, zipped bool, err error) {
	from, inMemory := r.(io.ReadSeeker) // needs no buffer
	start := make([]byte, len(gzipMagic))
	if inMemory {
		_, err = io.ReadFull(from, start)
		if _, failed := from.Seek(0, io.SeekStart); failed != nil {
			return nil, false, &brokenError{failed}
		}
	} else {
		buffered := bufio.NewReaderSize(r, copyBuffer)
		r = buffered
		start, err = buffered.Peek(len(gzipMagic))
	}
	if err != nil || string(start) != gzipMagic {
		return r, false, nil //nolint:nilerr // the tar reader reports a file that is too short
	}
	if err := u.buffers.zip.Reset(r); err != nil {
		return nil, false, &brokenError{err}
	}
	return &u.buffers.zip, true, nil
}

// entry writes a file.
func (u *unpacker) entry(header *tar.Header, content io.Reader) error {
	raw, wanted := u.ignoreFile(header.Name)
	if !wanted {
		return nil
	}
	name, err := u.destination(raw)
	if err != nil || name == "" || u.belongsToOther(name) {
		return err
	}
	if u.files++; header.Size > u.limits.unpacked-u.bytes {
		return &tooLargeError{fmt.Sprintf("has more than %d MB unpacked", u.limits.unpacked/megabyte)}
	}
	file := filepath.Join(u.dest, filepath.FromSlash(systemName(name)))
	if dir := filepath.Dir(file); !u.made[dir] {
		if err = os.MkdirAll(dir, folderBase); err != nil {
			return u.pathError(name, err)
		}
		u.made[dir] = true
	}
	mode := (header.FileInfo().Mode().Perm() | fileBase) | ownerWrite
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if errors.Is(err, fs.ErrExist) {
		// The same name again, or the same on this disk: the last wins.
		if err = os.Remove(file); err == nil {
			f, err = os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		}
	}
	if err != nil {
		return u.pathError(name, err)
	}
	// The limit also holds for files that are longer than their header says.
	written, err := io.CopyBuffer(onlyWriter{f}, io.LimitReader(content, u.limits.unpacked-u.bytes+1), u.buffers.copied)
	u.bytes += written
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		if broken, ok := errors.AsType[*fs.PathError](err); ok {
			return fmt.Errorf("writing a package's file: %w", broken)
		}
		return &brokenError{err}
	}
	if u.bytes > u.limits.unpacked {
		return &tooLargeError{fmt.Sprintf("has more than %d MB unpacked", u.limits.unpacked/megabyte)}
	}
	return nil
}

// onlyWriter hides ReadFrom, which would allocate a buffer for each file.
type onlyWriter struct{ io.Writer }

// ignoreFile renames .gitignore to .npmignore, as npm does; wanted is false if the tarball has that file
// already.
func (u *unpacker) ignoreFile(name string) (renamed string, wanted bool) {
	const git, own = ".gitignore", ".npmignore"
	switch path.Base(name) {
	case own:
		u.ignores[name] = true
	case git:
		renamed = strings.TrimSuffix(name, git) + own
		return renamed, !u.ignores[renamed]
	default:
	}
	return name, true
}

// destination returns the path of a file in the package's folder; empty for a file to skip.
func (u *unpacker) destination(raw string) (string, error) {
	name := string([]rune(raw)) // invalid UTF-8 is replaced, as everywhere in npm
	if runtime.GOOS == "windows" {
		name = strings.ReplaceAll(name, `\`, "/")
	}
	if len(name) > u.limits.name {
		return "", &tooLargeError{fmt.Sprintf("has a path of more than %d bytes, %.40q…", u.limits.name, name)}
	}
	if strings.HasPrefix(name, "/") || strings.HasPrefix(name, `\`) {
		return "", &unsafeError{fmt.Sprintf("its file %q has an absolute path", raw)}
	}
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '/' || r == '\\' }) {
		if part == ".." || len(part) == len("C:..") && part[1:] == ":.." {
			return "", &unsafeError{fmt.Sprintf("its file %q leads out of its folder", raw)}
		}
	}
	_, below, _ := strings.Cut(name, "/")
	below = strings.TrimPrefix(path.Clean("/"+below), "/")
	if driveLetter.MatchString(below) {
		return "", &unsafeError{fmt.Sprintf("its file %q has an absolute path", raw)}
	}
	if strings.Count(below, "/") >= u.limits.depth {
		return "", &tooLargeError{fmt.Sprintf("has folders in more than %d others, %.40q…", u.limits.depth, name)}
	}
	return below, nil
}

// driveLetter begins absolute paths on Windows.
var driveLetter = regexp.MustCompile("^[a-zA-Z]:")

// belongsToOther reports whether a file is where another package is unpacked.
func (u *unpacker) belongsToOther(name string) bool {
	for _, other := range u.others {
		if rest, ok := strings.CutPrefix(name, other); ok && (rest == "" || rest[0] == '/') {
			return true
		}
	}
	return false
}

// pathError returns the error of a file that can't be created. It is an unsafeError if the tarball has the path
// both as a file and as a folder.
func (u *unpacker) pathError(name string, err error) error {
	at := u.dest
	for part := range strings.SplitSeq(name, "/") {
		at = filepath.Join(at, systemName(part))
		info, failed := os.Lstat(at)
		if failed != nil {
			break
		}
		if isLast := at == filepath.Join(u.dest, filepath.FromSlash(systemName(name))); info.IsDir() == isLast {
			return &unsafeError{fmt.Sprintf("%q is a file and a folder in it", name)}
		}
	}
	return fmt.Errorf("writing a package's file: %w", err)
}

// systemName replaces characters that Windows refuses in names, as npm does.
func systemName(name string) string {
	if runtime.GOOS != "windows" {
		return name
	}
	const private = 0xf000
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("|<>?:", r) {
			return private + r
		}
		return r
	}, name)
}
