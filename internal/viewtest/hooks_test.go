package viewtest_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/browsertest"
)

// The ways in which a page of hooks is rendered. React in its strict mode runs each
// effect twice, and complains of snapshots that do not rest.
var libraries = map[string]struct {
	hooks    string
	renderer string
	alias    map[string]string
}{
	"react": {hooks: "react", renderer: reactRenderer},
	"react18": {hooks: "react", renderer: reactRenderer, alias: map[string]string{
		"react":     "./internal/viewtest/react18/node_modules/react",
		"react-dom": "./internal/viewtest/react18/node_modules/react-dom",
	}},
	"preact": {hooks: "preact", renderer: `
import { h, render as into } from "preact";
export const strict = false;
export const render = (component, root) => {
  into(h(component, null), root);
  return () => into(null, root);
};`},
}

const reactRenderer = `
import { createElement, StrictMode } from "react";
import { createRoot } from "react-dom/client";
export const strict = true;
export const render = (component, root) => {
  const own = createRoot(root);
  own.render(createElement(StrictMode, null, createElement(component)));
  return () => own.unmount();
};`

func TestHooks(t *testing.T) {
	t.Parallel()
	for name, library := range libraries {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			document := hooksDocument(t, library.hooks, library.renderer, library.alias)
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				_, _ = fmt.Fprint(w, document)
			}))
			t.Cleanup(server.Close)
			page := browsertest.Start(t).Open(t, server.URL)
			view := page.Main()
			names, err := browsertest.Eval[[]string](t.Context(), view, "names")
			must(t, err)
			if len(names) == 0 {
				t.Fatal("the page has no tests")
			}
			_, err = browsertest.Eval[any](t.Context(), view, "connect()")
			must(t, err)
			for _, one := range names {
				failure, err := browsertest.Eval[string](t.Context(), view, fmt.Sprintf("runTest(%q)", one))
				if err != nil || failure != "" {
					t.Errorf("%s: %s %v", one, failure, err)
				}
			}
			for _, m := range page.Messages() {
				// React speaks of its tools in each page.
				if !strings.Contains(m.String(), "Download the React DevTools") {
					t.Errorf("in the console: %s", m)
				}
			}
		})
	}
}

// hooksDocument is testdata/hooks/page.ts with the hooks of one library.
func hooksDocument(t *testing.T, hooks, renderer string, alias map[string]string) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	must(t, err)
	aliases := map[string]string{
		"@oriel/view":    "./view/src/index.ts",
		"@hooks":         "./view/src/" + hooks + "/index.ts",
		"@hooks/library": "./view/src/" + hooks + "/library.ts",
		"@hooks/read":    "./view/src/" + hooks + "/read.ts",
	}
	maps.Copy(aliases, alias)
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: root,
		EntryPoints:   []string{"internal/viewtest/testdata/hooks/page.ts"},
		Bundle:        true, Format: api.FormatIIFE, Target: api.ES2022, TsconfigRaw: "{}", Charset: api.CharsetASCII,
		Define: map[string]string{"process.env.NODE_ENV": `"development"`},
		Alias:  aliases,
		Plugins: []api.Plugin{{Name: "renderer", Setup: func(build api.PluginBuild) {
			build.OnResolve(api.OnResolveOptions{Filter: "^@renderer$"}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
				return api.OnResolveResult{Path: "renderer", Namespace: "renderer"}, nil
			})
			build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "renderer"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
				return api.OnLoadResult{Contents: &renderer, Loader: api.LoaderJS, ResolveDir: root}, nil
			})
		}}},
	})
	if len(result.Errors) > 0 {
		t.Fatalf("bundling the page: %+v", result.Errors)
	}
	return "<!doctype html><meta charset=utf-8><title>view</title><link rel=icon href=data:,><body><script>" +
		string(result.OutputFiles[0].Contents) + "</script>"
}
