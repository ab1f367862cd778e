package workbench_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
)

// paints is a view that has another colour for each state: grey at first, blue with
// partial input, teal with the input, green with the result, orange when it is
// cancelled, purple when it is asked to end. It says what it knows.
const paints = `<!doctype html><style>html, body { margin: 0; height: 100% } body { background: rgb(128, 128, 128); color: white; font: 16px sans-serif }
	pre { margin: 0; padding: 16px; white-space: pre-wrap }</style><pre id=said>starting</pre><pre id=around></pre><script>
	window.loads = (window.loads ?? 0) + 1
	const post = (m) => parent.postMessage({jsonrpc: "2.0", ...m}, "*")
	let around = {}
	const show = (colour, what) => { document.body.style.background = colour; said.textContent = JSON.stringify(what) }
	const settle = (context) => { around = {...around, ...context}; document.documentElement.lang = around.locale; window.around = around
		document.querySelector("#around").textContent = JSON.stringify({locale: around.locale, timeZone: around.timeZone, platform: around.platform,
			safe: around.safeAreaInsets, touch: around.deviceCapabilities?.touch, size: around.containerDimensions, id: around.toolInfo?.id, theme: around.theme}) }
	addEventListener("message", ({data: {id, method, params, result}}) => {
		if (id === 1 && result) { settle(result.hostContext); post({method: "ui/notifications/initialized", params: {}})
			if (!window.still) post({method: "ui/notifications/size-changed", params: {width: 300, height: 900}}) }
		if (method === "ui/notifications/tool-input-partial") show("rgb(0, 0, 200)", params)
		if (method === "ui/notifications/tool-input") show("rgb(0, 140, 140)", params)
		if (method === "ui/notifications/tool-result") show("rgb(0, 130, 0)", params)
		if (method === "ui/notifications/tool-cancelled") show("rgb(200, 100, 0)", params)
		if (method === "ui/notifications/host-context-changed") settle(params)
		if (method === "ui/resource-teardown") { show("rgb(120, 0, 120)", params); post({id, result: {}}) }
	})
	post({id: 1, method: "ui/initialize", params: {protocolVersion: "2026-01-26", appInfo: {name: "paints", version: "7"},
		appCapabilities: {availableDisplayModes: ["inline", "fullscreen"]}}})
</script>`

var (
	grey   = [3]uint8{128, 128, 128}
	blue   = [3]uint8{0, 0, 200}
	teal   = [3]uint8{0, 140, 140}
	green  = [3]uint8{0, 130, 0}
	orange = [3]uint8{200, 100, 0}
	purple = [3]uint8{120, 0, 120}
)

// A picture of one pixel, and a sound of no length.
const (
	pixel   = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	silence = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="
)

func decoded(text string) []byte {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return data
}

// paintServer has a tool for each way in which a call can end.
func paintServer() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "paints", Title: "Paints", Version: "1"}, nil)
	const view, still, mimeType = "ui://paints/view", "ui://paints/still", "text/html;profile=mcp-app"
	city := json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"array","items":{"type":"string"}},"note":{"type":"string"}}}`)
	linked := mcp.Meta{"ui": map[string]any{"resourceUri": view}}
	add := func(name string, meta mcp.Meta, output any, answer func(context.Context) (*mcp.CallToolResult, error)) {
		server.AddTool(&mcp.Tool{Name: name, InputSchema: city, OutputSchema: output, Meta: meta, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
			func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return answer(ctx) })
	}
	text := &mcp.TextContent{Text: "painted"}
	answers := func(result mcp.CallToolResult) func(context.Context) (*mcp.CallToolResult, error) {
		return func(context.Context) (*mcp.CallToolResult, error) { return &result, nil }
	}
	hangs := func(ctx context.Context) (*mcp.CallToolResult, error) { <-ctx.Done(); return nil, ctx.Err() }
	refuses := func(context.Context) (*mcp.CallToolResult, error) {
		return nil, &jsonrpc.Error{Code: -32055, Message: "out of paint", Data: json.RawMessage(`{"left":{"blue":0}}`)}
	}
	blocks := mcp.CallToolResult{Content: []mcp.Content{
		text,
		&mcp.ImageContent{Data: decoded(pixel), MIMEType: "image/png"},
		&mcp.AudioContent{Data: decoded(silence), MIMEType: "audio/wav"},
		&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "file:///a/colours.txt", MIMEType: "text/plain", Text: "red and blue"}},
		&mcp.ResourceLink{URI: "file:///a/brushes.csv", Name: "brushes", Title: "The brushes"},
	}}
	output := json.RawMessage(`{"type":"object","required":["litres"],"properties":{"litres":{"type":"number"}}}`)
	add("paint", linked, nil, answers(mcp.CallToolResult{Content: []mcp.Content{text}}))
	add("works", linked, nil, hangs)
	add("fails", linked, nil, answers(mcp.CallToolResult{Content: []mcp.Content{text}, IsError: true}))
	add("refuses", linked, nil, refuses)
	add("blocks", linked, nil, answers(blocks))
	add("blocks_alone", nil, nil, answers(blocks))
	add("breach", linked, output, answers(mcp.CallToolResult{Content: []mcp.Content{text}, StructuredContent: map[string]any{"litres": "many"}}))
	// This view does not say how high it is.
	add("still", mcp.Meta{"ui": map[string]any{"resourceUri": still}}, nil, answers(mcp.CallToolResult{Content: []mcp.Content{text}}))
	for uri, document := range map[string]string{view: paints, still: strings.Replace(paints, "<script>", "<script>window.still = true;", 1)} {
		server.AddResource(&mcp.Resource{URI: uri, Name: uri, MIMEType: mimeType},
			func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
				return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: mimeType, Text: document}}}, nil
			})
	}
	return server
}

// painting is a page that runs one of the tools of [paintServer], a person at the page, and one in the view.
type painting struct {
	page          *browsertest.Page
	outside, view hand
}

// paint opens the page; options are further parameters of its address.
func paint(t *testing.T, tool, options string) painting {
	t.Helper()
	server := paintServer()
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil))
	t.Cleanup(web.Close)
	address := workbenchtest.Start(t, mcpclient.Server{ID: "paints", Endpoint: web.URL})
	page := browsertest.Start(t).Open(t, address+"&run=1&tool="+tool+`&args={"city":"Faro","days":["Monday","Tuesday"]}`+options)
	if err := page.Viewport(t.Context(), 1440, 900, 1); err != nil {
		t.Fatal(err)
	}
	return painting{page, hand{t.Context(), page.Main()}, hand{t.Context(), page.Frame(shownView).Frame("iframe")}}
}

// shows waits until the view has a colour on the screen, near its top.
func (p painting) shows(t *testing.T, what string, want [3]uint8) func() error {
	t.Helper()
	return func() error {
		eventually(t, what, func() bool {
			picture, at := viewOnScreen(t, p.page, shownView)
			return picture != nil && colourAt(picture, at.top()) == want
		})
		return nil
	}
}

// area is a part of the page, in pixels.
type area struct{ Left, Top, Right, Bottom float64 }

// top is a place in the middle of its upper edge.
func (a area) top() []float64 { return []float64{(a.Left + a.Right) / 2, a.Top + 8} }

// viewOnScreen takes a picture of the page, and returns where the view is on it; nil if the view is not in sight yet.
func viewOnScreen(t *testing.T, page *browsertest.Page, selector string) (image.Image, area) {
	t.Helper()
	at, err := browsertest.Eval[area](t.Context(), page.Main(), `(() => {
		document.querySelector(".stage-scroll").scrollTop = 0
		const {left, top, right, bottom} = document.querySelector('`+selector+`')?.getBoundingClientRect() ?? {left: 0, top: 0, right: 0, bottom: 0}
		return {Left: left, Top: top, Right: Math.min(right, innerWidth), Bottom: Math.min(bottom, innerHeight)}
	})()`)
	if err != nil || at.Right <= at.Left || at.Bottom <= at.Top {
		return nil, at
	}
	shot, err := page.Screenshot(t.Context())
	if err != nil {
		return nil, at
	}
	picture, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	return picture, at
}

func colourAt(picture image.Image, at []float64) [3]uint8 {
	r, g, b, _ := picture.At(int(at[0]), int(at[1])).RGBA()
	return [3]uint8{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)} //nolint:gosec // the upper half of 16 bits
}

// A person sees what the view draws while its arguments are written, which can be paused
// and stepped, while the tool works, and after the call was stopped.
func TestSmokeViewIsSeenAsItHappens(t *testing.T) {
	t.Parallel()
	p := paint(t, "works", "&profiles=claude&stream=paused")
	const writing, step = `[data-testid="writing"]`, `[data-testid="writing-step"]`
	steps(t,
		p.outside.sees(writing, "Paused, 0 of"),
		p.shows(t, "the view before its input", grey),
		p.outside.click(step),
		p.outside.sees(writing, "Paused, 1 of"),
		p.shows(t, "partial input", blue),
		p.outside.click(`[data-testid="writing-resume"]`),
		p.view.sees("#said", `{"arguments":{"city":"Faro","days":["Monday","Tuesday"]}}`),
		p.outside.waits(`!document.querySelector('`+writing+`').checkVisibility()`),
		p.shows(t, "the view while the tool works", teal),
		p.outside.click(`[data-testid="stop"]`),
		p.outside.sees(".notice-box", "You stopped the tool call."),
		p.shows(t, "the view after the call was stopped", orange),
		p.outside.inSight(".notice-box"),
	)
}

// A view stays in sight beside the error of its tool, whichever kind that is.
func TestViewIsSeenBesideAnError(t *testing.T) {
	t.Parallel()
	for tool, want := range map[string]struct {
		box, text string
		colour    [3]uint8
	}{
		"fails":   {".tool-error", "painted", green},
		"refuses": {".card-over .problem-box", "out of paint", orange},
	} {
		p := paint(t, tool, "&profiles=claude")
		steps(t, p.outside.sees(want.box, want.text), p.shows(t, tool, want.colour))
	}
}

// Fullscreen fills the window; the button and Esc leave it; the view is not loaded anew.
func TestFullscreenFillsTheWindow(t *testing.T) {
	t.Parallel()
	p := paint(t, "paint", "&profiles=claude")
	if err := p.page.Viewport(t.Context(), 1400, 857, 1); err != nil {
		t.Fatal(err)
	}
	const full = `(() => { const {left, top, right, bottom} = document.querySelector('[data-testid="view"]').getBoundingClientRect()
		return left === 0 && right === innerWidth && bottom === innerHeight && top <= 48 })()`
	const inline = `document.querySelector("oriel-card").dataset.mode === "inline"`
	steps(t,
		p.shows(t, "the result", green),
		p.view.waits(`(window.same = true)`),
		p.outside.click(`oriel-card [data-value="fullscreen"]`),
		p.outside.waits(full),
		p.view.waits(`window.around.containerDimensions.width === 1400 && window.around.containerDimensions.height > 800`),
		p.shows(t, "the view in fullscreen", green),
		p.outside.click(".card-back"),
		p.outside.waits(inline),
		p.outside.click(`oriel-card [data-value="fullscreen"]`),
		p.outside.waits(full),
		func() error { return p.page.Press(t.Context(), "Escape") },
		p.outside.waits(inline),
		p.view.waits(`window.same && window.loads === 1`),
	)
}

// A view that wants to be higher than its host allows is clipped, and the card says so.
func TestClippedViewIsTold(t *testing.T) {
	t.Parallel()
	p := paint(t, "paint", "&profiles=vscode")
	steps(t,
		p.shows(t, "the result", green),
		p.outside.sees(".card-clipped", "720 of 900 px high"),
		func() error { return p.page.Viewport(t.Context(), 390, 844, 1) },
		p.outside.waits(`document.querySelector(".stage-scroll").clientWidth < 400 && document.querySelector(".stage-scroll").scrollWidth <= document.querySelector(".stage-scroll").clientWidth`),
	)
}

// The head of a card says that its view is narrower than in the host, and a click shows
// all cards as wide as in their hosts.
func TestCardsAreAsWideAsTheirHosts(t *testing.T) {
	t.Parallel()
	p := paint(t, "paint", "&profiles=claude,vscode,cursor")
	const widths = `[...document.querySelectorAll("oriel-card")].map((card) => Math.round(card.querySelector('[data-testid="view"]')?.clientWidth)).join()`
	const width = `oriel-card [data-testid="card-width"]`
	steps(t,
		p.outside.waits(widths+` === "720,494,649"`),
		p.outside.waits(`![...document.querySelectorAll('`+width+`')].some((one) => one.checkVisibility())`),
		p.outside.click(`.stage-head [data-value="fit"]`),
		p.outside.sees(width, "of 720 px"),
		p.outside.click(width),
		p.outside.waits(widths+` === "720,494,649"`),
		func() error { return p.page.Viewport(t.Context(), 600, 900, 1) },
		p.outside.sees(width, "of 720 px"),
	)
}

// A view that does not say how high it is keeps the height with which its host begins: 400 px in ChatGPT, and 320 px where
// it is not known. The view gets all of it.
func TestInlineBeginsAsHighAsInTheHost(t *testing.T) {
	t.Parallel()
	p := paint(t, "still", "&profiles=chatgpt,claude")
	for profile, height := range map[string]string{"chatgpt": "400", "claude": "320"} {
		frame := `oriel-card[data-host="` + profile + `"] ` + shownView
		inside := hand{t.Context(), p.page.Frame(frame).Frame("iframe")}
		steps(t,
			inside.sees("#said", "painted"),
			p.outside.waits(`document.querySelector('`+frame+`').clientHeight === `+height),
			inside.waits(`innerHeight === `+height),
		)
	}
}

// The form has room in a small window, and Run stays in sight.
func TestFormHasRoom(t *testing.T) {
	t.Parallel()
	p := paint(t, "paint", "&profiles=claude,chatgpt,mcp-ui,vscode,generic,text")
	if err := p.page.Viewport(t.Context(), 1280, 720, 1); err != nil {
		t.Fatal(err)
	}
	steps(t,
		p.outside.click(`[data-testid="tool"][data-key="works"]`),
		p.outside.click(`[data-testid="tool"][data-key="paint"]`),
		p.outside.waits(`(() => { const form = document.querySelector(".rail-form").getBoundingClientRect(), rail = document.querySelector(".rail-scroll").getBoundingClientRect()
			return Math.min(form.bottom, rail.bottom) - Math.max(form.top, rail.top) >= 320 })()`),
		p.outside.inSight(`[data-testid="run"]`),
		p.outside.inSight(`[data-testid="tool"][data-key="paint"]`),
	)
}

// A result's blocks are all shown: on the card of a view, without a view, and as text.
func TestAllBlocksOfAResultAreShown(t *testing.T) {
	t.Parallel()
	for tool, card := range map[string]string{"blocks": "oriel-card .card-call-body", "blocks_alone": "oriel-card .card-over"} {
		p := paint(t, tool, "&profiles=claude,text")
		for _, in := range []string{card, `[data-testid="text-answer"]`} {
			steps(t,
				p.outside.waits(`document.querySelector('`+in+` img')?.naturalWidth === 1`),
				p.outside.waits(`(document.querySelectorAll(".card-call").forEach((one) => one.open = true), true)`),
				p.outside.sees(in, "audio/wav"),
				p.outside.sees(in, "red and blue"),
				p.outside.sees(in, "The brushes"),
			)
		}
	}
}

// An error of the server shows its code and its data.
func TestErrorsShowCodeAndData(t *testing.T) {
	t.Parallel()
	p := paint(t, "refuses", "&profiles=claude,text")
	for _, in := range []string{"oriel-card .problem-box", `[data-testid="text-answer"]`} {
		steps(t, p.outside.sees(in, "out of paint"), p.outside.sees(in, "Code -32055"), p.outside.sees(in, "blue"))
	}
}

// A result that breaks the output schema is told on every card.
func TestBreachOfTheOutputSchema(t *testing.T) {
	t.Parallel()
	p := paint(t, "breach", "&profiles=claude,text")
	for _, in := range []string{"oriel-card .talk", "oriel-answer"} {
		steps(t, p.outside.sees(in, "breaks the tool's output schema at /litres: This has to be a number."))
	}
}
