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

// The versions of MCP, newest first. modernProtocol is the first whose requests
// describe themselves and need no session.
const (
	modernProtocol  = "2026-07-28"
	newestLegacy    = "2025-11-25"
	unsaidProtocol  = "2025-03-26" // of a client that names none (2025-06-18, "Protocol Version Header")
	versionMetaKey  = "io.modelcontextprotocol/protocolVersion"
	clientMetaKey   = "io.modelcontextprotocol/clientInfo"
	serverMetaKey   = "io.modelcontextprotocol/serverInfo"
	abilityMetaKey  = "io.modelcontextprotocol/clientCapabilities"
	logLevelMetaKey = "io.modelcontextprotocol/logLevel"
	listenMetaKey   = "io.modelcontextprotocol/subscriptionId"
)

var (
	legacyProtocols = []string{newestLegacy, "2025-06-18", unsaidProtocol, "2024-11-05"}
	allProtocols    = append([]string{modernProtocol}, legacyProtocols...)
)

// outlet is where what belongs to a request goes: what is said while it runs.
type outlet interface {
	// notify sends a notification to the client of the request.
	notify(method string, params any) error
	// canAsk reports whether the client can be sent requests.
	canAsk() bool
	// ask sends a request to the client. Its answer comes another way.
	ask(id, method string, params json.RawMessage) error
	// gone is closed when nothing can reach the client any more.
	gone() <-chan struct{}
}

// request is one request of a client.
type request struct {
	message

	modern  bool
	client  hosts.Client
	session *session    // nil without one
	header  http.Header // nil over stdio
	raw     any         // what hosts.Peer calls Raw
	out     outlet

	// What the params say. Each has been checked for its type only.
	meta      hosts.Meta
	arguments params

	call replicas.Call
	few  [3]jsonwalk.Member // room for the usual params
}

// params are the members of a request's params.
type params jsonwalk.Object

// get returns a member; nil where there is none.
func (p params) get(name string) json.RawMessage { return jsonwalk.Object(p).Get(name) }

// text returns a member that has to be a text that is not empty.
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
		return "", public(codeInvalidParams, URITooLong()) // what is far too long is not even decoded
	}
	uri, failure := p.text("uri")
	if failure == nil && len(uri) > ui.MaxURI {
		return "", public(codeInvalidParams, URITooLong())
	}
	return uri, failure
}

// maxMembers is how many members params may have: far more than MCP has, and few
// enough to cost little.
const maxMembers = 1000

// read takes the params apart. Members that stand twice are refused: what stands
// between may have looked at the other one.
func (r *request) read() *rpcError {
	object, err := jsonwalk.ReadObject(r.few[:0], r.params, maxMembers)
	if err != nil {
		return oddMembers(err, "params")
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

// oddMembers says why the members of an object are not read.
func oddMembers(err error, what string) *rpcError {
	if twice, ok := errors.AsType[*jsonwalk.TwiceError](err); ok {
		return invalidParams("params_invalid", "The "+what+" have "+quoted(twice.Name)+" twice.", "Send it once.")
	}
	return invalidParams("params_invalid", "The "+what+" have too many members.", "Send fewer.")
}

// forget lets go of the text that the request was read from.
func (r *request) forget() {
	r.message = message{method: r.method}
	r.arguments, r.meta, r.few = nil, hosts.Meta{}, [3]jsonwalk.Member{}
}

// version is the version of MCP that the request names in its _meta.
func (r *request) version() string {
	if string(r.meta.Raw(versionMetaKey)) == `"`+modernProtocol+`"` {
		return modernProtocol
	}
	return r.meta.Text(versionMetaKey)
}

// introduce reads who sends a request of the newer lifecycle.
func (r *request) introduce() *rpcError {
	version, abilities := r.version(), r.meta.Raw(abilityMetaKey)
	switch {
	case version == "":
		return invalidParams("meta_missing", "The _meta has no "+quoted(versionMetaKey)+".", "Send the version of MCP with each request.")
	case version != modernProtocol:
		return unsupported(version)
	case !jsonwalk.IsObject(abilities):
		return invalidParams("meta_missing", "The _meta has no "+quoted(abilityMetaKey)+".", "Send the client's capabilities with each request; {} is fine.")
	}
	r.modern = true
	r.client = hosts.Client{Protocol: version}
	if info := r.meta.Raw(clientMetaKey); info != nil {
		if !jsonwalk.IsObject(info) {
			return invalidParams("meta_invalid", "The "+quoted(clientMetaKey)+" in _meta is not a JSON object.", "Send name and version, or leave it out.")
		}
		nameClient(&r.client, info)
	}
	r.client.Declare(abilities)
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
	failure.Data["requested"] = cut(version, longestShown)
	return failure
}

// supported reports whether a version is served at all.
func supported(version string) bool { return slices.Contains(allProtocols, version) }

func isLegacy(version string) bool { return slices.Contains(legacyProtocols, version) }

// progressToken is what the client wants progress to be told under; nil for none.
func (r *request) progressToken() json.RawMessage {
	token := r.meta.Raw("progressToken")
	if token == nil || !validID(token) {
		return nil
	}
	return token
}
