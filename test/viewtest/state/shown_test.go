package state_test

import (
	"context"
	"fmt"

	"github.com/orielapps/oriel/test/browsertest"
)

// What is shown is one frame with the view in it.
type shown struct {
	stage *stage
	id    string
	frame *browsertest.Frame
}

// A report is what a view says of its state; a long text is its length.
type report struct {
	Words   string `json:"words"`
	Status  string `json:"status"`
	Place   string `json:"place"`
	Code    string `json:"code"`
	IsShown bool   `json:"isShown"`
}

// converse begins a conversation: a call of its own.
func (s *stage) converse(ctx context.Context) error {
	_, err := browsertest.Eval[any](ctx, s.host, "host.converse()")
	return err
}

// show shows the conversation's view, in an opaque origin or its own, and waits until
// it knows its state.
func (s *stage) show(ctx context.Context, id string, opaque bool) (*shown, error) {
	if _, err := browsertest.Eval[any](ctx, s.host, fmt.Sprintf("host.show(%q, %t)", id, opaque)); err != nil {
		return nil, err
	}
	v := &shown{stage: s, id: id, frame: s.page.Frame("#" + id)}
	return v, v.frame.WaitFor(ctx, `globalThis.board && board.report().status !== "loading" && board.report().isShown`)
}

// drop takes the view away without a word.
func (v *shown) drop(ctx context.Context) error {
	_, err := browsertest.Eval[any](ctx, v.stage.host, fmt.Sprintf("host.drop(%q)", v.id))
	return err
}

// again reloads the view, and says what it then shows.
func (v *shown) again(ctx context.Context, opaque bool) (report, error) {
	if err := v.drop(ctx); err != nil {
		return report{}, err
	}
	shown, err := v.stage.show(ctx, v.id, opaque)
	if err != nil {
		return report{}, err
	}
	*v = *shown
	return v.report(ctx)
}

// set has a person type words, and waits until it is said what became of them.
func (v *shown) set(ctx context.Context, words string) (report, error) {
	if _, err := browsertest.Eval[any](ctx, v.frame, "board.set("+words+")"); err != nil {
		return report{}, err
	}
	if err := v.frame.WaitFor(ctx, `/saved$|failed/.test(board.report().status) && board.report().status !== "unsaved" && board.report().isShown`); err != nil {
		return report{}, err
	}
	return v.report(ctx)
}

func (v *shown) report(ctx context.Context) (report, error) {
	return browsertest.Eval[report](ctx, v.frame, "board.report()")
}
