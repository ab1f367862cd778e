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

// Question is something that a user is asked.
type Question struct {
	// Name tells the question from others of the same request; it is sent to the
	// client. Empty means one that is made from the question itself. A request has at
	// most 32 open questions.
	Name string
	// Message says what is wanted, and why.
	Message string
	// Schema replaces the form that is derived from the answer's type: a JSON Schema
	// whose properties are texts, numbers, booleans and choices (MCP 2025-11-25,
	// "Elicitation", "Requested Schema").
	Schema json.RawMessage
	// URL is a page to send the user to, in place of a form: for what must not pass
	// through the client, such as a password. That the user has agreed to go there
	// is the whole answer.
	URL string
	// Wait is how long to wait for an answer where the connection allows to wait.
	// Zero means 10 minutes. The call's own deadline ends it, too.
	Wait time.Duration
}

const defaultWait = 10 * time.Minute

// The answers that are none.
var (
	// ErrDeclined is the error of a question that the user declined.
	ErrDeclined error = &Error{Code: "declined", Message: "The user declined to answer."}
	// ErrDismissed is the error of a question that the user closed without an
	// answer.
	ErrDismissed error = &Error{Code: "dismissed", Message: "The user closed the question without an answer."}
)

// Ask asks the user with a form and returns the answer. T is a struct of texts,
// numbers, booleans and lists of choices, with the tags that the package documentation lists:
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
// In sessions of the older lifecycle it waits for the answer. From MCP 2026-07-28
// on there is nothing to wait on: Ask returns [ErrInputRequired], the handler
// returns it, the client asks its user, and the handler runs again, this time with
// the answer. So code before Ask may run more than once; it should change nothing
// that a second run would change again. Nor is an answer used up: for an hour, the
// client may repeat the same request with it. To ask several things at once, ask all of
// them and join their errors.
//
// It fails with [ErrDeclined], [ErrDismissed], a [*MissingCapabilityError] where the
// client can't ask its user, and [*Error]s with the codes "answer_invalid" for an
// answer that doesn't fit, and "ask_timeout" or "no_route" for one that didn't
// come. All may be returned as they are.
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
		return fmt.Errorf("a user can't be sent to %.200q: %w", q.URL, errNoPage)
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

var errNoPage = errors.New("that is no https address")

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
	return &Error{Code: "answer_invalid", Message: fmt.Sprintf("The client's answer is none to a question of %s: %.200s", what, raw)}
}

// nameOf makes the name of a question from what it says: it has to be the same
// when the handler runs again.
func nameOf(kind string, parts ...string) string {
	const length = 8
	h := sha256.New()
	for _, part := range parts {
		_, _ = fmt.Fprintf(h, "%d:%s", len(part), part) // a hash takes everything
	}
	return kind + "-" + hex.EncodeToString(h.Sum(nil)[:length/2])
}

// needs reports that a client can't do what a question wants of it.
func (r *Request) needs(can bool, capability, what string) error {
	if can || r.asking == nil { // outside of a request, ask says so
		return nil
	}
	return &MissingCapabilityError{
		Capability: capability,
		Text:       fmt.Sprintf("This needs a client that can %s (capability %q); yours has not declared that it can.", what, capability),
	}
}

// form is what a user fills in.
type form struct {
	requested json.RawMessage
	check     *schema.Schema
	ours      bool // derived from the answer's type
}

// decode reads what a user has filled in.
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
