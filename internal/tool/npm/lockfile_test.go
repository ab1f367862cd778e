package npm_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/npm"
)

// A lockfile that says nothing sensible, or too much, is refused with the place
// and the mend.
func TestBadLockfiles(t *testing.T) {
	t.Parallel()
	const hash = "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="
	packages := func(text string) string { return `{"lockfileVersion":3,"packages":{"":{},` + text + `}}` }
	at := func(location string) string {
		quoted, err := json.Marshal(location)
		if err != nil {
			t.Fatal(err)
		}
		return packages(string(quoted) + `:{"version":"1.0.0","integrity":"` + hash + `"}`)
	}
	for name, one := range map[string]struct{ text, code, says string }{
		"nothing":          {"", "lockfile_invalid", "package-lock.json:1"},
		"no JSON":          {"{\n\"packages\": {,}\n}", "lockfile_invalid", "package-lock.json:2"},
		"a list":           {"[]", "lockfile_invalid", ""},
		"null":             {"null", "lockfile_invalid", ""},
		"no version":       {`{"packages":{}}`, "lockfile_invalid", "lockfileVersion"},
		"odd version":      {`{"lockfileVersion":"3","packages":{}}`, "lockfile_invalid", "lockfileVersion"},
		"version 1":        {`{"lockfileVersion":1,"dependencies":{}}`, "lockfile_version", "version 1"},
		"version 4":        {`{"lockfileVersion":4,"packages":{}}`, "lockfile_version", "version 4"},
		"no packages":      {`{"lockfileVersion":3}`, "lockfile_invalid", "packages"},
		"packages a list":  {`{"lockfileVersion":3,"packages":[]}`, "lockfile_invalid", "packages"},
		"merge conflict":   {"{\n<<<<<<< HEAD\n", "lockfile_conflict", "package-lock.json:2"},
		"odd integrity":    {packages(`"node_modules/a":{"version":"1.0.0","integrity":[]}`), "lockfile_invalid", "integrity"},
		"odd link":         {packages(`"node_modules/a":{"link":"yes"}`), "lockfile_invalid", "link"},
		"odd os":           {packages(`"node_modules/a":{"os":{}}`), "lockfile_invalid", "os"},
		"up":               {at("node_modules/../../a"), "lockfile_invalid", ""},
		"up scope":         {at("node_modules/@../a"), "lockfile_invalid", ""},
		"up name":          {at("node_modules/.."), "lockfile_invalid", ""},
		"up folder":        {at("../node_modules/a"), "lockfile_invalid", ""},
		"absolute":         {at("/node_modules/a"), "lockfile_invalid", ""},
		"backslash":        {at(`node_modules\a`), "lockfile_invalid", ""},
		"backslash inside": {at(`node_modules/a\..\..\b`), "lockfile_invalid", ""},
		"drive":            {at("C:/node_modules/a"), "lockfile_invalid", ""},
		"hidden":           {at("node_modules/.bin"), "lockfile_invalid", ""},
		"no name":          {at("node_modules/"), "lockfile_invalid", ""},
		"twice":            {at("node_modules//a"), "lockfile_invalid", ""},
		"modules itself":   {at("node_modules"), "lockfile_invalid", ""},
		"modules in it":    {at("node_modules/node_modules/a"), "lockfile_invalid", ""},
		"nul":              {at("node_modules/a\x00b"), "lockfile_invalid", ""},
		"long":             {at("node_modules/a" + strings.Repeat("/node_modules/a", 100)), "lockfile_invalid", "too long"},
		"other folder":     {at("packages/a/node_modules/b"), "lockfile_invalid", "not listed"},
		"same folder":      {packages(`"node_modules/Ab":{},"node_modules/aB":{}`), "lockfile_invalid", "same folder"},
		"link up":          {packages(`"node_modules/a":{"link":true,"resolved":"../a"},"../a":{}`), "lockfile_invalid", ""},
		"link absolute":    {packages(`"node_modules/a":{"link":true,"resolved":"/etc"},"/etc":{}`), "lockfile_invalid", ""},
		"link to packages": {packages(`"node_modules/a":{"link":true,"resolved":"node_modules/b"},"node_modules/b":{}`), "lockfile_invalid", ""},
		"link to itself":   {packages(`"node_modules/a":{"link":true,"resolved":"node_modules/a"}`), "lockfile_invalid", ""},
		"link to nothing":  {packages(`"node_modules/a":{"link":true,"resolved":"packages/a"}`), "lockfile_invalid", "not listed"},
		"in a link":        {packages(`"node_modules/a":{"link":true,"resolved":"a"},"a":{},"node_modules/a/node_modules/b":{"version":"1.0.0","integrity":"` + hash + `"}`), "lockfile_invalid", "in a link"},
		"no hash":          {packages(`"node_modules/a":{"version":"1.0.0"}`), "integrity_missing", "a@1.0.0"},
		"short hash":       {packages(`"node_modules/a":{"version":"1.0.0","integrity":"sha512-AAAA"}`), "integrity_missing", "a@1.0.0"},
		"weak hash":        {packages(`"node_modules/a":{"version":"1.0.0","integrity":"md5-1B2M2Y8AsgTpgAmY7PhCfg=="}`), "integrity_missing", "a@1.0.0"},
		"hash in capitals": {packages(`"node_modules/a":{"version":"1.0.0","INTEGRITY":"` + hash + `"}`), "integrity_missing", "a@1.0.0"},
		"address, no hash": {packages(`"node_modules/a":{"version":"1.0.0","resolved":"https://example.com/a.tgz"}`), "integrity_missing", "a@1.0.0"},
		"git":              {packages(`"node_modules/a":{"version":"1.0.0","resolved":"git+ssh://git@example.com/a.git#1234567"}`), "package_source", "git"},
		"git with a hash":  {packages(`"node_modules/a":{"version":"1.0.0","resolved":"git+https://example.com/a.git#1234567","integrity":"` + hash + `"}`), "package_source", "git"},
		"file, no hash":    {packages(`"node_modules/a":{"version":"1.0.0","resolved":"file:a.tgz"}`), "package_source", "file"},
		"file outside":     {packages(`"node_modules/a":{"version":"1.0.0","resolved":"file:../a.tgz","integrity":"` + hash + `"}`), "link_outside", ""},
		"file outside 2":   {packages(`"node_modules/a":{"version":"1.0.0","resolved":"file:%2e%2e/a.tgz","integrity":"` + hash + `"}`), "link_outside", ""},
		"file missing":     {packages(`"node_modules/a":{"version":"1.0.0","resolved":"file:a.tgz","integrity":"` + hash + `"}`), "package_file_missing", "a.tgz"},
		"odd scheme":       {packages(`"node_modules/a":{"version":"1.0.0","resolved":"ftp://example.com/a.tgz","integrity":"` + hash + `"}`), "package_source", "unknown"},
		"no source":        {packages(`"node_modules/a":{"integrity":"` + hash + `"}`), "package_source", ""},
		"other machine":    {packages(`"node_modules/a":{"version":"1.0.0","integrity":"` + hash + `","os":["plan9"]}`), "platform_unsupported", "a@1.0.0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, filepath.Join(dir, "package.json"), `{}`)
			write(t, filepath.Join(dir, "package-lock.json"), one.text)
			_, err := npm.Install(t.Context(), dir, npm.Options{Environ: newRegistry(t).environ(), Cache: t.TempDir()})
			if own := wantCode(t, err, one.code); !strings.Contains(own.Message, one.says) {
				t.Errorf("the message %q does not say %q", own.Message, one.says)
			}
			wantClean(t, dir)
		})
	}
}

// What package.json asks for has to be locked; the lockfile may be older than its
// wording.
func TestManifestAndLockfileAgree(t *testing.T) {
	t.Parallel()
	registry := newRegistry(t)
	packed := packageOf(t, "p", "1.2.3", "x")
	registry.add("p", "1.2.3", packed)
	entry := locked{"version": "1.2.3", "integrity": integrityOf(packed)}
	for name, one := range map[string]struct {
		manifest, code string
		lock           map[string]locked
	}{
		"the same":      {`{"dependencies":{"p":"1.2.3"}}`, "", map[string]locked{"node_modules/p": entry}},
		"still fits":    {`{"dependencies":{"p":"^1.0.0"}}`, "", map[string]locked{"node_modules/p": entry}},
		"for dev":       {`{"devDependencies":{"p":">=1 <2"}}`, "", map[string]locked{"node_modules/p": entry}},
		"no more":       {`{}`, "", map[string]locked{"node_modules/p": entry}},
		"alias":         {`{"dependencies":{"q":"npm:p@^1.0.0"}}`, "", map[string]locked{"node_modules/q": {"name": "p", "version": "1.2.3", "integrity": integrityOf(packed)}}},
		"another alias": {`{"dependencies":{"q":"npm:r@^1.0.0"}}`, "lockfile_stale", map[string]locked{"node_modules/q": {"name": "p", "version": "1.2.3", "integrity": integrityOf(packed)}}},
		"other version": {`{"dependencies":{"p":"^2.0.0"}}`, "lockfile_stale", map[string]locked{"node_modules/p": entry}},
		"a tag":         {`{"dependencies":{"p":"next"}}`, "lockfile_stale", map[string]locked{"node_modules/p": entry}},
		"a new one":     {`{"dependencies":{"p":"1.2.3","q":"1.0.0"}}`, "lockfile_stale", map[string]locked{"node_modules/p": entry}},
		"broken":        {`{`, "manifest_invalid", map[string]locked{"node_modules/p": entry}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := writeProject(t, one.lock)
			write(t, filepath.Join(dir, "package.json"), one.manifest)
			_, err := npm.Install(t.Context(), dir, options(t, registry))
			if one.code == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			_ = wantCode(t, err, one.code)
			if _, err := npm.Current(dir); err == nil {
				t.Error("Current finds nothing wrong")
			}
		})
	}
}

func TestMissingFiles(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		files      map[string]string
		code, says string
	}{
		"no lockfile":   {map[string]string{"package.json": "{}"}, "lockfile_missing", "no package-lock.json"},
		"pnpm's":        {map[string]string{"package.json": "{}", "pnpm-lock.yaml": ""}, "lockfile_missing", "pnpm-lock.yaml"},
		"no manifest":   {map[string]string{"package-lock.json": `{"lockfileVersion":3,"packages":{"":{}}}`}, "manifest_invalid", "package.json"},
		"shrinkwrapped": {map[string]string{"package.json": "{}", "package-lock.json": `{"lockfileVersion":3,"packages":{"":{}}}`, "npm-shrinkwrap.json": "x"}, "lockfile_invalid", "npm-shrinkwrap.json"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for file, text := range one.files {
				write(t, filepath.Join(dir, file), text)
			}
			_, err := npm.Install(t.Context(), dir, npm.Options{Cache: t.TempDir()})
			if own := wantCode(t, err, one.code); !strings.Contains(own.Message, one.says) {
				t.Errorf("the message %q does not say %q", own.Message, one.says)
			}
		})
	}
	_, err := npm.Install(t.Context(), filepath.Join(t.TempDir(), "none"), npm.Options{Cache: t.TempDir()})
	_ = wantCode(t, err, "folder_missing")
}

// Version 2 has what version 3 has, and more.
func TestLockfileVersion2(t *testing.T) {
	t.Parallel()
	l, err := npm.ParseLockfile([]byte("\xef\xbb\xbf" + `{"lockfileVersion":2,"dependencies":{"a":{}},"packages":{"":{"name":"x"},
		"node_modules/@s/a":{"name":"b","version":"1.0.0","dev":true,"bin":"./x.js","os":"linux","license":{"type":"MIT"},"engines":[]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	p := l.Packages["node_modules/@s/a"]
	if l.Version != 2 || p.Label() != "b@1.0.0" || !p.Dev || p.Bin["b"] != "x.js" || len(p.OS) != 1 || p.OS[0] != "linux" {
		t.Errorf("it is read as %+v", p)
	}
}

// FuzzReadLockfile checks that whatever is accepted stays in the project.
func FuzzReadLockfile(f *testing.F) {
	for _, text := range []string{
		`{"lockfileVersion":3,"packages":{"":{"dependencies":{"@s/a":"^1"}},"node_modules/@s/a":{"name":"b","version":"1.0.0","integrity":"sha1-","os":["!linux"]}}}`,
		`{"lockfileVersion":2,"packages":{"w/x":{},"w/x/node_modules/a":{"inBundle":true,"bin":"a.js"},"w/x/node_modules/a/node_modules/b":{}}}`,
		`{"lockfileVersion":3,"packages":{"":{},"node_modules/a":{"link":true,"resolved":"a"},"a":{}}}`,
		`{"lockfileVersion":3,"packages":{"node_modules/a/../b":{"bin":{"..":"../x"}}}}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := npm.ParseLockfile(text)
		if err != nil {
			if own := err.Error(); own == "" {
				t.Error("there is an error without a text")
			}
			return
		}
		for location, p := range l.Packages {
			if location != "" && !filepath.IsLocal(filepath.FromSlash(location)) {
				t.Errorf("the location %q leads out", location)
			}
			if p.Link && p.Resolved != "" && !filepath.IsLocal(filepath.FromSlash(p.Resolved)) {
				t.Errorf("the link %q leads to %q", location, p.Resolved)
			}
			for _, file := range p.Bin {
				if !filepath.IsLocal(filepath.FromSlash(file)) {
					t.Errorf("the program %q leads out", file)
				}
			}
		}
	})
}
