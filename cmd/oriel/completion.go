package main

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/internal/tool/scaffold"
)

// completionCommand prints the script by which a shell completes what is typed.
type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish,powershell" help:"bash, zsh, fish or powershell."`
}

// Help is shown below the verb's usage.
func (*completionCommand) Help() string {
	return `For this session, or in the file that your shell reads at its start:

    source <(oriel completion bash)
    source <(oriel completion zsh)
    oriel completion fish | source
    oriel completion powershell | Out-String | Invoke-Expression

Verbs, flags, their values, hosts and the views of the project in this folder are completed.`
}

//go:embed completions
var completions embed.FS

// Run prints the script.
func (c *completionCommand) Run(env *environment) error {
	script, err := completions.ReadFile("completions/" + c.Shell)
	if err != nil {
		return fmt.Errorf("reading the script: %w", err)
	}
	if _, err := env.stdout.Write(script); err != nil {
		return fmt.Errorf("printing the script: %w", err)
	}
	return nil
}

// completeVerb is the hidden verb that the scripts call with what is typed so far, the
// last word of which is to be completed.
const completeVerb = "__complete"

// complete prints what the last word may be, one line each. What can't be known is left
// to the shell, which then offers files.
func complete(w io.Writer, model *kong.Application, typed []string) error {
	if len(typed) > 0 && typed[0] == "--" { // so that what is typed is never a flag of the shell's call
		typed = typed[1:]
	}
	if len(typed) == 0 {
		return nil
	}
	last := typed[len(typed)-1]
	at := &walk{node: model.Node}
	for _, word := range typed[:len(typed)-1] {
		at.step(word)
	}
	for _, word := range at.next(last) {
		if !strings.HasPrefix(word, last) {
			continue
		}
		if _, err := fmt.Fprintln(w, word); err != nil {
			return fmt.Errorf("listing completions: %w", err)
		}
	}
	return nil
}

// walk goes through the typed words, down the tree of verbs.
type walk struct {
	node      *kong.Node
	flag      *kong.Flag // waits for its value
	arguments int
	foreign   bool // behind "--"
}

func (w *walk) step(word string) {
	switch {
	case w.foreign:
	case w.flag != nil:
		w.flag = nil
	case word == "--":
		w.foreign = true
	case strings.HasPrefix(word, "-"):
		name, _, has := strings.Cut(word, "=")
		if flag := w.find(name); flag != nil && !has && !flag.IsBool() {
			w.flag = flag
		}
	default:
		if child := w.child(word); child != nil {
			w.node, w.arguments = child, 0
			return
		}
		// "new" without a word for what is new is for an app.
		if app := w.child("app"); app != nil && w.node.Name == "new" {
			w.node = app
		}
		w.arguments++
	}
}

func (w *walk) child(word string) *kong.Node {
	for _, child := range w.node.Children {
		if child.Name == word || slices.Contains(child.Aliases, word) {
			return child
		}
	}
	return nil
}

// flags are those that may stand here.
func (w *walk) flags() []*kong.Flag {
	var list []*kong.Flag
	for _, group := range w.here().AllFlags(true) {
		list = append(list, group...)
	}
	return list
}

// here is the verb whose flags count.
func (w *walk) here() *kong.Node {
	if w.node.Name == "new" {
		if app := w.child("app"); app != nil {
			return app
		}
	}
	return w.node
}

func (w *walk) find(name string) *kong.Flag {
	for _, flag := range w.flags() {
		if name == "--"+flag.Name || flag.Short != 0 && name == "-"+string(flag.Short) {
			return flag
		}
	}
	return nil
}

// next lists what may come next; nothing where the shell knows better.
func (w *walk) next(last string) []string {
	switch {
	case w.foreign:
		return nil
	case w.flag != nil:
		return w.values(w.flag.Name, w.flag.Value)
	case strings.HasPrefix(last, "-"):
		if name, _, has := strings.Cut(last, "="); has {
			if flag := w.find(name); flag != nil {
				return prefixed(name+"=", w.values(flag.Name, flag.Value))
			}
			return nil
		}
		var names []string
		for _, flag := range w.flags() {
			names = append(names, "--"+flag.Name)
			if flag.Tag.Negatable != "" {
				names = append(names, "--no-"+flag.Name)
			}
		}
		return names
	}
	var names []string
	if w.arguments == 0 {
		for _, child := range w.node.Children {
			if !child.Hidden && (w.node.Name != "new" || child.Name != "app") {
				names = append(names, child.Name)
			}
		}
	}
	if here := w.here(); w.arguments < len(here.Positional) {
		value := here.Positional[w.arguments]
		names = append(names, w.values(value.Name, value)...)
	}
	return names
}

// values lists the values of a flag or an argument.
func (w *walk) values(name string, value *kong.Value) []string {
	if list := value.EnumSlice(); len(list) > 0 && value.Enum != "" {
		return list
	}
	if w.node.Name == "hosts" && name == "name" {
		name = "host"
	}
	switch name {
	case "template":
		return scaffold.Templates
	case "ui":
		return scaffold.UIs
	case "platform":
		return scaffold.Platforms
	case "host", "profile", "profiles":
		profiles := hosts.All()
		ids := make([]string, len(profiles))
		for i, profile := range profiles {
			ids[i] = profile.ID
		}
		return ids
	case "view":
		return viewNames()
	}
	return nil
}

// viewNames are the views of the project in this folder, if there is one.
func viewNames() []string {
	project, err := bundle.Open(".")
	if err != nil {
		return nil
	}
	defer func() { _ = project.Close() }() // it was only read
	names, err := project.Names()
	if err != nil {
		return nil
	}
	return names
}

func prefixed(prefix string, list []string) []string {
	with := make([]string, len(list))
	for i, one := range list {
		with[i] = prefix + one
	}
	return with
}
