package app_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/browsertest"
	"github.com/orielapps/oriel/orieltest"
)

type thrown struct {
	Faces []int `json:"faces"`
	Sum   int   `json:"sum"`
}

func TestDice(t *testing.T) {
	t.Parallel()
	everything := newApp(t)
	for _, profile := range hosts.All() {
		host := orieltest.Connect(t, everything, profile.ID)
		result := host.Call("roll_dice", map[string]any{"dice": 6})
		var data thrown
		result.Data(&data)
		sum := 0
		for _, face := range data.Faces {
			sum += face
			if face < 1 || face > 6 {
				t.Errorf("%s: a face with %d", profile.ID, face)
			}
		}
		if len(data.Faces) != 6 || sum != data.Sum || result.Text() != fmt.Sprintf("Rolled %v, %d altogether.", data.Faces, data.Sum) {
			t.Errorf("%s: %s", profile.ID, result.Answer)
		}
		if !profile.HasUI() {
			continue
		}
		var shown []string
		if result.ViewData(&shown); len(shown) != len(data.Faces) || !strings.HasPrefix("⚀⚁⚂⚃⚄⚅"[3*(data.Faces[0]-1):], shown[0]) {
			t.Errorf("%s: %v shows %v", profile.ID, data.Faces, shown)
		}
	}
	host := orieltest.Connect(t, everything, "claude")
	for _, dice := range []any{0, 7, -1, "two", 1.5} {
		if result := host.Call("roll_dice", map[string]any{"dice": dice}); !result.IsError {
			t.Errorf("rolled %v dice: %s", dice, result.Text())
		}
	}
	var data thrown
	if host.Call("roll_dice", nil).Data(&data); len(data.Faces) != 2 {
		t.Errorf("by default: %v", data.Faces)
	}
}

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

func TestDiceView(t *testing.T) {
	t.Parallel()
	document := orieltest.Connect(t, newApp(t), "chatgpt").View("roll_dice").Text
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
