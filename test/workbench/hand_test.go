package workbench_test

import (
	"context"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
)

// steps stops at the first that fails.
func steps(t *testing.T, all ...func() error) {
	t.Helper()
	for i, step := range all {
		if err := step(); err != nil {
			t.Fatalf("step %d: %v", i+1, err)
		}
	}
}

// hand is a person at the page.
type hand struct {
	//nolint:containedctx // the test's, for all that it does
	ctx  context.Context
	main *browsertest.Frame
}

func (h hand) click(selector string) func() error {
	return func() error { return h.main.Click(h.ctx, selector) }
}

func (h hand) fill(selector, text string) func() error {
	return func() error { return h.main.Fill(h.ctx, selector, text) }
}

func (h hand) sees(selector, text string) func() error {
	return func() error { return h.main.WaitForText(h.ctx, selector, text) }
}

func (h hand) waits(expression string) func() error {
	return func() error { return h.main.WaitFor(h.ctx, expression) }
}
