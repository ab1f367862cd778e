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

// Options are how packages are installed. The zero value is right for most.
type Options struct {
	// Environ are variables as "KEY=value": those that npm reads, which name
	// registries and proxies, and ORIEL_CACHE.
	Environ []string
	// Cache is the folder that keeps tarballs. Empty is that of the variable
	// ORIEL_CACHE, else "oriel" in the user's cache.
	Cache string
	// Offline takes nothing but what the cache has.
	Offline bool
	// Platform is the machine that packages are installed for; what is left empty
	// is as on this one.
	Platform Platform
	// Progress is told how many of the packages that have to be unpacked are; nil
	// for nobody. It is called by one goroutine at a time.
	Progress func(done, total int)
	// OmitDev leaves out what is for development only.
	OmitDev bool
}

// Summary says what was done.
type Summary struct {
	// Packages are how many are installed, with those that others bring along.
	Packages int
	// Fetched are how many came from a registry; the others were in the cache.
	Fetched int
	// Linked are how many are folders of the project.
	Linked int
	// Bytes are what was written.
	Bytes int64
	// Unchanged is set where node_modules was as it should be.
	Unchanged bool
	// Scripts are packages that have install scripts, which were not run:
	// "esbuild@0.28.0".
	Scripts []string
	// Missing are optional packages that could not be had.
	Missing []string
	// ReplacedPrograms is set where npm's links to programs, node_modules/.bin, were
	// there before: we make none.
	ReplacedPrograms bool
	// Warnings are sentences about settings of .npmrc, also where the install failed.
	Warnings []string
}

// Install puts the packages of a lockfile into node_modules, beside it and in the
// workspaces that it names. The folder has package.json and package-lock.json or
// npm-shrinkwrap.json. Errors are *ui.Error where a person can mend them; then, and
// when ctx ends, all folders are as they were.
func Install(ctx context.Context, dir string, o Options) (Summary, error) {
	platform := o.Platform.complete()
	p, _, done, err := look(dir, platform, o)
	if err != nil || done != nil {
		return summaryOf(done), err
	}
	release, err := p.acquire(ctx)
	if err != nil {
		return Summary{}, err
	}
	defer release()
	// Another install may have finished, or the lockfile be another.
	p, want, done, err := look(dir, platform, o)
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

// look reads the project, and finds out whether there is anything to do.
func look(dir string, platform Platform, o Options) (*project, *plan, *Summary, error) {
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

// Current reports whether node_modules is what the lockfile says: as Install or as
// npm has put it there. It looks at records and folders, not into packages.
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
	// inside are paths in packages at which others are unpacked.
	inside map[string][]string

	mu sync.Mutex
	// done are how many packages are unpacked, of total.
	done, total int
	fetched     int
	bytes       int64
	// failed are the locations of optional packages that could not be had.
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
		// They may say why it failed.
		summary.Warnings = i.source.config.Warnings()
	}()
	if i.stage, err = newStage(i.project, i.plan.folders()); err != nil {
		return Summary{}, err
	}
	swapped := false
	defer func() {
		// Once all is in its place, what can't be removed is left to the next install.
		if failed := i.stage.remove(); !swapped {
			err = errors.Join(err, failed)
		}
	}()

	if err := i.fill(ctx); err != nil {
		return Summary{}, err
	}
	done := i.summary()
	// From here on it is a matter of milliseconds, and is not given up.
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

// fill puts everything into the stage.
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
		return storage("packages", err)
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
			return storage("packages", err)
		}
	}
	return nil
}

// summary says what was done.
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
