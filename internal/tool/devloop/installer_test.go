package devloop_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/orielapps/oriel/internal/tool/devloop"
	"github.com/orielapps/oriel/internal/tool/devreport"
)

// registry serves versions of the package "label".
type registry struct {
	*httptest.Server

	mu      sync.Mutex
	tarball map[string][]byte
}

func newRegistry(t *testing.T) *registry {
	t.Helper()
	r := &registry{tarball: map[string][]byte{}}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		r.mu.Lock()
		defer r.mu.Unlock()
		data, ok := r.tarball[request.URL.Path]
		if !ok {
			http.NotFound(w, request)
			return
		}
		_, _ = w.Write(data)
	}))
	t.Cleanup(r.Close)
	return r
}

// lockfile publishes a version whose default export is a text, and returns a lockfile
// that names it.
func (r *registry) lockfile(t *testing.T, version, text string) string {
	t.Helper()
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	archive := tar.NewWriter(zip)
	for name, content := range map[string]string{
		"package/package.json": `{"name":"label","version":"` + version + `","main":"index.js"}`,
		"package/index.js":     fmt.Sprintf("export default %q;\n", text),
	} {
		if err := archive.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(content)), Typeflag: tar.TypeReg}); err != nil {
			t.Fatal(err)
		}
		if _, err := archive.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	r.mu.Lock()
	r.tarball["/label/-/label-"+version+".tgz"] = packed.Bytes()
	r.mu.Unlock()
	sum := sha512.Sum512(packed.Bytes())
	return `{"name":"weather","lockfileVersion":3,"requires":true,"packages":{"":{"dependencies":{"label":"*"}},` +
		`"node_modules/label":{"version":"` + version + `","integrity":"sha512-` + base64.StdEncoding.EncodeToString(sum[:]) + `"}}}`
}

// The packages of the lockfile are there before the views are built, and again when it
// is another one.
func TestSystemPackages(t *testing.T) {
	t.Parallel()
	from := newRegistry(t)
	d := start(t, project(t, map[string]string{
		".npmrc":             "registry=" + from.URL + "/\n",
		"package.json":       `{"dependencies":{"label":"*"}}`,
		"package-lock.json":  from.lockfile(t, "1.0.0", "the first"),
		"views/day/index.ts": "import label from \"label\";\ndocument.title = label;\n",
	}), devloop.Options{Environ: append(environ(), "ORIEL_CACHE="+t.TempDir())})
	d.await(devloop.PackagesInstalled)
	d.await(devloop.ServerReady)
	d.wrong()
	if _, html := d.view(); !strings.Contains(html, "the first") {
		t.Errorf("%.300s", html)
	}

	d.write("package-lock.json", from.lockfile(t, "2.0.0", "the second"))
	d.await(devloop.PackagesInstalled)
	d.eventually("the view has it", func() bool { _, html := d.view(); return strings.Contains(html, "the second") })
	d.wrong()

	// One that can't be had.
	third := from.lockfile(t, "3.0.0", "the third")
	from.mu.Lock()
	from.tarball["/label/-/label-3.0.0.tgz"] = []byte("something else")
	from.mu.Unlock()
	d.write("package-lock.json", third)
	d.eventually("it says so", func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		return len(d.problems) == 1 && d.problems[0].Source == devreport.SourcePackages && d.problems[0].Fix != ""
	})
	if _, html := d.view(); !strings.Contains(html, "the second") {
		t.Errorf("%.300s", html)
	}
	d.write("package-lock.json", from.lockfile(t, "2.0.0", "the second"))
	d.wrong()
}
