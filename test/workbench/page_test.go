package workbench_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
)

// longTool is the tool of [longNames], and longTitle its title, which is one word.
const longTool = "list_the_open_invoices_of_a_customer_between_two_days_with_taxes_and_reminders"

var longTitle = "The_open_invoices_of_a_customer_" + strings.Repeat("between_two_days_", 12)

// plainView is a view that offers all display modes, and breaks its policy.
const plainView = `<!doctype html><p>It stands.</p><script>
	const post = (m) => parent.postMessage({jsonrpc: "2.0", ...m}, "*")
	addEventListener("message", ({data}) => data.id === 1 && (post({method: "ui/notifications/initialized", params: {}}),
		fetch("https://api.example/days?of=1").catch(() => 0)))
	post({id: 1, method: "ui/initialize", params: {protocolVersion: "2026-01-26", appInfo: {name: "plain", version: "1"},
		appCapabilities: {availableDisplayModes: ["inline", "fullscreen", "pip"]}}})
</script>`

// longNames is the address of a workbench whose server has one tool, with a view and
// two required arguments, and names that are longer than any place for them.
func longNames(t *testing.T) string {
	t.Helper()
	const view, mimeType = "ui://long/plain", "text/html;profile=mcp-app"
	server := mcp.NewServer(&mcp.Implementation{Name: "long", Title: longTitle, Version: "1"}, nil)
	server.AddTool(&mcp.Tool{
		Name: longTool, Title: longTitle, Description: "Lists them.",
		InputSchema: json.RawMessage(`{"type":"object","required":["customer","days"],"properties":{
			"customer":{"type":"string"},"days":{"type":"integer"}}}`),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
		Meta:        mcp.Meta{"ui": map[string]any{"resourceUri": view}},
	}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "none"}}}, nil
	})
	server.AddResource(&mcp.Resource{URI: view, Name: "plain", MIMEType: mimeType},
		func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: view, MIMEType: mimeType, Text: plainView}}}, nil
		})
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil))
	t.Cleanup(web.Close)
	return workbenchtest.Start(t, mcpclient.Server{ID: "long", Endpoint: web.URL})
}

var runLong = "&run=1&tool=" + longTool + "&args=" + url.QueryEscape(`{"customer":"Ada","days":3}`)

// openAt opens a page with a size.
func openAt(t *testing.T, address string, width, height int64) hand {
	t.Helper()
	page := browsertest.Start(t).Open(t, address)
	if err := page.Viewport(t.Context(), width, height, 1); err != nil {
		t.Fatal(err)
	}
	return hand{t.Context(), page.Main()}
}

// inSight waits until all of an element is in the window and nothing covers its middle.
func (h hand) inSight(selector string) func() error {
	return h.waits(fmt.Sprintf(`(() => {
		const element = document.querySelector(%q);
		const {top, left, right, bottom, width, height} = element?.getBoundingClientRect() ?? {width: 0};
		return width > 0 && top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight &&
			element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
	})()`, selector))
}

// What is wrong with arguments is in sight after a click on Run, in a small window, too.
func TestProblemsOfArgumentsAreInSight(t *testing.T) {
	t.Parallel()
	h := openAt(t, longNames(t)+"&tool="+longTool, 1280, 720)
	const problems, anyway = `[data-testid="argument-problems"]`, `[data-testid="send-anyway"]`
	steps(t,
		h.click(`oriel-arguments [data-value="json"]`),
		h.fill("oriel-arguments textarea", "{\n\"customer\": 3,\n\"days\": \"x\"}"),
		h.click(`[data-testid="run"]`),
		h.sees(problems, "days: This has to be a whole number."),
		h.inSight(problems),
		h.inSight(anyway),
		h.fill("oriel-arguments textarea", "{"),
		h.waits(`document.querySelector('`+problems+`').hidden`),
		h.click(`[data-testid="run"]`),
		h.sees(problems, "Not JSON"),
		h.inSight(problems),
		h.fill("oriel-arguments textarea", "{}"),
		h.click(`oriel-arguments [data-value="form"]`),
		h.click(`[data-testid="run"]`),
		h.inSight("oriel-arguments .field:has([aria-invalid]) .field-problem"),
		// The server's tools are listed anew, and are the same.
		h.waits(`(window.problem = document.querySelector("oriel-arguments .field:has([aria-invalid]) .field-problem"), true)`),
		h.click(`[data-testid="restart"]`),
		h.waits(`document.querySelector('[data-testid="server-status"]').textContent !== "Ready"`),
		h.sees(`[data-testid="server-status"]`, "Ready"),
		h.waits(`problem.isConnected && problem.textContent !== ""`),
	)
}

// stickingOut are the texts that are drawn outside of the card, or of the line, that they
// are in, or over its buttons.
const stickingOut = `(() => {
	const clipped = (rect, node) => {
		let {left, right} = rect
		for (let e = node.parentElement; e; e = e.parentElement) {
			if (getComputedStyle(e).overflowX !== "visible") {
				const box = e.getBoundingClientRect()
				left = Math.max(left, box.left), right = Math.min(right, box.right)
			}
		}
		return {left, right}
	}
	const out = []
	for (const box of document.querySelectorAll(".stage-head, .card, .part-tools")) {
		const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
		const tools = box.querySelector(".stage-tools, .card-tools")?.getBoundingClientRect()
		const edges = box.getBoundingClientRect()
		while (texts.nextNode()) {
			const range = document.createRange()
			range.selectNodeContents(texts.currentNode)
			for (const rect of range.getClientRects()) {
				const {left, right} = clipped(rect, texts.currentNode)
				const over = tools && rect.top < tools.bottom && rect.bottom > tools.top && right > tools.left + 1 && left < tools.right - 1 &&
					!texts.currentNode.parentElement.closest(".stage-tools, .card-tools")
				if (rect.width > 0 && right > left && (over || left < edges.left - 1 || right > edges.right + 1)) out.push(box.className + ": " + texts.currentNode.data)
			}
		}
	}
	if (document.documentElement.scrollWidth > innerWidth) out.push("the page is wider than the window")
	return out.join("\n")
})()`

// Long names stay within their places, in every kind of card.
func TestLongNames(t *testing.T) {
	t.Parallel()
	address := longNames(t)
	for _, width := range []int64{1280, 390} {
		h := openAt(t, address+runLong+"&profiles=claude,chatgpt,mcp-ui,text", width, 800)
		steps(t,
			h.waits(`document.querySelectorAll('.card[data-status="ready"]').length === 3`),
			h.waits(`document.querySelectorAll('.card[data-status="none"]').length === 1`),
		)
		for _, change := range []string{
			"0", `document.querySelector('[data-value="host"]').click()`,
			`document.querySelectorAll(".card details").forEach((one) => one.open = true)`,
		} {
			out, err := browsertest.Eval[string](t.Context(), h.main, "("+change+", "+stickingOut+")")
			if err != nil || out != "" {
				t.Errorf("at %d pixels, after %s, these stick out: %s %v", width, change, out, err)
			}
		}
	}
}

// A picture in picture stays within its card, covers nothing of the card's head, and can
// be closed.
func TestPictureInPictureStaysInItsCard(t *testing.T) {
	t.Parallel()
	address := longNames(t)
	for _, width := range []int64{1280, 390} {
		h := openAt(t, address+runLong+"&profiles=chatgpt,claude", width, 800)
		const card = `.card[data-host="chatgpt"]`
		const inside = `(() => {
			const [outer, inner] = [".card[data-mode=pip]", ".card[data-mode=pip] .card-view"].map((one) => document.querySelector(one)?.getBoundingClientRect())
			return inner && inner.width > 200 && inner.height > 200 && inner.left >= outer.left && inner.right <= outer.right &&
				inner.top >= outer.top && inner.bottom <= outer.bottom
		})()`
		steps(t,
			h.waits(`document.querySelectorAll('.card[data-status="ready"]').length === 2`),
			h.click(card+` [data-value="pip"]`),
			h.waits(inside),
			h.inSight(card+` [title^="What is known of"]`),
			h.waits(`(document.querySelector(".stage-scroll").scrollTop = 200, true)`),
			h.waits(inside),
			h.inSight(card+` .pip-bar`),
			h.click(card+` .pip-bar button`),
			h.waits(`document.querySelector('`+card+`').dataset.mode === "inline"`),
			h.waits(`!document.querySelector(".pip-bar").checkVisibility()`),
		)
	}
}

// A server that wants credentials answers, so the page doesn't say that it can't be
// reached, but what to do.
func TestServerThatWantsCredentials(t *testing.T) {
	t.Parallel()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("WWW-Authenticate", "Bearer")
		w.WriteHeader(http.StatusUnauthorized)
	}))
	t.Cleanup(web.Close)
	h := openAt(t, workbenchtest.Start(t, mcpclient.Server{ID: "closed", Endpoint: web.URL}), 1280, 720)
	steps(t,
		h.sees(".empty h2", "needs a sign-in"),
		h.sees(".empty", "401 Unauthorized"),
		h.sees(".empty", "--header"),
		h.sees(`[data-testid="server-status"]`, "Not signed in"),
	)
}

// outage is a listener that can end its connections and refuse others.
type outage struct {
	net.Listener

	mu    sync.Mutex
	down  bool
	conns []net.Conn
}

func (o *outage) Accept() (net.Conn, error) {
	conn, err := o.Listener.Accept()
	if err != nil {
		return nil, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.down {
		_ = conn.Close() // the server finds it closed
	}
	o.conns = append(o.conns, conn)
	return conn, nil
}

// set begins or ends the outage.
func (o *outage) set(down bool) func() error {
	return func() error {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.down = down
		for _, conn := range o.conns {
			_ = conn.Close() // some are closed already
		}
		o.conns = nil
		return nil
	}
}

// Nothing can be run while the workbench doesn't answer. The page says why, and goes on
// when it answers again.
func TestNothingRunsWhileTheWorkbenchIsGone(t *testing.T) {
	t.Parallel()
	server, _ := panelServer()
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil))
	t.Cleanup(web.Close)
	inner, err := new(net.ListenConfig).Listen(t.Context(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener := &outage{Listener: inner}
	bench, err := workbenchtest.LaunchOn(t.Context(), listener, workbench.Options{
		Servers: []mcpclient.Server{{ID: "panels", Endpoint: web.URL}}, Profiles: hosts.All(),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := bench.Stop(); err != nil {
			t.Error(err)
		}
	})
	h := openAt(t, bench.URL()+"&tool=asks", 1280, 720)
	disabled := func(part, button string, want bool) func() error {
		return h.waits(fmt.Sprintf(`document.querySelector('.parts [data-part=%q]')?.click(),
			document.querySelector('[data-testid=%q]')?.disabled === %t`, part, button, want))
	}
	steps(t,
		disabled("tools", "run", false),
		disabled("prompts", "get", false),
		listener.set(true),
		disabled("prompts", "get", true),
		disabled("resources", "read", true),
		disabled("tools", "run", true),
		h.inSight(`[data-testid="gone"]`),
		listener.set(false),
		disabled("prompts", "get", false),
		disabled("tools", "run", false),
		h.waits(`document.querySelector('[data-testid="gone"]').hidden`),
		h.click(`[data-testid="run"]`),
		h.waits(`document.querySelector('.card[data-status="ready"]') !== null`),
	)
}

// Each host has a dot of its own.
func TestHostsAreToldApart(t *testing.T) {
	t.Parallel()
	h := openAt(t, longNames(t), 1280, 720)
	const looks = `[...document.querySelectorAll(".chips .host-dot")].map((dot) => {
		const {backgroundColor, boxShadow, clipPath} = getComputedStyle(dot)
		return [backgroundColor, boxShadow, clipPath].join()
	})`
	all := strconv.Itoa(len(hosts.All()) + 1) // with Automatic
	steps(t,
		h.click(`[data-testid="more-hosts"]`),
		h.waits(looks+".length === "+all),
		h.waits("new Set("+looks+").size === "+all),
	)
}

// A screen reader finds one title on the page, each card as a region with its host's name,
// and the height of the timeline.
func TestPageForScreenReaders(t *testing.T) {
	t.Parallel()
	address := longNames(t)
	for _, width := range []int64{1280, 390} {
		h := openAt(t, address+runLong+"&profiles=claude,text", width, 800)
		const one = `[...document.querySelectorAll("h1")].filter((one) => one.checkVisibility()).map((one) => one.textContent).join() === "Test workbench"`
		for _, part := range []string{"result", "tools", "timeline"} {
			steps(t, h.waits(`document.querySelector('.tabs [data-part="`+part+`"]')?.click(), `+one))
		}
		steps(t, h.waits(`[...document.querySelectorAll(".card")].map((card) => card.role + " " + card.ariaLabel).join() ===
			"region Claude,region Text only"`))
		if width < 1000 {
			continue
		}
		const grip = `document.querySelector(".grip")`
		const value = `Number(` + grip + `.ariaValueNow)`
		steps(t,
			h.waits(value+` === document.querySelector("oriel-timeline").offsetHeight && `+value+` >= `+grip+`.ariaValueMin && `+value+` <= `+grip+`.ariaValueMax`),
			h.waits(`(window.before = `+value+`, `+grip+`.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowUp"})))`),
			h.waits(value+` === window.before + 24`),
		)
	}
}

// The timeline's rows name tools and URIs, and its head how many rows it has dropped.
func TestRowsOfTheTimeline(t *testing.T) {
	t.Parallel()
	hosts := []string{"claude", "chatgpt", "vscode", "goose", "generic", "cursor", "mcpjam"}
	page := browsertest.Start(t).Open(t, longNames(t)+runLong+"&profiles="+strings.Join(hosts, ","))
	h := hand{t.Context(), page.Main()}
	const rows = `[data-testid="event"][data-lane="mcp"][data-profile="claude"]`
	steps(t,
		h.waits(fmt.Sprintf(`document.querySelectorAll('.card[data-status="ready"]').length === %d`, len(hosts))),
		h.waits(`document.querySelectorAll('`+rows+`[data-method="tools/call"]').length === 2`),
	)
	for method, subject := range map[string]string{"tools/call": longTool, "resources/read": "ui://long/plain"} {
		steps(t, h.waits(fmt.Sprintf(`[...document.querySelectorAll('%s[data-method=%q]')].every((row) =>
			row.querySelector(".event-subject").textContent === %q)`, rows, method, subject)))
	}
	for _, host := range hosts {
		view := hand{t.Context(), page.Frame(`.card[data-host="` + host + `"] iframe[data-testid="view"]`).Frame("iframe")}
		steps(t, view.waits(`(Array.from({length: 320}, (_, i) =>
			post({method: "notifications/message", params: {level: "info", data: String(i)}})), true)`))
	}
	steps(t, h.waits(`(() => {
		const [, all, dropped] = /^(\d+) · (\d+) earlier messages dropped$/.exec(document.querySelector(".timeline-count").textContent) ?? []
		return all === "2000" && Number(dropped) > 200
	})()`))
}
