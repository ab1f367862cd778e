package workbench

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/orielapps/oriel/ui"
)

const (
	// completionTimeout is how long a server may take: the page drops later suggestions anyway.
	completionTimeout = 10 * time.Second
	// maxSuggestions is the most that MCP allows (2025-11-25, "Completion"), and maxSuggestion
	// the longest suggestion that is passed on, in bytes.
	maxSuggestions = 100
	maxSuggestion  = 1 << 10
)

type completeRequest struct {
	target

	// Prompt or Template is what has the argument.
	Prompt   string `json:"prompt"`
	Template string `json:"template"`
	// Name is the argument, Value what was typed so far, and Known the other arguments.
	Name  string            `json:"name"`
	Value string            `json:"value"`
	Known map[string]string `json:"known"`
}

type completeAnswer struct {
	Values []string `json:"values"`
	// More says that the server has more than these.
	More bool `json:"more"`
}

// complete answers POST /api/complete.
func (w *Workbench) complete(r *http.Request, in completeRequest) (any, error) {
	var ref map[string]string
	switch {
	case in.Name == "" || (in.Prompt == "") == (in.Template == ""):
		return nil, &ui.Error{Code: "body_invalid", Message: "The request names no argument of a prompt or a template."}
	case in.Prompt != "":
		ref = map[string]string{"type": "ref/prompt", "name": in.Prompt}
	default:
		ref = map[string]string{"type": "ref/resource", "uri": in.Template}
	}
	raw, err := json.Marshal(ref)
	if err != nil {
		return nil, fmt.Errorf("writing a reference: %w", err)
	}
	ctx, cancel := context.WithTimeout(r.Context(), completionTimeout)
	defer cancel()
	return askTarget(ctx, w, in.target, func(ctx context.Context, one *connection) (any, error) {
		if !one.declares("completions") {
			return completeAnswer{Values: []string{}}, nil
		}
		result, err := one.client.Complete(ctx, raw, in.Name, in.Value, in.Known)
		if err != nil {
			return nil, fmt.Errorf("completing: %w", err)
		}
		return readCompletion(result), nil
	})
}

func readCompletion(result json.RawMessage) completeAnswer {
	var told struct {
		Completion struct {
			Values  []json.RawMessage `json:"values"`
			HasMore bool              `json:"hasMore"`
		} `json:"completion"`
	}
	answer := completeAnswer{Values: []string{}}
	if json.Unmarshal(result, &told) != nil {
		return answer
	}
	answer.More = told.Completion.HasMore || len(told.Completion.Values) > maxSuggestions
	for _, raw := range told.Completion.Values[:min(len(told.Completion.Values), maxSuggestions)] {
		if value := text(raw); value != "" && len(value) <= maxSuggestion {
			answer.Values = append(answer.Values, value)
		}
	}
	return answer
}
