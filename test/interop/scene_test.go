package interop_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
)

// A scene is a view that a host shows.
type scene struct {
	section string
	host    peer
	page    *browsertest.Page
	main    *browsertest.Frame
	view    *browsertest.Frame
	// outcomes are what is expected of this view, by feature.
	outcomes map[string]outcomes
	found    *checks
}

// What is found of a feature, besides "no" with the code of an error.
const (
	native   = "yes"
	fallback = "fallback"
	// absent is what a host has no way to do, or a page's API no word for.
	absent = "–"
	// unheard is what a host is told and does nothing about.
	unheard = "not heard"
)

// whatever stands for any value, in place of one that is told elsewhere.
const whatever = "\x00whatever"

// A feature is a row of the tables: what the host or the view does, and how to
// tell what came of it. Expressions are JavaScript.
type feature struct {
	name string
	// cause is what the host does: a call of its peer.
	cause string
	// act is what the view does: the name of one of its peer's members, and the
	// arguments.
	act string
	// gives is what that resolves to; nil for whatever.
	gives any
	// shown is true in the view when it has what the feature is about.
	shown string
	// trace is true in the view that was told of it, where that can't be waited
	// for; empty for what shown says.
	trace string
	// told is true in the page of a host that has done what it was asked for.
	told string
	// instead is true in the view when it helped itself, and gaveInstead what the
	// act resolves to then; nil for whatever.
	instead     string
	gaveInstead any
	// ours is how it goes in the workbench, where a person takes part.
	ours ourPart
}

// An ourPart is what differs in the workbench: what the person does, which is
// the cause where there is one, and what stands in the page afterwards.
type ourPart struct {
	person func(ctx context.Context, main *browsertest.Frame) error
	// also waits for what can't be seen in the page.
	also  func(ctx context.Context, s *scene) error
	told  string
	gives any
	// ends says that the view is gone afterwards, so that it has no outcome.
	ends bool
}

// play runs the features in their order, as far as they are expected.
func (s *scene) play(t *testing.T, features []feature) {
	t.Helper()
	for _, f := range features {
		want := s.outcomes[f.name].of(s.host)
		ctx, cancel := context.WithTimeout(t.Context(), browsertest.Timeout)
		got, err := s.find(ctx, f, want)
		cancel()
		if err != nil {
			s.found.note(s.section, f.name, s.host.name, "**no**")
			t.Errorf("%s, %s: %v", s.host.name, f.name, err)
			if f.name == handshake {
				t.FailNow()
			}
			continue
		}
		s.found.note(s.section, f.name, s.host.name, got)
		if got != want {
			t.Errorf("%s, %s: found %q, expected %q", s.host.name, f.name, got, want)
		}
	}
}

// find says what came of a feature. What is expected says where to look, and
// whether to look at all: nothing can be waited for that has no end.
func (s *scene) find(ctx context.Context, f feature, want string) (string, error) {
	if s.host.profile != "" {
		f.told, f.gives = f.ours.told, orElse(f.ours.gives, f.gives)
	}
	switch want {
	case "":
		return "", errors.New("no outcome is recorded for it")
	case absent:
		return absent, s.lacks(ctx, f)
	}
	if want == fallback && s.host.profile != "" {
		f.gaveInstead, f.ours.told = orElse(f.ours.gives, f.gaveInstead), f.told
	}
	if strings.HasPrefix(want, "no (") || want == fallback {
		f.ours.person = nil // nobody is asked
	}
	if err := s.begin(ctx, f); err != nil {
		return "", err
	}
	gives := f.gives
	if want == fallback {
		gives = orElse(f.gaveInstead, f.gives)
	}
	if f.act != "" && (!f.ours.ends || s.host.profile == "" || want != native) {
		code, err := s.outcome(ctx, gives)
		if err != nil || code != "" {
			return code, err
		}
	}
	switch want {
	case fallback:
		return fallback, s.fellBack(ctx, f)
	case unheard:
		// What the view sends arrives in order, so that the host has it by then.
		return unheard, inOrder(
			func() error { return answers(ctx, s.view, "peer.call(1)", number{2}) },
			func() error { return holds(ctx, s.main, "!("+f.told+")") },
		)
	}
	return native, inOrder(
		func() error {
			if s.host.profile == "" || f.ours.also == nil {
				return nil
			}
			return f.ours.also(ctx, s)
		},
		func() error { return waitFor(ctx, s.main, f.told) },
		func() error { return waitFor(ctx, s.view, f.shown) },
	)
}

// lacks makes sure that the host can't, or that the page has no word for it.
func (s *scene) lacks(ctx context.Context, f feature) error {
	name := func(call string) string {
		before, _, _ := strings.Cut(call, "(")
		return before
	}
	if f.act != "" {
		if f.gaveInstead == nil || holds(ctx, s.view, "!peer."+name(f.act)) == nil {
			return holds(ctx, s.view, "!peer."+name(f.act))
		}
		// The page asks, and the host has no way to say what the feature is about.
		if err := s.begin(ctx, f); err != nil {
			return err
		}
		code, err := s.outcome(ctx, f.gaveInstead)
		if err == nil && code != "" {
			err = errors.New(code)
		}
		return err
	}
	if f.cause != "" && s.host.profile == "" {
		if holds(ctx, s.main, "!peer."+name(f.cause)) == nil {
			return nil
		}
	}
	// It was not told, and all that it is told of this has been told by now.
	return holds(ctx, s.view, "!("+cmp.Or(f.trace, f.shown)+")")
}

// begin lets the host or the view begin, and the person do their part.
func (s *scene) begin(ctx context.Context, f feature) error {
	if f.act != "" {
		name, args, _ := strings.Cut(strings.TrimSuffix(f.act, ")"), "(")
		call := fmt.Sprintf("peer.begin(%q", name)
		if args != "" {
			call += ", " + args
		}
		if err := s.view.WaitFor(ctx, "globalThis.peer && !peer.seen.ended"); err != nil {
			return err
		}
		if err := begin(ctx, s.view, call+")"); err != nil {
			return err
		}
	}
	if s.host.profile == "" {
		if f.cause == "" {
			return nil
		}
		return begin(ctx, s.main, "peer."+f.cause)
	}
	if f.ours.person == nil {
		return nil
	}
	return f.ours.person(ctx, s.main)
}

// outcome waits for what the view began: a refusal's "no", or nothing when it
// gave what it is to give.
func (s *scene) outcome(ctx context.Context, gives any) (string, error) {
	if err := s.view.WaitFor(ctx, "peer.outcome"); err != nil {
		return "", err
	}
	got, err := browsertest.Eval[struct {
		Value   json.RawMessage `json:"value"`
		Code    json.RawMessage `json:"code"`
		Message string          `json:"message"`
	}](ctx, s.view, "peer.outcome")
	if err != nil {
		return "", err
	}
	if got.Code != nil {
		if strings.HasPrefix(string(got.Code), `"`) {
			return "", fmt.Errorf("rejected: %s", got.Message)
		}
		return fmt.Sprintf("no (%s)", got.Code), nil
	}
	if gives == nil || gives == whatever {
		return "", nil
	}
	return "", is(ctx, s.view, "peer.outcome.value", gives)
}

// fellBack makes sure that the view helped itself, without its host.
func (s *scene) fellBack(ctx context.Context, f feature) error {
	if err := waitFor(ctx, s.view, f.instead); err != nil || f.told == "" {
		return err
	}
	return holds(ctx, s.main, "!("+f.told+")")
}

// waitFor waits for an expression, if there is one.
func waitFor(ctx context.Context, frame *browsertest.Frame, expression string) error {
	if expression == "" {
		return nil
	}
	return frame.WaitFor(ctx, expression)
}

// orElse is the first of two values that is there.
func orElse(one, other any) any {
	if one != nil {
		return one
	}
	return other
}

// clean makes sure that a page and its frames wrote no error and broke no
// policy. Nothing of what the view or the host does is allowed to.
func clean(t *testing.T, page *browsertest.Page) {
	t.Helper()
	for _, m := range page.Messages() {
		if slices.Contains([]string{"error", "exception"}, m.Type) {
			t.Errorf("the console says %s", m)
		}
	}
	for _, v := range page.Violations() {
		if !v.ReportOnly {
			t.Errorf("a policy was broken: %s", v)
		}
	}
}
