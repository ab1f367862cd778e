package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/connector"
	"github.com/orielapps/oriel/internal/tool/devloop"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

const (
	// assistantsLull is how long to wait after the last change before asking the app
	// for its lists.
	assistantsLull = time.Second
	// assistantsLimit is the timeout of these requests.
	assistantsLimit = 10 * time.Second
)

// assistants reports when the lists that Claude and ChatGPT have stored of an app are
// out of date.
type assistants struct {
	reporter *devReporter
	changed  chan struct{} // has one element after a change
	known    []*assistant
}

// assistant is an assistant that stores the lists of a connector.
type assistant struct {
	name, profile string

	stored   *connector.Snapshot // at the start, or as last reported; nil before the first
	reported []string            // views that were reported as changed
}

func newAssistants(reporter *devReporter) *assistants {
	return &assistants{
		reporter: reporter, changed: make(chan struct{}, 1),
		known: []*assistant{{name: "Claude", profile: "claude"}, {name: "ChatGPT", profile: "chatgpt"}},
	}
}

// handle notes an event that may change the lists. It never blocks.
func (a *assistants) handle(e devloop.Event) {
	if e.Type != devloop.ServerReady && (e.Type != devloop.ViewBuilt || e.Change == "") {
		return
	}
	select {
	case a.changed <- struct{}{}:
	default:
	}
}

// run checks the app at an endpoint after each change, until ctx ends.
func (a *assistants) run(ctx context.Context, endpoint string) {
	var due <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-a.changed:
			due = time.After(assistantsLull)
		case <-due:
			due = nil
			for _, one := range a.known {
				one.check(ctx, endpoint, a.reporter)
			}
		}
	}
}

// check takes a snapshot and reports differences from the stored one. It ignores an
// app that does not answer, because the loop reports that.
func (a *assistant) check(ctx context.Context, endpoint string, reporter *devReporter) {
	now, err := snapshot(ctx, endpoint, a.profile)
	if err != nil {
		return
	}
	if a.stored == nil {
		a.stored = &now
		return
	}
	change := now.Since(*a.stored)
	isReported := func(view string) bool { return slices.Contains(a.reported, view) }
	if len(change.Metadata) == 0 && !slices.ContainsFunc(change.Views, func(view string) bool { return !isReported(view) }) {
		return // nothing changed, or only views that were reported already
	}
	for _, advice := range change.Advise() {
		if advice.Host == a.name {
			reporter.stale(advice, change)
		}
	}
	if len(change.Metadata) > 0 {
		a.reported = nil // people follow the steps now, which refreshes views, too
	}
	a.reported = append(a.reported, change.Views...)
	a.stored = &now
}

// snapshot reads an app's lists as a host does.
func snapshot(ctx context.Context, endpoint, profile string) (taken connector.Snapshot, err error) {
	ctx, cancel := context.WithTimeout(ctx, assistantsLimit)
	defer cancel()
	host, ok := hosts.Get(profile)
	if !ok {
		return taken, fmt.Errorf("there is no profile %s", profile)
	}
	client, err := mcpclient.Dial(ctx, mcpclient.Server{ID: "app", Endpoint: endpoint}, host, mcpclient.Options{})
	if err != nil {
		return taken, fmt.Errorf("asking the app: %w", err)
	}
	defer func() { err = errors.Join(err, client.Close()) }()
	tools, err := client.Tools(ctx)
	if err != nil {
		return taken, fmt.Errorf("listing tools: %w", err)
	}
	// A server may lack these; then the lists are empty.
	resources, _ := client.Resources(ctx)
	prompts, _ := client.Prompts(ctx)
	if err := ctx.Err(); err != nil {
		return taken, fmt.Errorf("asking the app: %w", err)
	}
	return connector.Take(tools, resources, prompts), nil
}
