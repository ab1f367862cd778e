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

// Method is what a host asks of an app.
type Method string

// The methods of MCP that run handlers and middleware.
const (
	MethodCallTool     Method = "tools/call"
	MethodReadResource Method = "resources/read"
	MethodGetPrompt    Method = "prompts/get"
	MethodComplete     Method = "completion/complete"
)

// Request is one request of a host: what it asks for, and all that is known of
// who asks. Handlers and middleware get it with [RequestFrom].
//
// Only User is to be relied on. Client, Locale, TimeZone, Location, UserAgent,
// Subject, Session and Meta are what the client says: anybody can say it, so it
// must not decide who may do what.
type Request struct {
	// ID names the request in the log. It is new for each.
	ID string
	// Method is what is asked for.
	Method Method
	// Tool is the declaration of the tool that is called, Prompt that of the prompt
	// that is asked for or filled in; nil otherwise. They must not be changed.
	Tool   *Tool
	Prompt *Prompt
	// Arguments are those of a call or a prompt, as the host sent them: nothing has
	// checked them yet. Middleware may replace them.
	Arguments json.RawMessage
	// URI is what is read, or the template that is filled in; empty otherwise.
	URI string

	// Client is what the client said of itself; Profile is the host that it is
	// taken for, never nil.
	Client  hosts.Client
	Profile *hosts.Profile
	// User is whom a middleware in front of App.Handler has signed in; see
	// [WithUser]. Zero without one.
	User User

	// Locale is the user's language as a BCP 47 tag, "de-CH". Empty where the host
	// doesn't tell.
	Locale string
	// TimeZone is the user's; nil where the host doesn't tell a zone that this
	// machine knows.
	TimeZone *time.Location
	// Location is roughly where the user is; nil where the host doesn't tell.
	Location *Location
	// UserAgent is that of the user's browser or app. Empty where the host doesn't
	// tell.
	UserAgent string
	// Subject stands for the user and Session for the conversation, as ChatGPT has
	// them. Anybody can send them: they are no sign-in. Empty where the host doesn't
	// tell.
	Subject, Session string

	// Log is the app's logger, with the request's id, method and name. The
	// client sees nothing of it.
	Log *slog.Logger
	// ClientLog logs to the client (notifications/message), which may show it to
	// its user or its model: no secrets. It does nothing where the client wants no
	// logs. Levels between those of slog are MCP's: slog.LevelInfo+2 is "notice",
	// slog.LevelError+4, +8 and +12 are "critical", "alert" and "emergency".
	ClientLog *slog.Logger
	// Meta is the request's whole _meta, and Raw the request itself as the
	// transport has it; see [hosts.Peer].
	Meta hosts.Meta
	Raw  any

	progress func(ctx context.Context, p hosts.Progress) error
	asking   *asking
}

// Location is roughly where a user is, as the host tells it.
type Location struct {
	City, Region string
	// Country is an ISO 3166-1 code or a name, as the host has it.
	Country string
	// Latitude and Longitude are in degrees; nil where the host doesn't tell.
	Latitude, Longitude *float64
}

// Progress tells the user how far the request has come. done must grow from one
// call to the next; total is zero where it isn't known. It does nothing where the
// host didn't ask to be told. An error means that the host could not be told,
// which is no reason to stop.
func (r *Request) Progress(ctx context.Context, done, total float64, message string) error {
	if r.progress == nil {
		return nil
	}
	return r.progress(ctx, hosts.Progress{Done: done, Total: total, Message: message})
}

// name is what the request is about.
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
// returns one without any information, so it is never nil.
func RequestFrom(ctx context.Context) *Request {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		return r
	}
	return &Request{Profile: hosts.Generic(), User: userFrom(ctx), Log: slog.Default(), ClientLog: slog.New(slog.DiscardHandler)}
}

func withRequest(ctx context.Context, r *Request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// inbound is a request with all that belongs to it, in one piece.
type inbound struct {
	Request

	questions asking
	log       requestLog
	clientLog clientHandler
}

// request makes the request of a peer.
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

// takeHints reads what hosts tell of the user.
func (r *Request) takeHints(meta hosts.Meta) {
	r.Locale = hint(meta.Text, "openai/locale", "webplus/i18n")
	r.UserAgent = hint(meta.Text, "openai/userAgent")
	r.Subject = hint(meta.Text, "openai/subject")
	r.Session = hint(meta.Text, "openai/session")
	if told, ok := meta.Value(locationKey).(map[string]any); ok {
		r.TimeZone, r.Location = timeZone(told), location(told)
	}
}

// saidIn finds the texts among decoded values.
func saidIn(values map[string]any) func(name string) string {
	return func(name string) string {
		text, _ := values[name].(string)
		return text
	}
}

// maxHint is how long a hint may be, in bytes; what is longer is none that a host
// sends.
const maxHint = 1000

// hint returns the first of some members of _meta that is a text.
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

// degrees reads a number, which ChatGPT sends as a text.
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

// zoneName fits the names of the places and offsets of the IANA database, and
// UTC. Others in it stand for the server's own zone, or for no place.
var zoneName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:UTC|[A-Z][A-Za-z_-]*(?:/[A-Z][A-Za-z0-9_+-]*){1,2})$`)
})

// timeZone reads the zone's name.
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
