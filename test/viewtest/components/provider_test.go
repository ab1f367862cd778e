package components_test

import (
	"strings"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
)

const handshake = `JSON.stringify(sent("ui/initialize").map(({ appInfo, appCapabilities }) => [appInfo, appCapabilities.experimental]))`

func TestMountIsPartOfTheFirstTask(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		s := t.open("provider", plan{View: map[string]any{"props": map[string]any{
			"appInfo":         map[string]any{"name": "almanac", "version": "1.2.3"},
			"appCapabilities": map[string]any{"experimental": map[string]any{"tides": true}},
		}}})
		s.shows("#root > #inner", "standalone, mcp-apps")
		viewpage.Is(t, s.view, "shown", true)
		viewpage.Is(t, s.view, "document.body.lastElementChild.id", "root")
		viewpage.Is(t, s.host, handshake, `[[{"name":"almanac","version":"1.2.3"},{"tides":true}]]`)
		s.do("end()")
		s.wait(s.view, `!document.querySelector("#inner")`)
		s.clean()
	})
}

func TestIntroducedLate(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		props := map[string]any{"appInfo": map[string]any{"name": "almanac", "version": "1"}}
		s := t.open("provider", plan{View: map[string]any{"later": true, "props": props}})
		s.ends("mcp-apps")
		viewpage.Is(t, s.host, handshake, `[[{"name":"view","version":"0"},null]]`)
		messages := viewpage.Said(s.page)
		if len(messages) != 1 || !strings.Contains(messages[0].Text, "Oriel: ui/initialize has been sent without this appInfo") {
			t.Errorf("the console says %v", messages)
		}
		// What was said in time may be said again.
		s = t.open("provider", plan{View: map[string]any{"later": true, "props": props, "introduce": props["appInfo"]}})
		s.ends("mcp-apps")
		viewpage.Is(t, s.host, handshake, `[[{"name":"almanac","version":"1"},null]]`)
		s.clean()
	})
}

func TestFallback(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		waiting := map[string]any{"props": map[string]any{"fallback": true}}
		s := t.open("provider", plan{View: waiting})
		s.shows("#inner", "mcp-apps, mcp-apps")
		viewpage.Is(t, s.view, "shown", true)

		s = t.open("provider", plan{View: waiting, Silent: true})
		s.shows("#inner", "standalone, standalone")
		viewpage.Is(t, s.view, "fellBack", true)
		viewpage.Is(t, s.view, `performance.now() > 900`, true)

		s = t.open("provider", plan{View: waiting, Refuses: map[string]string{"ui/initialize": "No"}})
		s.shows("#inner", "standalone, standalone")

		s = t.open("provider", plan{View: waiting, Alone: true})
		s.shows("#inner", "standalone, standalone")
	})
}

func TestPlatformOfAProvider(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		s := t.open("provider", plan{View: map[string]any{"props": map[string]any{"platform": "chatgpt"}}})
		// No child ever sees another.
		s.shows("#inner", "chatgpt, chatgpt")
		s.wait(s.view, "hostInfo()?.name === 'host'")
		s.do(`setProps({ platform: "mcp-ui" })`)
		s.shows("#inner", "chatgpt, mcp-ui")
		s.do("setProps({ gone: true })")
		s.ends("mcp-apps")
		s.clean()

		s = t.open("provider", plan{View: map[string]any{"props": map[string]any{"platform": "standalone"}}})
		s.shows("#inner", "standalone, standalone")
		viewpage.Is(t, s.host, "seen.length", 0)

		s = t.open("provider", plan{View: map[string]any{"props": map[string]any{"platform": "hologram"}}})
		s.shows("#inner", "standalone, mcp-apps")
		messages := viewpage.Said(s.page)
		if len(messages) != 1 || !strings.Contains(messages[0].Text, `knows no platform "hologram"`) {
			t.Errorf("the console says %v", messages)
		}
	})
}

func TestBridge(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		for _, alone := range []bool{false, true} {
			s := t.open("provider", plan{Alone: alone, View: map[string]any{"props": map[string]any{"bridge": "one", "appInfo": map[string]any{"name": "n"}}}})
			s.shows("#inner", "mcp-apps, mcp-apps")
			viewpage.Is(t, s.view, "bridges.one.sent.map(({ method }) => method).slice(0, 2).join()", "ui/initialize,ui/notifications/initialized")
			viewpage.Is(t, s.view, "bridges.one.sent[0].params.appInfo.name", "n")
			if !alone {
				viewpage.Is(t, s.host, "seen.length", 0)
			}
			s.do(`bridges.one.result("first")`)
			s.shows("#inner", "mcp-apps, mcp-apps first")

			s.do(`setProps({ bridge: "two" })`)
			s.wait(s.view, "hostInfo()?.name === 'two'")
			s.do(`bridges.one.result("old")`)
			viewpage.Is[any](t, s.view, "toolResult()?.text", nil)
			s.do(`bridges.two.result("second")`)
			s.ends("second")

			s.do("setProps({ gone: true })")
			s.ends("standalone")
			s.do(`bridges.two.result("nobody")`)
			viewpage.Is[any](t, s.view, "toolResult()?.text", nil)
			s.clean()
		}
	})
}

// A bridge that the tests of an app bring in a later task finds a page that has
// asked somebody else, or knows that there is nobody.
func TestBridgeLater(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		for _, p := range []plan{{Alone: true}, {Silent: true}, {}} {
			p.View = map[string]any{"later": true, "props": map[string]any{"bridge": "one"}}
			s := t.open("provider", p)
			s.shows("#inner", "mcp-apps, mcp-apps")
			viewpage.Is(t, s.view, "hostInfo().name", "one")
			viewpage.Is(t, s.view, "bridges.one.listens", 1)
			s.clean()
		}
	})
}

func TestMountPlaces(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		s := t.open("provider", plan{View: map[string]any{"into": "body"}})
		s.shows("body > #inner", "standalone, mcp-apps")
		viewpage.Is(t, s.view, `document.querySelector("#root") === null`, true)
		if _, err := browsertest.Eval[any](t.Context(), s.view, "void end()"); err != nil {
			t.Error(err)
		}
	})
}
