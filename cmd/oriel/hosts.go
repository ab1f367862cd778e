package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/schema"
)

// hostsCommand lists the hosts, or the facts about one with their sources.
type hostsCommand struct {
	Name string `arg:"" help:"The host to explain, by its id." optional:""`
	JSON bool   `help:"Print JSON."                            name:"json"`
}

// Run lists all hosts, or explains one.
func (c *hostsCommand) Run(env *environment) error {
	if c.Name == "" {
		return c.list(env.stdout)
	}
	p, ok := hosts.Get(c.Name)
	if !ok {
		return unknownHost(c.Name)
	}
	if c.JSON {
		return printJSON(env.stdout, hostJSON(p))
	}
	return explainHost(env.stdout, p)
}

func unknownHost(name string) error {
	known := hosts.All()
	ids := make([]string, len(known))
	for i, p := range known {
		ids[i] = p.ID
	}
	fix := "Known are " + strings.Join(ids, ", ") + "."
	if near := schema.Nearest(name, ids); near != "" {
		fix = fmt.Sprintf("Did you mean %q? %s", near, fix)
	}
	return &problem{message: fmt.Sprintf("There is no host %q.", name), fix: fix}
}

func (c *hostsCommand) list(w io.Writer) error {
	if c.JSON {
		known := hosts.All()
		all := make([]map[string]any, len(known))
		for i, p := range known {
			all[i] = hostJSON(p)
		}
		return printJSON(w, all)
	}
	const gap = 3
	table := tabwriter.NewWriter(w, 0, 0, gap, ' ', 0)
	_, _ = fmt.Fprintln(table, "HOST\tTITLE\tVIEWS\tDISPLAY MODES\tSERVERS CAN ASK FOR\tNEWEST FACT")
	for _, p := range hosts.All() {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", p.ID, p.Title, viewsOf(p), modesOf(p), questionsOf(p), newestFact(p))
	}
	if err := table.Flush(); err != nil {
		return fmt.Errorf("printing the hosts: %w", err)
	}
	return nil
}

func viewsOf(p *hosts.Profile) string {
	if !p.HasUI() {
		return "none"
	}
	return p.Adapter.Value
}

func modesOf(p *hosts.Profile) string {
	switch {
	case !p.DisplayModes.Known:
		return "unknown"
	case len(p.DisplayModes.Value) == 0:
		return "–"
	}
	return strings.Join(p.DisplayModes.Value, ", ")
}

// questionsOf returns what servers can ask the host's client for. A question mark means
// that it is not known.
func questionsOf(p *hosts.Profile) string {
	var can []string
	for _, q := range []struct {
		feature hosts.Feature
		name    string
	}{
		{hosts.ElicitationForm, "form"}, {hosts.ElicitationURL, "page"}, {hosts.ServerSampling, "model"}, {hosts.Roots, "folders"},
	} {
		switch has, known := p.Has(q.feature); {
		case !known:
			can = append(can, q.name+"?")
		case has:
			can = append(can, q.name)
		}
	}
	if can == nil {
		return "nothing"
	}
	return strings.Join(can, ", ")
}

func newestFact(p *hosts.Profile) string {
	newest := ""
	for _, f := range p.Facts() {
		if f.Known && f.Kind != hosts.Defined {
			newest = max(newest, f.Date)
		}
	}
	if newest == "" {
		return "–"
	}
	return newest
}

func explainHost(w io.Writer, p *hosts.Profile) error {
	_, _ = fmt.Fprintf(w, "%s (%s)\n\n", p.Title, p.ID)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	var unknown []string
	for _, f := range p.Facts() {
		if !f.Known {
			unknown = append(unknown, f.Name)
			continue
		}
		value, err := json.Marshal(f.Value)
		if err != nil {
			return fmt.Errorf("printing %s: %w", f.Name, err)
		}
		_, _ = fmt.Fprintf(table, "  %s\t%s\t%s %s\t%s\n", f.Name, value, f.Kind, f.Date, f.Source)
	}
	if err := table.Flush(); err != nil {
		return fmt.Errorf("printing the host: %w", err)
	}
	if len(unknown) > 0 {
		slices.Sort(unknown)
		_, _ = fmt.Fprintf(w, "\n  Unknown: %s.\n", strings.Join(unknown, ", "))
	}
	return nil
}

func hostJSON(p *hosts.Profile) map[string]any {
	return map[string]any{"id": p.ID, "title": p.Title, "facts": p.Facts()}
}

func printJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("printing JSON: %w", err)
	}
	return nil
}
