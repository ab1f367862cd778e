package answers_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/answers"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/ui"
)

func codeOf(err error) string {
	if known, ok := errors.AsType[*ui.Error](err); ok {
		return known.Code
	}
	return ""
}

func form(message string) mcpclient.Question {
	return mcpclient.Question{Method: "elicitation/create", Mode: "form", Params: json.RawMessage(
		`{"message":"` + message + `","requestedSchema":{"type":"object","properties":{"name":{"type":"string","minLength":2},` +
			`"meals":{"type":"array","items":{"anyOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}}},"required":["name"]}}`)}
}

var (
	page  = mcpclient.Question{Method: "elicitation/create", Mode: "url", Params: json.RawMessage(`{"message":"Sign in","url":"https://example.com"}`)}
	model = mcpclient.Question{Method: "sampling/createMessage", Params: json.RawMessage(
		`{"systemPrompt":"Be brief.","messages":[{"role":"user","content":{"type":"text","text":"Capital of France?"}}]}`)}
	roots = mcpclient.Question{Method: "roots/list", Params: json.RawMessage(`{}`)}
)

// The first entry that is for a question answers it, until it is used up.
func TestAnswers(t *testing.T) {
	t.Parallel()
	script, err := answers.Parse("a.json", []byte(`{"answers":[
		{"tool":"book","message":"Who","times":1,"accept":{"name":"Ada","meals":["a"]}},
		{"tool":"book","message":"Who","cancel":true},
		{"message":"Who","accept":{"name":"Bob"}},
		{"message":"unfit","accept":{"name":"B"}},
		{"message":"Sign","accept":{}},
		{"message":"France","text":"Paris."},
		{"roots":["file:///a",{"uri":"file:///b","name":"B"}],"times":1},
		{"tool":"last","decline":true}
	]}`))
	if err != nil {
		t.Fatal(err)
	}
	for i, step := range []struct {
		tool string
		q    mcpclient.Question
		want string // of the result, or a code, or empty if there is none
	}{
		{"book", form("Who is it?"), `{"action":"accept","content":{"name":"Ada","meals":["a"]}}`},
		{"book", form("Who is it?"), `{"action":"cancel"}`},
		{"other", form("Who is it?"), `{"action":"accept","content":{"name":"Bob"}}`},
		{"other", form("unfit"), "answer_unfit"},
		{"other", form("What?"), ""},
		{"other", page, `{"action":"accept"}`},
		{"other", model, `{"content":{"text":"Paris.","type":"text"},"model":"oriel-workbench/answers","role":"assistant","stopReason":"endTurn"}`},
		{"other", roots, `{"roots":[{"uri":"file:///a"},{"uri":"file:///b","name":"B"}]}`},
		{"other", roots, ""},
		{"last", roots, "question_refused"},
		{"last", form("What?"), `{"action":"decline"}`},
	} {
		result, found, err := script.Answer(step.tool, step.q)
		got := string(result)
		if err != nil {
			got = codeOf(err)
		}
		if got != step.want || found != (step.want != "") {
			t.Errorf("step %d: %s %v %v", i, got, found, err)
		}
	}
}

// The example in the documentation is a file of answers.
func TestDocumentedAnswers(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../docs/questions.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(text), "```json\n")
	example, _, _ = strings.Cut(example, "```")
	if _, err := answers.Parse("questions.md", []byte(example)); err != nil {
		t.Error(err)
	}
}

func TestFaultsOfFiles(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{`:                "EOF",
		`[]`:               "array",
		`{"answers":[]}`:   "0 answers",
		`{"answers":[{}]}`: "answer 1 must have one of",
		`{"answers":[{"text":"a","decline":true}]}`:                   "answer 1 must have one of",
		`{"answers":[{"accept":7}]}`:                                  "no object",
		`{"answers":[{"accept":{},"times":-1}]}`:                      "negative",
		`{"answers":[{"roots":[7]}]}`:                                 "neither a URI",
		`{"answers":[{"acept":{}}]}`:                                  `"acept"`,
		`{"answers":[{"accept":{}}]}{}`:                               "after its end",
		`{"answers":[{"text":"` + strings.Repeat("a", 5<<20) + `"}]}`: "bytes",
	} {
		_, err := answers.Parse("a.json", []byte(text))
		if codeOf(err) != "answers_invalid" || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v", text, err)
		}
	}
	if _, err := answers.Load(filepath.Join(t.TempDir(), "none.json")); codeOf(err) != "answers_unreadable" {
		t.Error(err)
	}
	path := filepath.Join(t.TempDir(), "some.json")
	if err := os.WriteFile(path, []byte(`{"answers":[{"decline":true}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := answers.Load(path); err != nil {
		t.Error(err)
	}
}
