package apptypes

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/orielapps/oriel/internal/tool/procgroup"
	"github.com/orielapps/oriel/ui"
)

var errTooLong = errors.New("took too long")

// goCommand runs the go command in the project's folder, for this machine, whatever
// the environment builds for.
func (p *Program) goCommand(ctx context.Context, arguments ...string) (*output, error) {
	program, err := exec.LookPath("go")
	if err != nil {
		return &output{}, &ui.Error{
			Code:    "go_missing",
			Message: "The types come from the compiled app, and there is no go command.",
			Fix:     "Install Go, or put its folder into PATH.",
		}
	}
	environ := append(slices.Clone(p.Environ), "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH)
	return execute(ctx, p.CompileTime, p.dir, environ, program, arguments...)
}

// execute runs a program without input, until it ends or ctx does. Its children end with it.
func execute(ctx context.Context, limit time.Duration, dir string, environ []string, program string, arguments ...string) (*output, error) {
	const outputDelay = 2 * time.Second // for children that hold its pipes open
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	out := &output{}
	command := exec.Command(program, arguments...) //nolint:gosec,noctx // the project's own; Run has the context
	command.Dir, command.Env = dir, environ
	command.Stdout, command.Stderr = &out.stdout, &out.stderr
	command.WaitDelay = outputDelay
	err := procgroup.Run(limited, command)
	switch {
	case ctx.Err() != nil:
		return out, fmt.Errorf("running %s: %w", program, context.Canceled)
	case limited.Err() != nil:
		return out, errTooLong
	case errors.Is(err, exec.ErrWaitDelay):
		return out, nil // it has ended, but not its children
	case err != nil:
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			return out, errors.New("ended with " + exit.String())
		}
		return out, fmt.Errorf("could not be started: %w", rootCause(err))
	}
	return out, nil
}

// output is the end of a program's output.
type output struct{ stdout, stderr tail }

// tail keeps the last bytes that are written to it.
type tail struct{ bytes []byte }

// tailBytes is enough for the packages of any module.
const tailBytes = 32 << 20

func (t *tail) Write(p []byte) (int, error) {
	t.bytes = append(t.bytes, p...)
	if len(t.bytes) > 2*tailBytes {
		t.bytes = append([]byte(nil), t.bytes[len(t.bytes)-tailBytes:]...)
	}
	return len(p), nil
}

// String returns the last of what was written.
func (t *tail) String() string {
	return string(t.bytes[max(0, len(t.bytes)-tailBytes):])
}

// quoted returns the end of a program's output as lines below a message.
func quoted(text string) string {
	const (
		mostLines = 20
		mostRunes = 300
	)
	var lines []string
	for line := range strings.SplitSeq(strings.ToValidUTF8(text, "·"), "\n") {
		line = strings.Map(func(r rune) rune {
			if r == '\t' {
				return ' '
			}
			if !unicode.IsPrint(r) {
				return -1
			}
			return r
		}, line)
		if runes := []rune(line); len(runes) > mostRunes {
			line = string(runes[:mostRunes]) + "…"
		}
		if strings.TrimSpace(line) != "" {
			lines = append(lines, "\n    "+strings.TrimRight(line, " "))
		}
	}
	if len(lines) > mostLines {
		lines = append([]string{"\n    …"}, lines[len(lines)-mostLines:]...)
	}
	return strings.Join(lines, "")
}

// rootCause returns the reason of a file error, without the path.
func rootCause(err error) error {
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		return pathError.Err
	}
	return err
}
