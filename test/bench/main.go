// Command bench measures the budgets of docs/architecture.md, compares Oriel with other frameworks, and fails when
// a budget is missed. Run it from the checkout's root, with "make bench".
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

// Exit codes.
const (
	exitBroken = 1
	exitUsage  = 64
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	root := flags.String("root", ".", "the checkout's root")
	results := flags.String("results", filepath.Join("test", "bench", "results"), "the folder for the numbers, below root")
	o := options{scope: short()}
	parts := flags.String("parts", mostParts, "what to measure, of "+allParts)
	longer := flags.Bool("long", false, "measure for long enough to publish the numbers, with a million calls")
	flags.BoolVar(&o.plot, "plot", false, "write the results of sizes, views, dev and servers to docs/bench.json, bench.md and bench.svg")
	calls := flags.Int("calls", soakCalls, "the number of calls of a soak")
	within := flags.Duration("within", soakTime, "the time limit of a soak")
	profiles := flags.String("profiles", "", "write CPU profiles of our server, one for each row, to this `folder`")
	if err := flags.Parse(args); err != nil {
		return exitUsage
	}
	o.parts = strings.Split(*parts, ",")
	if *profiles != "" && !slices.Contains(o.parts, servingPart) || !validParts(o.parts) {
		_, _ = fmt.Fprintf(stderr, "bench: -parts takes some of %s; -profiles needs %s\n", allParts, servingPart)
		return exitUsage
	}
	if *longer {
		o.scope = long()
	}
	if slices.Contains(o.parts, soakPart) {
		o.scope.soakCalls, o.scope.soakWithin = *calls, *within
	}
	o.scope.profiles = *profiles
	kept, err := measure(ctx, *root, filepath.Join(*root, *results), o, stdout)
	if err != nil {
		_, _ = fmt.Fprintf(stderr, "bench: %v\n", err)
		return exitBroken
	}
	if !kept {
		return exitBroken
	}
	return 0
}

// The parts that can be measured.
const (
	sizesPart   = "sizes"
	startupPart = "startup"
	viewsPart   = "views"
	healthPart  = "health"
	devPart     = "dev"
	servingPart = "servers"
	signinPart  = "signin"
	soakPart    = "soak"
	mostParts   = sizesPart + "," + startupPart + "," + viewsPart + "," + healthPart + "," + devPart + "," + servingPart + "," + signinPart
	allParts    = mostParts + "," + soakPart
)

func validParts(parts []string) bool {
	return !slices.ContainsFunc(parts, func(part string) bool { return !slices.Contains(strings.Split(allParts, ","), part) })
}

// options select what is measured.
type options struct {
	parts []string
	scope scope
	plot  bool
}

// A finding has the results of a part.
type finding interface {
	report(to io.Writer) error
	Broken() bool
}

// measure measures the parts, prints the results, and saves them in a folder. It reports whether all budgets are
// kept.
func measure(ctx context.Context, root, results string, o options, stdout io.Writer) (kept bool, err error) {
	kept = true
	for _, part := range o.parts {
		found, err := measurePart(ctx, root, part, o)
		if err != nil {
			return false, err
		}
		if err := errors.Join(found.report(stdout), save(filepath.Join(results, part+".json"), found)); err != nil {
			return false, err
		}
		if o.plot {
			if err := publish(filepath.Join(root, "docs"), found); err != nil {
				return false, err
			}
		}
		if found.Broken() {
			kept = false
		}
	}
	return kept, nil
}

func measurePart(ctx context.Context, root, part string, o options) (finding, error) {
	switch part {
	case sizesPart:
		s, err := measureSizes(ctx, root)
		if err != nil {
			return nil, fmt.Errorf("measuring sizes: %w", err)
		}
		return s, nil
	case startupPart:
		start, err := measureStartup(ctx, root, o.scope)
		if err != nil {
			return nil, fmt.Errorf("measuring how views start: %w", err)
		}
		return start, nil
	case viewsPart:
		v, err := measureViews(ctx, root, o.scope)
		if err != nil {
			return nil, fmt.Errorf("measuring how long views take to initialize: %w", err)
		}
		return v, nil
	case healthPart:
		h, err := measureHealth(ctx, o.scope)
		if err != nil {
			return nil, fmt.Errorf("measuring how long it takes to find what is wrong with views: %w", err)
		}
		return h, nil
	case devPart:
		d, err := measureDeveloping(ctx, root, o.scope)
		if err != nil {
			return nil, fmt.Errorf("measuring how long developing takes: %w", err)
		}
		return d, nil
	case signinPart:
		s, err := measureSignIn(ctx, root, o.scope)
		if err != nil {
			return nil, fmt.Errorf("measuring what a sign-in costs: %w", err)
		}
		return s, nil
	case soakPart:
		s, err := measureSoak(ctx, root, o.scope)
		if err != nil {
			return nil, fmt.Errorf("soaking: %w", err)
		}
		return s, nil
	default:
		s, err := measureServers(ctx, root, o.scope)
		if err != nil {
			return nil, fmt.Errorf("measuring servers: %w", err)
		}
		return s, nil
	}
}

func save(path string, measured any) error {
	raw, err := json.MarshalIndent(measured, "", "  ")
	if err != nil {
		return fmt.Errorf("saving the numbers: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("saving the numbers: %w", err)
	}
	if err := os.WriteFile(path, append(raw, '\n'), 0o644); err != nil {
		return fmt.Errorf("saving the numbers: %w", err)
	}
	return nil
}
