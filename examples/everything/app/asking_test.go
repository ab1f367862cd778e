package app_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/orieltest"
)

func rawJSON(text string) json.RawMessage { return json.RawMessage(text) }

var lifecycles = []orieltest.Lifecycle{orieltest.Modern, orieltest.Legacy}

// What questions are about: their method, or a part of what they say.
const (
	form  = hosts.MethodElicit
	model = hosts.MethodCreateMessage
	roots = hosts.MethodListRoots
)

// A user answers the questions of an app, and remembers what they were about.
type user struct {
	answers map[string]any

	mu    sync.Mutex
	asked []string
}

func (u *user) answer(q hosts.InputRequest) (any, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for about, answer := range u.answers {
		if q.Method == about || strings.Contains(string(q.Params), about) {
			u.asked = append(u.asked, about)
			return answer, nil
		}
	}
	return nil, fmt.Errorf("nobody expects the question %s %s", q.Method, q.Params)
}

func TestAsking(t *testing.T) {
	t.Parallel()
	everything := newApp(t)
	ada, yes := orieltest.Accept(map[string]any{"name": "Ada"}), orieltest.Accept(map[string]any{"ok": true})
	paris := orieltest.Says("Paris.")
	home := map[string]any{"roots": []any{map[string]any{"uri": "file:///home/ada", "name": "Home"}}}
	type answers = map[string]any
	for name, test := range map[string]struct {
		tool      string
		arguments any
		answers   answers
		want      string
	}{
		"model": {"test_sampling", answers{"prompt": "Capital?"}, answers{"Capital?": paris}, "LLM response: Paris."},
		"form": {
			"test_elicitation",
			answers{"message": "Who?"},
			answers{"Who?": orieltest.Accept(map[string]any{"username": "ada", "email": "ada@example.com"})},
			`User response: action=accept, content={"username":"ada","email":"ada@example.com"}`,
		},
		"declined": {"test_elicitation", answers{"message": "Who?"}, answers{form: orieltest.Decline()}, "User response: action=decline"},
		"closed":   {"test_elicitation", answers{"message": "Who?"}, answers{form: orieltest.Dismiss()}, "User response: action=cancel"},
		"defaults": {
			"test_elicitation_sep1034_defaults", nil,
			answers{form: orieltest.Accept(struct{}{})},
			`Elicitation completed: action=accept, content={"name":"John Doe","age":30,"score":95.5,"status":"active","verified":true}`,
		},
		"choices": {
			"test_elicitation_sep1330_enums", nil,
			answers{form: orieltest.Accept(map[string]any{"titledSingle": "value2", "titledMulti": []string{"value1", "value3"}})},
			`Elicitation completed: action=accept, content={"titledSingle":"value2","titledMulti":["value1","value3"]}`,
		},
		"fields": {
			"test_elicitation_fields", nil,
			answers{form: orieltest.Accept(map[string]any{
				"name": "Ada", "email": "ada@example.com", "day": "2026-12-24", "guests": 2, "meals": []string{"lunch"}, "parking": false, "budget": 99.5,
			})},
			`Elicitation completed: action=accept, content={"name":"Ada","email":"ada@example.com","day":"2026-12-24","guests":2,"budget":99.5,"meals":["lunch"],"parking":false}`,
		},
		"page": {
			"test_elicitation_url", nil,
			answers{"https://example.com/sign-in": orieltest.Accept(nil)},
			"Elicitation completed: action=accept, content={}",
		},

		"name":      {"test_input_required_result_elicitation", nil, answers{form: ada}, "Hello, Ada!"},
		"capital":   {"test_input_required_result_sampling", nil, answers{model: paris}, "The model says: Paris."},
		"folders":   {"test_input_required_result_list_roots", nil, answers{roots: home}, "The client works in 1 folders:\n- Home (file:///home/ada)"},
		"confirmed": {"test_input_required_result_request_state", nil, answers{form: yes}, "state-ok: confirmed."},
		"not confirmed": {
			"test_input_required_result_tampered_state", nil, answers{form: orieltest.Accept(map[string]any{"ok": false})}, "Not confirmed.",
		},
		"all at once": {"test_input_required_result_multiple_inputs", nil, answers{form: ada, model: paris, roots: home}, "Paris. Ada has 1 folders."},
		"in turn": {
			"test_input_required_result_multi_round", nil,
			answers{"Step 1": ada, "Step 2": orieltest.Accept(map[string]any{"color": "blue"})},
			"Ada likes blue.",
		},
		"whoever":     {"test_input_required_result_capabilities", nil, answers{form: ada, model: paris}, "Ada: Paris."},
		"told, asked": {"test_streaming_elicitation", nil, answers{form: yes}, "state-ok: confirmed."},
	} {
		for _, lifecycle := range lifecycles {
			t.Run(name+" "+string(lifecycle), func(t *testing.T) {
				t.Parallel()
				u := &user{answers: test.answers}
				host := orieltest.ConnectWith(t, everything, "claude", orieltest.Options{Lifecycle: lifecycle, Answer: u.answer})
				result := host.Call(test.tool, test.arguments)
				if result.IsError || result.Text() != test.want {
					t.Errorf("got %s", result.Answer)
				}
				if len(u.asked) != len(test.answers) {
					t.Errorf("of %d questions, %v were asked", len(test.answers), u.asked)
				}
			})
		}
	}
}

// What isn't answered as it should be is told to the model, or is no result.
func TestAskingInVain(t *testing.T) {
	t.Parallel()
	everything := newApp(t)
	for name, test := range map[string]struct {
		answer any
		code   string
	}{
		"declined":      {orieltest.Decline(), "declined"},
		"closed":        {orieltest.Dismiss(), "dismissed"},
		"not filled in": {orieltest.Accept(struct{}{}), "answer_invalid"},
		"another type":  {orieltest.Accept(map[string]any{"name": 7}), "answer_invalid"},
	} {
		for _, lifecycle := range lifecycles {
			u := &user{answers: map[string]any{form: test.answer}}
			host := orieltest.ConnectWith(t, everything, "claude", orieltest.Options{Lifecycle: lifecycle, Answer: u.answer})
			if result := host.Call("test_input_required_result_elicitation", nil); !result.IsError || result.ErrorCode() != test.code {
				t.Errorf("%s, %s: %s", name, lifecycle, result.Answer)
			}
		}
	}
}

// Reading a resource may ask, too.
func TestAskingBeforeReading(t *testing.T) {
	t.Parallel()
	for _, lifecycle := range lifecycles {
		u := &user{answers: map[string]any{form: orieltest.Accept(map[string]any{"name": "Ada"})}}
		host := orieltest.ConnectWith(t, newApp(t), "claude", orieltest.Options{Lifecycle: lifecycle, Answer: u.answer})
		if text := host.Read("test://asked-text").Text; text != "This is for Ada." {
			t.Errorf("%s: %q", lifecycle, text)
		}
	}
}

// Questions that don't depend on each other are one round, others one each.
func TestRounds(t *testing.T) {
	t.Parallel()
	everything := newApp(t)
	call := func(tool string, round hosts.Round) map[string]hosts.InputRequest {
		_, err := everything.Methods().CallTool(t.Context(), hosts.Peer{
			Client: hosts.Client{Introduced: true, Forms: true, Sampling: true, Roots: true}, Round: &round,
		}, tool, nil)
		questions, ok := errors.AsType[*hosts.InputRequiredError](err)
		if !ok {
			t.Fatalf("%s gives %v", tool, err)
		}
		return questions.Requests
	}
	names := func(questions map[string]hosts.InputRequest) []string {
		var all []string
		for name := range questions {
			all = append(all, name)
		}
		slices.Sort(all)
		return all
	}
	first := call("test_input_required_result_multiple_inputs", hosts.Round{})
	if diff := cmp.Diff([]string{"client_roots", "greeting", "user_name"}, names(first)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"step1"}, names(call("test_input_required_result_multi_round", hosts.Round{}))); diff != "" {
		t.Error(diff)
	}
	answered := hosts.Round{Answers: map[string]json.RawMessage{"step1": rawJSON(`{"action":"accept","content":{"name":"Ada"}}`)}}
	if diff := cmp.Diff([]string{"step2"}, names(call("test_input_required_result_multi_round", answered))); diff != "" {
		t.Error(diff)
	}
}

// Who can't be asked isn't; what can't do without says so.
func TestMissingCapabilities(t *testing.T) {
	t.Parallel()
	everything := newApp(t)
	if _, err := everything.Methods().CallTool(t.Context(), hosts.Peer{Client: hosts.Client{Introduced: true}, Round: &hosts.Round{}}, "test_missing_capability", nil); err == nil {
		t.Error("a client without a model was asked for one")
	} else if missing, ok := errors.AsType[*oriel.MissingCapabilityError](err); !ok || missing.Capability != "sampling" {
		t.Errorf("without a model: %v", err)
	}
	for _, lifecycle := range lifecycles {
		nobody := orieltest.ConnectWith(t, everything, "claude", orieltest.Options{Lifecycle: lifecycle})
		if got := nobody.Call("test_input_required_result_capabilities", nil).Text(); got != "somebody: no opinion" {
			t.Errorf("%s, without anybody: %q", lifecycle, got)
		}
		u := &user{answers: map[string]any{model: orieltest.Says("It rains.")}}
		machine := orieltest.ConnectWith(t, everything, "claude", orieltest.Options{
			Lifecycle: lifecycle, Answer: u.answer, Client: hosts.Client{Introduced: true, Sampling: true},
		})
		if got := machine.Call("test_input_required_result_capabilities", nil).Text(); got != "somebody: It rains." {
			t.Errorf("%s, without a user: %q", lifecycle, got)
		}
	}
	legacy := orieltest.ConnectWith(t, everything, "claude", orieltest.Options{Lifecycle: orieltest.Legacy})
	if result := legacy.Call("test_missing_capability", nil); result.ErrorCode() != "capability_missing" {
		t.Errorf("got %s", result.Answer)
	}
}
