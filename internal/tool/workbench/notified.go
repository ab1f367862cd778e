package workbench

import (
	"encoding/json"
	"strings"
	"time"
)

const (
	// changeGap is the least time between two events of the same list.
	changeGap = 100 * time.Millisecond
	// maxPrinted is the most of a printed line that an event carries, in bytes.
	maxPrinted = 4 << 10
)

// change is the last event of one list.
type change struct {
	last    time.Time
	pending bool
}

// notified takes the server's notifications.
func (one *connection) notified(method string, params json.RawMessage) {
	switch method {
	case "notifications/tools/list_changed":
		one.forget()
		one.announce("tools")
	case "notifications/resources/list_changed":
		one.forget()
		one.announce("resources")
	case "notifications/prompts/list_changed":
		one.announce("prompts")
	case "notifications/resources/updated":
		if uri := text(members(params)["uri"]); uri != "" {
			one.server.events.publish(updatedEvent{
				Type: "updated", Server: one.server.endpoint.ID, Profile: one.profile.ID, URI: uri,
			})
		}
	}
}

// forget drops the cached lists.
func (one *connection) forget() {
	one.mu.Lock()
	defer one.mu.Unlock()
	one.changesSeen++
	one.tools, one.resources, one.listed = nil, nil, time.Time{}
}

// announce sends the pages the event of a change, at once if it is the first for a
// while. Changes that follow closely share one event at the end.
func (one *connection) announce(list string) {
	one.mu.Lock()
	defer one.mu.Unlock()
	c := one.changes[list]
	if c == nil {
		c = &change{}
		one.changes[list] = c
	}
	if c.pending {
		return
	}
	send := func() {
		c.last = time.Now()
		one.server.events.publish(changedEvent{
			Type: "changed", Server: one.server.endpoint.ID, Profile: one.profile.ID, List: list,
		})
	}
	wait := changeGap - time.Since(c.last)
	if wait <= 0 {
		send()
		return
	}
	c.pending = true
	time.AfterFunc(wait, func() {
		one.mu.Lock()
		defer one.mu.Unlock()
		c.pending = false
		send()
	})
}

// printed takes a line that the server's program wrote to its standard error.
func (one *connection) printed(line string) {
	s := one.server
	s.events.publish(printedEvent{
		Type: "stderr", Time: time.Now().UnixMilli(), Server: s.endpoint.ID, Profile: one.profile.ID,
		Text: s.events.redact.head(strings.ToValidUTF8(line, "\ufffd"), maxPrinted),
	})
}
