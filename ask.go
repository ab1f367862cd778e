package oriel

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"sync"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/schema"
)

// Question is a question to the user; see [Ask].
type Question struct {
	// Name distinguishes the question from others of the same request, and is sent to
	// the client. Empty means a name derived from the question itself. A request can
	// have at most 32 open questions.
	Name string
	// Message tells the user what is asked, and why.
	Message string
	// Schema replaces the form derived from the answer's type: a JSON Schema whose
	// properties are strings, numbers, booleans and lists of choices (MCP 2025-11-25,
	// "Elicitation", "Requested Schema").
	Schema json.RawMessage
	// URL is a page to open instead of a form, for data that must not pass through the
	// client, such as a password: an http or https address. The only answer is the user's
	// consent to open it; Ask returns the zero T then.
	URL string
	// Wait is how long to wait for the answer on connections on which Ask waits. Zero
	// means 10 minutes. The deadline of the request applies too.
	Wait time.Duration
}

const defaultWait = 10 * time.Minute

// Errors of questions that the user did not answer.
var (
	// ErrDeclined is the error of [Ask] if the user declined. Its code is "declined".
	ErrDeclined error = &Error{Code: "declined", Message: "The user declined to answer."}
	// ErrDismissed is the error of [Ask] if the user closed the question without an
	// answer. Its code is "dismissed".
	ErrDismissed error = &Error{Code: "dismissed", Message: "The user closed the question without an answer."}
)

// Ask asks the user with a form and returns the answer (MCP 2025-11-25,
// "Elicitation"). T is a struct of strings, numbers, booleans and lists of choices,
// with the tags listed at [AddTool]:
//
//	type Guest struct {
//		Name  string `json:"name" doc:"As on the passport"`
//		Meals string `json:"meals" enum:"all,vegetarian,vegan" default:"all"`
//	}
//	guest, err := oriel.Ask[Guest](ctx, oriel.Question{Message: "Who is coming?"})
//	if err != nil {
//		return oriel.Result[Booking]{}, err
//	}
//
// Up to MCP 2025-11-25, Ask waits for the answer. From 2026-07-28 on it can't wait:
// Ask returns [ErrInputRequired], the handler returns that error, the client asks its
// user, and the handler runs again from its beginning, this time with the answer. So
// code before Ask may run more than once: it must be safe to repeat. The client may
// repeat the same request with the same answer for an hour. To ask several things at
// once, call Ask for each and return all errors with errors.Join.
//
// Errors are [ErrDeclined], [ErrDismissed], a [*MissingCapabilityError] if the client
// can't ask its user, and an [*Error] with one of these codes:
//
//   - "answer_invalid": the answer doesn't fit T, or can't be read;
//   - "ask_timeout": no answer in time. Several replicas need a shared [Options.Store] or
//     sticky sessions, otherwise the answer may come to another replica;
//   - "ask_refused": the client answered with an error;
//   - "client_gone": the client has disconnected;
//   - "cannot_ask": the request has no connection to ask over;
//   - "no_route": a server of package gosdk or mcpgo could not ask, or could not use the answer.
//
// The error is that of the context if the request is cancelled. A handler can return all
// of them as they are.
func Ask[T any](ctx context.Context, q Question) (T, error) {
	var answer T
	r := RequestFrom(ctx)
	if q.URL != "" {
		return answer, visit(ctx, r, &q)
	}
	if err := r.needs(r.Client.Forms, "elicitation", "ask its user with a form"); err != nil {
		return answer, err
	}
	f, err := formOf(reflect.TypeFor[T](), q.Schema)
	if err != nil {
		return answer, err
	}
	params, err := json.Marshal(map[string]any{"message": q.Message, "requestedSchema": f.requested})
	if err != nil {
		return answer, fmt.Errorf("the question: %w", err)
	}
	content, err := elicit(ctx, r, &q, params)
	if err != nil {
		return answer, err
	}
	if err := f.decode(content, &answer); err != nil {
		return answer, &Error{Code: "answer_invalid", Message: "The user's answer doesn't fit. " + err.Error(), Fix: "Ask again."}
	}
	return answer, nil
}

// visit asks the user to go to a page.
func visit(ctx context.Context, r *Request, q *Question) error {
	if u, err := url.Parse(q.URL); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return fmt.Errorf("Question.URL %.200q: %w", q.URL, errNoPage)
	}
	if err := r.needs(r.Client.Pages, "elicitation", "send its user to a page"); err != nil {
		return err
	}
	params, err := json.Marshal(map[string]any{
		"mode": "url", "message": q.Message, "url": q.URL, "elicitationId": nameOf("page", q.Message, q.URL),
	})
	if err != nil {
		return fmt.Errorf("the question: %w", err)
	}
	_, err = elicit(ctx, r, q, params)
	return err
}

var errNoPage = errors.New("not an http or https address")

// elicit asks the user and returns the content of the answer.
func elicit(ctx context.Context, r *Request, q *Question, params json.RawMessage) (json.RawMessage, error) {
	name, wait := q.Name, q.Wait
	if name == "" {
		name = nameOf("question", string(params))
	}
	if wait <= 0 {
		wait = defaultWait
	}
	raw, err := r.asking.ask(ctx, name, hosts.InputRequest{Method: hosts.MethodElicit, Params: params}, wait)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Action  string          `json:"action"`
		Content json.RawMessage `json:"content"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return nil, answerUnreadable("elicitation", raw)
	}
	switch answer.Action {
	case "accept":
		return answer.Content, nil
	case "decline":
		return nil, ErrDeclined
	case "cancel":
		return nil, ErrDismissed
	default:
		return nil, answerUnreadable("elicitation", raw)
	}
}

func answerUnreadable(what string, raw json.RawMessage) *Error {
	return &Error{Code: "answer_invalid", Message: fmt.Sprintf("The client's answer to a question of %s can't be read: %.200s", what, raw), Fix: "Ask again."}
}

// nameOf derives the name of a question from its content, so that it is the same
// when the handler runs again.
func nameOf(kind string, parts ...string) string {
	const length = 8
	h := sha256.New()
	for _, part := range parts {
		_, _ = fmt.Fprintf(h, "%d:%s", len(part), part) // writing to a hash never fails
	}
	return kind + "-" + hex.EncodeToString(h.Sum(nil)[:length/2])
}

// needs returns an error if the client lacks the capability that a question needs.
func (r *Request) needs(can bool, capability, what string) error {
	if can || r.asking == nil { // outside of a request, ask returns errCannotAsk
		return nil
	}
	return &MissingCapabilityError{
		Capability: capability,
		Text:       fmt.Sprintf("This needs a client that can %s (capability %q), and this client has not declared that.", what, capability),
	}
}

// form is the form of a question.
type form struct {
	requested json.RawMessage // the schema that is sent
	check     *schema.Schema  // validates the answer
	ours      bool            // derived from the answer's type
}

// decode validates and decodes an answer.
func (f *form) decode(content json.RawMessage, into any) error {
	if f.ours {
		return f.check.Decode(content, into)
	}
	content, err := f.check.Normal(content)
	if err != nil {
		return err
	}
	return json.Unmarshal(content, into) //nolint:wrapcheck // the caller does
}

var forms sync.Map // reflect.Type → *form

func formOf(t reflect.Type, own json.RawMessage) (*form, error) {
	if own != nil {
		check, err := schema.Parse(own)
		if err != nil {
			return nil, fmt.Errorf("the question's schema: %w", err)
		}
		return &form{requested: own, check: check}, nil
	}
	if known, ok := forms.Load(t); ok {
		f, _ := known.(*form)
		return f, nil
	}
	check, err := schema.ForType(t)
	if err != nil {
		return nil, fmt.Errorf("the answer's type: %w", err)
	}
	requested, err := flat(check, t)
	if err != nil {
		return nil, err
	}
	f := &form{requested: requested, check: check, ours: true}
	forms.Store(t, f)
	return f, nil
}
