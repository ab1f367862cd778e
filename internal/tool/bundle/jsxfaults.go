package bundle

import (
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// notClosed is the text of the error that atUnclosedElements moves.
const notClosed = "This element is not closed"

var (
	unclosedElement = regexp.MustCompile(`^Unexpected end of file before a closing (".*" tag|fragment tag)$`)
	// tagName matches the end of a line that ends in the name of an element.
	tagName = regexp.MustCompile(`<[A-Za-z][\w.-]*$`)
)

// atUnclosedElements moves the error of an element that nothing closes from the end of the file to
// the element, and removes errors that follow from it.
func atUnclosedElements(messages []api.Message) []api.Message {
	unclosed := map[string]bool{} // files
	for i, message := range messages {
		if message.Location == nil || !unclosedElement.MatchString(message.Text) {
			continue
		}
		unclosed[message.Location.File] = true
		for _, note := range message.Notes {
			if note.Location != nil && strings.HasPrefix(note.Text, "The opening ") {
				messages[i].Location, messages[i].Notes = note.Location, nil
				messages[i].Text = notClosed
			}
		}
	}
	return slices.DeleteFunc(messages, func(message api.Message) bool {
		return message.Location != nil && unclosed[message.Location.File] && strings.HasSuffix(message.Text, "is not valid inside a JSX element")
	})
}

// openTag returns the place of a tag without its ">", which the bundler notices in the next line; nil for
// other errors.
func (c *compiler) openTag(message api.Message) *api.Location {
	at := message.Location
	if at == nil || !strings.HasPrefix(message.Text, `Expected ">" but found`) {
		return nil
	}
	namespace, name, _ := strings.Cut(at.File, ":")
	if namespace != fromProject || !strings.HasPrefix(strings.TrimSpace(at.LineText), "<") {
		return nil
	}
	text, fault := c.tree.Read(name, true)
	if fault != nil {
		return nil
	}
	lines := strings.Split(string(text), "\n")
	for i := min(at.Line-2, len(lines)-1); i >= 0; i-- {
		line := strings.TrimRight(lines[i], " \t\r")
		if line == "" {
			continue
		}
		start := tagName.FindStringIndex(line)
		if start == nil {
			return nil
		}
		return &api.Location{File: at.File, Line: i + 1, Column: start[0], Length: len(line) - start[0], LineText: line}
	}
	return nil
}
