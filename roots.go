package oriel

import (
	"context"
	"encoding/json"

	"github.com/orielapps/oriel/hosts"
)

// Root is a folder that the client works in.
type Root struct {
	// URI begins with "file://" today.
	URI string `json:"uri"`
	// Name is for people; empty where the client has none.
	Name string `json:"name"`
}

// Roots asks the client for the folders that it works in (MCP 2025-11-25,
// "Roots"; deprecated from 2026-07-28 on, and still served). They are what the
// client says, and no permission. It waits, fails and is repeated like [Ask].
func Roots(ctx context.Context) ([]Root, error) {
	r := RequestFrom(ctx)
	if err := r.needs(r.Client.Roots, "roots", "tell its folders"); err != nil {
		return nil, err
	}
	// There is nothing to say, but the client of go-sdk 1.8 can't read a question of a
	// round that has no params.
	question := hosts.InputRequest{Method: hosts.MethodListRoots, Params: json.RawMessage("{}")}
	raw, err := r.asking.ask(ctx, "client_roots", question, defaultWait)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Roots []Root `json:"roots"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil || answer.Roots == nil {
		return nil, answerUnreadable("roots", raw)
	}
	return answer.Roots, nil
}
