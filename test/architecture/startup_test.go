package architecture_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A server starts within milliseconds because our packages have nothing ready that it
// may not need: no compiled patterns, no large maps, no parsed files. What they
// allocate for that is the same in every run, unlike the time that it takes.
func TestPackagesAreReadyAtOnce(t *testing.T) {
	t.Parallel()
	const mostAllocations, mostBytes = 300, 30_000
	server := filepath.Join(t.TempDir(), "hello")
	run(t, root(t), nil, "go", "build", "-o", server, "./examples/hello")
	tracing := exec.CommandContext(t.Context(), server, "-h") // prints its usage and ends
	tracing.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	trace, err := tracing.CombinedOutput()
	if err != nil {
		t.Fatalf("%v:\n%s", err, trace)
	}
	var ours strings.Builder
	var allocations, bytes int
	for line := range strings.Lines(string(trace)) {
		var path string
		var at, took float64
		var b, n int
		_, err := fmt.Sscanf(line, "init %s @%f ms, %f ms clock, %d bytes, %d allocs", &path, &at, &took, &b, &n)
		if _, isOurs := ofOurs(path); err != nil || !isOurs {
			continue
		}
		ours.WriteString(line)
		bytes += b
		allocations += n
	}
	if ours.Len() == 0 {
		t.Fatalf("none of our packages is in the trace; has its form changed?\n%s", trace)
	}
	if allocations > mostAllocations || bytes > mostBytes {
		t.Errorf("Before main, our packages allocate %d times, %d bytes in all; %d and %d are plenty. "+
			"Make what is large when it is first needed, with sync.OnceValue.\n%s", allocations, bytes, mostAllocations, mostBytes, &ours)
	}
}
