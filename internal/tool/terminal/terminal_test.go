package terminal_test

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"

	"github.com/orielapps/oriel/internal/tool/terminal"
)

func TestNoColoursElsewhere(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if got := terminal.New(&out, nil).Bold("x"); got != "x" {
		t.Errorf("a file would get %q", got)
	}
	if got := terminal.New(&out, []string{"CLICOLOR_FORCE=1"}).Bold("x"); got != "\x1b[1mx\x1b[0m" {
		t.Errorf("CLICOLOR_FORCE gives %q", got)
	}
	if got := terminal.New(&out, []string{"CLICOLOR_FORCE=0"}).Bold("x"); got != "x" {
		t.Errorf("CLICOLOR_FORCE=0 gives %q", got)
	}
}

func TestProgressInAFile(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		own := terminal.New(&out, nil)
		quick := own.Progress("Quick")
		time.Sleep(499 * time.Millisecond)
		quick.End()
		quick.End()
		slow := own.Progress("Slow")
		slow.Set(1, 9)
		time.Sleep(time.Minute)
		slow.End()
		if got, want := out.String(), "Slow …\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
