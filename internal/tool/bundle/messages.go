package bundle

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/tool/bundle/resolver"
)

// faults converts the bundler's errors.
func (c *compiler) faults(messages []api.Message) Faults {
	messages = atUnclosedElements(messages)
	list := make(Faults, 0, len(messages))
	for _, message := range messages {
		fault := c.place(c.explain(message), message.Location)
		if at := c.openTag(message); at != nil {
			fault = c.place(&Fault{Code: "syntax_error", Message: "This tag is not complete.", Fix: `Add its ">".`}, at)
		}
		if !slices.ContainsFunc(list, func(one *Fault) bool { return *one == *fault }) {
			list = append(list, fault)
		}
	}
	return list
}

var unresolved = regexp.MustCompile(`^Could not resolve "(.*)"$`)

// failedImport returns the fault of a required import of a package; nil for other messages.
func (c *compiler) failedImport(message api.Message) *Fault {
	match := unresolved.FindStringSubmatch(message.Text)
	if match == nil || message.Location == nil {
		return nil
	}
	_, importer, _ := strings.Cut(message.Location.File, ":")
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failed[failedKey(importer, match[1])]
}

// warnings converts the bundler's warnings. Their codes are those in its documentation.
func (c *compiler) warnings(messages []api.Message) Faults {
	list := make(Faults, 0, len(messages))
	for _, message := range messages {
		if message.Location != nil && strings.HasPrefix(message.Location.File, fromProject+":") &&
			resolver.InPackage(strings.TrimPrefix(message.Location.File, fromProject+":")) {
			continue // the view's author can't fix a package
		}
		if message.Location != nil && c.generated(message.Location) {
			continue // nor Tailwind's output
		}
		fault := &Fault{Code: strings.ReplaceAll(message.ID, "-", "_"), Message: sentence(message.Text), Fix: notes(message)}
		if fault.Code == "empty_import_meta" {
			fault.Message = "import.meta is empty in a view: the whole view is one script, which is not a module."
			fault.Fix = `Import a file to get its URL: import url from "./picture.png".`
		}
		if fault.Code == "ignored_bare_import" {
			fault.Message = "This import does nothing: the package says that its files have no side effects."
			fault.Fix = `It says so by "sideEffects" in its package.json. Import what you use of it by name.`
		}
		list = append(list, c.place(fault, message.Location))
	}
	return list
}

// explain converts an error of the bundler.
func (c *compiler) explain(message api.Message) *Fault {
	if fault, ok := message.Detail.(*Fault); ok {
		return fault
	}
	if fault := c.failedImport(message); fault != nil {
		return fault
	}
	fault := &Fault{Code: "build_failed", Message: sentence(message.Text), Fix: notes(message)}
	switch {
	case strings.HasPrefix(message.Text, "Top-level await"):
		fault.Code = "top_level_await"
		fault.Message = "A view's script can't await at its top level."
		fault.Fix = "Put it into an async function and call that."
	case strings.HasPrefix(message.Text, "The JSX syntax extension"):
		fault.Code = "syntax_error"
		fault.Message = "JSX is not understood in this kind of file."
		fault.Fix = "Put it into a file whose name ends in .tsx."
	case strings.HasPrefix(message.Text, "No matching export"):
		fault.Code, fault.Fix = "export_missing", c.exportFix(message)
	case message.Text == notClosed:
		fault.Code, fault.Fix = "syntax_error", "Add its closing tag."
	case message.Location != nil:
		fault.Code = "syntax_error"
		if fault.Fix == "" {
			fault.Fix = syntaxFix(message.Location)
		}
	}
	return fault
}

func syntaxFix(location *api.Location) string {
	extension := path.Ext(location.File)
	if extension == ".ts" && looksLikeJSX(location.LineText) {
		return "If this is JSX, rename the file: its name has to end in .tsx."
	}
	if extension == ".css" {
		return "Correct the style at the mark."
	}
	return "Correct the code at the mark."
}

func looksLikeJSX(line string) bool {
	return strings.Contains(line, "</") || strings.Contains(line, "/>")
}

// place adds the place of a message to its fault.
func (c *compiler) place(fault *Fault, location *api.Location) *Fault {
	if location == nil || fault.Line > 0 {
		return fault
	}
	if original, ok := c.originalSheet(location.File); ok {
		return c.placeInOriginal(fault, original, location)
	}
	namespace, name, _ := strings.Cut(location.File, ":")
	line, offset, text := location.Line, location.Column, location.LineText
	switch namespace {
	case fromProject:
		if resolver.InPackage(name) {
			fault = c.withImporters(fault, name)
		}
		if shift := c.prefixes[name]; line == 1 && shift > 0 {
			offset, text = offset-shift, text[min(shift, len(text)):]
		}
	case fromRuntime:
		name = runtimeName + "/" + name
		if importer := c.importerOf(name); importer != "" && fault.Code == "package_missing" {
			placed := *fault
			placed.File = importer
			return &placed
		}
	case fromPage:
		i, err := strconv.Atoi(name)
		if err != nil || c.page == nil || i >= len(c.page.inline) {
			return fault
		}
		inline := c.page.inline[i]
		if line == 1 {
			offset += inline.offset
		}
		line += inline.line - 1
		name, text = c.page.name, c.page.line(line)
	default:
		return fault
	}
	return fault.At(name, line, text, offset, location.Length)
}

// plain removes namespaces from the paths in a message.
var plain = strings.NewReplacer(fromProject+":", "", fromRuntime+":", runtimeName+"/", fromPage+":", "script ", fromEntry+":", "",
	fromNothing+":", "", fromPrebuilt+":", "")

func sentence(text string) string {
	text = plain.Replace(text)
	if text == "" || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// notes joins the notes of a message, without those on esbuild's options and plugins, which
// authors of views can't use.
func notes(message api.Message) string {
	var list []string
	for _, note := range message.Notes {
		if note.Text == "" || strings.Contains(note.Text, "plugin") || strings.Contains(note.Text, "esbuild") ||
			strings.Contains(note.Text, "loader") || strings.Contains(note.Text, "tsconfig") {
			continue
		}
		text := plain.Replace(note.Text)
		if cut, ok := strings.CutSuffix(text, ":"); ok && note.Location != nil {
			// Such a note introduces a place.
			text = fmt.Sprintf("%s: %s:%d", cut, plain.Replace(note.Location.File), note.Location.Line)
		}
		text = sentence(text)
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return strings.Join(list, " ")
}
