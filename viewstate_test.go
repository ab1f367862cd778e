package oriel_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/orieltest"
	"github.com/orielapps/oriel/state"
	"github.com/orielapps/oriel/ui"
)

func TestStateOfAView(t *testing.T) {
	t.Parallel()
	app := remembering(t, oriel.Options{Key: viewStatesKey})
	token := shown(t.Context(), t, app, "board")
	if len(token) < 60 || len(token) > 150 {
		t.Errorf("the token has %d characters: %s", len(token), token)
	}
	if other := shown(t.Context(), t, app, "board"); other == token {
		t.Error("two results have the same token")
	}
	if got := kept(t.Context(), t, app, token); got.Found || got.State != nil || got.Revision != 0 {
		t.Errorf("before anything was kept there is %+v", got)
	}
	for i, text := range []string{`{"a":[1,2.50,9007199254740993],"b":"é\u2028<&>\ud83d\ude00"}`, `null`, `false`, `0`, `""`, `[]`, `{}`, ` {"x" : [ 1 ] } `} {
		// Written by hand, because encoding/json would escape it.
		arguments := fmt.Sprintf(`{"token":%q,"state":%s,"revision":%d,"writer":"page","sequence":%d}`, token, text, i, i)
		answer, code := exchangeState(t.Context(), t, app, arguments)
		if code != "" || !answer.Found || answer.Revision != int64(i)+1 || answer.State != nil {
			t.Errorf("writing %s gave %q %+v", text, code, answer)
		}
		got := kept(t.Context(), t, app, token)
		want := text
		if strings.Contains(text, " : ") {
			want = `{"x":[1]}`
		}
		if string(got.State) != want || !got.Found || got.Revision != answer.Revision {
			t.Errorf("of %s there is %s, %+v", text, got.State, got)
		}
	}
	other := shown(t.Context(), t, app, "board")
	if got := kept(t.Context(), t, app, other); got.Found {
		t.Errorf("another result of the same tool has the state %s", got.State)
	}
}

// A page's own messages may overtake each other; of two pages the last one wins.
func TestStateOfTwoWriters(t *testing.T) {
	t.Parallel()
	app := remembering(t, oriel.Options{Key: viewStatesKey})
	token := shown(t.Context(), t, app, "board")
	for _, step := range []struct {
		what, writer, state string
		sequence            int64
		revision            int64
		now, given          string
	}{
		{"the first", "a", `"a1"`, 1, 1, `"a1"`, ""},
		{"again, because its answer was lost", "a", `"a1"`, 1, 1, `"a1"`, ""},
		{"another with its number", "a", `"a!"`, 1, 1, `"a1"`, `"a1"`},
		{"a later one", "a", `"a3"`, 3, 2, `"a3"`, ""},
		{"one that was overtaken", "a", `"a2"`, 2, 2, `"a3"`, `"a3"`},
		{"another page", "b", `"b0"`, 0, 3, `"b0"`, ""},
		{"the first page's old one", "a", `"a2"`, 2, 3, `"b0"`, `"b0"`},
		{"the first page's last one again", "a", `"a3"`, 3, 3, `"b0"`, `"b0"`},
		{"the first page's next one", "a", `"a4"`, 4, 4, `"a4"`, ""},
		{"a page that has just come", "c", `"c9"`, 9, 5, `"c9"`, ""},
		{"the greatest sequence", "c", `"c!"`, 9007199254740991, 6, `"c!"`, ""},
	} {
		answer := keep(t.Context(), t, app, stateArguments{
			Token: token, State: json.RawMessage(step.state), Writer: step.writer, Sequence: step.sequence, Revision: 0,
		})
		if answer.Revision != step.revision || string(answer.State) != step.given {
			t.Errorf("%s: revision %d, state %s", step.what, answer.Revision, answer.State)
		}
		if got := kept(t.Context(), t, app, token); string(got.State) != step.now || got.Revision != step.revision {
			t.Errorf("%s: there is %s of revision %d", step.what, got.State, got.Revision)
		}
	}
}

// The sequence of a page counts also after many others have written, but what is
// remembered of them is bounded.
func TestStateOfManyWriters(t *testing.T) {
	t.Parallel()
	store := newCountingStore()
	app := remembering(t, oriel.Options{Key: viewStatesKey, Store: store})
	token := shown(t.Context(), t, app, "board")
	write := func(writer string, sequence int64) stateAnswer {
		return keep(t.Context(), t, app, stateArguments{Token: token, State: json.RawMessage(`"` + writer + `"`), Writer: writer, Sequence: sequence})
	}
	write("first", 5)
	for i := range 31 {
		write("page"+string(rune('A'+i%26))+strings.Repeat("x", i), 1)
	}
	if got := write("first", 4); got.State == nil {
		t.Errorf("a write that comes after 31 of others, and was overtaken before, gave %+v", got)
	}
	long := strings.Repeat("w", 60)
	for i := range 500 {
		write(long+string(rune('a'+i/26%26))+string(rune('a'+i%26)), 9007199254740991)
	}
	if got := store.largest(); got > 8<<10 {
		t.Errorf("of a state of 60 bytes with 500 writers, %d bytes are kept", got)
	}
}

// What a store has lost does not set back the pages that know of it.
func TestStateRevisionsGoOn(t *testing.T) {
	t.Parallel()
	app := remembering(t, oriel.Options{Key: viewStatesKey})
	token := shown(t.Context(), t, app, "board")
	in := stateArguments{Token: token, State: "x", Revision: 41, Writer: "a", Sequence: 1}
	if got := keep(t.Context(), t, app, in); got.Revision != 42 {
		t.Errorf("a page that knows of revision 41 writes revision %d", got.Revision)
	}
	in.Revision, in.Sequence = 9007199254740991, 2
	if got := keep(t.Context(), t, app, in); got.Revision != 9007199254740991 {
		t.Errorf("past the greatest there is revision %d", got.Revision)
	}
	in.Sequence = 3
	if got := keep(t.Context(), t, app, in); got.Revision != 9007199254740991 {
		t.Errorf("past the greatest there is revision %d", got.Revision)
	}
}

func TestStateExpires(t *testing.T) {
	t.Parallel()
	for _, ttl := range []time.Duration{0, time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			app := remembering(t, oriel.Options{Key: viewStatesKey, StateTTL: ttl})
			life := ttl
			if life == 0 {
				life = 30 * 24 * time.Hour
			}
			token := shown(t.Context(), t, app, "board")
			in := stateArguments{Token: token, State: 1, Writer: "a"}
			for in.Sequence = range 3 { // each write begins the time anew
				keep(t.Context(), t, app, in)
				time.Sleep(life - time.Second)
			}
			if got := kept(t.Context(), t, app, token); !got.Found || got.Revision != 3 {
				t.Errorf("%v: just before its time there is %+v", ttl, got)
			}
			in.Sequence = 1
			if got := keep(t.Context(), t, app, in); got.State == nil {
				t.Errorf("%v: an overtaken write gave %+v", ttl, got)
			}
			time.Sleep(time.Second)
			if got := kept(t.Context(), t, app, token); got.Found {
				t.Errorf("%v: after its time there is %+v", ttl, got)
			}
			if got := keep(t.Context(), t, app, in); got.Revision != 1 {
				t.Errorf("%v: after its time a state begins with revision %d", ttl, got.Revision)
			}
		})
	}
}

func TestNegativeStateTTL(t *testing.T) {
	t.Parallel()
	app := remembering(t, oriel.Options{StateTTL: -1})
	if token := shown(t.Context(), t, app, "board"); token != "" {
		t.Errorf("there is the token %s", token)
	}
	if _, code := exchangeState(t.Context(), t, app, stateArguments{}); code != "unknown_tool" {
		t.Errorf("the tool gives %q", code)
	}
}

// Who is told of the tool, and whose results have a token.
func TestStateOfEachHost(t *testing.T) {
	t.Parallel()
	app := remembering(t, oriel.Options{Key: viewStatesKey})
	for _, profile := range hosts.All() {
		t.Run(profile.ID, func(t *testing.T) {
			t.Parallel()
			host := orieltest.Connect(t, app, profile.ID)
			own, _ := profile.Has(hosts.WidgetState)
			has := profile.HasUI() && !own
			listed := slices.Contains(toolNames(host), oriel.StateTool)
			if want := has && !profile.Lacks(hosts.VisibilityEnforced); listed != want {
				t.Errorf("the tool is listed: %v, want %v", listed, want)
			}
			for tool, want := range map[string]bool{"board": has, "cart": has, "plain": false, "bare": false, "fail": false} {
				_, got := host.Call(tool, nil).Meta["oriel/state"]
				if got != want {
					t.Errorf("the result of %s has a token: %v, want %v", tool, got, want)
				}
			}
		})
	}
	tool := toolOf(t, app, oriel.StateTool)
	if audience, err := json.Marshal(tool.Meta); err != nil || !strings.Contains(string(audience), `"visibility":["app"]`) {
		t.Errorf("the tool says %s, %v", audience, err)
	}
	if tool.Annotations.DestructiveHint || tool.Annotations.ReadOnlyHint || !tool.Annotations.IdempotentHint {
		t.Errorf("the tool says %+v", tool.Annotations)
	}
}

// The tool comes and goes with the views that use it.
func TestStateToolFollowsViews(t *testing.T) {
	t.Parallel()
	app := oriel.NewWith("growing", "1", oriel.Options{Logger: slog.New(slog.DiscardHandler), Key: viewStatesKey})
	host := orieltest.Connect(t, app, "claude")
	say := func(context.Context, struct{}) (oriel.Result[struct{}], error) { return oriel.Result[struct{}]{}, nil }
	check := func(want ...string) {
		t.Helper()
		if got := toolNames(host); !slices.Equal(got, want) {
			t.Errorf("the tools are %q, want %q", got, want)
		}
		_, code := exchangeState(t.Context(), t, app, stateArguments{Token: "x", Get: true})
		has := slices.Contains(want, oriel.StateTool)
		if code != map[bool]string{true: "state_token_invalid", false: "unknown_tool"}[has] {
			t.Errorf("with the tools %q a call gives %q", want, code)
		}
	}
	oriel.AddTool(app, oriel.Tool{Name: "a", View: oriel.AddView(app, "a", ui.HTML("<p>"))}, say)
	view := oriel.AddView(app, "b", ui.Built{Name: "b", HTML: statefulBuilt})
	check("a") // no tool shows it
	oriel.AddTool(app, oriel.Tool{Name: "b", View: view}, say)
	check("a", "b", oriel.StateTool)
	token := shown(t.Context(), t, app, "b")
	app.RemoveTools(oriel.StateTool)
	check("a", "b", oriel.StateTool)
	app.RemoveTools("b")
	check("a")
	oriel.AddTool(app, oriel.Tool{Name: "c", View: oriel.AddView(app, "c", ui.HTML(statefulPage))}, say)
	if _, code := exchangeState(t.Context(), t, app, stateArguments{Token: token, Get: true}); code != "state_token_invalid" {
		t.Errorf("the token of a view that no tool shows gives %q", code)
	}
	if types := app.TypeScript(); strings.Contains(types, oriel.StateTool) {
		t.Errorf("the views' types have the tool:\n%s", types)
	}
}

func TestStateToolIsReserved(t *testing.T) {
	t.Parallel()
	app := oriel.NewWith("own", "1", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	say := func(context.Context, struct{}) (oriel.Result[struct{}], error) { return oriel.Result[struct{}]{}, nil }
	oriel.AddTool(app, oriel.Tool{Name: oriel.StateTool}, say)
	if err := app.Err(); codeOf(err) != "tool_name_reserved" || !strings.Contains(err.Error(), "viewstate_test.go:") {
		t.Errorf("a tool of that name gives %v", err)
	}
}

// What keeps states is apart from all else that the app keeps in memory.
func TestStatesInMemoryAreApart(t *testing.T) {
	t.Parallel()
	store := state.NewMemory()
	app := remembering(t, oriel.Options{Key: viewStatesKey, Store: store})
	token := shown(t.Context(), t, app, "board")
	keep(t.Context(), t, app, stateArguments{Token: token, State: "x", Writer: "a"})
	if n, _ := store.Usage(); n != 0 {
		t.Errorf("the app's memory has %d entries", n)
	}
	if got := kept(t.Context(), t, app, token); string(got.State) != `"x"` {
		t.Errorf("there is %+v", got)
	}
}

// Everybody who sees the tool in a list can read what its members are.
func TestStateToolIsDescribed(t *testing.T) {
	t.Parallel()
	tools := orieltest.Connect(t, remembering(t, oriel.Options{Key: viewStatesKey}), "claude").Tools()
	at := slices.IndexFunc(tools, func(tool ui.WireTool) bool { return tool.Name == oriel.StateTool })
	if at < 0 {
		t.Fatal("the tool is not listed")
	}
	if description := tools[at].Description; !strings.Contains(description, "Oriel adds this tool") {
		t.Errorf("the description doesn't say where the tool comes from: %q", description)
	}
	for name, data := range map[string]json.RawMessage{"input": tools[at].InputSchema, "output": tools[at].OutputSchema} {
		var schema struct {
			Properties map[string]struct {
				Description string `json:"description"`
			} `json:"properties"`
		}
		if err := json.Unmarshal(data, &schema); err != nil || len(schema.Properties) == 0 {
			t.Fatalf("the %s schema is %s: %v", name, data, err)
		}
		for property, member := range schema.Properties {
			if member.Description == "" {
				t.Errorf("the %s schema doesn't describe %s", name, property)
			}
		}
		if property := schema.Properties["state"].Description; !strings.Contains(property, "any JSON") {
			t.Errorf("the %s schema says of the state: %q", name, property)
		}
	}
}
