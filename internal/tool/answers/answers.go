// Package answers takes the answers to the questions of servers from a file, in place of a
// person. See docs/questions.md.
package answers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/schema"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/ui"
)

const (
	maxFile    = 4 << 20 // bytes
	maxEntries = 10_000
)

// Script is the answers of a file. A nil script has none. It may be used from several
// goroutines.
type Script struct {
	name string

	mu      sync.Mutex
	entries []entry
}

// entry is an answer, and the questions that it is for.
type entry struct {
	// Tool is the name of the tool or prompt, or the URI of the resource, during whose
	// request the server asks. Empty is any.
	Tool string `json:"tool"`
	// Message is a part of the question's text. Empty is any.
	Message string `json:"message"`
	// Times is how often the entry is used. Zero is no limit.
	Times int `json:"times"`

	// One of these is the answer.
	Accept  json.RawMessage   `json:"accept"`
	Decline bool              `json:"decline"`
	Cancel  bool              `json:"cancel"`
	Text    *string           `json:"text"`
	Roots   []json.RawMessage `json:"roots"`

	used int
}

// Load reads a file. Errors are [*ui.Error] with the code "answers_unreadable" or
// "answers_invalid".
func Load(path string) (*Script, error) {
	file, err := os.Open(path) //nolint:gosec // the person has named it
	if err != nil {
		return nil, &ui.Error{
			Code: "answers_unreadable", Message: fmt.Sprintf("The answers can't be read: %v.", err), Fix: "Name a JSON file; see docs/questions.md.",
		}
	}
	defer func() { _ = file.Close() }() // it has been read
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return nil, &ui.Error{Code: "answers_unreadable", Message: fmt.Sprintf("The answers can't be read: %v.", err)}
	}
	return Parse(filepath.Base(path), data)
}

// Parse reads the content of a file. The name is for messages.
func Parse(name string, data []byte) (*Script, error) {
	invalid := func(what string) error {
		return &ui.Error{
			Code: "answers_invalid", Message: fmt.Sprintf("%s is no file of answers: %s.", name, what),
			Fix: `Write {"answers":[{"message":"Who?","accept":{"name":"Ada"}}]}; see docs/questions.md.`,
		}
	}
	if len(data) > maxFile {
		return nil, invalid(fmt.Sprintf("it has more than %d bytes", maxFile))
	}
	var file struct {
		Answers []entry `json:"answers"`
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&file); err != nil {
		return nil, invalid(strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, invalid("there is something after its end")
	}
	if len(file.Answers) == 0 || len(file.Answers) > maxEntries {
		return nil, invalid(fmt.Sprintf("it has %d answers, and must have 1 to %d", len(file.Answers), maxEntries))
	}
	for i := range file.Answers {
		if err := file.Answers[i].check(); err != nil {
			return nil, invalid(fmt.Sprintf("answer %d %v", i+1, err))
		}
	}
	return &Script{name: name, entries: file.Answers}, nil
}

var (
	errNotOne  = errors.New(`must have one of "accept", "decline", "cancel", "text" and "roots"`)
	errContent = errors.New(`has an "accept" that is no object`)
	errTimes   = errors.New(`has a negative "times"`)
	errRoot    = errors.New(`has a root that is neither a URI nor an object with one`)
)

func (e *entry) check() error {
	count := 0
	for _, there := range []bool{e.Accept != nil, e.Decline, e.Cancel, e.Text != nil, e.Roots != nil} {
		if there {
			count++
		}
	}
	switch {
	case count != 1:
		return errNotOne
	case e.Accept != nil && e.Accept[0] != '{':
		return errContent
	case e.Times < 0:
		return errTimes
	}
	for i, root := range e.Roots {
		whole, err := readRoot(root)
		if err != nil {
			return err
		}
		e.Roots[i] = whole
	}
	return nil
}

// readRoot returns a root as an object; a text is its URI.
func readRoot(raw json.RawMessage) (json.RawMessage, error) {
	var root struct {
		URI  string `json:"uri"`
		Name string `json:"name,omitempty"`
	}
	if json.Unmarshal(raw, &root.URI) != nil && json.Unmarshal(raw, &root) != nil || root.URI == "" {
		return nil, errRoot
	}
	return json.Marshal(root) //nolint:wrapcheck // it is made of texts
}

// Answer returns the result for a question during a request of a tool. found is false if no
// entry is for it. The error says why the entry that is for it can't be used: a [*ui.Error] with the
// code "question_refused" where the entry declines what has no such result, and
// "answer_unfit" where it does not fit the form.
func (s *Script) Answer(tool string, q mcpclient.Question) (result json.RawMessage, found bool, err error) {
	if s == nil {
		return nil, false, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	text := textOf(q)
	for i := range s.entries {
		e := &s.entries[i]
		if !e.isFor(tool, text, q) {
			continue
		}
		e.used++
		result, err = e.result(q)
		if err != nil && !isRefusal(err) {
			err = &ui.Error{
				Code: "answer_unfit", Message: fmt.Sprintf("Answer %d of %s does not fit the form: %v", i+1, s.name, err),
				Fix: "Correct the answer in the file.",
			}
		}
		return result, true, err
	}
	return nil, false, nil
}

func (e *entry) isFor(tool, text string, q mcpclient.Question) bool {
	switch {
	case e.Times > 0 && e.used >= e.Times, e.Tool != "" && e.Tool != tool, !strings.Contains(text, e.Message):
		return false
	case e.Accept != nil, e.Cancel:
		return q.Method == hosts.MethodElicit
	case e.Text != nil:
		return q.Method == hosts.MethodCreateMessage
	case e.Roots != nil:
		return q.Method == hosts.MethodListRoots
	default:
		return true
	}
}

var errRefused = &ui.Error{Code: "question_refused", Message: "The user has refused this."}

func isRefusal(err error) bool { return errors.Is(err, errRefused) }

func (e *entry) result(q mcpclient.Question) (json.RawMessage, error) {
	switch {
	case e.Decline && q.Method != hosts.MethodElicit:
		return nil, errRefused
	case e.Decline:
		return json.RawMessage(`{"action":"decline"}`), nil
	case e.Cancel:
		return json.RawMessage(`{"action":"cancel"}`), nil
	case e.Text != nil:
		return json.Marshal(map[string]any{ //nolint:wrapcheck // it is made of texts
			"role": "assistant", "content": map[string]string{"type": "text", "text": *e.Text}, "model": "oriel-workbench/answers", "stopReason": "endTurn",
		})
	case e.Roots != nil:
		return json.Marshal(map[string]any{"roots": e.Roots}) //nolint:wrapcheck // it was read from JSON
	case q.Mode == "url":
		return json.RawMessage(`{"action":"accept"}`), nil
	}
	if err := CheckContent(q, e.Accept); err != nil {
		return nil, err
	}
	return json.Marshal(map[string]any{"action": "accept", "content": e.Accept}) //nolint:wrapcheck // it was read from JSON
}

// CheckContent reports whether the content of an answer fits the form of a question.
func CheckContent(q mcpclient.Question, content json.RawMessage) error {
	var asked struct {
		Schema json.RawMessage `json:"requestedSchema"`
	}
	if err := json.Unmarshal(q.Params, &asked); err != nil {
		return fmt.Errorf("reading the form: %w", err)
	}
	form, err := schema.Parse(asked.Schema)
	if err != nil {
		return fmt.Errorf("reading the form: %w", err)
	}
	_, err = form.Normal(content)
	return err
}

// textOf returns what a question says.
func textOf(q mcpclient.Question) string {
	var said struct {
		Message  string `json:"message"`
		System   string `json:"systemPrompt"`
		Messages []struct {
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if json.Unmarshal(q.Params, &said) != nil {
		return ""
	}
	texts := []string{said.Message, said.System}
	for _, m := range said.Messages {
		var blocks []struct {
			Text string `json:"text"`
		}
		content := bytes.TrimSpace(m.Content)
		if len(content) > 0 && content[0] == '{' {
			content = append(append([]byte{'['}, content...), ']')
		}
		if json.Unmarshal(content, &blocks) != nil {
			continue
		}
		for _, b := range blocks {
			texts = append(texts, b.Text)
		}
	}
	return strings.Join(texts, "\n")
}
