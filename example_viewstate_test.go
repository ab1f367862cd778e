package oriel_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/state"
	"github.com/orielapps/oriel/ui"
)

// What a view keeps with createStore or useWidgetState is there again when the
// conversation is opened the next time. An app does nothing for it; what it may choose
// is where that is kept, and for how long.
func ExampleOptions_viewState() {
	app := oriel.NewWith("chess", "1.0.0", oriel.Options{
		Key:   "a long random text, the same for all replicas", // or ORIEL_KEY
		Store: state.NewMemory(),                               // or one that lasts, such as that of package state/sqlite
	})
	board := oriel.AddView(app, "board", ui.HTML(`<script src="@oriel/view"></script><script>
		const game = oriel.createStore({ moves: [] });
	</script>`))
	oriel.AddTool(app, oriel.Tool{Name: "play", View: board}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "Your move."}, nil
	})

	// What happens between the view and the app, on a host without a state of its own.
	peer := hosts.Peer{Client: hosts.Client{Introduced: true, Name: "claude-ai", UIMIMETypes: []string{hosts.ViewMIMEType}}}
	shown, err := app.Methods().CallTool(context.Background(), peer, "play", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	token, err := json.Marshal(shown.Meta["oriel/state"])
	if err != nil {
		fmt.Println(err)
		return
	}
	var told struct {
		Token string `json:"token"`
	}
	if err := json.Unmarshal(token, &told); err != nil {
		fmt.Println(err)
		return
	}
	for _, members := range []string{
		`"state":{"moves":["e4"]},"revision":0,"writer":"page-1","sequence":1`,
		`"state":{"moves":["e4","e5"]},"revision":1,"writer":"page-1","sequence":2`,
		`"get":true`,
	} {
		answer, err := app.Methods().CallTool(context.Background(), peer, oriel.StateTool, fmt.Appendf(nil, `{"token":%q,%s}`, told.Token, members))
		fmt.Println(string(answer.StructuredContent), err)
	}
	// Output:
	// {"revision":1,"found":true} <nil>
	// {"revision":2,"found":true} <nil>
	// {"revision":2,"found":true,"state":{"moves":["e4","e5"]}} <nil>
}
