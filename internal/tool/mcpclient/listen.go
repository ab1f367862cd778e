package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/orielapps/oriel/ui"
)

const (
	// firstPause and longestPause are between two attempts to open the stream of
	// notifications.
	firstPause   = time.Second
	longestPause = 30 * time.Second
)

// pauseAfter waits before a stream is opened again. It reports false where the
// context ends before. The server may ask for a longer pause.
func (b *backoff) pauseAfter(ctx context.Context, lasted, asked time.Duration) bool {
	timer := time.NewTimer(min(max(b.pause(lasted), asked), longestPause))
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// listening opens the stream of a server of protocol 2025-03-26 to 2025-11-25
// of its notifications. Servers needn't have one.
type listening struct {
	endpoint string
	client   *http.Client
	conn     *connection
	version  string
	lastID   string
}

// run listens until the context ends or the server turns out to have no such
// stream.
func (l *listening) run(ctx context.Context) {
	for pauses := (backoff{first: firstPause, longest: longestPause}); ; {
		began := time.Now()
		asked, again := l.once(ctx)
		if !again || ctx.Err() != nil || !pauses.pauseAfter(ctx, time.Since(began), asked) {
			return
		}
	}
}

// once listens to one stream until its end. It returns the pause that the
// server asks for, and whether another attempt makes sense.
func (l *listening) once(ctx context.Context) (asked time.Duration, again bool) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, l.endpoint, http.NoBody)
	if err != nil {
		return 0, false
	}
	request.Header.Set("Accept", "text/event-stream")
	request.Header.Set(versionHeader, l.version)
	if id := l.conn.SessionID(); id != "" {
		request.Header.Set(sessionHeader, id)
	}
	if l.lastID != "" {
		request.Header.Set("Last-Event-ID", l.lastID)
	}
	response, err := l.client.Do(request)
	if err != nil {
		_, refused := errors.AsType[*statusError](err)
		return 0, !refused
	}
	defer func() { _ = response.Body.Close() }() // its messages have been read
	if passingStatus(response.StatusCode) {
		return 0, true
	}
	if response.StatusCode != http.StatusOK || !isEventStream(response) {
		return 0, false // 405 is how a server says that it has no such stream; others say it otherwise
	}
	events := newEventReader(response.Body, MaxMessage)
	noise := func(text []byte, why string) { l.conn.record(noiseMessage(text, why)) }
	for {
		one, err := events.next()
		if events.lastID != "" {
			l.lastID = events.lastID
		}
		if err != nil {
			if errors.Is(err, errTooLarge) {
				noise(nil, fmt.Sprintf("an event is larger than %d MiB", MaxMessage/mebibyte))
				l.lastID = "" // it would only come again
			}
			return events.retry, true
		}
		if one.name != "" && one.name != "message" {
			continue
		}
		for _, message := range decode(one.data, noise) {
			if !l.conn.deliver(message) {
				return 0, false
			}
		}
	}
}

// subscribe asks a server of protocol 2026-07-28 to say when one of its lists
// changes, for those of which it declared that it does, until the context ends.
func subscribe(ctx context.Context, conn *connection, capabilities json.RawMessage) {
	wanted := changeable(capabilities)
	if len(wanted) == 0 {
		return
	}
	for pauses := (backoff{first: firstPause, longest: longestPause}); ; {
		began := time.Now()
		_, err := conn.roundTrip(ctx, exchange{
			method: "subscriptions/listen", params: map[string]any{"notifications": wanted}, silent: true,
		})
		if _, known := errors.AsType[*ui.Error](err); known && !passing(err) || wireError(err) != nil {
			return // it was refused
		}
		select {
		case <-conn.ended:
			return
		default:
		}
		if !pauses.pauseAfter(ctx, time.Since(began), 0) {
			return
		}
	}
}

// passing reports whether a server refuses a message by a status that it may
// give up again.
func passing(err error) bool {
	refused, ok := errors.AsType[*statusError](err)
	return ok && passingStatus(refused.status)
}

func passingStatus(status int) bool {
	return status >= http.StatusInternalServerError || status == http.StatusTooManyRequests
}

// changeable returns which notifications a server has, by their names in
// subscriptions/listen.
func changeable(capabilities json.RawMessage) map[string]bool {
	type list struct {
		Changed bool `json:"listChanged"`
	}
	var declared struct {
		Tools     list `json:"tools"`
		Prompts   list `json:"prompts"`
		Resources list `json:"resources"`
	}
	if json.Unmarshal(capabilities, &declared) != nil {
		return nil
	}
	wanted := map[string]bool{}
	for name, has := range map[string]bool{
		"toolsListChanged":     declared.Tools.Changed,
		"promptsListChanged":   declared.Prompts.Changed,
		"resourcesListChanged": declared.Resources.Changed,
	} {
		if has {
			wanted[name] = true
		}
	}
	return wanted
}
