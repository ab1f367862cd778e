package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// listAgain is the time between two requests for the tools.
const listAgain = 10 * time.Millisecond

// goEdits measures the time until a change of the Go program appears in tools/list, in turn with go build for the
// same change in another folder.
func (m *measuring) goEdits(ctx context.Context) (err error) {
	row := step{
		What: "edit of Go: new tools/list, less 0.1 s, beside go build -ldflags=-w", Unit: "×", Want: goBudget,
	}
	whole := step{What: "edit of Go: new tools/list", Field: "60 ms, without compiling", Unit: "ms"}
	watched, err := m.make(ctx, "edit-go", "typescript")
	if err != nil {
		return err
	}
	beside, err := m.make(ctx, "edit-go-alone", "typescript")
	if err != nil {
		return err
	}
	r, err := m.dev(ctx, watched)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.stop()) }()
	if err = r.lists(ctx, `"tools"`); err != nil {
		return err
	}
	const least = 3 // a single ratio is not reliable
	for round := range max(m.rounds, least) + 1 {
		built, err := m.goBuild(ctx, beside, fmt.Sprintf("alone %d", round))
		if err != nil {
			return err
		}
		mark := fmt.Sprintf("watched %d", round)
		begun := time.Now()
		if err := describe(watched, mark); err != nil {
			return err
		}
		if err := r.lists(ctx, mark); err != nil {
			return errors.Join(err, r.output())
		}
		took := time.Since(begun)
		if round > 0 {
			whole.Took = append(whole.Took, milliseconds(took))
			row.Took = append(row.Took, (milliseconds(took)-goExtra)/milliseconds(built))
		}
	}
	m.add(row)
	m.add(whole)
	return nil
}

// goBuild edits and builds a project in which "oriel dev" does not run.
func (m *measuring) goBuild(ctx context.Context, project, mark string) (time.Duration, error) {
	if err := describe(project, mark); err != nil {
		return 0, err
	}
	build := exec.CommandContext(ctx, "go", "build", "-ldflags=-w", "-buildvcs=false", "-o", filepath.Join(m.dir, "alone"), ".")
	build.Dir = project
	begun := time.Now()
	if output, err := build.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("go build: %w\n%s", err, output)
	}
	return time.Since(begun), nil
}

// describe changes the first description in a project's Go files.
func describe(project, mark string) error {
	const begins = `Description: "`
	files, err := filepath.Glob(filepath.Join(project, "*.go"))
	if err != nil {
		return fmt.Errorf("looking for Go files: %w", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("editing a Go file: %w", err)
		}
		before, rest, found := strings.Cut(string(text), begins)
		if !found {
			continue
		}
		_, after, _ := strings.Cut(rest, `"`)
		if err := os.WriteFile(file, []byte(before+begins+mark+`"`+after), 0o644); err != nil {
			return fmt.Errorf("editing a Go file: %w", err)
		}
		return nil
	}
	return fmt.Errorf("no tool of %s has a description", project)
}

// lists waits until tools/list contains a text.
func (r *running) lists(ctx context.Context, text string) error {
	const question = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`
	ctx, cancel := context.WithTimeout(ctx, devTimeout)
	defer cancel()
	for {
		answer, err := ask(ctx, r.app, question)
		if err == nil && bytes.Contains(answer, []byte(text)) {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the tools of the app do not have %q: %s %w", text, answer, err)
		case <-time.After(listAgain):
		}
	}
}

func ask(ctx context.Context, endpoint, question string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint, strings.NewReader(question))
	if err != nil {
		return nil, fmt.Errorf("asking the app: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, fmt.Errorf("asking the app: %w", err)
	}
	defer func() { _ = response.Body.Close() }() // what matters is read
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("asking the app: %w", err)
	}
	return answer, nil
}
