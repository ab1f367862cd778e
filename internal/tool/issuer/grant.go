package issuer

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"
)

// grant is what a user has granted a client, and all tokens that come of it.
type grant struct {
	client, user, nonce string
	resource            string   // what the tokens are for; empty means the issuer itself
	scopes              []string // all that the user has granted
	at                  time.Time
	refresh             string // the hash of the refresh token that counts; empty if there is none
	revoked             bool
}

// code is an authorization code. It is kept after its use: a second use means that it was stolen.
type code struct {
	*grant

	redirect, challenge string
	until               time.Time
	used                bool
}

// access is an access token.
type access struct {
	*grant

	id      string
	scopes  []string
	issued  time.Time
	expires time.Time
}

// tokens is the answer of the token endpoint (RFC 6749, section 5.1).
type tokens struct {
	Access    string `json:"access_token"`
	Type      string `json:"token_type"`
	ExpiresIn int64  `json:"expires_in"`
	Refresh   string `json:"refresh_token,omitempty"`
	Scope     string `json:"scope"`
	ID        string `json:"id_token,omitempty"`
}

// accessClaims are those of an access token (RFC 9068, section 2.2).
type accessClaims struct {
	Issuer   string `json:"iss"`
	Subject  string `json:"sub"`
	Audience string `json:"aud"`
	Client   string `json:"client_id"`
	Scope    string `json:"scope"`
	IssuedAt int64  `json:"iat"`
	Expires  int64  `json:"exp"`
	ID       string `json:"jti"`
}

// idClaims are those of an ID token (OpenID Connect Core 1.0, section 2).
type idClaims struct {
	userClaims

	Issuer   string `json:"iss"`
	Audience string `json:"aud"`
	IssuedAt int64  `json:"iat"`
	Expires  int64  `json:"exp"`
	AuthTime int64  `json:"auth_time"`
	Nonce    string `json:"nonce,omitempty"`
}

// issue returns the tokens of a grant, with some of its scopes. The caller holds mu.
func (i *Issuer) issue(g *grant, c *client, scopes []string) (*tokens, error) {
	now := i.now()
	issued := &access{grant: g, id: rand.Text(), scopes: scopes, issued: now, expires: now.Add(accessLife)}
	signed, err := i.sign("at+jwt", accessClaims{
		Issuer: i.origin, Subject: g.user, Audience: i.audience(g), Client: g.client, Scope: strings.Join(scopes, " "),
		IssuedAt: now.Unix(), Expires: issued.expires.Unix(), ID: issued.id,
	})
	if err != nil {
		return nil, err
	}
	answer := &tokens{Access: signed, Type: "Bearer", ExpiresIn: int64(accessLife / time.Second), Scope: strings.Join(scopes, " ")}
	if slices.Contains(scopes, scopeOpenID) {
		answer.ID, err = i.sign("JWT", idClaims{
			userClaims: claimsOf(g.user, scopes), Issuer: i.origin, Audience: g.client, IssuedAt: now.Unix(), Expires: issued.expires.Unix(),
			AuthTime: g.at.Unix(), Nonce: g.nonce,
		})
		if err != nil {
			return nil, err
		}
	}
	if c.refreshes || slices.Contains(g.scopes, scopeOffline) {
		answer.Refresh = rand.Text() + rand.Text()
		g.refresh = hashed(answer.Refresh)
		i.refreshes.put(g.refresh, g, now)
	}
	i.accesses.put(hashed(signed), issued, now)
	return answer, nil
}

// audience returns what the tokens of a grant are for.
func (i *Issuer) audience(g *grant) string {
	if g.resource == "" {
		return i.origin
	}
	return g.resource
}

// valid returns an access token that is neither over nor revoked. The caller holds mu.
func (i *Issuer) valid(token string) (*access, bool) {
	found, ok := i.accesses.get(hashed(token), i.now())
	if !ok || found.revoked || !i.now().Before(found.expires) {
		return nil, false
	}
	return found, true
}

// hashed returns the key under which a secret is kept.
func hashed(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
