package auth

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/orielapps/oriel"
)

// OIDC accepts the tokens of a provider that publishes its keys: JWTs (RFC 9068), found by OpenID
// Connect Discovery or OAuth 2 metadata (RFC 8414).
type OIDC struct {
	// Issuer is the provider's URL, exactly as its metadata and its tokens name it. It is https;
	// http is possible on loopback. Empty means what the environment variable ORIEL_ISSUER says.
	Issuer string
	// Audience is for whom tokens have to be, exactly as in their claim aud. Empty means the
	// URL of the app's endpoint, which is what MCP clients ask for; some providers have a name
	// of their own, such as "api://trips". The app's metadata has it as the resource, which clients
	// ask for, if it is a URL at the origin of the endpoint; otherwise it has the endpoint's URL.
	// Many clients refuse a resource that is not the endpoint's URL.
	Audience string
	// Includes says which scopes a scope includes, also by what those include: a user with
	// "trips.admin" of {"trips.admin": {"trips.write"}, "trips.write": {"trips.read"}} has all three.
	// Nil means that each scope stands for itself.
	Includes map[string][]string
	// UserClaim is the claim with the user's id: at most 255 bytes, the same forever, and nobody
	// else's. Empty means "sub".
	UserClaim string
	// ScopeClaims are the claims with scopes, each a list or a text with spaces: at most 200 in
	// all. Empty means "scope" and "scp".
	ScopeClaims []string
	// Leeway is how much the provider's clock may differ: at most 5 minutes. Zero means 30 s.
	Leeway time.Duration
	// CacheEntries is how many accepted tokens are remembered until they expire, or keys are
	// fetched without theirs; each takes about 2 KiB. Zero means 10,000.
	CacheEntries int
	// Logger gets why tokens are not accepted, and what is wrong with the provider: each kind of
	// problem at most once in 10 s, and never a token. Nil means slog.Default().
	Logger *slog.Logger
}

// TokenVerifier returns a new verifier. [oriel.NewWith] calls it.
func (o OIDC) TokenVerifier() (oriel.TokenVerifier, error) {
	d := declaration{o.Issuer, o.Audience, o.UserClaim, o.Includes, o.ScopeClaims, o.Leeway, o.CacheEntries, o.Logger}
	r, err := d.rules()
	if err != nil {
		return nil, err
	}
	if err := r.issuerMissing(); err != nil {
		return nil, err
	}
	c, p := d.cache(), newProvider(r)
	p.transport.DisableKeepAlives = true // there are minutes between two requests
	published := publishedKeys(p, c, r.log)
	v := newSignatures(r, c, published)
	v.provider = p
	v.usable = func(ctx context.Context, now time.Time) bool {
		_, ok := published.current(ctx, now)
		return ok
	}
	return v, nil
}

// publishedKeys returns the keys that a provider publishes. When keys are fetched, what those
// have verified that it no longer publishes is removed from the cache.
func publishedKeys(p *provider, c *cache, l *log) *source[keySet] {
	return &source[keySet]{
		fetch: func(ctx context.Context) (keySet, error) {
			found, skipped, err := p.keys(ctx)
			if len(skipped) > 0 && len(found) == 0 {
				l.warn("skipped", "the provider has no key that can be used", "issuer", p.issuer, "first", skipped[0])
			}
			return found, err
		},
		replaced: func(before, fetched keySet) keySet {
			now := kept(before, fetched)
			c.sweep(time.Now())
			return now
		},
		failed: func(err error) {
			l.warn("fetch", "the provider's keys can't be fetched", "issuer", p.issuer, "error", err)
		},
		quiet: quietTime,
	}
}

// kept returns the fetched keys, with those of before that are the same. The others of
// before are gone.
func kept(before, fetched keySet) keySet {
	var all keySet
	for _, k := range fetched {
		same := func(other *key) bool { return other.print == k.print }
		if slices.ContainsFunc(all, same) {
			continue
		}
		if at := slices.IndexFunc(before, same); at >= 0 {
			k = before[at]
		}
		all = append(all, k)
	}
	for _, k := range before {
		if !slices.Contains(all, k) {
			k.gone.Store(true)
		}
	}
	return all
}
