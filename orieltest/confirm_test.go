package orieltest_test

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/orieltest"
)

// Every host asks for the tools of which it is known that it asks, and for no other. What its user
// denies never reaches the app.
func TestConfirm(t *testing.T) {
	t.Parallel()
	app, calls := oriel.New("notes", "1.0.0"), new(atomic.Int64)
	tools := []oriel.Tool{
		{Name: "read", ReadOnly: true},
		{Name: "write"},
		{Name: "delete", Destructive: true},
		{Name: "send", OpenWorld: true},
		{Name: "publish", OpenWorld: true, Destructive: true},
	}
	for _, tool := range tools {
		oriel.AddTool(app, tool, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
			calls.Add(1)
			return oriel.Result[struct{}]{Text: "done"}, nil
		})
	}
	asking := 0
	for _, profile := range hosts.All() {
		var asked []string
		allow := false
		host := orieltest.ConnectWith(t, app, profile.ID, orieltest.Options{Confirm: func(tool string) bool {
			asked = append(asked, tool)
			return allow
		}})
		for _, tool := range tools {
			asks := host.Confirmation(tool.Name) == hosts.ConfirmAsk
			if asks {
				asking++
			}
			for _, allow = range []bool{false, true} {
				denies, before := asks && !allow, calls.Load()
				asked = nil
				result := host.Call(tool.Name, nil)
				if got := slices.Equal(asked, []string{tool.Name}); got != asks {
					t.Errorf("%s, %s: it asks %v, want a question: %v", profile.ID, tool.Name, asked, asks)
				}
				if reached := calls.Load() == before+1; reached == denies {
					t.Errorf("%s, %s: the call reaches the app: %v, the user denies it: %v", profile.ID, tool.Name, reached, denies)
				}
				want := "done"
				if denies {
					want = "The user denied the call of " + tool.Name + "."
				}
				if result.Denied != denies || result.IsError != denies || result.Text() != want {
					t.Errorf("%s, %s: the result is denied: %v, an error: %v, says %q", profile.ID, tool.Name, result.Denied, result.IsError, result.Text())
				}
			}
		}
	}
	if asking == 0 {
		t.Error("no host asks")
	}
	host := orieltest.Connect(t, app, "chatgpt")
	if result := host.Call("publish", nil); result.Denied || result.Text() != "done" {
		t.Errorf("without Confirm, the result is denied: %v, and says %q", result.Denied, result.Text())
	}
}
