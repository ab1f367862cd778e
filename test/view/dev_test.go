package view_test

import (
	"bytes"
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/view"
)

func TestDevClient(t *testing.T) {
	t.Parallel()
	if client := view.DevClient(); !strings.HasPrefix(strings.TrimPrefix(client, `"use strict";`), "(()=>{") {
		t.Errorf("it does not keep its names to itself: %.40q…", client)
	}
	document := view.InsertFirst("<!doctype html><title>x</title>", view.Script(view.DevClient()))
	if !view.HasDevClient(document) {
		t.Error("it is not found where it is")
	}
	for _, without := range []string{view.Inline(), view.MCPUIBridge(), ""} {
		if view.HasDevClient(without) {
			t.Error("it is found where it is not")
		}
	}
	if strings.Contains(view.DevClient(), "oriel_state") {
		t.Error("a document with it seems to keep its state with the server")
	}
}

// The sources in development are those of production, but for what keeps state, and
// the lines keep their numbers.
func TestDevSources(t *testing.T) {
	t.Parallel()
	plain, dev := view.Sources(), view.DevSources()
	changed := 0
	err := fs.WalkDir(plain, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		before, err := fs.ReadFile(plain, name)
		if err != nil {
			return err
		}
		after, err := fs.ReadFile(dev, name)
		if err != nil {
			return err
		}
		if string(after) == string(before) {
			return nil
		}
		for _, added := range []string{`import "../dev/state.ts"; `, `import { bringBackStore } from "../dev/store.ts"; `, "bringBackStore(); "} {
			after = bytes.Replace(after, []byte(added), nil, 1)
		}
		if string(after) != string(before) {
			t.Errorf("%s is another one", name)
		}
		changed++
		again, err := fs.ReadFile(dev, name)
		if err != nil {
			return err
		}
		if info, err := fs.Stat(dev, name); err != nil || info.Size() != int64(len(again)) {
			t.Errorf("%s has %d bytes, and says %v %v", name, len(again), info, err)
		}
		return nil
	})
	if err != nil || changed != 2 {
		t.Errorf("%d modules take part: %v", changed, err)
	}
	for _, name := range []string{"dev/nothing.ts", "nothing.ts", "../view.go"} {
		if _, err := fs.ReadFile(dev, name); err == nil {
			t.Errorf("there is a %s", name)
		}
	}
	if _, err := fs.Stat(plain, "dev"); err == nil {
		t.Error("the sources of production have those of development")
	}
}

// What keeps state in development is in no bundle for production, and in one for
// development as far as the view has such state.
func TestDevStateIsCarriedOnlyInDevelopment(t *testing.T) {
	t.Parallel()
	const mark = "oriel.dev"
	uses := `import { createStore } from "@oriel/view"; createStore(0);`
	if strings.Contains(string(bundle(t, uses)), mark) {
		t.Error("production has it")
	}
	from := func(source string) string {
		return string(bundle(t, source, func(o *api.BuildOptions) { o.Plugins = []api.Plugin{sourcesOf(view.DevSources())} }))
	}
	if got := from(uses); !strings.Contains(got, mark) || !strings.Contains(got, "oriel_state") {
		t.Error("development does not have it")
	}
	if got := from(`import "@oriel/view";`); !strings.Contains(got, mark) || strings.Contains(got, "oriel_state") {
		t.Error("a view without a store carries one, or does not take part")
	}
}

// sourcesOf bundles the runtime from a file system.
func sourcesOf(files fs.FS) api.Plugin {
	return api.Plugin{Name: "sources", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^(@oriel/view|\\.)"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			name := path.Join(path.Dir(args.Importer), args.Path)
			if args.Path == "@oriel/view" {
				name = "index.ts"
			}
			return api.OnResolveResult{Path: name, Namespace: "runtime"}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "runtime"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			raw, err := fs.ReadFile(files, args.Path)
			text := string(raw)
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderTS}, err
		})
	}}
}
