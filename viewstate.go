package oriel

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/schema"
	"github.com/orielapps/oriel/state"
	"github.com/orielapps/oriel/ui"
)

// StateTool is the name of the tool through which views keep their state with the app,
// on hosts that don't keep it. The view runtime calls it by this name. The app declares
// it itself, for views alone, if one of its tools has a view that uses state. See
// [Options.StateTTL].
const StateTool = adapter.StateTool

const defaultStateTTL = 30 * 24 * time.Hour

// viewStates configures the states of an app's views.
type viewStates struct {
	// of reports for each view whether it keeps state. Guarded by App.mu.
	of map[*ui.View]func() bool

	declaring sync.Once
	tool      *tool
	// memory is for states alone, so that many states can only displace other
	// states.
	memory state.Memory
	// process is a random text that becomes part of the key of tokens for states in memory.
	alone   sync.Once
	process string
	warned  sync.Once
}

// stateful records a view. Searching its document is put off until it is needed: it has
// hundreds of kilobytes, and the start need not wait. The caller holds a.mu.
func (a *App) stateful(v *ui.View) {
	if a.options.StateTTL < 0 {
		return
	}
	if a.states.of == nil {
		a.states.of = map[*ui.View]func() bool{}
	}
	a.states.of[v] = sync.OnceValue(func() bool { return adapter.KeepsState(v) })
}

// stateful reports whether the tool has a view that keeps its state with the app.
func (t *tool) stateful() bool { return t.keepsState != nil && t.keepsState() }

// stateTool returns the tool with which views keep their state; nil if no view does.
func (a *App) stateTool(c *catalogue) *tool {
	if !slices.ContainsFunc(c.tools, (*tool).stateful) {
		return nil
	}
	a.states.declaring.Do(func() {
		t, err := a.newStateTool()
		if err != nil {
			a.logger().Error("can't keep the state of views", "error", err)
			return
		}
		a.states.tool = t
	})
	return a.states.tool
}

// newStateTool makes the tool. It encodes its answers itself: encoding/json would
// write each "<" of a state as six bytes.
func (a *App) newStateTool() (*tool, error) {
	input, err := schema.For[stateRequest]()
	if err != nil {
		return nil, err
	}
	output, err := schema.For[stateAnswer]()
	if err != nil {
		return nil, err
	}
	t := &tool{input: input, output: output, Tool: Tool{
		Name: StateTool, Title: "View state", Visibility: ui.AppOnly, Idempotent: true,
		Description: "Keeps the state of views: Oriel adds this tool for views that have some. Models don't see it.",
		InputSchema: input.JSON(), OutputSchema: output.JSON(),
	}}
	t.run = func(ctx context.Context, arguments json.RawMessage) (ui.ToolResult, error) {
		var in stateRequest
		if err := input.Decode(arguments, &in); err != nil {
			return ui.ToolResult{}, misfit(err)
		}
		answer, err := a.exchangeState(ctx, &in)
		if err != nil {
			return ui.ToolResult{}, err
		}
		return t.finish(answer.encode(), &parts{text: answer.text(in.Get)})
	}
	return t, nil
}

// keepsStates reports whether the app keeps view states for the hosts of a profile:
// those that show views and don't keep state themselves.
func (a *App) keepsStates(profile *hosts.Profile) bool {
	own, _ := profile.Has(hosts.WidgetState)
	return !own && a.adapters.For(profile) != nil
}

// stateTTL is how long a state is kept after its last change.
func (a *App) stateTTL() time.Duration {
	if a.options.StateTTL > 0 {
		return a.options.StateTTL
	}
	return defaultStateTTL
}

// stateStore returns the store of states.
func (a *App) stateStore() state.Store {
	if _, inMemory := a.options.Store.(*state.Memory); inMemory || a.options.Store == nil {
		return &a.states.memory
	}
	return a.options.Store
}

// stateRequest reads the state of a view, or writes it.
type stateRequest struct {
	Token string `json:"token" doc:"Names the view: what the result that opened it has in its _meta"`
	Get   bool   `json:"get,omitempty" doc:"Read the state, without sending one"`
	// State is nil if there is none. null is a state.
	State    json.RawMessage `json:"state,omitempty" doc:"The whole state to keep: any JSON of at most 1,000,000 bytes, also null; left out to read"`
	Revision int64           `json:"revision,omitempty" doc:"The revision of the state that the page has seen last; 0 for none" min:"0" max:"9007199254740991"`
	Writer   string          `json:"writer,omitempty" doc:"Names the page that writes" pattern:"^[A-Za-z0-9_-]{1,64}$"`
	Sequence int64           `json:"sequence,omitempty" doc:"Grows with each write of the page" min:"0" max:"9007199254740991"`
}

// stateAnswer is the response to a stateRequest.
type stateAnswer struct {
	// Revision is that of the stored state; zero if there is none.
	Revision int64 `json:"revision" doc:"The revision of the stored state; 0 if there is none"`
	// State is the requested state, or the stored one if the sent one was not stored.
	State json.RawMessage `json:"state,omitempty" doc:"The state, of any JSON type: what was read, or what is stored if a write lost against another page"`
	Found bool            `json:"found" doc:"Whether a state is stored"`
}

func (a *stateAnswer) encode() json.RawMessage {
	data := fmt.Appendf(nil, `{"revision":%d,"found":%t`, a.Revision, a.Found)
	if a.State != nil {
		data = slices.Concat(data, []byte(`,"state":`), a.State)
	}
	return append(data, '}')
}

// text is for logs. It must not contain the data, which is for the view alone.
func (a *stateAnswer) text(read bool) string {
	if read {
		return fmt.Sprintf("The view's state, revision %d.", a.Revision)
	}
	return fmt.Sprintf("The view's state is kept, revision %d.", a.Revision)
}

// exchangeState reads or writes a state.
func (a *App) exchangeState(ctx context.Context, in *stateRequest) (stateAnswer, error) {
	key, err := a.stateKey(ctx, in.Token)
	if err != nil {
		return stateAnswer{}, err
	}
	place := &statePlace{store: a.stateStore(), key: key, ttl: a.stateTTL()}
	switch {
	case in.Get && in.State == nil:
		return place.get(ctx)
	case !in.Get && in.State != nil && in.Writer != "":
		return place.put(ctx, in)
	default:
		return stateAnswer{}, &Error{
			Code:    "arguments_invalid",
			Message: "The request neither reads nor writes a state.",
			Fix:     "Send get, or state with writer and sequence.",
		}
	}
}
