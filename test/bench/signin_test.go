package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/orielapps/oriel/test/bench/load"
	"github.com/orielapps/oriel/test/bench/peer"
	"github.com/orielapps/oriel/test/bench/peer/signedpeer"
)

func TestSmokeSignInBudget(t *testing.T) {
	t.Parallel()
	const slack = 1.3
	for _, test := range []struct {
		name         string
		cpu          series
		broken, near bool
	}{
		{"usually within", series{1, 1, 60}, false, false},
		{"a little too much", series{1.3}, false, true},
		{"too much", series{2}, true, false},
		{"not measured", nil, true, false},
	} {
		s := judgedSignIn(comparison{Servers: []outcome{{Server: ours, CPUs: series{1, 1, 1}}, {Server: signed, CPUs: test.cpu}, {Server: unrecalled, CPUs: series{9}}}}, slack)
		var table strings.Builder
		if err := s.report(&table); err != nil {
			t.Error(err)
		}
		if s.Broken() != test.broken || strings.Contains(table.String(), "✗") != test.broken || strings.Count(table.String(), "≈") != map[bool]int{false: 1, true: 2}[test.near] {
			t.Errorf("%s: broken is %v in %s", test.name, s.Broken(), table.String())
		}
	}
}

// The measured server accepts the tokens, and nobody without one.
func TestSmokeSignedServer(t *testing.T) {
	t.Parallel()
	keys, tokens, err := issue(2)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "keys.json")
	if err = os.WriteFile(file, keys, 0o600); err != nil {
		t.Fatal(err)
	}
	handler, err := signedpeer.New(peer.Config{Keys: file})
	if err != nil {
		t.Fatal(err)
	}
	call := load.Call{Protocol: load.Modern, Method: load.CallTool, Target: peer.Tool}
	body, err := call.Body()
	if err != nil {
		t.Fatal(err)
	}
	for token, status := range map[string]int{tokens[0]: http.StatusOK, tokens[1]: http.StatusOK, "": http.StatusUnauthorized} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, peer.Endpoint, bytes.NewReader(body))
		r.Host = "127.0.0.1"
		for _, f := range call.Header("") {
			r.Header.Set(f.Name, f.Value)
		}
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code != status {
			t.Errorf("%.20q: %d %s", token, w.Code, w.Body)
		}
	}
}
