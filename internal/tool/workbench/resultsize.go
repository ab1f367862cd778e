package workbench

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/orielapps/oriel/hosts"
)

// warnOfSize tells the pages that a result is larger than its host gives to its model.
func (w *Workbench) warnOfSize(p *hosts.Profile, tool string, result json.RawMessage) {
	limit := p.MaxResult
	if !limit.Known || len(result) <= limit.Value {
		return
	}
	var parts struct {
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
		StructuredContent json.RawMessage `json:"structuredContent"`
	}
	if json.Unmarshal(result, &parts) != nil {
		return // the page reports what is wrong with it
	}
	text := 0
	for _, block := range parts.Content {
		text += utf8.RuneCountInString(block.Text)
	}
	size := max(text, utf8.RuneCount(parts.StructuredContent))
	if size <= limit.Value {
		return
	}
	w.events.publish(warning(fmt.Sprintf(
		"The result of %s has %d characters. The model of %s does not get all of more than %d (%s, %s). Return less, or put data for the view into _meta.",
		shortened(tool), size, p.Title, limit.Value, limit.Source, limit.Date)))
}
