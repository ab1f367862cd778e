package hello_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/orielapps/oriel/examples/hello/views"
	"github.com/orielapps/oriel/test/browsertest"
)

// host is as much of ChatGPT as the view needs.
const host = `<script>
openai = {
  toolOutput: { greeting: "Hello, Ada!" },
  toolResponseMetadata: { status: "success", call_tool_result: {
    structuredContent: { greeting: "Hello, Ada!" }, content: [{ type: "text", text: "Hello, Ada!" }],
  } },
  widgetState: JSON.parse(sessionStorage.state ?? "null"),
  setWidgetState(state) { sessionStorage.state = JSON.stringify(state) },
  async callTool(name, { name: whom }) {
    if (whom === "nobody") throw new Error("The host is on strike.");
    const greeting = "Hello, " + whom + "!";
    return whom === "error"
      ? { isError: true, content: [{ type: "text", text: "There is nobody to greet." }] }
      : { structuredContent: { greeting }, content: [{ type: "text", text: greeting }] };
  },
};
</script>`

// A host with window.openai alone, and of that no more than the result's data.
func TestDataAlone(t *testing.T) {
	t.Parallel()
	const host = `<script>openai = { toolOutput: { greeting: "Hello, Ada!" } }</script>`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(strings.Replace(views.Greeting.HTML, "<title>", host+"<title>", 1)))
	}))
	t.Cleanup(server.Close)
	view := browsertest.Start(t).Open(t, server.URL).Main()
	if err := view.WaitForText(t.Context(), `[data-testid="greeting"]`, "Hello, Ada!"); err != nil {
		t.Fatal(err)
	}
	if font, err := browsertest.Eval[string](t.Context(), view, `getComputedStyle(document.body).fontFamily`); err != nil || font != "system-ui" {
		t.Errorf("the page has no style: %s, %v", font, err)
	}
}

func TestSmokeView(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(strings.Replace(views.Greeting.HTML, "<title>", host+"<title>", 1)))
	}))
	t.Cleanup(server.Close)
	page := browsertest.Start(t).Open(t, server.URL)
	view := page.Main()

	expect := func(selector, text string) {
		t.Helper()
		if err := view.WaitForText(t.Context(), selector, text); err != nil {
			t.Fatal(err)
		}
	}
	greet := func(name string) {
		t.Helper()
		if err := view.Fill(t.Context(), "input", name); err != nil {
			t.Fatal(err)
		}
		if err := view.Click(t.Context(), "button"); err != nil {
			t.Fatal(err)
		}
	}
	const title, count = `[data-testid="greeting"]`, `[data-testid="count"]`

	expect(title, "Hello, Ada!")
	greet("Grace")
	expect(title, "Hello, Grace!")
	expect(count, "Greeted from here: 1")
	greet("<b>")
	expect(title, "Hello, <b>!")
	expect(count, "Greeted from here: 2")

	greet("error")
	expect(title, "There is nobody to greet.")
	greet("nobody")
	expect(title, "on strike")
	expect(count, "Greeted from here: 2")

	if err := page.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	expect(title, "Hello, <b>!")
	expect(count, "Greeted from here: 2")
}
