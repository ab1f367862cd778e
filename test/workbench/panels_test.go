package workbench_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
)

// asksAll is a view that asks its host for what it may ask, and has two tools.
const asksAll = `<!doctype html><p id=outcome>waiting</p><button id=sample>s</button><button id=save>d</button>
<button id=go>g</button><button id=shut>c</button><button id=anew>a</button><script>
	let last = 0
	const open = new Map(), post = m => parent.postMessage({jsonrpc: "2.0", ...m}, "*")
	const say = text => document.querySelector("#outcome").textContent = text
	const ask = (method, params) => new Promise((resolve, reject) => {
		open.set(++last, {resolve, reject}); post({id: last, method, params}) })
	const answer = {
		"ui/resource-teardown": () => { sample.onclick(); go.onclick(); save.onclick(); return {result: {}} },
		"tools/list": () => ({result: {tools: [
			{name: "paint", title: "Paint it", description: "Paints.", inputSchema: {type: "object",
				properties: {colour: {type: "string", default: "teal"}}, required: ["colour"]}},
			{name: "sleep", inputSchema: {type: "object"}, annotations: {readOnlyHint: true}}]}}),
		"tools/call": ({name, arguments: {colour}}) => name === "paint"
			? {result: {content: [{type: "text", text: "painted " + colour + " <b>"}]}} : {error: {code: -32000, message: "it is asleep"}},
	}
	addEventListener("message", ({data}) => {
		if (data.method) { if (answer[data.method]) post({id: data.id, ...answer[data.method](data.params)}); return }
		const {resolve, reject} = open.get(data.id); data.error ? reject(data.error) : resolve(data.result)
	})
	const begin = () => ask("ui/initialize", {protocolVersion: "2026-01-26", appInfo: {name: "asks", version: "1"},
		appCapabilities: {tools: {listChanged: true}}}).then(() => { post({method: "ui/notifications/initialized", params: {}}); say("there") })
	begin()
	go.onclick = () => ask("ui/open-link", {url: "https://example.com/page"}).then(r => say("link " + (r.isError === true ? "left" : "opened")))
	shut.onclick = () => post({method: "ui/notifications/request-teardown", params: {}})
	anew.onclick = () => begin().then(() => say("there again"))
	sample.onclick = () => ask("sampling/createMessage", {systemPrompt: "Be kind.", maxTokens: 77,
		messages: [{role: "user", content: {type: "text", text: "Why <i>is</i> it so?"}}]})
		.then(r => say([r.role, r.content.text, r.model, r.stopReason].join()), e => say("refused " + e.code))
	save.onclick = () => ask("ui/download-file", {contents: [
		{type: "resource", resource: {uri: "file:///a/days.csv", mimeType: "text/csv", text: "day\n1\n"}}]})
		.then(r => say("file " + (r.isError === true ? "left" : "taken")), e => say("error " + e.message))
</script>`

// panelServer is an MCP server with one of everything. The channel gets a value
// when the call of "hangs" was cancelled.
func panelServer() (server *mcp.Server, cancelled chan struct{}) {
	server = mcp.NewServer(&mcp.Implementation{Name: "panels", Title: "Panels", Version: "1"}, &mcp.ServerOptions{Instructions: "Look at it."})
	cancelled = make(chan struct{}, 1)
	object := json.RawMessage(`{"type":"object"}`)
	const address = "ui://panels/asks"
	linked := mcp.Meta{"ui": map[string]any{"resourceUri": address}}
	server.AddTool(&mcp.Tool{Name: "asks", InputSchema: object, Meta: linked},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "asked"}}}, nil
		})
	server.AddTool(&mcp.Tool{Name: "hangs", InputSchema: object, Meta: linked},
		func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if token := request.Params.GetProgressToken(); token != nil {
				_ = request.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ // who does not hear it waits
					ProgressToken: token, Progress: 1, Total: 4, Message: "a quarter <b>done</b>",
				})
			}
			<-ctx.Done()
			cancelled <- struct{}{}
			return nil, ctx.Err()
		})
	read := func(mimeType, text string, meta mcp.Meta) mcp.ResourceHandler {
		return func(_ context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{
				URI: request.Params.URI, MIMEType: mimeType, Text: strings.ReplaceAll(text, "URI", request.Params.URI), Meta: meta,
			}}}, nil
		}
	}
	server.AddResource(&mcp.Resource{URI: address, Name: "asks", MIMEType: "text/html;profile=mcp-app"},
		read("text/html;profile=mcp-app", asksAll, mcp.Meta{"ui": map[string]any{"csp": map[string]any{"connectDomains": []string{"https://api.example"}}}}))
	server.AddResource(&mcp.Resource{URI: "file:///evil.html", Name: "evil", Title: "<img src=x onerror=alert(1)>", MIMEType: "text/html"},
		read("text/html", "<script>alert(1)</script><h1>evil</h1>", nil))
	server.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: "note://{name}{?page}", Name: "note"}, read("application/json", `{"at":"URI"}`, nil))
	server.AddPrompt(&mcp.Prompt{Name: "greet", Arguments: []*mcp.PromptArgument{{Name: "who", Required: true}}},
		func(_ context.Context, request *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{
				{Role: "user", Content: &mcp.TextContent{Text: "Greet " + request.Params.Arguments["who"]}},
				{Role: "assistant", Content: &mcp.ResourceLink{URI: "file:///evil.html", Name: "evil"}},
			}}, nil
		})
	return server, cancelled
}

// panels is the address of a workbench that shows such a server.
func panels(t *testing.T) (address string, cancelled chan struct{}) {
	t.Helper()
	server, cancelled := panelServer()
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil))
	t.Cleanup(web.Close)
	return workbenchtest.Start(t, mcpclient.Server{ID: "panels", Endpoint: web.URL}), cancelled
}

const shownForm = ".rail-form:not([hidden]) "

// asks runs the tool whose view asks: a person at the page, and one inside the
// view.
func asks(t *testing.T) (h, view hand) {
	t.Helper()
	address, _ := panels(t)
	page := browsertest.Start(t).Open(t, address+"&tool=asks&profiles=generic&run=1")
	h = hand{t.Context(), page.Main()}
	view = hand{t.Context(), page.Frame(`iframe[data-testid="view"]`).Frame("iframe")}
	return h, view
}

// The line above the cards stays one line, however long and however many lines the
// arguments are.
func TestHeadWithLongArguments(t *testing.T) {
	t.Parallel()
	address, _ := panels(t)
	args, err := json.Marshal(map[string]any{"text": strings.Repeat("a line of it\n", 40), "more": strings.Repeat("x", 500)})
	if err != nil {
		t.Fatal(err)
	}
	page := browsertest.Start(t).Open(t, address+"&tool=asks&profiles=generic&run=1&args="+url.QueryEscape(string(args)))
	h := hand{t.Context(), page.Main()}
	steps(t, h.sees(".stage-args", "a line of it"))
	const fits = `(() => {
		const [head, args] = [document.querySelector(".stage-head"), document.querySelector(".stage-args")].map((e) => e.getBoundingClientRect());
		return args.top >= head.top && args.bottom <= head.bottom && args.right <= head.right;
	})()`
	if inside, err := browsertest.Eval[bool](t.Context(), page.Main(), fits); err != nil || !inside {
		t.Errorf("the arguments are outside of the head: %v", err)
	}
}

func TestResourcesAndPrompts(t *testing.T) {
	t.Parallel()
	address, _ := panels(t)
	page := browsertest.Start(t).Open(t, address)
	h := hand{t.Context(), page.Main()}
	const content = `[data-testid="resource-content"]`
	steps(t,
		h.sees(`[data-testid="server-status"]`, "Ready"),
		h.click(`[data-fold="instructions"]`),
		h.sees(".server-instructions", "Look at it."),
		h.click(`.parts [data-part="resources"]`),
		h.click(`[data-testid="resource"][data-key="ui://panels/asks"]`),
		h.sees(content, "https://api.example"),
		h.sees(content+" .content-source", "<!doctype html>"),
		h.click(`[data-testid="resource"][data-key="file:///evil.html"]`),
		h.sees(content+" .content-source", "<script>alert(1)</script><h1>evil</h1>"),
		h.sees(content+" h2", "<img src=x onerror=alert(1)>"),
		h.waits(`!document.querySelector('[data-testid="resource-content"] :is(script, h1, img, iframe)')`),

		h.click(`[data-testid="resource-template"]`),
		h.fill(shownForm+".field:nth-of-type(1) input", "São Paulo/1"),
		h.click(`[data-testid="read"]`),
		h.sees(content, `"at": "note://S%C3%A3o%20Paulo%2F1"`),

		h.fill(`[data-testid="uri"]`, "file:///nowhere"),
		h.click(`[data-testid="read"]`),
		h.sees(content+` [role="alert"]`, "The resource can't be read (-3"),

		h.click(`.parts [data-part="prompts"]`),
		h.click(`[data-testid="get"]`),
		h.waits(`!!document.querySelector('.rail-form:not([hidden]) [aria-invalid="true"]')`),
		h.fill(shownForm+"input", "Ada <b>"),
		h.click(`[data-testid="get"]`),
		h.sees(`[data-testid="prompt-messages"] [data-role="user"]`, "Greet Ada <b>"),
		h.sees(`[data-testid="prompt-messages"] [data-role="assistant"]`, "file:///evil.html"),
	)
}

// A program's own words are shown, and it can be started anew.
func TestServerLogAndRestart(t *testing.T) {
	t.Parallel()
	server, starts := program(t, false)
	page := browsertest.Start(t).Open(t, workbenchtest.Start(t, server))
	h := hand{t.Context(), page.Main()}
	steps(t,
		h.sees(`[data-testid="server-status"]`, "stdio"),
		h.click(`[data-fold="log"]`),
		h.sees(`[data-testid="server-log"] li`, "the server prints"),
		h.sees(`[data-testid="event"][data-lane="stderr"]`, "the server prints"),
		h.click(`.parts [data-part="resources"]`),
		h.sees(".empty", "does not offer resources"),
		func() error { return page.Main().Select(t.Context(), `select[aria-label="Kind"]`, "stderr") },
		h.waits(`[...document.querySelectorAll('[data-testid="event"]')].every((row) => row.hidden === (row.dataset.lane !== "stderr"))`),
		h.click(".server-log-clear"),
		h.waits(`document.querySelectorAll('[data-testid="server-log"] li').length === 0`),
	)
	before := len(starts())
	steps(t,
		h.click(`.server [data-testid="restart"]`),
		h.sees(`[data-testid="server-log"] li`, "the server prints"),
		h.sees(`[data-testid="server-status"]`, "Ready"),
	)
	if now := len(starts()); now <= before {
		t.Errorf("it was started %d times before and %d times after its restart", before, now)
	}
}

func TestServerThatDoesNotStart(t *testing.T) {
	t.Parallel()
	server, starts := program(t, true)
	page := browsertest.Start(t).Open(t, workbenchtest.Start(t, server))
	h := hand{t.Context(), page.Main()}
	steps(t,
		h.sees(`[data-testid="server-status"]`, "Failed"),
		h.sees(".empty", "did not start"),
		h.sees(".empty", "exited with code 1"),
		h.sees(".empty .printed-lines", "the server prints"),
		h.sees(".server-about .printed-lines", "the server prints"),
		h.sees(".server-address", server.Command[0]),
		h.waits(`document.querySelector('.empty [data-testid="restart"]') !== null`),
	)
	before := len(starts())
	steps(t, h.click(`.empty [data-testid="restart"]`))
	eventually(t, "another start", func() bool { return len(starts()) > before })
}

func TestToolCallIsStopped(t *testing.T) {
	t.Parallel()
	address, cancelled := panels(t)
	page := browsertest.Start(t).Open(t, address+"&tool=hangs&profiles=generic&run=1")
	h := hand{t.Context(), page.Main()}
	steps(t,
		h.sees(`.card [data-testid="progress"]`, "25 % a quarter <b>done</b>"),
		h.waits(`document.querySelector('.card [role="progressbar"]').ariaValueNow === "25"`),
		h.click(`.card [data-testid="stop"]`),
		h.sees(".card", "You stopped the tool call."),
		h.waits(`document.querySelector('.card [data-testid="stop"]').hidden`),
	)
	select {
	case <-cancelled:
	case <-t.Context().Done():
		t.Error("the server was not told")
	}
}

// A host without a view tells the same, and the keyboard stays near.
func TestTextAnswerIsStopped(t *testing.T) {
	t.Parallel()
	address, cancelled := panels(t)
	page := browsertest.Start(t).Open(t, address+"&tool=hangs&profiles=text&run=1")
	h := hand{t.Context(), page.Main()}
	const answer = `document.querySelector('[data-testid="text-answer"]')`
	steps(t,
		h.sees(`[data-testid="text-answer"]`, "25 % a quarter <b>done</b>"),
		h.waits(answer+`.dataset.status === "loading"`),
		h.click(`.answer [data-testid="stop"]`),
		h.sees(`[data-testid="text-answer"]`, "You stopped the tool call."),
		h.waits(answer+`.dataset.status === "stopped" && document.activeElement === `+answer),
	)
	select {
	case <-cancelled:
	case <-t.Context().Done():
		t.Error("the server was not told")
	}
}

// What a view asks at its end, too, is withdrawn when it is gone.
func TestQuestionsEndWithTheirView(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"#shut", "#anew"} {
		h, view := asks(t)
		steps(t,
			h.waits(`document.querySelector('[data-testid="view"]')?.dataset.status === "ready"`),
			view.click("#go"),
			h.sees(`[data-testid="link"][data-open]`, "https://example.com/page"),
			view.click("#sample"),
			h.sees(`[data-testid="sampling"][data-open]`, "Why <i>is</i> it so?"),
			view.click(end),
			h.waits(`!document.querySelector(".card [data-open]")`),
		)
		if end == "#shut" {
			steps(t,
				h.sees(".card-over", "The view closed itself."),
				h.waits(`document.querySelectorAll('.card [data-testid="link"]').length === 2`),
				h.waits(`!document.querySelector(".card [data-open], .talk-buttons")`),
				h.waits(`document.querySelector(".card-foot").hidden`),
			)
		}
	}
}

func TestViewAsksThePerson(t *testing.T) {
	t.Parallel()
	h, view := asks(t)
	const saved = `(HTMLAnchorElement.prototype.click = function () { document.body.dataset.saved = this.download + " " + this.protocol }, true)`
	steps(t,
		h.waits(`document.querySelector('[data-testid="view"]')?.dataset.status === "ready"`),
		view.click("#sample"),
		h.sees(`[data-testid="sampling"]`, "Why <i>is</i> it so?"),
		h.sees(`[data-testid="sampling"]`, "77 tokens"),
		h.fill(`[data-testid="sampling-text"]`, "Because."),
		h.click(`[data-testid="sampling-answer"]`),
		view.sees("#outcome", "assistant,Because.,oriel-workbench/person,endTurn"),
		view.click("#sample"),
		h.click(`[data-testid="sampling-refuse"]`),
		view.sees("#outcome", "refused"),

		h.waits(saved),
		view.click("#save"),
		h.sees(`[data-testid="download"]`, "days.csv"),
		h.sees(`[data-testid="download"]`, "text/csv, 6 B"),
		h.click(`[data-testid="download-save"]`),
		view.sees("#outcome", "file taken"),
		h.waits(`document.body.dataset.saved === "days.csv blob:"`),
		view.click("#save"),
		h.click(`[data-testid="download-refuse"]`),
		view.sees("#outcome", "file left"),

		h.click(".card-foot .text-button"),
		h.sees(`[data-testid="why-view"]`, "resourceUri"),
	)
}

// Of the questions that nobody answers only a few are put, and they go with the view.
func TestViewAsksTooMuch(t *testing.T) {
	t.Parallel()
	h, view := asks(t)
	const open = `document.querySelectorAll('[data-testid="sampling"][data-open]').length`
	steps(t,
		h.waits(`document.querySelector('[data-testid="view"]')?.dataset.status === "ready"`),
		view.waits(`!document.body.dataset.asked && (document.body.dataset.asked = "1", [1, 2, 3, 4].forEach(() => sample.click()), true)`),
		h.waits(open+" > 0"),
		view.sees("#outcome", "refused"),
		h.waits(open+" <= 3"),
		h.click(`.card-tools [aria-label^="Run again"]`),
		h.waits(open+" === 0"),
	)
}

// Keys in a view's tool are for that tool: the host's is not called again.
func TestKeysOfAViewsTool(t *testing.T) {
	t.Parallel()
	h, _ := asks(t)
	const paint = `[data-testid="view-tool"][data-tool="paint"]`
	press := func(selector string) string {
		return `!document.querySelector('` + selector + `').dispatchEvent(
			new KeyboardEvent("keydown", {key: "Enter", ctrlKey: true, bubbles: true, cancelable: true}))`
	}
	const calls = `document.querySelectorAll('[data-testid="event"][data-method="tools/call"][data-lane="mcp"][data-kind="request"]').length`
	steps(t,
		h.sees(".view-tools summary", "Tools of this view: 2"),
		h.click(".view-tools summary"),
		h.waits(press(paint+" textarea")),
		h.sees(paint, "painted teal <b>"),
		h.waits("!"+press(paint+" button")),
		h.waits(calls+" === 1"),
		h.waits(press(`[data-testid="run"]`)),
		h.waits(calls+" === 2"),
	)
}

func TestViewsOwnTools(t *testing.T) {
	t.Parallel()
	h, _ := asks(t)
	const paint, sleep = `[data-testid="view-tool"][data-tool="paint"]`, `[data-testid="view-tool"][data-tool="sleep"]`
	steps(t,
		h.sees(".view-tools summary", "Tools of this view: 2"),
		h.click(".view-tools summary"),
		h.sees(sleep, "Read only"),
		h.click(paint+" button"),
		h.sees(paint, "painted teal <b>"),
		h.fill(paint+" textarea", `{"colour":`),
		h.click(paint+" button"),
		h.sees(paint+` [role="alert"]`, "Not JSON"),
		h.fill(paint+" textarea", `{"colour":"red"}`),
		h.click(paint+" button"),
		h.sees(paint, "painted red <b>"),
		h.click(sleep+" button"),
		h.sees(sleep, "It failed (-32000): it is asleep"),
	)
}

// The rail shows the hosts that most people look for; the others are one click
// away, and stay in sight when they are chosen.
func TestHostsOfTheRail(t *testing.T) {
	t.Parallel()
	address, _ := panels(t)
	page := browsertest.Start(t).Open(t, address)
	h := hand{t.Context(), page.Main()}
	const chips, cursor = `document.querySelectorAll('.chips [data-profile]').length`, `.chips [data-profile="cursor"]`
	const seen = 7 // Automatic is one of them
	every := len(hosts.All()) + 1
	all := strconv.Itoa(every)
	steps(t,
		h.sees(`[data-testid="server-status"]`, "Ready"),
		h.waits(chips+` === `+strconv.Itoa(seen)),
		h.sees(`[data-testid="more-hosts"]`, strconv.Itoa(every-seen)+" more"),
		h.click(`[data-testid="more-hosts"]`),
		h.waits(chips+` === `+all),
		h.click(cursor),
		h.waits(`document.querySelector('`+cursor+`').ariaPressed === "true"`),
		h.sees(`[data-testid="more-hosts"]`, "Fewer"),
		h.click(`[data-testid="more-hosts"]`),
		h.waits(chips+` === `+strconv.Itoa(seen+1)+` && document.activeElement.dataset.testid === "more-hosts"`),
		h.click(cursor),
		h.waits(chips+` === `+strconv.Itoa(seen)),
	)
}
