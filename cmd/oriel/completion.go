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

// completionCommand prints a completion script for a shell.
type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish,powershell" help:"bash, zsh, fish or powershell."`
}

// Help is shown below the verb's usage.
func (*completionCommand) Help() string {
	return `Run this in your shell, or add it to your shell's startup file:

    source <(oriel completion bash)
    source <(oriel completion zsh)
    oriel completion fish | source
    oriel completion powershell | Out-String | Invoke-Expression

It completes verbs, flags, their values, hosts, and the views of the project in this folder.`
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

// completeVerb is the hidden verb that the scripts call with the words typed so far.
// The last word is the one to complete.
const completeVerb = "__complete"

// complete prints the completions of the last word, one per line. It prints nothing
// for words that it doesn't know, and the shell then completes file names.
func complete(w io.Writer, model *kong.Application, typed []string) error {
	if len(typed) > 0 && typed[0] == "--" { // the scripts write it, so that the words are never flags of the call itself
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

// walk follows the typed words down the tree of verbs.
type walk struct {
	node      *kong.Node
	flag      *kong.Flag // the next word is its value
	arguments int
	foreign   bool // after "--"
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
		// "new NAME" means "new app NAME".
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

// flags returns the flags that are allowed here.
func (w *walk) flags() []*kong.Flag {
	var list []*kong.Flag
	for _, group := range w.here().AllFlags(true) {
		list = append(list, group...)
	}
	return list
}

// here returns the verb whose flags and arguments apply.
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

// next lists the completions of the next word. It is empty where the shell should
// complete file names.
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
