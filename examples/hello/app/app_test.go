package app_test

import (
	"strings"
	"testing"

	"github.com/orielapps/oriel/examples/hello/app"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/orieltest"
)

func TestGreet(t *testing.T) {
	t.Parallel()
	host := orieltest.Connect(t, app.New(), "claude")
	for name, c := range map[string]struct {
		arguments map[string]any
		want      string
		isError   bool
	}{
		"a name":        {map[string]any{"name": "Ada"}, "Hello, Ada!", false},
		"spaces around": {map[string]any{"name": " Ada "}, "Hello, Ada!", false},
		"markup":        {map[string]any{"name": "<b>"}, "Hello, <b>!", false},
		"blank":         {map[string]any{"name": " "}, "There is nobody to greet. Give a name.", true},
		"none":          {map[string]any{}, "name", true},
		"a number":      {map[string]any{"name": 1}, "name", true},
		"too long":      {map[string]any{"name": strings.Repeat("x", 101)}, "name", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := host.For(t).Call("greet", c.arguments)
			if result.IsError != c.isError || !strings.Contains(result.Text(), c.want) {
				t.Fatalf("error %v, %q is not in %q", result.IsError, c.want, result.Text())
			}
			if c.isError {
				return
			}
			var got struct {
				Greeting string `json:"greeting"`
			}
			if result.Data(&got); got.Greeting != c.want {
				t.Errorf("the greeting is %q", got.Greeting)
			}
		})
	}
}

// Each host gets the greeting, and its view where it shows one.
func TestEveryHost(t *testing.T) {
	t.Parallel()
	hello := app.New()
	for _, profile := range hosts.All() {
		host := orieltest.Connect(t, hello, profile.ID)
		if got := host.Call("greet", map[string]any{"name": "Ada"}).Text(); got != "Hello, Ada!" {
			t.Errorf("%s: the text is %q", profile.ID, got)
		}
		if profile.HasUI() && !strings.Contains(host.View("greet").Text, "<script") {
			t.Errorf("%s: the view has no script", profile.ID)
		}
	}
}
