package npm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/orielapps/oriel/internal/tool/npm/registry"
)

// Options of an install. The zero value works.
type Options struct {
	// Environ has variables as "KEY=value": npm's, for registries and proxies, and
	// ORIEL_CACHE.
	Environ []string
	// Cache is the folder for tarballs. Empty means the one in ORIEL_CACHE, else "oriel" in
	// the user's cache.
	Cache string
	// Offline uses only the cache.
	Offline bool
	// Platform is the machine that packages are installed for; empty fields mean this one.
	Platform Platform
	// Progress, if not nil, is called with the number of unpacked packages, by one goroutine
	// at a time.
	Progress func(done, total int)
	// OmitDev leaves out packages for development.
	OmitDev bool
}

// Summary is the result of an install.
type Summary struct {
	// Packages is the number of installed packages, including dependencies.
	Packages int
	// Fetched is the number of packages from a registry; the others were in the cache.
	Fetched int
	// Linked is the number of packages that are folders of the project.
	Linked int
	// Bytes is the size of all written files.
	Bytes int64
	// Unchanged is set where node_modules was up to date.
	Unchanged bool
	// Scripts are packages that have install scripts, which were not run:
	// "esbuild@0.28.0".
	Scripts []string
	// Missing are optional packages that could not be installed.
	Missing []string
	// ReplacedPrograms is set where node_modules/.bin, npm's links to programs, was removed:
	// Install makes none.
	ReplacedPrograms bool
	// Warnings are sentences about settings in .npmrc, even if the install failed.
	Warnings []string
}

// Install installs the packages of a lockfile into node_modules, beside it and in its
// workspaces. The folder has package.json and package-lock.json or npm-shrinkwrap.json.
// Errors that people can fix are of type *ui.Error. After an error, all folders are
// unchanged.
func Install(ctx context.Context, dir string, o Options) (Summary, error) {
	platform := o.Platform.complete()
	p, _, done, err := inspect(dir, platform, o)
	if err != nil || done != nil {
		return summaryOf(done), err
	}
	release, err := p.acquire(ctx)
	if err != nil {
		return Summary{}, err
	}
	defer release()
	// Another install may have finished, or the lockfile may have changed.
	p, want, done, err := inspect(dir, platform, o)
	if err != nil || done != nil {
		return summaryOf(done), err
	}
	i := &install{options: o, platform: platform, project: p, plan: want, failed: make(map[string]bool)}
	return i.run(ctx)
}

func summaryOf(done *Summary) Summary {
	if done == nil {
		return Summary{}
	}
	return *done
}

// inspect reads the project and plans the install. The summary is nil unless node_modules is up to date.
func inspect(dir string, platform Platform, o Options) (*project, *plan, *Summary, error) {
	p, err := openProject(dir)
	if err != nil {
		return nil, nil, nil, err
	}
	want, err := newPlan(p.lock, platform, o.OmitDev)
	if err != nil {
		return nil, nil, nil, err
	}
	is, missing := p.current(want, platform, o.OmitDev)
	if is && (len(missing) == 0 || o.Offline) {
		return p, want, &Summary{Packages: len(want.places) + len(want.bundled) - len(missing), Linked: len(want.links), Unchanged: true, Missing: missing}, nil
	}
	return p, want, nil, nil
}

// Current reports whether node_modules matches the lockfile, as installed by Install or npm.
// It checks records and folders, not the content of packages.
func Current(dir string) (bool, error) {
	p, err := openProject(dir)
	if err != nil {
		return false, err
	}
	platform := thisPlatform()
	m := readMarker(p.dir)
	omitDev := m != nil && m.OmitDev
	want, err := newPlan(p.lock, platform, omitDev)
	if err != nil {
		return false, err
	}
	is, _ := p.current(want, platform, omitDev)
	return is, nil
}

// install is one run of Install.
type install struct {
	options  Options
	platform Platform
	project  *project
	plan     *plan
	source   *source
	stage    *stage
	// inside has, by the location of a package, the paths in it at which other packages are unpacked.
	inside map[string][]string

	mu sync.Mutex
	// done is the number of unpacked packages, of total.
	done, total int
	fetched     int
	bytes       int64
	// failed has the locations of optional packages that could not be installed.
	failed map[string]bool
}

func (i *install) run(ctx context.Context) (summary Summary, err error) {
	gone, err := i.checkFolders()
	if err != nil {
		return Summary{}, err
	}
	if err = i.project.checkLinks(i.plan); err != nil {
		return Summary{}, err
	}
	if err = i.openSource(); err != nil {
		return Summary{}, err
	}
	defer func() {
		i.source.client.CloseIdle()
		err = errors.Join(err, i.source.cache.close())
		// Warnings may explain an error, so return them in both cases.
		summary.Warnings = i.source.config.Warnings()
	}()
	if i.stage, err = newStage(i.project, i.plan.folders()); err != nil {
		return Summary{}, err
	}
	swapped := false
	defer func() {
		// What can't be removed now is left to the next install.
		if failed := i.stage.remove(); !swapped {
			err = errors.Join(err, failed)
		}
	}()

	if err := i.fill(ctx); err != nil {
		return Summary{}, err
	}
	done := i.summary()
	// Swapping takes milliseconds and is not cancelled.
	if err := ctx.Err(); err != nil {
		return Summary{}, fmt.Errorf("installing packages: %w", context.Cause(ctx))
	}
	if err := i.stage.swap(i.project, gone); err != nil {
		return Summary{}, err
	}
	swapped = true
	return done, nil
}

func (i *install) openSource() error {
	config, err := registry.Load(i.project.dir, i.options.Environ)
	if err != nil {
		return err
	}
	kept, err := openCache(i.options.Cache, i.options.Environ)
	if err != nil {
		return err
	}
	kept.sweep()
	i.source = &source{
		cache: kept, offline: i.options.Offline, config: config, dir: i.project.dir, limits: defaultLimits,
		client: registry.New(config, registry.ClientOptions{MaxTarball: defaultLimits.packed}),
	}
	return nil
}

// fill unpacks everything into the stage.
func (i *install) fill(ctx context.Context) error {
	i.inside = i.plan.inside()
	if err := i.unpackAll(ctx, i.plan.places); err != nil {
		return err
	}
	more, err := i.unbundled()
	if err != nil {
		return err
	}
	if err := i.unpackAll(ctx, more); err != nil {
		return err
	}
	if err := i.leaveOutFailed(); err != nil {
		return err
	}
	if err := i.keepRuntime(); err != nil {
		return err
	}
	if err := i.fixPrograms(); err != nil {
		return writeError("packages", err)
	}
	if err := i.stage.makeLinks(i.project, i.plan.links); err != nil {
		return err
	}
	record := marker{
		Form: markerForm, Lockfile: i.project.hash, Platform: i.platform.String(), OmitDev: i.options.OmitDev,
		Missing: slices.Sorted(maps.Keys(i.failed)), Folders: i.plan.folders(),
	}
	for slot := range i.stage.slots {
		if err := record.write(i.stage.modules(slot)); err != nil {
			return writeError("packages", err)
		}
	}
	return nil
}

func (i *install) summary() Summary {
	s := Summary{
		Packages: len(i.plan.places) + len(i.plan.bundled), Linked: len(i.plan.links), Fetched: i.fetched, Bytes: i.bytes,
		ReplacedPrograms: exists(filepath.Join(i.project.dir, nodeModules, ".bin")),
	}
	for _, pkg := range i.plan.places {
		if pkg.Scripts {
			s.Scripts = append(s.Scripts, pkg.Label())
		}
	}
	slices.Sort(s.Scripts)
	s.Scripts = slices.Compact(s.Scripts)
	for _, location := range slices.Sorted(maps.Keys(i.failed)) {
		s.Missing = append(s.Missing, i.plan.lock.Packages[location].Label())
	}
	return s
}
