package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/orielapps/oriel/test/bench/load"
	"github.com/orielapps/oriel/test/bench/peer"
)

// The servers with a sign-in: as it is, and one that remembers a single token, so that it verifies the signature of
// each call.
const (
	signed     = "signed"
	unrecalled = "signed, each token verified"
)

const (
	// signInBudget is the processor time of a signed call, relative to an unsigned one.
	signInBudget = 1.25
	signedUsers  = 1000
)

// signIn has the cost of a sign-in: the same call of three servers.
type signIn struct {
	// Slack is as in [servers].
	Slack      float64    `json:"slack"`
	Comparison comparison `json:"comparison"`
	Verdict    verdict    `json:"budget"`
}

// measureSignIn compares calls with the tokens of many users in turn with calls without one.
func measureSignIn(ctx context.Context, root string, o scope) (s *signIn, err error) {
	dir, err := os.MkdirTemp("", "oriel-bench-")
	if err != nil {
		return nil, fmt.Errorf("making a folder for the servers: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	absolute, err := filepath.Abs(root)
	if err != nil {
		return nil, fmt.Errorf("finding the checkout: %w", err)
	}
	p := &programs{dir: dir}
	if err = errors.Join(p.build(ctx, absolute, ours, "./test/bench/cmd/oriel"), p.build(ctx, absolute, signed, "./test/bench/cmd/signed")); err != nil {
		return nil, err
	}
	if err = os.Symlink(signed, p.path(unrecalled)); err != nil {
		return nil, fmt.Errorf("naming a server: %w", err)
	}
	keys, tokens, err := issue(signedUsers)
	if err != nil {
		return nil, err
	}
	const private = 0o600
	file := filepath.Join(dir, "keys.json")
	if err = os.WriteFile(file, keys, private); err != nil {
		return nil, fmt.Errorf("keeping the keys: %w", err)
	}
	f := &serverSet{few: map[string]*server{}, tokens: map[string][]string{signed: tokens, unrecalled: tokens}}
	defer func() { err = errors.Join(err, f.stop()) }()
	for name, flags := range map[string][]string{ours: nil, signed: {"-keys", file}, unrecalled: {"-keys", file, "-remembered", "1"}} {
		if f.few[name], err = p.start(ctx, name, flags...); err != nil {
			return nil, err
		}
	}
	one := scenario{
		name: fmt.Sprintf("tools/call, 2026-07-28, %d users", signedUsers), servers: []string{ours, signed, unrecalled},
		call: load.Call{Protocol: load.Modern, Method: load.CallTool, Target: peer.Tool},
	}
	for _, schedule := range []schedule{o.pace, o.recheck} {
		c, err := compare(ctx, f, one, schedule)
		if err != nil {
			return nil, fmt.Errorf("comparing at %s: %w", one.name, err)
		}
		if s = judgedSignIn(c, o.slack); !s.Broken() || o.recheck.rounds == 0 {
			break
		}
	}
	return s, nil
}

func judgedSignIn(c comparison, slack float64) *signIn {
	b := budget{what: "a signed call: server CPU", against: "an unsigned one", want: signInBudget}
	return &signIn{Slack: slack, Comparison: c, Verdict: b.verdictOf(perRound(c.resultsOf(signed).CPUs, c.resultsOf(ours).CPUs), slack)}
}

// Broken reports whether the budget is missed. Nobody promises what a call costs whose token has not been seen before.
func (s *signIn) Broken() bool { return s.Verdict.missed() }

// report prints the results as a table.
func (s *signIn) report(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintf(w, "\n%s, ES256\trequests/s\tserver µs\tto unsigned\tp50 µs\tp99 µs\t\n", s.Comparison.Name)
	unsigned := s.Comparison.resultsOf(ours)
	for _, o := range s.Comparison.Servers {
		_, _ = fmt.Fprintf(w, "%s\t%.0f\t%.1f\t%.2f\t%.0f\t%.0f\t\n", o.Server, o.Rate, o.CPU, perRound(o.CPUs, unsigned.CPUs), o.P50, o.P99)
	}
	_, _ = fmt.Fprintf(w, "\n%s\t%s\t%.2f\t%s\t\n", s.Verdict.What, s.Verdict.limit(), s.Verdict.Got, s.Verdict.sign())
	if err := w.Flush(); err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	return reportSlack(to, s.Slack)
}

// issue returns a JWK set, and a token of each of a number of users, signed with ES256.
func issue(users int) (keys []byte, tokens []string, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, fmt.Errorf("making a key: %w", err)
	}
	point, err := key.PublicKey.Bytes()
	if err != nil {
		return nil, nil, fmt.Errorf("making a key: %w", err)
	}
	text := base64.RawURLEncoding.EncodeToString
	const half = 32 // bytes of a coordinate, or of one of the two numbers of a signature
	keys, err = json.Marshal(map[string]any{"keys": []any{map[string]string{
		"kty": "EC", "crv": "P-256", "kid": "bench", "x": text(point[1 : 1+half]), "y": text(point[1+half:]),
	}}})
	if err != nil {
		return nil, nil, fmt.Errorf("writing the keys: %w", err)
	}
	now := time.Now()
	for i := range users {
		claims, err := json.Marshal(map[string]any{
			"iss": peer.Issuer, "aud": peer.Audience, "sub": fmt.Sprint("user-", i), "scope": "openid " + peer.Scope, "client_id": "bench", "jti": rand.Text(),
			"iat": now.Unix(), "exp": now.AddDate(0, 0, 1).Unix(),
		})
		if err != nil {
			return nil, nil, fmt.Errorf("writing a token: %w", err)
		}
		input := text([]byte(`{"alg":"ES256","typ":"at+jwt","kid":"bench"}`)) + "." + text(claims)
		sum := sha256.Sum256([]byte(input))
		r, s, err := ecdsa.Sign(rand.Reader, key, sum[:])
		if err != nil {
			return nil, nil, fmt.Errorf("signing a token: %w", err)
		}
		signature := make([]byte, 2*half)
		r.FillBytes(signature[:half])
		s.FillBytes(signature[half:])
		tokens = append(tokens, input+"."+text(signature))
	}
	return keys, tokens, nil
}
