package hooks_test

import (
	"fmt"
	"slices"
)

// steps are what happens to a view, in this order.
var steps = []string{
	"start", "connected", "partial", "input", "result", "dark", "locale", "insets", "room", "styles", "fonts", "unrelated",
	"second result", "cancelled", "again", "fullscreen", "inline", "teardown",
}

// seen is what a hook gives, by the step that changed it: at all other steps it
// neither gives anything else nor is drawn again. A function is "ƒ", what is
// undefined is left out, and null where that leaves nothing.
type seen map[string]by

// Hosts whose answer comes over the bridge, so that the first drawing is too early
// for it; window.openai is there from the start.
func bridged(value string) by { return by{apps: value, chatGPT: value, mcpUI: value} }

// optional is a hook of calls that some hosts have: first those that show it before
// they have answered, then those that only say so.
func optional(members string, early, late []string) seen {
	value := func(supported bool) string { return fmt.Sprintf(`{"isSupported":%t%s}`, supported, members) }
	out := seen{"start": {"": value(false)}, "connected": {}}
	for _, kind := range early {
		out["start"][kind] = value(true)
	}
	for _, kind := range late {
		if !slices.Contains(early, kind) {
			out["connected"][kind] = value(true)
		}
	}
	return out
}

// result is what useToolResult gives of a result.
func result(sky string, cancelled bool) string {
	return fmt.Sprintf(`{"cancelled":%t,"data":{"sky":%q},"isError":false,"pending":false,"text":"%s in Lisbon","viewData":{"station":7}}`,
		cancelled, sky, sky)
}

// locale is what useLocale gives.
func locale(direction, tag, timeZone string) string {
	return fmt.Sprintf(`{"direction":%q,"locale":%q,"timeZone":%q}`, direction, tag, timeZone)
}

// state is what useWidgetState gives of the initial state.
func state(kept bool, status string) string {
	return fmt.Sprintf(`{"flush":"ƒ","isSupported":%t,"setState":"ƒ","state":{"tab":0},"status":%q}`, kept, status)
}

// expectedOfHooks was written before the tests that compare it with what they find.
func expectedOfHooks() map[string]seen {
	native := []string{chatGPT, openAI}
	const known = `{"displayMode":"inline","locale":"pt-PT","theme":"light"}`
	portuguese := locale("ltr", "pt-PT", "the browser's")
	return map[string]seen{
		"useAppContext": {
			"start": {
				// There is nobody who could answer.
				alone:   `{"connected":true,"host":{"name":"","version":""},"knows":false,"platform":"standalone"}`,
				"":      `{"connected":false,"host":{"name":"","version":""},"knows":false,"platform":"standalone"}`,
				chatGPT: `{"connected":false,"host":{"name":"","version":""},"knows":true,"platform":"standalone"}`,
				openAI:  `{"connected":false,"host":{"name":"","version":""},"knows":true,"platform":"standalone"}`,
			},
			"connected": {
				apps:    `{"connected":true,"host":{"name":"official","version":"1"},"knows":true,"platform":"mcp-apps"}`,
				chatGPT: `{"connected":true,"host":{"name":"chatgpt","profile":"chatgpt","version":"1"},"knows":true,"platform":"chatgpt"}`,
				openAI:  `{"connected":true,"host":{"name":"","profile":"chatgpt","version":""},"knows":true,"platform":"chatgpt"}`,
				mcpUI:   `{"connected":true,"host":{"name":"mcp-ui","profile":"mcp-ui","version":"0"},"knows":true,"platform":"mcp-ui"}`,
			},
		},
		"usePlatform": {
			"start":     all(`"standalone"`),
			"connected": {apps: `"mcp-apps"`, chatGPT: `"chatgpt"`, openAI: `"chatgpt"`, mcpUI: `"mcp-ui"`},
		},
		"useHost": {
			"start": all(`{"name":"","version":""}`),
			"connected": {
				apps:    `{"name":"official","version":"1"}`,
				chatGPT: `{"name":"chatgpt","profile":"chatgpt","version":"1"}`,
				openAI:  `{"name":"","profile":"chatgpt","version":""}`,
				mcpUI:   `{"name":"mcp-ui","profile":"mcp-ui","version":"0"}`,
			},
		},
		"useCapabilities": {
			"start": {
				"": `[]`,
				chatGPT: `["callTool","checkout","closeWidget","fileDownload","fileSelect","fileUpload","modal","openInApp",
					"openLink","sendMessage","sizeReporting","widgetState"]`,
				openAI: `["callTool","checkout","closeWidget","fileDownload","fileSelect","fileUpload","modal","openInApp",
					"openLink","sendMessage","sizeReporting","widgetState"]`,
			},
			"connected": {
				apps: `["callTool","fileDownload","logging","modelContext","openLink","readResource","sampling","sendMessage",
					"sizeReporting","teardown","toolCancellation"]`,
				chatGPT: `["callTool","checkout","closeWidget","fileDownload","fileSelect","fileUpload","modal","modelContext",
					"openInApp","openLink","readResource","sendMessage","sizeReporting","teardown","toolCancellation","widgetState"]`,
				mcpUI: `["callTool","logging","openLink","sendMessage","sizeReporting","teardown","toolCancellation"]`,
			},
		},
		"useHostContext": {
			"start":      {"": `{}`, chatGPT: known, openAI: known},
			"connected":  {apps: known, mcpUI: known},
			"dark":       all(`{"displayMode":"inline","locale":"pt-PT","theme":"dark"}`),
			"locale":     all(`{"displayMode":"inline","locale":"ar-EG","theme":"dark"}`),
			"fullscreen": {"": `{"displayMode":"fullscreen","locale":"ar-EG","theme":"dark"}`, mcpUI: ""},
			"inline":     {"": `{"displayMode":"inline","locale":"ar-EG","theme":"dark"}`, mcpUI: ""},
		},
		"useTheme":         {"start": all(`"light"`), "dark": all(`"dark"`)},
		"useDocumentTheme": {"start": all(`"light"`), "dark": all(`"dark"`)},
		"useUser": {
			"start": {
				"": `{"timeZone":"the browser's"}`, chatGPT: `{"locale":"pt-PT","timeZone":"the browser's"}`,
				openAI: `{"locale":"pt-PT","timeZone":"the browser's"}`,
			},
			"connected": {apps: `{"locale":"pt-PT","timeZone":"the browser's"}`, mcpUI: `{"locale":"pt-PT","timeZone":"the browser's"}`},
			// window.openai has the user's place, and no time zone besides.
			"locale": {"": `{"locale":"ar-EG","timeZone":"Africa/Cairo"}`, openAI: `{"locale":"ar-EG","timeZone":"the browser's"}`},
		},
		"useLocale": {
			"start":     {"": locale("ltr", "en-GB", "the browser's"), chatGPT: portuguese, openAI: portuguese},
			"connected": {apps: portuguese, mcpUI: portuguese},
			"locale":    {"": locale("rtl", "ar-EG", "Africa/Cairo"), openAI: locale("rtl", "ar-EG", "the browser's")},
		},
		"useFormat": {
			"start":     {"": `"12.5"`, chatGPT: `"12,5"`, openAI: `"12,5"`},
			"connected": {apps: `"12,5"`, mcpUI: `"12,5"`},
			"locale":    all(`"١٢٫٥"`),
		},
		"useSafeArea": {
			"start":  all(`{"bottom":0,"left":0,"right":0,"top":0}`),
			"insets": all(`{"bottom":3,"left":4,"right":2,"top":1}`),
		},
		"useContainer": {
			"start":     {"": `{}`, chatGPT: `{"maxHeight":2000}`, openAI: `{"maxHeight":2000}`},
			"connected": {apps: `{"maxHeight":2000,"width":600}`, chatGPT: `{"maxHeight":2000,"width":600}`, mcpUI: `{"maxHeight":2000}`},
			"room":      all(`{"maxHeight":700}`),
		},
		"useHostStyleVariables": {"start": all(`{}`), "styles": bridged(`{"--color-text-primary":"rgb(1, 2, 3)"}`)},
		"useHostFonts":          {"start": all(`null`), "fonts": bridged(`"@font-face{font-family:\"Test\";src:local(\"Test\")}"`)},
		"useInitialData":        {"start": {"": `{"first":1}`, alone: "null"}},
		"useToolInput":          {"start": all(`null`), "input": all(`{"city":"Lisbon"}`)},
		"useToolInputPartial": {
			"start":     all(`{"isSupported":false}`),
			"connected": {apps: `{"isSupported":true}`, chatGPT: `{"isSupported":true}`},
			"partial":   {apps: `{"isSupported":true,"partialInput":{"city":"Lis"}}`, chatGPT: `{"isSupported":true,"partialInput":{"city":"Lis"}}`},
			"input":     {apps: `{"isSupported":true}`, chatGPT: `{"isSupported":true}`},
		},
		"useToolResult": {
			"start":         all(`{"cancelled":false,"isError":false,"pending":true,"text":""}`),
			"result":        all(result("clear", false)),
			"second result": all(result("cloudy", false)),
			"cancelled":     bridged(result("cloudy", true)),
			"again":         all(result("rain", false)),
		},
		"useToolCancellation": {
			"start":     all(`{"cancelled":false,"isSupported":false}`),
			"connected": bridged(`{"cancelled":false,"isSupported":true}`),
			"cancelled": bridged(`{"cancelled":true,"isSupported":true,"reason":"enough"}`),
			"again":     bridged(`{"cancelled":false,"isSupported":true}`),
		},
		"useTeardown":   {"start": all(`{"isSupported":false}`), "connected": bridged(`{"isSupported":true}`)},
		"useCallTool":   optional(`,"callTool":"ƒ","cancel":"ƒ","pending":false,"reset":"ƒ"`, native, []string{apps, mcpUI}),
		"useCallTool()": optional(`,"callTool":"ƒ"`, native, []string{apps, mcpUI}),
		"useLive": {
			"start": {
				"":      `{"isSupported":false,"pending":true,"updated":false}`,
				chatGPT: `{"isSupported":true,"pending":true,"updated":false}`,
				openAI:  `{"isSupported":true,"pending":true,"updated":false}`,
			},
			"connected": {
				"":    `{"data":{"n":8},"isSupported":true,"pending":false,"updated":true}`,
				alone: `{"error":{"error":-32601},"isSupported":false,"pending":false,"updated":false}`,
			},
		},
		"useWidgetState": {
			// An opaque origin has no storage, and this server keeps nothing.
			"start":  {"": state(false, "loading"), chatGPT: state(true, "saved"), openAI: state(true, "saved"), alone: state(true, "saved")},
			"result": {apps: state(false, "saved"), mcpUI: state(false, "saved")},
		},
		"useStore":              {"start": all(`"Lisbon"`)},
		"useDisplayMode":        expectedOfDisplayMode(),
		"useSendMessage":        optional(`,"sendMessage":"ƒ"`, native, []string{apps, mcpUI}),
		"useOpenLink":           optional(`,"openLink":"ƒ"`, native, []string{apps, mcpUI}),
		"useClose":              optional(`,"close":"ƒ"`, native, nil),
		"useModal":              optional(`,"open":"ƒ"`, native, nil),
		"useLog":                optional(`,"log":"ƒ"`, nil, []string{apps, mcpUI}),
		"useSize":               optional(`,"autoSize":"ƒ","setSize":"ƒ"`, native, []string{apps, mcpUI}),
		"useFiles":              expectedOfFiles(),
		"useModelContext":       optional(`,"updateContext":"ƒ"`, nil, []string{apps, chatGPT}),
		"useUpdateModelContext": optional(`,"updateContext":"ƒ"`, nil, []string{apps, chatGPT}),
		"useReadResource":       optional(`,"readResource":"ƒ"`, nil, []string{apps, chatGPT}),
		"useSampling":           optional(`,"createMessage":"ƒ"`, nil, []string{apps}),
		"useAppTool":            optional(``, nil, nil),
		"useOpenInAppUrl":       optional(`,"setOpenInAppUrl":"ƒ"`, native, nil),
		"useCheckout":           optional(`,"requestCheckout":"ƒ"`, native, nil),
	}
}

func expectedOfDisplayMode() seen {
	value := func(supported bool, modes, mode, previous string, fullscreen, pip bool) string {
		if previous != "" {
			previous = fmt.Sprintf(`"previousMode":%q,`, previous)
		}
		return fmt.Sprintf(`{"availableModes":[%s],"isSupported":%t,"mode":%q,%s"setMode":"ƒ","supportsFullscreen":%t,"supportsPip":%t}`,
			modes, supported, mode, previous, fullscreen, pip)
	}
	const one, two, three = `"inline"`, `"inline","fullscreen"`, `"inline","fullscreen","pip"`
	unlisted := value(true, three, "inline", "", true, true) // window.openai has no list of them
	return seen{
		"start":     {"": value(false, one, "inline", "", false, false), chatGPT: unlisted, openAI: unlisted},
		"connected": {apps: value(true, two, "inline", "", true, false), chatGPT: value(true, two, "inline", "", true, false)},
		"fullscreen": {
			"": value(true, two, "fullscreen", "inline", true, false), openAI: value(true, three, "fullscreen", "inline", true, true), mcpUI: "",
		},
		"inline": {
			"": value(true, two, "inline", "fullscreen", true, false), openAI: value(true, three, "inline", "fullscreen", true, true), mcpUI: "",
		},
	}
}

func expectedOfFiles() seen {
	value := func(upload, download bool) string {
		return fmt.Sprintf(`{"canDownload":%t,"canSelect":%t,"download":"ƒ","getDownloadUrl":"ƒ","isSupported":%t,"select":"ƒ","upload":"ƒ"}`,
			download, upload, upload)
	}
	return seen{
		"start":     {"": value(false, false), chatGPT: value(true, false), openAI: value(true, false)},
		"connected": {apps: value(true, true), mcpUI: value(true, false)},
	}
}

// expectedOfCallbacks is what the callbacks were called with, to the end.
func expectedOfCallbacks() by {
	const told = `{"cancelled":"enough","farewell":true,"inTime":true,"teardown":true}`
	return by{"": told, openAI: `{"inTime":false}`, mcpUI: `{"cancelled":"enough","farewell":true,"teardown":true}`}
}
