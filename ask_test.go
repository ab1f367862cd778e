package oriel_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/orieltest"
)

// guest is a form of every kind of field.
type guest struct {
	Name   string   `json:"name" title:"Name" doc:"As on the passport" minlen:"1" maxlen:"40"`
	Mail   string   `json:"mail,omitempty" format:"email"`
	Age    int      `json:"age" min:"0" max:"150"`
	Vegan  bool     `json:"vegan" default:"false"`
	Meal   string   `json:"meal" enum:"soup,salad" default:"soup"`
	Drinks []string `json:"drinks" enum:"tea,coffee" maxlen:"2"`
	Code   string   `json:"code,omitempty" pattern:"^[A-Z]+$" example:"ABC"`
}

// booking is an app whose tool asks. Each run of the handler is counted.
func booking(options ...oriel.Options) (app *oriel.App, runs *atomic.Int32) {
	o := oriel.Options{Logger: slog.New(slog.DiscardHandler)}
	if len(options) > 0 {
		o = options[0]
	}
	runs = &atomic.Int32{}
	app = oriel.NewWith("booking", "1.0.0", o)
	type where struct {
		Hotel string `json:"hotel,omitempty"`
	}
	oriel.AddTool(app, oriel.Tool{Name: "book"}, func(ctx context.Context, _ where) (oriel.Result[guest], error) {
		runs.Add(1)
		g, err := oriel.Ask[guest](ctx, oriel.Question{Name: "guest", Message: "Who is coming?"})
		return oriel.Result[guest]{Data: g, Text: "Booked for " + g.Name}, err
	})
	type two struct {
		First  string `json:"first"`
		Second string `json:"second"`
	}
	type text struct {
		Text string `json:"text"`
	}
	oriel.AddTool(app, oriel.Tool{Name: "twice"}, func(ctx context.Context, _ where) (oriel.Result[two], error) {
		runs.Add(1)
		first, err := oriel.Ask[text](ctx, oriel.Question{Message: "Say something"})
		if err != nil {
			return oriel.Result[two]{}, err
		}
		second, err := oriel.Ask[text](ctx, oriel.Question{Message: "Say something"}) // the same words
		return oriel.Result[two]{Data: two{first.Text, second.Text}, Text: "Thanks"}, err
	})
	type all struct {
		Name  string   `json:"name"`
		Model string   `json:"model"`
		Roots []string `json:"roots"`
	}
	oriel.AddTool(app, oriel.Tool{Name: "all"}, func(ctx context.Context, _ where) (oriel.Result[all], error) {
		runs.Add(1)
		name, errName := oriel.Ask[text](ctx, oriel.Question{Name: "name", Message: "Your name?"})
		half := 0.5
		said, errSaid := oriel.Sample(ctx, oriel.SampleRequest{
			Name: "greeting", Messages: []oriel.Message{oriel.UserText("Greet")}, System: "Be brief", Models: []string{"sonnet"}, Speed: &half, Stop: []string{"."},
		})
		roots, errRoots := oriel.Roots(ctx)
		if err := errors.Join(errName, errSaid, errRoots); err != nil {
			return oriel.Result[all]{}, err
		}
		result := all{Name: name.Text, Model: said.Text + " " + said.Model + " " + said.StopReason}
		for _, r := range roots {
			result.Roots = append(result.Roots, r.Name+"="+r.URI)
		}
		return oriel.Result[all]{Data: result, Text: "All"}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "page"}, func(ctx context.Context, _ where) (oriel.Result[text], error) {
		_, err := oriel.Ask[struct{}](ctx, oriel.Question{Message: "Pay there", URL: "https://pay.example.com/7"})
		return oriel.Result[text]{Text: "Paid"}, err
	})
	oriel.AddPrompt(app, oriel.Prompt{Name: "letter"}, func(ctx context.Context, _ struct{}) ([]oriel.Message, error) {
		to, err := oriel.Ask[text](ctx, oriel.Question{Name: "to", Message: "To whom?"})
		return []oriel.Message{oriel.UserText("Write to " + to.Text)}, err
	})
	oriel.AddResource(app, oriel.Resource{URI: "booking://secret", Name: "secret"}, func(ctx context.Context) (oriel.Contents, error) {
		word, err := oriel.Ask[text](ctx, oriel.Question{Name: "word", Message: "The word?"})
		return oriel.Contents{Text: "opened with " + word.Text}, err
	})
	return app, runs
}

// each runs a test in both lifecycles.
func each(t *testing.T, test func(t *testing.T, lifecycle orieltest.Lifecycle)) {
	t.Helper()
	for _, lifecycle := range lifecycles {
		t.Run(string(lifecycle), func(t *testing.T) {
			t.Parallel()
			test(t, lifecycle)
		})
	}
}

func TestAsk(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, lifecycle orieltest.Lifecycle) {
		t.Helper()
		app, runs := booking()
		var asked json.RawMessage
		host := orieltest.ConnectWith(t, app, "vscode", orieltest.Options{Lifecycle: lifecycle, Answer: func(q hosts.InputRequest) (any, error) {
			asked = q.Params
			return orieltest.Accept(map[string]any{"name": "Ada", "age": 36, "drinks": []string{"tea"}}), nil
		}})
		var got guest
		host.Call("book", nil).Data(&got)
		if diff := cmp.Diff(guest{Name: "Ada", Age: 36, Meal: "soup", Drinks: []string{"tea"}}, got); diff != "" {
			t.Error(diff)
		}
		wantRuns := map[orieltest.Lifecycle]int32{orieltest.Legacy: 1, orieltest.Modern: 2}[lifecycle]
		if runs.Load() != wantRuns {
			t.Errorf("the handler ran %d times, want %d", runs.Load(), wantRuns)
		}
		want := `{"message":"Who is coming?","requestedSchema":{"type":"object","required":["name","age","drinks"],"properties":{
			"name":{"type":"string","title":"Name","description":"As on the passport","minLength":1,"maxLength":40},
			"mail":{"type":"string","format":"email"},
			"age":{"type":"integer","minimum":0,"maximum":150},
			"vegan":{"type":"boolean","default":false},
			"meal":{"type":"string","enum":["soup","salad"],"default":"soup"},
			"drinks":{"type":"array","items":{"type":"string","enum":["tea","coffee"]},"maxItems":2},
			"code":{"type":"string"}}}}`
		if diff := cmp.Diff(indented(t, want), indented(t, string(asked))); diff != "" {
			t.Errorf("the question:\n%s", diff)
		}
	})
}

func indented(t *testing.T, text string) string {
	t.Helper()
	var tree any
	if err := json.Unmarshal([]byte(text), &tree); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	out, err := json.MarshalIndent(tree, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// What a user answers that is no answer, or not what was asked for, is told to the
// model under a code of its own.
func TestAnswersThatAreNone(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answer any
		err    error
		legacy string
	}{
		"declined":      {orieltest.Decline(), nil, "declined"},
		"dismissed":     {orieltest.Dismiss(), nil, "dismissed"},
		"misfit":        {orieltest.Accept(map[string]any{"name": "", "age": -1, "drinks": []string{"beer"}}), nil, "answer_invalid"},
		"no content":    {map[string]any{"action": "accept"}, nil, "answer_invalid"},
		"no action":     {map[string]any{"content": map[string]any{"name": "Ada"}}, nil, "answer_invalid"},
		"wrong content": {map[string]any{"action": "accept", "content": []int{1}}, nil, "answer_invalid"},
		"wrong action":  {map[string]any{"action": 7}, nil, "answer_invalid"},
		"pattern":       {orieltest.Accept(map[string]any{"name": "Ada", "age": 3, "drinks": []string{}, "code": "abc"}), nil, "answer_invalid"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, func(t *testing.T, lifecycle orieltest.Lifecycle) {
				t.Helper()
				app, _ := booking()
				host := orieltest.ConnectWith(t, app, "vscode", orieltest.Options{Lifecycle: lifecycle, Answer: func(hosts.InputRequest) (any, error) {
					return test.answer, test.err
				}})
				result := host.Call("book", nil)
				if got := result.ErrorCode(); got != test.legacy {
					t.Errorf("the code is %q, want %q: %s", got, test.legacy, result.Text())
				}
			})
		})
	}
}

func TestQuestionsOfOneRequest(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, lifecycle orieltest.Lifecycle) {
		t.Helper()
		app, runs := booking()
		count := 0
		host := orieltest.ConnectWith(t, app, "vscode", orieltest.Options{Lifecycle: lifecycle, Answer: func(q hosts.InputRequest) (any, error) {
			count++
			switch q.Method {
			case hosts.MethodCreateMessage:
				for _, want := range []string{`"maxTokens":1000`, `"systemPrompt":"Be brief"`, `"hints":[{"name":"sonnet"}]`, `"speedPriority":0.5`, `"stopSequences":["."]`, `"role":"user"`} {
					if !strings.Contains(string(q.Params), want) {
						t.Errorf("%s is missing in %s", want, q.Params)
					}
				}
				return orieltest.Says("Hello"), nil
			case hosts.MethodListRoots:
				return map[string]any{"roots": []map[string]any{{"uri": "file:///a", "name": "A"}, {"uri": "file:///b"}}}, nil
			}
			return orieltest.Accept(map[string]any{"text": strings.Repeat("x", count)}), nil
		}})
		var all struct {
			Name, Model string
			Roots       []string
		}
		host.Call("all", nil).Data(&all)
		if all.Model != "Hello orieltest endTurn" || !slices.Equal(all.Roots, []string{"A=file:///a", "=file:///b"}) || all.Name == "" || count != 3 {
			t.Errorf("got %+v after %d questions", all, count)
		}
		if want := map[orieltest.Lifecycle]int32{orieltest.Legacy: 1, orieltest.Modern: 2}[lifecycle]; runs.Load() != want {
			t.Errorf("the handler ran %d times, want %d: all questions go out at once", runs.Load(), want)
		}
		var two struct{ First, Second string }
		host.Call("twice", nil).Data(&two)
		if two.First != "xxxx" || two.Second != "xxxxx" {
			t.Errorf("two equal questions have the answers %+v", two)
		}
		if messages := host.Prompt("letter", nil); len(messages) != 1 || cmp.Diff(messages[0], oriel.UserText("Write to xxxxxx")) != "" {
			t.Errorf("the prompt is %+v", messages)
		}
		if d := host.Read("booking://secret"); d.Text != "opened with xxxxxxx" {
			t.Errorf("the resource is %+v", d)
		}
		if r := host.Call("page", nil); r.IsError || r.Text() != "Paid" {
			t.Errorf("the page: %s", r.Text())
		}
	})
}

// A client that has not declared that it can be asked is not asked.
func TestClientsThatCannotAsk(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, lifecycle orieltest.Lifecycle) {
		t.Helper()
		for tool, test := range map[string]struct {
			client     hosts.Client
			capability string
		}{
			"book": {hosts.Client{Sampling: true}, "elicitation"},
			"page": {hosts.Client{Forms: true}, "elicitation"},
			"all":  {hosts.Client{Forms: true, Roots: true}, "sampling"},
		} {
			app, _ := booking()
			host := orieltest.ConnectWith(t, app, "vscode", orieltest.Options{Lifecycle: lifecycle, Client: test.client, Answer: func(q hosts.InputRequest) (any, error) {
				if q.Method == hosts.MethodListRoots {
					return map[string]any{"roots": []any{}}, nil
				}
				return orieltest.Accept(map[string]any{"text": "x"}), nil
			}})
			answer := string(host.Request("tools/call", map[string]any{"name": tool, "arguments": map[string]any{}}))
			want := `"code":"capability_missing"`
			if lifecycle == orieltest.Modern {
				want = `"requiredCapabilities":{"` + test.capability + `":{}}`
				expect(t, answer, []string{`"code":-32021`}, nil)
			}
			expect(t, answer, []string{want}, []string{"input_required"})
		}
	})
}

// A state is worth something only for the request that it was made for, and only to
// the app that has made it.
func TestForgedState(t *testing.T) {
	t.Parallel()
	const key = "a long enough key for both replicas"
	app, _ := booking(oriel.Options{Key: key, Logger: slog.New(slog.DiscardHandler)})
	connect := func(app *oriel.App, user string) *orieltest.Host {
		return orieltest.ConnectWith(t, app, "vscode", orieltest.Options{
			Lifecycle: orieltest.Modern, User: oriel.User{ID: user}, Client: hosts.Client{Forms: true},
		})
	}
	call := func(host *orieltest.Host, tool string, arguments any, more map[string]any) string {
		params := map[string]any{"name": tool, "arguments": arguments}
		maps.Copy(params, more)
		return string(host.Request("tools/call", params))
	}
	ann := connect(app, "ann")
	arguments := map[string]any{"hotel": "Ritz"}
	var asked struct {
		Result struct {
			Requests map[string]any `json:"inputRequests"`
			State    string         `json:"requestState"`
		} `json:"result"`
	}
	first := call(ann, "twice", arguments, nil)
	if err := json.Unmarshal([]byte(first), &asked); err != nil || len(asked.Result.Requests) != 1 || asked.Result.State == "" {
		t.Fatal(first)
	}
	state := asked.Result.State
	answers := map[string]any{}
	for name := range asked.Result.Requests {
		answers[name] = orieltest.Accept(map[string]any{"text": "x"})
	}
	replica, _ := booking(oriel.Options{Key: key, Logger: slog.New(slog.DiscardHandler)})
	if got := call(connect(replica, "ann"), "twice", arguments, map[string]any{"requestState": state, "inputResponses": answers}); !strings.Contains(got, "input_required") {
		t.Errorf("another replica says %s", got)
	}
	stranger, _ := booking()
	cut := strings.LastIndex(state, ".")
	for name, test := range map[string]struct {
		host      *orieltest.Host
		tool      string
		arguments any
		state     any
	}{
		"another tool":      {ann, "book", arguments, state},
		"other arguments":   {ann, "twice", map[string]any{"hotel": "Savoy"}, state},
		"another user":      {connect(app, "bob"), "twice", arguments, state},
		"nobody":            {connect(app, ""), "twice", arguments, state},
		"another app":       {connect(stranger, "ann"), "twice", arguments, state},
		"cut":               {ann, "twice", arguments, state[:len(state)-2]},
		"longer":            {ann, "twice", arguments, state + "A"},
		"without signature": {ann, "twice", arguments, state[:cut]},
		"empty signature":   {ann, "twice", arguments, state[:cut+1]},
		"other payload":     {ann, "twice", arguments, "e30" + state[cut:]},
		"nonsense":          {ann, "twice", arguments, "nonsense"},
		"huge":              {ann, "twice", arguments, strings.Repeat("A", 1<<20)},
	} {
		got := call(test.host, test.tool, test.arguments, map[string]any{"requestState": test.state, "inputResponses": answers})
		if !strings.Contains(got, `"request_state_invalid"`) || !strings.Contains(got, `"code":-32602`) {
			t.Errorf("%s: %.300s", name, got)
		}
	}
	if got := call(ann, "twice", arguments, map[string]any{"requestState": 7}); !strings.Contains(got, "params_invalid") {
		t.Errorf("a state that is no text: %s", got)
	}
}

// Without a key, what is signed is worth nothing elsewhere: the log says so, once.
func TestMadeUpKey(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	app, _ := booking(oriel.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	host := orieltest.ConnectWith(t, app, "vscode", orieltest.Options{Lifecycle: orieltest.Modern, Client: hosts.Client{Forms: true}})
	if strings.Contains(log.String(), "key") {
		t.Errorf("it is told before it matters: %s", log.String())
	}
	for range 3 {
		host.Request("tools/call", map[string]any{"name": "book"})
	}
	if n := strings.Count(log.String(), "ORIEL_KEY"); n != 1 {
		t.Errorf("it is told %d times", n)
	}
	if err := oriel.NewWith("x", "1", oriel.Options{Key: "short"}).Err(); err == nil || !strings.Contains(err.Error(), "openssl") {
		t.Errorf("a short key: %v", err)
	}
}

// Nobody answers: the call ends with the question's own deadline.
func TestNobodyAnswers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		app := oriel.NewWith("patient", "1", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
		type text struct {
			Text string `json:"text"`
		}
		oriel.AddTool(app, oriel.Tool{Name: "ask"}, func(ctx context.Context, _ struct{}) (oriel.Result[text], error) {
			_, err := oriel.Ask[text](ctx, oriel.Question{Message: "?", Wait: 20 * time.Millisecond})
			return oriel.Result[text]{}, err
		})
		release := make(chan struct{})
		host := orieltest.ConnectWith(t, app, "vscode", orieltest.Options{Lifecycle: orieltest.Legacy, Answer: func(hosts.InputRequest) (any, error) {
			<-release
			return orieltest.Decline(), nil
		}})
		time.AfterFunc(300*time.Millisecond, func() { close(release) })
		if got := host.Call("ask", nil).ErrorCode(); got != "ask_timeout" {
			t.Errorf("the code is %q", got)
		}
	})
}

// Types that a form can't ask for are the author's fault, and no answer's.
func TestQuestionsThatCannotBeAsked(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	app := oriel.NewWith("odd", "1", oriel.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	type inner struct {
		Inner struct{ A string } `json:"inner"`
	}
	oriel.AddTool(app, oriel.Tool{Name: "nested"}, func(ctx context.Context, _ struct{}) (oriel.Result[inner], error) {
		_, err := oriel.Ask[inner](ctx, oriel.Question{Message: "?"})
		return oriel.Result[inner]{}, err
	})
	oriel.AddTool(app, oriel.Tool{Name: "silent"}, func(ctx context.Context, _ struct{}) (oriel.Result[inner], error) {
		_, err := oriel.Sample(ctx, oriel.SampleRequest{})
		return oriel.Result[inner]{}, err
	})
	host := orieltest.ConnectWith(t, app, "vscode", orieltest.Options{Answer: func(hosts.InputRequest) (any, error) { return orieltest.Decline(), nil }})
	for tool, want := range map[string]string{"nested": "a form can't ask for the field", "silent": "at least one message"} {
		if r := host.Call(tool, nil); !r.IsError || !strings.Contains(log.String(), want) {
			t.Errorf("%s: %s; the log: %s", tool, r.Text(), log.String())
		}
	}
	if _, err := oriel.Ask[guest](t.Context(), oriel.Question{Message: "?"}); err == nil || !strings.Contains(err.Error(), "can't be asked") {
		t.Errorf("outside of a request: %v", err)
	}
}

// A middleware of the app may sign its user in; the answer to a question comes
// without it.
func TestAnswersPassNoMiddleware(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, lifecycle orieltest.Lifecycle) {
		t.Helper()
		app, _ := booking()
		app.Use(func(next oriel.RequestHandler) oriel.RequestHandler {
			return func(ctx context.Context, r *oriel.Request) (*oriel.Response, error) {
				return next(oriel.WithUser(ctx, oriel.User{ID: "ann"}), r)
			}
		})
		host := orieltest.ConnectWith(t, app, "vscode", orieltest.Options{Lifecycle: lifecycle, Answer: func(hosts.InputRequest) (any, error) {
			return orieltest.Accept(map[string]any{"text": "x"}), nil
		}})
		if r := host.Call("twice", nil); r.IsError {
			t.Error(r.Text())
		}
	})
}

// An answer counts for the question that its user has seen, whatever it is named.
func TestAnswerToAnotherQuestion(t *testing.T) {
	t.Parallel()
	app := oriel.NewWith("payments", "1", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	type consent struct {
		OK bool `json:"ok"`
	}
	price := 1
	oriel.AddTool(app, oriel.Tool{Name: "pay"}, func(ctx context.Context, _ struct{}) (oriel.Result[consent], error) {
		c, err := oriel.Ask[consent](ctx, oriel.Question{Name: "confirm", Message: fmt.Sprintf("Pay %d?", price)})
		return oriel.Result[consent]{Data: c, Text: fmt.Sprintf("Paid %d", price)}, err
	})
	var asked []string
	host := orieltest.ConnectWith(t, app, "vscode", orieltest.Options{Lifecycle: orieltest.Modern, Answer: func(q hosts.InputRequest) (any, error) {
		asked = append(asked, string(q.Params))
		if len(asked) == 1 {
			price = 1000 // while the user thinks
		}
		return orieltest.Accept(consent{OK: true}), nil
	}})
	if got := host.Call("pay", nil).Text(); got != "Paid 1000" || len(asked) != 2 || !strings.Contains(asked[1], "Pay 1000?") {
		t.Errorf("%s, after the questions %s", got, asked)
	}
}

// A page that isn't one is not shown to a user.
func TestPagesThatAreNone(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"javascript:alert(1)", "https:", "data:text/html,x", "/login", "file:///etc/passwd"} {
		app := oriel.NewWith("pages", "1", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
		oriel.AddTool(app, oriel.Tool{Name: "go"}, func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
			_, err := oriel.Ask[struct{}](ctx, oriel.Question{Message: "Go there", URL: address})
			return oriel.Result[struct{}]{}, err
		})
		host := orieltest.ConnectWith(t, app, "vscode", orieltest.Options{Answer: func(hosts.InputRequest) (any, error) {
			t.Errorf("the user is sent to %s", address)
			return orieltest.Accept(nil), nil
		}})
		if got := host.Call("go", nil).ErrorCode(); got != "internal" {
			t.Errorf("%s: %s", address, got)
		}
	}
}

// All handlers of an app are one endpoint: they share its limits, and nothing is left
// of one that was made for a single request.
func TestHandlerForEachRequest(t *testing.T) { //nolint:paralleltest // it measures the memory of the process
	app, _ := booking()
	var before, after runtime.MemStats
	for i := range 3000 {
		if i == 1000 {
			runtime.GC()
			runtime.ReadMemStats(&before)
		}
		_ = app.Handler()
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := float64(after.HeapAlloc) - float64(before.HeapAlloc); grown > 1<<20 {
		t.Errorf("2,000 handlers take %.0f bytes", grown)
	}
}
