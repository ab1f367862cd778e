package devloop_test

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/devloop"
)

// signInSource is an app whose users sign in at the provider that the environment names.
const signInSource = `package main

import (
	"context"
	"os"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/ui"
)

type provider struct{}

func (provider) TokenVerifier() (oriel.TokenVerifier, error) { return provider{}, nil }
func (provider) Issuers() []string                           { return []string{os.Getenv("ORIEL_ISSUER")} }
func (provider) Audience() string                            { return "" }
func (provider) VerifyToken(context.Context, string, string) (oriel.User, error) {
	return oriel.User{}, &oriel.Error{Code: "token_invalid", Message: "No."}
}

func main() {
	app := oriel.NewWith("trips", "1.0.0", oriel.Options{Auth: provider{}})
	oriel.AddTool(app, oriel.Tool{Name: "save", Security: []ui.SecurityScheme{{Type: ui.OAuth2, Scopes: []string{"trips.write"}}}},
		func(context.Context, struct{}) (oriel.Result[struct{}], error) { return oriel.Result[struct{}]{Text: "saved"}, nil })
	app.Main()
}
`

func (d *dev) variable(name string) string {
	for _, pair := range d.environ {
		if value, ok := strings.CutPrefix(pair, name+"="); ok {
			return value
		}
	}
	return ""
}

func (d *dev) fetch(address string) string {
	d.t.Helper()
	request, err := http.NewRequestWithContext(d.t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		d.t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		d.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		d.t.Fatalf("%s: %d %s %v", address, response.StatusCode, text, err)
	}
	return string(text)
}

// An app without a provider gets one, which is heard of when it is asked for the first time.
// Clients find it under the app's stable address. The web can't reach it, which is said where
// the app is public.
func TestSystemIssuer(t *testing.T) {
	t.Parallel()
	dir := project(t, map[string]string{"main.go": signInSource, "views/day/index.ts": "", "views/day/style.css": "", "views/_shared/label.ts": ""})
	warned := func(e devloop.Event) bool {
		return strings.Contains(e.Text, "test issuer, which only this machine reaches")
	}
	d := start(t, dir, devloop.Options{})
	d.await(devloop.ServerReady)
	var metadata struct {
		Resource string   `json:"resource"`
		Servers  []string `json:"authorization_servers"`
	}
	at := strings.TrimSuffix(d.url, "/mcp") + "/.well-known/oauth-protected-resource/mcp"
	if err := json.Unmarshal([]byte(d.fetch(at)), &metadata); err != nil || metadata.Resource != d.url || len(metadata.Servers) != 1 {
		t.Fatalf("the app's metadata: %+v %v, want %s", metadata, err, d.url)
	}
	if issuer := metadata.Servers[0]; issuer != d.variable("ORIEL_ISSUER") || !strings.HasPrefix(issuer, "http://127.0.0.1:") {
		t.Errorf("the issuer is %s, the variable %s", issuer, d.variable("ORIEL_ISSUER"))
	}
	if d.count(devloop.IssuerUsed) != 0 {
		t.Error("the issuer is used before it is asked")
	}
	if status, body := d.post("tools/call", `{"name":"save","arguments":{}}`); status != http.StatusUnauthorized {
		t.Errorf("without a token: %d %s", status, body)
	}
	for range 2 {
		d.fetch(metadata.Servers[0] + "/.well-known/openid-configuration")
	}
	if used := d.await(devloop.IssuerUsed); used.URL != metadata.Servers[0] || !slices.Equal(used.Users, []string{"ada", "grace", "alan"}) {
		t.Errorf("used: %+v", used)
	}
	if d.count(devloop.IssuerUsed) != 1 || d.count(devloop.Warned) != 0 {
		t.Errorf("%d uses, %d warnings", d.count(devloop.IssuerUsed), d.count(devloop.Warned))
	}
	d.end()

	d = start(t, dir, devloop.Options{PublicURL: "https://four-words.trycloudflare.com"})
	d.await(devloop.Warned, warned)
	d.write("main.go", strings.Replace(signInSource, "saved", "stored", 1))
	d.await(devloop.ServerReady)
	d.end()
	if d.count(devloop.Warned) != 1 {
		t.Errorf("%d warnings", d.count(devloop.Warned))
	}

	d = start(t, dir, devloop.Options{PublicURL: "https://four-words.trycloudflare.com", Environ: append(environ(), "ORIEL_ISSUER=https://id.example.com")})
	d.await(devloop.ServerReady)
	if got := d.variable("ORIEL_ISSUER"); got != "https://id.example.com" {
		t.Errorf("the user's provider is replaced by %s", got)
	}
	d.end()
	if d.count(devloop.Warned) != 0 {
		t.Errorf("%d warnings about another provider", d.count(devloop.Warned))
	}
}

// Over stdio nobody signs in.
func TestNoIssuerOverStdio(t *testing.T) {
	t.Parallel()
	loop, err := devloop.New(t.Context(), devloop.Options{Dir: t.TempDir(), Stdio: true, Command: []string{"true"}, Environ: environ()})
	if err != nil {
		t.Fatal(err)
	}
	defer loop.Close()
	for _, pair := range loop.Environ() {
		if strings.HasPrefix(pair, "ORIEL_ISSUER=") {
			t.Error(pair)
		}
	}
}
