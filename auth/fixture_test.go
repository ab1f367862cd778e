package auth_test

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"math/big"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"go.uber.org/goleak"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/auth"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // most tests are about what is refused
	goleak.VerifyTestMain(m)
}

const (
	issuer   = "https://id.example.com"
	endpoint = "https://trips.example.com/mcp"
)

// The keys of tests.
var (
	rsaKey     = sync.OnceValue(func() *rsa.PrivateKey { return must(rsa.GenerateKey(rand.Reader, 2048)) })
	p256Key    = sync.OnceValue(func() *ecdsa.PrivateKey { return newEC(elliptic.P256()) })
	p384Key    = sync.OnceValue(func() *ecdsa.PrivateKey { return newEC(elliptic.P384()) })
	p521Key    = sync.OnceValue(func() *ecdsa.PrivateKey { return newEC(elliptic.P521()) })
	ed25519Key = sync.OnceValue(func() ed25519.PrivateKey {
		_, private, err := ed25519.GenerateKey(rand.Reader)
		return must(private, err)
	})
)

func newEC(curve elliptic.Curve) *ecdsa.PrivateKey {
	return must(ecdsa.GenerateKey(curve, rand.Reader))
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// claims are those of a good token, with some changed: a nil value removes one.
func claims(changed map[string]any) map[string]any {
	now := time.Now().Unix()
	all := map[string]any{
		"iss": issuer, "aud": endpoint, "sub": "ada", "exp": now + 3600, "iat": now, "scope": "trips.read trips.write",
	}
	for name, value := range changed {
		all[name] = value
		if value == nil {
			delete(all, name)
		}
	}
	return all
}

// signed returns a token. The header and the claims are values, or JSON text.
func signed(method jwt.SigningMethod, key any, header, payload any) string {
	input := encoded(header) + "." + encoded(payload)
	return input + "." + base64.RawURLEncoding.EncodeToString(must(method.Sign(input, key)))
}

func jsonOf(value any) ([]byte, error) { return json.Marshal(value) }

func encoded(value any) string {
	text, isText := value.(string)
	if !isText {
		text = string(must(jsonOf(value)))
	}
	return base64.RawURLEncoding.EncodeToString([]byte(text))
}

// token returns a token that is signed with ES256.
func token(header map[string]any, payload any) string {
	all := map[string]any{"alg": "ES256", "typ": "at+jwt"}
	for name, value := range header {
		all[name] = value
		if value == nil {
			delete(all, name)
		}
	}
	return signed(jwt.SigningMethodES256, p256Key(), all, payload)
}

// jwk returns a public key as a member of a set.
func jwk(public crypto.PublicKey, more map[string]any) map[string]any {
	bytesOf := func(n *big.Int, size int) string {
		return base64.RawURLEncoding.EncodeToString(n.FillBytes(make([]byte, size)))
	}
	all := map[string]any{}
	switch public := public.(type) {
	case *rsa.PublicKey:
		all["kty"], all["n"], all["e"] = "RSA", bytesOf(public.N, public.Size()), base64.RawURLEncoding.EncodeToString(big.NewInt(int64(public.E)).Bytes())
	case *ecdsa.PublicKey:
		point := must(public.Bytes())[1:]
		all["kty"], all["crv"] = "EC", public.Params().Name
		all["x"], all["y"] = base64.RawURLEncoding.EncodeToString(point[:len(point)/2]), base64.RawURLEncoding.EncodeToString(point[len(point)/2:])
	case ed25519.PublicKey:
		all["kty"], all["crv"], all["x"] = "OKP", "Ed25519", base64.RawURLEncoding.EncodeToString(public)
	}
	maps.Copy(all, more)
	return all
}

// logged is a log that tests read.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(text)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func (l *logged) logger() *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }

// verifier returns the verifier of a declaration.
func verifier(t testing.TB, a oriel.Auth) oriel.TokenVerifier {
	t.Helper()
	v, err := a.TokenVerifier()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// verdict returns what becomes of a token: the code of its refusal, "unavailable" if it can't
// be checked, or "" if it is accepted.
func verdict(t testing.TB, v oriel.TokenVerifier, token string) string {
	t.Helper()
	user, err := v.VerifyToken(t.Context(), token, endpoint)
	return outcome(t, user, err, token)
}

func outcome(t testing.TB, user oriel.User, err error, token string) string {
	t.Helper()
	public, refused := errors.AsType[*oriel.Error](err)
	switch {
	case err != nil && user.ID != "":
		t.Errorf("an error, and a user: %v", user)
	case err != nil && token != "" && strings.Contains(err.Error(), token):
		t.Errorf("the error has the token: %v", err)
	case refused:
		if public.Code != "token_invalid" && public.Code != "token_expired" || strings.Contains(public.Error(), "example.com") {
			t.Errorf("the client gets %s: %v", public.Code, public)
		}
		return public.Code
	case err != nil:
		return "unavailable"
	case user.ID == "":
		t.Error("no error, and no user")
	}
	return ""
}

// network is one in memory, in which tests decide what names mean and how time goes.
type network struct {
	mu      sync.Mutex
	names   map[string]string // to IP addresses
	servers map[string]*listener
	control func(ctx context.Context, address string) error
	dialled []string
}

func newNetwork() *network {
	return &network{names: map[string]string{"id.example.com": "93.184.216.34"}, servers: map[string]*listener{}}
}

// attach has a verifier use the network.
func (n *network) attach(v oriel.TokenVerifier) {
	n.control = auth.UseNetwork(v, n.dial)
}

func (n *network) dial(ctx context.Context, _, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	n.mu.Lock()
	if ip := n.names[host]; ip != "" {
		host = ip
	}
	n.mu.Unlock()
	address = net.JoinHostPort(host, port)
	if err := n.control(ctx, address); err != nil {
		return nil, err
	}
	n.mu.Lock()
	n.dialled = append(n.dialled, address)
	to := n.servers[address]
	n.mu.Unlock()
	if to == nil {
		return nil, errors.New("connection refused")
	}
	here, there := net.Pipe()
	select {
	case to.accepted <- there:
		return here, nil
	case <-to.closed:
		return nil, errors.New("connection refused")
	}
}

// serve serves at an address until the test is over, or stop is called.
func (n *network) serve(t testing.TB, address string, handler http.Handler) (stop func()) {
	t.Helper()
	l := &listener{accepted: make(chan net.Conn), closed: make(chan struct{})}
	server := &http.Server{Handler: handler, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)} //nolint:gosec // in memory
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(l)
	}()
	n.mu.Lock()
	n.servers[address] = l
	n.mu.Unlock()
	stop = sync.OnceFunc(func() {
		n.mu.Lock()
		delete(n.servers, address)
		n.mu.Unlock()
		_ = server.Close()
		<-done
	})
	t.Cleanup(stop)
	return stop
}

type listener struct {
	accepted chan net.Conn
	closed   chan struct{}
	once     sync.Once
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.accepted:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error { l.once.Do(func() { close(l.closed) }); return nil }

func (*listener) Addr() net.Addr { return &net.TCPAddr{} }

// provider is an identity provider, which can misbehave.
type provider struct {
	mu       sync.Mutex
	metadata map[string]any
	keys     any
	// pages are other answers, by path.
	pages map[string]http.HandlerFunc
	asked []string // paths
}

func newProvider(keys ...map[string]any) *provider {
	return &provider{
		metadata: map[string]any{"issuer": issuer, "jwks_uri": issuer + "/keys"}, keys: map[string]any{"keys": keys}, pages: map[string]http.HandlerFunc{},
	}
}

func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.asked = append(p.asked, r.URL.Path)
	page, metadata, keys := p.pages[r.URL.Path], p.metadata, p.keys
	p.mu.Unlock()
	switch {
	case page != nil:
		page(w, r)
	case r.URL.Path == "/.well-known/openid-configuration":
		writeJSON(w, metadata)
	case r.URL.Path == "/keys":
		if text, isText := keys.(string); isText {
			_, _ = w.Write([]byte(text))
			return
		}
		writeJSON(w, keys)
	default:
		http.NotFound(w, r)
	}
}

func writeJSON(w http.ResponseWriter, value any) { _, _ = w.Write(must(jsonOf(value))) }

// set changes what the provider does.
func (p *provider) set(change func(*provider)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change(p)
}

// publish replaces the keys.
func (p *provider) publish(keys ...map[string]any) {
	p.set(func(p *provider) { p.keys = map[string]any{"keys": append([]map[string]any{}, keys...)} })
}

// fetches returns how often the keys were asked for.
func (p *provider) fetches() (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range p.asked {
		if one == "/keys" {
			n++
		}
	}
	return n
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, strconv.Itoa(code), code) }
}

// slow does not answer within a minute.
func slow(_ http.ResponseWriter, r *http.Request) {
	select {
	case <-time.After(time.Minute):
	case <-r.Context().Done():
	}
}
