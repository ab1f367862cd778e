package oriel

import (
	"fmt"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// warnOfSize logs once per tool that a result is too large for some hosts.
func (a *App) warnOfSize(t *tool, wire *ui.WireResult) {
	content := make([]ui.TextContent, 0, len(wire.Content))
	most := len(wire.StructuredContent)
	for _, block := range wire.Content {
		if text, ok := block.(ui.TextContent); ok {
			content = append(content, text)
			most += len(text.Text)
		}
	}
	// There are at least as many bytes as characters, and they are quicker to count.
	if len(hosts.TooLargeFor(most)) == 0 {
		return
	}
	size := hosts.ResultSize(content, wire.StructuredContent)
	small := hosts.TooLargeFor(size)
	if len(small) == 0 {
		return
	}
	if _, warned := a.oversized.LoadOrStore(t.Name, true); warned {
		return
	}
	names := make([]string, len(small))
	for i, p := range small {
		names[i] = fmt.Sprintf("%s (%d)", p.Title, p.MaxResult.Value)
	}
	a.logger().Warn("the result of a tool is too large for some hosts, whose models don't get all of it",
		"tool", t.Name, "characters", size, "hosts", names,
		"fix", "return less: pages, a summary, or data for the view alone in Result.ViewOnly")
}
