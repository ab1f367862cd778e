package serve

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/jsonwalk"
	"github.com/orielapps/oriel/internal/serve/replicas"
	"github.com/orielapps/oriel/ui"
)

// The versions of MCP. modernProtocol is the first one whose requests describe their
// client and need no session.
const (
	modernProtocol  = "2026-07-28"
	newestLegacy    = "2025-11-25"
	defaultProtocol = "2025-03-26" // of clients without a version header (2025-06-18, "Protocol Version Header")
	versionMetaKey  = "io.modelcontextprotocol/protocolVersion"
	clientMetaKey   = "io.modelcontextprotocol/clientInfo"
	serverMetaKey   = "io.modelcontextprotocol/serverInfo"
	capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"
	logLevelMetaKey = "io.modelcontextprotocol/logLevel"
	listenMetaKey   = "io.modelcontextprotocol/subscriptionId"
)

var (
	legacyProtocols = []string{newestLegacy, "2025-06-18", defaultProtocol, "2024-11-05"}
	allProtocols    = append([]string{modernProtocol}, legacyProtocols...)
)

// sender sends messages to the client of a request while the request is worked on.
type sender interface {
	// notify sends a notification.
	notify(method string, params any) error
	// canAsk reports whether the client accepts requests.
	canAsk() bool
	// ask sends a request. Its answer arrives as another message.
	ask(id, method string, params json.RawMessage) error
	// gone returns a channel that is closed when the client has disconnected.
	gone() <-chan struct{}
}

// request is one request of a client.
type request struct {
	message

	modern  bool
	client  hosts.Client
	session *session    // nil if there is none
	header  http.Header // nil over stdio
	raw     any         // what hosts.Peer calls Raw
	out     sender

	// What the params say. Each has been checked for its type only.
	meta      hosts.Meta
	arguments params

	call   replicas.Call
	inline [3]jsonwalk.Member // saves an allocation for the usual params
}

// params are the members of a request's params.
type params jsonwalk.Object

// get returns a member; nil if there is none.
func (p params) get(name string) json.RawMessage { return jsonwalk.Object(p).Get(name) }

// text returns a member that has to be a string, not empty.
func (p params) text(name string) (string, *rpcError) {
	text, ok := jsonwalk.Text(p.get(name))
	if !ok || text == "" {
		return "", invalidParams("params_invalid", "The params have no string "+quoted(name)+".", "See the method in the specification of MCP.")
	}
	return text, nil
}

// uri returns a member that has to be a URI.
func (p params) uri() (string, *rpcError) {
	const longestEscape = len(`\u0061`)
	if len(p.get("uri")) > longestEscape*ui.MaxURI+len(`""`) {
		return "", public(codeInvalidParams, ui.URITooLong()) // what is far too long is not even decoded
	}
	uri, failure := p.text("uri")
	if failure == nil && len(uri) > ui.MaxURI {
		return "", public(codeInvalidParams, ui.URITooLong())
	}
	return uri, failure
}

// maxMembers is how many members params may have: far more than MCP defines.
const maxMembers = 1000

// read splits the params into members. Duplicate members are refused: a proxy may have
// read the other one.
func (r *request) read() *rpcError {
	object, err := jsonwalk.ReadObject(r.inline[:0], r.params, maxMembers)
	if err != nil {
		return membersFault(err, "params")
	}
	r.arguments = params(object)
	meta := r.arguments.get("_meta")
	if meta == nil || jsonwalk.IsNull(meta) {
		return nil
	}
	r.meta, err = hosts.ReadMeta(meta)
	if e, ok := errors.AsType[*ui.Error](err); ok {
		return invalidParams("params_invalid", e.Message, e.Fix)
	}
	return nil
}

// membersFault returns why the members of an object can't be read.
func membersFault(err error, what string) *rpcError {
	if duplicate, ok := errors.AsType[*jsonwalk.TwiceError](err); ok {
		return invalidParams("params_invalid", "The "+what+" have "+quoted(duplicate.Name)+" twice.", "Send it once.")
	}
	return invalidParams("params_invalid", "The "+what+" have too many members.", "Send fewer.")
}

// forget drops the references to the body of the request.
func (r *request) forget() {
	r.message = message{method: r.method}
	r.arguments, r.meta, r.inline = nil, hosts.Meta{}, [3]jsonwalk.Member{}
}

// version returns the version of MCP in the request's _meta.
func (r *request) version() string {
	if string(r.meta.Raw(versionMetaKey)) == `"`+modernProtocol+`"` {
		return modernProtocol
	}
	return r.meta.Text(versionMetaKey)
}

// introduce reads the client of a request of the newer lifecycle.
func (r *request) introduce() *rpcError {
	version, declared := r.version(), r.meta.Raw(capabilitiesKey)
	switch {
	case version == "":
		return invalidParams("meta_missing", "The _meta has no "+quoted(versionMetaKey)+".", "Send the version of MCP with each request.")
	case version != modernProtocol:
		return unsupported(version)
	case !jsonwalk.IsObject(declared):
		return invalidParams("meta_missing", "The _meta has no "+quoted(capabilitiesKey)+".", "Send the client's capabilities with each request; {} is fine.")
	}
	r.modern = true
	r.client = hosts.Client{Protocol: version}
	if info := r.meta.Raw(clientMetaKey); info != nil {
		if !jsonwalk.IsObject(info) {
			return invalidParams("meta_invalid", "The "+quoted(clientMetaKey)+" in _meta is not a JSON object.", "Send name and version, or leave it out.")
		}
		nameClient(&r.client, info)
	}
	r.client.Declare(declared)
	return nil
}

// nameClient reads the name and version of a client.
func nameClient(c *hosts.Client, info json.RawMessage) {
	for name, value := range jsonwalk.Members(info) {
		switch string(name) {
		case "name":
			c.Name, _ = jsonwalk.Text(value)
		case "version":
			c.Version, _ = jsonwalk.Text(value)
		}
	}
	c.Name, c.Version = cut(c.Name, maxClientName), cut(c.Version, maxClientVersion)
}

func unsupported(version string) *rpcError {
	failure := coded(codeUnsupported, "protocol_version_unsupported", "This server does not support MCP "+quoted(version)+".",
		"Use one of the versions in data.supported.")
	failure.Data["supported"] = allProtocols
	failure.Data["requested"] = cut(version, maxShown)
	return failure
}

// supported reports whether a version is supported in any lifecycle.
func supported(version string) bool { return slices.Contains(allProtocols, version) }

func isLegacy(version string) bool { return slices.Contains(legacyProtocols, version) }

// progressToken returns the token of progress notifications; nil if the client wants none.
func (r *request) progressToken() json.RawMessage {
	token := r.meta.Raw("progressToken")
	if token == nil || !validID(token) {
		return nil
	}
	return token
}
