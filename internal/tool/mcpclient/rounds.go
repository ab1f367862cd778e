package mcpclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/orielapps/oriel/hosts"
)

const (
	// maxRounds is how often a request is repeated for the answers to questions.
	maxRounds = 50
	// maxBusy is how often it is repeated for a server that asks nothing but to be asked
	// again.
	maxBusy = 3
	// pagesRequired is the code of an error that tells the user to visit pages first
	// (MCP 2025-11-25, URLElicitationRequiredError).
	pagesRequired = -32042
)

// inputRequired is a result that stands for questions (MCP 2026-07-28, InputRequiredResult).
type inputRequired struct {
	Type     string          `json:"resultType"`
	Requests json.RawMessage `json:"inputRequests"`
	State    *string         `json:"requestState"`
}

// answered sends a request, and repeats it with the answers to the server's questions.
func (c *Client) answered(ctx context.Context, one exchange) (json.RawMessage, error) {
	first, count, busy := one.params, 0, 0
	for range maxRounds {
		result, err := c.request(ctx, one)
		if err != nil {
			return nil, c.pagesFirst(ctx, err)
		}
		required, asks := c.inputRequired(result)
		if !asks {
			return result, nil
		}
		questions, err := c.questions(required.Requests, &count)
		if err != nil {
			return nil, err
		}
		if busy++; len(questions) > 0 {
			busy = 0
		}
		if busy > maxBusy {
			break
		}
		answers, err := c.answerAll(ctx, questions)
		if err != nil {
			return nil, err
		}
		one.params = maps.Clone(first)
		if len(answers) > 0 {
			one.params["inputResponses"] = answers
		}
		if required.State != nil {
			one.params["requestState"] = *required.State
		}
	}
	return nil, tooManyQuestions("The server asks for another round each time.")
}

func (c *Client) inputRequired(result json.RawMessage) (inputRequired, bool) {
	var required inputRequired
	// Most results are not looked into: they may be large.
	if !bytes.Contains(result[:min(len(result), maxForSDK)], []byte(`"input_required"`)) || c.Info().Protocol < statelessFrom {
		return required, false
	}
	err := json.Unmarshal(result, &required)
	return required, err == nil && required.Type == "input_required"
}

// questions reads the questions of a round. count is of all rounds.
func (c *Client) questions(raw json.RawMessage, count *int) (map[string]Question, error) {
	var requests map[string]hosts.InputRequest
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &requests); err != nil {
			return nil, malformed(fmt.Sprintf("The inputRequests can't be read: %v.", err), "Send an object of requests by their names.")
		}
	}
	*count += len(requests)
	switch {
	case len(requests) > maxOpenQuestions:
		return nil, tooManyQuestions(fmt.Sprintf("At most %d questions of a call may be open; these are %d.", maxOpenQuestions, len(requests)))
	case *count > maxQuestions:
		return nil, tooManyQuestions(fmt.Sprintf("A call may cause %d questions.", maxQuestions))
	}
	questions := make(map[string]Question, len(requests))
	for name, request := range requests {
		q, err := readQuestion(request.Method, request.Params)
		if err == nil {
			err = offers(c.profile, q)
		}
		if err != nil {
			return nil, err
		}
		questions[name] = q
	}
	return questions, nil
}

// answerAll asks all questions of a round at once.
func (c *Client) answerAll(ctx context.Context, questions map[string]Question) (map[string]json.RawMessage, error) {
	asker := askerOf(ctx)
	if asker == nil && len(questions) > 0 {
		return nil, unanswered()
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		mu      sync.Mutex
		all     sync.WaitGroup
		answers = make(map[string]json.RawMessage, len(questions))
	)
	for _, name := range slices.Sorted(maps.Keys(questions)) {
		wait := asker.Ask(ctx, questions[name])
		all.Go(func() {
			answer, err := wait()
			if err != nil {
				cancel(err) // the first one counts
				return
			}
			mu.Lock()
			defer mu.Unlock()
			answers[name] = answer
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return nil, c.describe("the server's questions", context.Cause(ctx))
	}
	return answers, nil
}

// pagesFirst sends the user to the pages that an error asks for. The request is not repeated: only
// the user knows when they are done there.
func (c *Client) pagesFirst(ctx context.Context, err error) error {
	asker := askerOf(ctx)
	refused, ok := errors.AsType[*RPCError](err)
	if !ok || refused.Code != pagesRequired || asker == nil {
		return err
	}
	var data struct {
		Pages []json.RawMessage `json:"elicitations"`
	}
	if json.Unmarshal(refused.Data, &data) != nil || len(data.Pages) == 0 {
		return err
	}
	if len(data.Pages) > maxOpenQuestions {
		return tooManyQuestions(fmt.Sprintf("The error asks for %d pages, and may ask for %d.", len(data.Pages), maxOpenQuestions))
	}
	for _, params := range data.Pages {
		q, fault := readQuestion(hosts.MethodElicit, params)
		if fault == nil {
			fault = offers(c.profile, q)
		}
		if fault != nil {
			return fault
		}
		if _, fault = asker.Ask(ctx, q)(); fault != nil {
			return fault
		}
	}
	return err
}
