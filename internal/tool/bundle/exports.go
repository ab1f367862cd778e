package bundle

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/tool/bundle/resolver"
	"github.com/orielapps/oriel/internal/tool/bundle/source"
)

var (
	noExport   = regexp.MustCompile(`^No matching export in "([^"]*)" for import "([^"]*)"$`)
	exportsAll = regexp.MustCompile(`(?m)^\s*export\s*\*\s*from\b`)
)

// exportFix is the fix for an import of what a module does not export.
func (c *compiler) exportFix(message api.Message) string {
	const fix = "Export it there, or correct the name."
	match := noExport.FindStringSubmatch(message.Text)
	if match == nil {
		return fix
	}
	offered, complete := c.exports(match[1])
	best := source.Nearest(match[2], offered)
	if best == "" && message.Location != nil {
		best = message.Location.Suggestion
	}
	if best != "" {
		return fmt.Sprintf("Did you mean %q?", best)
	}
	if len(offered) == 0 || !complete {
		return fix
	}
	offers := "It exports " + source.Enumerate(offered) + "."
	if name, ofProject := strings.CutPrefix(match[1], fromProject+":"); !ofProject || resolver.InPackage(name) {
		return offers // the view's author can't change it
	}
	return fix + " " + offers
}

// exports returns the names that a module exports itself, sorted; none if it can't be read. They
// are not complete if it exports all of another module.
func (c *compiler) exports(id string) (names []string, complete bool) {
	namespace, name, _ := strings.Cut(id, ":")
	load, known := map[string]func(string, map[string]string) (string, api.Loader, *Fault){
		fromProject: c.loadProject, fromRuntime: c.loadRuntime,
	}[namespace]
	if !known {
		return nil, false
	}
	text, loader, fault := load(name, nil)
	if fault != nil {
		return nil, false
	}
	result := api.Build(api.BuildOptions{
		Stdin: &api.StdinOptions{Contents: text, Loader: loader}, Format: api.FormatESModule, Metafile: true, LogLevel: api.LogLevelSilent,
	})
	var found struct {
		Outputs map[string]struct {
			Exports []string `json:"exports"`
		} `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(result.Metafile), &found); err != nil {
		return nil, false
	}
	for _, output := range found.Outputs {
		names = append(names, output.Exports...)
	}
	slices.Sort(names)
	return names, !exportsAll.MatchString(text)
}
