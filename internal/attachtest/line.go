package attachtest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
)

// Line is a conversation with a server: it sends one request, of which it is given the
// method and the params, and returns the answer, byte for byte.
type Line func(request string) []byte

// Client is how a client introduces itself.
type Client struct {
	Info, Capabilities string // JSON objects
}

// ClientOf is the client of a host.
func ClientOf(t *testing.T, host string) Client {
	t.Helper()
	p, ok := hosts.Get(host)
	if !ok {
		t.Fatalf("no profile %s", host)
	}
	name := "test-" + host
	if names := p.Clients.Value; len(names) > 0 {
		name = names[0]
	}
	capabilities := "{}"
	if p.AdvertisesUI.Value {
		capabilities = `{"extensions":{"` + hosts.UIExtension + `":{"mimeTypes":["` + hosts.ViewMIMEType + `"]}}}`
	}
	return Client{`{"name":"` + name + `","version":"1"}`, capabilities}
}

// Initialize is the first message of the older lifecycle.
func (c Client) Initialize() string {
	return `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"` + newestLegacy + `","capabilities":` + c.Capabilities + `,"clientInfo":` + c.Info + `}}`
}

const initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`

func numbered(request string) string { return `{"jsonrpc":"2.0","id":1,"method":` + request + `}` }

func send(t *testing.T, handler http.Handler, message string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := post(t.Context(), http.Header{"Content-Type": {jsonType}}, message)
	r.Header.Set("Accept", jsonType+", "+eventType)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w
}

// LegacyHTTP reaches a handler in the older lifecycle.
func (c Client) LegacyHTTP(t *testing.T, handler http.Handler) Line {
	t.Helper()
	var headers []string
	if id := send(t, handler, c.Initialize()).Header().Get(sessionHeader); id != "" {
		headers = []string{sessionHeader, id, versionHeader, newestLegacy}
	}
	send(t, handler, initialized, headers...)
	return func(request string) []byte { return send(t, handler, numbered(request), headers...).Body.Bytes() }
}

// ModernHTTP reaches a handler in the newer lifecycle.
func (c Client) ModernHTTP(t *testing.T, handler http.Handler) Line {
	t.Helper()
	return func(request string) []byte {
		var m struct {
			Method string         `json:"method"`
			Params map[string]any `json:"params"`
		}
		if err := json.Unmarshal([]byte(numbered(request)), &m); err != nil {
			t.Fatal(err)
		}
		meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"` + modernVersion + `","io.modelcontextprotocol/clientInfo":` + c.Info +
			`,"io.modelcontextprotocol/clientCapabilities":` + c.Capabilities + `}`
		if len(m.Params) == 0 {
			request += `,"params":{` + meta + `}`
		} else {
			request = strings.Replace(request, `"params":{`, `"params":{`+meta+`,`, 1)
		}
		headers := []string{versionHeader, modernVersion, methodHeader, m.Method}
		for _, member := range []string{"name", "uri"} {
			if name, ok := m.Params[member].(string); ok {
				headers = append(headers, nameHeader, name)
			}
		}
		return send(t, handler, numbered(request), headers...).Body.Bytes()
	}
}

// OverPipe reaches a server in the older lifecycle, in lines, as over stdio. Serve
// returns when its input ends or its context is done.
func (c Client) OverPipe(t *testing.T, serve func(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error) Line {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := serve(ctx, fromClient, toClient); err != nil {
			t.Logf("the session ended: %v", err)
		}
	})
	t.Cleanup(func() {
		if err := toServer.Close(); err != nil {
			t.Error(err)
		}
		stop()
		serving.Wait()
		if err := toClient.Close(); err != nil {
			t.Error(err)
		}
	})
	answers := make(chan []byte, 1)
	go func() {
		defer close(answers)
		for reader := bufio.NewReader(fromServer); ; {
			got, err := reader.ReadBytes('\n')
			if err != nil {
				return
			}
			if bytes.Contains(got, []byte(`"id":`)) { // not a notification
				answers <- got
			}
		}
	}()
	write := func(message string) {
		if _, err := io.WriteString(toServer, message+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	write(c.Initialize())
	<-answers
	write(initialized)
	return func(request string) []byte {
		write(numbered(request))
		return <-answers
	}
}

// SignedIn is what middleware in front of a handler does: it says that a request is of
// the user with the ID that *id has then.
func SignedIn(id *string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(oriel.WithUser(r.Context(), oriel.User{ID: *id})))
	})
}

// list is a list of a server: the method that asks for it, where its entries are in the
// result, and what names an entry.
type list struct{ method, member, key string }

var serverLists = []list{
	{"tools/list", "tools", "name"},
	{"resources/list", "resources", "uri"},
	{"resources/templates/list", "resourceTemplates", "uriTemplate"},
	{"prompts/list", "prompts", "name"},
}

// Listed returns all pages of a list, the raw entries by their names.
func Listed(t *testing.T, ask Line, method string) map[string]json.RawMessage {
	t.Helper()
	var l list
	for _, l = range serverLists {
		if l.method == method {
			break
		}
	}
	all := map[string]json.RawMessage{}
	cursor := ""
	for range 100 {
		var answer struct {
			Result map[string]json.RawMessage `json:"result"`
		}
		raw := ask(`"` + method + `","params":{"cursor":"` + cursor + `"}`)
		decode(t, raw, &answer)
		var entries []json.RawMessage
		decode(t, answer.Result[l.member], &entries)
		for _, entry := range entries {
			var members map[string]any
			decode(t, entry, &members)
			name, _ := members[l.key].(string)
			if all[name] != nil {
				t.Errorf("%s lists %s twice", method, name)
			}
			all[name] = entry
		}
		if cursor = ""; answer.Result["nextCursor"] != nil {
			decode(t, answer.Result["nextCursor"], &cursor)
		}
		if cursor == "" {
			return all
		}
	}
	t.Fatalf("%s has no end", method)
	return nil
}

func decode(t *testing.T, raw []byte, to any) {
	t.Helper()
	if err := json.Unmarshal(raw, to); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
}

// Contains checks that a text has all parts, and not another one unless that is empty.
func Contains(t *testing.T, what, text string, parts []string, not string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s: there is no %s in %.3000s", what, part, text)
		}
	}
	if not != "" && strings.Contains(text, not) {
		t.Errorf("%s: there is %s in %.3000s", what, not, text)
	}
}

// unescaped writes JSON again without HTML escapes.
func unescaped(raw []byte) string {
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(raw))
}
