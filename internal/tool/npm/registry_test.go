package npm_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/orielapps/oriel/internal/tool/npm"
	"github.com/orielapps/oriel/ui"
)

// fakeRegistry has the tarballs that a test gives it, as "name-version.tgz".
type fakeRegistry struct {
	*httptest.Server

	mu       sync.Mutex
	tarballs map[string][]byte
	// manifests are the package.json of versions, by "name@version"; only for npm.
	manifests map[string]map[string]any
	asked     map[string]int
	// before is set by answerFirst.
	before func(http.ResponseWriter, *http.Request) bool
}

func newRegistry(t *testing.T) *fakeRegistry {
	t.Helper()
	r := &fakeRegistry{tarballs: make(map[string][]byte), manifests: make(map[string]map[string]any), asked: make(map[string]int)}
	r.Server = httptest.NewServer(r)
	t.Cleanup(r.Close)
	return r
}

func (r *fakeRegistry) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r.mu.Lock()
	r.asked[req.URL.Path]++
	before := r.before
	_, file, isTarball := strings.Cut(req.URL.Path, "/-/")
	tarball, has := r.tarballs[file]
	r.mu.Unlock()
	if before != nil && before(w, req) {
		return
	}
	if isTarball && has {
		_, _ = w.Write(tarball)
		return
	}
	if !isTarball {
		r.packument(w, strings.TrimPrefix(req.URL.Path, "/"))
		return
	}
	http.NotFound(w, req)
}

func (r *fakeRegistry) packument(w http.ResponseWriter, name string) {
	versions := make(map[string]any)
	r.mu.Lock()
	for key, manifest := range r.manifests {
		if known, version, _ := strings.Cut(key, "@"); known == name {
			described := maps.Clone(manifest)
			described["dist"] = map[string]any{
				"tarball":   r.URL + "/" + name + "/-/" + name + "-" + version + ".tgz",
				"integrity": integrityOf(r.tarballs[name+"-"+version+".tgz"]),
			}
			versions[version] = described
		}
	}
	r.mu.Unlock()
	if len(versions) == 0 {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	text, err := json.Marshal(map[string]any{"name": name, "versions": versions, "dist-tags": map[string]string{"latest": "1.0.0"}})
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	_, _ = w.Write(text)
}

func (r *fakeRegistry) add(name, version string, tarball []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tarballs[name+"-"+version+".tgz"] = tarball
	r.manifests[name+"@"+version] = map[string]any{"name": name, "version": version}
}

// answerFirst has a function called for each request, which answers if it returns
// true.
func (r *fakeRegistry) answerFirst(before func(http.ResponseWriter, *http.Request) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.before = before
}

func (r *fakeRegistry) times(path string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.asked[path]
}

// environ are the variables that name the registry, and no .npmrc of this machine.
func (r *fakeRegistry) environ() []string {
	return []string{
		"npm_config_registry=" + r.URL + "/", "npm_config_userconfig=/nowhere/user/npmrc", "npm_config_globalconfig=/nowhere/npmrc",
		"npm_config_fetch_retries=0", "PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"),
	}
}

func integrityOf(tarball []byte) string {
	sum := sha512.Sum512(tarball)
	return "sha512-" + base64.StdEncoding.EncodeToString(sum[:])
}

// entry is one of a tarball: a file, unless it says otherwise.
type entry struct {
	name, body string
	mode       int64
	kind       byte
	link       string
}

// tarballOf packs entries as they are.
func tarballOf(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var packed bytes.Buffer
	zipped := gzip.NewWriter(&packed)
	archive := tar.NewWriter(zipped)
	for _, e := range entries {
		header := &tar.Header{Name: e.name, Mode: e.mode, Typeflag: e.kind, Linkname: e.link, Size: int64(len(e.body))}
		if e.kind == 0 {
			header.Typeflag = tar.TypeReg
		}
		if e.mode == 0 {
			header.Mode = 0o644
		}
		if err := archive.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if _, err := archive.Write([]byte(e.body)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(archive.Close(), zipped.Close()); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

// packageOf packs a package with a file.
func packageOf(t testing.TB, name, version, text string) []byte {
	t.Helper()
	return tarballOf(t,
		entry{name: "package/package.json", body: `{"name":"` + name + `","version":"` + version + `"}`},
		entry{name: "package/index.js", body: text},
	)
}

// locked is a package in a lockfile.
type locked map[string]any

// writeProject writes package.json and package-lock.json, and returns the folder.
func writeProject(t testing.TB, packages map[string]locked) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "project")
	needs := make(map[string]string)
	for location, p := range packages {
		if name, direct := strings.CutPrefix(location, "node_modules/"); direct && !strings.Contains(name, "/node_modules/") && p["link"] == nil {
			if version, ok := p["version"].(string); ok && p["optional"] == nil {
				needs[name] = version
			}
		}
	}
	root := map[string]any{"private": true, "dependencies": needs}
	all := map[string]any{"": root}
	for location, p := range packages {
		all[location] = p
	}
	writeJSON(t, filepath.Join(dir, "package.json"), root)
	writeJSON(t, filepath.Join(dir, "package-lock.json"), map[string]any{"lockfileVersion": 3, "requires": true, "packages": all})
	return dir
}

func writeJSON(t testing.TB, file string, value any) {
	t.Helper()
	text, err := json.MarshalIndent(value, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, string(text))
}

func write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, parts ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// wantCode fails the test unless an error has such a code, and tells how to mend
// it.
func wantCode(t testing.TB, err error, code string) *ui.Error {
	t.Helper()
	own, ok := errors.AsType[*ui.Error](err)
	if !ok {
		t.Fatalf("the error is %v, and has no code; it should be %s", err, code)
	}
	if own.Code != code || own.Message == "" || own.Fix == "" {
		t.Fatalf("the error is %+v; its code should be %s", own, code)
	}
	return own
}

// wantClean fails the test if an install has left anything but what is listed in a
// project's folder.
func wantClean(t testing.TB, dir string, more ...string) {
	t.Helper()
	allowed := map[string]bool{"package.json": true, "package-lock.json": true}
	for _, name := range more {
		allowed[name] = true
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !allowed[e.Name()] {
			t.Errorf("%s is left behind", e.Name())
		}
	}
}

// options are those for a registry and a cache of the test's own.
func options(t testing.TB, r *fakeRegistry) npm.Options {
	t.Helper()
	return npm.Options{Environ: r.environ(), Cache: t.TempDir()}
}
