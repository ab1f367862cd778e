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

// SampleRequest is a question to the client's model (MCP 2025-11-25, "Sampling";
// deprecated from 2026-07-28 on, and still served).
type SampleRequest struct {
	// Name tells the question from others of the same request. Empty means one that
	// is made from the question itself.
	Name string
	// Messages are the conversation so far; at least one.
	Messages []Message
	// System is the system prompt that the app would like. The client may change or
	// ignore it.
	System string
	// MaxTokens bounds the answer. Zero means 1,000.
	MaxTokens int
	// Temperature is nil for the client's own.
	Temperature *float64
	// Stop are texts that end the answer.
	Stop []string
	// Models are names, or parts of names, of models that would do, best first.
	Models []string
	// Cost, Speed and Intelligence say how much each matters, from 0 to 1. Nil says
	// nothing.
	Cost, Speed, Intelligence *float64
	// Wait is how long to wait for an answer; see [Question].
	Wait time.Duration
}

// SampleResult is what the client's model has said.
type SampleResult struct {
	// Text are the texts of the answer, joined.
	Text string
	// Content is the answer, a block or a list of blocks, as the client sent it.
	Content json.RawMessage
	// Model is the name of the model; StopReason is why it ended, as "endTurn".
	Model, StopReason string
}

const defaultMaxTokens = 1000

// Sample asks the client's model. It waits, fails and is repeated like [Ask].
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

var errNoMessages = errors.New("a sampling without messages asks nothing")

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

// textIn joins the texts of a block, or of a list of blocks.
func textIn(content json.RawMessage) string {
	var blocks []ui.TextContent
	if json.Unmarshal(content, &blocks) != nil {
		blocks = make([]ui.TextContent, 1)
		_ = json.Unmarshal(content, &blocks[0]) // without a text, then
	}
	var texts []string
	for _, b := range blocks {
		if b.Type == "text" {
			texts = append(texts, b.Text)
		}
	}
	return strings.Join(texts, "\n")
}
