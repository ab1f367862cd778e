package auth

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/orielapps/oriel"
)

// verifier checks tokens, and remembers those that it has accepted.
type verifier struct {
	rules *rules
	cache *cache
	// check checks a token that is not remembered. A refusal is its error for one that is not
	// accepted.
	check func(ctx context.Context, token, audience string) (*checked, error)
	// usable reports whether what is remembered counts; nil means that it does. It may wait for
	// the provider for as long as a call may.
	usable   func(ctx context.Context, now time.Time) bool
	provider *provider // nil if there is none
}

func (v *verifier) Issuers() []string { return []string{v.rules.issuer} }

// Audience returns what clients have to ask for. A name that is no URL is the provider's own: the
// metadata of the app has to have the app's address (RFC 9728, section 3.3).
func (v *verifier) Audience() string {
	if !strings.HasPrefix(v.rules.audience, "https://") && !strings.HasPrefix(v.rules.audience, "http://") {
		return ""
	}
	return v.rules.audience
}

func (v *verifier) VerifyToken(ctx context.Context, token, resource string) (oriel.User, error) {
	audience, keyed := v.rules.audience, ""
	if audience == "" {
		audience, keyed = resource, resource
	}
	if audience == "" {
		return oriel.User{}, errors.New("the app does not know its address, so it can't say for whom tokens are: set Options.URL, or Audience")
	}
	now := time.Now()
	k := newCacheKey(token, keyed)
	if v.usable == nil || v.usable(ctx, now) {
		if user, found := v.cache.get(&k, now); found {
			return user, nil
		}
	}
	ctx, end := context.WithDeadline(ctx, now.Add(maxWait)) // usable may have waited, too
	defer end()
	one, err := v.check(ctx, token, audience)
	if bad, refused := errors.AsType[*refusal](err); refused {
		if !bad.expired { // which all of them are some day
			v.rules.log.warn(bad.kind, "an access token is not accepted", "why", bad.why)
		}
		return oriel.User{}, bad.public()
	}
	if err != nil {
		return oriel.User{}, err
	}
	v.cache.put(&k, one, now)
	return one.user, nil
}

// signatures checks signed tokens.
type signatures struct {
	rules *rules
	keys  keys
	slots slots
}

// keys has the keys of an issuer.
type keys interface {
	get(ctx context.Context) (keySet, error)
	// newer returns keys that were published after those that the caller has; ok is false if
	// there are none.
	newer(ctx context.Context) (newer keySet, ok bool, err error)
}

// fixedKeys are keys that don't change.
type fixedKeys keySet

func (k fixedKeys) get(context.Context) (keySet, error) { return keySet(k), nil }

func (fixedKeys) newer(context.Context) (keySet, bool, error) { return nil, false, nil }

// newSignatures returns a verifier of signed tokens.
func newSignatures(r *rules, c *cache, k keys) *verifier {
	const perProcessor = 2
	s := &signatures{rules: r, keys: k, slots: make(slots, perProcessor*runtime.GOMAXPROCS(0))}
	return &verifier{rules: r, cache: c, check: s.check}
}

func (s *signatures) check(ctx context.Context, token, audience string) (*checked, error) {
	t, bad := readJWS(token)
	if bad != nil {
		return nil, bad
	}
	by, err := s.signer(ctx, &t)
	if err != nil {
		return nil, err
	}
	claims, err := readObject(t.payload)
	if err != nil {
		return nil, refuse("the token's claims can't be read: %v", err)
	}
	if bad = t.checkPurpose(claims); bad != nil {
		return nil, bad
	}
	user, bad := s.rules.user(claims, audience, time.Now())
	if bad != nil {
		return nil, bad
	}
	return &checked{user: user, until: user.Expires, key: by}, nil
}

// signer returns the key that has signed a token.
func (s *signatures) signer(ctx context.Context, t *jws) (*key, error) {
	have, err := s.keys.get(ctx)
	if err != nil {
		return nil, err
	}
	fitting, unknown := have.find(t)
	by, err := s.verify(ctx, t, fitting)
	if by != nil || err != nil {
		return by, err
	}
	if unknown {
		newer, is, err := s.keys.newer(ctx)
		if err != nil {
			return nil, err
		}
		if is {
			fitting, _ = newer.find(t)
			if by, err := s.verify(ctx, t, fitting); by != nil || err != nil {
				return by, err
			}
		}
	}
	switch {
	case unknown && t.keyID != "":
		return nil, refuse("the issuer has no key %.64q, with which the token is signed", t.keyID)
	case len(fitting) == 0:
		return nil, refuse("the issuer has no such key for %s", t.algorithm)
	}
	return nil, refuse("the token's signature is wrong")
}

// verify returns the key of those that fit a token that has signed it; nil if none has.
func (s *signatures) verify(ctx context.Context, t *jws, fitting keySet) (*key, error) {
	if len(fitting) == 0 {
		return nil, nil //nolint:nilnil // none is no error
	}
	if err := s.slots.enter(ctx); err != nil {
		return nil, err
	}
	defer s.slots.leave()
	method := algorithms[t.algorithm].method
	at := slices.IndexFunc(fitting, func(k *key) bool { return method.Verify(t.input, t.signature, k.public) == nil })
	if at < 0 {
		return nil, nil //nolint:nilnil // none is no error
	}
	return fitting[at], nil
}
