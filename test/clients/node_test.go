package clients_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/test/clients/trial"
)

// An official client in TypeScript: its script, the lifecycle that it is told to
// choose, and what it then has.
type nodeClient struct{ script, lifecycle, protocol string }

var nodeClients = []nodeClient{
	{"v1.ts", "legacy", "2025-11-25"},
	{"v2.ts", "legacy", "2025-11-25"},
	{"v2.ts", "modern", trial.Modern},
	{"v2.ts", "auto", trial.Modern},
}

func TestTypeScriptOverHTTP(t *testing.T) {
	t.Parallel()
	for _, c := range nodeClients {
		t.Run(c.script+" "+c.lifecycle, func(t *testing.T) {
			t.Parallel()
			url, d := trial.Serve(t)
			runNode(t, c, url).Check(t, c.steps())
			d.Quiet(t)
			d.WantSessions(t, c.sessions())
		})
	}
}

func TestTypeScriptOverStdio(t *testing.T) {
	t.Parallel()
	program := buildProbe(t)
	for _, c := range nodeClients {
		t.Run(c.script+" "+c.lifecycle, func(t *testing.T) {
			t.Parallel()
			marks := t.TempDir()
			runNode(t, c, program, marks).Check(t, c.steps())
			trial.WantEnded(t, marks)
		})
	}
}

// steps are those of its protocol. The newer SDK has one code for all that does not
// exist, whatever the server says.
func (c nodeClient) steps() []trial.Step {
	steps := trial.Steps(c.protocol)
	if c.script == "v2.ts" {
		i := slices.IndexFunc(steps, func(s trial.Step) bool { return s.Name == trial.ReadUnknown })
		steps[i].Seen = `-32602`
	}
	return steps
}

func (c nodeClient) sessions() int {
	if c.protocol == trial.Modern {
		return 0
	}
	return trial.Connections
}

// runNode runs a script to its end and returns what it has reported.
func runNode(t *testing.T, c nodeClient, where ...string) *trial.Report {
	t.Helper()
	node := filepath.Join(root(t), "node_modules", "node", "bin", "node")
	if runtime.GOOS == "windows" {
		node += ".exe"
	}
	if _, err := os.Stat(node); err != nil {
		t.Fatalf("Node is not installed; run \"make test\", which does it, or \"npm ci\": %v", err)
	}
	// go test caches what it sees being read, which is not what a program reads.
	programtest.Track(t, "node")
	ctx, cancel := context.WithTimeout(t.Context(), trial.Patience)
	defer cancel()
	arguments := append([]string{"--disable-warning=ExperimentalWarning", filepath.Join("node", c.script), c.lifecycle}, where...)
	cmd := exec.CommandContext(ctx, node, arguments...)
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	cmd.WaitDelay = 5 * time.Second
	err := cmd.Run()
	result := &trial.Report{}
	begun := ""
	for line := range bytes.Lines(out.Bytes()) {
		var said struct {
			Begin  string          `json:"begin"`
			Step   string          `json:"step"`
			Failed string          `json:"failed"`
			Seen   json.RawMessage `json:"seen"`
		}
		if unreadable := json.Unmarshal(line, &said); unreadable != nil {
			t.Fatalf("the script says %q: %v", line, unreadable)
		}
		switch {
		case said.Begin != "":
			begun = said.Begin
		case said.Failed != "":
			t.Errorf("%s: %s", said.Step, said.Failed)
		case said.Seen == nil:
			result.Note(said.Step, "null")
		default:
			result.Note(said.Step, string(said.Seen))
		}
	}
	if err != nil || complaints.Len() > 0 {
		t.Errorf("the script came as far as %q: %v\n%s", begun, err, complaints.String())
	}
	return result
}
