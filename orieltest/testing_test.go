package orieltest_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// recorder is a test that keeps what is said of it.
type recorder struct {
	testing.TB // nil: what is not here is not used

	ctx      context.Context //nolint:containedctx // a test has one
	mu       sync.Mutex
	said     []string
	fatal    bool
	cleanups []func()
}

func (r *recorder) Helper() {}

func (r *recorder) Context() context.Context { return r.ctx }

func (r *recorder) Cleanup(f func()) { r.cleanups = append(r.cleanups, f) }

func (r *recorder) Errorf(format string, values ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.said = append(r.said, fmt.Sprintf(format, values...))
}

func (r *recorder) Fatalf(format string, values ...any) {
	r.Errorf(format, values...)
	r.fatal = true
	runtime.Goexit()
}

// failures runs a test and returns what it failed with.
func failures(t *testing.T, test func(t *recorder)) string {
	t.Helper()
	r := &recorder{ctx: t.Context()}
	done := make(chan struct{})
	go func() {
		defer close(done)
		test(r)
	}()
	<-done
	for _, f := range r.cleanups {
		f()
	}
	return strings.Join(r.said, "\n")
}

// t stands for the test that an example would be.
var t testing.TB = &printer{}

// printer is a test whose failures are printed, where an example's output is
// compared.
type printer struct{ testing.TB }

func (*printer) Helper() {}

func (*printer) Context() context.Context { return context.Background() }

func (*printer) Cleanup(func()) {}

func (*printer) Errorf(format string, values ...any) { fmt.Printf(format+"\n", values...) } //nolint:forbidigo // see above

func (p *printer) Fatalf(format string, values ...any) {
	p.Errorf(format, values...)
	runtime.Goexit()
}
