package npm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
)

// maxFetches is the most tarballs that are fetched at the same time.
const maxFetches = 16

// unpackAll fetches and unpacks packages. Those with the same tarball are one job.
func (i *install) unpackAll(ctx context.Context, packages []*lockedPackage) error {
	type job struct {
		want     integrity
		size     int64
		packages []*lockedPackage
	}
	var jobs []*job
	byKey := make(map[string]*job)
	var missing []string
	for _, pkg := range packages {
		want, err := checkSource(pkg)
		if err != nil {
			return err
		}
		known := byKey[want.key()]
		if known == nil {
			known = &job{want: want, size: i.source.cache.size(want)}
			if i.options.Offline && known.size < 0 && !pkg.Optional {
				missing = append(missing, pkg.Label())
			}
			byKey[want.key()] = known
			jobs = append(jobs, known)
		}
		known.packages = append(known.packages, pkg)
	}
	if len(missing) > 0 {
		return offlineMissing(missing)
	}
	i.total += len(packages)
	i.progress(0)
	// Tarballs to fetch come first, because fetching needs no buffers. Of those in the cache, the largest
	// come first, because they take longest.
	slices.SortStableFunc(jobs, func(a, b *job) int {
		if a.size < 0 || b.size < 0 {
			return cmp.Compare(a.size, b.size)
		}
		return cmp.Compare(b.size, a.size)
	})

	network := make(chan struct{}, maxFetches)
	free := make(chan *buffers, min(runtime.GOMAXPROCS(0)+1, len(jobs)))
	for range cap(free) {
		free <- newBuffers()
	}
	group, ctx := errgroup.WithContext(ctx)
	for _, one := range jobs {
		var given *buffers
		if one.size >= 0 {
			given = <-free
		}
		group.Go(func() error {
			err := i.unpackJob(ctx, one.want, one.packages, network, free, given)
			if err != nil && ctx.Err() == nil && i.omitFailed(one.packages, err) {
				return nil
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err //nolint:wrapcheck // it is our own
	}
	return nil
}

// unpackJob unpacks a tarball to all its places, and fetches it if it is not in the cache. given are the
// buffers to use first, or nil.
func (i *install) unpackJob(ctx context.Context, want integrity, packages []*lockedPackage, network chan struct{}, free chan *buffers, given *buffers) error {
	fetched := false
	for tries := 0; ; tries++ {
		if given == nil {
			given = <-free
		}
		err := i.unpackEach(ctx, want, packages, given)
		free <- given
		given = nil
		if err == nil {
			i.progress(len(packages))
			return nil
		}
		mismatch := errors.Is(err, errMismatch)
		if !mismatch && !errors.Is(err, fs.ErrNotExist) || tries > 1 {
			if mismatch {
				err = integrityMismatch(packages[0])
			}
			return err
		}
		if i.options.Offline {
			return offlineMissing([]string{packages[0].Label()})
		}
		if err := i.fetch(ctx, want, packages[0], network); err != nil {
			return err
		}
		if !fetched {
			fetched = true
			i.mu.Lock()
			i.fetched++
			i.mu.Unlock()
		}
	}
}

func (i *install) fetch(ctx context.Context, want integrity, pkg *lockedPackage, network chan struct{}) error {
	select {
	case network <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("installing packages: %w", context.Cause(ctx))
	}
	defer func() { <-network }()
	return i.source.fetch(ctx, pkg, want)
}

func (i *install) unpackEach(ctx context.Context, want integrity, packages []*lockedPackage, in *buffers) error {
	for _, pkg := range packages {
		if ctx.Err() != nil {
			return fmt.Errorf("installing packages: %w", context.Cause(ctx))
		}
		place := i.stage.path(pkg.Location)
		u := &unpacker{dest: place, limits: i.source.limits, others: i.inside[pkg.Location], buffers: in}
		if err := i.source.unpack(pkg, want, u); err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				err = errors.Join(err, i.clear(pkg))
			}
			return err
		}
		i.mu.Lock()
		i.bytes += u.bytes
		i.mu.Unlock()
	}
	return nil
}

// clear removes what was unpacked of a package, but not the packages in it.
func (i *install) clear(pkg *lockedPackage) error {
	place := i.stage.path(pkg.Location)
	entries, err := os.ReadDir(place)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		if entry.Name() == nodeModules && len(i.inside[pkg.Location]) > 0 {
			continue
		}
		err = errors.Join(err, os.RemoveAll(filepath.Join(place, entry.Name())))
	}
	if err != nil {
		return writeError(pkg.Location, err)
	}
	return nil
}

// progress reports the number of unpacked packages.
func (i *install) progress(more int) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.done += more
	if i.options.Progress != nil && i.total > 0 {
		i.options.Progress(i.done, i.total)
	}
}
