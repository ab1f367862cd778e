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

// maxShown is the maximum length of a server's text on the terminal, in characters.
const maxShown = 1000

// serverReporter prints the status of the servers. It reads the workbench's events over
// HTTP, as a script does.
type serverReporter struct {
	stdout io.Writer
	stderr *terminal.Terminal
	// verbose also prints the standard error of programs.
	verbose bool
	// several is set if there are several servers, so that messages name them.
	several bool

	last map[string]serverStatus // as last printed, by server id
}

// event is an event of the workbench about a server. Other events have other fields.
type event struct {
	Type    string `json:"type"`
	ID      string `json:"id"`
	Status  string `json:"status"`
	Reason  string `json:"reason"`
	Server  string `json:"server"`
	Profile string `json:"profile"`
	Text    string `json:"text"`
}

// session is the workbench's description of itself.
type session struct {
	Title   string        `json:"title"`
	Servers []shownServer `json:"servers"`
}

// shownServer is a server in the workbench.
type shownServer struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	Version   string `json:"version"`
	Status    string `json:"status"`
	Reason    string `json:"reason"`
	Transport string `json:"transport"`
	Address   string `json:"address"`
	Protocol  string `json:"protocol"`
}

// serverStatus is a server's status and the reason for it.
type serverStatus struct{ status, reason string }

// follow prints events until ctx or the workbench ends.
func (t *serverReporter) follow(ctx context.Context, address string) error {
	api, err := newAPI(address)
	if err != nil {
		return err
	}
	body, err := api.get(ctx, "/api/events")
	if err != nil {
		return err
	}
	defer func() { _ = body.Close() }() // it was only read
	t.last = map[string]serverStatus{}
	for lines := bufio.NewReader(body); ; {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return nil // the stream ends with the workbench
		}
		// Messages may be long, and are not printed here.
		if bytes.HasPrefix(line, []byte(`{"type":"message"`)) {
			continue
		}
		var e event
		if json.Unmarshal(line, &e) != nil {
			continue
		}
		switch {
		case e.Type == "server":
			t.server(ctx, api, e.ID, serverStatus{e.Status, e.Reason})
		case e.Type == "stderr" && t.verbose:
			_, _ = fmt.Fprintf(t.stderr, "[%s, %s] %s\n", visible(e.Server), visible(e.Profile), visible(e.Text))
		}
	}
}

// server prints once that a server is ready, what it waits for, or why it failed.
func (t *serverReporter) server(ctx context.Context, api *api, id string, now serverStatus) {
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
		server := "The server"
		if t.several {
			server += " " + id
		}
		printError(t.stderr, "", visible(server+" failed: "+sentence(now.reason)), "")
	}
}

// api is the workbench's HTTP API.
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
		client: &http.Client{Transport: &http.Transport{}}, // without a proxy
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

// describe returns a short description of a server.
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

// visible makes a server's text safe for a terminal: it may contain sequences that move
// the cursor or change the title.
func visible(text string) string {
	runes := []rune(strings.ToValidUTF8(text, "\uFFFD"))
	if len(runes) > maxShown {
		runes = append(runes[:maxShown], '…')
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
