package mcpclient

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// A list of tools whose schemas are made to cost much costs little.
func TestMirrorsAreBounded(t *testing.T) { //nolint:paralleltest // it measures what the whole process allocates
	level := `{"type":"string","x-mcp-header":"H","properties":{"a":`
	const depth = 4500
	deep := strings.Repeat(level, depth) + `{}` + strings.Repeat(`}}`, depth)
	var wide strings.Builder
	for i := range 5000 {
		_, _ = fmt.Fprintf(&wide, `,"p%d":{"type":"string","x-mcp-header":"H%d"}`, i, i)
	}
	tools := []json.RawMessage{
		json.RawMessage(`{"name":"deep","inputSchema":` + deep + `}`),
		json.RawMessage(`{"name":"wide","inputSchema":{"properties":{` + wide.String()[1:] + `}}}`),
		json.RawMessage(`{"name":"giant","inputSchema":{"properties":{"p":{"type":"string","x-mcp-header":"` + strings.Repeat("H", 8*mebibyte) + `"}}}}`),
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var m mirrors
	m.learn(tools)
	runtime.ReadMemStats(&after)
	const most = 64 * mebibyte
	if used := after.TotalAlloc - before.TotalAlloc; used > most {
		t.Errorf("%d MiB were allocated", used/mebibyte)
	}
	for tool, want := range map[string]int{"deep": maxMirrorDepth, "wide": maxMirrors, "giant": 0} {
		if got := len(m.byTool[tool]); got != want {
			t.Errorf("%s: %d headers, want %d", tool, got, want)
		}
	}
}
