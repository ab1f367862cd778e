package npm_test

import (
	"archive/tar"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is strange in a tarball becomes of it with npm, too.
func TestStrangePackagesAreWhatNPMMakesOfThem(t *testing.T) {
	t.Parallel()
	registry := newRegistry(t)
	packages := make(map[string]locked)
	manifest := entry{name: "package/package.json", body: `{"name":"NAME","version":"1.0.0"}`}
	for name, one := range map[string]struct {
		entries []entry
		bin     any
	}{
		"ignored":  {entries: []entry{{name: "package/.gitignore", body: "a"}, {name: "package/lib/.gitignore", body: "b"}, {name: "package/lib/x.js"}}},
		"ignores":  {entries: []entry{{name: "package/.npmignore", body: "mine"}, {name: "package/.gitignore", body: "other"}}},
		"late":     {entries: []entry{{name: "package/.gitignore", body: "other"}, {name: "package/.npmignore", body: "mine"}}},
		"modes":    {entries: []entry{{name: "package/a", mode: 0o600}, {name: "package/b", mode: 0o755}, {name: "package/c", mode: 0o111}, {name: "package/d", mode: 0o711}, {name: "package/e", mode: 0o444}, {name: "package/f", mode: 0o744}}},
		"again":    {entries: []entry{{name: "package/a.js", body: "first, and longer"}, {name: "package/a.js", body: "second"}}},
		"cases":    {entries: []entry{{name: "package/README.md", body: "1"}, {name: "package/readme.md", body: "2"}}},
		"folders":  {entries: []entry{{name: "package/", kind: tar.TypeDir, mode: 0o755}, {name: "package/empty/", kind: tar.TypeDir, mode: 0o700}, {name: "package/full/", kind: tar.TypeDir, mode: 0o500}, {name: "package/full/x"}}},
		"links":    {entries: []entry{{name: "package/target", body: "x"}, {name: "package/soft", kind: tar.TypeSymlink, link: "target"}, {name: "package/hard", kind: tar.TypeLink, link: "package/target"}, {name: "package/out", kind: tar.TypeSymlink, link: "/etc/passwd"}}},
		"devices":  {entries: []entry{{name: "package/pipe", kind: tar.TypeFifo}, {name: "package/null", kind: tar.TypeChar}, {name: "package/x"}}},
		"roots":    {entries: []entry{{name: "other/a.js"}, {name: "./package/b.js"}, {name: "c.js"}, {name: "package//d.js"}, {name: "package/./e.js"}, {name: "package/sub//f.js"}}},
		"long":     {entries: []entry{{name: "package/" + strings.Repeat("long/", 30) + strings.Repeat("x", 120) + ".js", body: "x"}}},
		"unicode":  {entries: []entry{{name: "package/é.js", body: "composed"}, {name: "package/e\u0301.js", body: "decomposed"}, {name: "package/\u65e5\u672c \u8a9e.js"}, {name: "package/tab\tand\nline.js"}}},
		"inside":   {entries: []entry{{name: "package/node_modules/stray/index.js"}, {name: "package/node_modules/stray/package.json", body: `{"name":"stray","version":"9.0.0"}`}}},
		"program":  {bin: map[string]string{"one": "cli.js", "two": "./bin/two", "gone": "nowhere.js"}, entries: []entry{{name: "package/cli.js", body: "#!/usr/bin/env node\r\nx()\r\n"}, {name: "package/bin/two", body: "#!/bin/sh\n\r\n", mode: 0o600}}},
		"programs": {bin: "cli.js", entries: []entry{{name: "package/cli.js", body: "no script\r\n"}, {name: "package/other.js", mode: 0o755}}},
		"climbs":   {bin: map[string]string{"../up": "../../cli.js"}, entries: []entry{{name: "package/cli.js"}}},
		"rival":    {bin: map[string]string{"one": "main.js"}, entries: []entry{{name: "package/main.js", body: "#!/usr/bin/env node\n"}}},
	} {
		packed := tarballOf(t, append([]entry{manifest}, one.entries...)...)
		registry.add(name, "1.0.0", packed)
		described := locked{"version": "1.0.0", "integrity": integrityOf(packed)}
		if one.bin != nil {
			described["bin"] = one.bin
			registry.manifests[name+"@1.0.0"]["bin"] = one.bin
		}
		packages["node_modules/"+name] = described
	}
	theirs, ours := writeProject(t, packages), writeProject(t, packages)
	environ := append(registry.environ(), "npm_config_cache="+t.TempDir())
	runNPM(t, theirs, environ, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	install(t, ours, options(t, registry))
	want := filesIn(t, theirs)
	if len(want) < 2*len(packages) {
		t.Fatalf("npm has installed %d files", len(want))
	}
	if diff := cmp.Diff(want, filesIn(t, ours)); diff != "" {
		t.Errorf("installed is something else (-npm +oriel):\n%s", diff)
	}
}
