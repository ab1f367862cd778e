package oriel_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/orieltest"
	"github.com/orielapps/oriel/ui"
)

// library is an app of resources, templates and prompts.
func library(log *strings.Builder) *oriel.App {
	logger := slog.New(slog.DiscardHandler)
	if log != nil {
		logger = slog.New(slog.NewTextHandler(log, nil))
	}
	app := oriel.NewWith("library", "1.0.0", oriel.Options{Logger: logger})
	one := 1.0
	oriel.AddResource(app, oriel.Resource{
		URI: "library://rules", Name: "rules", Title: "The rules", Description: "How to behave", MIMEType: "text/plain", Size: 5,
		Annotations: ui.Annotations{Audience: []ui.Role{ui.RoleUser}, Priority: &one}, Extra: map[string]any{"example.com/x": 1},
	}, func(context.Context) (oriel.Contents, error) { return oriel.Contents{Text: "Quiet"}, nil })
	oriel.AddResource(app, oriel.Resource{URI: "library://stamp", Name: "stamp", MIMEType: "image/png"}, func(context.Context) (oriel.Contents, error) {
		return oriel.Contents{Data: []byte{0, 1, 2}, Extra: map[string]any{"example.com/y": true}}, nil
	})
	oriel.AddResource(app, oriel.Resource{URI: "library://lost", Name: "lost"}, func(context.Context) (oriel.Contents, error) {
		return oriel.Contents{}, errors.New("password=hunter2")
	})
	oriel.AddResource(app, oriel.Resource{URI: "library://closed", Name: "closed"}, func(context.Context) (oriel.Contents, error) {
		return oriel.Contents{}, &oriel.Error{Code: "closed", Message: "Closed on Sundays."}
	})
	oriel.AddResource(app, oriel.Resource{URI: "library://panic", Name: "panic"}, func(context.Context) (oriel.Contents, error) { panic("secret") })
	oriel.AddResource(app, oriel.Resource{URI: "library://both", Name: "both"}, func(context.Context) (oriel.Contents, error) {
		return oriel.Contents{Text: "a", Data: []byte("b")}, nil
	})
	titles := []string{"Emma", "Evelina", "Dracula"}
	oriel.AddTemplate(app, oriel.Template{
		URITemplate: "library://books/{title}/{page}", Name: "page", MIMEType: "text/plain",
		Complete: func(_ context.Context, name, typed string, known map[string]string) ([]string, error) {
			if name != "title" {
				return []string{fmt.Sprintf("%s of %s", name, known["title"])}, nil
			}
			var fitting []string
			for _, title := range titles {
				if strings.HasPrefix(title, typed) {
					fitting = append(fitting, title)
				}
			}
			return fitting, nil
		},
	}, func(_ context.Context, v map[string]string) (oriel.Contents, error) {
		return oriel.Contents{Text: v["title"] + ", page " + v["page"]}, nil
	})
	type letter struct {
		To   string `json:"to" title:"To" doc:"Who gets it"`
		Tone string `json:"tone,omitempty" enum:"kind,firm,kindly"`
	}
	oriel.AddPrompt(app, oriel.Prompt{Name: "remind", Title: "Remind", Description: "A reminder"}, func(_ context.Context, in letter) ([]oriel.Message, error) {
		switch in.To {
		case "nobody":
			return nil, &oriel.Error{Code: "nobody", Message: "Nobody has that book."}
		case "me":
			return nil, errors.New("password=hunter2")
		case "robot":
			return []oriel.Message{{Role: "robot", Content: ui.TextBlock{Text: "x"}}}, nil
		case "nothing":
			return []oriel.Message{{Content: nil}}, nil
		}
		return []oriel.Message{
			oriel.UserText("Remind " + in.To + " (" + in.Tone + ")"), oriel.AssistantText("Gladly."),
			{Content: ui.ImageBlock{Data: []byte("x"), MIMEType: "image/png"}},
		}, nil
	})
	return app
}

func TestResources(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, lifecycle orieltest.Lifecycle) {
		t.Helper()
		host := orieltest.ConnectWith(t, library(nil), "claude", orieltest.Options{Lifecycle: lifecycle})
		one := 1.0
		want := ui.WireResource{
			URI: "library://rules", Name: "rules", Title: "The rules", Description: "How to behave", MIMEType: "text/plain", Size: 5, Meta: map[string]any{"example.com/x": float64(1)},
		}
		got := host.Resources()[0]
		got.Annotations = ui.Annotations{}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		_ = one
		expect(t, string(host.Request("resources/list", nil)), []string{`"annotations":{"audience":["user"],"priority":1}`}, nil)
		templates := host.Templates()
		if len(templates) != 1 || templates[0].URITemplate != "library://books/{title}/{page}" {
			t.Errorf("the templates are %+v", templates)
		}
		for uri, want := range map[string]ui.Document{
			"library://rules":             {URI: "library://rules", MIMEType: "text/plain", Text: "Quiet"},
			"library://stamp":             {URI: "library://stamp", MIMEType: "image/png", Data: []byte{0, 1, 2}, Meta: map[string]any{"example.com/y": true}},
			"library://books/Emma/7":      {URI: "library://books/Emma/7", MIMEType: "text/plain", Text: "Emma, page 7"},
			"library://books/A%20Room/12": {URI: "library://books/A%20Room/12", MIMEType: "text/plain", Text: "A Room, page 12"},
		} {
			if diff := cmp.Diff(want, host.Read(uri)); diff != "" {
				t.Errorf("%s:\n%s", uri, diff)
			}
		}
		for uri, want := range map[string]string{
			"library://rule":      `Did you mean \"library://rules\"?`,
			"library://books/a":   `"code":"resource_not_found"`,
			"library://lost":      `"code":"internal"`,
			"library://panic":     `"code":"internal"`,
			"library://both":      `"code":"internal"`,
			"library://closed":    `"code":"closed"`,
			"UI://library/x":      `"code":"view_not_found"`,
			"library://rules\x00": `"code":"resource_not_found"`,
		} {
			code := `"code":-32602`
			if lifecycle == orieltest.Legacy && (strings.Contains(want, "not_found") || strings.Contains(want, "Did you mean")) {
				code = `"code":-32002`
			}
			expect(t, string(host.Request("resources/read", map[string]any{"uri": uri})), []string{want, code}, []string{"hunter2", "secret"})
		}
	})
}

func TestPrompts(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, lifecycle orieltest.Lifecycle) {
		t.Helper()
		var log strings.Builder
		host := orieltest.ConnectWith(t, library(&log), "claude", orieltest.Options{Lifecycle: lifecycle})
		want := []ui.WirePrompt{{
			Name: "remind", Title: "Remind", Description: "A reminder",
			Arguments: []ui.PromptArgument{{Name: "to", Title: "To", Description: "Who gets it", Required: true}, {Name: "tone"}},
		}}
		if diff := cmp.Diff(want, host.Prompts()); diff != "" {
			t.Error(diff)
		}
		messages := host.Prompt("remind", map[string]string{"to": "Ann", "tone": "kind"})
		if diff := cmp.Diff([]oriel.Message{
			oriel.UserText("Remind Ann (kind)"), oriel.AssistantText("Gladly."), {Role: ui.RoleUser, Content: ui.ImageBlock{Data: []byte("x"), MIMEType: "image/png"}},
		}, messages); diff != "" {
			t.Error(diff)
		}
		for name, test := range map[string]struct {
			prompt    string
			arguments any
			want      string
		}{
			"unknown":        {"remin", nil, `Did you mean \"remind\"?`},
			"missing":        {"remind", map[string]any{}, `"code":"arguments_invalid"`},
			"unknown member": {"remind", map[string]any{"to": "a", "from": "b"}, `"code":"arguments_invalid"`},
			"wrong choice":   {"remind", map[string]any{"to": "a", "tone": "rude"}, `"code":"arguments_invalid"`},
			"number":         {"remind", map[string]any{"to": 7}, `"code":"params_invalid"`},
			"public error":   {"remind", map[string]any{"to": "nobody"}, `"code":"nobody"`},
			"masked error":   {"remind", map[string]any{"to": "me"}, `"code":"internal"`},
			"odd role":       {"remind", map[string]any{"to": "robot"}, `"code":"internal"`},
			"no content":     {"remind", map[string]any{"to": "nothing"}, `"code":"internal"`},
		} {
			answer := string(host.Request("prompts/get", map[string]any{"name": test.prompt, "arguments": test.arguments}))
			if !strings.Contains(answer, test.want) || strings.Contains(answer, "hunter2") {
				t.Errorf("%s: %s", name, answer)
			}
		}
	})
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, lifecycle orieltest.Lifecycle) {
		t.Helper()
		host := orieltest.ConnectWith(t, library(nil), "claude", orieltest.Options{Lifecycle: lifecycle})
		complete := func(ref map[string]any, name, typed string, known map[string]any) string {
			return string(host.Request("completion/complete", map[string]any{
				"ref": ref, "argument": map[string]any{"name": name, "value": typed}, "context": map[string]any{"arguments": known},
			}))
		}
		template := map[string]any{"type": "ref/resource", "uri": "library://books/{title}/{page}"}
		prompt := map[string]any{"type": "ref/prompt", "name": "remind"}
		for name, test := range map[string]struct{ got, want string }{
			"template":         {complete(template, "title", "E", nil), `"values":["Emma","Evelina"],"total":2`},
			"known":            {complete(template, "page", "", map[string]any{"title": "Emma"}), `"values":["page of Emma"]`},
			"enum":             {complete(prompt, "tone", "KIND", nil), `"values":["kind","kindly"]`},
			"nothing to say":   {complete(prompt, "to", "x", nil), `"values":[]`},
			"unknown argument": {complete(prompt, "x", "", nil), `"values":[]`},
			"unknown prompt":   {complete(map[string]any{"type": "ref/prompt", "name": "x"}, "to", "", nil), `"code":"unknown_prompt"`},
			"unknown template": {complete(map[string]any{"type": "ref/resource", "uri": "x:y"}, "to", "", nil), `"code":"template_not_found"`},
			"unknown kind":     {complete(map[string]any{"type": "ref/tool", "name": "x"}, "to", "", nil), `"code":"params_invalid"`},
			"no name":          {complete(prompt, "", "", nil), `"code":"params_invalid"`},
		} {
			if !strings.Contains(test.got, test.want) {
				t.Errorf("%s: %s is missing in %s", name, test.want, test.got)
			}
		}
	})
}

func TestManyCompletions(t *testing.T) {
	t.Parallel()
	app := oriel.NewWith("many", "1", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	oriel.AddTemplate(app, oriel.Template{URITemplate: "many://{n}", Name: "n", Complete: func(context.Context, string, string, map[string]string) ([]string, error) {
		return make([]string, 1000), nil
	}}, func(context.Context, map[string]string) (oriel.Contents, error) { return oriel.Contents{}, nil })
	got, err := app.Methods().Complete(t.Context(), hosts.Peer{}, hosts.CompleteRequest{Template: "many://{n}", Name: "n"})
	if err != nil || len(got.Values) != 100 || got.Total != 1000 || !got.HasMore {
		t.Errorf("got %d of %d, %v %v", len(got.Values), got.Total, got.HasMore, err)
	}
}

// Middleware sees reads, prompts and completions as it sees calls.
func TestMiddlewareSeesAll(t *testing.T) {
	t.Parallel()
	app := library(nil)
	var seen []string
	app.Use(func(next oriel.RequestHandler) oriel.RequestHandler {
		return func(ctx context.Context, r *oriel.Request) (*oriel.Response, error) {
			name := r.URI
			if r.Prompt != nil {
				name = r.Prompt.Name
			}
			seen = append(seen, fmt.Sprintf("%s %s %s", r.Method, name, r.Arguments))
			response, err := next(ctx, r)
			if r.Method == oriel.MethodComplete && err == nil {
				response.Completion = append(response.Completion, "more")
			}
			return response, err
		}
	})
	host := orieltest.Connect(t, app, "claude")
	host.Read("library://rules")
	host.Prompt("remind", map[string]any{"to": "Ann"})
	answer := string(host.Request("completion/complete", map[string]any{
		"ref": map[string]any{"type": "ref/prompt", "name": "remind"}, "argument": map[string]any{"name": "tone", "value": "f"},
	}))
	expect(t, answer, []string{`["firm","more"]`}, nil)
	if diff := cmp.Diff([]string{"resources/read library://rules ", `prompts/get remind {"to":"Ann"}`, "completion/complete remind "}, seen); diff != "" {
		t.Error(diff)
	}
}

func TestFaultyLibraries(t *testing.T) {
	t.Parallel()
	read := func(context.Context) (oriel.Contents, error) { return oriel.Contents{}, nil }
	readOne := func(context.Context, map[string]string) (oriel.Contents, error) { return oriel.Contents{}, nil }
	type text struct {
		A string `json:"a"`
	}
	type number struct {
		A int `json:"a"`
	}
	say := func(context.Context, text) ([]oriel.Message, error) { return nil, nil }
	for name, test := range map[string]struct {
		declare func(a *oriel.App)
		code    string
	}{
		"no URI":       {func(a *oriel.App) { oriel.AddResource(a, oriel.Resource{Name: "x"}, read) }, "resource_invalid"},
		"no name":      {func(a *oriel.App) { oriel.AddResource(a, oriel.Resource{URI: "a:b"}, read) }, "resource_invalid"},
		"a view's URI": {func(a *oriel.App) { oriel.AddResource(a, oriel.Resource{URI: "UI://a/b", Name: "x"}, read) }, "resource_uri_reserved"},
		"no handler":   {func(a *oriel.App) { oriel.AddResource(a, oriel.Resource{URI: "a:b", Name: "x"}, nil) }, "handler_missing"},
		"odd audience": {func(a *oriel.App) {
			oriel.AddResource(a, oriel.Resource{URI: "a:b", Name: "x", Annotations: ui.Annotations{Audience: []ui.Role{"x"}}}, read)
		}, "resource_invalid"},
		"odd icon": {func(a *oriel.App) {
			oriel.AddResource(a, oriel.Resource{URI: "a:b", Name: "x", Icons: []ui.Icon{{Src: "x"}}}, read)
		}, "resource_invalid"},
		"resource twice": {func(a *oriel.App) {
			oriel.AddResource(a, oriel.Resource{URI: "a:b", Name: "x"}, read)
			oriel.AddResource(a, oriel.Resource{URI: "a:b", Name: "y"}, read)
		}, "resource_uri_taken"},
		"no template":     {func(a *oriel.App) { oriel.AddTemplate(a, oriel.Template{Name: "x"}, readOne) }, "resource_invalid"},
		"broken template": {func(a *oriel.App) { oriel.AddTemplate(a, oriel.Template{URITemplate: "a:{b", Name: "x"}, readOne) }, "template_invalid"},
		"a view's":        {func(a *oriel.App) { oriel.AddTemplate(a, oriel.Template{URITemplate: "ui://{b}", Name: "x"}, readOne) }, "resource_uri_reserved"},
		"template twice": {func(a *oriel.App) {
			oriel.AddTemplate(a, oriel.Template{URITemplate: "a:{b}", Name: "x"}, readOne)
			oriel.AddTemplate(a, oriel.Template{URITemplate: "a:{b}", Name: "y"}, readOne)
		}, "template_taken"},
		"odd name": {func(a *oriel.App) { oriel.AddPrompt(a, oriel.Prompt{Name: "a b"}, say) }, "prompt_invalid"},
		"prompt twice": {func(a *oriel.App) {
			oriel.AddPrompt(a, oriel.Prompt{Name: "a"}, say)
			oriel.AddPrompt(a, oriel.Prompt{Name: "a"}, say)
		}, "prompt_name_taken"},
		"no prompt": {func(a *oriel.App) { oriel.AddPrompt[text](a, oriel.Prompt{Name: "a"}, nil) }, "handler_missing"},
		"no texts": {func(a *oriel.App) {
			oriel.AddPrompt(a, oriel.Prompt{Name: "a"}, func(context.Context, number) ([]oriel.Message, error) { return nil, nil })
		}, "prompt_type_invalid"},
		"no struct": {func(a *oriel.App) {
			oriel.AddPrompt(a, oriel.Prompt{Name: "a"}, func(context.Context, int) ([]oriel.Message, error) { return nil, nil })
		}, "prompt_type_invalid"},
		"mount twice":      {func(a *oriel.App) { a.Mount("/x", nil) }, "mount_invalid"},
		"mount over":       {func(a *oriel.App) { a.Mount("/mcp", read2) }, "mount_invalid"},
		"odd mount":        {func(a *oriel.App) { a.Mount("x y z", read2) }, "mount_invalid"},
		"header of a list": {func(a *oriel.App) { raw(a, `{"type":"object","properties":{"a":{"type":"array","x-mcp-header":"A"}}}`) }, "header_param_invalid"},
		"odd header": {func(a *oriel.App) {
			raw(a, `{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"A B"}}}`)
		}, "header_param_invalid"},
		"header twice": {func(a *oriel.App) {
			raw(a, `{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}}}`)
		}, "header_param_invalid"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := oriel.New("faulty", "1")
			test.declare(app)
			fault, ok := errors.AsType[*oriel.Error](app.Err())
			if !ok || fault.Code != test.code || !strings.Contains(app.Err().Error(), "_test.go:") {
				t.Errorf("got %v, want %s", app.Err(), test.code)
			}
		})
	}
}
