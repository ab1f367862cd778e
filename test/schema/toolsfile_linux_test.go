package schema_test

import (
	"encoding/json"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/schema"
	"github.com/orielapps/oriel/internal/schema/typescript"
)

// What a stranger's server sends is written in about the processor time that reading
// it takes, and is still TypeScript.
func TestLargeSchemasAsTypeScript(t *testing.T) {
	t.Parallel()
	const many = 40_000
	list := func(format string) string {
		items := make([]string, many)
		for i := range items {
			items[i] = strings.ReplaceAll(format, "%d", strconv.Itoa(i))
		}
		return strings.Join(items, ",")
	}
	deep := strings.Repeat(`{"type":"array","items":`, schema.MaxSchemaDepth-4) + `{}` + strings.Repeat(`}`, schema.MaxSchemaDepth-4)
	for name, text := range map[string]string{
		"enum":     `{"type":"object","properties":{"x":{"enum":[` + list(`"%d"`) + `]}}}`,
		"required": `{"type":"object","required":[` + list(`"m%d"`) + `]}`,
		"equal":    `{"type":"object","$defs":{` + list(`"é%d":{}`) + `}}`,
		"deep":     `{"type":"object","properties":{"x":` + deep + `}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			began := threadTime(t)
			s, err := schema.Parse(json.RawMessage(text))
			if err != nil {
				t.Fatal(err)
			}
			reading := threadTime(t) - began
			began = threadTime(t)
			got := typescript.Tools([]typescript.Tool{{Name: "a", Input: s.JSON()}, {Name: "b", Output: s.JSON()}}, nil)
			if took := threadTime(t) - began; took > 20*reading+time.Second {
				t.Errorf("reading it takes %v, writing it %v", reading, took)
			}
			if len(got) > 40*len(text)+1000 {
				t.Errorf("%d bytes become %d", len(text), len(got))
			}
		})
	}
}

// threadTime is the processor time that the calling thread has had.
func threadTime(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
