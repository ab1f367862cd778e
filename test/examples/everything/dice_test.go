package everything_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/orielapps/oriel/examples/everything/app"
	"github.com/orielapps/oriel/orieltest"
	"github.com/orielapps/oriel/test/browsertest"
)

// chatgpt is as much of a host as the view needs.
const chatgpt = `<script>
openai = {
  toolOutput: { faces: [1, 6, 3], sum: 10 },
  toolResponseMetadata: { status: "success", call_tool_result: {
    structuredContent: { faces: [1, 6, 3], sum: 10 }, content: [{ type: "text", text: "Rolled [1 6 3]." }],
    _meta: { "oriel/viewData": ["⚀", "⚅", "⚂"] },
  } },
  async callTool(name, { dice }) {
    if (name !== "roll_dice") throw new Error("There is no " + name + ".");
    if (this.again) throw new Error("The host is on strike.");
    this.again = true;
    return { structuredContent: { faces: Array(dice).fill(2) }, content: [{ type: "text", text: dice + " dice" }], _meta: { "oriel/viewData": Array(dice).fill("⚁") } };
  },
};
</script>`

func TestSmokeDiceView(t *testing.T) {
	t.Parallel()
	document := orieltest.Connect(t, app.New(), "chatgpt").View("roll_dice").Text
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(strings.Replace(document, "<title>", chatgpt+"<title>", 1)))
	}))
	t.Cleanup(server.Close)
	view := browsertest.Start(t).Open(t, server.URL).Main()
	expect := func(selector, text string) {
		t.Helper()
		if err := view.WaitForText(t.Context(), selector, text); err != nil {
			t.Fatal(err)
		}
	}
	roll := func() {
		t.Helper()
		if err := view.Click(t.Context(), "button"); err != nil {
			t.Fatal(err)
		}
	}
	expect("#dice", "⚀ ⚅ ⚂")
	expect("#text", "Rolled [1 6 3].")
	roll()
	expect("#dice", "⚁ ⚁ ⚁")
	expect("#text", "3 dice")
	roll()
	expect("#text", "on strike")
}
