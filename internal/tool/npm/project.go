package npm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/orielapps/oriel/internal/tool/npm/semver"
	"github.com/orielapps/oriel/ui"
)

// project is a folder with a package.json and a lockfile.
type project struct {
	dir  string
	lock *lockfile
	// name is the lockfile's, hash that of its bytes.
	name, hash string
}

const manifestFile = "package.json"

// otherLockfiles are those of other package managers.
var otherLockfiles = []string{"pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb", "deno.lock"}

// openProject reads a project's lockfile, and checks that its package.json agrees.
func openProject(dir string) (*project, error) {
	dir, err := filepath.Abs(dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return nil, &ui.Error{
			Code:    "folder_missing",
			Message: fmt.Sprintf("The folder %s can't be opened: %s.", dir, reason(err)),
			Fix:     "Name the folder that has the package.json.",
		}
	}
	p := &project{dir: dir, name: shrinkwrapFile}
	data, err := readLimited(filepath.Join(dir, shrinkwrapFile), maxLockfile)
	if errors.Is(err, fs.ErrNotExist) {
		p.name = lockFile
		data, err = readLimited(filepath.Join(dir, lockFile), maxLockfile)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		at := slices.IndexFunc(otherLockfiles, func(name string) bool { return exists(filepath.Join(dir, name)) })
		if at >= 0 {
			return nil, lockfileMissing(dir, otherLockfiles[at])
		}
		return nil, lockfileMissing(dir, "")
	case err != nil:
		return nil, lockfileInvalid(p.name, reason(err))
	}
	p.hash = hashOf(data)
	if p.lock, err = readLockfile(p.name, data); err != nil {
		return nil, err
	}
	return p, p.checkManifests()
}

// readLimited reads a file up to a size.
func readLimited(name string, limit int64) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err //nolint:wrapcheck // the caller says which file
	}
	defer file.Close() //nolint:errcheck // it was only read
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("it has more than %d MB", limit/megabyte)
	}
	return data, err
}

// manifest has the ranges of the dependencies in a package.json, by name.
type manifest struct {
	needs map[string]string
}

func readManifest(file, shown string) (*manifest, error) {
	const most = 16 * megabyte
	data, err := readLimited(file, most)
	if err != nil {
		return nil, manifestInvalid(shown, reason(err))
	}
	var whole object
	if err := json.Unmarshal(data, &whole); err != nil {
		return nil, manifestInvalid(shown, "it is not a JSON object")
	}
	m := &manifest{needs: make(map[string]string)}
	for _, kind := range []string{"devDependencies", "dependencies", "optionalDependencies"} {
		maps.Copy(m.needs, textMap(whole[kind]))
	}
	return m, nil
}

// checkManifests compares the package.json of the project and of its workspaces with the
// lockfile: each dependency has to be in it, in a version that satisfies its range.
func (p *project) checkManifests() error {
	tree := newGraph(p.lock)
	for _, location := range p.lock.Locations() {
		if inModules(location) {
			continue
		}
		shown := filepath.ToSlash(filepath.Join(location, manifestFile))
		m, err := readManifest(filepath.Join(p.dir, filepath.FromSlash(location), manifestFile), shown)
		if err != nil {
			return err
		}
		entry := p.lock.Packages[location]
		for _, name := range slices.Sorted(maps.Keys(m.needs)) {
			wanted := m.needs[name]
			if lockedFor(entry, name) == wanted {
				continue
			}
			at, found := tree.find(location, name)
			if !found {
				return lockfileStale(p.name, fmt.Sprintf("%s needs %s, which is not locked", shown, name))
			}
			if pkg := p.lock.Packages[at]; !satisfies(pkg, wanted) {
				return lockfileStale(p.name, fmt.Sprintf("%s needs %s %s, and %s is locked", shown, name, wanted, pkg.Version))
			}
		}
	}
	return nil
}

// lockedFor returns the range of a dependency in a lockfile's entry.
func lockedFor(entry *lockedPackage, name string) string {
	for _, list := range []map[string]string{entry.OptionalDependencies, entry.Dependencies, entry.DevDependencies} {
		if wanted, ok := list[name]; ok {
			return wanted
		}
	}
	return ""
}

// acquire waits until no other install runs in the project.
func (p *project) acquire(ctx context.Context) (release func(), err error) {
	const again = 20 * time.Millisecond
	for {
		release, err = lockFolder(p.dir, p.name)
		if err == nil || !errors.Is(err, errLocked) {
			return release, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("waiting for another install: %w", context.Cause(ctx))
		case <-time.After(again):
		}
	}
}

// errLocked is returned while another install is under way.
var errLocked = errors.New("another install is under way")

// satisfies reports whether a locked package is the one that a package.json asks for. A
// specification that is not a range of versions has to be the same in the lockfile.
func satisfies(p *lockedPackage, wanted string) bool {
	if alias, ok := strings.CutPrefix(wanted, "npm:"); ok {
		name, version, _ := cutLast(alias, "@")
		if name == "" { // "npm:@scope/name"
			name, version = alias, ""
		}
		if name != p.Name {
			return false
		}
		wanted = version
	} else if p.Name != folderName(p.Location) && !p.Link {
		return false
	}
	allowed, err := semver.ParseRange(wanted)
	if err != nil {
		return false
	}
	version, err := semver.Parse(p.Version)
	return err == nil && allowed.Allows(version)
}
