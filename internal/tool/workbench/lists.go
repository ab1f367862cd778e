package workbench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/orielapps/oriel/ui"
)

type listRequest struct {
	target

	List   string `json:"list"`
	Caller string `json:"caller"`
}

type listAnswer struct {
	Entries []json.RawMessage `json:"entries"`
	// Supported is false where the server has no such list.
	Supported bool `json:"supported"`
}

type promptRequest struct {
	target

	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	// Stream asks for the server's questions, too.
	Stream bool `json:"stream"`
}

// list answers with what a server lists, as it is listed to a profile. A view gets of
// the tools those that it may call.
func (w *Workbench) list(r *http.Request, in listRequest) (any, error) {
	if err := checkCaller(in.Caller); err != nil {
		return nil, err
	}
	var capability string
	switch in.List {
	case "tools", "resources", "prompts":
		capability = in.List
	case "templates":
		capability = "resources"
	default:
		return nil, &ui.Error{
			Code:    "body_invalid",
			Message: fmt.Sprintf("A server has no list %.120q.", in.List),
			Fix:     `Say "tools", "resources", "templates" or "prompts".`,
		}
	}
	return askTarget(r.Context(), w, in.target, func(ctx context.Context, one *connection) (any, error) {
		if !one.declares(capability) {
			return listAnswer{Entries: []json.RawMessage{}}, nil
		}
		entries, err := one.list(ctx, in.List)
		switch {
		case hasNoSuch(err):
			return listAnswer{Entries: []json.RawMessage{}}, nil
		case err != nil:
			return nil, err
		}
		if in.List == "tools" && in.Caller == callerView {
			entries = forViews(entries)
		}
		return listAnswer{Entries: entries, Supported: true}, nil
	})
}

// declares reports whether the server has said that it can do something. One that
// has said nothing at all may be able to.
func (one *connection) declares(capability string) bool {
	declared := members(one.client.Info().Capabilities)
	value := declared[capability]
	return declared == nil || len(value) > 0 && string(value) != "null"
}

func (one *connection) list(ctx context.Context, name string) ([]json.RawMessage, error) {
	var (
		entries []json.RawMessage
		err     error
	)
	switch name {
	case "tools":
		entries, _, err = one.listTools(ctx)
	case "resources":
		entries, err = one.client.Resources(ctx)
	case "templates":
		entries, err = one.client.Templates(ctx)
	default:
		entries, err = one.client.Prompts(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("listing the %s: %w", name, err)
	}
	return entries, nil
}

func forViews(entries []json.RawMessage) []json.RawMessage {
	kept := []json.RawMessage{}
	for _, raw := range entries {
		if t, ok := readTool(raw); ok && t.forViews() {
			kept = append(kept, raw)
		}
	}
	return kept
}

func checkCaller(caller string) error {
	if caller == callerHost || caller == callerView {
		return nil
	}
	return &ui.Error{
		Code:    "body_invalid",
		Message: fmt.Sprintf("%.120q is no caller.", caller),
		Fix:     `Say "host" or "view": what a view may see and call depends on it.`,
	}
}

// prompt answers POST /api/prompt: it fills in a prompt.
func (w *Workbench) prompt(response http.ResponseWriter, r *http.Request) {
	in, err := decode[promptRequest](response, r, maxBody)
	var arguments map[string]string
	if err == nil {
		arguments, err = in.texts()
	}
	if err != nil {
		w.fail(response, r, err)
		return
	}
	w.looked(response, r, in.Stream, func(ctx context.Context, v viewers) (any, error) {
		return w.interact(ctx, in.target, in.Name, "prompts/get", v, func(ctx context.Context, one *connection, _ *callTimeout) (json.RawMessage, error) {
			return one.client.Prompt(ctx, in.Name, arguments)
		})
	})
}

// texts returns the arguments of a prompt.
func (in promptRequest) texts() (map[string]string, error) {
	if in.Name == "" {
		return nil, &ui.Error{Code: "body_invalid", Message: "The request names no prompt."}
	}
	var arguments map[string]string
	if trimmed := bytes.TrimSpace(in.Arguments); len(trimmed) > 0 {
		if err := json.Unmarshal(trimmed, &arguments); err != nil {
			return nil, &ui.Error{
				Code:    "arguments_invalid",
				Message: "The arguments are not a JSON object of texts.",
				Fix:     `Give an object such as {"city":"Lisbon"}: a prompt takes no other values than texts.`,
			}
		}
	}
	return arguments, nil
}

type restartRequest struct {
	Server string `json:"server"`
}

// restart ends a server's connections and programs and starts anew.
func (w *Workbench) restart(_ *http.Request, in restartRequest) (any, error) {
	s, err := w.server(in.Server)
	if err != nil {
		return nil, err
	}
	return struct{}{}, s.restart(nil)
}
