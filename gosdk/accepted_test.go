package gosdk_test

import (
	"encoding/base64"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/orielapps/oriel/internal/attachtest"
)

// whereTheyRefuse are requests that only go-sdk does not take. Where they can be put into words
// that it takes, those are compared.
var whereTheyRefuse = []difference{
	{
		"clients have to accept both JSON and events",
		"we answer with what the client takes; MCP wants clients to take both, which some do not say",
		func(x *exchange) bool {
			return x.theirs.unsaid() && strings.HasPrefix(x.theirs.Text, "Accept must contain") && x.own.Status != http.StatusNotAcceptable && x.reword(func(h http.Header) {
				h.Set("Accept", "application/json, text/event-stream")
			})
		},
	},
	{
		"a POST may have seen an event",
		"Last-Event-ID means nothing in a POST, so we look at it as little as at any other header",
		func(x *exchange) bool {
			return strings.HasPrefix(x.theirs.Text, "can't send Last-Event-ID") && x.reword(func(h http.Header) { h.Del("Last-Event-ID") })
		},
	},
	{
		"Mcp-Name may be in base64",
		"what a header can't hold is put into base64 (2026-07-28, \"Standard request headers\"), which go-sdk 1.8.0 reads in Mcp-Param headers only",
		func(x *exchange) bool {
			name := x.request.Header.Get("Mcp-Name")
			return strings.HasPrefix(x.theirs.text(), "header mismatch: Mcp-Name") && x.own.code() != "header_mismatch" && strings.HasPrefix(name, "=?base64?") &&
				x.reword(func(h http.Header) { h.Set("Mcp-Name", unpacked(name)) })
		},
	},
	{
		"requests need no session",
		"we answer clients that never had one, as a client of which nothing is known; so does go-sdk, but only its stateless handler",
		func(x *exchange) bool {
			if x.lifecycle != attachtest.Legacy || x.request.Header.Get("Mcp-Session-Id") != "" || !strings.HasSuffix(x.theirs.text(), "is invalid during session initialization") {
				return false
			}
			x.theirs = x.again(x.request, true)
			return true
		},
	},
	{
		"initialize may come again",
		"each is a session of its own; go-sdk has one already",
		func(x *exchange) bool {
			return strings.HasPrefix(x.theirs.text(), `duplicate "initialize"`) && x.settled(x.own.worked())
		},
	},
	{
		"a notification is taken, whatever it says",
		"nobody can be answered, so what means nothing to us is nothing; go-sdk refuses methods of requests and of nobody, and headers that do not fit",
		func(x *exchange) bool {
			notification := x.said.top["id"] == nil && x.said.top["method"] != nil
			return notification && x.theirs.unsaid() && x.settled(x.own.Status == http.StatusAccepted)
		},
	},
	{
		"what a client can't say rightly it does not say",
		"abilities and names of a wrong type count as not told, so that one odd member shuts no client out; go-sdk fails the request",
		func(x *exchange) bool {
			wrong := strings.Contains(x.theirs.text(), "handling 'initialize': unmarshaling") || regexp.MustCompile(`invalid _meta field ".*/client(Info|Capabilities)"$`).MatchString(x.theirs.text())
			return wrong && x.settled(x.own.worked())
		},
	},
	{
		"numbers in _meta may be larger than any machine's",
		"nothing reads them; go-sdk makes floating point of all numbers",
		func(x *exchange) bool {
			failed := strings.Contains(x.theirs.text(), "cannot unmarshal") || strings.Contains(x.theirs.text(), "missing or invalid _meta field")
			huge := false
			for _, number := range regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?`).FindAllString(x.request.Body, -1) {
				_, err := strconv.ParseFloat(number, 64)
				huge = huge || err != nil
			}
			return huge && failed && x.settled(x.own.worked())
		},
	},
	{
		"rounds mean nothing in the older lifecycle",
		"inputResponses and requestState are members like any other there; go-sdk reads them all the same",
		func(x *exchange) bool {
			_, state := x.said.params["requestState"]
			_, answers := x.said.params["inputResponses"]
			return x.lifecycle != attachtest.Modern && (state || answers) && strings.Contains(x.theirs.text(), "unmarshaling") && x.settled(true)
		},
	},
	{
		"a ref of a prompt may have a uri",
		"it is a member more than there has to be; go-sdk refuses it",
		func(x *exchange) bool {
			return x.said.method == "completion/complete" && strings.Contains(x.theirs.text(), `reference of type "ref/`) && x.settled(x.own.worked())
		},
	},
}

// reworded asks go-sdk again with another header.
func (x *exchange) reword(change func(h http.Header)) bool {
	r := attachtest.Request{Header: x.request.Header.Clone(), Body: x.request.Body}
	change(r.Header)
	x.request, x.theirs = r, x.again(r, false)
	return true
}

// settled settles an exchange, if that is right.
func (x *exchange) settled(right bool) bool {
	if right {
		x.settle()
	}
	return right
}

func unpacked(value string) string {
	encoded, _ := strings.CutSuffix(strings.TrimPrefix(value, "=?base64?"), "?=")
	name, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return value
	}
	return string(name)
}
