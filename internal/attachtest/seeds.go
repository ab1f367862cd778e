package attachtest

import (
	"slices"
	"strings"
)

// The places of the choices of a request.
const (
	methodAt = iota
	paramsAt
	metaAt
	idAt
	styleAt
	envelopeAt
	acceptAt
	headerAt
	choicesPerRequest
)

// Seeds are choices from which every single thing is chosen once, in each lifecycle.
func Seeds() [][]byte {
	var all [][]byte
	for l := range lifecycles {
		add := func(client, version, reply int, requests ...[]byte) {
			all = append(all, slices.Concat(append([][]byte{choose(l, client, version, reply)}, requests...)...))
		}
		for m, method := range methods {
			for p := range method.params {
				add(0, 0, 0, request(m, p))
			}
		}
		addClients(add)
		addQuestions(add)
		for place, options := range optionsAt() {
			for option := range options {
				add(0, 0, 0, varied(place, option)...)
			}
		}
	}
	return all
}

type adding func(client, version, reply int, requests ...[]byte)

// addClients adds what depends on who asks, in which version.
func addClients(add adding) {
	telling := [][]byte{of("tools/list", ``), of("resources/list", ``), of("tools/call", `{"name":"told"}`), of("resources/read", `{"uri":"`+view+`"}`)}
	for c := range clients {
		add(c, 0, 0, telling...)
	}
	for v := range versions {
		add(0, v, 0, telling...)
		for e, envelope := range envelopes {
			if strings.Contains(envelope.name, "batch") {
				asking := of("tools/call", `{"name":"confirm","arguments":{}}`)
				add(0, v, 0, in(e, of("tools/list", ``)), in(e, of("tools/call", `{"name":"steps"}`)), in(e, asking))
			}
		}
	}
}

// addQuestions adds what leads to questions, in one round or in several.
func addQuestions(add adding) {
	for r := range replies {
		add(
			0, 0, r, of("tools/call", `{"name":"confirm","arguments":{}}`), of("tools/call", `{"name":"thinks"}`),
			of("resources/read", `{"uri":"sample://secret"}`), of("prompts/get", `{"name":"careful"}`),
		)
	}
	for _, again := range rounds() {
		add(0, 0, 0, again...)
	}
}

// optionsAt are how many options there are at each place that is no method's own.
func optionsAt() [choicesPerRequest]int {
	return [...]int{
		methodAt: 0, paramsAt: 0, metaAt: len(metas), idAt: len(ids), styleAt: len(styles),
		envelopeAt: len(envelopes), acceptAt: len(accepts), headerAt: len(headers),
	}
}

// rounds are requests that come again with an answer to what they have led to.
func rounds() [][][]byte {
	ask := of("tools/call", `{"name":"confirm","arguments":{}}`)
	var all [][][]byte
	for m, method := range methods {
		for p, params := range method.params {
			if !strings.Contains(params, state) {
				continue
			}
			first := ask
			switch method.name {
			case "resources/read":
				first = of(method.name, `{"uri":"sample://secret"}`)
			case "prompts/get":
				first = of(method.name, `{"name":"careful"}`)
			}
			all = append(all, [][]byte{first, request(m, p)})
		}
	}
	return all
}

// varied are requests that have one thing in another way.
func varied(place, option int) [][]byte {
	all := [][]byte{
		of("tools/list", ``), of("tools/call", `{"name":"steps"}`),
		of("tools/call", `{"name":"routed","arguments":{"region":"eu","inner":{"n":3}}}`), of("resources/read", `{"uri":"sample://notes"}`),
	}
	for _, r := range all {
		r[place] = oneOf(option)
	}
	return all
}

// in is a request in an envelope.
func in(envelope int, r []byte) []byte {
	r[envelopeAt] = oneOf(envelope)
	return r
}

// of is a request of a method and params that there are.
func of(name, params string) []byte {
	m := slices.IndexFunc(methods, func(m method) bool { return m.name == name })
	return request(m, slices.Index(methods[m].params, params))
}

func request(method, params int) []byte {
	choices := make([]byte, choicesPerRequest)
	choices[methodAt], choices[paramsAt] = oneOf(method), oneOf(params)
	return choices
}

func choose(options ...int) []byte {
	choices := make([]byte, len(options))
	for i, option := range options {
		choices[i] = oneOf(option)
	}
	return choices
}

// oneOf is a choice as a byte.
func oneOf(option int) byte { return byte(option) } //nolint:gosec // there are never as many as 256
