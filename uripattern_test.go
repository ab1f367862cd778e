package oriel

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yosida95/uritemplate/v3"
)

func TestURIPatterns(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		template, uri string
		want          map[string]string // nil where the URI doesn't fit
	}{
		{"note://all", "note://all", map[string]string{}},
		{"note://all", "note://all/", nil},
		{"note://{id}", "note://a%2Fb%C3%A4", map[string]string{"id": "a/bä"}},
		{"note://{id}", "note://a/b", nil},
		{"note://{id}", "note://%4", nil},
		{"note://{id}", "note://a%00", nil},
		{"note://{id}", "note://ä", nil},
		{"note://{id}", "note://a,b", map[string]string{"id": "a,b"}},
		{"note://{id}", "note://", map[string]string{"id": ""}},
		{"note://{id:3}", "note://abcd", nil},
		{"note://{id:3}", "note://ab%20", map[string]string{"id": "ab "}},
		{"note://{id:2500}", "note://" + strings.Repeat("a", 2500), map[string]string{"id": strings.Repeat("a", 2500)}},
		{"note://{id:2500}", "note://" + strings.Repeat("a", 2501), nil},
		{"file://{+path}", "file://a/b?c#d", map[string]string{"path": "a/b?c#d"}},
		{"f://{city}/{day}", "f://Lisbon/monday", map[string]string{"city": "Lisbon", "day": "monday"}},
		{"f://{a}-{b}", "f://1-2-3", map[string]string{"a": "1-2", "b": "3"}},
		{"f://x{/parts*}", "f://x/1/2%2F3", map[string]string{"parts": "1/2/3"}},
		{"f://x{.kind}", "f://x.txt", map[string]string{"kind": "txt"}},
		{"f://x{#part}", "f://x", map[string]string{}},
		{"f://x{?a,b}", "f://x?b=2", map[string]string{"b": "2"}},
		{"f://x{?a,b}", "f://x?a=1&b=", map[string]string{"a": "1", "b": ""}},
		{"f://x{?a,b}", "f://x?c=1", nil},
		{"f://x{?tag*}", "f://x?tag=1&tag=2", map[string]string{"tag": "1,2"}},
		{"f://x{;on,off*}", "f://x;on;off=1;off", map[string]string{"off": "1"}},
		{"f://x?y=1{&z}", "f://x?y=1&z=2", map[string]string{"z": "2"}},
		{"f://{a}/{a}", "f://1/2", map[string]string{"a": "1,2"}},
		{"f://a%2F({a})", "f://a%2F(1)", map[string]string{"a": "1"}},
	} {
		p, err := newURIPattern(test.template)
		if err != nil {
			t.Errorf("%s: %v", test.template, err)
			continue
		}
		if diff := cmp.Diff(test.want, p.match(test.uri)); diff != "" {
			t.Errorf("%s in %s:\n%s", test.template, test.uri, diff)
		}
	}
	for _, template := range []string{"note://{id", "note://{}", "note://{|id}", "note://{id:0}", "a b"} {
		if _, err := newURIPattern(template); err == nil {
			t.Errorf("%s is taken", template)
		}
	}
}

// matched are the variables that uritemplate finds, as a pattern has them.
func matched(template *uritemplate.Template, uri string) map[string]string {
	values := template.Match(uri)
	if values == nil {
		return nil
	}
	variables := map[string]string{}
	for name, value := range values {
		name, _, _ = strings.Cut(name, ":")
		variables[name] = strings.Join(value.V, ",")
		if strings.ContainsRune(variables[name], 0) {
			return nil
		}
	}
	return variables
}

// Patterns find what the Match of uritemplate finds.
func FuzzURIPattern(f *testing.F) {
	for _, template := range []string{
		"a:{b}", "a:{b}/{c}", "a:{b,c}", "a:{b:3}c", "a:{+b}/{c}", "a:{+b,c*}", "a:{#b,c}", "a:{.b*,c}", "a:{/b,c*}d", "a:{;b,c*}", "a:{?b,c}{&d*}", "a:{&b*}",
		"a:{b}{c}{d}", "a:{b},{c}", "a:{b*}-{c}", "a:{;b:2}x", "a:ä{b}", "a:.({b})", "a:{b.c}",
	} {
		for _, uri := range []string{
			"a:", "a:1", "a:1,2", "a:1,2,3", "a:1/2", "a:1/2/3d", "a:x%2fy", "a:%", "a:%zz", "a:12c", "a:1234", "a:.1.2", "a:#1,2", "a:/1,2/3d", "a:;b=1;c=2;c",
			"a:;b;c=", "a:?b=1&c=2", "a:?b=1c=2", "a:?c=1,2,,&d=1&d=2", "a:&b=1&b=", "a:ä1", "a:.(1)", "a:-1-2-", "a:;b=12x", "a:\xff", "a:\ufffd1",
		} {
			f.Add(template, uri)
		}
	}
	f.Fuzz(func(t *testing.T, template, uri string) {
		const enough = 200 // what is compared with is slow
		if len(template) > enough || len(uri) > enough {
			return
		}
		theirs, err := uritemplate.New(template)
		ours, ourErr := newURIPattern(template)
		if (err == nil) != (ourErr == nil) {
			t.Fatalf("%q: %v, and theirs: %v", template, ourErr, err)
		}
		if err != nil || len([]rune(uri)) < 2 { // of one character, Match looks at the end before the beginning
			return
		}
		if again := len(theirs.Varnames()) != strings.Count(template, "{")+commasOf(template); again {
			return // values of one name may come in any order there
		}
		want, got := matched(theirs, uri), ours.match(uri)
		separators := strings.NewReplacer("/", ",", ".", ",")
		for _, variables := range []map[string]string{want, got} {
			for name, value := range variables {
				if strings.Contains(template, "*") { // a list keeps its separators
					variables[name] = separators.Replace(value)
				}
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q in %q: %s", template, uri, diff)
		}
	})
}

// commasOf counts the commas between braces.
func commasOf(template string) (commas int) {
	for _, part := range strings.Split(template, "{")[1:] {
		expression, _, _ := strings.Cut(part, "}")
		commas += strings.Count(expression, ",")
	}
	return commas
}
