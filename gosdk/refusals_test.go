package gosdk_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/attachtest"
)

// whereBothRefuse are requests that neither takes.
var whereBothRefuse = []difference{
	{
		"a refusal has other words",
		"ours has a stable code and a mend; the code of JSON-RPC and the status are the same",
		func(x *exchange) bool {
			same := x.own.Status == x.theirs.Status && x.own.number() == x.theirs.number() && x.own.number() != ""
			return x.bothRefuse() && x.settled(same)
		},
	},
	{
		"a refusal is no JSON-RPC",
		"what goes wrong before a message is worked on go-sdk says in plain text, we as an error of JSON-RPC",
		func(x *exchange) bool { return x.bothRefuse() && x.settled(x.theirs.Text != "") },
	},
	{
		"a message that can't be read has the status 400",
		"go-sdk finds out later that params don't fit their method, when it has begun to answer with 200",
		func(x *exchange) bool {
			same := x.own.number() == x.theirs.number() && x.own.Status == http.StatusBadRequest && x.theirs.Status == http.StatusOK
			return x.bothRefuse() && x.lifecycle != attachtest.Modern && x.settled(same)
		},
	},
	{
		"a refusal has another reason",
		"of two faults each server finds another one first, or calls it otherwise",
		func(x *exchange) bool { return x.bothRefuse() && x.settled(!x.own.worked()) },
	},
	{
		"an empty name is the same as none",
		"it can't be what was meant; go-sdk takes what is missing for empty, and asks the app for it",
		func(x *exchange) bool {
			nameless := x.said.method == "completion/complete" || stringOf(x.said.params["name"])+stringOf(x.said.params["uri"]) == ""
			return x.own.code() == "params_invalid" && nameless && strings.Contains(x.theirs.text(), `""`) && x.settled(x.theirs.number() == "-32602")
		},
	},
}

// bothRefuse reports whether neither has worked on a request, go-sdk for a reason of its
// own.
func (x *exchange) bothRefuse() bool {
	return x.own.refused() && x.own.code() != "" && x.theirs.unsaid()
}

// whereWeRefuse are requests that only we do not take.
var whereWeRefuse = []difference{
	{
		"members stand once",
		"of two, what stands between a client and us may have looked at the other one; go-sdk takes the last",
		func(x *exchange) bool {
			return slices.Contains([]string{"request_invalid", "params_invalid"}, x.own.code()) && x.settled(!x.said.once || !x.said.answersOnce)
		},
	},
	{
		"a body is one JSON text in UTF-8",
		"go-sdk reads the first value of a body, and anything for UTF-8",
		func(x *exchange) bool { return x.own.code() == "request_not_json" && x.settled(!x.said.readable) },
	},
	{
		"an id is a text or an integer of at most 1,024 bytes",
		"MCP knows no other; go-sdk takes null for no id, rounds what is no integer, and sends anything back",
		func(x *exchange) bool { return x.own.code() == "request_invalid" && x.settled(oddID(x.said.top["id"])) },
	},
	{
		"a request has no result",
		"it would be a request and an answer at once; go-sdk looks at its method only",
		func(x *exchange) bool {
			_, result := x.said.top["result"]
			_, failure := x.said.top["error"]
			return x.own.code() == "request_invalid" && x.settled((result || failure) && x.said.top["method"] != nil)
		},
	},
	{
		"a list has no place to go on from",
		"ours come whole, so that no cursor can be one of ours; go-sdk takes an empty one for none",
		func(x *exchange) bool {
			return x.own.code() == "cursor_unknown" && x.settled(x.said.params["cursor"] != nil)
		},
	},
	{
		"headers of MCP stand once",
		"who routes by one of them may have taken the other; go-sdk takes the first",
		func(x *exchange) bool {
			twice := false
			for _, name := range []string{"Mcp-Protocol-Version", "Mcp-Session-Id", "Mcp-Method", "Mcp-Name"} {
				twice = twice || len(x.request.Header[name]) > 1
			}
			return x.own.code() == "header_mismatch" && x.settled(twice)
		},
	},
	{
		"only requests of the newer lifecycle have a version in their _meta",
		"a version in two places that can disagree says nothing for sure; go-sdk compares the two",
		func(x *exchange) bool {
			return slices.Contains([]string{"header_mismatch", "protocol_version_unsupported"}, x.own.code()) && x.request.Header.Get("Mcp-Protocol-Version") < modernVersion && x.settled(x.said.meta[metaPrefix+"protocolVersion"] != nil)
		},
	},
	{
		"nobody has asked for an answer",
		"a client that answers what was not asked hears of it; go-sdk takes it and drops it",
		func(x *exchange) bool {
			refused := x.own.code() == "answer_unexpected" || x.own.code() == "request_invalid"
			return refused && x.settled(x.said.top["method"] == nil && x.theirs.Status == http.StatusAccepted)
		},
	},
	{
		"there is no such session",
		"a client that has a session of somebody else has to begin one with us; go-sdk's stateless handler looks at none",
		func(x *exchange) bool {
			return x.own.code() == "session_unknown" && x.settled(x.lifecycle != attachtest.Legacy && x.request.Header.Get("Mcp-Session-Id") != "")
		},
	},
	{
		"the arguments of a call are an object",
		"that they are not is a fault of the client, no mistake of its model; through go-sdk they reach the tool, which tells the model",
		func(x *exchange) bool {
			return x.said.method == "tools/call" && x.own.code() == "params_invalid" && x.theirs.faultCode() != "" && x.settled(!isA(x.said.params["arguments"], "{n"))
		},
	},
	{
		"a completion is of an argument",
		"without a name there is nothing to complete; go-sdk asks the app for the argument without one",
		func(x *exchange) bool {
			var argument struct {
				Name string `json:"name"`
			}
			_ = json.Unmarshal(x.said.params["argument"], &argument) // no name, then
			return x.said.method == "completion/complete" && x.own.code() == "params_invalid" && x.settled(argument.Name == "")
		},
	},
	{
		"initialize names a version",
		"it is required; go-sdk takes none for the newest that has sessions",
		func(x *exchange) bool {
			return x.said.method == "initialize" && x.own.code() == "params_invalid" && x.settled(stringOf(x.said.params["protocolVersion"]) == "")
		},
	},
	{
		"a level of logs is one that there is",
		"go-sdk keeps any text",
		func(x *exchange) bool {
			return x.said.method == "logging/setLevel" && x.settled(x.own.code() == "params_invalid" || x.own.code() == "log_level_unknown")
		},
	},
}

// oddID tells what is no id, and is there.
func oddID(id json.RawMessage) bool {
	const longest = 1024
	return isA(id, "n") || isA(id, "-0123456789") && strings.ContainsAny(string(id), ".eE") || len(id) > longest
}
