package state_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
)

// What becomes of a state.
const (
	there = "there"
	lost  = "lost"
)

// whether says in a word whether the view has the words.
func whether(r report, words string) (string, error) {
	switch r.Words {
	case words:
		return there, nil
	case "":
		return lost, nil
	default:
		return "", fmt.Errorf("the view has %q", r.Words)
	}
}

// A scene is a row of the table: what happens to the view.
type scene struct {
	name string
	// play says what became of the state. The conversation has begun.
	play func(ctx context.Context, t *testing.T, s *stage) (string, error)
}

func scenes() []scene {
	return []scene{
		{"kept by", keptBy},
		{"reload", reload(false)},
		{"rendered anew in the page", rerender},
		{"closed by the host right after a change", closed},
		{"second tab", secondTab},
		{"two writers", twoWriters},
		{"server restarts, lasting store", restart(true, true)},
		{"server restarts, memory, the same `ORIEL_KEY`", restart(false, true)},
		{"server restarts, memory, another key", restart(false, false)},
		{"reload in an opaque origin", reload(true)},
		{"1,000,000 bytes, reload", large(1_000_000)},
		{"1,000,001 bytes", large(1_000_001)},
		{"the browser's storage is full", full},
	}
}

// showOne shows the view and has it keep "one".
func (s *stage) showOne(ctx context.Context, opaque bool) (*shown, error) {
	v, err := s.show(ctx, "a", opaque)
	if err == nil {
		_, err = v.set(ctx, `"one"`)
	}
	return v, err
}

// end drops the view, and says whether it has had the words in a report, unless that failed.
func (v *shown) end(ctx context.Context, r report, err error, words string) (string, error) {
	if err != nil {
		return "", err
	}
	word, err := whether(r, words)
	return word, errors.Join(err, v.drop(ctx))
}

func keptBy(ctx context.Context, _ *testing.T, s *stage) (string, error) {
	v, err := s.show(ctx, "a", false)
	if err != nil {
		return "", err
	}
	r, err := v.set(ctx, `"one"`)
	return r.Place, errors.Join(err, v.drop(ctx))
}

func reload(opaque bool) func(context.Context, *testing.T, *stage) (string, error) {
	return func(ctx context.Context, _ *testing.T, s *stage) (string, error) {
		v, err := s.showOne(ctx, opaque)
		if err != nil {
			return "", err
		}
		r, err := v.again(ctx, opaque)
		return v.end(ctx, r, err, "one")
	}
}

func rerender(ctx context.Context, _ *testing.T, s *stage) (string, error) {
	v, err := s.show(ctx, "a", true)
	if err != nil {
		return "", err
	}
	// Also what is not kept yet.
	if _, err = browsertest.Eval[any](ctx, v.frame, `(board.set("one"), board.rerender())`); err != nil {
		return "", err
	}
	if err = v.frame.WaitFor(ctx, "board.report().isShown"); err != nil {
		return "", err
	}
	r, err := v.report(ctx)
	return v.end(ctx, r, err, "one")
}

func closed(ctx context.Context, _ *testing.T, s *stage) (string, error) {
	v, err := s.show(ctx, "a", false)
	if err != nil {
		return "", err
	}
	if _, err = browsertest.Eval[any](ctx, v.frame, `board.setAndClose("one")`); err != nil {
		return "", err
	}
	if err = s.host.WaitFor(ctx, `!host.open("a")`); err != nil {
		return "", err
	}
	if v, err = s.show(ctx, "a", false); err != nil {
		return "", err
	}
	r, err := v.report(ctx)
	return v.end(ctx, r, err, "one")
}

// secondTab changes a state in one tab, and looks into another that was open before.
func secondTab(ctx context.Context, _ *testing.T, s *stage) (string, error) {
	a, b, err := twoTabs(ctx, s)
	if err != nil {
		return "", err
	}
	r, err := a.set(ctx, `"one"`)
	if err != nil {
		return "", err
	}
	var word string
	if r.Place == "browser" {
		// The browser tells the other tab in its own time.
		if err = b.frame.WaitFor(ctx, `board.report().words === "one" && board.report().isShown`); err != nil {
			return "", err
		}
		word = "at once"
	} else {
		if r, err = b.report(ctx); err != nil {
			return "", err
		}
		if r.Words != "" {
			return "", fmt.Errorf("the other tab has %q already", r.Words)
		}
		if r, err = b.again(ctx, false); err != nil {
			return "", err
		}
		if word, err = whether(r, "one"); err != nil {
			return "", err
		}
		word = map[string]string{there: "after its reload", lost: "never"}[word]
	}
	return word, errors.Join(a.drop(ctx), b.drop(ctx))
}

func twoTabs(ctx context.Context, s *stage) (a, b *shown, err error) {
	if a, err = s.show(ctx, "a", false); err != nil {
		return nil, nil, err
	}
	b, err = s.show(ctx, "b", false)
	return a, b, err
}

func twoWriters(ctx context.Context, _ *testing.T, s *stage) (string, error) {
	a, b, err := twoTabs(ctx, s)
	if err != nil {
		return "", err
	}
	if err = alternate(ctx, a, b); err != nil {
		return "", err
	}
	first, err := a.again(ctx, false)
	if err != nil {
		return "", err
	}
	second, err := b.again(ctx, false)
	if err != nil {
		return "", err
	}
	if err = errors.Join(a.drop(ctx), b.drop(ctx)); err != nil {
		return "", err
	}
	switch got := first.Words + "," + second.Words; got {
	case "bb,bb":
		return "the last wins", nil
	case ",":
		return lost, nil
	default:
		return "", fmt.Errorf("the tabs have %q", got)
	}
}

// alternate has each view write after the other, without knowing of it.
func alternate(ctx context.Context, a, b *shown) error {
	for _, step := range []struct {
		v     *shown
		words string
	}{{a, `"a"`}, {b, `"b"`}, {a, `"aa"`}, {b, `"bb"`}} {
		r, err := step.v.set(ctx, step.words)
		if err != nil {
			return err
		}
		if r.Status != "saved" {
			return fmt.Errorf("writing %s: %+v", step.words, r)
		}
	}
	return nil
}

// restart starts the server anew while the view is open, which then goes on, and
// reloads it.
func restart(lastingStore, sameKey bool) func(context.Context, *testing.T, *stage) (string, error) {
	return func(ctx context.Context, t *testing.T, s *stage) (string, error) {
		t.Helper()
		before := newRemembered(lastingStore)
		s.start(t, before)
		if err := s.converse(ctx); err != nil {
			return "", err
		}
		v, err := s.showOne(ctx, false)
		if err != nil {
			return "", err
		}
		after := newRemembered(lastingStore)
		if lastingStore {
			after.store = before.store
		}
		if sameKey {
			after.key = before.key
		}
		s.start(t, after)
		r, err := v.again(ctx, false)
		if err != nil {
			return "", err
		}
		word, err := whether(r, "one")
		if err != nil {
			return "", err
		}
		// What is changed from then on is kept all the same.
		changed, err := v.set(ctx, `"two"`)
		if err != nil {
			return "", err
		}
		if r, err = v.again(ctx, false); err != nil {
			return "", err
		}
		next, err := whether(r, "two")
		if err != nil {
			return "", err
		}
		if word != next {
			word += "; what comes next is " + next
			if changed.Place != "server" {
				word += ", in the " + changed.Place
			}
		}
		return word, v.drop(ctx)
	}
}

func large(size int) func(context.Context, *testing.T, *stage) (string, error) {
	return func(ctx context.Context, _ *testing.T, s *stage) (string, error) {
		v, err := s.showOne(ctx, false)
		if err != nil {
			return "", err
		}
		words := size - len(`{"words":""}`)
		r, err := v.set(ctx, fmt.Sprintf(`"w".repeat(%d)`, words))
		if err != nil {
			return "", err
		}
		if r.Words != strconv.Itoa(words) || !r.IsShown {
			return "", fmt.Errorf("the view shows %+v", r)
		}
		return v.afterwards(ctx, r, strconv.Itoa(words))
	}
}

// afterwards says whether what a report is of is there after a reload, or why not, and
// whether what was there before still is.
func (v *shown) afterwards(ctx context.Context, r report, words string) (string, error) {
	after, err := v.again(ctx, false)
	if r.Code == "" || err != nil {
		return v.end(ctx, after, err, words)
	}
	before, err := whether(after, "one")
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("`%s`: in the page alone; what was kept before is %s", r.Code, before), v.drop(ctx)
}

func full(ctx context.Context, _ *testing.T, s *stage) (string, error) {
	v, err := s.showOne(ctx, false)
	if err != nil {
		return "", err
	}
	if _, err = browsertest.Eval[any](ctx, v.frame, "board.fill()"); err != nil {
		return "", err
	}
	r, err := v.set(ctx, `"two".repeat(20)`)
	if err != nil {
		return "", err
	}
	want := strings.Repeat("two", 20)
	if r.Words != want || !r.IsShown {
		return "", fmt.Errorf("the view shows %+v", r)
	}
	word, err := v.afterwards(ctx, r, want)
	if err != nil {
		return "", err
	}
	// The room is for all that this origin shows.
	if v, err = s.show(ctx, "a", false); err != nil {
		return "", err
	}
	_, err = browsertest.Eval[any](ctx, v.frame, "board.empty()")
	return word, errors.Join(err, v.drop(ctx))
}
