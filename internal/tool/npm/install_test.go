package npm_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/npm"
	"github.com/orielapps/oriel/internal/tool/npm/registry"
)

// one is a project with a package, and the registry that has it.
func one(t *testing.T) (*fakeRegistry, string, npm.Options) {
	t.Helper()
	registry := newRegistry(t)
	packed := packageOf(t, "p", "1.0.0", "text")
	registry.add("p", "1.0.0", packed)
	dir := writeProject(t, map[string]locked{"node_modules/p": {"version": "1.0.0", "integrity": integrityOf(packed)}})
	return registry, dir, options(t, registry)
}

func TestInstallsOnceAndAgainWhenSomethingIsMissing(t *testing.T) {
	t.Parallel()
	registry, dir, o := one(t)
	wantCurrent(t, dir, false)
	if s := install(t, dir, o); s.Packages != 1 || s.Fetched != 1 || s.Bytes == 0 || s.Unchanged {
		t.Errorf("the first install says %+v", s)
	}
	wantCurrent(t, dir, true)
	wantClean(t, dir, "node_modules")
	if s := install(t, dir, o); s.Packages != 1 || s.Fetched != 0 || !s.Unchanged {
		t.Errorf("the second install says %+v", s)
	}
	// Somebody has removed a package.
	if err := os.RemoveAll(filepath.Join(dir, "node_modules", "p")); err != nil {
		t.Fatal(err)
	}
	wantCurrent(t, dir, false)
	if s := install(t, dir, o); s.Fetched != 0 || s.Unchanged {
		t.Errorf("the third install says %+v", s)
	}
	// The lockfile has changed.
	packed := packageOf(t, "p", "2.0.0", "newer")
	registry.add("p", "2.0.0", packed)
	newer := writeProject(t, map[string]locked{"node_modules/p": {"version": "2.0.0", "integrity": integrityOf(packed)}})
	for _, file := range []string{"package.json", "package-lock.json"} {
		write(t, filepath.Join(dir, file), read(t, newer, file))
	}
	write(t, filepath.Join(dir, "node_modules", "p", "mine.txt"), "somebody's")
	wantCurrent(t, dir, false)
	install(t, dir, o)
	if text := read(t, dir, "node_modules/p/index.js"); text != "newer" {
		t.Errorf("installed is %q", text)
	}
	if _, err := os.Lstat(filepath.Join(dir, "node_modules", "p", "mine.txt")); err == nil {
		t.Error("a file of the older version is left")
	}
	wantCurrent(t, dir, true)
	if s := install(t, dir, npm.Options{Environ: o.Environ, Cache: o.Cache, OmitDev: true}); s.Unchanged {
		t.Error("without development packages, it is not the same")
	}
	wantCurrent(t, dir, true)
}

func wantCurrent(t *testing.T, dir string, want bool) {
	t.Helper()
	got, err := npm.Current(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("Current says %v", got)
	}
}

func TestProgressComesInOrder(t *testing.T) {
	t.Parallel()
	registry := newRegistry(t)
	packages := make(map[string]locked)
	const count = 40
	for i := range count {
		name := fmt.Sprintf("p%d", i)
		packed := packageOf(t, name, "1.0.0", name)
		registry.add(name, "1.0.0", packed)
		packages["node_modules/"+name] = locked{"version": "1.0.0", "integrity": integrityOf(packed)}
	}
	dir := writeProject(t, packages)
	o := options(t, registry)
	var seen []int
	o.Progress = func(done, total int) {
		if total != count {
			t.Errorf("of %d packages, %d are told of", count, total)
		}
		seen = append(seen, done)
	}
	install(t, dir, o)
	if !slices.IsSorted(seen) || len(seen) == 0 || seen[len(seen)-1] != count {
		t.Errorf("progress was %v", seen)
	}
}

// The same tarball in several places, and in projects of other people, is fetched
// once.
func TestFetchesATarballOnce(t *testing.T) {
	t.Parallel()
	registry, _, o := one(t)
	packed := packageOf(t, "p", "1.0.0", "text")
	outer := packageOf(t, "o", "1.0.0", "outer")
	registry.add("o", "1.0.0", outer)
	nested := locked{"version": "1.0.0", "integrity": integrityOf(packed)}
	dir := writeProject(t, map[string]locked{
		"node_modules/p": nested, "node_modules/o": {"version": "1.0.0", "integrity": integrityOf(outer)}, "node_modules/o/node_modules/p": nested,
	})
	if s := install(t, dir, o); s.Packages != 3 || s.Fetched != 2 {
		t.Errorf("it says %+v", s)
	}
	if n := registry.times("/p/-/p-1.0.0.tgz"); n != 1 {
		t.Errorf("it was fetched %d times", n)
	}
	for _, file := range []string{"p/index.js", "o/node_modules/p/index.js", "o/index.js"} {
		read(t, dir, "node_modules", file)
	}
}

// Several installs at once give one result, and do the work once.
func TestInstallsAtOnce(t *testing.T) {
	t.Parallel()
	registry, dir, o := one(t)
	const count = 8
	var begun sync.WaitGroup
	begun.Add(count)
	registry.answerFirst(func(http.ResponseWriter, *http.Request) bool {
		begun.Wait()
		return false
	})
	done := make([]npm.Summary, count)
	errs := make([]error, count)
	var group sync.WaitGroup
	for i := range count {
		group.Go(func() {
			begun.Done()
			done[i], errs[i] = npm.Install(t.Context(), dir, o)
		})
	}
	group.Wait()
	changed := 0
	for i := range count {
		if errs[i] != nil {
			t.Error(errs[i])
		}
		if !done[i].Unchanged {
			changed++
		}
	}
	if changed != 1 {
		t.Errorf("%d installs have changed something", changed)
	}
	wantCurrent(t, dir, true)
	wantClean(t, dir, "node_modules")
}

func TestOffline(t *testing.T) {
	t.Parallel()
	registry, dir, o := one(t)
	o.Offline = true
	_, err := npm.Install(t.Context(), dir, o)
	if own := wantCode(t, err, "offline_missing"); !strings.Contains(own.Message, "p@1.0.0") {
		t.Errorf("the message does not name the package: %s", own.Message)
	}
	if n := registry.times("/p/-/p-1.0.0.tgz"); n != 0 {
		t.Errorf("the registry was asked %d times", n)
	}
	wantClean(t, dir)
}

func TestNoNetwork(t *testing.T) {
	t.Parallel()
	registry, dir, o := one(t)
	write(t, filepath.Join(dir, "node_modules", ".package-lock.json"), `{"packages":{}}`)
	write(t, filepath.Join(dir, "node_modules", "older", "index.js"), "older")
	registry.Close()
	_, err := npm.Install(t.Context(), dir, o)
	_ = wantCode(t, err, "registry_unreachable")
	wantClean(t, dir, "node_modules")
	if text := read(t, dir, "node_modules/older/index.js"); text != "older" {
		t.Errorf("the older package is %q", text)
	}
}

// An answer that breaks off is asked for again.
func TestAnswerBreaksOff(t *testing.T) {
	t.Parallel()
	registry, dir, o := one(t)
	var mu sync.Mutex
	times := 0
	registry.answerFirst(func(w http.ResponseWriter, _ *http.Request) bool {
		mu.Lock()
		defer mu.Unlock()
		if times++; times > 1 {
			return false
		}
		w.Header().Set("Content-Length", "1000")
		_, _ = w.Write([]byte("\x1f\x8b"))
		return true
	})
	install(t, dir, o)
}

// Registries that have tarballs elsewhere are asked where.
func TestTarballElsewhere(t *testing.T) {
	t.Parallel()
	registry, dir, o := one(t)
	registry.answerFirst(func(w http.ResponseWriter, r *http.Request) bool {
		switch r.URL.Path {
		case "/p":
			_, _ = fmt.Fprintf(w, `{"name":"p","versions":{"1.0.0":{"dist":{"tarball":"%s/download/p/1.0.0"}}}}`, registry.URL)
		case "/download/p/1.0.0":
			_, _ = w.Write(packageOf(t, "p", "1.0.0", "text"))
		default:
			http.NotFound(w, r)
		}
		return true
	})
	install(t, dir, o)
}

const publicRegistry = registry.Public

// "resolved" counts: as it is, or rewritten from the public registry's.
func TestResolved(t *testing.T) {
	t.Parallel()
	registry := newRegistry(t)
	packed := packageOf(t, "p", "1.0.0", "text")
	registry.add("renamed", "1.0.0", packed)
	for name, resolved := range map[string]string{
		"here":   registry.URL + "/renamed/-/renamed-1.0.0.tgz",
		"public": publicRegistry + "renamed/-/renamed-1.0.0.tgz",
		"file":   "file:packed/p%201.tgz",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := writeProject(t, map[string]locked{"node_modules/p": {"version": "1.0.0", "resolved": resolved, "integrity": integrityOf(packed)}})
			write(t, filepath.Join(dir, "packed", "p 1.tgz"), string(packed))
			install(t, dir, options(t, registry))
		})
	}
}

// Optional packages are left out with what is only there for them if their registry
// doesn't have them, and tried again the next time.
func TestOptionalPackages(t *testing.T) {
	t.Parallel()
	registry := newRegistry(t)
	packages := map[string]locked{}
	for name, more := range map[string]locked{
		"app":      {"optionalDependencies": map[string]string{"addon": "1.0.0"}, "dependencies": map[string]string{"shared": "1.0.0"}},
		"addon":    {"optional": true, "dependencies": map[string]string{"binary": "1.0.0", "helper": "1.0.0", "shared": "1.0.0"}},
		"binary":   {"optional": true},
		"helper":   {"optional": true},
		"shared":   {},
		"@x/other": {"optional": true, "os": []string{"plan9"}, "dependencies": map[string]string{"deeper": "1.0.0"}},
		"deeper":   {"optional": true},
	} {
		packed := packageOf(t, name, "1.0.0", name)
		if name != "binary" {
			registry.add(name[strings.LastIndexByte(name, '/')+1:], "1.0.0", packed)
		}
		entry := locked{"version": "1.0.0", "integrity": integrityOf(packed)}
		maps.Copy(entry, more)
		packages["node_modules/"+name] = entry
	}
	dir, o := writeProject(t, packages), options(t, registry)
	s := install(t, dir, o)
	if !slices.Equal(s.Missing, []string{"addon@1.0.0", "binary@1.0.0", "helper@1.0.0"}) || s.Packages != 2 {
		t.Errorf("it says %+v", s)
	}
	wantFolders(t, dir, "app", "shared")
	wantCurrent(t, dir, true)
	registry.add("binary", "1.0.0", packageOf(t, "binary", "1.0.0", "binary"))
	if s := install(t, dir, o); len(s.Missing) != 0 || s.Packages != 5 {
		t.Errorf("once it is there, it says %+v", s)
	}
	wantFolders(t, dir, "addon", "app", "binary", "helper", "shared")
}

func wantFolders(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, "node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		if e.IsDir() {
			got = append(got, e.Name())
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("node_modules has %v, and should have %v", got, want)
	}
}

// What a bundler should have brought along, and has not, is fetched by itself.
func TestBundledPackages(t *testing.T) {
	t.Parallel()
	registry := newRegistry(t)
	packed := tarballOf(t,
		entry{name: "package/package.json", body: `{"name":"p","version":"1.0.0"}`},
		entry{name: "package/node_modules/in/package.json", body: `{"name":"in","version":"1.0.0"}`},
	)
	alone := packageOf(t, "alone", "1.0.0", "alone")
	registry.add("p", "1.0.0", packed)
	registry.add("alone", "1.0.0", alone)
	outer := locked{"version": "1.0.0", "integrity": integrityOf(packed), "bundleDependencies": []string{"in"}}
	inner := locked{"version": "1.0.0", "inBundle": true}
	dir, o := writeProject(t, map[string]locked{
		"node_modules/p": outer, "node_modules/p/node_modules/in": inner,
		"node_modules/p/node_modules/alone": {"version": "1.0.0", "inBundle": true, "integrity": integrityOf(alone)},
	}), options(t, registry)
	if s := install(t, dir, o); s.Packages != 3 || s.Fetched != 2 {
		t.Errorf("it says %+v", s)
	}
	read(t, dir, "node_modules/p/node_modules/in/package.json")
	read(t, dir, "node_modules/p/node_modules/alone/index.js")

	dir = writeProject(t, map[string]locked{"node_modules/p": outer, "node_modules/p/node_modules/in": inner, "node_modules/p/node_modules/gone": inner})
	_, err := npm.Install(t.Context(), dir, o)
	_ = wantCode(t, err, "bundle_missing")
	wantClean(t, dir)
}

// Scripts are told of, and not run.
func TestScriptsAreNotRun(t *testing.T) {
	t.Parallel()
	registry := newRegistry(t)
	packed := tarballOf(t, entry{name: "package/package.json", body: `{"name":"p","version":"1.0.0","scripts":{"install":"touch ran","postinstall":"touch ran"}}`})
	registry.add("p", "1.0.0", packed)
	dir := writeProject(t, map[string]locked{"node_modules/p": {"version": "1.0.0", "integrity": integrityOf(packed), "hasInstallScript": true}})
	if s := install(t, dir, options(t, registry)); !slices.Equal(s.Scripts, []string{"p@1.0.0"}) {
		t.Errorf("it says %+v", s)
	}
	if _, err := os.Lstat(filepath.Join(dir, "node_modules", "p", "ran")); err == nil {
		t.Error("a script was run")
	}
}

// An install that is given up leaves what was there.
func TestGivenUp(t *testing.T) {
	t.Parallel()
	registry, dir, o := one(t)
	write(t, filepath.Join(dir, "node_modules", ".package-lock.json"), `{"packages":{}}`)
	write(t, filepath.Join(dir, "node_modules", "older", "index.js"), "older")
	ctx, cancel := context.WithCancel(t.Context())
	registry.answerFirst(func(_ http.ResponseWriter, r *http.Request) bool {
		cancel()
		<-r.Context().Done()
		return true
	})
	begun := time.Now()
	_, err := npm.Install(ctx, dir, o)
	if err == nil || time.Since(begun) > time.Minute {
		t.Errorf("after %v there is the error %v", time.Since(begun), err)
	}
	wantClean(t, dir, "node_modules")
	wantFolders(t, dir, "older")
	waiting, err := os.ReadDir(filepath.Join(o.Cache, "tarballs-1", "unfinished"))
	if err != nil || len(waiting) != 0 {
		t.Errorf("the cache has unfinished files, %v: %v", waiting, err)
	}
}

// A cache that can't be written is an error where it was asked for, and otherwise
// done without.
func TestCacheUnwritable(t *testing.T) {
	t.Parallel()
	registry, dir, o := one(t)
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "")
	o.Cache = filepath.Join(file, "cache")
	_, err := npm.Install(t.Context(), dir, o)
	_ = wantCode(t, err, "cache_unwritable")
	o.Cache = ""
	o.Environ = append(registry.environ(), "ORIEL_CACHE="+file)
	_, err = npm.Install(t.Context(), dir, o)
	_ = wantCode(t, err, "cache_unwritable")
	wantClean(t, dir)
}
