package signin

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/addresses"
)

const (
	thisMachine    = addresses.ThisMachine
	privateNetwork = addresses.PrivateNetwork
	internet       = addresses.Internet
)

// A server leads further away, never closer.
func TestAddressesOfAServer(t *testing.T) {
	t.Parallel()
	for text, nearest := range map[string]addresses.Zone{
		"http://127.0.0.1:80/x": thisMachine, "http://localhost/x": thisMachine, "https://10.0.0.1": privateNetwork, "https://id.example.com/x?y=z": internet,
		"http://app.localhost:8080": thisMachine, "https://192.168.0.1": thisMachine,
	} {
		if at, why := checkAddress(text, nearest); at == nil {
			t.Errorf("%s: %s", text, why)
		}
	}
	for text, nearest := range map[string]addresses.Zone{
		"http://127.0.0.1/x": internet, "https://localhost/x": internet, "https://LOCALHOST./x": internet, "https://a.localhost": privateNetwork,
		"https://[::1]/": internet, "https://10.0.0.1": internet, "https://169.254.169.254/": thisMachine, "http://id.example.com": thisMachine,
		"https://ada:secret@id.example.com": internet, "https://id.example.com/#x": internet, "javascript:alert(1)": thisMachine, "file:///etc/passwd": thisMachine,
		"https:id.example.com": internet, "": internet, "https://id.example.com/\nx": internet, `https://id.example.com\@evil.example`: internet,
	} {
		if at, _ := checkAddress(text, nearest); at != nil {
			t.Errorf("%s is taken", text)
		}
	}
}

// A name that leads to this machine is found out when it is dialed, so that it does not matter
// what it led to when it was checked.
func TestDialsNothingNearer(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	near := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	t.Cleanup(near.Close)
	at, err := url.Parse(near.URL)
	if err != nil {
		t.Fatal(err)
	}
	for nearest, allowed := range map[addresses.Zone]bool{thisMachine: true, privateNetwork: false, internet: false} {
		_, err := newFetcher(nearest, nil, time.Minute).get(t.Context(), &Step{}, at)
		if (err == nil) != allowed {
			t.Errorf("from %s: %v", nearest, err)
		}
		if !allowed && (err == nil || !strings.Contains(err.Error(), "leads to this machine")) {
			t.Errorf("from %s: %v", nearest, err)
		}
	}
	if got := asked.Load(); got != 1 {
		t.Errorf("it was reached %d times", got)
	}
}

// A server on the internet that names places on this machine gets nowhere.
func TestSteering(t *testing.T) {
	t.Parallel()
	for _, endpoint := range []string{"https://203.0.114.1/mcp", "https://10.1.2.3/mcp"} {
		s := New(Options{Endpoint: endpoint})
		a := &attempt{Session: s}
		if err := a.open(context.Background()); err != nil {
			t.Fatal(err)
		}
		for _, metadata := range []string{"http://127.0.0.1:8080/x", "https://localhost/x", "https://169.254.169.254/latest/meta-data"} {
			if _, err := a.findResource(t.Context(), Challenge{Metadata: metadata}); err == nil || !strings.Contains(err.Error(), "resource_metadata") {
				t.Errorf("%s → %s: %v", endpoint, metadata, err)
			}
		}
	}
}

// A token is not asked for that would go over the network in clear, and one is not refreshed.
func TestNoSignInInClear(t *testing.T) {
	t.Parallel()
	for _, endpoint := range []string{"http://192.0.2.77/mcp", "http://10.1.2.3/mcp", "http://app.example/mcp", "HTTP://app.example", "http://localhost.example/mcp"} {
		s := New(Options{Endpoint: endpoint})
		t.Cleanup(s.Close)
		_, err := s.Start(t.Context(), Client{ID: "me"})
		if failed, ok := errors.AsType[*Error](err); !ok || failed.Step.Fault != TheServer || failed.Step.Fix != "Serve the app with https." ||
			len(s.State().Steps) != 1 || strings.Contains(failed.Step.Problem, "  ") {
			t.Errorf("%s: %v", endpoint, err)
		}
		s.tokens, s.provider, s.client = tokens{access: "the-token", refresh: "the-refresh"}, &provider{}, &registered{}
		if s.refresh(t.Context(), "the-token") {
			t.Errorf("%s: it is refreshed", endpoint)
		}
	}
}
