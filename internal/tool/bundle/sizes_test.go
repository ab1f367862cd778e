package bundle_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/bundle"
)

// sized is a project with a view of many parts.
func sized(t *testing.T, more map[string]string) *bundle.Project {
	t.Helper()
	texts := fakeReact(map[string]string{
		"go.mod":                           "module m\n",
		"views/v/index.tsx":                `import { onToolResult } from "@oriel/view"; import { kind } from "react"; import "./s.css"; import big from "./big.txt"; import pic from "./p.svg"; import lib from "@s/lib/sub"; onToolResult(console.log); export default () => <b title={pic}>{kind}{big}{lib}</b>;`,
		"views/v/s.css":                    "b { background: url(q.svg); color: red }",
		"views/v/big.txt":                  strings.Repeat("large ", 100),
		"views/v/p.svg":                    "<svg>" + strings.Repeat("<g/>", 50) + "</svg>",
		"views/v/q.svg":                    "<svg>" + strings.Repeat("<a/>", 100) + "</svg>",
		"views/p/index.html":               `<p>` + strings.Repeat("a page ", 100) + `</p><script src=c.js></script><script type=module>console.log("inline")</script>`,
		"views/p/c.js":                     `var classic = "` + strings.Repeat("c", 50) + `";`,
		"node_modules/@s/lib/package.json": `{"name": "@s/lib", "version": "1.2.3"}`,
		"node_modules/@s/lib/sub.js":       `export default "` + strings.Repeat("lib ", 60) + `";`,
	})
	maps.Copy(texts, more)
	return open(t, write(t, texts))
}

func TestParts(t *testing.T) {
	t.Parallel()
	project := sized(t, nil)
	for view, want := range map[string][]string{
		"v": {"views/v/big.txt", "views/v/s.css", "views/v/p.svg", "@s/lib 1.2.3", "react 19.0.0", "@oriel/view", "views/v/index.tsx"},
		"p": {"views/p/index.html", "views/p/c.js"},
	} {
		parts, err := project.Parts(t.Context(), view)
		if err != nil {
			t.Fatal(err)
		}
		document, err := project.Build(t.Context(), view)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		total := 0
		for _, part := range parts {
			names = append(names, part.Name)
			total += part.Bytes
			if part.Bytes <= 0 {
				t.Errorf("%s: %s has %d bytes", view, part.Name, part.Bytes)
			}
		}
		if !slices.IsSortedFunc(parts, func(a, b bundle.Part) int { return b.Bytes - a.Bytes }) {
			t.Errorf("%s: not by size: %v", view, parts)
		}
		slices.Sort(names)
		slices.Sort(want)
		if diff := cmp.Diff(want, names); diff != "" {
			t.Errorf("%s (-want +got):\n%s", view, diff)
		}
		if total > len(document.HTML) || total < len(document.HTML)*6/10 {
			t.Errorf("%s: the parts have %d bytes, the document %d: %v", view, total, len(document.HTML), parts)
		}
	}
	if _, err := project.Parts(t.Context(), "nowhere"); !slices.Equal(codes(t, err), []string{"view_missing"}) {
		t.Error(err)
	}
}

func TestBudgets(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		budget string
		code   string
		says   []string
	}{
		"none":                 {"", "", nil},
		"enough":               {`{"v": "60 kB", "*": "0.5MB"}`, "", nil},
		"exactly in bytes":     {`{"v": "10000 B"}`, "", nil},
		"for all":              {`{"*": "10 B"}`, "view_over_budget, view_over_budget", []string{"The view p has", "its budget is 10 B", "views/v/big.txt (", "budget.json"}},
		"its own goes first":   {`{"*": "10 B", "p": "10 kB"}`, "view_over_budget", []string{"The view v has"}},
		"no JSON":              {`{`, "budget_invalid", []string{"not a JSON object", `{"forecast": "60 kB"`}},
		"a list":               {`["60 kB"]`, "budget_invalid", []string{"not a JSON object"}},
		"empty file":           {" ", "budget_invalid", []string{"not a JSON object"}},
		"a view that is not":   {`{"vv": "60 kB"}`, "budget_invalid", []string{`no such view`, `Did you mean "v"`}},
		"nothing like a view":  {`{"something\u001b[31m": "60 kB"}`, "budget_invalid", []string{`"something·[31m"`, "Take it out"}},
		"a number":             {`{"v": 60}`, "budget_invalid", []string{`The budget of "v" is not a size`}},
		"no unit":              {`{"v": "60"}`, "budget_invalid", []string{`The budget of "v" is not a size`}},
		"negative":             {`{"v": "-1 kB"}`, "budget_invalid", nil},
		"another unit":         {`{"v": "60 GB"}`, "budget_invalid", nil},
		"a number without end": {`{"v": "` + strings.Repeat("9", 400) + ` kB"}`, "budget_invalid", nil},
		"null":                 {`{"v": null}`, "budget_invalid", nil},
		"not UTF-8":            {"{\"\xff\": 1}", "file_encoding", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			more := map[string]string{}
			if test.budget != "" {
				more["views/budget.json"] = test.budget
			}
			project := sized(t, more)
			built, err := project.BuildAll(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var documents []*bundle.Document
			for _, one := range built {
				documents = append(documents, one.Document)
				if slices.Contains(one.Sources, "budget.json") {
					t.Error("the budget is a source of a document")
				}
			}
			err = project.CheckBudgets(t.Context(), documents)
			if got := strings.Join(codes(t, err), ", "); got != test.code {
				t.Fatalf("codes %q, want %q: %v", got, test.code, err)
			}
			for _, text := range test.says {
				contains(t, err.Error(), text)
			}
		})
	}
}
