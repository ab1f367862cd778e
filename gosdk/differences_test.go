package gosdk_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/orielapps/oriel/internal/attachtest"
)

// difference is something in which the app's own handler and go-sdk's server may
// differ, on purpose or because go-sdk leaves no choice.
type difference struct {
	name string // after "they differ in that"
	why  string
	// level takes the difference out of both answers, or settles the exchange where
	// nothing else can be compared. It reports whether it was there.
	level func(x *exchange) bool
}

// deliberate are all differences that there may be. The order is that in which they are
// looked for.
var deliberate = slices.Concat(whereTheyRefuse, inBatches, inResults, inMessages, whereBothRefuse, whereWeRefuse)

const (
	modernVersion = "2026-07-28"
	metaPrefix    = "io.modelcontextprotocol/"
)

// inResults are in answers that both have.
var inResults = []difference{
	{
		"what does not exist has status 400",
		"go-sdk answers all invalid params so, and its own client then shows another text than the error's",
		func(x *exchange) bool {
			failure, _ := x.own.answer()["error"].(map[string]any)
			apart := fmt.Sprint(failure["code"]) == "-32602" && x.theirs.answer()["error"] != nil && x.own.Status == http.StatusOK && x.theirs.Status == http.StatusBadRequest
			if apart {
				x.theirs.Status = x.own.Status
			}
			return apart
		},
	},
	{
		"lists have another order",
		"go-sdk lists by name, an app in the order of its declarations",
		func(x *exchange) bool {
			own, theirs := attachtest.SortLists(x.own.result()), attachtest.SortLists(x.theirs.result())
			return own && theirs
		},
	},
	{
		"clients of the older lifecycle get hints for caches",
		"our results say the same in both lifecycles; go-sdk leaves some of it out before 2026-07-28",
		func(x *exchange) bool {
			if x.lifecycle == attachtest.Modern {
				return false
			}
			own, theirs := attachtest.DropCacheHints(x.own.result()), attachtest.DropCacheHints(x.theirs.result())
			return own != theirs
		},
	},
	{
		"results that ask have what others have",
		"go-sdk's types can't leave out the list of a result without questions, and its hints for caches",
		func(x *exchange) bool {
			result := x.theirs.result()
			there := result["resultType"] == "input_required" && attachtest.DropCacheHints(result)
			for _, list := range []string{"content", "contents", "messages"} {
				if items, ok := result[list].([]any); ok && len(items) == 0 && result["resultType"] == "input_required" {
					delete(result, list)
					there = true
				}
			}
			return there
		},
	},
	{
		"questions say that they are forms",
		"go-sdk writes the default mode, which we leave out",
		func(x *exchange) bool {
			there := false
			asked, _ := x.theirs.result()["inputRequests"].(map[string]any)
			for _, question := range asked {
				there = withoutMode(question) || there
			}
			for _, message := range x.theirs.Messages {
				there = withoutMode(message) || there
			}
			return there
		},
	},
	{
		"questions for roots have params",
		"go-sdk leaves out empty params, we do not",
		func(x *exchange) bool {
			there := false
			for _, m := range x.own.Messages {
				message, _ := m.(map[string]any)
				params, ok := message["params"].(map[string]any)
				if message["method"] == "roots/list" && ok && len(params) == 0 {
					delete(message, "params")
					there = true
				}
			}
			return there
		},
	},
	{
		"the capability of logging is declared",
		"in the newer lifecycle nobody sets a level any more, so we declare nothing; go-sdk declares what the server is made with in both",
		func(x *exchange) bool {
			if x.lifecycle != attachtest.Modern {
				return false
			}
			capabilities, _ := x.theirs.result()["capabilities"].(map[string]any)
			_, there := capabilities["logging"]
			delete(capabilities, "logging")
			return there
		},
	},
	{
		"calls that ask for a sign-in are answered with 401 or 403",
		"clients of MCP sign in at the status (2025-11-25, \"Authorization\"); a tool on go-sdk can't set one",
		func(x *exchange) bool {
			challenged := x.own.Status == http.StatusUnauthorized || x.own.Status == http.StatusForbidden
			if challenged && !x.theirs.unsaid() {
				x.own.Status = x.theirs.Status
			}
			return challenged && !x.theirs.unsaid()
		},
	},
	{
		"an empty resource is an empty text",
		"go-sdk leaves out an empty text, so what a client needs instead are empty bytes",
		func(x *exchange) bool {
			own, theirs := onlyContents(x.own.result()), onlyContents(x.theirs.result())
			there := own["text"] == "" && theirs["blob"] == "" && theirs["text"] == nil
			if there {
				delete(theirs, "blob")
				theirs["text"] = ""
			}
			return there
		},
	},
	{
		"numbers of more than 53 bits are exact",
		"go-sdk reads ids and progress tokens as floating point, so that a client would not know its own again",
		func(x *exchange) bool {
			own, theirs := rounded(&x.own), rounded(&x.theirs)
			return own && theirs
		},
	},
}

// inMessages are in what comes before an answer.
var inMessages = []difference{
	{
		"logs are sent to clients that set no level",
		"our default is info, as MCP leaves it to servers; go-sdk sends nothing until a level is set",
		func(x *exchange) bool {
			const log = "notifications/message"
			return x.lifecycle == attachtest.Legacy && !x.theirs.has(log) && x.own.without(log)
		},
	},
	{
		"an unknown level of logs is taken for the lowest",
		"we send nothing to a client that asks for a level that there is none of",
		func(x *exchange) bool {
			level := x.said.meta[metaPrefix+"logLevel"]
			known := slices.Contains([]string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}, stringOf(level))
			return level != nil && !known && !x.own.has("notifications/message") && x.theirs.without("notifications/message")
		},
	},
	{
		"progress is told under tokens that are none",
		"a token is a text or an integer; go-sdk sends back anything",
		func(x *exchange) bool {
			token := x.said.meta["progressToken"]
			_, err := strconv.ParseInt(string(token), 10, 64)
			return token != nil && !isA(token, `"`) && err != nil && !x.own.has("notifications/progress") && x.theirs.without("notifications/progress")
		},
	},
	{
		"clients of the older lifecycle may introduce themselves with each request",
		"there it is initialize that says who asks, and without a session nobody does",
		func(x *exchange) bool {
			told := x.said.meta[metaPrefix+"clientInfo"] != nil || x.said.meta[metaPrefix+"clientCapabilities"] != nil
			return x.lifecycle != attachtest.Modern && told && x.settled(x.own.worked() && !x.theirs.unsaid())
		},
	},
	{
		"clients that take no events hear nothing before the answer",
		"go-sdk answers only clients that take events",
		func(x *exchange) bool {
			mute := !takesEvents(x.accept) && len(x.own.Messages) == 1
			log, progress := mute && x.theirs.without("notifications/message"), mute && x.theirs.without("notifications/progress")
			return log || progress || !takesEvents(x.accept) && x.own.faultCode() == "cannot_ask" && x.settled(x.theirs.asked())
		},
	},
	{
		"answers to questions may be of any form",
		"the app says what does not fit; go-sdk's types and checks come before it",
		func(x *exchange) bool {
			unread := strings.Contains(x.theirs.text(), "failed to extract name") || strings.Contains(x.theirs.text(), "inputResponses[")
			if x.said.params["inputResponses"] != nil && unread {
				return x.settled(x.own.worked())
			}
			asked := x.own.asked() && x.theirs.asked()
			fault := slices.Contains([]string{"no_route", "ask_refused", "answer_invalid"}, x.theirs.faultCode())
			return asked && x.settled(fault)
		},
	},
	{
		"what stands twice in what a client says of itself counts together",
		"no client sends that; go-sdk takes the last of both",
		func(x *exchange) bool { return !x.once && x.settled(x.own.worked() && !x.theirs.unsaid()) },
	},
	{
		"names of clients are long, or can't be seen",
		"we cut them, and leave out control characters: they go into logs and into session ids",
		func(x *exchange) bool {
			var info struct {
				Name    string `json:"name"`
				Version string `json:"version"`
			}
			told := x.introduced
			if x.lifecycle == attachtest.Modern {
				told = x.said.meta[metaPrefix+"clientInfo"]
			}
			odd := json.Unmarshal(told, &info) == nil && (oddName(info.Name) || oddName(info.Version))
			return odd && stringOf(x.said.params["name"]) == "told" && x.settled(!x.own.refused() && !x.theirs.refused())
		},
	},
}

// takesEvents reports whether a client takes events.
func takesEvents(accept []string) bool {
	for part := range strings.SplitSeq(strings.ToLower(strings.Join(accept, ",")), ",") {
		kind, weight, _ := strings.Cut(strings.ReplaceAll(part, " ", ""), ";")
		if slices.Contains([]string{"text/event-stream", "text/*", "*/*"}, kind) && weight != "q=0" {
			return true
		}
	}
	return len(accept) == 0
}

// oddName tells what is cut.
func oddName(name string) bool {
	return len(name) > 40 || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsGraphic(r) || r == utf8.RuneError })
}

// onlyContents are what was read.
func onlyContents(result map[string]any) map[string]any {
	contents, _ := result["contents"].([]any)
	if len(contents) != 1 {
		return nil
	}
	only, _ := contents[0].(map[string]any)
	return only
}

// withoutMode takes the mode out of a question.
func withoutMode(question any) bool {
	members, _ := question.(map[string]any)
	params, _ := members["params"].(map[string]any)
	form := members["method"] == "elicitation/create" && params["mode"] == "form"
	if form {
		delete(params, "mode")
	}
	return form
}

// rounded makes floating point of the ids and tokens of messages. Beyond what that
// holds, go-sdk makes another number of an id.
func rounded(o *outcome) bool {
	there := false
	for _, m := range o.Messages {
		message, _ := m.(map[string]any)
		params, _ := message["params"].(map[string]any)
		for _, members := range []map[string]any{message, params} {
			for _, name := range []string{"id", "progressToken"} {
				number, ok := members[name].(json.Number)
				if !ok {
					continue
				}
				value, err := number.Float64()
				if err == nil && name == "id" {
					value = asKept(value)
				}
				members[name] = value + 0 // no negative zero
				there = true
			}
		}
	}
	return there
}

// asKept is an id as go-sdk keeps it: any that is too large becomes the same.
func asKept(id float64) float64 {
	const most = 1 << 63
	if id >= most || id <= -most {
		return most
	}
	return id + 0 // no negative zero
}

// unsaid reports whether an answer is an error of go-sdk itself, not of the app.
func (o *outcome) unsaid() bool { return o.refused() && o.code() == "" }
