package oriel

import (
	"fmt"
	"unicode/utf8"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// warnOfSize logs once per tool that a result is too large for some hosts.
func (a *App) warnOfSize(t *tool, wire *ui.WireResult) {
	// There are at least as many bytes as characters, and they are quicker to count.
	if len(hosts.TooLargeFor(resultSize(wire, false))) == 0 {
		return
	}
	size := resultSize(wire, true)
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

// resultSize returns the size of the text in content or that of structuredContent,
// whichever is larger: hosts give one of them to their model. It is in bytes or in
// characters.
func resultSize(wire *ui.WireResult, characters bool) int {
	text, data := 0, len(wire.StructuredContent)
	for _, block := range wire.Content {
		block, ok := block.(ui.TextContent)
		switch {
		case ok && characters:
			text += utf8.RuneCountInString(block.Text)
		case ok:
			text += len(block.Text)
		}
	}
	if characters {
		data = utf8.RuneCount(wire.StructuredContent)
	}
	return max(text, data)
}
