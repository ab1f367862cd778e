package view_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// hooksBudget is what all hooks may weigh over the calls that they stand on, without
// the library: bytes, minified and gzipped.
const hooksBudget = 2048

// beside are the helpers for languages, which are no hooks over a call: a view in one
// language has no need of them.
var beside = []string{"useFormat", "useLocale"}

// everyHook returns the names of the hooks that an entry exports.
func everyHook(t *testing.T, library string) []string {
	t.Helper()
	return slices.DeleteFunc(exportsOf(t, library+"/index.ts"), func(name string) bool {
		return !strings.HasPrefix(name, "use") || slices.Contains(beside, name)
	})
}

// linkage is how a page names what it takes from a library outside, also what it
// makes no use of. In a document the library is inside, and there is none.
var linkage = regexp.MustCompile(`import\{[^}]*\}from"p?react[^"]*";`)

// bundleHooks builds a page of hooks; the library itself stays outside.
func bundleHooks(t *testing.T, library, source string) string {
	t.Helper()
	return linkage.ReplaceAllString(string(bundle(t, source, func(options *api.BuildOptions) {
		options.Format = api.FormatESModule
		options.External = []string{"react", "preact", "preact/hooks"}
		options.Alias["@oriel/view/hooks"] = "./view/src/" + library + "/index.ts"
	})), "")
}

func TestHooksBudget(t *testing.T) {
	t.Parallel()
	under := strings.Join(exportsOf(t, "index.ts"), ", ")
	for _, library := range []string{"react", "preact"} {
		names := everyHook(t, library)
		if len(names) < 30 {
			t.Fatalf("%s: only %d hooks are left", library, len(names))
		}
		hooks := strings.Join(names, ", ")
		calls := "import { " + under + " } from '@oriel/view';\n"
		without := gzipped(t, []byte(bundleHooks(t, library, calls+"Object.assign(globalThis, { all: ["+under+"] });")))
		with := gzipped(t, []byte(bundleHooks(t, library, calls+"import { "+hooks+" } from '@oriel/view/hooks';\n"+
			"Object.assign(globalThis, { all: ["+under+", "+hooks+"] });")))
		t.Logf("%s: %d hooks are %d bytes gzipped over the calls", library, len(names), with-without)
		if over := with - without - hooksBudget; over > 0 {
			t.Errorf("%s: the hooks are %d bytes over their budget", library, over)
		}
	}
}

// A hook brings its own calls, and no other's.
func TestUnusedHooksAreNotCarried(t *testing.T) {
	t.Parallel()
	// Capabilities name the methods of window.openai.
	marks := append(
		callNames(t), "oriel_files", "<dialog", "tools/list", "resources/subscribe", "samplingTools",
		"visual studio code", "oriel-initial-data", `"maxWidth"`, "cancelled:",
	)
	methods := slices.DeleteFunc(callNames(t), func(name string) bool { return strings.Contains(name, "/") })
	for _, library := range []string{"react", "preact"} {
		for hook, own := range map[string][]string{
			"useToolResult":   {"cancelled:"},
			"useTheme":        {"prefers-color-scheme"},
			"useCallTool":     {"tools/call", "callTool"},
			"useSendMessage":  {"ui/message", "sendFollowUpMessage"},
			"useFiles":        {"oriel_files", "tools/call", "callTool", "ui/open-link", "openExternal", "ui/download-file", "uploadFile", "selectFiles", "getFileDownloadUrl"},
			"useModal":        {"<dialog", "requestModal"},
			"useAppTool":      {"tools/list", "notifications/tools/list_changed", "tools/call"},
			"useLive":         {"resources/subscribe", "tools/call", "callTool"},
			"useDisplayMode":  {"ui/request-display-mode", "requestDisplayMode"},
			"useCapabilities": append(methods, "samplingTools"),
		} {
			content := bundleHooks(t, library, "import { "+hook+" } from '@oriel/view/hooks';\n"+hook+"();")
			if !strings.Contains(content, "ui/initialize") {
				t.Errorf("%s: %s alone does not connect", library, hook)
			}
			for _, sign := range own {
				if !strings.Contains(content, sign) {
					t.Errorf("%s: %s does not carry its own %s", library, hook, sign)
				}
			}
			for _, foreign := range marks {
				if !slices.Contains(own, foreign) && strings.Contains(content, foreign) {
					t.Errorf("%s: a page with %s alone carries %s", library, hook, foreign)
				}
			}
		}
	}
}

// What a hook declares is part of the handshake, whichever entry a page imports
// first.
func TestHooksDeclareBeforeTheHandshake(t *testing.T) {
	t.Parallel()
	for _, imports := range []string{
		"import { useAppTool } from '@oriel/view/hooks';",
		"import { useAppTool } from '@oriel/view/hooks'; import { connected } from '@oriel/view'; connected;",
		"import { connected } from '@oriel/view'; import { useAppTool } from '@oriel/view/hooks'; connected;",
		"import { useTheme } from '@oriel/view/hooks'; import { registerTool as useAppTool } from '@oriel/view'; useTheme();",
	} {
		content := bundleHooks(t, "react", imports+"\nuseAppTool({ name: 'x' }, () => '');")
		declared := strings.Index(content, "listChanged")
		// The last statement but those of the page: the call of what sends it.
		begun := strings.LastIndex(content, "ui/initialize")
		started := regexp.MustCompile(`;(\w+)\(\);`).FindStringIndex(content[begun:])
		if declared < 0 || begun < 0 || started == nil || declared > begun+started[0] {
			t.Errorf("%s: it is declared at %d, and begun at %d %v", imports, declared, begun, started)
		}
	}
}
