package workbench

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/secrets"
	"github.com/orielapps/oriel/ui"
)

// FuzzRedact holds that a member named like a credential never keeps its value,
// and that what has nothing to do with credentials is kept as it is.
func FuzzRedact(f *testing.F) {
	f.Add("Basic abc", "text")
	f.Add(`with "quotes" and \ and }`, `{"deep":[1]}`)
	f.Add("\u2028\x00\xff", "Bearer 123456789")
	f.Add(`\\\"`, `"authorization":"`)
	const token = "the-workbench's-own-token"
	r := newRedactor(token)
	f.Fuzz(func(t *testing.T, secret, other string) {
		secret, other = strings.ToValidUTF8(secret, "?"), strings.ToValidUTF8(other, "?")
		body, err := json.Marshal(map[string]any{"Authorization": secret, "other": other, "own": token})
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]any
		if err := json.Unmarshal([]byte(r.clean(string(body))), &got); err != nil {
			t.Fatalf("%v: %s", err, r.clean(string(body)))
		}
		if got["Authorization"] != secrets.Marker || got["own"] != secrets.Marker {
			t.Fatalf("kept in %v", got)
		}
		if plain := !strings.ContainsAny(other, `"\`) && !strings.Contains(strings.ToLower(other), "bearer") &&
			!strings.Contains(other, token); plain && got["other"] != other {
			t.Fatalf("%q became %q", other, got["other"])
		}
		if cut := r.clean(string(body)[:len(body)/2]); strings.Contains(cut, token) {
			t.Fatalf("the token is in %s", cut)
		}
	})
}

// FuzzContents holds that whatever a server answers to resources/read is a
// document or an error with a code.
func FuzzContents(f *testing.F) {
	f.Add(`{"contents":[{"uri":"ui://s/v","mimeType":"text/html;profile=mcp-app","text":"<p>"}]}`)
	f.Add(`{"contents":[{"uri":"ui://s/v","mimeType":"text/uri-list","blob":"aHR0cHM6Ly9h"}]}`)
	f.Add(`{"contents":[{"uri":"ui://s/v","mimeType":"text/html","blob":"%"}]}`)
	f.Add(`{"contents":[{"uri":"ui://s/v","mimeType":"text/html","blob":""}]}`)
	f.Add(`{"contents":7}`)
	profile, ok := hosts.Get("mcp-ui")
	if !ok {
		f.Fatal("no profile")
	}
	f.Fuzz(func(t *testing.T, raw string) {
		item, _, err := pick(json.RawMessage(raw), "ui://s/v")
		html, external := "", ""
		if err == nil {
			html, external, err = item.place(profile)
		}
		var known *ui.Error
		switch {
		case err != nil && (!errors.As(err, &known) || known.Code == "" || known.Message == ""):
			t.Fatalf("an error without a code: %v", err)
		case err == nil && (html == "") == (external == ""):
			t.Fatalf("neither or both: %q %q", html, external)
		}
		item.renderData()
	})
}

// FuzzChoose holds that only ui:// resources are ever taken for a view.
func FuzzChoose(f *testing.F) {
	f.Add(`{"name":"t","_meta":{"ui":{"resourceUri":"ui://s/v","visibility":["app"]}}}`, `{"content":[]}`)
	f.Add(`{"name":"t","_meta":{"openai/outputTemplate":7}}`, `{"content":[{"type":"resource","resource":{"uri":"ui://a"}}]}`)
	f.Add(`[]`, `7`)
	f.Fuzz(func(t *testing.T, entry, result string) {
		read, _ := readTool(json.RawMessage(entry))
		for _, p := range hosts.All() {
			got, err := choose(question{tool: read, listed: true, result: json.RawMessage(result), profile: p})
			if err == nil && len(got.steps) == 0 {
				t.Fatalf("%s looks nowhere", p.ID)
			}
			if err == nil && got.uri != "" && (!strings.HasPrefix(got.uri, "ui://") || got.source == "") {
				t.Fatalf("%s takes %q because %q", p.ID, got.uri, got.source)
			}
		}
		read.forViews()
	})
}
