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
	// maxViewState is how large a state may be, in bytes of JSON without spaces. With
	// all that goes with it, it stays below the 1 MiB that an entry of a store may
	// have, and at which proxies refuse a request if nobody has told them more.
	maxViewState = 1_000_000
	// maxViewStateDepth is how many levels it may have: fewer than where the JSON
	// readers of hosts give up.
	maxViewStateDepth = 500
	// maxStateWriters is how many pages are remembered that have written a state.
	maxStateWriters = 32
	// maxRevision is the greatest whole number that JavaScript counts to.
	maxRevision = 1<<53 - 1
)

// statePlace is where a store has one state.
type statePlace struct {
	store state.Store
	key   string
	ttl   time.Duration
}

// stateRecord is a state as it is kept: this in one line of JSON, and the state after
// it, which is so never read here.
type stateRecord struct {
	Revision int64 `json:"revision"`
	// Writers are the pages that have written, the last of them last. Their messages
	// may overtake each other on their way, so each has to be remembered also after
	// others have written.
	Writers []stateWriter `json:"writers"`

	state json.RawMessage
}

type stateWriter struct {
	ID       string `json:"id"`
	Sequence int64  `json:"sequence"`
}

// errSuperseded ends a write that comes after a later one of the same page.
var errSuperseded = errors.New("the page has written something newer")

// errStateUnreadable is that of an entry which somebody else has written.
var errStateUnreadable = errors.New("the state of a view is not as it was kept")

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

// put keeps a state, unless the page that sends it has written something newer. What
// it has written last may come again: its answer may have been lost.
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
	// A page that numbers two writes alike is not told that the second one is kept.
	if last := record.Writers[len(record.Writers)-1]; last != (stateWriter{in.Writer, in.Sequence}) || !bytes.Equal(record.state, sent) {
		answer.State = record.state
	}
	return answer, nil
}

// take makes a write part of the record, and reports whether it does.
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
	// The view's revision is greater only where a store has lost the state: it must
	// not go back for the pages that know of it.
	r.Revision = min(max(r.Revision, in.Revision)+1, maxRevision)
	r.state = sent
	return true
}

// parseStateRecord reads what is kept; nothing is an empty record.
func parseStateRecord(raw []byte) (*stateRecord, error) {
	record := &stateRecord{}
	if raw == nil {
		return record, nil
	}
	head, body, whole := bytes.Cut(raw, []byte("\n"))
	if err := json.Unmarshal(head, record); err != nil || !whole || len(record.Writers) == 0 {
		// What is kept is the view's alone, and an error ends up in a log.
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

// viewState returns a state as it is kept, without spaces, or says why it can't be.
func viewState(sent json.RawMessage) (json.RawMessage, error) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, sent); err != nil {
		return nil, fmt.Errorf("the state: %w", err)
	}
	if n := compact.Len(); n > maxViewState {
		return nil, &Error{
			Code:    "state_too_large",
			Message: fmt.Sprintf("The state has %d bytes of JSON, and may have %d.", n, maxViewState),
			Fix:     "Keep less: what a tool can find again needs only its id.",
		}
	}
	if n := jsonDepth(compact.Bytes()); n > maxViewStateDepth {
		return nil, &Error{
			Code:    "state_too_deep",
			Message: fmt.Sprintf("The state has %d levels, and may have %d.", n, maxViewStateDepth),
			Fix:     "Keep a flatter value.",
		}
	}
	return compact.Bytes(), nil
}

// jsonDepth is how many lists and objects of valid JSON are inside each other.
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

// stateStoreError says what an error of the store means for a view.
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
