package npm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/orielapps/oriel/internal/tool/npm/registry"
	"github.com/orielapps/oriel/ui"
)

// source provides tarballs: from the cache, the registry or the project.
type source struct {
	cache   *cache
	offline bool
	config  *registry.Config
	client  *registry.Client
	// dir is the project's folder.
	dir    string
	limits limits
}

// checkSource refuses packages that can't be fetched or checked, before anything
// is fetched.
func checkSource(p *lockedPackage) (integrity, error) {
	want, ok := parseIntegrity(p.Integrity)
	kind := ""
	switch scheme, _, _ := strings.Cut(p.Resolved, ":"); {
	case p.Resolved == "", scheme == "https", scheme == "http":
	case scheme == "file":
		kind = "a file"
	case strings.HasPrefix(scheme, "git"):
		kind = "a git repository"
		ok = false
	default:
		return want, sourceUnsupported(p, "an unknown source")
	}
	switch {
	case ok && p.Resolved == "" && (p.Version == "" || !registry.ValidName(p.Name)):
		return want, sourceUnsupported(p, "no registry, nor any other address")
	case ok:
		return want, nil
	case kind != "":
		return want, sourceUnsupported(p, kind)
	default:
		return want, integrityMissing(p)
	}
}

// attempts is the number of downloads of a tarball that is incomplete or has another hash.
const attempts = 3

// fetch puts a package's tarball into the cache.
func (s *source) fetch(ctx context.Context, p *lockedPackage, want integrity) error {
	for left := attempts - 1; ; left-- {
		err := s.fetchOnce(ctx, p, want)
		mismatch := errors.Is(err, errMismatch)
		if left > 0 && ctx.Err() == nil && (mismatch || registry.Temporary(err)) {
			if mismatch {
				left = min(left, 1)
			}
			continue
		}
		if mismatch {
			return integrityMismatch(p)
		}
		return s.name(p, err)
	}
}

// name adds the package to an error.
func (*source) name(p *lockedPackage, err error) error {
	if err == nil {
		return nil
	}
	if large, ok := errors.AsType[*tooLargeError](err); ok {
		return packageTooLarge(p, large.what)
	}
	if own, ok := errors.AsType[*ui.Error](err); ok && !strings.Contains(own.Message, p.Label()) {
		named := *own
		named.Message = p.Label() + " is not installed. " + own.Message
		return &named
	}
	return err
}

func (s *source) fetchOnce(ctx context.Context, p *lockedPackage, want integrity) error {
	content, err := s.tarball(ctx, p)
	if err != nil {
		return err
	}
	defer content.Close() //nolint:errcheck // it was only read
	return s.cache.add(want, content, s.limits.packed)
}

// tarball opens a package's tarball at the address in the lockfile, or in the registry.
func (s *source) tarball(ctx context.Context, p *lockedPackage) (io.ReadCloser, error) {
	if name, ok := strings.CutPrefix(p.Resolved, "file:"); ok {
		return s.file(p, name)
	}
	address := s.config.Rewrite(p.Resolved)
	if p.Resolved == "" {
		address = s.config.TarballURL(p.Name, p.Version)
	}
	content, _, err := s.client.Open(ctx, address)
	if own, ok := errors.AsType[*ui.Error](err); p.Resolved == "" && ok && own.Code == "not_in_registry" {
		// Some registries have tarballs elsewhere.
		if elsewhere, failed := s.client.Tarball(ctx, p.Name, p.Version); failed == nil && elsewhere != address {
			content, _, err = s.client.Open(ctx, elsewhere)
		}
	}
	return content, err
}

// file opens a tarball in the project.
func (s *source) file(p *lockedPackage, name string) (io.ReadCloser, error) {
	unescaped, err := url.PathUnescape(name)
	if err == nil && insideProject(unescaped) {
		root, opened := os.OpenRoot(s.dir)
		if opened != nil {
			return nil, fmt.Errorf("opening the project: %w", opened)
		}
		defer root.Close() //nolint:errcheck // it was only read
		var file *os.File
		if file, err = root.Open(filepath.FromSlash(unescaped)); err == nil {
			return file, nil
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil, &ui.Error{
				Code:    "package_file_missing",
				Message: fmt.Sprintf("The tarball %s of %s is missing.", unescaped, p.Label()),
				Fix:     "Put it there, or remove the dependency.",
			}
		}
	}
	return nil, linkOutside(&lockedPackage{Location: p.Label(), Resolved: name})
}

// unpack unpacks a package's tarball from the cache. A tarball with another hash is removed
// from the cache, and errMismatch returned: the unpacked files must then not be used. The
// error is [fs.ErrNotExist] for a tarball that is not in the cache.
func (s *source) unpack(p *lockedPackage, want integrity, u *unpacker) error {
	file, err := s.cache.open(want)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it was only read
	fits, unpacked, err := unpackHashed(file, want, u)
	if err != nil {
		return fmt.Errorf("reading the cache: %w", err)
	}
	if !fits {
		s.cache.drop(want)
		return errMismatch
	}
	if unsafe, ok := errors.AsType[*unsafeError](unpacked); ok {
		return packageUnsafe(p, unsafe.what)
	}
	if large, ok := errors.AsType[*tooLargeError](unpacked); ok {
		return packageTooLarge(p, large.what)
	}
	if broken, ok := errors.AsType[*brokenError](unpacked); ok {
		return packageInvalid(p, broken.err)
	}
	if unpacked != nil {
		return writeError(p.Label(), unpacked)
	}
	return nil
}

// inMemory is the size of the largest tarball that is read as a whole, so that its hash is
// checked before anything is written.
const inMemory = 8 * megabyte

// unpackHashed unpacks a tarball, and reports whether it has the right hash. If not, the
// error and the unpacked files must be ignored.
func unpackHashed(file *os.File, want integrity, u *unpacker) (fits bool, unpacked, err error) {
	sum := want.hash()
	if info, failed := file.Stat(); failed == nil && info.Size() <= inMemory {
		var data []byte
		if data, err = u.buffers.read(file, info.Size()); err != nil {
			return false, nil, err
		}
		// Hash and unpack at the same time.
		verdict := make(chan bool, 1)
		go func() {
			_, _ = sum.Write(data) // never fails
			verdict <- want.matches(sum)
		}()
		u.trusted = sync.OnceValue(func() bool { return <-verdict })
		unpacked = u.unpack(bytes.NewReader(data))
		return u.trusted(), unpacked, nil
	}
	hashed := io.TeeReader(file, sum)
	unpacked = u.unpack(hashed)
	_, err = io.Copy(io.Discard, hashed)
	return want.matches(sum), unpacked, err
}
