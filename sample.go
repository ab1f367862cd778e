package oriel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// SampleRequest is a request to the client's model (MCP 2025-11-25, "Sampling";
// which MCP 2026-07-28 deprecates; it is still supported).
type SampleRequest struct {
	// Name distinguishes the question from others of the same request. Empty means a
	// name derived from the question itself.
	Name string
	// Messages are the conversation so far. There must be at least one.
	Messages []Message
	// System is the system prompt. The client may change or ignore it.
	System string
	// MaxTokens is the maximum length of the answer, in tokens. Zero means 1,000.
	MaxTokens int
	// Temperature is the sampling temperature. Nil means the client's default.
	Temperature *float64
	// Stop are texts at which the model stops.
	Stop []string
	// Models are names, or parts of names, of suitable models, best first.
	Models []string
	// Cost, Speed and Intelligence say how much each matters when the client chooses a
	// model, from 0 to 1. Nil means no preference.
	Cost, Speed, Intelligence *float64
	// Wait is how long to wait for the answer; see [Question].
	Wait time.Duration
}

// SampleResult is the answer of the client's model.
type SampleResult struct {
	// Text is the text of the answer. Several text blocks are joined.
	Text string
	// Content is the answer, a block or a list of blocks, as the client sent it.
	Content json.RawMessage
	// Model is the name of the model. StopReason is why it stopped, such as "endTurn".
	Model, StopReason string
}

const defaultMaxTokens = 1000

// Sample asks the client's model (MCP 2025-11-25, "Sampling"). It waits and repeats as
// [Ask] does. Errors are a [*MissingCapabilityError] if the client offers no model, and an
// [*Error] with one of the codes of Ask: "answer_invalid", "ask_timeout", "ask_refused",
// "client_gone", "cannot_ask", "no_route".
func Sample(ctx context.Context, s SampleRequest) (SampleResult, error) {
	r := RequestFrom(ctx)
	if err := r.needs(r.Client.Sampling, "sampling", "ask its model"); err != nil {
		return SampleResult{}, err
	}
	params, err := s.params()
	if err != nil {
		return SampleResult{}, err
	}
	name, wait := s.Name, s.Wait
	if name == "" {
		name = nameOf("sampling", string(params))
	}
	if wait <= 0 {
		wait = defaultWait
	}
	raw, err := r.asking.ask(ctx, name, hosts.InputRequest{Method: hosts.MethodCreateMessage, Params: params}, wait)
	if err != nil {
		return SampleResult{}, err
	}
	var answer struct {
		Content    json.RawMessage `json:"content"`
		Model      string          `json:"model"`
		StopReason string          `json:"stopReason"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil || len(answer.Content) == 0 {
		return SampleResult{}, answerUnreadable("sampling", raw)
	}
	return SampleResult{Text: textIn(answer.Content), Content: answer.Content, Model: answer.Model, StopReason: answer.StopReason}, nil
}

var errNoMessages = errors.New("a SampleRequest needs at least one message")

func (s *SampleRequest) params() (json.RawMessage, error) {
	if len(s.Messages) == 0 {
		return nil, errNoMessages
	}
	messages, err := wireMessages(s.Messages)
	if err != nil {
		return nil, err
	}
	params := map[string]any{"messages": messages, "maxTokens": s.MaxTokens}
	if s.MaxTokens <= 0 {
		params["maxTokens"] = defaultMaxTokens
	}
	if s.System != "" {
		params["systemPrompt"] = s.System
	}
	if s.Temperature != nil {
		params["temperature"] = *s.Temperature
	}
	if len(s.Stop) > 0 {
		params["stopSequences"] = s.Stop
	}
	preferences := map[string]any{}
	for name, value := range map[string]*float64{"costPriority": s.Cost, "speedPriority": s.Speed, "intelligencePriority": s.Intelligence} {
		if value != nil {
			preferences[name] = *value
		}
	}
	if len(s.Models) > 0 {
		hints := make([]map[string]string, len(s.Models))
		for i, model := range s.Models {
			hints[i] = map[string]string{"name": model}
		}
		preferences["hints"] = hints
	}
	if len(preferences) > 0 {
		params["modelPreferences"] = preferences
	}
	raw, err := json.Marshal(params)
	if err != nil {
		return nil, fmt.Errorf("the sampling: %w", err)
	}
	return raw, nil
}

// textIn joins the texts of a block or a list of blocks.
func textIn(content json.RawMessage) string {
	var blocks []ui.TextContent
	if json.Unmarshal(content, &blocks) != nil {
		blocks = make([]ui.TextContent, 1)
		_ = json.Unmarshal(content, &blocks[0]) // if that fails, there is no text
	}
	var texts []string
	for _, b := range blocks {
		if b.Type == "text" {
			texts = append(texts, b.Text)
		}
	}
	return strings.Join(texts, "\n")
}
