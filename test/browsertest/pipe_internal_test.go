package browsertest

import (
	"bufio"
	"os"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/target"
)

// A browser that ends a frame's session may say nothing of those within.
func TestSessionsEndWithTheirFrame(t *testing.T) {
	t.Parallel()
	toUs, theirs := files(t)
	fromUs, ours := files(t)
	browser := newSession(toUs, ours)
	hear := func(*session, string, jsonv2.Value) {}
	begin := func(parent *session, id target.SessionID) *session {
		return browser.pipe.addSession(parent, id, target.ID(id), hear)
	}
	page := begin(browser, "page")
	frame, beside := begin(page, "frame"), begin(page, "beside")
	inner := begin(frame, "inner")
	innermost := begin(inner, "innermost")

	failed := make(chan error, 1)
	go func() {
		_, err := innermost.send(t.Context(), "Runtime.enable", struct{}{})
		failed <- err
	}()
	if _, err := bufio.NewReader(fromUs).ReadBytes(0); err != nil {
		t.Fatal(err)
	}
	const detached = `{"method":"Target.detachedFromTarget","params":{"sessionId":"frame"},"sessionId":"page"}` + "\x00"
	if _, err := theirs.WriteString(detached); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-failed:
		if err != errGone { //nolint:errorlint // it is this very one
			t.Errorf("a call within a frame that is gone: %v", err)
		}
	case <-time.After(time.Minute):
		t.Fatal("a call within a frame that is gone waits on")
	}
	for _, s := range []*session{frame, inner} {
		if !s.ended() {
			t.Errorf("the session of %s goes on", s.id)
		}
	}
	for _, s := range []*session{browser, page, beside} {
		if s.ended() {
			t.Errorf("the session of %q has ended", s.id)
		}
	}
}

func files(t *testing.T) (from, to *os.File) {
	t.Helper()
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = from.Close(), to.Close() })
	return from, to
}
