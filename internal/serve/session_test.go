package serve_test

import (
	"context"
	"encoding/base64"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
)

// A session id that this server would not have given is none, and says so with
// the status at which clients begin a new session.
func TestSessionIDs(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	good := begin(t, h)
	ping := message("1", "ping", "{}")
	for name, test := range map[string]struct {
		id     string
		status int
		code   string
	}{
		"as it was given":       {good, 200, ""},
		"of another server":     {"1868a90c-d1a4-4f4b-9f1c-3a5f0d9f2f64", 404, "session_unknown"},
		"cut":                   {good[:len(good)-1], 404, "session_unknown"},
		"longer":                {good + "A", 404, "session_unknown"},
		"padded":                {good + "=", 404, "session_unknown"},
		"a space in it":         {good[:5] + " " + good[5:], 404, "session_unknown"},
		"of 512":                {strings.Repeat("A", 512), 404, "session_unknown"},
		"of 100,000":            {strings.Repeat("A", 100_000), 404, "session_unknown"},
		"control characters":    {"\x01\x7f", 404, "session_unknown"},
		"another byte":          {"B" + good[1:], 404, "session_unknown"},
		"two in one":            {good + ", " + good, 404, "session_unknown"},
		"twice":                 {good + "\x00" + good, 400, "header_mismatch"},
		"twice, the first void": {"\x00" + good, 400, "header_mismatch"},
		"empty":                 {"", 200, ""},
	} {
		a := post(t, h, ping, "Mcp-Session-Id", test.id)
		if a.status != test.status || a.code() != test.code || len(a.body) > 1000 {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
		if test.status == http.StatusOK {
			continue
		}
		for _, other := range []answer{
			send(t, h, http.MethodGet, "", "Mcp-Session-Id", test.id),
			post(t, h, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "Mcp-Session-Id", test.id),
			post(t, h, "["+ping+"]", "Mcp-Session-Id", test.id),
		} {
			if other.status != test.status || other.code() != test.code {
				t.Errorf("%s: %d %s", name, other.status, other.body)
			}
		}
	}
	// The newer lifecycle has none, so it doesn't matter there.
	if a := post(t, h, modernMessage("1", "tools/list", ""), append(modernHeaders("tools/list", ""), "Mcp-Session-Id", "x")...); a.status != http.StatusOK {
		t.Errorf("in the newer lifecycle: %d %s", a.status, a.body)
	}
}

// Whatever a client says of itself in initialize, it gets an id that a header can
// hold.
func TestHostileClientInfo(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	long := strings.Repeat("\U0001f600", 50_000)
	for _, params := range []string{
		`{"protocolVersion":"2025-11-25"}`,
		`{"protocolVersion":"` + long + `"}`,
		`{"protocolVersion":"2025-11-25","clientInfo":{"name":"` + long + `","version":"` + long + `"},"_meta":{"openai/locale":"` + long + `"}}`,
		`{"protocolVersion":"2025-11-25","clientInfo":{"name":"a\u0000\n\u202e\ud800","version":"\r\n\u0085"},"_meta":{"openai/locale":"\u0000"}}`,
		`{"protocolVersion":"2025-11-25","clientInfo":{"name":7,"version":{}},"capabilities":[],"_meta":{"openai/locale":7}}`,
		`{"protocolVersion":"2025-11-25","clientInfo":null,"capabilities":{"extensions":[],"elicitation":7,"roots":null,"sampling":{"x":"` + long + `"}}}`,
		`{"protocolVersion":"2025-11-25","capabilities":{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["` + long + `","a\nb","",7,"text/html","text/html","x/1","x/2"]}}}}`,
		`{"protocolVersion":"2025-11-25","clientInfo":{"name":"a","name":"b","name":"c"},"capabilities":{"roots":{},"roots":7}}`,
	} {
		a := post(t, h, message("1", "initialize", params))
		id := a.header.Get("Mcp-Session-Id")
		raw, err := base64.RawURLEncoding.DecodeString(id)
		if a.status != http.StatusOK || id == "" || len(id) > 512 || err != nil || len(a.body) > 2000 {
			t.Fatalf("%.100s: %d %s, %d bytes of id", params, a.status, a.body, len(id))
		}
		for _, bad := range []string{"\n", "\r", "\u202e", "\u0085"} {
			if strings.Contains(string(raw[19:]), bad) {
				t.Errorf("%.100s: the id has %q", params, bad)
			}
		}
		if again := post(t, h, message("2", "tools/call", `{"name":"echo","arguments":{"text":"hi"}}`), "Mcp-Session-Id", id); !strings.Contains(again.body, `"hi"`) {
			t.Errorf("%.100s: in the session: %d %s", params, again.status, again.body)
		}
	}
}

// signedIn puts the user of the header X-User into requests.
func signedIn(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(oriel.WithUser(r.Context(), oriel.User{ID: r.Header.Get("X-User")})))
	})
}

// Who has somebody else's session id can neither cancel his calls, nor change what
// he is told, nor take his stream.
func TestForeignSessions(t *testing.T) {
	t.Parallel()
	app, hangs := hanging()
	oriel.AddTool(app, oriel.Tool{Name: "log"}, func(ctx context.Context, _ text) (oriel.Result[text], error) {
		oriel.RequestFrom(ctx).ClientLog.Log(ctx, slog.LevelInfo, "logged")
		return oriel.Result[text]{}, nil
	})
	server := serving(t, signedIn(app.Handler()))
	session := begin(t, app.Handler())
	ann, eve := []string{"Mcp-Session-Id", session, "X-User", "ann"}, []string{"Mcp-Session-Id", session, "X-User", "eve"}

	stream := open(t, server, ann...)
	call := make(chan answer, 1)
	go func() {
		call <- do(t, server, newRequest(t, http.MethodPost, server.URL, message("5", "tools/call", `{"name":"wait"}`), ann...))
	}()
	wait(t, hangs.started, "the call")
	cancel := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}`
	for _, body := range []string{cancel, message("1", "logging/setLevel", `{"level":"emergency"}`), message("2", "resources/subscribe", `{"uri":"note://one"}`)} {
		if a := do(t, server, newRequest(t, http.MethodPost, server.URL, body, eve...)); a.status >= http.StatusBadRequest {
			t.Fatalf("%s: %d %s", body, a.status, a.body)
		}
	}
	other := open(t, server, eve...)
	app.ResourceUpdated("note://one")
	if got := other.next(t); !strings.Contains(got, "note://one") {
		t.Errorf("eve hears %s", got)
	}
	if a := do(t, server, newRequest(t, http.MethodPost, server.URL, message("6", "tools/call", `{"name":"log"}`), ann...)); !strings.Contains(a.body, `"logged"`) {
		t.Errorf("ann's log is %s", a.body)
	}
	app.RemovePrompts("greet")
	if got := stream.next(t); !strings.Contains(got, "prompts/list_changed") {
		t.Errorf("ann hears %s", got)
	}
	select {
	case a := <-call:
		t.Fatalf("her call has ended: %s", a.body)
	default:
	}
	if a := do(t, server, newRequest(t, http.MethodPost, server.URL, cancel, ann...)); a.status != http.StatusAccepted {
		t.Errorf("cancelling: %d %s", a.status, a.body)
	}
	if a := wait(t, call, "the cancelled call"); a.status != http.StatusOK || a.body != "" {
		t.Errorf("cancelled, it gets %d %s", a.status, a.body)
	}
}

// Cancellations of what there is not do nothing.
func TestBadCancellations(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	session := begin(t, h)
	for _, params := range []string{
		`{}`, `{"requestId":null}`, `{"requestId":1}`, `{"requestId":"x"}`, `{"requestId":{}}`, `{"requestId":[]}`, `{"requestId":1.5}`, `null`,
		`{"requestId":"` + strings.Repeat("x", 100_000) + `"}`, `{"reason":7,"requestId":-1}`,
	} {
		body := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":` + params + `}`
		for _, body := range []string{body, "[" + body + "]"} {
			a := post(t, h, body, "Mcp-Session-Id", session, "Mcp-Protocol-Version", "2025-03-26")
			if a.status != http.StatusAccepted || a.body != "" {
				t.Errorf("%.100s: %d %s", body, a.status, a.body)
			}
		}
		if a := post(t, h, body); a.status != http.StatusAccepted {
			t.Errorf("without a session: %.100s: %d %s", body, a.status, a.body)
		}
	}
}

// Clients end their sessions with DELETE. That is no news for the app's author.
func TestEndOfASessionIsNotLogged(t *testing.T) {
	t.Parallel()
	var log buffer
	h := everything(oriel.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}).Handler()
	if a := send(t, h, http.MethodPut, "{}"); a.status != http.StatusMethodNotAllowed || !strings.Contains(log.String(), "method_not_allowed") {
		t.Errorf("PUT: %d, logged: %s", a.status, log.String())
	}
	before := log.String()
	if a := send(t, h, http.MethodDelete, "", "Mcp-Session-Id", "x"); a.status != http.StatusMethodNotAllowed || a.header.Get("Allow") == "" || a.code() != "method_not_allowed" {
		t.Errorf("DELETE: %d %v %s", a.status, a.header, a.body)
	}
	if log.String() != before {
		t.Errorf("DELETE is logged: %s", log.String())
	}
}
