package attachtest

import (
	"net/http"
	"strings"
)

// FromChoices makes a conversation of bytes, each of which chooses one thing; where
// there are no more, that is the plainest. The text goes where people write theirs.
//
//	lifecycle client version reply { method params meta id style envelope accept header }
func FromChoices(choices []byte, text string) Conversation {
	from := &chooser{choices}
	c := Conversation{Lifecycle: pick(from, lifecycles)}
	as := pick(from, clients)
	version := pick(from, versions)
	if c.Lifecycle == Modern {
		version = usual(Modern)
	}
	reply := pick(from, replies)
	c.Replies = reply.by
	c.Name = described(string(c.Lifecycle), as.name, clients[0].name, version, usual(c.Lifecycle), "answers "+reply.name, "answers "+replies[0].name)
	if c.Lifecycle == Legacy {
		c.begin(as, version)
	}
	for range maxRequests {
		c.Requests = append(c.Requests, from.request(c.Lifecycle, as, version, text))
		if len(from.rest) == 0 {
			break
		}
	}
	return c
}

// usual is the version of most clients.
func usual(l Lifecycle) string {
	if l == Modern {
		return modernVersion
	}
	return newestLegacy
}

// maxRequests is how many requests a conversation has, beside those that begin it.
const maxRequests = 4

// chooser gives choices away.
type chooser struct{ rest []byte }

func pick[T any](from *chooser, among []T) T {
	if len(from.rest) == 0 {
		return among[0]
	}
	choice := int(from.rest[0])
	from.rest = from.rest[1:]
	return among[choice%len(among)]
}

// request makes the next request.
func (from *chooser) request(l Lifecycle, as client, version, text string) Request {
	method := pick(from, methods)
	params := pick(from, method.params)
	meta := pick(from, metas)
	id := pick(from, ids)
	s := pick(from, styles)
	envelope := pick(from, envelopes)
	accept := pick(from, accepts)
	change := pick(from, headers)

	members := meta
	if l == Modern && as.meta != "" {
		members += "," + as.meta
	}
	if l == Modern {
		members += `,"io.modelcontextprotocol/protocolVersion":"` + version + `"` +
			as.members(`"io.modelcontextprotocol/clientCapabilities"`, `"io.modelcontextprotocol/clientInfo"`)
	}
	name := described(
		strings.TrimSpace(method.name+" "+params), "_meta"+meta, "_meta", "id "+id, "id "+ids[0], s.name, styles[0].name, envelope.name, envelopes[0].name,
		"accepts "+strings.Join(accept, " + "), "accepts "+accepts[0][0], change.name, headers[0].name,
	)
	params = withMeta(params, strings.TrimPrefix(members, ","))
	body := envelope.write(id, method.name, params)
	body = rewritten(strings.ReplaceAll(body, `"TEXT"`, quotedJSON(text)), s)
	if envelope.spoil != nil {
		body = envelope.spoil(body)
	}
	header := headerOf(l, version, body)
	header["Accept"] = accept
	if accept == nil {
		delete(header, "Accept")
	}
	change.change(header)
	return Request{Name: name, Header: header, Body: body}
}

// described names something, and what is not plain about it: pairs of what it has, and
// the plainest.
func described(what string, pairs ...string) string {
	all := []string{what}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] != pairs[i+1] {
			all = append(all, pairs[i])
		}
	}
	return strings.Join(all, " · ")
}

// withMeta adds a _meta to params that are an object, or not there.
func withMeta(params, members string) string {
	switch {
	case members == "" || params != "" && !strings.HasPrefix(params, "{"):
		return params
	case params == "" || params == "{}":
		return `{"_meta":{` + members + `}}`
	default:
		return `{"_meta":{` + members + `},` + params[1:]
	}
}

// reply is what a client answers to questions, by their methods.
type reply struct {
	name string
	by   map[string]string
}

// client is what a client says of itself, as JSON; what is empty it does not say. The
// _meta, members of it, comes along.
type client struct{ name, capabilities, info, meta string }

// members are those that tell the client, under these names, each after a comma.
func (c client) members(capabilities, info string) string {
	var all string
	if c.capabilities != "" {
		all += "," + capabilities + ":" + c.capabilities
	}
	if c.info != "" {
		all += "," + info + ":" + c.info
	}
	return all
}

// method is a method with params that it may be sent.
type method struct {
	name   string
	params []string
}

// envelope is what a request is in.
type envelope struct {
	name string
	// write makes the message of its members.
	write func(id, method, params string) string
	// spoil makes something else of its bytes.
	spoil func(body string) string
}

// headerChange changes the header of a request.
type headerChange struct {
	name   string
	change func(h http.Header)
}
