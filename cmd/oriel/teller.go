package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"unicode"

	"github.com/orielapps/oriel/internal/tool/terminal"
)

// maxTold is how much of one text of a server the terminal shows, in
// characters.
const maxTold = 1000

// teller says on the terminal how the servers are. It listens to the workbench
// as any script may.
type teller struct {
	stdout io.Writer
	stderr *terminal.Terminal
	// verbose also shows what programs write to their standard error.
	verbose bool
	// several servers are told apart.
	several bool

	last map[string]told
}

// event is what the workbench says of its servers; it says more of other things.
type event struct {
	Type    string `json:"type"`
	ID      string `json:"id"`
	Status  string `json:"status"`
	Reason  string `json:"reason"`
	Server  string `json:"server"`
	Profile string `json:"profile"`
	Text    string `json:"text"`
}

// session is what the workbench shows.
type session struct {
	Title   string  `json:"title"`
	Servers []shown `json:"servers"`
}

// shown is a server of the workbench.
type shown struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	Version   string `json:"version"`
	Status    string `json:"status"`
	Reason    string `json:"reason"`
	Transport string `json:"transport"`
	Address   string `json:"address"`
	Protocol  string `json:"protocol"`
}

// told is what was last said of a server.
type told struct{ status, reason string }

// follow prints what happens until ctx or the workbench ends.
func (t *teller) follow(ctx context.Context, address string) error {
	api, err := newAPI(address)
	if err != nil {
		return err
	}
	body, err := api.get(ctx, "/api/events")
	if err != nil {
		return err
	}
	defer func() { _ = body.Close() }() // it was only read
	t.last = map[string]told{}
	for lines := bufio.NewReader(body); ; {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return nil // the stream ends with the workbench
		}
		// Messages may be long, and nothing here is told of them.
		if bytes.HasPrefix(line, []byte(`{"type":"message"`)) {
			continue
		}
		var e event
		if json.Unmarshal(line, &e) != nil {
			continue
		}
		switch {
		case e.Type == "server":
			t.server(ctx, api, e.ID, told{e.Status, e.Reason})
		case e.Type == "stderr" && t.verbose:
			_, _ = fmt.Fprintf(t.stderr, "[%s, %s] %s\n", visible(e.Server), visible(e.Profile), visible(e.Text))
		}
	}
}

// server says once that a server is ready, what it still waits for, or why it
// failed.
func (t *teller) server(ctx context.Context, api *api, id string, now told) {
	if now.status == "starting" && now.reason == "" || t.last[id] == now {
		return
	}
	t.last[id] = now
	switch now.status {
	case "starting":
		_, _ = fmt.Fprintf(t.stderr, "Waiting for %s: %s.\n", visible(id), visible(now.reason))
	case "ready":
		_, _ = fmt.Fprintf(t.stdout, "Ready: %s\n", visible(api.describe(ctx, id)))
	case "failed":
		who := "The server"
		if t.several {
			who += " " + id
		}
		complain(t.stderr, "", visible(who+" failed: "+sentence(now.reason)), "")
	}
}

// api is the workbench's, as a script sees it.
type api struct {
	origin, token string
	client        *http.Client
}

func newAPI(address string) (*api, error) {
	parsed, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("reading the workbench's URL: %w", err)
	}
	return &api{
		origin: parsed.Scheme + "://" + parsed.Host, token: parsed.Query().Get("token"),
		client: &http.Client{Transport: &http.Transport{}}, // no proxy is asked for this machine
	}, nil
}

func (a *api) get(ctx context.Context, path string) (io.ReadCloser, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, a.origin+path, nil)
	if err != nil {
		return nil, fmt.Errorf("asking the workbench: %w", err)
	}
	request.Header.Set("Authorization", "Bearer "+a.token)
	response, err := a.client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("asking the workbench: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		_ = response.Body.Close()
		return nil, fmt.Errorf("the workbench answers %s with %s", path, response.Status)
	}
	return response.Body, nil
}

// describe says what a server is, in a few words.
func (a *api) describe(ctx context.Context, id string) string {
	body, err := a.get(ctx, "/api/session")
	if err != nil {
		return id
	}
	defer func() { _ = body.Close() }() // it was only read
	var now session
	if json.NewDecoder(body).Decode(&now) != nil {
		return id
	}
	for _, s := range now.Servers {
		if s.ID != id {
			continue
		}
		what := strings.TrimSpace(s.Title + " " + s.Version)
		if s.Protocol != "" {
			what += ", MCP " + s.Protocol
		}
		if name, ok := map[string]string{"http": "Streamable HTTP", "sse": "HTTP with SSE", "stdio": "stdio"}[s.Transport]; ok {
			what += " over " + name
		}
		if what = strings.TrimPrefix(what, ", "); what != "" {
			return id + " (" + what + ")"
		}
	}
	return id
}

// visible makes a text safe for a terminal: what a server writes may hold
// sequences that move the cursor or change the title.
func visible(text string) string {
	runes := []rune(strings.ToValidUTF8(text, "\uFFFD"))
	if len(runes) > maxTold {
		runes = append(runes[:maxTold], '…')
	}
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return ' '
		case !unicode.IsPrint(r):
			return '\uFFFD'
		}
		return r
	}, string(runes)))
}
