package devloop

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/orielapps/oriel/internal/tool/issuer"
)

// issuerVariable is the environment variable with the provider of an app that names none.
const issuerVariable = "ORIEL_ISSUER"

// openIssuer makes the test issuer, unless the environment names a provider. Nobody signs in
// over stdio.
func (l *Loop) openIssuer(ctx context.Context) (err error) {
	if l.options.Stdio || variable(l.environ, issuerVariable) != "" {
		return nil
	}
	l.issuer, err = issuer.New(ctx, issuer.Options{OnUse: func() {
		l.emit(Event{Type: IssuerUsed, URL: l.issuer.URL(), Users: issuer.UserIDs()})
	}})
	if err == nil {
		l.environ = setVariable(l.environ, issuerVariable, l.issuer.URL())
	}
	return err
}

// checkIssuer warns once if the app is public and its users sign in at the test issuer, which
// only this machine reaches.
func (l *Loop) checkIssuer(ctx context.Context) {
	if l.issuer == nil || l.public == nil || !slices.Contains(l.signInAt(ctx), l.issuer.URL()) {
		return
	}
	l.warnedOfIssuer.Do(func() {
		l.emit(Event{Type: Warned, Text: "Users of the app sign in at the test issuer, which only this machine reaches: assistants on the web can't sign in. " +
			"Set " + issuerVariable + " to a provider that they reach."})
	})
}

// signInAt returns the providers that the app's metadata names (RFC 9728); none if it has no
// metadata.
func (l *Loop) signInAt(ctx context.Context) []string {
	const timeout, most = 5 * time.Second, 64 << 10
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	address := "http://" + l.options.Listener.Addr().String() + "/.well-known/oauth-protected-resource" + l.path()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil
	}
	response, err := l.proxy.RoundTrip(request)
	if err != nil {
		return nil
	}
	defer func() { _ = response.Body.Close() }() // it was only read
	var metadata struct {
		Servers []string `json:"authorization_servers"`
	}
	if response.StatusCode != http.StatusOK || json.NewDecoder(io.LimitReader(response.Body, most)).Decode(&metadata) != nil {
		return nil
	}
	return metadata.Servers
}
