package mcpclient

import (
	"encoding/json"
	"time"
)

// Direction says who wrote a message.
type Direction string

// Sent is from us to the server, Received from the server to us.
const (
	Sent     Direction = "sent"
	Received Direction = "received"
)

// Kind is what a message is in JSON-RPC. Failure is a response that carries an
// error, or a message that could not be delivered. Noise is what a server wrote
// that is no message.
type Kind string

// The kinds of messages.
const (
	Request      Kind = "request"
	Response     Kind = "response"
	Notification Kind = "notification"
	Failure      Kind = "error"
	Noise        Kind = "noise"
)

// Message is one JSON-RPC message as it was on the wire.
type Message struct {
	Time      time.Time
	Server    string // Server.ID
	Profile   string // hosts.Profile.ID
	Direction Direction
	Kind      Kind
	// Method of a response is that of its request; empty where there is none.
	Method string
	// ID pairs requests and responses; empty for notifications.
	ID string
	// Duration is from the request to its response; zero for all others.
	Duration time.Duration
	// Body is the message without its envelope: params, result or error. Of
	// noise it is {"text": …} with the beginning of what was written.
	Body json.RawMessage
	// Note says what is wrong with the message; empty where nothing is.
	Note string
}

// Recorder takes every message. It is called from several goroutines, in the
// path of the message, and must not block or keep Body.
type Recorder interface {
	Record(m Message)
}

// RecorderFunc is a function that records.
type RecorderFunc func(Message)

// Record calls f.
func (f RecorderFunc) Record(m Message) { f(m) }

// record hands a message to the recorder.
func (c *Client) record(m Message) {
	m.Server, m.Profile = c.server.ID, c.profile.ID
	m.Body = c.mask.JSON(m.Body)
	c.options.Recorder.Record(m)
}
