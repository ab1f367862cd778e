package oriel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/orielapps/oriel/state"
)

const (
	// maxViewState is the maximum size of a state, in bytes of JSON without spaces. With
	// its metadata it stays below the 1 MiB of a store's entry, and below 1 MiB as the
	// default limit of many proxies.
	maxViewState = 1_000_000
	// maxViewStateDepth is the maximum nesting: less than the limits of the JSON parsers
	// of hosts.
	maxViewStateDepth = 500
	// maxStateWriters is how many pages are remembered as writers of a state.
	maxStateWriters = 32
	// maxRevision is the largest integer that JavaScript represents exactly.
	maxRevision = 1<<53 - 1
)

// statePlace is the location of a state in a store.
type statePlace struct {
	store state.Store
	key   string
	ttl   time.Duration
}

// stateRecord is a stored state: this struct as one line of JSON, followed by the
// state, which is not decoded.
type stateRecord struct {
	Revision int64 `json:"revision"`
	// Writers are the pages that have written, the latest last. Messages of a page may
	// arrive out of order, so each page is remembered after others have written.
	Writers []stateWriter `json:"writers"`

	state json.RawMessage
}

type stateWriter struct {
	ID       string `json:"id"`
	Sequence int64  `json:"sequence"`
}

// errSuperseded is the error of a write that arrives after a later one of the same page.
var errSuperseded = errors.New("the page has written something newer")

// errStateUnreadable is the error of an entry that Oriel has not written.
var errStateUnreadable = errors.New("the stored state of a view can't be read")

// get reads the state.
func (p *statePlace) get(ctx context.Context) (stateAnswer, error) {
	entry, err := p.store.Get(ctx, p.key)
	if errors.Is(err, state.ErrNotFound) {
		return stateAnswer{}, nil
	}
	if err != nil {
		return stateAnswer{}, stateStoreError(err)
	}
	record, err := parseStateRecord(entry.Value)
	if err != nil {
		return stateAnswer{}, err
	}
	return stateAnswer{Revision: record.Revision, State: record.state, Found: true}, nil
}

// put stores a state, unless the same page has written a newer one. A page may repeat
// its last write, because it may not have received the response.
func (p *statePlace) put(ctx context.Context, in *stateRequest) (stateAnswer, error) {
	sent, err := viewState(in.State)
	if err != nil {
		return stateAnswer{}, err
	}
	var record *stateRecord
	_, err = state.Update(ctx, p.store, p.key, p.ttl, func(old []byte) ([]byte, error) {
		if record, err = parseStateRecord(old); err != nil {
			return nil, err
		}
		if !record.take(in, sent) {
			return nil, errSuperseded
		}
		return record.encode()
	})
	switch {
	case err == nil:
		return stateAnswer{Revision: record.Revision, Found: true}, nil
	case !errors.Is(err, errSuperseded):
		return stateAnswer{}, stateStoreError(err)
	}
	answer := stateAnswer{Revision: record.Revision, Found: true}
	// Two writes with the same number: the first one stays, and the page gets it back.
	if last := record.Writers[len(record.Writers)-1]; last != (stateWriter{in.Writer, in.Sequence}) || !bytes.Equal(record.state, sent) {
		answer.State = record.state
	}
	return answer, nil
}

// take applies a write to the record, and reports whether it is newer.
func (r *stateRecord) take(in *stateRequest, sent json.RawMessage) bool {
	at := slices.IndexFunc(r.Writers, func(w stateWriter) bool { return w.ID == in.Writer })
	if at >= 0 {
		if in.Sequence <= r.Writers[at].Sequence {
			return false
		}
		r.Writers = slices.Delete(r.Writers, at, at+1)
	}
	r.Writers = append(r.Writers, stateWriter{in.Writer, in.Sequence})
	r.Writers = r.Writers[max(0, len(r.Writers)-maxStateWriters):]
	// The view's revision is greater only if the store has lost the state. Revisions must
	// not go back for pages that have seen them.
	r.Revision = min(max(r.Revision, in.Revision)+1, maxRevision)
	r.state = sent
	return true
}

// parseStateRecord decodes an entry; an empty one is an empty record.
func parseStateRecord(raw []byte) (*stateRecord, error) {
	record := &stateRecord{}
	if raw == nil {
		return record, nil
	}
	head, body, whole := bytes.Cut(raw, []byte("\n"))
	if err := json.Unmarshal(head, record); err != nil || !whole || len(record.Writers) == 0 {
		// The error may be logged, and the state is for the view alone.
		return nil, errors.Join(errStateUnreadable, err)
	}
	record.state = body
	return record, nil
}

func (r *stateRecord) encode() ([]byte, error) {
	head, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("the state of a view: %w", err)
	}
	return slices.Concat(head, []byte("\n"), r.state), nil
}

// viewState returns a state without spaces, or an error if it exceeds a limit.
func viewState(sent json.RawMessage) (json.RawMessage, error) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, sent); err != nil {
		return nil, fmt.Errorf("the state: %w", err)
	}
	if n := compact.Len(); n > maxViewState {
		return nil, &Error{
			Code:    "state_too_large",
			Message: fmt.Sprintf("The state has %d bytes of JSON, and the limit is %d.", n, maxViewState),
			Fix:     "Keep less: for what a tool can look up again, keep only the id.",
		}
	}
	if n := jsonDepth(compact.Bytes()); n > maxViewStateDepth {
		return nil, &Error{
			Code:    "state_too_deep",
			Message: fmt.Sprintf("The state has %d levels, and the limit is %d.", n, maxViewStateDepth),
			Fix:     "Keep a flatter value.",
		}
	}
	return compact.Bytes(), nil
}

// jsonDepth returns how deeply the lists and objects of valid JSON are nested.
func jsonDepth(text []byte) (deepest int) {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[', c == '{':
			depth++
			deepest = max(deepest, depth)
		case c == ']', c == '}':
			depth--
		}
	}
	return deepest
}

// stateStoreError converts an error of the store for a view.
func stateStoreError(err error) error {
	switch {
	case errors.Is(err, state.ErrFull):
		return &Error{Code: "state_full", Message: "There is no room for more state.", Fix: "Try again later."}
	case errors.Is(err, state.ErrConflict):
		return &Error{Code: "state_busy", Message: "Too many pages write this state at once.", Fix: "Try again."}
	default:
		return fmt.Errorf("the store of view states: %w", err)
	}
}
