package signin_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
)

// user is somebody with a sign-in and, in the older lifecycle, a session.
type user struct {
	a              *trips
	token, session string
}

func (a *trips) user(name string) user {
	u := user{a: a, token: a.good(name)}
	if a.lifecycle == legacy {
		u.session = a.begin(u.token)
	}
	return u
}

// in is the user in another's session.
func (u user) in(other user) user {
	u.session = other.session
	return u
}

func (u user) request(r request) request {
	r.session = u.session
	r.header = append(r.header, u.a.bearer(u.token))
	return r
}

func (u user) call(tool, arguments string) string {
	u.a.t.Helper()
	return u.a.send(u.request(u.a.message("tools/call", `{"name":"`+tool+`","arguments":`+arguments+`}`))).body
}

// want checks that an answer has a part, and another not.
func want(t *testing.T, what, got, part, not string) {
	t.Helper()
	if !strings.Contains(got, part) || not != "" && strings.Contains(got, not) {
		t.Errorf("%s: want %s, and no %q: %s", what, part, not, got)
	}
}

// found returns a text in an answer: what follows a part of it, until the next quotation mark.
func found(t *testing.T, in, after string) string {
	t.Helper()
	_, rest, ok := strings.Cut(in, after)
	text, _, ends := strings.Cut(rest, `"`)
	if !ok || !ends || text == "" {
		t.Fatalf("there is no %s in %s", after, in)
	}
	return text
}

// Bob, who has all scopes, can do nothing with ids that are Ada's: the state of a view, and files.
func TestStateAndFilesOfAnotherUser(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, a *trips) {
		t.Helper()
		ada, bob := a.user("ada"), a.user("bob")
		a.send(a.call("save", a.bearer("x")))

		token := found(t, ada.call("board", "{}"), `"oriel/state":{"token":"`)
		write := func(text string) string {
			return fmt.Sprintf(`{"token":%q,"state":%q,"revision":0,"writer":"w","sequence":1}`, token, text)
		}
		read := fmt.Sprintf(`{"token":%q,"get":true}`, token)
		want(t, "Ada writes", ada.call(oriel.StateTool, write("hers")), `"revision":1`, "isError\":true")
		want(t, "Bob reads", bob.call(oriel.StateTool, read), `state_token_invalid`, "hers")
		want(t, "Bob writes", bob.call(oriel.StateTool, write("his")), `state_token_invalid`, "hers")
		want(t, "Ada reads", ada.call(oriel.StateTool, read), `"state":"hers"`, "his\"")

		id := found(t, ada.call(oriel.FilesTool, fmt.Sprintf(`{"name":"a.txt","mimeType":"text/plain","size":4,"offset":0,"data":%q}`,
			base64.StdEncoding.EncodeToString([]byte("hers")))), `"fileId":"`)
		want(t, "Ada opens", ada.call("open", fmt.Sprintf(`{"id":%q}`, id)), "hers", "isError\":true")
		want(t, "Bob opens", bob.call("open", fmt.Sprintf(`{"id":%q}`, id)), "file_unknown", "hers")
		want(t, "Bob downloads", bob.call(oriel.FilesTool, fmt.Sprintf(`{"fileId":%q,"offset":0}`, id)), "file_unknown", base64.StdEncoding.EncodeToString([]byte("hers")))
		want(t, "Bob goes on", bob.call(oriel.FilesTool, fmt.Sprintf(`{"fileId":%q,"offset":4,"size":8,"name":"a.txt","mimeType":"text/plain","data":"aGlz"}`, id)), "file_unknown", "")
		want(t, "Ada opens again", ada.call("open", fmt.Sprintf(`{"id":%q}`, id)), "hers", "isError\":true")
	})
}

// Bob can't answer a question that Ada has been asked.
func TestQuestionsOfAnotherUser(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, a *trips) {
		t.Helper()
		ada, bob := a.user("ada"), a.user("bob")
		a.send(a.call("save", a.bearer("x")))
		if a.lifecycle == modern {
			state := found(t, ada.call("erase", "{}"), `"requestState":"`)
			answered := func(by string) request {
				return a.message("tools/call", fmt.Sprintf(
					`{"name":"erase","arguments":{},"requestState":%q,"inputResponses":{"by":{"action":"accept","content":{"name":%q}}}}`, state, by))
			}
			want(t, "Bob answers", a.send(bob.request(answered("bob"))).body, "tate", "erased") // of all three: the state is invalid
			want(t, "Ada answers", a.send(ada.request(answered("ada"))).body, "erased, says ada", "")
			return
		}
		response := a.open(t.Context(), ada.request(a.call("erase")))
		lines := bufio.NewReader(response.Body)
		line, err := "", error(nil)
		for err == nil && !strings.Contains(line, "elicitation/create") {
			line, err = lines.ReadString('\n')
		}
		var question struct {
			ID json.RawMessage `json:"id"`
		}
		if err = errors.Join(err, json.Unmarshal([]byte(strings.TrimPrefix(line, "data:")), &question)); err != nil {
			t.Fatalf("there is no question: %v", err)
		}
		answered := func(by string) request {
			return request{body: `{"jsonrpc":"2.0","id":` + string(question.ID) + `,"result":{"action":"accept","content":{"name":"` + by + `"}}}`}
		}
		a.send(bob.request(answered("bob")))
		if a.way != onMCPGo { // docs/existing-servers.md: its sessions belong to nobody
			if got := a.send(bob.in(ada).request(answered("bob"))); got.status < http.StatusBadRequest {
				t.Errorf("Bob answers in Ada's session: %s", got)
			}
		}
		a.send(ada.request(answered("ada")))
		rest, err := io.ReadAll(lines)
		if err != nil {
			t.Fatal(err)
		}
		want(t, "Ada's call", a.received(response, string(rest)).body, "erased, says ada", "bob")
	})
}

// Bob gets nothing of what Ada has subscribed to, and can't end her session. In the app's own
// handler, her session's id says only what her client can do: with it, Bob is still Bob.
func TestSessionsOfAnotherUser(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, a *trips) {
		t.Helper()
		a.send(a.call("save", a.bearer("x")))
		if a.lifecycle == modern || a.way == onMCPGo { // docs/existing-servers.md: mcp-go's sessions belong to nobody
			return
		}
		ada, bob := a.user("ada"), a.user("bob")
		subscribe := a.message("resources/subscribe", `{"uri":"trip://plans"}`)
		if got := a.send(ada.request(subscribe)); got.status != http.StatusOK {
			t.Errorf("Ada subscribes: %s", got)
		}
		for name, r := range map[string]request{
			"unsubscribes": a.message("resources/unsubscribe", `{"uri":"trip://plans"}`), "calls": a.call("save"), "ends it": {method: http.MethodDelete},
		} {
			got := a.send(bob.in(ada).request(r))
			ran := a.hasRun()
			if ran != "" && (a.way != own || ran != "save for bob.") || a.way != own && got.status < http.StatusBadRequest {
				t.Errorf("Bob %s in Ada's session: %s; it has run %q", name, got, ran)
			}
		}
		listen := request{method: http.MethodGet}
		bobs := a.open(t.Context(), bob.in(ada).request(listen))
		adas := a.open(t.Context(), ada.request(listen))
		if adas.StatusCode != http.StatusOK || (a.way == own) != (bobs.StatusCode == http.StatusOK) {
			t.Fatalf("Ada listens: %d; Bob in her session: %d", adas.StatusCode, bobs.StatusCode)
		}
		a.app.ResourceUpdated("trip://plans")
		oriel.AddTool(a.app, oriel.Tool{Name: "later"}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
			return oriel.Result[struct{}]{}, nil
		})
		const updated, changed = "trip://plans", "tools/list_changed"
		if got := until(t, adas, updated); !strings.Contains(got, updated) {
			t.Errorf("Ada gets %s", got)
		}
		if a.way != own {
			return
		}
		if got := until(t, bobs, changed); !strings.Contains(got, changed) || strings.Contains(got, updated) {
			t.Errorf("Bob gets %s", got)
		}
	})
}

// until returns a stream as far as a line with a text.
func until(t *testing.T, response *http.Response, text string) string {
	t.Helper()
	var all strings.Builder
	for lines := bufio.NewReader(response.Body); ; {
		line, err := lines.ReadString('\n')
		all.WriteString(line)
		if err != nil || strings.Contains(line, text) {
			return all.String()
		}
	}
}
