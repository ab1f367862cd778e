package oriel

import (
	"context"
	"encoding/json"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/orielapps/oriel/hosts"
)

// Method is an MCP method.
type Method string

// The methods of MCP that call handlers and middleware.
const (
	MethodCallTool     Method = "tools/call"
	MethodReadResource Method = "resources/read"
	MethodGetPrompt    Method = "prompts/get"
	MethodComplete     Method = "completion/complete"
)

// Request is a request of a host: what it asks for, and what is known about the host
// and the user. Handlers and middleware get it from [RequestFrom].
//
// Trust only User. Client, Locale, TimeZone, Location, UserAgent, Subject, Session and
// Meta come from the client, and anybody can send anything: don't base permissions on
// them.
type Request struct {
	// ID identifies the request in the log. It is unique.
	ID string
	// Method is the MCP method.
	Method Method
	// Tool is the declaration of the called tool, Prompt that of the prompt that is read
	// or completed; otherwise nil. Don't change them.
	Tool   *Tool
	Prompt *Prompt
	// Arguments are the arguments of a call or a prompt, as the host sent them, not yet
	// validated. Middleware may replace them.
	Arguments json.RawMessage
	// URI is the URI that is read, or the template that is completed; otherwise empty.
	URI string

	// Client is what the client says about itself. Profile is the host that Oriel
	// detects from it, never nil.
	Client  hosts.Client
	Profile *hosts.Profile
	// User is the user that middleware in front of App.Handler has signed in; see
	// [WithUser]. Zero without one.
	User User

	// Locale is the user's language as a BCP 47 tag: "de-CH". Empty if the host doesn't
	// send it.
	Locale string
	// TimeZone is the user's time zone; nil if the host doesn't send one, or this
	// machine doesn't know it.
	TimeZone *time.Location
	// Location is the user's approximate location; nil if the host doesn't send it.
	Location *Location
	// UserAgent is the user agent of the user's browser or app. Empty if the host
	// doesn't send it.
	UserAgent string
	// Subject stands for the user and Session for the conversation, as ChatGPT sends
	// them. They are not a sign-in. Empty if the host doesn't send them.
	Subject, Session string

	// Log is the app's logger, with the request's id, method and name. The client does
	// not see it.
	Log *slog.Logger
	// ClientLog sends logs to the client (notifications/message), which may show them to
	// its user or its model: log no secrets. It does nothing if the client wants no logs.
	// Levels between those of slog are MCP's: slog.LevelInfo+2 is "notice";
	// slog.LevelError+4, +8 and +12 are "critical", "alert" and "emergency".
	ClientLog *slog.Logger
	// Meta is the request's whole _meta. Raw is the request as the transport has it; see
	// [hosts.Peer].
	Meta hosts.Meta
	Raw  any

	progress func(ctx context.Context, p hosts.Progress) error
	asking   *asking
}

// Location is a user's approximate location, as the host sends it.
type Location struct {
	City, Region string
	// Country is an ISO 3166-1 code or a name, depending on the host.
	Country string
	// Latitude and Longitude are in degrees; nil if the host doesn't send them.
	Latitude, Longitude *float64
}

// Progress tells the client how far the request has come (MCP notifications/progress).
// done must grow from call to call; total is zero if it isn't known. It does nothing if
// the client didn't ask for progress. An error means that sending failed; the handler
// can go on.
func (r *Request) Progress(ctx context.Context, done, total float64, message string) error {
	if r.progress == nil {
		return nil
	}
	return r.progress(ctx, hosts.Progress{Done: done, Total: total, Message: message})
}

// name returns the tool, prompt or URI of the request.
func (r *Request) name() string {
	switch {
	case r.Tool != nil:
		return r.Tool.Name
	case r.Prompt != nil:
		return r.Prompt.Name
	default:
		return r.URI
	}
}

type requestKey struct{}

// RequestFrom returns the request that a context belongs to. Outside of a request it
// returns an empty one, never nil.
func RequestFrom(ctx context.Context) *Request {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		return r
	}
	return &Request{Profile: hosts.Generic(), User: userFrom(ctx), Log: slog.Default(), ClientLog: slog.New(slog.DiscardHandler)}
}

func withRequest(ctx context.Context, r *Request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// inbound is a request with everything that belongs to it, in one allocation.
type inbound struct {
	Request

	questions asking
	log       requestLog
	clientLog clientHandler
}

// request makes a Request from a peer.
func (a *App) request(ctx context.Context, method Method, peer *hosts.Peer) *inbound {
	in := &inbound{
		Request: Request{
			ID: a.requests.next(), Method: method,
			Client: peer.Client, Profile: hosts.Detect(peer.Client), User: userFrom(ctx),
			Meta: peer.Meta, Raw: peer.Raw, progress: peer.Progress, ClientLog: silent,
		},
	}
	if !peer.Meta.IsZero() {
		in.takeHints(peer.Meta)
	}
	in.log = requestLog{inner: a.logger().Handler(), request: &in.Request}
	in.Log = slog.New(&in.log)
	if peer.Log != nil {
		in.clientLog = clientHandler{send: peer.Log, name: a.name}
		in.ClientLog = slog.New(&in.clientLog)
	}
	return in
}

// takeHints reads from _meta what hosts send about the user.
func (r *Request) takeHints(meta hosts.Meta) {
	r.Locale = hint(meta.Text, "openai/locale", "webplus/i18n")
	r.UserAgent = hint(meta.Text, "openai/userAgent")
	r.Subject = hint(meta.Text, "openai/subject")
	r.Session = hint(meta.Text, "openai/session")
	if told, ok := meta.Value(locationKey).(map[string]any); ok {
		r.TimeZone, r.Location = timeZone(told), location(told)
	}
}

// saidIn returns a function that reads the strings of an object.
func saidIn(values map[string]any) func(name string) string {
	return func(name string) string {
		text, _ := values[name].(string)
		return text
	}
}

// maxHint is the maximum length of a hint in bytes; longer ones are ignored.
const maxHint = 1000

// hint returns the first of the named members that is a string.
func hint(said func(name string) string, names ...string) string {
	for _, name := range names {
		if text := said(name); text != "" && len(text) <= maxHint {
			return strings.ToValidUTF8(text, "\uFFFD")
		}
	}
	return ""
}

const (
	locationKey  = "openai/userLocation"
	maxLatitude  = 90
	maxLongitude = 180
)

func location(told map[string]any) *Location {
	said := saidIn(told)
	l := &Location{
		City: hint(said, "city"), Region: hint(said, "region"), Country: hint(said, "country"),
		Latitude: degrees(told["latitude"], maxLatitude), Longitude: degrees(told["longitude"], maxLongitude),
	}
	if *l == (Location{}) {
		return nil
	}
	return l
}

// degrees reads a number. ChatGPT sends it as a string.
func degrees(told any, most float64) *float64 {
	var n float64
	switch told := told.(type) {
	case float64:
		n = told
	case string:
		if len(told) > maxHint || json.Unmarshal([]byte(told), &n) != nil {
			return nil
		}
	default:
		return nil
	}
	if n < -most || n > most {
		return nil
	}
	return &n
}

// zoneName matches UTC and the names of places and offsets in the IANA database. Its
// other names stand for the server's own zone, or for no place.
var zoneName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:UTC|[A-Z][A-Za-z_-]*(?:/[A-Z][A-Za-z0-9_+-]*){1,2})$`)
})

// timeZone returns the time zone of a location.
func timeZone(told map[string]any) *time.Location {
	name := hint(saidIn(told), "timezone")
	if !zoneName().MatchString(name) {
		return nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	return zone
}
