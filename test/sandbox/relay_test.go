package sandbox_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRelay(t *testing.T) {
	t.Parallel()
	v := view(t, "claude")
	v.HTML = page(`
		const got = [];
		addEventListener("message", (e) => { if (e.source === parent) got.push([e.origin, e.data]) });
		for (const m of [{jsonrpc:"2.0",id:1,method:"ui/initialize",params:{deep:[1,{two:null}]}}, {type:"tool",payload:{toolName:"x"}}, "text", null, [1],
			{method:"ui/notifications/sandbox-proxy-ready"}, {method:"ui/notifications/sandbox-resource-ready",params:{url:"https://example.com"}}])
			parent.postMessage(m, "*");`)
	s := newBench(t).show(t, v, "")
	await(t, s.page, `said("document-loaded").length === 1 && fromView().length === 5`)
	want := `[{"id":1,"jsonrpc":"2.0","method":"ui/initialize","params":{"deep":[1,{"two":null}]}},{"payload":{"toolName":"x"},"type":"tool"},"text",null,[1]]`
	if diff := cmp.Diff(want, asJSON(t, eval[any](t, s.page, "fromView()"))); diff != "" {
		t.Errorf("from the view (-want +got):\n%s", diff)
	}
	run(t, s.page, `{ for (const m of [{jsonrpc:"2.0",id:1,result:{a:[null]}}, {method:"ui/notifications/sandbox-x"}, {type:"ui-message-response"}, "text"]) send(m) }`)
	await(t, s.view, `got.length === 3`)
	proxy := eval[string](t, s.page, "placed.ProxyOrigin")
	want = `[["` + proxy + `",{"id":1,"jsonrpc":"2.0","result":{"a":[null]}}],["` + proxy + `",{"type":"ui-message-response"}],["` + proxy + `","text"]]`
	if diff := cmp.Diff(want, asJSON(t, eval[any](t, s.view, "got"))); diff != "" {
		t.Errorf("to the view (-want +got):\n%s", diff)
	}
	// One proxy, and still the same view: nothing that the view said was obeyed.
	if got := eval[string](t, s.page, `said("proxy-ready").length + " " + said("document-loaded").length + " " + said("refused").length`); got != "1 1 0" {
		t.Errorf("proxies ready, documents loaded, refusals: %s", got)
	}
}

func TestFlood(t *testing.T) {
	t.Parallel()
	v := view(t, "claude")
	v.HTML = page(`for (let i = 0; i < 20000; i++) parent.postMessage({i}, "*"); parent.postMessage({last: 1}, "*")`)
	s := newBench(t).show(t, v, "")
	// What the proxy lets through depends on how long the messages take to come.
	await(t, s.page, `said("overflow").length === 1`)
	passed, seconds := eval[int](t, s.page, `fromView().length`), eval[float64](t, s.page, `performance.now() / 1000`)
	if most := 401 + int(200*seconds); passed < 400 || passed > most {
		t.Errorf("%d of 20,000 messages came through within %.1f s, want 400 to %d", passed, seconds, most)
	}

	large := view(t, "claude")
	large.HTML = page(`const big = "x".repeat(24 << 20); for (let i = 0; i < 4; i++) parent.postMessage({big}, "*")`)
	s = newBench(t).show(t, large, "")
	// On a slow machine all may come within the limit.
	await(t, s.page, `said("overflow").some(({params}) => params.kind === "bytes") || fromView().length === 4`)
	passed, seconds = eval[int](t, s.page, `fromView().length`), eval[float64](t, s.page, `performance.now() / 1000`)
	if most := int(64+16*seconds) / 48; passed < 1 || passed > most {
		t.Errorf("%d of 4 messages of 48 MB came through within %.1f s, want 1 to %d", passed, seconds, most)
	}
}

// What JSON can't say is no message; it would weigh nothing in the workbench and
// stay in its memory.
func TestMessagesThatAreNoJSON(t *testing.T) {
	t.Parallel()
	for _, message := range []string{
		`new Map([[1, new ArrayBuffer(8 << 20)]])`, `{jsonrpc: "2.0", method: "x", params: {bytes: new Uint8Array(1 << 20)}}`,
		`new Set(Array.from({length: 300000}, (_, i) => i))`, `[new Date()]`, `{n: 1n}`, `new Blob(["x"])`, `/x/`, `new Error("x")`,
	} {
		t.Run(message, func(t *testing.T) {
			t.Parallel()
			v := view(t, "claude")
			v.HTML = page(`parent.postMessage({ok: [1, undefined, null, NaN, {}]}, "*"); parent.postMessage(` + message + `, "*")`)
			s := newBench(t).show(t, v, "")
			await(t, s.page, `said("refused").length === 1`)
			if got := eval[string](t, s.page, `said("refused")[0].params.reason + " " + fromView().length`); got != "The view sent a message that is not JSON. 1" {
				t.Errorf("the reason, and the number of messages that came through: %s", got)
			}
		})
	}
}

// Where one window can write a message and the next can't, or can't read it, the
// view is told off all the same.
func TestDeepMessages(t *testing.T) {
	t.Parallel()
	for _, depth := range []int{1500, 2500, 3500} {
		v := view(t, "claude")
		v.HTML = page(fmt.Sprintf(`let a = []; for (let i = 0; i < %d; i++) a = [a]; let said = "sent";
			try { parent.postMessage({a}, "*") } catch { said = "refused by the browser" }
			parent.postMessage({said}, "*")`, depth))
		s := newBench(t).show(t, v, "")
		await(t, s.page, `said("refused").length === 1 || fromView().some((m) => m.a) || fromView().some((m) => m.said !== "sent")`)
	}
}

// Neighbours can find a view's windows and post to them. Nobody listens, and the
// page is told.
func TestMessagesOfNeighbours(t *testing.T) {
	t.Parallel()
	v := view(t, "claude")
	v.HTML = page(`
		globalThis.got = [];
		addEventListener("message", (e) => got.push([e.source === parent, e.data]));
		const inner = document.createElement("iframe");
		inner.srcdoc = "<script>parent.postMessage({inner: 1}, '*')<" + "/script>";
		document.body.append(inner);`)
	s := newBench(t).show(t, v, "")
	await(t, s.view, `globalThis.got?.length === 1`)
	run(t, s.page, `{
		const neighbour = document.createElement("iframe");
		neighbour.sandbox = "allow-scripts";
		neighbour.srcdoc = "<script>for (const to of [parent.frames[0], parent.frames[0].frames[0]]) for (const m of [{jsonrpc:'2.0',method:'ui/notifications/tool-result',params:{}}, "
			+ "{jsonrpc:'2.0',method:'ui/notifications/sandbox-resource-ready',params:{url:'https://evil.example'}}]) to.postMessage(m, '*')<" + "/script>";
		document.body.append(neighbour);
		send({last: 1});
	}`)
	await(t, s.page, `said("stranger").length === 1 && fromView().filter((m) => m.method === "oriel/stranger").length === 2`)
	if got := asJSON(t, eval[any](t, s.page, `said("stranger")[0].params`)); got != `{"count":2,"origin":"null"}` {
		t.Errorf("the proxy tells of %s", got)
	}
	if got := asJSON(t, eval[any](t, s.view, "got")); got != `[[false,{"inner":1}],[true,{"last":1}]]` {
		t.Errorf("the view heard %s", got)
	}
}
