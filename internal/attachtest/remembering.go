package attachtest

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/ui"
)

// StatefulPage is a view that keeps a state with its app.
const StatefulPage = `<!doctype html><script>call("oriel_state")</script>`

// BoardCall is the method and the parameters of a call that shows the view of
// [Remembering].
const BoardCall = `"tools/call","params":{"name":"board","arguments":{}}`

// Remembering is an app with a view that keeps a state.
func Remembering() *oriel.App {
	app := oriel.NewWith("remembering", "1", oriel.Options{Key: "a key for states of views"})
	oriel.AddTool(app, oriel.Tool{Name: "board", View: oriel.AddView(app, "board", ui.HTML(StatefulPage))},
		func(context.Context, struct{}) (oriel.Result[struct{}], error) {
			return oriel.Result[struct{}]{Text: "shown"}, nil
		})
	return app
}

// StateToken returns the token of a state in an answer; empty without one.
func StateToken(answer []byte) (string, error) {
	var read struct {
		Result struct {
			Meta struct {
				State struct {
					Token string `json:"token"`
				} `json:"oriel/state"`
			} `json:"_meta"`
		} `json:"result"`
	}
	if err := json.Unmarshal(answer, &read); err != nil {
		return "", fmt.Errorf("reading %s: %w", answer, err)
	}
	return read.Result.Meta.State.Token, nil
}

// StateWrite is the method and the parameters of a call that keeps a text.
func StateWrite(token, text string) string {
	return stateCall(fmt.Sprintf(`{"token":%q,"state":%q,"revision":0,"writer":"w","sequence":1}`, token, text))
}

// StateRead is the method and the parameters of a call that reads a state.
func StateRead(token string) string { return stateCall(fmt.Sprintf(`{"token":%q,"get":true}`, token)) }

func stateCall(arguments string) string {
	return fmt.Sprintf(`"tools/call","params":{"name":%q,"arguments":%s}`, oriel.StateTool, arguments)
}
