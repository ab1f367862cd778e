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
		`{}`:                                   {Introduced: true},
		`null`:                                 {Introduced: true},
		"\n{\"sampling\":{}}\n":                {Introduced: true, Sampling: true},
		`{"elicitation":{}}`:                   {Introduced: true, Forms: true},
		`{"elicitation":{"url":{}}}`:           {Introduced: true, Pages: true},
		`{"elicitation":{"form":{},"url":{}}}`: {Introduced: true, Forms: true, Pages: true},
		`{"elicitation":{"form":7}}`:           {Introduced: true, Forms: true},
		`{"elicitation":true,"roots":{}}`:      {Introduced: true, Roots: true},
		`{"sampling":null,"roots":[],"extensions":7}`:                                                               {Introduced: true},
		`{"extensions":{"io.modelcontextprotocol/ui":{}}}`:                                                          {Introduced: true, UIMIMETypes: views},
		`{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":7}}}`:                                             {Introduced: true, UIMIMETypes: views},
		`{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["a\u002fb",7,"","text/html;profile=mcp-app"]}}}`: {Introduced: true, UIMIMETypes: []string{"a/b", hosts.ViewMIMEType}},
		`{"extensions":{"io.modelcontextprotocol/ui":null,"other":{"mimeTypes":["a/b"]}}}`:                          {Introduced: true},
		`{"\u0073ampling":{}}`: {Introduced: true, Sampling: true},

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
