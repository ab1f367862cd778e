package app_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

func rawJSON(text string) json.RawMessage { return json.RawMessage(text) }

// A user is a client and who sits in front of it: what they answer, by method and, for
// forms, by a word of the message.
type user struct {
	client  hosts.Client
	answers map[string]string
	// asked are the questions of each round: one each where the client waits.
	asked [][]hosts.InputRequest
}

var everybody = hosts.Client{Told: true, Forms: true, Pages: true, Sampling: true, Roots: true}

func (u *user) answer(t *testing.T, q hosts.InputRequest) json.RawMessage {
	t.Helper()
	for about, answer := range u.answers {
		if q.Method == about || strings.Contains(string(q.Params), about) {
			return rawJSON(answer)
		}
	}
	t.Errorf("nobody expects the question %s %s", q.Method, q.Params)
	return rawJSON(`{"action":"cancel"}`)
}

// waiting is the client of the older lifecycle.
func (u *user) waiting(t *testing.T) hosts.Peer {
	t.Helper()
	return hosts.Peer{Client: u.client, Ask: func(_ context.Context, q hosts.InputRequest) (json.RawMessage, error) {
		u.asked = append(u.asked, []hosts.InputRequest{q})
		return u.answer(t, q), nil
	}}
}

// again repeats a request in the way of MCP 2026-07-28 until nothing is asked any more.
func again[T any](t *testing.T, u *user, request func(hosts.Peer) (T, error)) (T, error) {
	t.Helper()
	round := &hosts.Round{}
	for range 5 {
		result, err := request(hosts.Peer{Client: u.client, Round: round})
		questions, more := errors.AsType[*hosts.InputRequired](err)
		if !more {
			return result, err
		}
		round = &hosts.Round{State: questions.State, Answers: map[string]json.RawMessage{}}
		var asked []hosts.InputRequest
		for _, name := range slices.Sorted(maps.Keys(questions.Requests)) {
			asked = append(asked, questions.Requests[name])
			round.Answers[name] = u.answer(t, questions.Requests[name])
		}
		u.asked = append(u.asked, asked)
	}
	t.Error("there is no end of questions")
	var nothing T
	return nothing, nil
}

const (
	form     = hosts.AskUser
	model    = hosts.AskModel
	roots    = hosts.AskForRoots
	aName    = `{"action":"accept","content":{"name":"Ada"}}`
	declined = `{"action":"decline"}`
)

func TestAsking(t *testing.T) {
	t.Parallel()
	everything := newApp(t)
	paris := `{"role":"assistant","model":"m","content":{"type":"text","text":"Paris."}}`
	home := `{"roots":[{"uri":"file:///home/ada","name":"Home"}]}`
	for name, test := range map[string]struct {
		tool      string
		arguments string
		answers   map[string]string
		want      string
	}{
		"model":    {"test_sampling", `{"prompt":"Capital?"}`, map[string]string{model: paris}, "LLM response: Paris."},
		"form":     {"test_elicitation", `{"message":"Who?"}`, map[string]string{form: `{"action":"accept","content":{"username":"ada","email":"ada@example.com"}}`}, `User response: action=accept, content={"username":"ada","email":"ada@example.com"}`},
		"declined": {"test_elicitation", `{"message":"Who?"}`, map[string]string{form: declined}, "User response: action=decline"},
		"closed":   {"test_elicitation", `{"message":"Who?"}`, map[string]string{form: `{"action":"cancel"}`}, "User response: action=cancel"},
		"defaults": {"test_elicitation_sep1034_defaults", `{}`, map[string]string{form: `{"action":"accept","content":{}}`}, `Elicitation completed: action=accept, content={"name":"John Doe","age":30,"score":95.5,"status":"active","verified":true}`},
		"choices":  {"test_elicitation_sep1330_enums", `{}`, map[string]string{form: `{"action":"accept","content":{"titledSingle":"value2","titledMulti":["value1","value3"]}}`}, `Elicitation completed: action=accept, content={"titledSingle":"value2","titledMulti":["value1","value3"]}`},
		"page":     {"test_elicitation_url", `{}`, map[string]string{`"url":"https://example.com/sign-in"`: `{"action":"accept"}`}, "Elicitation completed: action=accept, content={}"},

		"name":          {"test_input_required_result_elicitation", `{}`, map[string]string{form: aName}, "Hello, Ada!"},
		"capital":       {"test_input_required_result_sampling", `{}`, map[string]string{model: paris}, "The model says: Paris."},
		"folders":       {"test_input_required_result_list_roots", `{}`, map[string]string{roots: home}, "The client works in 1 folders:\n- Home (file:///home/ada)"},
		"confirmed":     {"test_input_required_result_request_state", `{}`, map[string]string{form: `{"action":"accept","content":{"ok":true}}`}, "state-ok: confirmed."},
		"not confirmed": {"test_input_required_result_tampered_state", `{}`, map[string]string{form: `{"action":"accept","content":{"ok":false}}`}, "Not confirmed."},
		"all at once":   {"test_input_required_result_multiple_inputs", `{}`, map[string]string{form: aName, model: paris, roots: home}, "Paris. Ada has 1 folders."},
		"in turn":       {"test_input_required_result_multi_round", `{}`, map[string]string{"Step 1": aName, "Step 2": `{"action":"accept","content":{"color":"blue"}}`}, "Ada likes blue."},
		"whoever":       {"test_input_required_result_capabilities", `{}`, map[string]string{form: aName, model: paris}, "Ada: Paris."},
		"told, asked":   {"test_streaming_elicitation", `{}`, map[string]string{form: `{"action":"accept","content":{"ok":true}}`}, "state-ok: confirmed."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			call := func(peer hosts.Peer) (ui.WireResult, error) {
				return everything.Call(t.Context(), peer, test.tool, rawJSON(test.arguments))
			}
			waiting, inRounds := &user{everybody, test.answers, nil}, &user{everybody, test.answers, nil}
			inSession, err := call(waiting.waiting(t))
			if got := textOf(inSession); err != nil || got != test.want {
				t.Errorf("in a session: %q, %v", got, err)
			}
			repeated, err := again(t, inRounds, call)
			if got := textOf(repeated); err != nil || got != test.want {
				t.Errorf("in rounds: %q, %v", got, err)
			}
			if len(waiting.asked) < len(inRounds.asked) || len(inRounds.asked) == 0 {
				t.Errorf("asked %v, in rounds %v", waiting.asked, inRounds.asked)
			}
		})
	}
}

func textOf(r ui.WireResult) string {
	var texts []string
	for _, block := range r.Content {
		if text, ok := block.(ui.TextContent); ok {
			texts = append(texts, text.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// Questions that don't depend on each other are one round, others one each.
func TestRounds(t *testing.T) {
	t.Parallel()
	everything := newApp(t)
	for tool, want := range map[string][][]string{
		"test_input_required_result_multiple_inputs": {{roots, model, form}},
		"test_input_required_result_multi_round":     {{form}, {form}},
	} {
		u := &user{everybody, map[string]string{
			"color": `{"action":"accept","content":{"color":"blue"}}`, `"name"`: aName, model: `{"content":{"type":"text","text":"Hi!"}}`, roots: `{"roots":[]}`,
		}, nil}
		if _, err := again(t, u, func(peer hosts.Peer) (ui.WireResult, error) {
			return everything.Call(t.Context(), peer, tool, nil)
		}); err != nil {
			t.Errorf("%s: %v", tool, err)
		}
		var got [][]string
		for _, round := range u.asked {
			var methods []string
			for _, q := range round {
				methods = append(methods, q.Method)
			}
			got = append(got, methods)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", tool, diff)
		}
	}
}

// Who can't be asked isn't; what can't do without says so.
func TestMissingCapabilities(t *testing.T) {
	t.Parallel()
	everything := newApp(t)
	call := func(client hosts.Client, tool string) (ui.WireResult, error) {
		return everything.Call(t.Context(), hosts.Peer{Client: client, Round: &hosts.Round{}}, tool, nil)
	}
	_, err := call(hosts.Client{Told: true}, "test_missing_capability")
	if missing, ok := errors.AsType[*oriel.MissingCapability](err); !ok || missing.Capability != "sampling" {
		t.Errorf("without a model: %v", err)
	}
	_, err = call(hosts.Client{Told: true, Sampling: true}, "test_input_required_result_capabilities")
	if questions, ok := errors.AsType[*hosts.InputRequired](err); !ok || len(questions.Requests) != 1 || questions.Requests["opinion"].Method != model {
		t.Errorf("without a user: %v", err)
	}
	result, err := call(hosts.Client{Told: true}, "test_input_required_result_capabilities")
	if got := textOf(result); err != nil || got != "somebody: no opinion" {
		t.Errorf("without anybody: %q, %v", got, err)
	}
}
