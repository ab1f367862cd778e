package sandbox_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWindowOpenAI(t *testing.T) {
	t.Parallel()
	v := view(t, "chatgpt")
	v.Globals = json.RawMessage(`{"toolInput":{"city":"Lisbon"},"toolOutput":{"high":21},"theme":"dark","locale":"pt-PT","widgetState":null,"maxHeight":400,"extra":[1]}`)
	v.HTML = page(`
		globalThis.first = JSON.stringify(window.openai);
		globalThis.events = []; globalThis.messages = [];
		addEventListener("openai:set_globals", (e) => events.push([e.detail.globals, openai.theme]));
		addEventListener("openai:tool_response", (e) => events.push(e.detail));
		addEventListener("message", (e) => messages.push(e.data), true);
		globalThis.lang = document.documentElement.lang;`)
	s := newBench(t).show(t, v, "")
	await(t, s.page, `said("document-loaded").length === 1`)
	want := map[string]any{
		"toolInput": map[string]any{"city": "Lisbon"}, "toolOutput": map[string]any{"high": float64(21)},
		"widgetState": nil, "theme": "dark", "maxHeight": float64(400), "locale": "pt-PT", "extra": []any{float64(1)},
	}
	if diff := cmp.Diff(want, eval[map[string]any](t, s.view, "JSON.parse(first)")); diff != "" {
		t.Errorf("window.openai while the document loads (-want +got):\n%s", diff)
	}
	if lang := eval[string](t, s.view, "lang"); lang != "pt-PT" {
		t.Errorf("lang is %q", lang)
	}
	wantMethods := []string{
		"callTool", "notifyIntrinsicHeight", "openExternal", "requestClose", "requestDisplayMode",
		"sendFollowUpMessage", "setOpenInAppUrl", "setWidgetState",
	}
	methods := eval[[]string](t, s.view, `Object.keys(openai).filter((name) => typeof openai[name] === "function").sort()`)
	if diff := cmp.Diff(wantMethods, methods); diff != "" {
		t.Errorf("methods (-want +got):\n%s", diff)
	}

	// A call, its answer, and one that is refused.
	run(t, s.view, `{ globalThis.called = openai.callTool("next", {by: 1}).then(JSON.stringify);
		globalThis.refused = openai.requestDisplayMode({mode: "pip"}).catch((e) => e.message);
		openai.setWidgetState({n: 1, drop: undefined}); openai.sendFollowUpMessage({prompt: "hi"}); openai.notifyIntrinsicHeight(321.5) }`)
	await(t, s.page, `fromView().length === 5`)
	wantSent := []any{
		map[string]any{"jsonrpc": "2.0", "id": "openai-1", "method": "openai/callTool", "params": map[string]any{"name": "next", "args": map[string]any{"by": float64(1)}}},
		map[string]any{"jsonrpc": "2.0", "id": "openai-2", "method": "openai/requestDisplayMode", "params": map[string]any{"mode": "pip"}},
		map[string]any{"jsonrpc": "2.0", "id": "openai-3", "method": "openai/setWidgetState", "params": map[string]any{"state": map[string]any{"n": float64(1)}}},
		map[string]any{"jsonrpc": "2.0", "id": "openai-4", "method": "openai/sendFollowUpMessage", "params": map[string]any{"prompt": "hi", "scrollToBottom": true}},
		map[string]any{"jsonrpc": "2.0", "id": "openai-5", "method": "openai/notifyIntrinsicHeight", "params": map[string]any{"height": 321.5}},
	}
	if diff := cmp.Diff(wantSent, eval[[]any](t, s.page, "fromView()")); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	if state := asJSON(t, eval[any](t, s.view, "openai.widgetState")); state != `{"n":1}` {
		t.Errorf("widgetState right after it was set: %s", state)
	}
	run(t, s.page, `{ send({jsonrpc:"2.0",id:"openai-1",result:{structuredContent:{day:2}}});
		send({jsonrpc:"2.0",id:"openai-2",error:{code:-32000,message:"Not in this host."}});
		send({jsonrpc:"2.0",id:"openai-1",result:"twice"}); send({jsonrpc:"2.0",id:"openai-99",result:"never asked"});
		send({jsonrpc:"2.0",method:"openai/setGlobals",params:{globals:{theme:"light",late:true}}});
		send({jsonrpc:"2.0",method:"openai/setGlobals",params:7});
		send({jsonrpc:"2.0",method:"ui/notifications/tool-result",params:{}}) }`)
	if got := eval[string](t, s.view, "called"); got != `{"structuredContent":{"day":2}}` {
		t.Errorf("callTool gave %s", got)
	}
	if got := eval[string](t, s.view, "refused"); got != "Not in this host." {
		t.Errorf("requestDisplayMode failed with %q", got)
	}
	await(t, s.view, `messages.length === 1`)
	if got := asJSON(t, eval[any](t, s.view, "messages")); got != `[{"jsonrpc":"2.0","method":"ui/notifications/tool-result","params":{}}]` {
		t.Errorf("the view saw messages that aren't for it: %s", got)
	}
	wantEvents := `[[{"late":true,"theme":"light"},"light"],{"tool":{"args":{"by":1},"name":"next"}}]`
	if got := asJSON(t, eval[any](t, s.view, `events.sort((a, b) => Array.isArray(b) - Array.isArray(a))`)); got != wantEvents {
		t.Errorf("events %s", got)
	}
	if got := eval[bool](t, s.view, "openai.late"); !got {
		t.Error("a new global is not there")
	}
}

func TestWindowOpenAIOlderShapes(t *testing.T) {
	t.Parallel()
	v := view(t, "chatgpt")
	v.Globals = json.RawMessage(`{}`)
	v.HTML = page(`
		openai.sendFollowUpMessage("hi"); openai.openExternal("https://example.com"); openai.openExternal({href: "https://example.com", redirectUrl: false});
		openai.requestDisplayMode("expanded"); openai.requestClose(); openai.setOpenInAppUrl({href: "https://a.example"});
		openai.notifyIntrinsicHeight(NaN); openai.notifyIntrinsicHeight(-1); openai.notifyIntrinsicHeight("12");
		globalThis.thrown = ""; const loop = {}; loop.loop = loop;
		try { openai.setWidgetState(loop) } catch (e) { globalThis.thrown = e.name }`)
	s := newBench(t).show(t, v, "")
	await(t, s.page, `said("document-loaded").length === 1`)
	want := []string{
		`openai/sendFollowUpMessage {"scrollToBottom":true,"prompt":"hi"}`,
		`openai/openExternal {"href":"https://example.com"}`,
		`openai/openExternal {"href":"https://example.com","redirectUrl":false}`,
		`openai/requestDisplayMode {"mode":"expanded"}`,
		`openai/requestClose {}`,
		`openai/setOpenInAppUrl {"href":"https://a.example"}`,
		`openai/notifyIntrinsicHeight {"height":12}`,
	}
	got := eval[[]string](t, s.page, `fromView().map((m) => m.method + " " + JSON.stringify(m.params))`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	if thrown := eval[string](t, s.view, "thrown"); thrown != "TypeError" {
		t.Errorf("state that is no JSON throws %q", thrown)
	}
}
