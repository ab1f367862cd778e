package issuer

import (
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"
)

// What is allowed as the registered address with another port is that, as net/url reads it.
func FuzzRedirects(f *testing.F) {
	for _, address := range []string{
		"http://127.0.0.1:1/cb", "http://127.0.0.1/cb", "http://127.0.0.1:1@evil.example/cb", "http://[::1]:80/cb?x", "http://localhost:9/cb#", "http://127.0.0.1:/cb",
		"http://127.0.0.1:99999/cb", "https://app.example/cb", "com.example:/cb", "http://127.0.0.1:1\\@evil.example/cb", "http://127.0.0.1?/cb",
	} {
		f.Add("http://127.0.0.1:3000/cb", address)
		f.Add(address, address)
	}
	f.Fuzz(func(t *testing.T, registered, address string) {
		if redirectFault(registered) != "" {
			return
		}
		c := &client{redirects: []string{registered}}
		if !c.allowsRedirect(registered) {
			t.Fatalf("%q is registered and not allowed", registered)
		}
		if !c.allowsRedirect(address) || address == registered {
			return
		}
		want, err := url.Parse(registered)
		if err != nil {
			t.Fatal(err)
		}
		got, err := url.Parse(address)
		if err != nil {
			t.Fatalf("%q is allowed and no URL: %v", address, err)
		}
		if got.Scheme != "http" || got.Hostname() != want.Hostname() || !isThisMachine(got.Hostname()) || got.User != nil || got.EscapedPath() != want.EscapedPath() ||
			got.RawQuery != want.RawQuery || got.ForceQuery != want.ForceQuery || strings.Contains(address, "#") {
			t.Fatalf("%q is allowed where %q is registered", address, registered)
		}
	})
}

// What scopes are read from a text are the text's, once each, within the bounds.
func FuzzScopes(f *testing.F) {
	f.Add("a b a  c")
	f.Add("\"")
	f.Add(strings.Repeat("x", 300))
	f.Fuzz(func(t *testing.T, text string) {
		scopes, ok := parseScopes(text)
		if !ok {
			return
		}
		seen := map[string]bool{}
		for _, scope := range scopes {
			if scope == "" || seen[scope] || len(scope) > maxScope || !strings.Contains(" "+text+" ", " "+scope+" ") {
				t.Fatalf("%q in %q", scope, text)
			}
			seen[scope] = true
		}
		if again, ok := parseScopes(strings.Join(scopes, " ")); !ok || len(again) != len(scopes) || len(scopes) > maxScopes {
			t.Fatalf("%q is read as %q", text, scopes)
		}
	})
}

func TestBounded(t *testing.T) {
	t.Parallel()
	now := time.Now()
	b := newBounded[int](3, time.Minute)
	for n := range 5 {
		b.put(strconv.Itoa(n), n, now.Add(time.Duration(n)*time.Second))
	}
	if _, ok := b.get("1", now); ok || len(b.values) != 3 {
		t.Errorf("it has %v", b.values)
	}
	if n, ok := b.take("4", now); !ok || n != 4 {
		t.Error("the newest is gone")
	}
	if _, ok := b.get("4", now); ok {
		t.Error("what was taken is there")
	}
	if _, ok := b.get("3", now.Add(time.Minute+3*time.Second)); ok {
		t.Error("what is over is there")
	}
	b.put("x", 1, now.Add(time.Hour))
	b.put("y", 1, now.Add(time.Hour))
	if _, ok := b.get("x", now.Add(time.Hour)); !ok || len(b.values) != 2 {
		t.Errorf("it has %v", b.values)
	}
}
