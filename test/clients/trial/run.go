package trial

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/orielapps/oriel/test/clients/probe"
	"github.com/orielapps/oriel/ui"
)

// Connections are how many a client makes: one with all capabilities, one without
// any.
const Connections = 2

// client is a client that goes through the steps.
type client struct {
	Peer

	t      testing.TB
	ctx    context.Context //nolint:containedctx // it is that of all steps
	report *Report
}

// Run takes a client through all steps. connect connects it; a bare one has no
// capabilities.
func Run(t testing.TB, connect func(ctx context.Context, bare bool) (Peer, error)) *Report {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), Patience)
	defer cancel()
	report := &Report{}
	c := connected(ctx, t, report, connect, false)
	c.lists()
	c.reads()
	c.calls()
	c.logs()
	c.questions()
	c.cancellation()
	c.changes()
	c.step("close", func() (any, error) { return nil, c.Close() })
	c.step("call after close", func() (any, error) {
		calls := 1
		if later, ok := c.Peer.(interface{ ClosesLater() bool }); ok && later.ClosesLater() {
			calls = 1000
		}
		for range calls {
			if _, err := c.Call(ctx, "add", map[string]int{"a": 1, "b": 1}, false); err != nil {
				return nil, nil //nolint:nilnil,nilerr // nothing to see is what has to be seen
			}
		}
		return nil, errors.New("the connection is not closed")
	})
	bare := connected(ctx, t, report, connect, true)
	bare.poor()
	bare.step("close bare", func() (any, error) { return nil, bare.Close() })
	// A client in Go has no place for errors but those that it returns.
	report.Note(Errors, "[]")
	return report
}

func connected(ctx context.Context, t testing.TB, report *Report, connect func(ctx context.Context, bare bool) (Peer, error), bare bool) *client {
	t.Helper()
	peer, err := connect(ctx, bare)
	if err != nil {
		t.Fatal(err)
	}
	c := &client{peer, t, ctx, report}
	name := Connect
	if bare {
		name = "connect bare"
	}
	c.step(name, func() (any, error) { return c.Introduction(), nil })
	return c
}

func (c *client) step(name string, run func() (any, error)) {
	c.t.Helper()
	seen, err := run()
	if err != nil {
		c.t.Errorf("%s: %v", name, err)
		return
	}
	text, err := json.Marshal(seen)
	if err != nil {
		c.t.Errorf("%s: %v", name, err)
		return
	}
	c.report.Note(name, string(text))
}

// code is what a request that has to fail fails with.
func (c *client) code(err error) (any, error) {
	if err == nil {
		return nil, errors.New("it has not failed")
	}
	if code := c.Code(err); code != 0 {
		return code, nil
	}
	return nil, err
}

// next takes what the client hears next.
func next[T any](c *client, heard <-chan T) (value T, err error) {
	select {
	case value = <-heard:
		return value, nil
	case <-c.ctx.Done():
		return value, fmt.Errorf("nothing was heard: %w", c.ctx.Err())
	}
}

// take takes what the client has heard.
func take[T any](heard <-chan T) []T {
	values := []T{}
	for {
		select {
		case v := <-heard:
			values = append(values, v)
		default:
			return values
		}
	}
}

func sorted[T any](set map[string]T) []string { return slices.Sorted(maps.Keys(set)) }

func (c *client) toolNames() ([]string, error) {
	tools, err := c.Tools(c.ctx)
	names := make([]string, len(tools))
	for i, tool := range tools {
		names[i] = tool.Name
	}
	slices.Sort(names)
	return names, err
}

// resourceNames returns the URIs of the resources, without the build of the view.
func (c *client) resourceNames() ([]string, error) {
	uris, err := c.Resources(c.ctx)
	for i, uri := range uris {
		if strings.HasPrefix(uri, "ui://") {
			uris[i] = "view"
		}
	}
	slices.Sort(uris)
	return uris, err
}

func (c *client) lists() {
	c.step("tools", func() (any, error) { return c.toolNames() })
	c.step("resources", func() (any, error) { return c.resourceNames() })
	c.step("templates", func() (any, error) { return c.Templates(c.ctx) })
	c.step("prompts", func() (any, error) { return c.Prompts(c.ctx) })
}

func (c *client) reads() {
	read := func(name, uri string) {
		c.step("read "+name, func() (any, error) {
			documents, err := c.Read(c.ctx, uri)
			seen := make([][]any, len(documents))
			for i := range documents {
				d := &documents[i]
				seen[i] = []any{d.URI, d.MIMEType, d.Text, sum(d.Data)}
			}
			return seen, err
		})
	}
	read("text", probe.TextURI)
	read("binary", probe.BinaryURI)
	read("template", "probe://days/rome/friday")
	c.step("read view", func() (any, error) {
		documents, err := c.readView()
		if err != nil {
			return nil, err
		}
		return []any{documents[0].MIMEType, strings.Contains(documents[0].Text, "<p>A sum.")}, nil
	})
	c.step(ReadUnknown, func() (any, error) {
		_, err := c.Read(c.ctx, "probe://nothing")
		return c.code(err)
	})
	c.step("prompt", func() (any, error) {
		messages, err := c.Prompt(c.ctx, "plan", map[string]string{"city": "Rome", "tone": "!"})
		seen := make([][]string, len(messages))
		for i, m := range messages {
			seen[i] = []string{m.Role, m.Text}
		}
		return seen, err
	})
	c.step("prompt without argument", func() (any, error) {
		_, err := c.Prompt(c.ctx, "plan", nil)
		return c.code(err)
	})
	const days = "probe://days/{city}/{day}"
	c.step("complete prompt", func() (any, error) { return c.Complete(c.ctx, Completing{Prompt: "plan", Name: "city", Typed: "lo"}) })
	c.step("complete template", func() (any, error) { return c.Complete(c.ctx, Completing{Template: days, Name: "city", Typed: "l"}) })
	c.step("complete with context", func() (any, error) {
		return c.Complete(c.ctx, Completing{Template: days, Name: "day", Known: map[string]string{"city": "rome"}})
	})
}

func (c *client) readView() ([]ui.Document, error) {
	tools, err := c.Tools(c.ctx)
	if err != nil {
		return nil, err
	}
	for _, tool := range tools {
		if tool.Name == "add" {
			return c.Read(c.ctx, tool.View)
		}
	}
	return nil, errors.New("the tool with the view is not there")
}

// sum tells data apart: how many bytes, and what they add up to.
func sum(data []byte) int {
	total := len(data)
	for _, b := range data {
		total += int(b)
	}
	return total
}

// first and second are what is added.
const first, second = 2, 3

func (c *client) add(a, b int) (*Result, error) {
	return c.Call(c.ctx, "add", map[string]int{"a": a, "b": b}, false)
}

func (c *client) calls() {
	c.step("call", func() (any, error) {
		result, err := c.add(first, second)
		if err != nil {
			return nil, err
		}
		return []any{result.Data, result.Text, result.ViewData, result.IsError}, nil
	})
	c.step("call at once", c.atOnce)
	c.step("call fails", func() (any, error) {
		result, err := c.Call(c.ctx, "fail", nil, false)
		if err != nil {
			return nil, err
		}
		return []any{result.IsError, result.Text}, nil
	})
	c.step("call unknown", func() (any, error) {
		_, err := c.Call(c.ctx, "nothing", nil, false)
		return c.code(err)
	})
	c.step("call misfit", func() (any, error) {
		result, err := c.Call(c.ctx, "add", map[string]any{"a": "two", "b": second}, false)
		if err != nil {
			return nil, err
		}
		return result.IsError, nil
	})
	c.step("progress", func() (any, error) {
		const to = 5
		return c.count("counted", to)
	})
}

// atOnce calls a tool many times at once.
func (c *client) atOnce() (any, error) {
	const calls = 20
	sums := make(chan error, calls)
	seen := make([]any, calls)
	for i := range calls {
		go func() {
			result, err := c.add(i, 1)
			if err == nil {
				data, _ := result.Data.(map[string]any)
				seen[i] = data["sum"]
			}
			sums <- err
		}()
	}
	var failed error
	for range calls {
		failed = errors.Join(failed, <-sums)
	}
	return seen, failed
}

// count calls the tool that tells how far it has come, hears all of that, and only
// then lets it end.
func (c *client) count(name string, to int) ([]string, error) {
	ended := make(chan error, 1)
	var result *Result
	go func() {
		var err error
		result, err = c.Call(c.ctx, "count", map[string]any{"to": to, "name": name}, true)
		ended <- err
	}()
	var seen []string
	for range to {
		heard, err := next(c, c.Heard().Progress)
		if err != nil {
			return seen, err
		}
		seen = append(seen, heard)
	}
	if _, err := c.Call(c.ctx, "release", map[string]string{"name": name}, false); err != nil {
		return seen, err
	}
	if err := <-ended; err != nil {
		return seen, err
	}
	return append(append(seen, take(c.Heard().Progress)...), result.Text), nil
}

func (c *client) logs() {
	said := 0
	say := func() (any, error) {
		if _, err := c.Call(c.ctx, "say", nil, false); err != nil {
			return nil, err
		}
		// What has come before has been heard when something is that came later.
		said++
		_, err := c.count("said"+strconv.Itoa(said), 1)
		return take(c.Heard().Logs), err
	}
	c.step("log", say)
	for _, level := range []string{"warning", "debug"} {
		c.step("log from "+level, func() (any, error) {
			if err := c.LogLevel(c.ctx, level); err != nil {
				return nil, err
			}
			return say()
		})
	}
}

func (c *client) questions() {
	for _, manners := range []string{"accept", "decline", "cancel"} {
		c.step("ask, "+manners, func() (any, error) {
			c.Heard().behave(manners)
			result, err := c.Call(c.ctx, "ask", nil, false)
			if err != nil {
				return nil, err
			}
			return []any{result.Data, take(c.Heard().Questions)}, nil
		})
	}
	c.Heard().behave("accept")
	for name, tool := range map[string]string{"ask twice": "ask_twice", "ask all": "ask_all", "sample": "sample", "roots": "roots"} {
		c.step(name, func() (any, error) {
			result, err := c.Call(c.ctx, tool, nil, false)
			if err != nil {
				return nil, err
			}
			if result.IsError {
				return nil, errors.New(result.Text)
			}
			data, _ := result.Data.(map[string]any)
			return data["texts"], nil
		})
	}
	c.step("prompt asks", func() (any, error) {
		messages, err := c.Prompt(c.ctx, "interview", nil)
		seen := make([]string, len(messages))
		for i, m := range messages {
			seen[i] = m.Text
		}
		return seen, err
	})
}

func (c *client) watch(name, want string) (any, error) {
	result, err := c.Call(c.ctx, "watch", map[string]string{"name": name, "want": want}, false)
	if err != nil {
		return nil, err
	}
	return result.Data, nil
}

func (c *client) cancellation() {
	c.step(Cancel, func() (any, error) {
		ctx, cancel := context.WithCancel(c.ctx)
		defer cancel()
		ended := make(chan string, 1)
		go func() {
			if _, err := c.Call(ctx, "wait", map[string]string{"name": "cancelled"}, false); err != nil {
				ended <- "aborted"
				return
			}
			ended <- "a result"
		}()
		if _, err := c.watch("cancelled", "begun"); err != nil {
			return nil, err
		}
		cancel()
		how, err := next(c, ended)
		if err != nil {
			return nil, err
		}
		if stays, ok := c.Peer.(interface{ CancelsAlone() bool }); ok && stays.CancelsAlone() {
			if _, err = c.Call(c.ctx, "release", map[string]string{"name": "cancelled"}, false); err != nil {
				return nil, err
			}
		}
		data, err := c.watch("cancelled", "ended")
		return []any{how, data}, err
	})
	c.step("call after cancel", func() (any, error) {
		result, err := c.add(1, 1)
		if err != nil {
			return nil, err
		}
		return result.Data, nil
	})
}

func (c *client) touch(uri string) error {
	_, err := c.Call(c.ctx, "touch", map[string]string{"uri": uri}, false)
	return err
}

func (c *client) counter() (int, error) {
	documents, err := c.Read(c.ctx, probe.CounterURI)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(documents[0].Text)
	if err != nil {
		return 0, fmt.Errorf("the counter: %w", err)
	}
	return n, nil
}

func (c *client) changes() {
	c.step("subscribe", func() (any, error) {
		before, err := c.counter()
		if err != nil {
			return nil, err
		}
		if err = errors.Join(c.Subscribe(c.ctx, probe.CounterURI), c.touch(probe.CounterURI)); err != nil {
			return nil, err
		}
		heard, err := next(c, c.Heard().Updates)
		if err != nil {
			return nil, err
		}
		after, err := c.counter()
		return []any{heard, after - before}, err
	})
	c.step("unsubscribe", c.unsubscribed)
	c.step("tools change", func() (any, error) {
		grown, err := c.changed("grow", true)
		if err != nil {
			return nil, err
		}
		result, err := c.Call(c.ctx, "grown", nil, false)
		if err != nil {
			return nil, err
		}
		shrunk, err := c.changed("shrink", false)
		if err != nil {
			return nil, err
		}
		names, err := c.toolNames()
		return []any{grown, result.Text, shrunk, slices.Contains(names, "grown")}, err
	})
}

// unsubscribed hears of one resource after it wanted to hear no more of another.
func (c *client) unsubscribed() (any, error) {
	if err := errors.Join(c.Subscribe(c.ctx, probe.TextURI), c.Unsubscribe(c.ctx, probe.CounterURI)); err != nil {
		return nil, err
	}
	take(c.Heard().Updates)
	// Ending a stream is not answered, so the server may not have noticed yet.
	for {
		if err := errors.Join(c.touch(probe.CounterURI), c.touch(probe.TextURI)); err != nil {
			return nil, err
		}
		var heard []string
		for !slices.Contains(heard, probe.TextURI) {
			uri, err := next(c, c.Heard().Updates)
			if err != nil {
				return nil, err
			}
			heard = append(heard, uri)
		}
		if len(heard) == 1 {
			return heard, nil
		}
	}
}

// changed changes the tools, and hears of that. Each replica tells of its own change,
// so that there may be more to hear than one.
func (c *client) changed(tool string, want bool) (bool, error) {
	if _, err := c.Call(c.ctx, tool, map[string]string{"name": "grown"}, false); err != nil {
		return false, err
	}
	for {
		if _, err := next(c, c.Heard().ToolLists); err != nil {
			return false, err
		}
		names, err := c.toolNames()
		if err != nil || slices.Contains(names, "grown") == want {
			return want, err
		}
	}
}

// poor is what a client does that has declared no capabilities.
func (c *client) poor() {
	c.step("bare resources", func() (any, error) { return c.resourceNames() })
	c.step("bare call", func() (any, error) {
		result, err := c.add(first, second)
		if err != nil {
			return nil, err
		}
		return []any{result.Data, result.Text}, nil
	})
	c.step("bare ask", func() (any, error) {
		result, err := c.Call(c.ctx, "ask", nil, false)
		if err != nil {
			return c.code(err)
		}
		return []any{result.IsError, result.Text}, nil
	})
}
