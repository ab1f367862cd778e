package peer_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/test/bench/load"
	"github.com/orielapps/oriel/test/bench/peer"
	"github.com/orielapps/oriel/test/bench/peer/gosdk"
	"github.com/orielapps/oriel/test/bench/peer/mcpgo"
	"github.com/orielapps/oriel/test/bench/peer/orielpeer"
)

var all = map[string]func(peer.Config) (http.Handler, error){"oriel": orielpeer.New, "gosdk": gosdk.New, "mcpgo": mcpgo.New}

const (
	document = "<!doctype html><title>x</title><p>\"quoted\" & <b>marked up</b>\n"
	tools    = 3
)

func serve(t *testing.T, build func(peer.Config) (http.Handler, error)) (load.Target, string) {
	t.Helper()
	handler, err := build(peer.Config{Document: document, Views: 2, Tools: tools})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return load.Target{
		Address: strings.TrimPrefix(server.URL, "http://"), Path: peer.Endpoint, CPU: func() (time.Duration, error) { return 0, nil },
	}, server.URL
}

// All give the answers that are measured, in both lifecycles.
func TestAnswers(t *testing.T) {
	t.Parallel()
	for name, build := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			target, _ := serve(t, build)
			view, err := load.FirstView(t.Context(), target)
			if err != nil {
				t.Fatal(err)
			}
			for _, protocol := range []string{load.Legacy, load.Modern} {
				for method, of := range map[string]string{load.CallTool: peer.Tool, load.ListTools: "", load.Read: view} {
					call := load.Call{Protocol: protocol, Method: method, Target: of}
					group, err := load.Open(t.Context(), target, call, load.Want{Tools: tools, Document: document}, 2)
					if err != nil {
						t.Fatal(err)
					}
					sample, err := group.Run(t.Context(), time.Minute, 3)
					if err != nil || sample.Requests != 6 {
						t.Errorf("%s of %s: %d answers, %v", method, protocol, sample.Requests, err)
					}
					if err := group.Close(); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
}

// All check what comes in: a comparison with one that does not would be unfair.
func TestInputIsChecked(t *testing.T) {
	t.Parallel()
	for name, build := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, url := serve(t, build)
			for _, arguments := range []string{`{"name":1}`, `{}`} {
				body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet","arguments":%s}}`, arguments)
				request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range (load.Call{Protocol: load.Legacy, Method: load.CallTool}).Header("") {
					request.Header.Set(f.Name, f.Value)
				}
				response, err := http.DefaultClient.Do(request)
				if err != nil {
					t.Fatal(err)
				}
				answer, err := io.ReadAll(response.Body)
				if err != nil || !bytes.Contains(answer, []byte(`"isError":true`)) {
					t.Errorf("%s: %s, %v", arguments, answer, err)
				}
				_ = response.Body.Close()
			}
		})
	}
}

func TestReadDocument(t *testing.T) {
	t.Parallel()
	if text, err := peer.ReadDocument(t.TempDir() + "/none.html"); err == nil {
		t.Errorf("it was read: %q", text)
	}
	if text, err := peer.ReadDocument("/dev/null"); err == nil {
		t.Errorf("it was read: %q", text)
	}
}
