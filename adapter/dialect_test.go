package adapter_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/ui"
)

// What is of a wrong form is left out, and said.
func TestReadMetadataForms(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		metas   []string
		want    ui.Metadata
		dropped []adapter.Dropped
	}{
		"nothing": {nil, ui.Metadata{}, nil},
		"nulls":   {[]string{"", "null", "{}", `{"ui":null,"openai/widgetCSP":null,"mcpui.dev/ui-preferred-frame-size":null}`}, ui.Metadata{}, nil},
		"no objects": {
			[]string{`[]`, `{"ui":"x","openai/widgetCSP":1}`, `{`},
			ui.Metadata{},
			[]adapter.Dropped{
				{Field: "_meta", Value: "[]", Reason: "It is not an object."},
				{Field: "_meta.ui", Value: `"x"`, Reason: "It is not an object."},
				{Field: "openai/widgetCSP", Value: "1", Reason: "It is not an object."},
				{Field: "_meta", Value: "{", Reason: "It is not an object."},
			},
		},
		"the standard counts": {
			[]string{`{"openai/widgetCSP":{"connect_domains":["https://b.example"],"redirect_domains":["https://r.example"]},"ui":{"csp":{"connectDomains":["https://a.example"]},"domain":"a","prefersBorder":false},"openai/widgetDomain":"b","openai/widgetPrefersBorder":true}`},
			ui.Metadata{CSP: &ui.CSP{ConnectDomains: []string{"https://a.example"}, RedirectDomains: []string{"https://r.example"}}, Domain: "a", Border: ui.BorderNone},
			nil,
		},
		"the first counts, field by field": {
			[]string{`{"ui":{"prefersBorder":true,"permissions":{}},"x":1,"openai/widgetDescription":""}`, `{"ui":{"prefersBorder":false,"permissions":{"camera":{}},"domain":"d"},"x":2,"y":3,"openai/widgetDescription":"z"}`},
			ui.Metadata{Border: ui.BorderWanted, Domain: "d", Extra: map[string]any{"x": json.Number("1"), "y": json.Number("3")}},
			nil,
		},
		"sources that are none": {
			[]string{`{"ui":{"csp":{"connectDomains":["https://a.example",7,null],"resourceDomains":"https://b.example"}}}`},
			ui.Metadata{CSP: &ui.CSP{ConnectDomains: []string{"https://a.example"}}},
			[]adapter.Dropped{
				{Field: "csp.connectDomains", Value: "7", Reason: "It is not a string."},
				{Field: "csp.connectDomains", Value: "null", Reason: "It is not a string."},
				{Field: "csp.resourceDomains", Value: `"https://b.example"`, Reason: "It is not a list."},
			},
		},
		"permissions": {
			[]string{`{"ui":{"permissions":{"camera":true,"microphone":false,"geolocation":null,"clipboardWrite":{},"laser":{}}}}`},
			ui.Metadata{Permissions: ui.Permissions{Camera: true, ClipboardWrite: true}},
			[]adapter.Dropped{{Field: "permissions.laser", Value: "{}", Reason: "MCP Apps doesn't define this permission."}},
		},
		"members that nobody has": {
			[]string{`{"ui":{"prefersborder":true,"resourceUri":"ui://a/b"}}`},
			ui.Metadata{},
			[]adapter.Dropped{
				{Field: "_meta.ui.prefersborder", Value: "true", Reason: "MCP Apps doesn't define this member."},
				{Field: "_meta.ui.resourceUri", Value: `"ui://a/b"`, Reason: "MCP Apps doesn't define this member."},
			},
		},
		"numbers as they are written": {
			[]string{`{"x":9007199254740993,"mcpui.dev/ui-initial-render-data":{"y":1e400}}`},
			ui.Metadata{Extra: map[string]any{"x": json.Number("9007199254740993")}, InitialData: map[string]any{"y": json.Number("1e400")}},
			nil,
		},
		"render data that is none": {
			[]string{`{"mcpui.dev/ui-initial-render-data":[1]}`},
			ui.Metadata{},
			[]adapter.Dropped{{Field: "mcpui.dev/ui-initial-render-data", Value: "[1]", Reason: "It is not an object."}},
		},
		"a long value": {
			[]string{`{"ui":{"domain":["` + strings.Repeat("é", 500) + `"]}}`},
			ui.Metadata{},
			[]adapter.Dropped{{Field: "domain", Value: `["` + strings.Repeat("é", 118) + "…", Reason: "It is not a string."}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var metas []json.RawMessage
			for _, meta := range test.metas {
				metas = append(metas, json.RawMessage(meta))
			}
			got, dropped := adapter.ReadMetadata(metas...)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("metadata (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.dropped, dropped); diff != "" {
				t.Errorf("dropped (-want +got):\n%s", diff)
			}
		})
	}
}

// However much is wrong, a report can be read, and says what it leaves out.
func TestReadMetadataLimits(t *testing.T) {
	t.Parallel()
	list := func(first string, rest string, count int) string {
		return `{"ui":{"csp":{"connectDomains":[` + first + strings.Repeat(","+rest, count-1) + `]}}}`
	}
	var members strings.Builder
	for i := range 300 {
		fmt.Fprintf(&members, `"m%d":1,`, i)
	}
	for name, test := range map[string]struct {
		metas   []string
		sources int
		dropped int
		last    string // part of the last one's value or reason
	}{
		"as many as are reported": {[]string{list("7", "7", 100)}, 0, 100, "It is not a string."},
		"one more":                {[]string{list("7", "7", 101)}, 0, 101, "1 more"},
		"members":                 {[]string{`{"ui":{` + members.String() + `"n":1}}`}, 0, 101, "201 more"},
		"of several":              {[]string{list("7", "7", 150), `{"ui":{` + members.String() + `"n":1}}`}, 0, 101, "351 more"},
		"sources to the limit":    {[]string{list(`"a"`, `"a"`, 1000)}, 1000, 0, ""},
		"sources over it":         {[]string{list(`"a"`, `"a"`, 1001)}, 1000, 1, "more than 1000 entries"},
		"sources after bad ones":  {[]string{list("7", `"a"`, 1001)}, 999, 2, "more than 1000 entries"},
		"200,000 bad ones":        {[]string{list("7", "7", 200_000)}, 0, 101, "901 more"}, // 900 that were read, and the rest as one
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var metas []json.RawMessage
			for _, meta := range test.metas {
				metas = append(metas, json.RawMessage(meta))
			}
			got, dropped := adapter.ReadMetadata(metas...)
			sources := 0
			if got.CSP != nil {
				sources = len(got.CSP.ConnectDomains)
			}
			if sources != test.sources || len(dropped) != test.dropped {
				t.Fatalf("%d sources and %d reports, want %d and %d", sources, len(dropped), test.sources, test.dropped)
			}
			if test.last == "" {
				return
			}
			if last := dropped[len(dropped)-1]; !strings.Contains(last.Value+" "+last.Reason, test.last) || last.Field == "" {
				t.Errorf("the last is %+v, want %q", last, test.last)
			}
		})
	}
	_, dropped, err := adapter.ReadTool(json.RawMessage(`{"name":"t","_meta":{"openai/fileParams":[7` + strings.Repeat(",7", 500) + `]}}`))
	if err != nil || len(dropped) != 101 || dropped[100].Value != "401 more" {
		t.Errorf("of a tool: %v, %d reports", err, len(dropped))
	}
}

// Sizes of MCP-UI: pixels are kept, the rest is the host's.
func TestReadFrameSize(t *testing.T) {
	t.Parallel()
	for size, test := range map[string]struct {
		want    ui.Dimensions
		dropped int
	}{
		`["640px","480px"]`: {ui.Dimensions{Width: 640, Height: 480}, 0}, `["640","480"]`: {ui.Dimensions{Width: 640, Height: 480}, 0},
		`[640,480.5]`: {ui.Dimensions{Width: 640, Height: 481}, 0}, `["100%","300PX "]`: {ui.Dimensions{Height: 300}, 0},
		`["auto",""]`: {ui.Dimensions{}, 0}, `[null,0]`: {ui.Dimensions{}, 0}, `["50%","80vh"]`: {ui.Dimensions{}, 2},
		`["-1px","1e9"]`: {ui.Dimensions{}, 2}, `["NaN","Infinity"]`: {ui.Dimensions{}, 2}, `[{},[]]`: {ui.Dimensions{}, 2}, `[true,"px"]`: {ui.Dimensions{}, 2},
		`["640px"]`: {ui.Dimensions{}, 1}, `[]`: {ui.Dimensions{}, 1}, `[1,2,3]`: {ui.Dimensions{}, 1}, `"640px"`: {ui.Dimensions{}, 1}, `{"width":640}`: {ui.Dimensions{}, 1},
	} {
		got, dropped := adapter.ReadMetadata(json.RawMessage(`{"mcpui.dev/ui-preferred-frame-size":` + size + `}`))
		if got.Dimensions != test.want || len(dropped) != test.dropped {
			t.Errorf("%s: got %v, %v", size, got.Dimensions, dropped)
		}
	}
}

func TestReadToolForms(t *testing.T) {
	t.Parallel()
	// MCP's defaults, of a tool that says nothing.
	silent := ui.Tool{Name: "t", Destructive: true, OpenWorld: true}
	with := func(change func(*ui.Tool)) ui.Tool {
		tool := silent
		change(&tool)
		return tool
	}
	for name, test := range map[string]struct {
		members string // beside the name
		want    ui.Tool
		dropped []string // the fields
	}{
		"nothing": {``, silent, nil},
		"all of MCP": {
			`,"title":"T","description":"D","inputSchema":{"type":"object"},"outputSchema":{"type":"object"},"icons":[{"src":"https://a.example/i.png","sizes":["48x48"]}],"annotations":{"readOnlyHint":true,"destructiveHint":true,"idempotentHint":true,"openWorldHint":false}`,
			ui.Tool{
				Name: "t", Title: "T", Description: "D", ReadOnly: true, InputSchema: json.RawMessage(`{"type":"object"}`), OutputSchema: json.RawMessage(`{"type":"object"}`),
				Icons: []ui.Icon{{Src: "https://a.example/i.png", Sizes: []string{"48x48"}}},
			},
			nil,
		},
		"the title of the annotations": {`,"annotations":{"title":"T"}`, with(func(t *ui.Tool) { t.Title = "T" }), nil},
		"security, beside and in _meta": {
			`,"securitySchemes":[{"type":"oauth2","scopes":["a"]}],"_meta":{"securitySchemes":[{"type":"noauth"}]}`,
			with(func(t *ui.Tool) { t.Security = []ui.SecurityScheme{{Type: ui.OAuth2, Scopes: []string{"a"}}} }), nil,
		},
		"security, in _meta": {
			`,"_meta":{"securitySchemes":[{"type":"noauth"}]}`, with(func(t *ui.Tool) { t.Security = []ui.SecurityScheme{{Type: ui.NoAuth}} }), nil,
		},
		"links that differ": {
			`,"_meta":{"ui":{"resourceUri":"ui://a/apps"},"ui/resourceUri":"ui://a/apps","openai/outputTemplate":"ui://a/chatgpt"}`,
			with(func(t *ui.Tool) {
				t.View, t.Extra = ui.ViewAt("ui://a/apps"), map[string]any{"openai/outputTemplate": "ui://a/chatgpt"}
			}), nil,
		},
		"links that are none": {
			`,"_meta":{"ui":{"resourceUri":"https://a.example"},"ui/resourceUri":7,"openai/outputTemplate":"ui://a/b"}`,
			with(func(t *ui.Tool) { t.View = ui.ViewAt("ui://a/b") }),
			[]string{"_meta.ui.resourceUri", "ui/resourceUri"},
		},
		"no view calls it":        {`,"_meta":{"openai/widgetAccessible":false}`, with(func(t *ui.Tool) { t.Visibility = ui.ModelOnly }), nil},
		"nobody calls it":         {`,"_meta":{"ui":{"visibility":[]}}`, with(func(t *ui.Tool) { t.Visibility = ui.AppOnly }), []string{"visibility"}},
		"nobody, in ChatGPT":      {`,"_meta":{"openai/visibility":"private","openai/widgetAccessible":false}`, with(func(t *ui.Tool) { t.Visibility = ui.AppOnly }), []string{"visibility"}},
		"somebody else calls it":  {`,"_meta":{"ui":{"visibility":["model","robot"]}}`, with(func(t *ui.Tool) { t.Visibility = ui.ModelOnly }), []string{"_meta.ui.visibility"}},
		"visibility of a text":    {`,"_meta":{"ui":{"visibility":"app"},"openai/visibility":"private"}`, with(func(t *ui.Tool) { t.Visibility = ui.AppOnly }), []string{"_meta.ui.visibility"}},
		"another visibility":      {`,"_meta":{"openai/visibility":"secret"}`, silent, []string{"openai/visibility"}},
		"wrong forms everywhere":  {`,"title":1,"description":[],"inputSchema":"x","icons":{},"annotations":[],"securitySchemes":7,"_meta":"x"`, silent, []string{"title", "description", "inputSchema", "annotations", "icons", "securitySchemes", "_meta"}},
		"wrong forms in _meta":    {`,"_meta":{"ui":[],"openai/fileParams":"f","openai/widgetAccessible":"yes","openai/toolInvocation/invoking":1,"openai/toolInvocation/invoked":{}}`, silent, []string{"_meta.ui", "openai/widgetAccessible", "openai/toolInvocation/invoking", "openai/toolInvocation/invoked", "openai/fileParams"}},
		"members that nobody has": {`,"_meta":{"ui":{"csp":{}},"openai/resultCanProduceWidget":true}`, with(func(t *ui.Tool) { t.Extra = map[string]any{"openai/resultCanProduceWidget": true} }), []string{"_meta.ui.csp"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, dropped, err := adapter.ReadTool(json.RawMessage(`{"name":"t"` + test.members + `}`))
			if diff := cmp.Diff(test.want, got, views); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
			var fields []string
			for _, d := range dropped {
				fields = append(fields, d.Field)
			}
			if diff := cmp.Diff(test.dropped, fields); diff != "" {
				t.Errorf("dropped (-want +got):\n%s", diff)
			}
		})
	}
	for _, entry := range []string{``, `null`, `[]`, `"t"`, `{`, `{}`, `{"name":""}`, `{"name":7}`, `{"Name":"t"}`} {
		_, _, err := adapter.ReadTool(json.RawMessage(entry))
		if public, ok := errors.AsType[*ui.Error](err); !ok || public.Code != "tool_entry_invalid" || public.Fix == "" {
			t.Errorf("%s: %v", entry, err)
		}
	}
}
