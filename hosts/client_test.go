package hosts_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/hosts"
)

func TestDeclare(t *testing.T) {
	t.Parallel()
	views := []string{hosts.ViewMIMEType}
	for text, want := range map[string]hosts.Client{
		`{}`:                                   {Told: true},
		`null`:                                 {Told: true},
		"\n{\"sampling\":{}}\n":                {Told: true, Sampling: true},
		`{"elicitation":{}}`:                   {Told: true, Forms: true},
		`{"elicitation":{"url":{}}}`:           {Told: true, Pages: true},
		`{"elicitation":{"form":{},"url":{}}}`: {Told: true, Forms: true, Pages: true},
		`{"elicitation":{"form":7}}`:           {Told: true, Forms: true},
		`{"elicitation":true,"roots":{}}`:      {Told: true, Roots: true},
		`{"sampling":null,"roots":[],"extensions":7}`:                                                               {Told: true},
		`{"extensions":{"io.modelcontextprotocol/ui":{}}}`:                                                          {Told: true, UIMIMETypes: views},
		`{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":7}}}`:                                             {Told: true, UIMIMETypes: views},
		`{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["a\u002fb",7,"","text/html;profile=mcp-app"]}}}`: {Told: true, UIMIMETypes: []string{"a/b", hosts.ViewMIMEType}},
		`{"extensions":{"io.modelcontextprotocol/ui":null,"other":{"mimeTypes":["a/b"]}}}`:                          {Told: true},
		`{"\u0073ampling":{}}`: {Told: true, Sampling: true},

		// What is no object says nothing, and neither does what is not JSON.
		``: {}, `7`: {}, `[]`: {}, `"a"`: {}, `{garbage}`: {}, `{"elicitation":{}`: {}, `{"sampling":{"a`: {}, "{\"sampling\":{},\"\xff\":1}": {}, `{"roots":{}}x`: {},
		`{"sampling":{},"a":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + `}`: {},
	} {
		var got hosts.Client
		got.Declare(json.RawMessage(text))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%.120q: %s", text, diff)
		}
	}
}
