package app_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/examples/everything/app"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/orieltest"
	"github.com/orielapps/oriel/ui"
)

func TestResources(t *testing.T) {
	t.Parallel()
	everything := newApp(t)
	host := orieltest.Connect(t, everything, "claude")
	for uri, want := range map[string]ui.Document{
		"test://static-text":       {MIMEType: "text/plain", Text: "This is the content of the static text resource."},
		"test://static-binary":     {MIMEType: "image/png", Data: []byte(redStart)},
		"test://template/123/data": {MIMEType: "application/json", Text: `{"id":"123","templateTest":true,"data":"Data for ID: 123"}`},
		`test://template/%22/data`: {MIMEType: "application/json", Text: `{"id":"\"","templateTest":true,"data":"Data for ID: \""}`},
	} {
		want.URI = uri
		got := host.Read(uri)
		if got.Data != nil {
			got.Data = got.Data[:len(redStart)]
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", uri, diff)
		}
	}
	for _, uri := range []string{"test://nothing", "test://template//data", "test://template/a/b/data"} {
		if got, err := everything.Methods().ReadResource(t.Context(), hosts.Peer{}, uri); err == nil {
			t.Errorf("%s: %v", uri, got)
		}
	}
}

func TestPrompts(t *testing.T) {
	t.Parallel()
	everything := newApp(t)
	u := &user{answers: map[string]any{"What context": orieltest.Accept(map[string]any{"context": "a test"})}}
	for name, test := range map[string]struct {
		arguments any
		want      []oriel.Message
	}{
		"test_simple_prompt": {nil, []oriel.Message{oriel.UserText("This is a simple prompt for testing.")}},
		"test_prompt_with_arguments": {
			map[string]any{"arg1": "hello", "arg2": "'"},
			[]oriel.Message{oriel.UserText("Prompt with arguments: arg1='hello', arg2='''")},
		},
		"test_prompt_with_embedded_resource": {map[string]any{"resourceUri": "test://example"}, []oriel.Message{
			{Role: ui.RoleUser, Content: ui.ResourceBlock{URI: "test://example", MIMEType: "text/plain", Text: "Embedded resource content for testing."}},
			oriel.UserText("Please process the embedded resource above."),
		}},
		"test_prompt_with_image": {nil, []oriel.Message{
			{Role: ui.RoleUser, Content: ui.ImageBlock{Data: []byte(redStart), MIMEType: "image/png"}},
			oriel.UserText("Please analyze the image above."),
		}},
		"test_input_required_result_prompt": {nil, []oriel.Message{oriel.UserText("Use this context: a test")}},
	} {
		for _, lifecycle := range lifecycles {
			host := orieltest.ConnectWith(t, everything, "claude", orieltest.Options{Lifecycle: lifecycle, Answer: u.answer})
			got := host.Prompt(name, test.arguments)
			for i := range got {
				got[i].Content = beginnings([]ui.Block{got[i].Content})[0]
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s, %s: %s", name, lifecycle, diff)
			}
		}
	}
	if _, err := everything.Methods().GetPrompt(t.Context(), hosts.Peer{}, "test_prompt_with_arguments", rawJSON(`{"arg1":"hello"}`)); err == nil {
		t.Error("a missing argument is not missed")
	}
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	everything := newApp(t)
	const prompt, template = "test_prompt_with_arguments", "test://template/{id}/data"
	for _, test := range []struct {
		typing hosts.CompleteRequest
		want   ui.WireCompletion
	}{
		{hosts.CompleteRequest{Prompt: prompt, Name: "arg1", Typed: "par"}, ui.WireCompletion{Values: []string{"paris", "park", "party"}, Total: 3}},
		{hosts.CompleteRequest{Prompt: prompt, Name: "arg2", Typed: "W"}, ui.WireCompletion{Values: []string{"world"}, Total: 1}},
		{hosts.CompleteRequest{Prompt: prompt, Name: "arg1", Typed: "x"}, ui.WireCompletion{Values: []string{}}},
		{hosts.CompleteRequest{Prompt: "test_simple_prompt", Name: "arg1"}, ui.WireCompletion{Values: []string{}}},
		{hosts.CompleteRequest{Template: template, Name: "id", Typed: "99"}, ui.WireCompletion{Values: []string{"99", "990", "991", "992", "993", "994", "995", "996", "997", "998", "999"}, Total: 11}},
	} {
		got, err := everything.Methods().Complete(t.Context(), hosts.Peer{}, test.typing)
		if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
			t.Errorf("%+v: %v %s", test.typing, err, diff)
		}
	}
	all, err := everything.Methods().Complete(t.Context(), hosts.Peer{}, hosts.CompleteRequest{Template: template, Name: "id"})
	if err != nil || len(all.Values) != 100 || !all.HasMore || all.Total != 1000 {
		t.Errorf("of a thousand: %d of %d, more %v, %v", len(all.Values), all.Total, all.HasMore, err)
	}
}

// heard collects the changes of an app.
func heard(t *testing.T, everything *oriel.App) func() []ui.Change {
	t.Helper()
	var mu sync.Mutex
	var all []ui.Change
	t.Cleanup(everything.Methods().Watch(func(c ui.Change) {
		mu.Lock()
		defer mu.Unlock()
		all = append(all, c)
	}))
	return func() []ui.Change {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(all)
	}
}

func TestChanging(t *testing.T) {
	t.Parallel()
	everything := newApp(t)
	changes := heard(t, everything)
	before := everything.Methods().ListTools(hosts.Client{})
	var calls sync.WaitGroup
	for range 10 {
		calls.Go(func() {
			if _, err := everything.Methods().CallTool(t.Context(), hosts.Peer{}, "test_trigger_tool_change", nil); err != nil {
				t.Error(err)
			}
		})
	}
	calls.Wait()
	if _, err := everything.Methods().CallTool(t.Context(), hosts.Peer{}, "test_trigger_prompt_change", nil); err != nil {
		t.Error(err)
	}
	tools, prompts := ui.Change{List: ui.ToolList}, ui.Change{List: ui.PromptList}
	if diff := cmp.Diff(append(slices.Repeat([]ui.Change{tools}, 20), prompts, prompts), changes()); diff != "" {
		t.Error(diff)
	}
	if err := everything.Err(); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(before, everything.Methods().ListTools(hosts.Client{})); diff != "" {
		t.Errorf("the tools are not what they were: %s", diff)
	}
}

// The watched resource changes every three seconds, and not after the end.
func TestTick(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		everything := newApp(t)
		changes := heard(t, everything)
		read := func() string {
			d, err := everything.Methods().ReadResource(t.Context(), hosts.Peer{}, "test://watched-resource")
			if err != nil {
				t.Error(err)
			}
			return d.Text
		}
		ctx, stop := context.WithCancel(t.Context())
		go app.Tick(ctx, everything)
		first := read()
		time.Sleep(7 * time.Second) // of the clock of the bubble
		updated := ui.Change{URI: "test://watched-resource"}
		if diff := cmp.Diff([]ui.Change{updated, updated}, changes()); diff != "" || read() == first {
			t.Errorf("after seven seconds, %q: %s", read(), diff)
		}
		stop()
		time.Sleep(time.Minute)
		if got := changes(); len(got) != 2 {
			t.Errorf("after the end there were %d", len(got))
		}
	})
}
