package oriel_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
)

type sure struct {
	Yes bool `json:"yes"`
}

// twiceSure is an app whose tools and prompt ask two questions, one after the
// other.
func twiceSure(name, key string) *oriel.App {
	app := oriel.NewWith(name, "1.0.0", oriel.Options{Key: key, Logger: slog.New(slog.DiscardHandler)})
	ask := func(ctx context.Context) error {
		for _, question := range []string{"first", "second"} {
			if _, err := oriel.Ask[sure](ctx, oriel.Question{Name: question, Message: question}); err != nil {
				return err
			}
		}
		return nil
	}
	for _, tool := range []string{"delete", "erase"} {
		oriel.AddTool(app, oriel.Tool{Name: tool}, func(ctx context.Context, _ struct {
			What string `json:"what,omitempty"`
			N    int64  `json:"n,omitempty"`
		},
		) (oriel.Result[struct{}], error) {
			return oriel.Result[struct{}]{Text: "deleted"}, ask(ctx)
		})
	}
	oriel.AddPrompt(app, oriel.Prompt{Name: "delete"}, func(ctx context.Context, _ struct {
		What string `json:"what,omitempty"`
	},
	) ([]oriel.Message, error) {
		return []oriel.Message{oriel.UserText("deleted")}, ask(ctx)
	})
	return app
}

// round calls a tool in rounds and returns the state for the next one; the call
// is done where that is empty.
func round(t testing.TB, app *oriel.App, user, tool, arguments, state string, answers ...string) (next string, err error) {
	t.Helper()
	peer := hosts.Peer{Client: hosts.Client{Forms: true, Protocol: "2026-07-28"}, Round: &hosts.Round{State: state, Answers: map[string]json.RawMessage{}}}
	for _, name := range answers {
		peer.Round.Answers[name] = json.RawMessage(`{"action":"accept","content":{"yes":true}}`)
	}
	result, err := app.Methods().CallTool(oriel.WithUser(t.Context(), oriel.User{ID: user}), peer, tool, json.RawMessage(arguments))
	if questions, ok := errors.AsType[*hosts.InputRequiredError](err); ok {
		return questions.State, nil
	}
	if err == nil && result.IsError {
		t.Fatalf("%s gives %v", tool, result.Content)
	}
	return "", err
}

// halfWay returns the state of a call of which the first question is answered.
func halfWay(t testing.TB, app *oriel.App, user, tool, arguments string) string {
	t.Helper()
	state, err := round(t, app, user, tool, arguments, "", "first")
	if err != nil || state == "" {
		t.Fatal(state, err)
	}
	return state
}

func refusedState(err error) bool {
	public, ok := errors.AsType[*oriel.Error](err)
	return ok && public.Code == "request_state_invalid"
}

const (
	stateKey      = "a key that is long enough"
	deleteIt      = `{"what":"it","n":9007199254740993}`
	otherStateKey = "another key of some length"
)

// A state counts for the request that it was given for, of the user whom it was
// given, for an hour, and nowhere else.
func TestRequestState(t *testing.T) {
	t.Parallel()
	app := twiceSure("files", stateKey)
	state := halfWay(t, app, "ann", "delete", deleteIt)
	body, signature, _ := strings.Cut(state, ".")
	other := halfWay(t, app, "ann", "delete", `{"what":"other"}`)
	otherBody, otherSignature, _ := strings.Cut(other, ".")
	for name, test := range map[string]struct {
		app                          *oriel.App
		user, tool, arguments, state string
		accepted                     bool
	}{
		"as it was given":              {app, "ann", "delete", deleteIt, state, true},
		"at another replica":           {twiceSure("files", stateKey), "ann", "delete", deleteIt, state, true},
		"arguments in another way":     {app, "ann", "delete", ` { "n" : 9007199254740993, "what":"\u0069t" } `, state, true},
		"of another user":              {app, "eve", "delete", deleteIt, state, false},
		"of nobody":                    {app, "", "delete", deleteIt, state, false},
		"of another tool":              {app, "ann", "erase", deleteIt, state, false},
		"of other arguments":           {app, "ann", "delete", `{"what":"all","n":9007199254740993}`, state, false},
		"of a number that is near":     {app, "ann", "delete", `{"what":"it","n":9007199254740992}`, state, false},
		"of fewer arguments":           {app, "ann", "delete", `{}`, state, false},
		"of no arguments":              {app, "ann", "delete", ``, state, false},
		"with another key":             {twiceSure("files", otherStateKey), "ann", "delete", deleteIt, state, false},
		"of an app with the same key":  {twiceSure("disks", stateKey), "ann", "delete", deleteIt, state, false},
		"without a signature":          {app, "ann", "delete", deleteIt, body, false},
		"with an empty signature":      {app, "ann", "delete", deleteIt, body + ".", false},
		"only a signature":             {app, "ann", "delete", deleteIt, "." + signature, false},
		"with another's signature":     {app, "ann", "delete", deleteIt, body + "." + otherSignature, false},
		"with another's body":          {app, "ann", "delete", deleteIt, otherBody + "." + signature, false},
		"twice":                        {app, "ann", "delete", deleteIt, state + "." + state, false},
		"with a line break":            {app, "ann", "delete", deleteIt, state[:9] + "\n" + state[9:], false},
		"with a line break at the end": {app, "ann", "delete", deleteIt, state + "\r\n", false},
		"padded":                       {app, "ann", "delete", deleteIt, state + "=", false},
		"a point":                      {app, "ann", "delete", deleteIt, ".", false},
		"huge":                         {app, "ann", "delete", deleteIt, strings.Repeat("A", 1<<20), false},
		"huge, with a signature":       {app, "ann", "delete", deleteIt, strings.Repeat("A", 1<<18) + "." + signature, false},
		"a question's id":              {app, "ann", "delete", deleteIt, "oriel.AAAAAAAA.x.y.z", false},
	} {
		next, err := round(t, test.app, test.user, test.tool, test.arguments, test.state, "second")
		if test.accepted != (err == nil && next == "") || !test.accepted && !refusedState(err) {
			t.Errorf("%s: %q, %v", name, next, err)
		}
	}
	for end := range len(state) {
		if _, err := round(t, app, "ann", "delete", deleteIt, state[:end], "second"); end > 0 && !refusedState(err) {
			t.Fatalf("%d bytes of it: %v", end, err)
		}
	}
	peer := hosts.Peer{Client: hosts.Client{Forms: true, Protocol: "2026-07-28"}, Round: &hosts.Round{State: halfWay(t, app, "", "delete", `{"what":"it"}`)}}
	if _, err := app.Methods().GetPrompt(t.Context(), peer, "delete", json.RawMessage(`{"what":"it"}`)); !refusedState(err) {
		t.Errorf("of a tool, at the prompt of the same name: %v", err)
	}
}

func TestRequestStateExpires(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		app := twiceSure("files", stateKey)
		state := halfWay(t, app, "ann", "delete", deleteIt)
		time.Sleep(time.Hour)
		if next, err := round(t, app, "ann", "delete", deleteIt, state, "second"); err != nil || next != "" {
			t.Errorf("after an hour: %q, %v", next, err)
		}
		time.Sleep(time.Second)
		if _, err := round(t, app, "ann", "delete", deleteIt, state, "second"); !refusedState(err) {
			t.Errorf("after more than an hour: %v", err)
		}
	})
}

// FuzzRequestState changes states in all ways: none but those that were given are
// accepted, each for its own request only.
func FuzzRequestState(f *testing.F) {
	app := twiceSure("files", stateKey+time.Now().String()) // one of each process: no state of another is right
	requests := [][3]string{{"ann", "delete", deleteIt}, {"eve", "delete", deleteIt}, {"ann", "erase", deleteIt}, {"ann", "delete", `{}`}, {"", "delete", deleteIt}}
	states := make([]string, len(requests))
	for i, r := range requests {
		states[i] = halfWay(f, app, r[0], r[1], r[2])
	}
	for method := range byte(8) {
		f.Add(byte(0), byte(1), method, uint16(10), "A")
		f.Add(byte(2), byte(2), method, uint16(200), "\n")
		f.Add(byte(3), byte(0), method, uint16(1000), ".")
	}
	f.Fuzz(func(t *testing.T, from, to, method byte, at uint16, text string) {
		state, other := states[int(from)%len(states)], states[int(from+1)%len(states)]
		place := int(at) % (len(state) + 1)
		switch method % 8 {
		case 0: // as it is
		case 1:
			state = state[:place]
		case 2:
			state = state[:place] + text + state[place:]
		case 3:
			state = state[:place] + text + state[min(len(state), place+len(text)):]
		case 4:
			state = state[:place] + other[min(len(other), place):]
		case 5:
			state = text + state
		case 6:
			state = text
		case 7:
			body, signature, _ := strings.Cut(state, ".")
			state = body + text + "." + signature
		}
		r := requests[int(to)%len(requests)]
		next, err := round(t, app, r[0], r[1], r[2], state, "second")
		right := states[int(to)%len(states)]
		switch {
		case state == "": // the request is made for the first time
			if err != nil || next == "" {
				t.Errorf("without a state: %q, %v", next, err)
			}
		case state == right:
			if err != nil || next != "" {
				t.Errorf("the right state: %q, %v", next, err)
			}
		case !refusedState(err):
			t.Errorf("%q: %q, %v", state, next, err)
		}
	})
}
