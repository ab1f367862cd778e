package sandbox

import (
	"crypto/sha256"
	_ "embed" // the built scripts
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"

	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

//go:embed dist/reporter.js
var reporterScript string

//go:embed dist/violations.js
var violationsScript string

//go:embed dist/openai.js
var openaiScript string

//go:embed dist/restore.js
var restoreScript string

//go:embed dist/standby.js
var standbyScript string

//go:embed dist/proxy.js
var proxyScript string

// proxyStyle supports both colour schemes, as the frame around it, so that a view can be
// transparent in either.
const proxyStyle = `:root{color-scheme:light dark}` +
	`html,body{margin:0;height:100%;overflow:hidden;font:14px/1.5 system-ui,sans-serif}` +
	`iframe{display:block;width:100%;height:100%;border:0}`

// inject inserts the sandbox's scripts at the start of a view's document. calls allows WebRTC
// connections; downloads says that the view's frame allows them.
func inject(v View, proxy string, calls, downloads bool) (string, error) {
	values := map[string]any{"proxy": proxy, "globals": struct{}{}, "calls": calls, "downloads": downloads}
	scripts, err := withValues(reporterScript, values)
	if err != nil {
		return "", err
	}
	violations, err := withValues(violationsScript, values)
	if err != nil {
		return "", err
	}
	scripts += violations
	if v.Globals != nil {
		if !isObject(v.Globals) {
			return "", &ui.Error{
				Code:    "globals_invalid",
				Message: "The values of window.openai are not a JSON object.",
				Fix:     `Give an object such as {"theme":"dark"}, or leave it out.`,
			}
		}
		values["globals"] = v.Globals
		openai, err := withValues(openaiScript, values)
		if err != nil {
			return "", err
		}
		scripts += openai
	}
	if len(v.Restore) > 0 {
		if !isObject(v.Restore) {
			return "", &ui.Error{
				Code:    "restore_invalid",
				Message: "The state to restore in the view is not a JSON object.",
				Fix:     "Send the snapshot of the view's dev client, or leave it out.",
			}
		}
		// As a string: in a JavaScript expression, a member "__proto__" would set the prototype.
		restore, err := withValues(restoreScript, map[string]any{"restore": string(v.Restore)})
		if err != nil {
			return "", err
		}
		scripts += restore
	}
	return view.InsertFirst(v.HTML, scripts), nil
}

func isObject(raw json.RawMessage) bool {
	var members map[string]json.RawMessage
	return json.Unmarshal(raw, &members) == nil && members != nil
}

// withValues returns a script with the values that web/injected.ts describes. The JSON of encoding/json, with
// <, > and & escaped, is a valid JavaScript expression. In strict mode, functions of the view that the
// script calls can't read the arguments of the script's own functions.
func withValues(script string, values map[string]any) (string, error) {
	encoded, err := json.Marshal(values)
	if err != nil {
		return "", fmt.Errorf("encoding values for the sandbox's scripts: %w", err)
	}
	return view.Script("(()=>{\"use strict\";const oriel=" + string(encoded) + ";\n" + script + "})()"), nil
}

// proxyPage returns the proxy's document, which is the same for all views. Only its headers differ.
func proxyPage(page string) []byte {
	return []byte("<!doctype html>\n<html lang=\"en\" data-page=\"" + html.EscapeString(page) +
		"\"><head><meta charset=\"utf-8\"><title>View</title><style>" + proxyStyle +
		"</style></head><body><script>" + proxyScript + "</script></body></html>\n")
}

// proxyPolicy allows the proxy to run its own script and to frame one view, so that the view's frame
// can't navigate elsewhere.
func proxyPolicy(frames, page string) string {
	return "default-src 'none'; script-src " + hashSource(proxyScript) + "; style-src " + hashSource(proxyStyle) +
		"; frame-src " + frames + "; base-uri 'none'; form-action 'none'; frame-ancestors " + page
}

func hashSource(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
