package orieltest_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/orieltest"
	"github.com/orielapps/oriel/ui"
)

var lifecycles = []orieltest.Lifecycle{orieltest.Modern, orieltest.Legacy}

// seen keeps what the app knows of a request.
func seen() (app *oriel.App, last *oriel.Request) {
	last = new(oriel.Request)
	app = oriel.New("seen", "1.0.0")
	oriel.AddTool(app, oriel.Tool{Name: "look"}, func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
		*last = *oriel.RequestFrom(ctx)
		return oriel.Result[struct{}]{}, nil
	})
	return app, last
}

// Each profile is taken for what it is, in both lifecycles.
func TestEveryProfile(t *testing.T) {
	t.Parallel()
	for _, profile := range hosts.All() {
		for _, lifecycle := range lifecycles {
			t.Run(profile.ID+" "+string(lifecycle), func(t *testing.T) {
				t.Parallel()
				app, last := seen()
				host := orieltest.ConnectWith(t, app, profile.ID, orieltest.Options{Lifecycle: lifecycle, Meta: map[string]any{"openai/locale": "de"}})
				host.Call("look", nil)
				if last.Profile != profile || host.Profile() != profile {
					t.Errorf("it is taken for %s", last.Profile.ID)
				}
				if last.Locale != "de" {
					t.Errorf("_meta is %v", last.Meta)
				}
				modern := last.Client.Protocol >= "2026-07-28"
				if modern != (lifecycle == orieltest.Modern) || host.Lifecycle() != lifecycle {
					t.Errorf("the version is %s", last.Client.Protocol)
				}
				if versions := profile.Protocols.Value; !modern && len(versions) > 0 && last.Client.Protocol > versions[0] {
					t.Errorf("the version is %s, and the host speaks %s", last.Client.Protocol, versions)
				}
			})
		}
	}
}

func TestClients(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		profile   string
		options   orieltest.Options
		want      hosts.Client
		profileID string
	}{
		"newest version": {profile: "claude", want: hosts.Client{
			Name: "claude-ai", Version: "0.1.0", Protocol: "2026-07-28", UIMIMETypes: []string{hosts.ViewMIMEType},
		}, profileID: "claude"},
		"host of an older version": {profile: "goose", want: hosts.Client{
			Name: "goose-desktop", Version: "1.38.0", Protocol: "2025-03-26", UIMIMETypes: []string{hosts.ViewMIMEType},
		}, profileID: "goose"},
		"client whose name others have": {profile: "le-chat", want: hosts.Client{Name: "Le Chat", Version: "0.1.0", Protocol: "2025-11-25"}, profileID: "le-chat"},
		"another name": {profile: "claude", options: orieltest.Options{Client: hosts.Client{Name: "Anthropic/ClaudeAI", Protocol: "2025-06-18"}}, want: hosts.Client{
			Name: "Anthropic/ClaudeAI", Version: "0.1.0", Protocol: "2025-06-18", UIMIMETypes: []string{hosts.ViewMIMEType},
		}, profileID: "claude"},
		"a known name without UI": {options: orieltest.Options{Client: hosts.Client{Name: "claude-ai"}}, want: hosts.Client{
			Name: "claude-ai", Version: "1.0.0", Protocol: "2025-11-25",
		}, profileID: "text"},
		"a stranger with UI": {options: orieltest.Options{Client: hosts.Client{Name: "stranger", Version: "7", UIMIMETypes: []string{"text/html+mcp"}}}, want: hosts.Client{
			Name: "stranger", Version: "7", Protocol: "2025-11-25", UIMIMETypes: []string{"text/html+mcp"},
		}, profileID: "sep-draft"},
		"a profile that declares nothing": {profile: "generic", options: orieltest.Options{Client: hosts.Client{Name: "mcp", UIMIMETypes: []string{}}}, want: hosts.Client{
			Name: "mcp", Version: "1.0.0", Protocol: "2026-07-28",
		}, profileID: "generic"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app, last := seen()
			orieltest.ConnectWith(t, app, test.profile, test.options).Call("look", nil)
			test.want.Introduced = true
			if diff := cmp.Diff(test.want, last.Client); diff != "" || last.Profile.ID != test.profileID {
				t.Errorf("the profile is %s\n%s", last.Profile.ID, diff)
			}
		})
	}
}

// A host of one's own can be tested with, too.
func TestRegisteredProfile(t *testing.T) {
	t.Parallel()
	file := `{"title":"House","adapter":{"value":"mcp-apps","kind":"defined","source":"test","date":"2026-11-20"}}`
	p, err := hosts.Parse("orieltest-house", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	p.Clients = hosts.Fact[[]string]{Value: []string{"house-client"}, Known: true}
	if err := hosts.Register(p); err != nil {
		t.Fatal(err)
	}
	app, last := seen()
	orieltest.Connect(t, app, "orieltest-house").Call("look", nil)
	if last.Profile.ID != p.ID || last.Client.Name != "house-client" || last.Client.Protocol != "2025-11-25" {
		t.Errorf("it is taken for %s: %+v", last.Profile.ID, last.Client)
	}
}

func TestBlocks(t *testing.T) {
	t.Parallel()
	most := 1.0
	blocks := []ui.Block{
		ui.TextBlock{Text: "More", Annotations: ui.Annotations{Audience: []ui.Role{ui.RoleUser}, Priority: &most}},
		ui.ImageBlock{Data: []byte("png"), MIMEType: "image/png"},
		ui.AudioBlock{Data: []byte("mp3"), MIMEType: "audio/mpeg"},
		ui.LinkBlock{URI: "https://example.com/", Name: "page", Title: "Page", Description: "A page", MIMEType: "text/html", Size: 3},
		ui.ResourceBlock{URI: "notes://1", MIMEType: "text/plain", Text: "Note"},
		ui.ResourceBlock{URI: "notes://2", MIMEType: "application/pdf", Data: []byte("pdf")},
		ui.RawBlock(`{"data":9007199254740993,"type":"hologram"}`),
		ui.RawBlock(`{"_meta":{"x":1},"text":"with meta","type":"text"}`),
	}
	app := oriel.New("blocks", "1.0.0")
	view := oriel.AddView(app, "page", ui.HTML("<p>page"))
	oriel.AddTool(app, oriel.Tool{Name: "show", View: view}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "Text", Content: blocks}, nil
	})
	want := append([]ui.Block{ui.TextBlock{Text: "Text"}}, blocks...)
	for _, profile := range []string{"claude", "mcp-ui", "text"} {
		result := orieltest.Connect(t, app, profile).Call("show", nil)
		if diff := cmp.Diff(want, result.Content); diff != "" {
			t.Errorf("%s:\n%s", profile, diff)
		}
		if result.Text() != "Text\nMore" {
			t.Errorf("%s: the text is %q", profile, result.Text())
		}
		if profile == "mcp-ui" && !strings.Contains(result.View().Text, "<p>page") {
			t.Errorf("the view in the result is %.200s", result.View().Text)
		}
	}
}

// A shared host's failures are those of the test that uses it.
func TestFor(t *testing.T) {
	t.Parallel()
	host := orieltest.Connect(t, newApp(), "claude")
	if said := failures(t, func(t *recorder) { host.For(t).Tool("nothing") }); !strings.Contains(said, `no tool "nothing"`) {
		t.Errorf("the other test failed with %q", said)
	}
}

// reply is a handler that says the same to everything.
func reply(status int, contentType, body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := "1"
		if request, err := io.ReadAll(r.Body); err == nil {
			var m struct {
				ID json.RawMessage `json:"id"`
			}
			if json.Unmarshal(request, &m) == nil && m.ID != nil {
				id = string(m.ID)
			}
		}
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, strings.ReplaceAll(body, "ID", id))
	})
}

func TestFailures(t *testing.T) {
	t.Parallel()
	faulty := oriel.New("faulty", "")
	connect := func(profile string, o orieltest.Options) func(*recorder) {
		return func(t *recorder) { orieltest.ConnectWith(t, newApp(), profile, o) }
	}
	with := func(use func(host *orieltest.Host)) func(*recorder) {
		return func(t *recorder) { use(orieltest.Connect(t, newApp(), "claude")) }
	}
	// answered is a host whose app answers everything so.
	answered := func(status int, contentType, body string, use func(host *orieltest.Host)) func(*recorder) {
		return func(t *recorder) {
			use(orieltest.ConnectWith(t, newApp(), "claude", orieltest.Options{Handler: reply(status, contentType, body)}))
		}
	}
	for name, test := range map[string]struct {
		test func(*recorder)
		want []string
	}{
		"no such profile":     {connect("clode", orieltest.Options{}), []string{`no profile "clode"`, "claude, claude-code", "hosts.Register"}},
		"neither":             {connect("", orieltest.Options{}), []string{"neither a profile nor a client's name"}},
		"taken for another":   {connect("claude", orieltest.Options{Client: hosts.Client{Name: "openai-mcp"}}), []string{`"openai-mcp"`, `detected as "chatgpt", not as "claude"`}},
		"no such lifecycle":   {connect("claude", orieltest.Options{Lifecycle: "new"}), []string{`no lifecycle "new"`}},
		"version of another":  {connect("claude", orieltest.Options{Lifecycle: orieltest.Modern, Client: hosts.Client{Protocol: "2025-06-18"}}), []string{"2025-06-18 does not have the lifecycle"}},
		"faulty app":          {func(t *recorder) { orieltest.Connect(t, faulty, "claude") }, []string{"faulty declarations", "no version"}},
		"meta doesn't fit":    {connect("claude", orieltest.Options{Meta: map[string]any{"x": make(chan int)}}), []string{"server/discover", "chan int"}},
		"unknown tool":        {with(func(h *orieltest.Host) { h.Call("forcast", nil) }), []string{"tools/call of forcast returns claude the error -32602", `Did you mean "forecast"?`, "unknown_tool"}},
		"unknown view":        {with(func(h *orieltest.Host) { h.Read("ui://weather/x") }), []string{"resources/read returns claude the error", "view_not_found"}},
		"arguments don't fit": {with(func(h *orieltest.Host) { h.Call("forecast", make(chan int)) }), []string{"the params of tools/call", "chan int"}},
		"params are a list":   {with(func(h *orieltest.Host) { h.Request("tools/list", []int{1}) }), []string{"the params of tools/list", "not a JSON object: [1]"}},
		"meta is a list":      {with(func(h *orieltest.Host) { h.Request("tools/list", map[string]any{"_meta": []int{1}}) }), []string{"_meta", "not a JSON object: [1]"}},
		"no data": {with(func(h *orieltest.Host) {
			h.Call("forecast", Query{City: "Atlantis"}).Data(new(Forecast))
		}), []string{"the result of forecast has no data", "Atlantis has no weather."}},
		"no view data":     {with(func(h *orieltest.Host) { h.Call("forecast", Query{City: "Atlantis"}).ViewData(new(any)) }), []string{"no view data", "unknown_city"}},
		"data of a type":   {with(func(h *orieltest.Host) { h.Call("forecast", Query{City: "Rome"}).Data(new([]int)) }), []string{"the data of the result of forecast can't be decoded into a *[]int", `{"city":"Rome"`}},
		"view data, too":   {with(func(h *orieltest.Host) { h.Call("forecast", Query{City: "Rome"}).ViewData(new(string)) }), []string{"the view data of the result of forecast can't be decoded into a *string", "[14,18,21,17]"}},
		"no view within":   {with(func(h *orieltest.Host) { h.Call("forecast", Query{City: "Rome"}).View() }), []string{"no view in the result of forecast", "Host.View"}},
		"no view at all":   {func(t *recorder) { orieltest.Connect(t, newApp(), "text").View("forecast") }, []string{`text gets no view for the tool "forecast"`}},
		"name of a path":   {with(func(h *orieltest.Host) { h.Golden("../x", 1) }), []string{`"../x" is not a valid name of a golden`}},
		"golden of a func": {with(func(h *orieltest.Host) { h.Golden("x", func() {}) }), []string{"the golden x", "doesn't marshal"}},
		"not found":        {answered(404, "text/plain", "no such page", nil), []string{"server/discover", "HTTP status 404", "no such page"}},
		"empty":            {answered(200, "application/json", "", nil), []string{"HTTP status 200", "no JSON", "(empty)"}},
		"no type":          {answered(200, "", "{}", nil), []string{`Content-Type is ""`}},
		"no answer":        {answered(200, "application/json", `{"jsonrpc":"2.0","id":99,"result":{}}`, nil), []string{"server/discover got no answer", `"id":99`}},
		"both":             {answered(200, "application/json", `{"jsonrpc":"2.0","id":ID,"result":{},"error":{"code":1,"message":"x"}}`, nil), []string{"got no answer"}},
		"broken stream":    {answered(200, "text/event-stream", "data: {\n\n", nil), []string{"no JSON", "data: {"}},
		"unauthorized":     {answered(401, "application/json", `{"jsonrpc":"2.0","id":ID,"error":{"code":-32001,"message":"Sign in.","data":7}}`, nil), []string{"the error -32001: Sign in. (7)"}},
		"odd result":       {answered(200, "application/json", `{"jsonrpc":"2.0","id":ID,"result":7}`, nil), []string{"the result of server/discover can't be decoded"}},
		"two contents": {
			answered(200, "application/json", `{"jsonrpc":"2.0","id":ID,"result":{"contents":[{},{}]}}`, func(h *orieltest.Host) { h.Read("ui://x/y") }),
			[]string{"resources/read of ui://x/y returns 2 contents"},
		},
		"broken blob": {
			answered(200, "application/json", `{"jsonrpc":"2.0","id":ID,"result":{"contents":[{"blob":"%"}]}}`, func(h *orieltest.Host) { h.Read("ui://x/y") }),
			[]string{"a document: illegal base64"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said := failures(t, test.test)
			for _, want := range append(test.want, "orieltest: ") {
				if !strings.Contains(said, want) {
					t.Errorf("%q is missing in: %s", want, said)
				}
			}
		})
	}
}

// What a stream may look like.
func TestStreams(t *testing.T) {
	t.Parallel()
	const answer = `{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"Hi"}]}}`
	for name, body := range map[string]string{
		"plain":               "data: " + answer + "\n\n",
		"of another system":   "event: message\r\ndata: " + answer + "\r\n\r\n",
		"without a space":     "data:" + answer + "\n\n",
		"on several lines":    "data: " + strings.Replace(answer, `"result"`, "\ndata: \"result\"", 1) + "\n\n",
		"with a comment":      ": ping\n\ndata: \nid: 7\n\ndata: " + answer + "\n\n",
		"that ends early":     "data: " + answer,
		"with something else": "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}\n\ndata: [1]\n\ndata: " + answer + "\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := orieltest.ConnectWith(t, newApp(), "claude", orieltest.Options{Handler: reply(200, "text/event-stream; charset=utf-8", body)})
			if got := host.Call("x", nil).Text(); got != "Hi" {
				t.Errorf("got %q", got)
			}
		})
	}
}

// The app may stand behind middleware of its owner's.
func TestHandlerAndHeader(t *testing.T) {
	t.Parallel()
	app := newApp()
	inner := app.Handler()
	signedIn := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user := oriel.User{ID: strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")}
		inner.ServeHTTP(w, r.WithContext(oriel.WithUser(r.Context(), user)))
	})
	for _, lifecycle := range lifecycles {
		host := orieltest.ConnectWith(t, app, "claude", orieltest.Options{
			Lifecycle: lifecycle, Handler: signedIn, Header: http.Header{"authorization": {"Bearer bob"}},
		})
		if got := host.Call("forecast", Query{City: "Rome"}).Text(); got != "bob: Rome will have 21 °C." {
			t.Errorf("%s: %s", lifecycle, got)
		}
	}
}

// Goldens are written, compared, and say what to do.
func TestGolden(t *testing.T) {
	t.Chdir(t.TempDir())
	host := orieltest.Connect(t, newApp(), "claude")
	rome := host.Call("forecast", Query{City: "Rome"})
	file := filepath.Join("testdata", "wire", "claude", "modern", "forecast.json")

	said := failures(t, func(t *recorder) { host.For(t).Golden("forecast", rome) })
	if !strings.Contains(said, "testdata/wire/claude/modern/forecast.json does not exist") || !strings.Contains(said, "ORIEL_UPDATE=1") {
		t.Errorf("a missing golden: %s", said)
	}
	t.Setenv("ORIEL_UPDATE", "1")
	host.Golden("forecast", rome)
	t.Setenv("ORIEL_UPDATE", "")
	host.Golden("forecast", rome)
	host.Golden("forecast", rome.Answer)
	host.Golden("forecast", []byte(rome.Answer))

	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(text), "\n", "\r\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	host.Golden("forecast", rome) // as version control writes it on Windows

	said = failures(t, func(t *recorder) { host.For(t).Golden("forecast", host.Call("forecast", Query{City: "Oslo"})) })
	for _, want := range []string{"the answer to claude differs from testdata/wire/claude/modern/forecast.json", "ORIEL_UPDATE=1", `"Rome will have`, `"Oslo will have`} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing in: %s", want, said)
		}
	}
}

// What differs from run to run, or from build to build, is left out of goldens;
// everything else is there.
func TestGoldenLeavesOut(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("ORIEL_UPDATE", "1")
	host := orieltest.Connect(t, newApp(), "claude")
	for name, test := range map[string]struct {
		answer any
		want   string
	}{
		"message": {
			json.RawMessage(`{"result":{"b":1,"a":"<x>"},"id":7,"jsonrpc":"2.0"}`),
			`{"id":"…","jsonrpc":"2.0","result":{"a":"<x>","b":1}}`,
		},
		"data":         {json.RawMessage(`{"id":7,"n":9007199254740993,"x":1.50}`), `{"id":7,"n":9007199254740993,"x":1.50}`},
		"masked error": {"in the log under err-abcdefghij, not err-short", `"in the log under err-…, not err-short"`},
		"view": {
			[]string{"ui://weather/forecast/0123456789ab", "ui://weather/forecast/latest", "see ui://weather/forecast/0123456789ab."},
			`["ui://weather/forecast/…","ui://weather/forecast/latest","see ui://weather/forecast/…."]`,
		},
		"document": {
			ui.Document{URI: "ui://w/f/0123456789ab", MIMEType: "text/html+skybridge", Text: "<STYLE>p{}</STYLE ><script>a<b</script><script src=x></script>" +
				`<script id=x type="application/ld+json">{"a":1}</script><p>Hi`},
			`{"mimeType":"text/html+skybridge","text":"<STYLE>…</STYLE ><script>…</script><script src=x></script>` +
				`<script id=x type=\"application/ld+json\">{\"a\":1}</script><p>Hi","uri":"ui://w/f/…"}`,
		},
		"text": {
			ui.ResourceBlock{URI: "a:b", MIMEType: "text/plain", Text: "<script>x</script>"},
			`{"Annotations":{},"Data":null,"MIMEType":"text/plain","Text":"<script>x</script>","URI":"a:b"}`,
		},
	} {
		host.Golden("it", test.answer)
		text, err := os.ReadFile(filepath.Join("testdata", "wire", "claude", "modern", "it.json"))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(indented(t, test.want), string(text)); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
	long := ui.Document{MIMEType: "text/html", Text: "<p>" + strings.Repeat("ä", 100_000)}
	host.Golden("it", long)
	if text, err := os.ReadFile(filepath.Join("testdata", "wire", "claude", "modern", "it.json")); err != nil || len(text) > 5000 || !strings.Contains(string(text), "ä…") {
		t.Errorf("a long document: %v, %d bytes", err, len(text))
	}
}

func indented(t *testing.T, text string) string {
	t.Helper()
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(json.RawMessage(text)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
