package serve_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/attachtest"
)

// What is answered to requests of every kind, right and wrong ones, stays as it is, to
// the byte but for the order of members.
func TestRecordedAnswers(t *testing.T) {
	t.Parallel()
	app, view := attachtest.Full(t)
	handler := app.Handler()
	recordings := map[attachtest.Lifecycle]*recording{}
	for _, choices := range attachtest.Seeds() {
		c := attachtest.FromChoices(choices, "Zoë")
		if recordings[c.Lifecycle] == nil {
			recordings[c.Lifecycle] = newRecording()
		}
		peer := &attachtest.Peer{Handler: handler, View: view, Replies: c.Replies}
		for i, r := range c.Requests {
			a, err := peer.Ask(t.Context(), r)
			if err != nil {
				t.Fatalf("%s: %v", r.Name, err)
			}
			name := strings.TrimPrefix(c.Name, string(c.Lifecycle)) + " " + r.Name
			if c.Lifecycle == attachtest.Legacy && i < 2 && c.Name == string(c.Lifecycle) && recordings[c.Lifecycle].answers[strings.TrimSpace(name)] != "" {
				continue // it begins like all others
			}
			recordings[c.Lifecycle].add(t, strings.TrimSpace(name), a)
		}
	}
	for lifecycle, r := range recordings {
		r.compare(t, string(lifecycle))
	}
}

// What HTTP is for, beside POST, and what is too much.
func TestRecordedHTTP(t *testing.T) {
	t.Parallel()
	app, _ := attachtest.Full(t)
	handler := app.Handler()
	session := begin(t, handler)
	r := newRecording()
	for _, test := range []struct {
		name, method, body string
		headers            []string
	}{
		{"OPTIONS", http.MethodOptions, "", nil},
		{"OPTIONS of a page", http.MethodOptions, "", []string{"Origin", "https://sample.example", "Access-Control-Request-Headers", "content-type, mcp-session-id"}},
		{"OPTIONS of a page, odd headers", http.MethodOptions, "", []string{"Origin", "https://sample.example", "Access-Control-Request-Headers", "a\"b"}},
		{"GET", http.MethodGet, "", nil},
		{"GET, newer lifecycle", http.MethodGet, "", []string{"Mcp-Protocol-Version", modern}},
		{"GET, unknown session", http.MethodGet, "", []string{"Mcp-Session-Id", "AAAA"}},
		{"GET, unknown version", http.MethodGet, "", []string{"Mcp-Session-Id", session, "Mcp-Protocol-Version", "1999-01-01"}},
		{"GET, no events", http.MethodGet, "", []string{"Mcp-Session-Id", session, "Accept", jsonType}},
		{"GET, a body", http.MethodGet, "{}", []string{"Mcp-Session-Id", session}},
		{"DELETE", http.MethodDelete, "", []string{"Mcp-Session-Id", session}},
		{"HEAD", http.MethodHead, "", nil},
		{"PUT", http.MethodPut, "{}", nil},
		{"a method of its own", "BREW", "", nil},
		{"a page of elsewhere", http.MethodPost, message("1", "ping", "{}"), []string{"Origin", "https://evil.example"}},
		{"a page of the app", http.MethodPost, message("1", "ping", "{}"), []string{"Origin", "https://sample.example"}},
		{"a page of nowhere", http.MethodPost, message("1", "ping", "{}"), []string{"Origin", "null"}},
		{"many messages", http.MethodPost, "[" + strings.Repeat(message("1", "ping", "{}")+",", 100) + message("1", "ping", "{}") + "]", nil},
		{"as many messages as may be", http.MethodPost, "[" + strings.Repeat(message("1", "ping", "{}")+",", 99) + message("1", "ping", "{}") + "]", nil},
		{"many params", http.MethodPost, message("1", "ping", manyMembers(1001)), nil},
		{"as many params as may be", http.MethodPost, message("1", "ping", manyMembers(1000)), nil},
		{"much in _meta", http.MethodPost, message("1", "ping", `{"_meta":`+manyMembers(1001)+`}`), nil},
		{"as deep as may be", http.MethodPost, message("1", "ping", `{"a":`+strings.Repeat("[", 998)+strings.Repeat("]", 998)+`}`), nil},
		{"deeper", http.MethodPost, message("1", "ping", `{"a":`+strings.Repeat("[", 999)+strings.Repeat("]", 999)+`}`), nil},
		{"a long id", http.MethodPost, message(`"`+strings.Repeat("x", 1022)+`"`, "ping", "{}"), nil},
		{"a long number", http.MethodPost, message(strings.Repeat("9", 1024), "ping", "{}"), nil},
		{"a long name of a method", http.MethodPost, message("1", strings.Repeat("é", 5000), "{}"), nil},
		{"a long name of a tool", http.MethodPost, message("1", "tools/call", `{"name":"`+strings.Repeat("é", 5000)+`"}`), nil},
		{"a long URI", http.MethodPost, message("1", "resources/read", `{"uri":"`+strings.Repeat("é", 4000)+`"}`), nil},
		{"a long list in gzip", http.MethodPost, message("1", "tools/list", "{}"), []string{"Accept-Encoding", "gzip"}},
		{"a long list in zstd", http.MethodPost, message("1", "tools/list", "{}"), []string{"Accept-Encoding", "gzip, zstd"}},
		{"a long list in nothing", http.MethodPost, message("1", "tools/list", "{}"), []string{"Accept-Encoding", "gzip;q=0, br"}},
		{"a long list in anything", http.MethodPost, message("1", "tools/list", "{}"), []string{"Accept-Encoding", "*"}},
		{"a long list as an event", http.MethodPost, message("1", "tools/list", "{}"), []string{"Accept-Encoding", "gzip", "Accept", "text/event-stream"}},
		{"a view in gzip", http.MethodPost, message("1", "resources/read", `{"uri":"ui://sample/large/000000000000"}`), []string{"Accept-Encoding", "gzip"}},
		{"a view in zstd", http.MethodPost, message("1", "resources/read", `{"uri":"ui://sample/large/000000000000"}`), []string{"Accept-Encoding", "zstd"}},
		{"a view in gzip, another id", http.MethodPost, message(`"\u0061<&>\u2028"`, "resources/read", `{"uri":"ui://sample/large/000000000000"}`), []string{"Accept-Encoding", "gzip"}},
		{"a view in gzip, a long id", http.MethodPost, message(`"`+strings.Repeat("x", 1000)+`"`, "resources/read", `{"uri":"ui://sample/large/000000000000"}`), []string{"Accept-Encoding", "gzip"}},
		{"a view in zstd, another id", http.MethodPost, message("-7", "resources/read", `{"uri":"ui://sample/large/000000000000"}`), []string{"Accept-Encoding", "zstd"}},
		{"a view as it is", http.MethodPost, message("1", "resources/read", `{"uri":"ui://sample/large/000000000000"}`), nil},
		{"a view as an event", http.MethodPost, message("1", "resources/read", `{"uri":"ui://sample/large/000000000000"}`), []string{"Accept-Encoding", "gzip", "Accept", "text/event-stream"}},
		{"a view in gzip, newer lifecycle", http.MethodPost, modernMessage("1", "resources/read", `"uri":"ui://sample/large/000000000000"`), append(modernHeaders("resources/read", "ui://sample/large/000000000000"), "Accept-Encoding", "gzip")},
		{"a list in zstd, newer lifecycle", http.MethodPost, modernMessage(`"x"`, "tools/list", ""), append(modernHeaders("tools/list", ""), "Accept-Encoding", "zstd")},
		{"a long result in gzip", http.MethodPost, message("1", "tools/call", `{"name":"long"}`), []string{"Accept-Encoding", "gzip"}},
		{"a short result in gzip", http.MethodPost, message("1", "tools/call", `{"name":"fails"}`), []string{"Accept-Encoding", "gzip"}},
		{"a subscription", http.MethodPost, message("1", "resources/subscribe", `{"uri":"sample://notes"}`), []string{"Mcp-Session-Id", session}},
		{"no subscription any more", http.MethodPost, message("1", "resources/unsubscribe", `{"uri":"sample://notes"}`), []string{"Mcp-Session-Id", session}},
	} {
		// What is kept from the first time has to be the same the next time.
		for again := range 3 {
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, newRequest(t, test.method, "http://app.example/mcp", test.body, test.headers...))
			a, err := attachtest.AnswerOf(w)
			if err != nil {
				t.Errorf("%s, time %d: %v", test.name, again, err)
			}
			one := newRecording()
			one.add(t, test.name, a)
			if again == 0 {
				r.add(t, test.name, a)
			} else if first, now := r.whole(test.name), one.whole(test.name); !slices.Equal(first, now) {
				t.Errorf("%s, time %d (-first +now):\n%s", test.name, again, cmp.Diff(first, now))
			}
		}
	}
	r.compare(t, "http")
}

// manyMembers is an object of as many members.
func manyMembers(n int) string {
	members := make([]string, n)
	for i := range members {
		members[i] = `"` + strconv.Itoa(i) + `":0`
	}
	return "{" + strings.Join(members, ",") + "}"
}

// What is larger than a request may be, said before and found out.
func TestRecordedSizes(t *testing.T) {
	t.Parallel()
	const most = 1000
	options := quiet()
	options.MaxRequestBytes = most
	handler := everything(options).Handler()
	r := newRecording()
	for name, size := range map[string]int{"small": 100, "as large as may be": most, "too large": most + 1} {
		body := message("1", "ping", "{}")
		body += strings.Repeat(" ", size-len(body))
		for how, length := range map[string]int64{"said": int64(size), "not said": -1} {
			w, request := httptest.NewRecorder(), newRequest(t, http.MethodPost, "http://app.example/mcp", body)
			request.ContentLength = length
			handler.ServeHTTP(w, request)
			a, err := attachtest.AnswerOf(w)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			r.add(t, name+", "+how, a)
		}
	}
	r.compare(t, "sizes")
}
