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
	// assistantsLull is how long nothing changes before the app is asked what
	// assistants would store of it.
	assistantsLull = time.Second
	// assistantsLimit is how long it may take to answer that.
	assistantsLimit = 10 * time.Second
)

// assistants tells when what Claude and ChatGPT have stored of an app is out of date.
type assistants struct {
	teller *devTeller
	heard  chan struct{} // has one after a change
	known  []*assistant
}

// assistant is one of them.
type assistant struct {
	name, profile string

	stored *connector.Snapshot // as people were last told; nil before the first
	told   []string            // views of which it has been told that they are others
}

func newAssistants(teller *devTeller) *assistants {
	return &assistants{
		teller: teller, heard: make(chan struct{}, 1),
		known: []*assistant{{name: "Claude", profile: "claude"}, {name: "ChatGPT", profile: "chatgpt"}},
	}
}

// hear hears of what happens. It never blocks.
func (a *assistants) hear(e devloop.Event) {
	if e.Type != devloop.ServerReady && (e.Type != devloop.ViewBuilt || e.Change == "") {
		return
	}
	select {
	case a.heard <- struct{}{}:
	default:
	}
}

// run asks the app at an endpoint after each change, until ctx ends.
func (a *assistants) run(ctx context.Context, endpoint string) {
	var due <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-a.heard:
			due = time.After(assistantsLull)
		case <-due:
			due = nil
			for _, one := range a.known {
				one.look(ctx, endpoint, a.teller)
			}
		}
	}
}

// look takes a snapshot and tells of what is others in it. Where the app does not
// answer, that is told elsewhere.
func (a *assistant) look(ctx context.Context, endpoint string, teller *devTeller) {
	now, err := snapshot(ctx, endpoint, a.profile)
	if err != nil {
		return
	}
	if a.stored == nil {
		a.stored = &now
		return
	}
	change := now.Since(*a.stored)
	isTold := func(view string) bool { return slices.Contains(a.told, view) }
	if len(change.Metadata) == 0 && !slices.ContainsFunc(change.Views, func(view string) bool { return !isTold(view) }) {
		return // nothing, or another edit of a view that is out of date already
	}
	for _, advice := range change.Advise() {
		if advice.Host == a.name {
			teller.stale(advice, change)
		}
	}
	if len(change.Metadata) > 0 {
		a.told = nil // people refresh it now
	}
	a.told = append(a.told, change.Views...)
	a.stored = &now
}

// snapshot asks an app for its lists, as a host would.
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
	// Not every server has these; then they are empty.
	resources, _ := client.Resources(ctx)
	prompts, _ := client.Prompts(ctx)
	if err := ctx.Err(); err != nil {
		return taken, fmt.Errorf("asking the app: %w", err)
	}
	return connector.Take(tools, resources, prompts), nil
}
