package serve

import (
	"encoding/json"
	"net/http"
	"slices"

	"github.com/orielapps/oriel/hosts"
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
	meta      map[string]json.RawMessage
	arguments params
}

// params are the members of a request's params.
type params map[string]json.RawMessage

// text returns a member that has to be a text that is not empty.
func (p params) text(name string) (string, *rpcError) {
	text, ok := textOf(p[name])
	if !ok || text == "" {
		return "", invalidParams("params_invalid", "The params have no text "+quoted(name)+".", "See the method in the specification of MCP.")
	}
	return text, nil
}

// maxMembers is how many members params and _meta may have: far more than MCP has,
// and few enough to cost little.
const maxMembers = 1000

// read takes the params apart. Members that stand twice are refused: what stands
// between may have looked at the other one.
func (r *request) read() (fault *rpcError) {
	if r.arguments, fault = membersOf(r.params, "params"); fault != nil {
		return fault
	}
	meta := r.arguments["_meta"]
	if meta == nil || string(meta) == "null" {
		return nil
	}
	if !isObject(meta) {
		return invalidParams("params_invalid", "The _meta is not a JSON object.", "Send an object, or none.")
	}
	r.meta, fault = membersOf(meta, "_meta")
	return fault
}

// membersOf returns the members of an object, each of which stands in it once.
func membersOf(object json.RawMessage, what string) (members map[string]json.RawMessage, fault *rpcError) {
	members = map[string]json.RawMessage{}
	eachMember(object, func(name string, value json.RawMessage) bool {
		if _, twice := members[name]; twice {
			fault = invalidParams("params_invalid", "The "+what+" have "+quoted(name)+" twice.", "Send it once.")
		} else if len(members) == maxMembers {
			fault = invalidParams("params_invalid", "The "+what+" have too many members.", "Send fewer.")
		}
		members[name] = value
		return fault == nil
	})
	return members, fault
}

// version is the version of MCP that the request names in its _meta.
func (r *request) version() string {
	version, _ := textOf(r.meta[versionMetaKey])
	return version
}

// introduce reads who sends a request of the newer lifecycle.
func (r *request) introduce() *rpcError {
	version := r.version()
	switch {
	case version == "":
		return invalidParams("meta_missing", "The _meta has no "+quoted(versionMetaKey)+".", "Send the version of MCP with each request.")
	case version != modernProtocol:
		return unsupported(version)
	case !isObject(r.meta[abilityMetaKey]):
		return invalidParams("meta_missing", "The _meta has no "+quoted(abilityMetaKey)+".", "Send the client's capabilities with each request; {} is fine.")
	}
	r.modern = true
	r.client = hosts.Client{Protocol: version}
	if info := r.meta[clientMetaKey]; info != nil {
		if !isObject(info) {
			return invalidParams("meta_invalid", "The "+quoted(clientMetaKey)+" in _meta is not a JSON object.", "Send name and version, or leave it out.")
		}
		nameClient(&r.client, info)
	}
	r.client.Declare(r.meta[abilityMetaKey])
	return nil
}

// nameClient reads the name and version of a client.
func nameClient(c *hosts.Client, info json.RawMessage) {
	eachMember(info, func(name string, value json.RawMessage) bool {
		switch name {
		case "name":
			c.Name, _ = textOf(value)
		case "version":
			c.Version, _ = textOf(value)
		}
		return true
	})
	c.Name, c.Version = cut(c.Name, maxClientName), cut(c.Version, maxClientVersion)
}

func unsupported(version string) *rpcError {
	failure := coded(codeUnsupported, "protocol_version_unsupported", "This server does not speak MCP "+quoted(version)+".",
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
	token := r.meta["progressToken"]
	if token == nil || !validID(token) {
		return nil
	}
	return token
}

// metaValues is the _meta as the app sees it.
func (r *request) metaValues() map[string]any {
	if len(r.meta) == 0 {
		return nil
	}
	values := make(map[string]any, len(r.meta))
	for name, raw := range r.meta {
		var value any
		if json.Unmarshal(raw, &value) == nil {
			values[name] = value
		}
	}
	return values
}
