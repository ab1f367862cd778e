// Package issuertest runs the test issuer in tests.
package issuertest

import (
	"context"
	"testing"

	"github.com/orielapps/oriel/internal/tool/issuer"
)

// Start serves an issuer on a port of its own until the test ends.
func Start(t *testing.T, o issuer.Options) *issuer.Issuer {
	t.Helper()
	started, err := issuer.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		started.Serve(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	return started
}
