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

// proxyStyle takes over the colour scheme of the frame around it, so that a view
// in either scheme can be transparent.
const proxyStyle = `:root{color-scheme:light dark}` +
	`html,body{margin:0;height:100%;overflow:hidden;font:14px/1.5 system-ui,sans-serif}` +
	`iframe{display:block;width:100%;height:100%;border:0}`

// inject puts the sandbox's scripts before everything else in a view's document.
// Calls is whether the view may make WebRTC connections.
func inject(v View, proxy string, calls bool) (string, error) {
	known := map[string]any{"proxy": proxy, "globals": struct{}{}, "calls": calls}
	scripts, err := baked(violationsScript, known)
	if err != nil {
		return "", err
	}
	if v.Globals != nil {
		if !isObject(v.Globals) {
			return "", &ui.Error{
				Code:    "globals_invalid",
				Message: "The values of window.openai are not a JSON object.",
				Fix:     `Give an object such as {"theme":"dark"}, or leave it out.`,
			}
		}
		known["globals"] = v.Globals
		openai, err := baked(openaiScript, known)
		if err != nil {
			return "", err
		}
		scripts += openai
	}
	if len(v.Restore) > 0 {
		if !isObject(v.Restore) {
			return "", &ui.Error{
				Code:    "restore_invalid",
				Message: "What the view is to be given back is not a JSON object.",
				Fix:     "Give what its dev client has answered, or leave it out.",
			}
		}
		// As text: in an expression, a member "__proto__" would be none.
		restore, err := baked(restoreScript, map[string]any{"restore": string(v.Restore)})
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

// baked returns a script that knows what web/baked.ts says. JSON as
// encoding/json writes it, with <, > and & escaped, is a JavaScript expression.
func baked(script string, known map[string]any) (string, error) {
	values, err := json.Marshal(known)
	if err != nil {
		return "", fmt.Errorf("baking the sandbox's scripts: %w", err)
	}
	return view.Script("(()=>{const oriel=" + string(values) + ";\n" + script + "})()"), nil
}

// proxyPage is the same for all views of a workbench: only its headers differ.
func proxyPage(page string) []byte {
	return []byte("<!doctype html>\n<html lang=\"en\" data-page=\"" + html.EscapeString(page) +
		"\"><head><meta charset=\"utf-8\"><title>View</title><style>" + proxyStyle +
		"</style></head><body><script>" + proxyScript + "</script></body></html>\n")
}

// proxyPolicy lets the proxy run its own script and frame one view, so that the
// view's frame can be sent nowhere else.
func proxyPolicy(frames, page string) string {
	return "default-src 'none'; script-src " + hashSource(proxyScript) + "; style-src " + hashSource(proxyStyle) +
		"; frame-src " + frames + "; base-uri 'none'; form-action 'none'; frame-ancestors " + page
}

func hashSource(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
