package adapter_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// What the releases of @mcp-ui/server make. The files are what they answered to
// inputs of ours.
func TestImportOfPublishedServers(t *testing.T) {
	t.Parallel()
	const (
		html   = ui.HTML("<!doctype html><title>Tide</title><p>High at 14:05 — ≈ 3.1 m")
		page   = ui.URL("https://tide.example.com/today?port=lisbon&unit=m#now")
		script = `const p = document.createElement("ui-text"); p.textContent = "14:05"; root.appendChild(p);`
	)
	full := ui.Metadata{
		Description: "Today's tide", Dimensions: ui.Dimensions{Width: 640, Height: 320},
		InitialData: map[string]any{"port": "Lisbon", "high": json.Number("3.1")},
		Extra:       map[string]any{"tide.example/station": json.Number("7")},
	}
	none := ui.Metadata{}
	type view struct {
		Content  ui.Content
		Metadata ui.Metadata
	}
	legacy := map[string]view{
		"html": {html, none}, "html, blob": {html, none}, "html, metadata": {html, full},
		"page": {page, none}, "page, blob": {page, none}, "page, metadata": {page, full},
		"react":                {ui.RemoteDOM{Script: script, Framework: ui.React}, none},
		"web components, blob": {ui.RemoteDOM{Script: script, Framework: ui.WebComponents}, none},
	}
	for release, test := range map[string]struct {
		kinds           int
		hasMetadata     bool
		htmlType, first string
	}{
		"4.1.4":  {8, false, "text/html", "text/uri-list"}, // has no metadata yet, and says "flavor" for "framework"
		"5.16.3": {8, true, "text/html", "text/uri-list"},
		"6.1.0":  {6, true, adapter.MIMEType, adapter.MIMEType}, // has no remote DOM any more
	} {
		t.Run(release, func(t *testing.T) {
			t.Parallel()
			file, err := os.ReadFile("testdata/mcp-ui-server-" + release + ".json")
			if err != nil {
				t.Fatal(err)
			}
			var blocks map[string]json.RawMessage
			if err = json.Unmarshal(file, &blocks); err != nil || len(blocks) != test.kinds {
				t.Fatalf("%d kinds, %v", len(blocks), err)
			}
			for name, block := range blocks {
				want := legacy[name]
				if !test.hasMetadata {
					want.Metadata = none
				}
				content, metadata, err := adapter.ImportView(block)
				if diff := cmp.Diff(want, view{content, metadata}); err != nil || diff != "" {
					t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
				}
			}
		})
	}
}

func TestImportKinds(t *testing.T) {
	t.Parallel()
	const (
		remote = "application/vnd.mcp-ui.remote-dom"
		page   = "https://example.com/a?b=c"
	)
	// Both alphabets of base64 differ for this text, which ends with padding.
	const text = "<p>~~~???>>>ÿÿÿ~~"
	std := base64.StdEncoding.EncodeToString([]byte(text))
	url := base64.URLEncoding.EncodeToString([]byte(text))
	if std == url || !strings.HasSuffix(std, "=") {
		t.Fatal("the text doesn't tell the alphabets apart")
	}
	for name, test := range map[string]struct {
		resource map[string]any // the uri is added
		want     ui.Content
	}{
		"html":                      {map[string]any{"mimeType": "text/html", "text": "<p>x"}, ui.HTML("<p>x")},
		"html with a character set": {map[string]any{"mimeType": "text/html; charset=UTF-8", "text": "<p>x"}, ui.HTML("<p>x")},
		"html in capitals":          {map[string]any{"mimeType": "TEXT/HTML", "text": "<p>x"}, ui.HTML("<p>x")},
		"MCP Apps":                  {map[string]any{"mimeType": "text/html;profile=mcp-app", "text": "<p>x"}, ui.HTML("<p>x")},
		"MCP Apps, quoted":          {map[string]any{"mimeType": `text/html; profile="mcp-app"`, "text": page}, ui.URL(page)},
		"the old draft":             {map[string]any{"mimeType": "text/html+mcp", "text": "<p>x"}, ui.HTML("<p>x")},
		"ChatGPT":                   {map[string]any{"mimeType": "text/html+skybridge", "text": "<p>x"}, ui.HTML("<p>x")},
		"a broken parameter":        {map[string]any{"mimeType": "text/html; profile", "text": "<p>x"}, ui.HTML("<p>x")},
		"an address is no html":     {map[string]any{"mimeType": "text/html", "text": page}, ui.HTML(page)},
		"an address in MCP Apps":    {map[string]any{"mimeType": "text/html;profile=mcp-app", "text": " \ufeff" + page + "\n"}, ui.HTML(" \ufeff" + page + "\n")},
		"an address, blanks":        {map[string]any{"mimeType": "text/html;profile=mcp-app", "text": "\ufeff\n " + page + "\r\n"}, ui.URL(page)},
		"a sentence in MCP Apps":    {map[string]any{"mimeType": "text/html;profile=mcp-app", "text": "Note: see " + page}, ui.HTML("Note: see " + page)},
		"a link in MCP Apps":        {map[string]any{"mimeType": "text/html;profile=mcp-app", "text": "https://example.com<br>"}, ui.HTML("https://example.com<br>")},
		"list":                      {map[string]any{"mimeType": "text/uri-list", "text": page}, ui.URL(page)},
		"list with comments":        {map[string]any{"mimeType": "text/uri-list", "text": "# a page\r\n\r\n#\r\n " + page + " \r\nhttps://example.com/fallback\r\n"}, ui.URL(page)},
		"list after a mark":         {map[string]any{"mimeType": "text/uri-list", "text": "\ufeff" + page}, ui.URL(page)},
		"list, loopback":            {map[string]any{"mimeType": "text/uri-list", "text": "http://localhost:3000/"}, ui.URL("http://localhost:3000/")},
		"react":                     {map[string]any{"mimeType": remote + "+javascript; framework=react", "text": "x()"}, ui.RemoteDOM{Script: "x()", Framework: ui.React}},
		"React":                     {map[string]any{"mimeType": remote + "+javascript;framework=React", "text": "x()"}, ui.RemoteDOM{Script: "x()", Framework: ui.React}},
		"web components":            {map[string]any{"mimeType": remote + "+javascript; framework=webcomponents", "text": "x()"}, ui.RemoteDOM{Script: "x()", Framework: ui.WebComponents}},
		"flavor":                    {map[string]any{"mimeType": remote + "+javascript; flavor=react", "text": "x()"}, ui.RemoteDOM{Script: "x()", Framework: ui.React}},
		"no framework":              {map[string]any{"mimeType": remote + "+javascript", "text": "x()"}, ui.RemoteDOM{Script: "x()", Framework: ui.WebComponents}},
		"no language":               {map[string]any{"mimeType": remote, "text": "x()"}, ui.RemoteDOM{Script: "x()", Framework: ui.WebComponents}},
		"blob":                      {map[string]any{"mimeType": "text/html", "blob": std}, ui.HTML(text)},
		"blob for URLs":             {map[string]any{"mimeType": "text/html", "blob": url}, ui.HTML(text)},
		"blob without padding":      {map[string]any{"mimeType": "text/html", "blob": strings.TrimRight(url, "=")}, ui.HTML(text)},
		"blob in lines":             {map[string]any{"mimeType": "text/html", "blob": std[:10] + "\r\n" + std[10:] + "\n"}, ui.HTML(text)},
		"blob beside an empty text": {map[string]any{"mimeType": "text/html", "text": "", "blob": std}, ui.HTML(text)},
		"text beside an empty blob": {map[string]any{"mimeType": "text/html", "text": "<p>", "blob": ""}, ui.HTML("<p>")},
		"blob that is null":         {map[string]any{"mimeType": "text/html", "text": "<p>", "blob": nil}, ui.HTML("<p>")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test.resource["uri"] = "ui://app/view"
			bare := json.RawMessage(encode(t, test.resource))
			block := json.RawMessage(encode(t, map[string]any{"type": "resource", "resource": test.resource}))
			for _, raw := range []json.RawMessage{bare, block} {
				content, metadata, err := adapter.ImportView(raw)
				if diff := cmp.Diff(test.want, content); err != nil || diff != "" {
					t.Errorf("%v (-want +got):\n%s", err, diff)
				}
				if diff := cmp.Diff(ui.Metadata{}, metadata); diff != "" {
					t.Errorf("metadata out of nothing: %s", diff)
				}
			}
		})
	}
}

// The metadata of newer servers comes along; the resource's counts before that
// of the block around it.
func TestImportMetadata(t *testing.T) {
	t.Parallel()
	const block = `{"type":"resource","_meta":{"ui":{"domain":"block.example.com","prefersBorder":true},"block":1,"both":1},"resource":{
		"uri":"ui://a/b","mimeType":"text/html","text":"<p>","description":"of the resource","_meta":{
			"ui":{"csp":{"connectDomains":["https://c.example"],"baseUriDomains":["https://b.example"]},"permissions":{"camera":{},"clipboardWrite":{}},"prefersBorder":false},
			"openai/widgetCSP":{"redirect_domains":["https://r.example"]},"openai/widgetDescription":"of the view","both":2}}}`
	_, got, err := adapter.ImportView(json.RawMessage(block))
	want := ui.Metadata{
		Description: "of the view", Domain: "block.example.com", Border: ui.BorderNone,
		CSP: &ui.CSP{
			ConnectDomains: []string{"https://c.example"}, BaseURIDomains: []string{"https://b.example"}, RedirectDomains: []string{"https://r.example"},
		},
		Permissions: ui.Permissions{Camera: true, ClipboardWrite: true},
		Extra:       map[string]any{"block": json.Number("1"), "both": json.Number("2")},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// A resource of the text/html type with a member more or in place of others.
func resource(members string) string {
	return `{"uri":"ui://a/b","mimeType":"text/html",` + members + `}`
}

func TestImportBadInput(t *testing.T) {
	t.Parallel()
	list := func(address string) string {
		return `{"uri":"ui://a/b","mimeType":"text/uri-list","text":` + fmt.Sprintf("%q", address) + `}`
	}
	app := func(address string) string {
		return `{"uri":"ui://a/b","mimeType":"text/html;profile=mcp-app","text":` + fmt.Sprintf("%q", address) + `}`
	}
	typed := func(mimeType string) string { return `{"uri":"ui://a/b","text":"<p>","mimeType":` + mimeType + `}` }
	for name, test := range map[string]struct{ raw, code string }{
		"nothing":               {"", "view_resource_invalid"},
		"null":                  {"null", "view_resource_invalid"},
		"a text":                {`"<p>"`, "view_resource_invalid"},
		"a list":                {`[{"uri":"ui://a/b"}]`, "view_resource_invalid"},
		"cut off":               {resource(`"text":"<p>"`)[:30], "view_resource_invalid"},
		"two values":            {`{}{}`, "view_resource_invalid"},
		"deep":                  {strings.Repeat(`{"resource":`, 20_000) + "1" + strings.Repeat("}", 20_000), "view_resource_invalid"},
		"not UTF-8":             {resource("\"text\":\"<p>\xff\""), "view_resource_invalid"},
		"a resource of text":    {`{"type":"resource","resource":"<p>"}`, "view_resource_invalid"},
		"a resource of null":    {`{"type":"resource","resource":null}`, "view_resource_invalid"},
		"a whole result":        {`{"content":[{"type":"resource","resource":` + resource(`"text":"<p>"`) + `}]}`, "view_resource_invalid"},
		"a whole answer":        {`{"contents":[` + resource(`"text":"<p>"`) + `]}`, "view_resource_invalid"},
		"empty":                 {`{}`, "view_uri_invalid"},
		"another block":         {`{"type":"text","text":"<p>"}`, "view_uri_invalid"},
		"another scheme":        {`{"uri":"https://a.example/b","mimeType":"text/html","text":"<p>"}`, "view_uri_invalid"},
		"only the scheme":       {`{"uri":"ui://","mimeType":"text/html","text":"<p>"}`, "view_uri_invalid"},
		"uri of a number":       {`{"uri":7,"mimeType":"text/html","text":"<p>"}`, "view_uri_invalid"},
		"uri in capitals":       {`{"URI":"ui://a/b","mimeType":"text/html","text":"<p>"}`, "view_uri_invalid"},
		"no type":               {`{"uri":"ui://a/b","text":"<p>"}`, "view_type_unknown"},
		"type of a number":      {typed(`1`), "view_type_unknown"},
		"type of another":       {typed(`"image/png"`), "view_type_unknown"},
		"type of text":          {typed(`"text/plain"`), "view_type_unknown"},
		"type that is none":     {typed(`"html"`), "view_type_unknown"},
		"type with a break":     {typed(`"text/html\r\nx: y"`), "view_type_unknown"},
		"type of 1 MB":          {typed(`"` + strings.Repeat("a", 1<<20) + `/b"`), "view_type_unknown"},
		"another remote DOM":    {typed(`"application/vnd.mcp-ui.remote-dom+python"`), "view_type_unknown"},
		"another framework":     {typed(`"application/vnd.mcp-ui.remote-dom+javascript; framework=vue"`), "remote_dom_framework_unknown"},
		"no content":            {`{"uri":"ui://a/b","mimeType":"text/html"}`, "view_without_content"},
		"blank":                 {resource(`"text":" \n"`), "view_without_content"},
		"blank blob":            {resource(`"blob":"ICA="`), "view_without_content"},
		"text of a number":      {resource(`"text":5`), "view_content_invalid"},
		"blob of a list":        {resource(`"blob":[60]`), "view_content_invalid"},
		"text and blob":         {resource(`"text":"<p>","blob":"PHA+"`), "view_content_invalid"},
		"blob of no base64":     {resource(`"blob":"<p>"`), "view_content_invalid"},
		"blob cut off":          {resource(`"blob":"PHA+a"`), "view_content_invalid"},
		"blob not UTF-8":        {resource(`"blob":"//79"`), "view_content_invalid"},
		"blob in UTF-16":        {`{"uri":"ui://a/b","mimeType":"text/html;charset=utf-16","blob":"PABwAD4A"}`, "view_content_invalid"},
		"list of nothing":       {list("# nothing\r\n\r\n"), "view_content_invalid"},
		"empty list":            {list(""), "view_content_invalid"},
		"list of a word":        {list("example"), "view_url_invalid"},
		"relative":              {list("/page"), "view_url_invalid"},
		"not encrypted":         {list("http://example.com"), "view_url_invalid"},
		"javascript":            {list("javascript:alert(1)"), "view_url_invalid"},
		"data":                  {list("data:text/html,hello"), "view_url_invalid"},
		"user":                  {list("https://example.com@evil.example/"), "view_url_invalid"},
		"homoglyph":             {list("https://\u0430pple.com/"), "view_url_invalid"},
		"punycode":              {list("https://xn--pple-43d.com/"), "view_url_invalid"},
		"right to left":         {`{"uri":"ui://a/b","mimeType":"text/uri-list","text":"https://example.com/\u202egpj"}`, "view_url_invalid"},
		"NUL":                   {`{"uri":"ui://a/b","mimeType":"text/uri-list","text":"https://example.com/\u0000"}`, "view_url_invalid"},
		"two on a line":         {list("https://example.com https://evil.example"), "view_url_invalid"},
		"a policy":              {list("https://example.com;script-src"), "view_url_invalid"},
		"surrogate":             {`{"uri":"ui://a/b","mimeType":"text/uri-list","text":"https://example\ud800.com"}`, "view_url_invalid"},
		"app, javascript":       {app("javascript:alert(1)"), "view_url_invalid"},
		"app, data":             {app("data:text/plain,hello"), "view_url_invalid"},
		"app, user":             {app("https://example.com@evil.example/"), "view_url_invalid"},
		"app, not encrypted":    {app("http://example.com"), "view_url_invalid"},
		"hostile policy":        {resource(`"text":"<p>","_meta":{"ui":{"csp":{"connectDomains":["https://a.example; script-src *"]}}}`), "csp_source_invalid"},
		"hostile old policy":    {resource(`"text":"<p>","_meta":{"openai/widgetCSP":{"resource_domains":["https://\u0430pple.com"]}}`), "csp_source_invalid"},
		"hostile domain":        {resource(`"text":"<p>","_meta":{"ui":{"domain":"a.example\r\nSet-Cookie: b"}}`), "domain_invalid"},
		"too large":             {resource(`"text":"` + strings.Repeat("a", adapter.MaxDocument+1) + `"`), "view_too_large"},
		"too large blob":        {resource(`"blob":"` + strings.Repeat("AAAA", adapter.MaxDocument/3+1) + `"`), "view_too_large"},
		"too many sources":      {resource(`"text":"<p>","_meta":{"ui":{"csp":{"connectDomains":["https://a.example"` + strings.Repeat(`,"https://a.example"`, 5000) + `]}}}`), "csp_sources_too_many"},
		"3 million no sources":  {resource(`"text":"<p>","_meta":{"ui":{"csp":{"connectDomains":[7` + strings.Repeat(",7", 3_000_000) + `]}}}`), "view_metadata_too_large"},
		"metadata of the block": {`{"type":"resource","resource":` + resource(`"text":"<p>"`) + `,"_meta":{"x":"` + strings.Repeat("a", 1<<20) + `"}}`, "view_metadata_too_large"},
		"metadata over by one":  {resource(`"text":"<p>","_meta":{"x":"` + strings.Repeat("a", 1<<20-7) + `"}`), "view_metadata_too_large"},
		"far too large":         {strings.Repeat(" ", 6*adapter.MaxDocument+1), "view_too_large"},
		"too long an address":   {list("https://example.com/" + strings.Repeat("a", 1<<17)), "view_url_invalid"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			content, metadata, err := adapter.ImportView(json.RawMessage(test.raw))
			public, ok := errors.AsType[*ui.Error](err)
			if !ok || public.Code != test.code || public.Fix == "" || len(public.Message) > 500 {
				t.Fatalf("got %v, want the code %s and a mend", err, test.code)
			}
			if diff := cmp.Diff(ui.Metadata{}, metadata); content != nil || diff != "" {
				t.Errorf("an error comes with %v and %s", content, diff)
			}
		})
	}
	if _, _, err := adapter.ImportView(json.RawMessage(resource(`"text":"` + strings.Repeat("a", adapter.MaxDocument) + `"`))); err != nil {
		t.Errorf("the limit itself: %v", err)
	}
	if _, _, err := adapter.ImportView(json.RawMessage(resource(`"text":"<p>","_meta":{"x":"` + strings.Repeat("a", 1<<20-8) + `"}`))); err != nil {
		t.Errorf("the limit of _meta itself: %v", err)
	}
}

// What the MCP-UI adapter writes, as a document or into a result, can be read
// back, and written again without a difference.
func TestImportRoundTrip(t *testing.T) {
	t.Parallel()
	mcpUI := adapter.MCPUI()
	data := map[string]any{"a": "</script>\u2028", "n": json.Number("9007199254740993")}
	for name, test := range map[string]struct {
		content  ui.Content
		metadata ui.Metadata
		want     ui.Content // what is read; nil is the content itself
	}{
		"document":             {content: ui.HTML("<!doctype html><html><head><title>x</title></head><body><p>é</body></html>")},
		"document, data":       {content: ui.HTML("<!doctype html><html><head></head><p>x</html>"), metadata: ui.Metadata{InitialData: data}},
		"document without":     {content: ui.HTML("<!doctype html><p>x")},
		"legacy page":          {content: ui.HTML(`<!doctype html><script>on("ui-lifecycle-iframe-render-data")</script>`), metadata: ui.Metadata{InitialData: data}},
		"fragment":             {content: ui.HTML("<p>x"), want: ui.HTML(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>v</title></head><body><p>x</body></html>`)},
		"built":                {content: ui.Built{Name: "v", HTML: "<!doctype html><p>x"}, want: ui.HTML("<!doctype html><p>x")},
		"page":                 {content: ui.URL("https://example.com/a?b#c")},
		"page, data":           {content: ui.URL("https://example.com/"), metadata: ui.Metadata{InitialData: data}},
		"react":                {content: ui.RemoteDOM{Script: "x()", Framework: ui.React}, metadata: ui.Metadata{InitialData: data}},
		"web components":       {content: ui.RemoteDOM{Script: "x()", Framework: ui.WebComponents}},
		"remote DOM of either": {content: ui.RemoteDOM{Script: "x()"}, want: ui.RemoteDOM{Script: "x()", Framework: ui.WebComponents}},
		"size, extra":          {content: ui.URL("https://example.com/"), metadata: ui.Metadata{Dimensions: ui.Dimensions{Width: 3, Height: 400}, Extra: map[string]any{"note": "kept"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := newView(t, test.content, test.metadata)
			document, err := mcpUI.Document(v, nil)
			if err != nil {
				t.Fatal(err)
			}
			content, metadata, err := adapter.ImportView(json.RawMessage(encode(t, document)))
			if err != nil {
				t.Fatal(err)
			}
			want := test.want
			if want == nil {
				want = test.content
			}
			if diff := cmp.Diff(want, content); diff != "" {
				t.Errorf("content (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.metadata, metadata); diff != "" {
				t.Errorf("metadata (-want +got):\n%s", diff)
			}
			again, err := mcpUI.Document(newView(t, content, metadata), nil)
			if diff := cmp.Diff(encode(t, document), encode(t, again)); err != nil || diff != "" {
				t.Errorf("written again: %v %s", err, diff)
			}

			result, err := mcpUI.Result(&ui.ToolResult{Input: json.RawMessage(`{"q":1}`), Text: "x"}, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			content, _, err = adapter.ImportView(json.RawMessage(encode(t, result.Content[len(result.Content)-1])))
			if diff := cmp.Diff(want, content); err != nil || diff != "" {
				t.Errorf("out of a result: %v (-want +got):\n%s", err, diff)
			}
		})
	}
}

// A view for other hosts can be imported too, and has neither our stand-in's
// frame nor the data twice.
func TestImportOfOurOwn(t *testing.T) {
	t.Parallel()
	v := newView(t, ui.HTML("<!doctype html><html><head></head><p>x</html>"), ui.Metadata{InitialData: map[string]any{"a": "b"}})
	for _, p := range hosts.All() {
		a := adapter.All().For(p)
		if a == nil {
			continue
		}
		document, err := a.Document(v, p)
		if err != nil {
			t.Fatal(err)
		}
		content, metadata, err := adapter.ImportView(json.RawMessage(encode(t, document)))
		if diff := cmp.Diff(v.Content, content); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", p.ID, err, diff)
		}
		if diff := cmp.Diff(v.Metadata.InitialData, metadata.InitialData); diff != "" {
			t.Errorf("%s: %s", p.ID, diff)
		}
	}
}

// Initial data reaches a page that has no place for it in a document, beside
// what the call brings.
func TestInitialDataAsRenderData(t *testing.T) {
	t.Parallel()
	const key = "mcpui.dev/ui-initial-render-data"
	const waiting = ui.HTML("<script>onmessage = e => e.data.type == 'ui-lifecycle-iframe-render-data'</script>")
	for name, test := range map[string]struct {
		content        ui.Content
		data           any
		document, call string
	}{
		"page":             {ui.URL("https://example.com/"), map[string]int{"a": 1, "toolInput": 2}, `{"a":1,"toolInput":2}`, `{"a":1,"toolInput":{"q":1},"toolResponseMetadata":{"mcp_tool_result":{"content":[{"type":"text","text":""}]}}}`},
		"script":           {ui.RemoteDOM{Script: "x"}, map[string]int{"a": 1}, `{"a":1}`, `{"a":1,"toolInput":{"q":1},"toolResponseMetadata":{"mcp_tool_result":{"content":[{"type":"text","text":""}]}}}`},
		"waiting document": {waiting, map[string]int{"a": 1}, `{"a":1}`, `{"a":1,"toolInput":{"q":1},"toolResponseMetadata":{"mcp_tool_result":{"content":[{"type":"text","text":""}]}}}`},
		"document":         {ui.HTML("<p>"), map[string]int{"a": 1}, `null`, `{"toolInput":{"q":1},"toolResponseMetadata":{"mcp_tool_result":{"content":[{"type":"text","text":""}]}}}`},
		"no object":        {waiting, []int{1}, `null`, `{"toolInput":{"q":1},"toolResponseMetadata":{"mcp_tool_result":{"content":[{"type":"text","text":""}]}}}`},
		"none":             {waiting, nil, `null`, `{"toolInput":{"q":1},"toolResponseMetadata":{"mcp_tool_result":{"content":[{"type":"text","text":""}]}}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := newView(t, test.content, ui.Metadata{InitialData: test.data})
			document, err := adapter.MCPUI().Document(v, nil)
			if diff := cmp.Diff(test.document, encode(t, document.Meta[key])); err != nil || diff != "" {
				t.Errorf("document: %v %s", err, diff)
			}
			result, err := adapter.MCPUI().Result(&ui.ToolResult{Input: json.RawMessage(`{"q":1}`)}, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			block, _ := result.Content[len(result.Content)-1].(ui.EmbeddedResource)
			if diff := cmp.Diff(test.call, encode(t, block.Resource.Meta[key])); diff != "" {
				t.Errorf("call: %s", diff)
			}
		})
	}
}
