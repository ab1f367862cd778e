package bundle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/orielapps/oriel/internal/tool/bundle/source"
)

// budgetFile, in the views folder, limits the sizes of documents.
const budgetFile = "budget.json"

// anyView is the key of the budget for views without one of their own.
const anyView = "*"

// CheckBudgets returns, as [Faults], the documents that are larger after gzip than the file
// views/budget.json allows, with their largest parts. The file is an object of sizes by view:
// {"forecast": "60 kB", "*": "100 kB"}. Without it, everything is allowed. A kB has 1000 bytes.
func (p *Project) CheckBudgets(ctx context.Context, documents []*Document) error {
	budgets, err := p.budgets(documents)
	if err != nil {
		return err
	}
	var faults Faults
	for _, d := range documents {
		budget, ok := budgets[d.Name]
		if !ok {
			if budget, ok = budgets[anyView]; !ok {
				continue
			}
		}
		size, err := d.Gzipped()
		if err != nil {
			return err
		}
		if size <= budget {
			continue
		}
		parts, err := p.Parts(ctx, d.Name)
		if err != nil {
			return err
		}
		faults = append(faults, &Fault{
			Code: "view_over_budget",
			File: path.Join(p.Views, d.Name),
			Message: fmt.Sprintf("The view %s has %s after gzip; its budget is %s.", d.Name,
				shownSize(size), shownSize(budget)),
			Fix: "Make it smaller, or raise its budget in " + budgetFile + ". Its largest parts, before compression: " +
				largest(parts) + ".",
		})
	}
	return faults.Err()
}

// largest names the largest parts.
func largest(parts []Part) string {
	const most = 3
	names := make([]string, 0, most)
	for _, part := range parts[:min(len(parts), most)] {
		names = append(names, part.Name+" ("+shownSize(part.Bytes)+")")
	}
	return strings.Join(names, ", ")
}

// budgets reads the file of budgets, in bytes by view.
func (p *Project) budgets(documents []*Document) (map[string]int, error) {
	name := path.Join(p.Views, budgetFile)
	files := source.NewTree(p.Files)
	if files.Look(name) != source.Regular {
		return map[string]int{}, nil
	}
	data, fault := files.Read(name, true)
	if fault != nil {
		return nil, fault
	}
	invalid := func(what, fix string) error {
		return &Fault{Code: "budget_invalid", File: name, Message: what, Fix: fix}
	}
	const example = `Write sizes after gzip by view: {"forecast": "60 kB", "*": "100 kB"}.`
	var all map[string]any
	if err := json.Unmarshal(data, &all); err != nil || all == nil {
		return nil, invalid("The file is not a JSON object of sizes.", example)
	}
	views := make([]string, len(documents))
	for i, d := range documents {
		views[i] = d.Name
	}
	budgets := make(map[string]int, len(all))
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if key != anyView && !slices.Contains(views, key) {
			shown := source.Clip(key)
			fix := "Take it out."
			if best := source.Nearest(key, views); best != "" {
				fix = fmt.Sprintf("Did you mean %q?", best)
			}
			return nil, invalid(fmt.Sprintf("There is a budget for %q, but no such view.", shown), fix)
		}
		size, err := parseSize(all[key])
		if err != nil {
			return nil, invalid(fmt.Sprintf("The budget of %q is not a size.", key), example)
		}
		budgets[key] = size
	}
	return budgets, nil
}

var sizeText = regexp.MustCompile(`^([0-9]{1,9}(?:\.[0-9]{1,3})?) ?(B|[kK]B|MB)$`)

const kilo = 1000

// sizeUnits are the bytes in a unit.
var sizeUnits = map[string]float64{"B": 1, "kB": kilo, "KB": kilo, "MB": kilo * kilo}

var errNotASize = errors.New("not a size")

// parseSize reads "60 kB", "1.5 MB", "900 B".
func parseSize(value any) (int, error) {
	text, _ := value.(string)
	match := sizeText.FindStringSubmatch(text)
	if match == nil {
		return 0, errNotASize
	}
	number, err := strconv.ParseFloat(match[1], 64)
	if err != nil {
		return 0, errNotASize
	}
	return int(math.Round(number * sizeUnits[match[2]])), nil
}

// shownSize formats a size: "61.4 kB".
func shownSize(bytes int) string {
	if bytes < kilo {
		return strconv.Itoa(bytes) + " B"
	}
	return strconv.FormatFloat(float64(bytes)/kilo, 'f', 1, 64) + " kB"
}
