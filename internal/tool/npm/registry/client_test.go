package registry_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/internal/tool/npm/registry"
	"github.com/orielapps/oriel/ui"
)

const token = "s3cr3t-t0ken"

// serve starts a server, and returns its address with a slash at the end.
func serve(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// quick is a client that tries again at once.
func quick(t *testing.T, c *registry.Config) *registry.Client {
	t.Helper()
	return within(t, c, time.Minute)
}

// within is quick with a limit for how long the registry may be silent.
func within(t *testing.T, c *registry.Config, timeout time.Duration) *registry.Client {
	t.Helper()
	client := registry.New(c, registry.ClientOptions{Timeout: timeout, Backoff: time.Millisecond, MaxTarball: 1000, MaxPackument: 10000})
	t.Cleanup(client.CloseIdle)
	return client
}

// fetch reads a tarball.
func fetch(t *testing.T, client *registry.Client, address string) (string, error) {
	t.Helper()
	content, _, err := client.Open(t.Context(), address)
	if err != nil {
		return "", err
	}
	defer content.Close() //nolint:errcheck // it was only read
	data, err := io.ReadAll(content)
	return string(data), err
}

func at(address string, lines ...string) home {
	parsed, err := url.Parse(address)
	if err != nil {
		return home{}
	}
	return home{user: "registry=" + address + "\n" + strings.ReplaceAll(strings.Join(lines, "\n"), "HOST", parsed.Host)}
}

func TestCredentials(t *testing.T) {
	t.Parallel()
	address := serve(t, func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Header.Get("Authorization")) })
	for _, test := range []struct {
		name, setting, path, want string
	}{
		{"a token", "//HOST/:_authToken=" + token, "a", "Bearer " + token},
		{"of a path", "//HOST/b/:_authToken=" + token, "b/c", "Bearer " + token},
		{"of a path, without its slash", "//HOST/b:_authToken=" + token, "b/c", "Bearer " + token},
		{"the nearest path's", "//HOST/:_authToken=no\n//HOST/b/:_authToken=" + token, "b/c", "Bearer " + token},
		{"of another path", "//HOST/b/:_authToken=" + token, "bc", ""},
		{"of another host", "//other.example/:_authToken=" + token, "a", ""},
		{"user and password", "//HOST/:username=me\n//HOST/:_password=c2VjcmV0", "a", "Basic bWU6c2VjcmV0"},
		{"both in one", "//HOST/:_auth=bWU6c2VjcmV0", "a", "Basic bWU6c2VjcmV0"},
		{"a variable", "//HOST/:_authToken=${TOKEN}", "a", "Bearer " + token},
		{"a variable that is not set", "//HOST/:_authToken=${OTHER}", "a", ""},
		{"a variable that need not be set", "//HOST/:_authToken=${OTHER?}", "a", ""},
	} {
		h := at(address, test.setting)
		h.environ = []string{"TOKEN=" + token}
		got, err := fetch(t, quick(t, h.mustLoad(t)), address+test.path)
		if err != nil || got != test.want {
			t.Errorf("%s: %q, %v, want %q", test.name, got, err, test.want)
		}
	}
	// A token of a registry's path counts for the rest of its host.
	c := at(address+"npm/", "//HOST/npm/:_authToken="+token).mustLoad(t)
	if got, err := fetch(t, quick(t, c), address+"files/x.tgz"); err != nil || got != "Bearer "+token {
		t.Errorf("beside the registry: %q, %v", got, err)
	}
	// What is meant for a registry with TLS is not sent without.
	c = home{user: strings.ReplaceAll("//HOST/:_authToken="+token, "HOST", strings.TrimSuffix(strings.TrimPrefix(address, "http://"), "/"))}.mustLoad(t)
	if got, err := fetch(t, quick(t, c), address+"x.tgz"); err != nil || got != "" {
		t.Errorf("without TLS: %q, %v", got, err)
	}
}

func TestRedirects(t *testing.T) {
	t.Parallel()
	var elsewhere string
	other := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/back" {
			http.Redirect(w, r, elsewhere+"see", http.StatusFound)
			return
		}
		_, _ = io.WriteString(w, "other "+r.Header.Get("Authorization"))
	})
	elsewhere = serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/away":
			http.Redirect(w, r, other, http.StatusFound)
		case "/here":
			http.Redirect(w, r, "/see", http.StatusMovedPermanently)
		case "/round":
			http.Redirect(w, r, "/round", http.StatusFound)
		case "/file":
			w.Header().Set("Location", "file:///etc/passwd")
			w.WriteHeader(http.StatusFound)
		default:
			_, _ = io.WriteString(w, r.Header.Get("Authorization"))
		}
	})
	client := quick(t, at(elsewhere, "//HOST/:_authToken="+token).mustLoad(t))
	for _, test := range []struct{ path, want, code string }{
		{"here", "Bearer " + token, ""}, {"away", "other ", ""}, {"round", "", "registry_redirect"}, {"file", "", "registry_redirect"},
	} {
		got, err := fetch(t, client, elsewhere+test.path)
		if got != test.want || codeOf(err) != test.code {
			t.Errorf("%s: %q, %v", test.path, got, err)
		}
	}
	secure := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other, http.StatusFound) }))
	t.Cleanup(secure.Close)
	if _, err := fetch(t, quick(t, home{user: "strict-ssl=false"}.mustLoad(t)), secure.URL); codeOf(err) != "registry_redirect" {
		t.Errorf("from TLS to none: %v", err)
	}
}

func codeOf(err error) string {
	if own, ok := errors.AsType[*ui.Error](err); ok {
		return own.Code
	}
	return ""
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	asked := make(map[string]int)
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked[r.URL.Path]++
		n := asked[r.URL.Path]
		mu.Unlock()
		status, then, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "-")
		switch {
		case status == "slow":
			<-r.Context().Done()
		case status == "stall":
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, "begun")
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		case status == "short":
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, "begun")
		case status == "large":
			_, _ = io.WriteString(w, strings.Repeat("x", 1001))
		case status == "largechunked":
			_ = http.NewResponseController(w).Flush()
			_, _ = io.WriteString(w, strings.Repeat("x", 1001))
		case status == "reset" && n < 3:
			connection, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				_ = connection.Close()
			}
		case then == "then" && n > 2, status == "reset":
			_, _ = io.WriteString(w, "at last")
		default:
			if status == "429" {
				w.Header().Set("Retry-After", "0")
			}
			code, err := strconv.Atoi(status)
			if err != nil {
				code = http.StatusTeapot
			}
			w.WriteHeader(code)
		}
	})
	config := at(address, "//HOST/:_authToken="+token).mustLoad(t)
	client, impatient := quick(t, config), within(t, config, 300*time.Millisecond)
	for _, test := range []struct {
		path, want, code string
		asked            int
		temporary        bool
	}{
		{"503-then", "at last", "", 3, false},
		{"429-then", "at last", "", 3, false},
		{"reset", "at last", "", 3, false},
		{"500", "", "registry_busy", 3, true},
		{"404", "", "not_in_registry", 1, false},
		{"401", "", "registry_denied", 1, false},
		{"403", "", "registry_denied", 1, false},
		{"418", "", "registry_answer_invalid", 1, false},
		{"slow", "", "registry_unreachable", 3, true},
		{"stall", "begun", "registry_unreachable", 1, true},
		{"short", "begun", "registry_unreachable", 1, true},
		{"large", "", "registry_answer_too_large", 1, false},
	} {
		asking := client
		if test.path == "slow" || test.path == "stall" {
			asking = impatient
		}
		got, err := fetch(t, asking, address+test.path)
		mu.Lock()
		n := asked["/"+test.path]
		mu.Unlock()
		if codeOf(err) != test.code || n != test.asked || registry.Temporary(err) != test.temporary || err == nil && got != test.want {
			t.Errorf("%s: %q, %v (temporary: %v), asked %d times", test.path, got, err, registry.Temporary(err), n)
		}
		if err != nil && strings.Contains(err.Error(), token) {
			t.Errorf("%s: the token is told: %v", test.path, err)
		}
	}
	if _, err := fetch(t, client, address+"largechunked"); codeOf(err) != "registry_answer_too_large" {
		t.Errorf("without a length: %v", err)
	}
	for _, bad := range []string{"", "file:///etc/passwd", "react", "http://", "https://%zz/", "git+ssh://host/x"} {
		if _, err := fetch(t, client, bad); codeOf(err) != "address_invalid" {
			t.Errorf("%q: %v", bad, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := client.Open(ctx, address+"500"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	_, err := fetch(t, client, "http://"+programtest.FreeAddress(t)+"/x?password="+token)
	if codeOf(err) != "registry_unreachable" || strings.Contains(err.Error(), token) || !strings.Contains(err.Error(), "the connection was refused") {
		t.Errorf("nobody there: %v", err)
	}
}

func TestMissingVariableIsNamed(t *testing.T) {
	t.Parallel()
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) })
	_, err := fetch(t, quick(t, at(address, "//HOST/:_authToken=${MY_TOKEN}").mustLoad(t)), address+"x")
	if err == nil || !strings.Contains(err.Error(), "Set the variable MY_TOKEN") {
		t.Error(err)
	}
}

func TestPackument(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		switch r.URL.EscapedPath() {
		case "/@a%2fb":
			if !strings.HasPrefix(r.Header.Get("Accept"), "application/vnd.npm.install-v1+json") {
				t.Errorf("it is asked for %s", r.Header.Get("Accept"))
			}
			_, _ = fmt.Fprint(w, `{"name":"@a/b","dist-tags":{"latest":"1.0.0"},"versions":{"1.0.0":{"dist":{"tarball":"`+registry.Public+`@a/b/-/b-1.0.0.tgz"}},"2.0.0":{}}}`)
		case "/html":
			_, _ = fmt.Fprint(w, "<html>Sign in</html>")
		case "/other":
			_, _ = fmt.Fprint(w, `{"name":"another"}`)
		case "/huge":
			_, _ = fmt.Fprint(w, `{"name":"huge","x":"`+strings.Repeat("x", 20000)+`"}`)
		default:
			http.NotFound(w, r)
		}
	})
	client := quick(t, at(address).mustLoad(t))
	var wait sync.WaitGroup
	for range 5 {
		wait.Go(func() {
			p, err := client.Packument(t.Context(), "@a/b")
			if err != nil || p.Tags["latest"] != "1.0.0" || len(p.Versions) != 2 {
				t.Errorf("%+v, %v", p, err)
			}
		})
	}
	wait.Wait()
	if n := asked.Load(); n != 1 {
		t.Errorf("it was asked for %d times", n)
	}
	if where, err := client.Tarball(t.Context(), "@a/b", "1.0.0"); err != nil || where != address+"@a/b/-/b-1.0.0.tgz" {
		t.Errorf("its tarball: %q, %v", where, err)
	}
	for name, code := range map[string]string{
		"html": "registry_answer_invalid", "other": "registry_answer_invalid", "huge": "registry_answer_too_large", "missing": "package_unknown", "../x": "package_name_invalid",
	} {
		if _, err := client.Packument(t.Context(), name); codeOf(err) != code {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, version := range []string{"2.0.0", "3.0.0"} {
		if _, err := client.Tarball(t.Context(), "@a/b", version); codeOf(err) != "version_unknown" {
			t.Errorf("%s: %v", version, err)
		}
	}
}

func TestProxy(t *testing.T) {
	t.Parallel()
	proxy := serve(t, func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "by proxy "+r.URL.Host) })
	direct := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "direct") })
	for _, test := range []struct {
		name    string
		home    home
		address string
		want    string
	}{
		{"of .npmrc", home{user: "proxy=" + proxy}, "http://packages.example/x", "by proxy packages.example"},
		{"for TLS is for all", home{user: "https-proxy=" + proxy}, "http://packages.example/x", "by proxy packages.example"},
		{"of the environment", home{environ: []string{"HTTP_PROXY=" + proxy}}, "http://packages.example/x", "by proxy packages.example"},
		{"not for this machine", home{user: "proxy=" + proxy}, direct, "direct"},
		{"not for some", home{user: "proxy=" + proxy + "\nnoproxy=.example"}, "http://packages.example/x", ""},
	} {
		got, err := fetch(t, quick(t, test.home.mustLoad(t)), test.address)
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s: %q, %v", test.name, got, err)
		}
	}
	if _, err := fetch(t, quick(t, home{user: "proxy=" + token}.mustLoad(t)), direct); codeOf(err) != "proxy_invalid" || strings.Contains(err.Error(), token) {
		t.Errorf("a proxy that is none: %v", err)
	}
}

func TestCertificates(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "secure") }))
	t.Cleanup(server.Close)
	pem := certificate(server)
	for _, test := range []struct {
		name string
		home home
		code string
	}{
		{"unknown", home{}, "registry_unreachable"},
		{"named", home{user: "cafile=" + writeFile(t, pem)}, ""},
		{"in the setting", home{user: "ca=\"" + strings.ReplaceAll(pem, "\n", "\\n") + "\""}, ""},
		{"of Node's variable", home{environ: []string{"NODE_EXTRA_CA_CERTS=" + writeFile(t, pem)}}, ""},
		{"not checked", home{user: "strict-ssl=false"}, ""},
		{"a variable can't turn checking off", home{environ: []string{"npm_config_strict_ssl=false"}}, "registry_unreachable"},
		{"a file that is none", home{user: "cafile=" + writeFile(t, "nonsense")}, "certificate_invalid"},
		{"no file", home{user: "cafile=/no/such/file"}, "certificate_invalid"},
	} {
		got, err := fetch(t, quick(t, test.home.mustLoad(t)), server.URL)
		if codeOf(err) != test.code || err == nil && got != "secure" {
			t.Errorf("%s: %q, %v", test.name, got, err)
		}
	}
}
