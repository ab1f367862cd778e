package statetest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/orielapps/oriel/state"
)

// recorder keeps what a check says.
type recorder struct {
	ctx context.Context //nolint:containedctx // as a test has one

	mu       sync.Mutex
	messages []string
}

func (r *recorder) Helper() {}

func (r *recorder) Context() context.Context { return r.ctx }

func (r *recorder) Errorf(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.messages = append(r.messages, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

// outcome runs a check and returns what it has said. It takes no time: all clocks are
// those of a bubble.
func outcome(t *testing.T, c check, open func() state.Store) []string {
	t.Helper()
	var messages []string
	synctest.Test(t, func(t *testing.T) {
		t.Helper()
		r := &recorder{ctx: t.Context()}
		var done sync.WaitGroup
		done.Go(func() { c.inspect(r, open()) })
		done.Wait()
		messages = r.messages
	})
	return messages
}

func TestChecksPass(t *testing.T) {
	t.Parallel()
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, message := range outcome(t, c, func() state.Store { return state.NewMemory() }) {
				t.Error(message)
			}
		})
	}
}

// Each fault is noticed by the check that is there for it, in the words that are.
func TestFaultsAreNoticed(t *testing.T) {
	t.Parallel()
	for _, f := range faults {
		t.Run(f.check+"/"+f.name, func(t *testing.T) {
			t.Parallel()
			messages := outcome(t, named(t, f.check), f.open)
			if !slices.ContainsFunc(messages, func(m string) bool { return strings.Contains(m, f.says) }) {
				t.Errorf("the check %s says nothing with %q:\n%s", f.check, f.says, strings.Join(messages, "\n"))
			}
		})
	}
}

func TestEachCheckHasAFault(t *testing.T) {
	t.Parallel()
	if len(checks) == 0 {
		t.Fatal("there are no checks")
	}
	for i, c := range checks {
		if !slices.ContainsFunc(faults, func(f fault) bool { return f.check == c.name }) {
			t.Errorf("nothing shows that the check %s can fail", c.name)
		}
		if slices.ContainsFunc(checks[:i], func(other check) bool { return other.name == c.name }) {
			t.Errorf("there are two checks %s", c.name)
		}
	}
}

func TestCheckThatDoesNothing(t *testing.T) {
	t.Parallel()
	messages := outcome(t, check{"Idle", func(*subject) {}}, func() state.Store { return state.NewMemory() })
	if len(messages) != 1 || !strings.Contains(messages[0], "Idle has not used the store") {
		t.Errorf("it says %q", messages)
	}
}

func named(t *testing.T, name string) check {
	t.Helper()
	i := slices.IndexFunc(checks, func(c check) bool { return c.name == name })
	if i < 0 {
		t.Fatalf("there is no check %s", name)
	}
	return checks[i]
}

// childVariable makes the test program one that runs the suite once.
const childVariable = "ORIEL_STATETEST_CHILD"

// children are the stores that such a program opens.
var children = map[string]func(t *testing.T) state.Store{
	"good":    func(*testing.T) state.Store { return state.NewMemory() },
	"broken":  func(*testing.T) state.Store { return &broken{Store: state.NewMemory(), put: loses} },
	"missing": func(*testing.T) state.Store { return nil },
	"skipped": func(t *testing.T) state.Store {
		t.Helper()
		t.Skip("there is no server")
		return nil
	},
}

func TestMain(m *testing.M) {
	if open := children[os.Getenv(childVariable)]; open != nil {
		testing.Main(
			func(pattern, name string) (bool, error) { return pattern == "" || strings.Contains(name, pattern), nil },
			[]testing.InternalTest{{Name: "TestStore", F: func(t *testing.T) {
				t.Helper()
				Run(t, open)
			}}}, nil, nil)
	}
	os.Exit(m.Run())
}

// Run is seen from outside: what a program says and returns that has a test with it.
func TestRun(t *testing.T) {
	t.Parallel()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		store, run string
		ok         bool
		says       string
	}{
		{"good", "TestStore/PutAndGet", true, "--- PASS: TestStore/PutAndGet"},
		{"broken", "TestStore/PutAndGet", false, "--- FAIL: TestStore/PutAndGet"},
		{"good", "TestStore/Misspelt", false, "no check of the store has run"},
		{"skipped", "TestStore", false, "no check of the store has run"},
		{"missing", "TestStore", false, "open returned no store"},
	} {
		t.Run(tt.store+" "+tt.run, func(t *testing.T) {
			t.Parallel()
			cmd := exec.CommandContext(t.Context(), program, "-test.v", "-test.run", tt.run)
			cmd.Env = append(os.Environ(), childVariable+"="+tt.store)
			output, err := cmd.CombinedOutput()
			if (err == nil) != tt.ok || !strings.Contains(string(output), tt.says) {
				t.Errorf("it ends with %v and says\n%s", err, output)
			}
		})
	}
}
