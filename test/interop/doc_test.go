// Package interop proves our two halves of MCP Apps against halves that others
// wrote: views on the official SDK and on old drafts in our host, our view
// runtime in every kind of host, and pages that were written for one kind of host
// in all others. What the tests find is written to docs/interop.md by
//
//	go test ./test/interop -update
//
// and compared with it otherwise. It has no code of its own.
package interop_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/view"
)

// root is the module's folder.
const root = "../.."

// A peer is somebody else's half: a fixture below testdata, what the name
// "ext-apps" in it stands for, and what it defines.
type peer struct {
	name    string // in a title
	id      string // in a URL or as a tool's name
	entry   string
	extApps string
	define  map[string]string
	// kind is what a host speaks, and profile what it is in our workbench, if it
	// is there.
	kind    string
	profile string
	// sandbox is the frame's; empty for an opaque origin.
	sandbox string
	// inFrame is a host's own script in the view's frame.
	inFrame *peer
}

// handshake is the check that all others depend on.
const handshake = "handshake"

// The official SDK's two generations, by their names in package.json.
const (
	extApps1 = "ext-apps-1"
	extApps2 = "@modelcontextprotocol/ext-apps"
)

// bundles are those that were made already, by all that they are made of.
var bundles sync.Map

// bundle builds a fixture into one classic script.
func bundle(t *testing.T, p peer) string {
	t.Helper()
	key := fmt.Sprint(p.entry, p.extApps, p.define)
	once, _ := bundles.LoadOrStore(key, sync.OnceValues(func() (string, error) { return build(p) }))
	built, ok := once.(func() (string, error))
	if !ok {
		t.Fatalf("bundles has a %T", once)
	}
	script, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return script
}

func build(p peer) (string, error) {
	dir, err := filepath.Abs(root)
	if err != nil {
		return "", fmt.Errorf("finding the module: %w", err)
	}
	alias := map[string]string{"@oriel/view": "./view/src/index.ts"}
	if p.extApps != "" {
		alias["ext-apps"] = p.extApps
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir:    dir,
		EntryPoints:      []string{"test/interop/testdata/" + p.entry},
		Bundle:           true,
		Write:            false,
		Format:           api.FormatIIFE,
		Target:           api.ES2022,
		Platform:         api.PlatformBrowser,
		MinifyWhitespace: true,
		MinifySyntax:     true,
		TsconfigRaw:      "{}",
		Alias:            alias,
		Define:           p.define,
	})
	if len(result.Errors) > 0 {
		return "", fmt.Errorf("bundling %s: %s\n\"make test\" installs what it needs, or \"npm ci\"", p.entry,
			strings.Join(api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage}), "\n"))
	}
	return string(result.OutputFiles[0].Contents), nil
}

// document is a page around scripts.
func document(body string, scripts ...string) string {
	var b strings.Builder
	b.WriteString("<!doctype html><meta charset=utf-8><title>peer</title><link rel=icon href=data:,><body>" + body)
	for _, script := range scripts {
		b.WriteString(view.Script(script))
	}
	return b.String()
}

// checks notes what was found, by section, row and column.
type checks struct {
	mu    sync.Mutex
	found map[[3]string]string
}

// check runs one check of a peer. The ones after a failed one still run, except
// that nothing works without a handshake.
func (c *checks) check(t *testing.T, section, row, column string, try func(ctx context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), browsertest.Timeout)
	defer cancel()
	err := try(ctx)
	if err == nil {
		c.note(section, row, column, "yes")
		return
	}
	c.note(section, row, column, "**no**")
	if row == handshake {
		t.Fatalf("%s, %s: %v", column, row, err)
	}
	t.Errorf("%s, %s: %v", column, row, err)
}

func (c *checks) note(section, row, column, word string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.found == nil {
		c.found = map[[3]string]string{}
	}
	c.found[[3]string{section, row, column}] = word
}

// Who sends a message: one of our halves, or somebody else.
const (
	ourView    = "view"
	ourHost    = "host"
	ourSandbox = "sandbox"
	other      = "other"
)

// A message is one that was caught on its way.
type message struct {
	sender string
	// Old is set when the other side speaks an old draft.
	old  bool
	body json.RawMessage
}

// caught gathers messages of our halves.
type caught struct {
	mu   sync.Mutex
	runs [][]message
}

// add takes the messages of one conversation, in their order.
func (c *caught) add(run []message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.runs = append(c.runs, run)
}

// canonical writes a value as JSON with its members in order.
const canonical = `((value) => JSON.stringify(value, (_, part) =>
	part && typeof part === "object" && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part))`

// encode does in Go what canonical does.
func encode(value any) (string, error) {
	raw, err := json.Marshal(value)
	if err != nil {
		return "", fmt.Errorf("encoding what is wanted: %w", err)
	}
	var plain any
	if err = json.Unmarshal(raw, &plain); err != nil {
		return "", fmt.Errorf("decoding what is wanted: %w", err)
	}
	raw, err = json.Marshal(plain)
	if err != nil {
		return "", fmt.Errorf("encoding what is wanted: %w", err)
	}
	return string(raw), nil
}

// is waits until an expression is a value.
func is(ctx context.Context, frame *browsertest.Frame, expression string, want any) error {
	wanted, err := encode(want)
	if err != nil {
		return err
	}
	waited := frame.WaitFor(ctx, fmt.Sprintf("%s(%s) === %q", canonical, expression, wanted))
	if waited == nil {
		return nil
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	got, err := browsertest.Eval[string](last, frame, canonical+"("+expression+") ?? 'undefined'")
	if err != nil {
		return waited
	}
	return fmt.Errorf("%s is %s, want %s", expression, got, wanted)
}

// answers runs an expression once and compares what it gives.
func answers(ctx context.Context, frame *browsertest.Frame, expression string, want any) error {
	wanted, err := encode(want)
	if err != nil {
		return err
	}
	got, err := browsertest.Eval[string](ctx, frame, "(async () => "+canonical+"(await ("+expression+")))()")
	if err != nil {
		return fmt.Errorf("%s: %w", expression, err)
	}
	if got != wanted {
		return fmt.Errorf("%s gave %s, want %s", expression, got, wanted)
	}
	return nil
}

// begin starts something that is not waited for.
func begin(ctx context.Context, frame *browsertest.Frame, expression string) error {
	_, err := browsertest.Eval[bool](ctx, frame, "(void "+expression+", true)")
	return err
}

// inOrder stops at the first error.
func inOrder(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
