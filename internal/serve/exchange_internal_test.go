package serve

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/orielapps/oriel/ui"
)

// nothing is an app that declares nothing.
type nothing struct{ App }

func (nothing) Identity() ui.Identity               { return ui.Identity{Name: "nothing"} }
func (nothing) Watch(func(ui.Change)) (stop func()) { return func() {} }

// However an exchange ends, it gives back its place and its memory.
func TestExchangeGivesBack(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(x *exchange){
		"an answer":         func(x *exchange) { x.finish(http.StatusOK, []byte(`{"id":1}`)) },
		"two answers":       func(x *exchange) { x.finish(http.StatusOK, []byte(`{}`)); x.finish(http.StatusOK, []byte(`{}`)) },
		"an early answer":   func(x *exchange) { x.finishEarly(http.StatusOK, []byte(`{}`)); x.finish(http.StatusOK, []byte(`{}`)) },
		"a stream":          func(x *exchange) { _ = x.silence(); x.finish(http.StatusOK, []byte(`{}`)) },
		"an empty answer":   func(x *exchange) { x.accepted() },
		"a refusal":         func(x *exchange) { x.refuse(nil, busy()) },
		"no answer":         func(*exchange) {},
		"an abandoned call": func(x *exchange) { x.abandon() },
	} {
		s := New(nothing{}, Options{})
		t.Cleanup(s.Close)
		h := s.handler
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader("{}"))
		x := &exchange{handler: h, response: newResponse(&h.transport, w, r)}
		if failure := x.startWork(); failure != nil || !x.takeMemory(1000, 1000) {
			t.Fatalf("%s: %v", name, failure)
		}
		end(x)
		x.endWork()
		x.release()
		if calls, bodies, unsent := s.calls.now.Load(), s.bodies.used.Load(), s.unsent.used.Load(); calls != 0 || bodies != 0 || unsent != 0 {
			t.Errorf("%s: %d calls, %d bytes of bodies and %d of answers are left", name, calls, bodies, unsent)
		}
	}
}
