package oriel

import (
	"context"
	"encoding/json"

	"github.com/orielapps/oriel/hosts"
)

// Root is a folder in which the client works.
type Root struct {
	// URI begins with "file://" in current versions of MCP.
	URI string `json:"uri"`
	// Name is for people; it may be empty.
	Name string `json:"name"`
}

// Roots asks the client for the folders in which it works (MCP 2025-11-25, "Roots";
// which MCP 2026-07-28 deprecates; it is still supported). They are no permission: the client can
// send anything. It waits at most 10 minutes, and repeats as [Ask] does. Errors are a
// [*MissingCapabilityError] if the client lists no folders, and an [*Error] with one of the
// codes of Ask: "answer_invalid", "ask_timeout", "ask_refused", "client_gone", "cannot_ask",
// "no_route".
func Roots(ctx context.Context) ([]Root, error) {
	r := RequestFrom(ctx)
	if err := r.needs(r.Client.Roots, "roots", "list its folders"); err != nil {
		return nil, err
	}
	// go-sdk 1.8 can't read a question without params.
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
