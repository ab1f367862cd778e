package auth

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"time"

	"github.com/orielapps/oriel"
)

const (
	defaultCacheFor = 30 * time.Second
	// maxAsked is how many tokens a provider is asked about at a time.
	maxAsked = 32
)

// Introspection accepts the tokens that a provider says are active (RFC 7662). The provider
// is asked about each token; opaque ones can be checked in no other way. Its answer must name
// the audience; where it names an issuer, that has to be the right one.
//
// Tokens that are not accepted are not remembered, so who makes tokens up has the provider asked
// about each. It is asked about 32 at a time, and while it is, others wait for up to 5 s. There
// is no other bound: limit how many requests an address may send in front of the app.
type Introspection struct {
	// Endpoint is the URL at which the provider is asked. It is https; http is possible on
	// loopback. Empty means the one that the issuer's metadata names.
	Endpoint string
	// Issuer is the provider's URL, exactly as its metadata and its answers name it. It is https;
	// http is possible on loopback. Empty means what the environment variable ORIEL_ISSUER says.
	Issuer string
	// ClientID and ClientSecret are the app's credentials at the provider, sent as Basic
	// authentication. Empty means what the environment variables ORIEL_CLIENT_ID and
	// ORIEL_CLIENT_SECRET say; both are required.
	ClientID, ClientSecret string
	// Audience is for whom tokens have to be, exactly as in the answer's aud. Empty means the
	// URL of the app's endpoint.
	Audience string
	// CacheFor is how long an answer is used, though never beyond the token's end: as long a
	// revoked token is still accepted. Zero means 30 s; less means that the provider is asked
	// for each request.
	CacheFor time.Duration
	// Includes says which scopes a scope includes, also by what those include; see [OIDC]. Nil
	// means that each scope stands for itself.
	Includes map[string][]string
	// UserClaim is the member of an answer with the user's id: at most 255 bytes, the same
	// forever, and nobody else's. Empty means "sub"; some providers have only "username".
	UserClaim string
	// ScopeClaims are the members with scopes, each a list or a text with spaces: at most 200
	// in all. Empty means "scope" and "scp".
	ScopeClaims []string
	// Leeway is how much the provider's clock may differ: at most 5 minutes. Zero means 30 s.
	Leeway time.Duration
	// CacheEntries is how many accepted tokens are remembered; each takes about 2 KiB. Zero means
	// 10,000.
	CacheEntries int
	// Logger gets why tokens are not accepted, and what is wrong with the provider: each kind of
	// problem at most once in 10 s, and never a token. Nil means slog.Default().
	Logger *slog.Logger
}

// TokenVerifier returns a new verifier. [oriel.NewWith] calls it.
func (i Introspection) TokenVerifier() (oriel.TokenVerifier, error) {
	d := declaration{i.Issuer, i.Audience, i.UserClaim, i.Includes, i.ScopeClaims, i.Leeway, i.CacheEntries, i.Logger}
	r, err := d.rules()
	if err != nil {
		return nil, err
	}
	r.answers = true
	if i.Endpoint != "" {
		if _, why := providerURL(i.Endpoint); why != "" {
			return nil, &oriel.Error{
				Code: "endpoint_invalid", Message: fmt.Sprintf("The introspection endpoint %.200q can't be used. %s", i.Endpoint, why),
				Fix: "Copy introspection_endpoint from the provider's metadata.",
			}
		}
	}
	id, secret := cmp.Or(i.ClientID, os.Getenv("ORIEL_CLIENT_ID")), cmp.Or(i.ClientSecret, os.Getenv("ORIEL_CLIENT_SECRET"))
	if id == "" || secret == "" {
		return nil, &oriel.Error{
			Code: "client_missing", Message: "The app has no credentials with which it may ask its identity provider about tokens.",
			Fix: "Set ClientID and ClientSecret, or the environment variables ORIEL_CLIENT_ID and ORIEL_CLIENT_SECRET.",
		}
	}
	if err := r.issuerMissing(); err != nil {
		return nil, err
	}
	asking := &asking{
		rules: r, provider: newProvider(r), id: id, secret: secret, cacheFor: cmp.Or(i.CacheFor, defaultCacheFor), slots: make(slots, maxAsked),
		endpoint: i.Endpoint,
	}
	asking.found = source[string]{
		fetch: asking.find,
		failed: func(err error) {
			r.log.warn("fetch", "the provider's metadata can't be fetched", "issuer", r.issuer, "error", err)
		},
	}
	return &verifier{rules: r, cache: d.cache(), check: asking.check, provider: asking.provider}, nil
}

// asking asks a provider about tokens.
type asking struct {
	rules      *rules
	provider   *provider
	endpoint   string         // empty means the one that is found
	found      source[string] // the endpoint in the metadata
	id, secret string
	cacheFor   time.Duration
	slots      slots
}

// find returns the endpoint in the provider's metadata.
func (a *asking) find(ctx context.Context) (string, error) {
	metadata, err := a.provider.metadata(ctx)
	if err != nil {
		return "", err
	}
	address := metadata.text("introspection_endpoint")
	if address == "" {
		return "", errors.New("the provider's metadata has no introspection_endpoint: set Endpoint, if there is one")
	}
	return address, nil
}

func (a *asking) check(ctx context.Context, token, audience string) (*checked, error) {
	if len(token) > maxToken {
		return nil, refuse("the token has more than 16 KiB")
	}
	r := request{
		address: a.endpoint, named: a.endpoint != "", id: a.id, secret: a.secret,
		form: url.Values{"token": {token}, "token_type_hint": {"access_token"}},
	}
	var err error
	if r.address == "" {
		if r.address, err = a.found.get(ctx); err != nil {
			return nil, err
		}
	}
	text, err := a.ask(ctx, r)
	if err != nil {
		return nil, err
	}
	answer, err := readObject(text)
	if err != nil {
		return nil, fmt.Errorf("the provider's answer about a token can't be read: %w", err)
	}
	active, is := answer.values["active"].(bool)
	switch {
	case !is:
		return nil, errors.New("the provider's answer does not say whether a token is active")
	case !active:
		return nil, refuse("the provider says that the token is not active")
	}
	now := time.Now()
	user, bad := a.rules.user(answer, audience, now)
	if bad != nil {
		return nil, bad
	}
	until := now.Add(a.cacheFor)
	if end := user.Expires.Add(-a.rules.leeway); !user.Expires.IsZero() && end.Before(until) {
		until = end
	}
	return &checked{user: user, until: until}, nil
}

func (a *asking) ask(ctx context.Context, r request) ([]byte, error) {
	if err := a.slots.enter(ctx); err != nil {
		return nil, err
	}
	defer a.slots.leave()
	return a.provider.send(ctx, r)
}
