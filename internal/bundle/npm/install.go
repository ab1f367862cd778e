package npm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/orielapps/oriel/internal/bundle/npm/registry"
	"github.com/orielapps/oriel/ui"
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
	platform := ThisPlatform()
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

// checkFolders sees that all node_modules may be replaced, and returns the folders
// whose own is not needed any more.
func (i *install) checkFolders() (gone []string, err error) {
	former := i.project.formerFolders()
	for _, folder := range i.plan.folders() {
		if _, err := i.project.replaceable(folder, slices.Contains(former, folder)); err != nil {
			return nil, err
		}
	}
	for _, folder := range former {
		if slices.Contains(i.plan.folders(), folder) {
			continue
		}
		there, err := i.project.replaceable(folder, true)
		if err != nil {
			return nil, err
		}
		if there {
			gone = append(gone, folder)
		}
	}
	return gone, nil
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

// atOnce is how many tarballs are fetched at the same time.
const atOnce = 16

// unpackAll fetches and unpacks packages. Those with the same tarball are one job.
func (i *install) unpackAll(ctx context.Context, packages []*Package) error {
	type job struct {
		want     integrity
		packages []*Package
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
			if i.options.Offline && !i.source.cache.has(want) && !pkg.Optional {
				missing = append(missing, pkg.Label())
			}
			known = &job{want: want}
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
	// The largest decides when all is done.
	slices.SortStableFunc(jobs, func(a, b *job) int { return cmp.Compare(i.source.cache.size(b.want), i.source.cache.size(a.want)) })

	network := make(chan struct{}, atOnce)
	processors := make(chan struct{}, runtime.GOMAXPROCS(0)+1)
	group, ctx := errgroup.WithContext(ctx)
	for _, one := range jobs {
		group.Go(func() error {
			err := i.unpackJob(ctx, one.want, one.packages, network, processors)
			if err != nil && ctx.Err() == nil && i.goesWithout(one.packages, err) {
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

// unpackJob unpacks a tarball to all places that want it.
func (i *install) unpackJob(ctx context.Context, want integrity, packages []*Package, network, processors chan struct{}) error {
	fetched := false
	for tries := 0; ; tries++ {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("installing packages: %w", context.Cause(ctx))
		}
		err := i.unpackEach(ctx, want, packages, processors)
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

func (i *install) fetch(ctx context.Context, want integrity, pkg *Package, network chan struct{}) error {
	select {
	case network <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("installing packages: %w", context.Cause(ctx))
	}
	defer func() { <-network }()
	return i.source.fetch(ctx, pkg, want)
}

func (i *install) unpackEach(ctx context.Context, want integrity, packages []*Package, processors chan struct{}) error {
	processors <- struct{}{}
	defer func() { <-processors }()
	for _, pkg := range packages {
		if ctx.Err() != nil {
			return fmt.Errorf("installing packages: %w", context.Cause(ctx))
		}
		place := i.stage.place(pkg.Location)
		u := &unpacker{dest: place, limits: i.source.limits, others: i.inside[pkg.Location]}
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
func (i *install) clear(pkg *Package) error {
	place := i.stage.place(pkg.Location)
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
		return storage(pkg.Location, err)
	}
	return nil
}

// progress tells how far it is.
func (i *install) progress(more int) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.done += more
	if i.options.Progress != nil && i.total > 0 {
		i.options.Progress(i.done, i.total)
	}
}

// goesWithout reports whether packages that failed can be left out: optional ones
// whose registry doesn't have them or is not there. What fails in another way, such
// as by its hash, is nothing to go on after.
func (i *install) goesWithout(packages []*Package, err error) bool {
	own, ok := errors.AsType[*ui.Error](err)
	if !ok || !slices.Contains(goWithout, own.Code) {
		return false
	}
	for _, pkg := range packages {
		if !pkg.Optional {
			return false
		}
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, pkg := range packages {
		i.failed[pkg.Location] = true
	}
	return true
}

// goWithout are the codes of errors after which an optional package is left out.
var goWithout = []string{
	"registry_unreachable", "registry_denied", "not_in_registry", "registry_busy", "registry_answer_invalid", "registry_redirect",
	"package_unknown", "version_unknown", "offline_missing",
}

// unbundled finds bundled packages that the tarball of their bundler doesn't have,
// and returns those that can be fetched by themselves, as npm does.
func (i *install) unbundled() ([]*Package, error) {
	var more []*Package
	for _, pkg := range i.plan.bundled {
		if i.failed[i.plan.bundler(pkg.Location)] || exists(filepath.Join(i.stage.place(pkg.Location), manifestFile)) {
			continue
		}
		switch _, err := checkSource(pkg); {
		case err == nil:
			more = append(more, pkg)
		case pkg.Optional:
			i.failed[pkg.Location] = true
		default:
			return nil, bundleMissing(pkg)
		}
	}
	return more, nil
}

// leaveOutFailed takes out what optional packages that failed were needed by, or
// brought along.
func (i *install) leaveOutFailed() error {
	if len(i.failed) == 0 {
		return nil
	}
	before := maps.Clone(i.plan.left)
	for _, location := range slices.Sorted(maps.Keys(i.failed)) {
		i.plan.leaveOut(i.plan.lock.Packages[location])
	}
	i.plan.arrange()
	for location := range i.plan.left {
		if before[location] {
			continue
		}
		i.failed[location] = true
		if place := i.stage.place(location); place != "" {
			if err := os.RemoveAll(place); err != nil {
				return storage(location, err)
			}
			removeEmptyScope(place)
		}
	}
	return nil
}

// removeEmptyScope removes the folder of a scope that has nothing any more.
func removeEmptyScope(place string) {
	for dir := filepath.Dir(place); ; dir = filepath.Dir(dir) {
		base := filepath.Base(dir)
		if !strings.HasPrefix(base, "@") && base != nodeModules || os.Remove(dir) != nil {
			return
		}
		if base == nodeModules {
			return
		}
	}
}

// keepRuntime takes over the runtime's package for editors, unless the lockfile
// has it.
func (i *install) keepRuntime() error {
	for slot, folder := range i.stage.slots {
		from := filepath.Join(i.project.dir, filepath.FromSlash(folder), nodeModules, filepath.FromSlash(ownRuntime))
		to := filepath.Join(i.stage.modules(slot), filepath.FromSlash(ownRuntime))
		if !exists(filepath.Join(from, runtimeMark)) || exists(to) || i.plan.lock.Packages[folder+nodeModules+"/"+ownRuntime] != nil {
			continue
		}
		if err := os.MkdirAll(to, folderBase); err != nil {
			return storage("packages", err)
		}
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			return storage("packages", err)
		}
	}
	return nil
}

func (i *install) fixPrograms() error {
	for slot, folder := range i.stage.slots {
		var here []*Package
		for _, pkg := range slices.Concat(i.plan.places, i.plan.bundled) {
			if at, _ := splitLocation(pkg.Location); at == folder {
				moved := *pkg
				moved.Location = strings.TrimPrefix(strings.TrimPrefix(pkg.Location, folder), "/")
				here = append(here, &moved)
			}
		}
		if err := fixPrograms(i.stage.root(slot), here, i.stage.mode); err != nil {
			return err
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
