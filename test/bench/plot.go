package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
)

// A panel shows one amount, with a bar for each server.
type panel struct {
	title string
	bars  []bar
}

type bar struct {
	label string
	value float64
	text  string
	ours  bool
}

// panels returns the panels about calls: for both lifecycles, the rate and the processor time.
func panels(s *servers) []panel {
	lifecycles := []string{callLegacy, callModern}
	all := make([]panel, 0, 2*len(lifecycles))
	names := map[string]string{ours: "Oriel", mcpgo: "mcp-go 1.2.1", gosdk: "go-sdk 1.8.0", floorName: "net/http alone"}
	for _, name := range lifecycles {
		c := s.comparison(name)
		rates, cpus := panel{title: name + ": requests, mcp-go = 1"}, panel{title: name + ": processor time, mcp-go = 1"}
		them := c.resultsOf(mcpgo)
		for _, server := range []string{floorName, ours, mcpgo, gosdk} {
			o := c.resultsOf(server)
			rate, cpu := perRound(o.Rates, them.Rates), perRound(o.CPUs, them.CPUs)
			rates.bars = append(rates.bars, bar{names[server], rate, fmt.Sprintf("%.2f", rate), server == ours})
			cpus.bars = append(cpus.bars, bar{names[server], cpu, fmt.Sprintf("%.2f · %.0f µs", cpu, o.CPU), server == ours})
		}
		all = append(all, rates, cpus)
	}
	return all
}

// The measures of the plot, in its own units.
const (
	plotWidth   = 960
	panelWidth  = 460
	panelHeight = 168
	plotMargin  = 20
	titleDown   = 22
	barsDown    = 36
	barHeight   = 22
	barStep     = 30
	barsRight   = 110
	barsWidth   = 240
	textDown    = 15
	textGap     = 8
)

// plotStyle has colors for light and dark pages.
const plotStyle = `text{font:13px system-ui,sans-serif;fill:#24292f}.title{font-weight:600}.label{text-anchor:end}` +
	`.bar{fill:#8c959f}.ours{fill:#0969da}` +
	`@media(prefers-color-scheme:dark){text{fill:#e6edf3}.bar{fill:#6e7681}.ours{fill:#4493f8}}`

// plot draws the panels, two in a row.
func plot(all []panel) []byte {
	var out bytes.Buffer
	height := plotMargin + (len(all)+1)/2*panelHeight
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="Oriel compared with other MCP servers">`,
		plotWidth, height)
	fmt.Fprintf(&out, "<style>%s</style>\n", plotStyle)
	for i, p := range all {
		p.draw(&out, plotMargin+i%2*panelWidth, plotMargin/2+i/2*panelHeight)
	}
	out.WriteString("</svg>\n")
	return out.Bytes()
}

// draw draws a panel. Its longest bar has the full width.
func (p panel) draw(out *bytes.Buffer, left, top int) {
	longest := 0.0
	for _, b := range p.bars {
		longest = max(longest, b.value)
	}
	fmt.Fprintf(out, `<text class="title" x="%d" y="%d">%s</text>`+"\n", left, top+titleDown, escaped(p.title))
	for i, b := range p.bars {
		y := top + barsDown + i*barStep
		class := "bar"
		if b.ours {
			class = "bar ours"
		}
		width := barsWidth * quotient(b.value, longest)
		fmt.Fprintf(out, `<text class="label" x="%d" y="%d">%s</text>`, left+barsRight-textGap, y+textDown, escaped(b.label))
		fmt.Fprintf(out, `<rect class="%s" x="%d" y="%d" width="%.1f" height="%d" rx="3"/>`, class, left+barsRight, y, width, barHeight)
		fmt.Fprintf(out, `<text x="%.1f" y="%d">%s</text>`+"\n", float64(left+barsRight+textGap)+width, y+textDown, escaped(b.text))
	}
}

func escaped(text string) string {
	var out bytes.Buffer
	_ = xml.EscapeText(&out, []byte(text)) // a buffer takes everything
	return out.String()
}
