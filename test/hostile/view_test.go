package hostile_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
)

// outside counts what reaches servers that no view may reach.
type outside struct {
	web, tcp, udp string

	mu   sync.Mutex
	hits []string
}

func newOutside(t *testing.T) *outside {
	t.Helper()
	o := &outside{}
	web := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { o.hit(r.URL.Path) }))
	t.Cleanup(web.Close)
	tcp, err := new(net.ListenConfig).Listen(t.Context(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	udp, err := new(net.ListenConfig).ListenPacket(t.Context(), "udp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = tcp.Close(), udp.Close() })
	o.web, o.tcp, o.udp = web.URL, "http://"+tcp.Addr().String(), udp.LocalAddr().String()
	go func() {
		for {
			c, err := tcp.Accept()
			if err != nil {
				return
			}
			o.hit("TCP")
			_ = c.Close()
		}
	}()
	go func() {
		buffer := make([]byte, 2048)
		for {
			if _, _, err := udp.ReadFrom(buffer); err != nil {
				return
			}
			o.hit("UDP")
		}
	}()
	return o
}

func (o *outside) hit(what string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.hits = append(o.hits, what)
}

func (o *outside) isUntouched(t *testing.T) {
	t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.hits) > 0 {
		t.Errorf("a view reached other servers: %s", strings.Join(o.hits, " "))
	}
}

// secrets are what another view keeps, in all the places that there are.
const secrets = `(async () => {
	localStorage.secret = sessionStorage.secret = "s";
	document.cookie = "secret=s";
	document.cookie = "lasting=secret; path=/; max-age=1000";
	await caches.open("secret");
	await navigator.storage.getDirectory().then((d) => d.getDirectoryHandle("secret", {create: true}));
	await new Promise((done) => { indexedDB.open("secret").onsuccess = done });
	new BroadcastChannel("secret").onmessage = function () { this.postMessage("secret") };
	void navigator.locks.request("secret", () => new Promise(() => {}));
})()`

// blocked are the tries that the view's policy refuses, and what the browser
// says that it refused: WORKBENCH, VICTIM and OUTSIDE are addresses. All others
// fail inside the view, where nobody but the view is told.
var blocked = []string{
	"connect-src VICTIM/view/", "frame-src VICTIM", "worker-src blob",
	"connect-src WORKBENCH/api/session", "connect-src WORKBENCH/api/call", "connect-src WORKBENCH/api/events",
	"img-src WORKBENCH/main.css", "script-src-elem WORKBENCH/main.js", "style-src-elem WORKBENCH/main.css",
	"object-src WORKBENCH", "frame-src WORKBENCH",
	"connect-src OUTSIDE/fetch", "connect-src OUTSIDE/keepalive", "connect-src OUTSIDE/beacon", "connect-src OUTSIDE/ping",
	"connect-src SOCKET/socket", "img-src OUTSIDE/image", "img-src OUTSIDE/srcset", "img-src OUTSIDE/css-url", "img-src OUTSIDE/svg-image",
	"img-src OUTSIDE/poster", "img-src OUTSIDE/preload", "media-src OUTSIDE/audio", "media-src OUTSIDE/video",
	"script-src-elem OUTSIDE/script", "script-src-elem OUTSIDE/import", "style-src-elem OUTSIDE/style", "style-src-elem OUTSIDE/css-import",
	"font-src OUTSIDE/font", "object-src OUTSIDE", "frame-src OUTSIDE",
	"base-uri OUTSIDE/base/", "script-src eval", "script-src wasm-eval", "webrtc stun:",
}

// granted are the tries that a host's own policy grants: they stay inside the view, and
// what they start has the view's policy.
var granted = map[string][]string{
	"claude": {
		"outside: eval", "outside: Function", "outside: timer of text", "outside: wasm", "storage: worker", "storage: shared worker",
		"outside: data frame", "outside: blob frame", "outside: srcdoc frame", "worker-src blob", "script-src eval", "script-src wasm-eval",
	},
	"chatgpt": {"storage: worker", "outside: data frame", "outside: blob frame", "outside: srcdoc frame", "worker-src blob"},
}

func TestViewThatReachesOut(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, profile string
		byPort        bool
	}{
		{"Claude", "claude", false},
		{"ChatGPT", "chatgpt", false},
		{"MCP-UI", "mcp-ui", false},
		{"Claude by port", "claude", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			evil, victim := withView(document(), "null"), withView(document(), "null")
			o := newOutside(t)
			s := open(t, serve(t, tt.byPort, workbench.Options{Servers: []mcpclient.Server{
				{ID: "evil", Endpoint: evil.serve(t)}, {ID: "victim", Endpoint: victim.serve(t)},
			}}))
			s.run(t, tt.profile)
			where := eval[map[string]any](t, s.main, `stage("victim", "claude")`)
			eval[any](t, s.Frame("#staged-victim-claude").Frame("iframe"), secrets)
			eval[any](t, s.main, `stage("evil", "vscode")`)
			eval[any](t, s.Frame("#staged-evil-vscode").Frame("iframe"), secrets)

			page := eval[string](t, s.main, "location.origin")
			got := eval[map[string]string](t, s.view(tt.profile), "attack("+asJSON(t, map[string]any{
				"page": page, "victim": where, "guess": strings.Repeat("A", 43), "beacon": o.web, "tcp": o.tcp, "udp": o.udp,
				"call": `{"server":"victim","profile":"claude","tool":"tool","caller":"host"}`,
			})+")")
			if len(got) < 90 {
				t.Errorf("only %d tries were made", len(got))
			}
			for name, found := range got {
				if found != "" && !slices.Contains(granted[tt.profile], name) {
					t.Errorf("%s: the view got %q", name, found)
				}
			}
			o.isUntouched(t)
			s.isUp(t)
			victimOrigin, ok := where["documentOrigin"].(string)
			if !ok {
				t.Fatalf("the victim is %v", where)
			}
			s.isShown(t, tt.profile, strings.NewReplacer("WORKBENCH", page, "VICTIM", victimOrigin, "OUTSIDE", o.web, "SOCKET", strings.Replace(o.web, "http", "ws", 1)))
		})
	}
}

// isShown compares what the page was told with the list above, and then looks at
// what it shows.
func (s *stand) isShown(t *testing.T, profile string, names *strings.Replacer) {
	t.Helper()
	const told = `heard.filter((m) => m?.method === "oriel/csp-violation").map((m) => m.params.directive + " " + m.params.blocked)`
	for _, want := range blocked {
		if slices.Contains(granted[profile], want) {
			continue
		}
		want = names.Replace(want)
		if err := s.main.WaitFor(t.Context(), "("+told+").some((one) => one.startsWith("+quoted(want)+"))"); err != nil {
			t.Errorf("the page was not told of %q: %v; it was told of %q", want, err, eval[[]string](t, s.main, told))
		}
	}
	const rows = `document.querySelectorAll('[data-testid="event"][data-method="oriel/csp-violation"]').length`
	if err := s.main.WaitFor(t.Context(), fmt.Sprintf("%s >= %d", rows, len(blocked))); err != nil {
		t.Errorf("the timeline has %d violations, want %d or more: %v", eval[int](t, s.main, rows), len(blocked), err)
	}
	shown := eval[[]string](t, s.main, remarks(profile))
	if len(shown) < 30 {
		t.Errorf("only %d violations are remarked", len(shown))
	}
	for _, want := range []string{"VICTIM/view/", "WORKBENCH/api/session", "WORKBENCH/api/call"} {
		if want = names.Replace(want); !slices.ContainsFunc(shown, func(one string) bool { return strings.Contains(one, want) }) {
			t.Errorf("no remark has %q", want)
		}
	}
	if last := shown[len(shown)-1]; !strings.Contains(last, "the timeline has all of them") {
		t.Errorf("the last remark does not say that there is more: %s", last)
	}
	// What a frame inside the view tries is no message of the view's.
	if err := s.main.WaitFor(t.Context(), some(events, names.Replace("OUTSIDE/srcdoc"))); err != nil {
		t.Errorf("what a frame inside the view tried is not in the timeline: %v; it has %q", err, eval[[]string](t, s.main, `[...document.querySelectorAll('[data-testid="event"][data-lane="log"]')].map((one) => one.textContent)`))
	}
}

// serve returns the address of a workbench whose views have names, or ports, of
// their own.
func serve(t *testing.T, byPort bool, options workbench.Options) string {
	t.Helper()
	if byPort {
		return workbenchtest.StartByPort(t, options)
	}
	return workbenchtest.StartWith(t, options)
}

// With all the cookies that a browser keeps for a host, the workbench still
// answers: cookies ignore ports, and anything may be on this address.
func TestManyCookies(t *testing.T) {
	t.Parallel()
	s := open(t, workbenchtest.Start(t, mcpclient.Server{ID: "evil", Endpoint: withView(document(), "null").serve(t)}))
	n := eval[int](t, s.main, `(() => {
		for (let i = 0; i < 300; i++) document.cookie = "c" + i + "=" + "x".repeat(4000) + "; path=/";
		return document.cookie.length;
	})()`)
	if n < 500_000 {
		t.Fatalf("the browser keeps only %d bytes of cookies", n)
	}
	s.run(t, "claude")
	if got := eval[string](t, s.main, data("claude")+".status"); got != "ready" {
		t.Errorf("the view is %s", got)
	}
}

// leaving are the ways out of a view's frame. HERE is another server, PAGE the
// workbench.
var leaving = []struct {
	name, script string
	// stopped ends the view, and the card says where it wanted to go; otherwise
	// nothing happens at all.
	stopped string
}{
	{"its address", `location = "HERE/location?data"`, "HERE"},
	{"its address, replaced", `location.replace("HERE/replace")`, "HERE"},
	{"the workbench", `location = "PAGE/?token=x"`, "PAGE"},
	{"the workbench's API", `location = "PAGE/api/session"`, "PAGE"},
	{"another view", `location = "VICTIM"`, "localhost"},
	{"a data address", `location = "data:text/html,<p>data"`, "not a web page"},
	{"a blob", `location = URL.createObjectURL(new Blob(["<p>blob"], {type: "text/html"}))`, "not a web page"},
	{"mail", `location = "mailto:x@evil.example"`, "not a web page"},
	{"an intent", `location = "intent://x#Intent;end"`, "not a web page"},
	{"a link", `link("_self", "HERE/link")`, "HERE"},
	{"a refresh", `document.head.insertAdjacentHTML("beforeend", '<meta http-equiv="refresh" content="0;url=HERE/refresh">')`, "HERE"},
	{"a form to elsewhere", `form("_self", "HERE/form")`, "HERE"},
	{"a download", `const a = link("_self", "HERE/download", {download: "x"})`, "HERE"},

	{"a script address", `location = "javascript:document.title='ran';void 0"`, ""},
	{"a file", `location = "file:///etc/passwd"`, ""},
	{"a source view", `location = "view-source:HERE/source"`, ""},
	{"the page's address", `top.location = "HERE/top"`, ""},
	{"the page's address, replaced", `top.location.replace("HERE/top-replace")`, ""},
	{"the page's address as a script", `top.location = "javascript:globalThis.pwned=1"`, ""},
	{"the proxy's address", `parent.location = "HERE/parent"`, ""},
	{"a neighbour's address", `top.frames[1].location = "HERE/neighbour"`, ""},
	{"a neighbour's view", `top.frames[1].frames[0].location = "HERE/neighbour-view"`, ""},
	{"a link to the page", `link("_top", "HERE/link-top")`, ""},
	{"a link to the proxy", `link("_parent", "HERE/link-parent")`, ""},
	{"a link to a new tab", `link("_blank", "HERE/link-blank")`, ""},
	{"a form to the page", `form("_top", "HERE/form-top")`, ""},
	{"a new window", `open("HERE/open")`, ""},
	{"a window of the page", `open("HERE/open-top", "_top")`, ""},
	{"back", `history.back()`, ""},
	{"far back", `history.go(-9)`, ""},
	{"closing", `top.close(); parent.close(); close()`, ""},
	{"a farewell", `addEventListener("beforeunload", (e) => e.preventDefault())`, ""},
	{"much history", `for (let i = 0; i < 190; i++) history.pushState(i, "", "#" + i)`, ""},
}

const waysOut = `
	const link = (target, href, more) => { const a = Object.assign(document.createElement("a"), {target, href, ...more}); document.body.append(a); a.click() };
	const form = (target, action) => { const f = Object.assign(document.createElement("form"), {target, action}); document.body.append(f); f.submit() };`

// A few at a time: each in the card of another host.
func TestViewThatLeaves(t *testing.T) {
	t.Parallel()
	o := newOutside(t)
	evil, victim := withView(document(), "null"), withView(document(), "null")
	s := open(t, workbenchtest.Start(t,
		mcpclient.Server{ID: "evil", Endpoint: evil.serve(t)}, mcpclient.Server{ID: "victim", Endpoint: victim.serve(t)}))
	hosts := []string{"claude", "vscode", "generic"}
	for batch := range slices.Chunk(leaving, len(hosts)) {
		s.run(t, strings.Join(hosts, ","))
		where := eval[map[string]any](t, s.main, `stage("victim", "claude")`)
		names := strings.NewReplacer("HERE", o.web, "PAGE", eval[string](t, s.main, "location.origin"), "VICTIM", fmt.Sprint(where["document"]))
		for i, way := range batch {
			eval[any](t, s.view(hosts[i]), `(setTimeout(() => { `+waysOut+names.Replace(way.script)+` }), true)`)
		}
		for i, way := range batch {
			if way.stopped == "" {
				continue
			}
			reason := data(hosts[i]) + ".reason"
			if err := s.main.WaitFor(t.Context(), data(hosts[i])+`.status === "error"`); err != nil {
				t.Errorf("%s: the view is not stopped: %v", way.name, err)
			} else if got := eval[string](t, s.main, reason); !strings.Contains(got, "tried to navigate its own frame to") || !strings.Contains(got, names.Replace(way.stopped)) {
				t.Errorf("%s: the card says %q", way.name, got)
			}
		}
		await(t, s.main, `new Promise((done) => setTimeout(done, 300, true))`)
		for i, way := range batch {
			if way.stopped != "" {
				continue
			}
			if got := eval[string](t, s.main, data(hosts[i])+".status"); got != "ready" {
				t.Errorf("%s: the view is %s", way.name, got)
			}
			if got := eval[string](t, s.view(hosts[i]), `document.querySelector("#here").textContent + location.pathname.slice(0, 6)`); got != "here/view/" {
				t.Errorf("%s: the frame shows %q", way.name, got)
			}
		}
		s.isUp(t)
	}
	o.isUntouched(t)
}

func TestAddressesOfViews(t *testing.T) {
	t.Parallel()
	s := open(t, workbenchtest.Start(t, mcpclient.Server{ID: "evil", Endpoint: withView(document(), "null").serve(t)}))
	s.run(t, "claude")
	view := s.view("claude")
	for _, address := range []string{
		"javascript:globalThis.pwned=1", "JaVaScRiPt:alert(1)", "\tjavascript:alert(1)", "data:text/html,<script>1</script>", "file:///etc/passwd", "vbscript:x",
		"intent://x#Intent;end", "blob:http://x/1", "about:blank", "view-source:https://x.example", "chrome://settings", "ws://x.example", "//x.example", "x", "",
		"https://bank.example@evil.example/", "https://user:pass@evil.example/", "ms-settings:x", "filesystem:http://x/1",
	} {
		got := eval[string](t, view, `ask("ui/open-link", {url: `+strconv.Quote(address)+`}).then((answer) => answer.error ? "refused" : "asked")`)
		if got != "refused" {
			t.Errorf("a view may ask to open %q", address)
		}
	}
	// A name in letters that look like others is shown for what it is.
	eval[any](t, view, `(void ask("ui/open-link", {url: "https://\u0430pple.example/\u202egpj.exe"}), true)`)
	if err := s.main.WaitForText(t.Context(), ".talk-link .talk-url", "https://xn--pple-43d.example/%E2%80%AEgpj.exe"); err != nil {
		t.Error(err)
	}
	s.isUp(t)
}
