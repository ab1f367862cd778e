package workbench

import (
	"encoding/json"
	"fmt"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// warnOfSize tells the pages that a result is larger than its host gives to its model.
func (w *Workbench) warnOfSize(p *hosts.Profile, tool string, result json.RawMessage) {
	limit := p.MaxResult
	if !limit.Known || len(result) <= limit.Value {
		return
	}
	var parts struct {
		Content           []ui.TextContent `json:"content"`
		StructuredContent json.RawMessage  `json:"structuredContent"`
	}
	if json.Unmarshal(result, &parts) != nil {
		return // the page reports what is wrong with it
	}
	size := hosts.ResultSize(parts.Content, parts.StructuredContent)
	if size <= limit.Value {
		return
	}
	w.events.publish(warning(fmt.Sprintf(
		"The result of %s has %d characters. The model of %s does not get all of more than %d (%s, %s). Return less, or put data for the view into _meta.",
		shortened(tool), size, p.Title, limit.Value, limit.Source, limit.Date)))
}
