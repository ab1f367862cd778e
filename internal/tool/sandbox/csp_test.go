package sandbox_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/sandbox"
	"github.com/orielapps/oriel/ui"
)

const (
	pageOrigin  = "http://127.0.0.1:4747"
	proxyOrigin = "http://proxy.localhost:4747"
	ancestors   = "; frame-ancestors " + proxyOrigin + " " + pageOrigin
)

func profile(t testing.TB, id string) *hosts.Profile {
	t.Helper()
	p, ok := hosts.Get(id)
	if !ok {
		t.Fatalf("no profile %q", id)
	}
	return p
}

// plain is a host of which nothing is known.
func plain() *hosts.Profile { return &hosts.Profile{ID: "plain", Title: "Plain"} }

func TestContentPolicy(t *testing.T) {
	t.Parallel()
	const restrictive = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
		"img-src 'self' data:; media-src 'self' data:; connect-src 'none'"
	const rest = "; object-src 'none'; base-uri 'self'; form-action 'self'" + ancestors
	full := &ui.CSP{
		ConnectDomains:  []string{"https://api.example.com", "wss://live.example.com", "https://api.example.com"},
		ResourceDomains: []string{"https://*.cdn.example.com"},
		FrameDomains:    []string{"https://player.example.com"},
		BaseURIDomains:  []string{"https://base.example.com"},
		RedirectDomains: []string{"https://shop.example.com"},
	}
	known := plain()
	known.CSP = map[string]hosts.Fact[hosts.Sources]{
		"script-src": {Known: true, Value: hosts.Sources{Allowed: []string{"'self'", "'unsafe-eval'", "blob:", "https://r.host", hosts.DeclaredResources}}},
		"worker-src": {Known: true, Value: hosts.Sources{Allowed: []string{"'self'", "blob:"}, NotMeasured: []string{"data:"}}},
		"object-src": {Known: true},
		"base-uri":   {Known: true, Value: hosts.Sources{Allowed: []string{"'self'"}}},
		"img-src":    {Value: hosts.Sources{Allowed: []string{"https://unknown.host"}}},
	}
	for _, tt := range []struct {
		name     string
		declared *ui.CSP
		profile  *hosts.Profile
		want     string
		dropped  []string
	}{
		{"none declared", nil, plain(), restrictive + rest, nil},
		{
			"an empty one declared", &ui.CSP{}, plain(),
			"default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; connect-src 'self'; " +
				"img-src 'self' data:; font-src 'self'; media-src 'self' data:; frame-src 'none'" + rest, nil,
		},
		{
			"everything declared", full, plain(),
			"default-src 'none'; script-src 'self' 'unsafe-inline' https://*.cdn.example.com; " +
				"style-src 'self' 'unsafe-inline' https://*.cdn.example.com; " +
				"connect-src 'self' https://api.example.com wss://live.example.com; " +
				"img-src 'self' data: https://*.cdn.example.com; font-src 'self' https://*.cdn.example.com; " +
				"media-src 'self' data: https://*.cdn.example.com; frame-src https://player.example.com; " +
				"object-src 'none'; base-uri https://base.example.com; form-action 'self' https://api.example.com" + ancestors, nil,
		},
		{
			"what is known of a host, none declared", nil, known,
			"default-src 'none'; script-src 'self' 'unsafe-eval' blob: https://r.host; style-src 'self' 'unsafe-inline'; " +
				"img-src 'self' data:; media-src 'self' data:; connect-src 'none'; worker-src 'self' blob:; " +
				"object-src 'none'; base-uri 'self'; form-action 'self'" + ancestors, nil,
		},
		{
			"what is known of a host, everything declared", full, known,
			"default-src 'none'; script-src 'self' 'unsafe-eval' blob: https://r.host https://*.cdn.example.com; " +
				"style-src 'self' 'unsafe-inline' https://*.cdn.example.com; " +
				"connect-src 'self' https://api.example.com wss://live.example.com; " +
				"img-src 'self' data: https://*.cdn.example.com; font-src 'self' https://*.cdn.example.com; " +
				"media-src 'self' data: https://*.cdn.example.com; frame-src https://player.example.com; worker-src 'self' blob:; " +
				"object-src 'none'; base-uri 'self'; form-action 'self' https://api.example.com" + ancestors, nil,
		},
		{
			"Claude, none declared", nil, profile(t, "claude"),
			"default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data: https://assets.claude.ai; " +
				"style-src 'self' 'unsafe-inline' https://assets.claude.ai; " +
				"img-src 'self' data: blob: https://assets.claude.ai; media-src 'self' data: blob: https://assets.claude.ai; " +
				"connect-src 'self'; font-src 'self' data: blob: https://assets.claude.ai; " +
				"worker-src 'self' blob: https://assets.claude.ai; frame-src 'self' blob: data:" +
				"; object-src 'none'; base-uri 'self'; form-action 'self'" + ancestors, nil,
		},
		{
			"what Claude lacks", &ui.CSP{ResourceDomains: full.ResourceDomains, FrameDomains: full.FrameDomains, BaseURIDomains: full.BaseURIDomains}, profile(t, "claude"),
			"default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data: https://assets.claude.ai https://*.cdn.example.com; " +
				"style-src 'self' 'unsafe-inline' https://assets.claude.ai https://*.cdn.example.com; connect-src 'self'; " +
				"img-src 'self' data: blob: https://assets.claude.ai https://*.cdn.example.com; " +
				"font-src 'self' data: blob: https://assets.claude.ai https://*.cdn.example.com; " +
				"media-src 'self' data: blob: https://assets.claude.ai https://*.cdn.example.com; frame-src 'self' blob: data:; " +
				"worker-src 'self' blob: https://assets.claude.ai https://*.cdn.example.com" + rest,
			[]string{"csp.frameDomains https://player.example.com", "csp.baseUriDomains https://base.example.com"},
		},
		{
			"VS Code, none declared", nil, profile(t, "vscode"),
			"default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
				"media-src 'self' data:; connect-src 'self'; font-src 'self'; frame-src 'none'" + rest, nil,
		},
		{
			"sources that are none", &ui.CSP{
				ConnectDomains:  []string{"https://a.example; script-src *", "*", "'self'", "http://plain.example", "javascript:x", ""},
				ResourceDomains: []string{"https://a.example,https://b.example", "https://ex\u0430mple.com", "https://a.example\r\nX: y", "data:", "blob:"},
				FrameDomains:    []string{"wss://a.example", "https://a.example/path", strings.Repeat("https://a.example", 50)},
				BaseURIDomains:  []string{"https://a.*.example", "https://u:p@a.example"},
			}, plain(),
			"default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; connect-src 'self'; " +
				"img-src 'self' data:; font-src 'self'; media-src 'self' data:; frame-src 'none'" + rest,
			[]string{
				"csp.connectDomains https://a.example; script-src *", "csp.connectDomains *", "csp.connectDomains 'self'",
				"csp.connectDomains http://plain.example", "csp.connectDomains javascript:x", "csp.connectDomains ",
				"csp.resourceDomains https://a.example,https://b.example", "csp.resourceDomains https://ex\u0430mple.com",
				"csp.resourceDomains https://a.example\r\nX: y", "csp.resourceDomains data:", "csp.resourceDomains blob:",
				"csp.frameDomains wss://a.example", "csp.frameDomains https://a.example/path",
				"csp.frameDomains " + strings.Repeat("https://a.example", 50)[:120] + "…",
				"csp.baseUriDomains https://a.*.example", "csp.baseUriDomains https://u:p@a.example",
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := sandbox.ContentPolicy(tt.declared, tt.profile, []string{proxyOrigin, pageOrigin})
			if diff := cmp.Diff(strings.Split(tt.want, "; "), strings.Split(got.Text, "; ")); diff != "" {
				t.Errorf("policy (-want +got):\n%s", diff)
			}
			var dropped []string
			for _, d := range got.Dropped {
				dropped = append(dropped, d.Field+" "+d.Value)
				if d.Reason == "" {
					t.Errorf("%s is dropped without a reason", d.Value)
				}
			}
			if diff := cmp.Diff(tt.dropped, dropped); diff != "" {
				t.Errorf("dropped (-want +got):\n%s", diff)
			}
		})
	}
}

func TestContentPolicyIsBounded(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range 5000 {
		many = append(many, "https://h"+strings.Repeat("x", i%50)+"-"+string(rune('a'+i%26))+strings.Repeat("y", i/1300)+".example")
	}
	got := sandbox.ContentPolicy(&ui.CSP{ResourceDomains: many}, plain(), nil)
	if n := len(got.Granted.ResourceDomains); n != 200 {
		t.Errorf("%d sources are granted, want 200", n)
	}
	if len(got.Text) > 200<<10 {
		t.Errorf("the policy has %d bytes, more than a browser takes", len(got.Text))
	}
}

// FuzzContentPolicy holds that a source can never become anything but a source.
func FuzzContentPolicy(f *testing.F) {
	for _, seed := range []string{
		"https://a.example", "https://*.a.example:8443", "wss://a.example", "http://localhost:1", "*", "'unsafe-eval'",
		"https://a; script-src *", "https://a,b", "https://a\nSet-Cookie: x", "https://a\u00a0b", "https://[::1]:1", "https://a%3bb", "https://a/?;",
	} {
		f.Add(seed, seed)
	}
	names := []string{
		"default-src", "script-src", "style-src", "connect-src", "img-src", "font-src", "media-src",
		"frame-src", "object-src", "base-uri", "form-action", "frame-ancestors",
	}
	keywords := []string{"'none'", "'self'", "'unsafe-inline'", "data:", proxyOrigin, pageOrigin}
	f.Fuzz(func(t *testing.T, one, two string) {
		both := []string{one, two}
		declared := &ui.CSP{ConnectDomains: both, ResourceDomains: both, FrameDomains: both, BaseURIDomains: both}
		got := sandbox.ContentPolicy(declared, plain(), []string{proxyOrigin, pageOrigin})
		var found []string
		for directive := range strings.SplitSeq(got.Text, ";") {
			words := strings.Fields(directive)
			if len(words) < 2 {
				t.Fatalf("an empty directive in %q", got.Text)
			}
			found = append(found, words[0])
			for _, word := range words[1:] {
				if slices.Contains(keywords, word) {
					continue
				}
				if !ui.ValidSource(word) || !slices.Contains(both, word) {
					t.Fatalf("%q is in the policy %q", word, got.Text)
				}
			}
		}
		if diff := cmp.Diff(names, found); diff != "" {
			t.Fatalf("directives (-want +got):\n%s", diff)
		}
		if strings.ContainsFunc(got.Text, func(r rune) bool { return r < ' ' || r > '~' || r == ',' }) {
			t.Fatalf("a character that a header must not have: %q", got.Text)
		}
	})
}

func TestPermissions(t *testing.T) {
	t.Parallel()
	all := ui.Permissions{Camera: true, Microphone: true, Geolocation: true, ClipboardWrite: true}
	for _, tt := range []struct {
		profile *hosts.Profile
		asked   ui.Permissions
		allow   string
		dropped int
	}{
		{plain(), ui.Permissions{}, "", 0},
		{plain(), all, "camera; microphone; geolocation; clipboard-write", 0},
		{profile(t, "claude"), all, "clipboard-write", 3},
		{profile(t, "chatgpt"), all, "microphone; clipboard-write", 2},
		{profile(t, "mcp-ui"), all, "", 4},
	} {
		granted, dropped := sandbox.Grant(tt.asked, tt.profile)
		if allow := sandbox.Allow(granted); allow != tt.allow || len(dropped) != tt.dropped {
			t.Errorf("%s: allow %q with %d dropped, want %q with %d", tt.profile.ID, allow, len(dropped), tt.allow, tt.dropped)
		}
	}
}

func TestReadMetadata(t *testing.T) {
	t.Parallel()
	yes, no := true, false
	for _, tt := range []struct {
		name  string
		metas []string
		want  sandbox.Metadata
	}{
		{"nothing", nil, sandbox.Metadata{}},
		{"null", []string{"null", "", "{}"}, sandbox.Metadata{}},
		{
			"MCP Apps",
			[]string{`{"ui":{"csp":{"connectDomains":["https://a.example"],"frameDomains":[]},"permissions":{"camera":{},"microphone":false},"domain":"d","prefersBorder":true}}`},
			sandbox.Metadata{
				CSP:         &ui.CSP{ConnectDomains: []string{"https://a.example"}},
				Permissions: ui.Permissions{Camera: true}, Domain: "d", Border: &yes,
			},
		},
		{
			"ChatGPT",
			[]string{`{"openai/widgetCSP":{"connect_domains":["https://a.example"],"resource_domains":["https://b.example"],"redirect_domains":["https://c.example"]},"openai/widgetDomain":"w","openai/widgetPrefersBorder":false}`},
			sandbox.Metadata{
				CSP: &ui.CSP{
					ConnectDomains: []string{"https://a.example"}, ResourceDomains: []string{"https://b.example"},
					RedirectDomains: []string{"https://c.example"},
				},
				Domain: "w", Border: &no,
			},
		},
		{
			"the standard's key wins over ChatGPT's",
			[]string{`{"ui":{"csp":{"connectDomains":["https://a.example"]}},"openai/widgetCSP":{"connect_domains":["https://b.example"]}}`},
			sandbox.Metadata{CSP: &ui.CSP{ConnectDomains: []string{"https://a.example"}}},
		},
		{
			"the content wins over the list, field by field",
			[]string{`{"ui":{"prefersBorder":false}}`, `{"ui":{"prefersBorder":true,"domain":"list","csp":{}}}`},
			sandbox.Metadata{CSP: &ui.CSP{}, Domain: "list", Border: &no},
		},
		{
			"forms that are wrong",
			[]string{`{"ui":{"csp":["https://a.example"],"permissions":{"laser":{}},"domain":7,"prefersBorder":"yes"}}`},
			sandbox.Metadata{Dropped: []sandbox.Dropped{
				{Field: "csp", Value: `["https://a.example"]`, Reason: "It is not an object."},
				{Field: "permissions.laser", Value: `{}`, Reason: "MCP Apps doesn't define this permission."},
				{Field: "domain", Value: `7`, Reason: "It is not a string."},
				{Field: "prefersBorder", Value: `"yes"`, Reason: "It is not a boolean."},
			}},
		},
		{
			"lists that are wrong",
			[]string{`{"ui":{"csp":{"connectDomains":"https://a.example","resourceDomains":[1,"https://b.example"]}}}`},
			sandbox.Metadata{
				CSP: &ui.CSP{ResourceDomains: []string{"https://b.example"}},
				Dropped: []sandbox.Dropped{
					{Field: "csp.connectDomains", Value: `"https://a.example"`, Reason: "It is not a list."},
					{Field: "csp.resourceDomains", Value: `1`, Reason: "It is not a string."},
				},
			},
		},
		{
			"no object at all",
			[]string{`[]`, `{"ui":"x"}`},
			sandbox.Metadata{Dropped: []sandbox.Dropped{
				{Field: "_meta", Value: `[]`, Reason: "It is not an object."},
				{Field: "_meta.ui", Value: `"x"`, Reason: "It is not an object."},
			}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var metas []json.RawMessage
			for _, meta := range tt.metas {
				metas = append(metas, json.RawMessage(meta))
			}
			if diff := cmp.Diff(tt.want, sandbox.ReadMetadata(metas...)); diff != "" {
				t.Errorf("metadata (-want +got):\n%s", diff)
			}
		})
	}
}

func FuzzReadMetadata(f *testing.F) {
	f.Add(`{"ui":{"csp":{"connectDomains":["https://a.example"]},"permissions":{"camera":{}},"domain":"d","prefersBorder":true}}`)
	f.Add(`{"openai/widgetCSP":{"connect_domains":[null,{}]}}`)
	f.Add(`[`)
	f.Fuzz(func(t *testing.T, meta string) {
		got := sandbox.ReadMetadata(json.RawMessage(meta))
		for _, d := range got.Dropped {
			if d.Field == "" || d.Reason == "" || len([]rune(d.Value)) > 121 {
				t.Fatalf("reported badly: %+v", d)
			}
		}
		if !json.Valid([]byte(meta)) && (got.CSP != nil || got.Domain != "" || got.Border != nil) {
			t.Fatalf("something was read from what is not JSON: %+v", got)
		}
	})
}
