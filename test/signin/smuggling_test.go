package signin_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// What is read in two ways by two programs on the way is refused, or read in the way that needs
// more: neither somebody without a token nor a user without the scopes has the tool save run.
func TestSmuggling(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, a *trips) {
		t.Helper()
		reader := a.issuer.token(nil, a.issuer.claims(a.url, "ada", map[string]any{"scope": "trips.read"}))
		a.send(a.call("save", a.bearer("x")))
		for who, header := range map[string][]string{"nobody": nil, "a reader": {a.bearer(reader)}} {
			for name, r := range smuggled(a, header) {
				got := a.send(r)
				if ran := a.hasRun(); strings.Contains(ran, "save") || strings.Contains(got.body, "save for") {
					t.Errorf("%s, %s: it has run %q: %s", who, name, ran, got)
				}
				if a.way == own && strings.HasSuffix(name, "in another case") {
					continue // its members have one case, so the rest is nothing to it
				}
				if refused := []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden}; !slices.Contains(refused, got.status) {
					t.Errorf("%s, %s: %s", who, name, got)
				}
				if challenge := got.header.Get("WWW-Authenticate"); got.status != http.StatusBadRequest && !strings.HasPrefix(challenge, a.challenge()) {
					t.Errorf("%s, %s: the challenge is %s", who, name, challenge)
				}
			}
		}
	})
}

// smuggled are requests whose parts disagree about what they are for, or from whom.
func smuggled(a *trips, header []string) map[string]request {
	with := func(more ...string) []string { return append(slices.Clone(header), more...) }
	search, save := a.call("search"), a.call("save")
	all := map[string]request{
		"a user in the body":      {header: save.header, body: strings.Replace(save.body, `"params":{`, `"user":{"id":"bob"},"params":{`, 1)},
		"a user in headers":       a.call("save", "X-User: bob", "X-Forwarded-User: bob", "X-Auth-Request-User: bob", "Remote-User: bob"),
		"a token in a cookie":     a.call("save", "Cookie: access_token="+a.secret(a.good("bob"))),
		"a token for the proxy":   a.call("save", "Proxy-Authorization: Bearer "+a.secret(a.good("bob"))),
		"a token in a longer one": a.call("save", "X-A: b\r\n Authorization: Bearer "+a.secret(a.good("bob"))),
		"another method on top":   a.call("save", "X-HTTP-Method-Override: OPTIONS"),
		"another host":            a.call("save", "X-Forwarded-Host: evil.example", "Forwarded: host=evil.example"),
		"the length twice":        a.call("save", "Content-Length: 2"),
		"the token beside it":     a.call("save", "Authorization : Bearer "+a.secret(a.good("bob"))),
		"two names":               {header: search.header, body: a.body("tools/call", `{"name":"search","name":"save","arguments":{}}`)},
		"two names, turned":       {header: save.header, body: a.body("tools/call", `{"name":"save","name":"search","arguments":{}}`)},
		"a name in another case":  {header: search.header, body: a.body("tools/call", `{"name":"search","Name":"save","arguments":{}}`)},
		"a name in escapes":       {header: save.header, body: a.body("tools/call", `{"n\u0061me":"s\u0061ve","arguments":{}}`)},
		"two methods":             {header: save.header, body: strings.Replace(save.body, `"method"`, `"method":"ping","method"`, 1)},
		"a method in another case": {
			header: save.header, body: strings.Replace(strings.Replace(save.body, `"method"`, `"Method"`, 1), `"id":1`, `"id":1,"method":"ping"`, 1),
		},
		"two params": {header: search.header, body: strings.Replace(search.body, `"params"`, `"params":{"name":"save","arguments":{}},"params"`, 1)},
		"params in another case": {
			header: search.header, body: strings.Replace(search.body, `"params"`, `"PARAMS":{"name":"save","arguments":{}},"params"`, 1),
		},
		"two messages": {header: save.header, body: search.body + save.body},
		"a batch":      {header: save.header, body: "[" + search.body + "," + save.body + "]"},
		"not UTF-8":    {header: save.header, body: strings.Replace(save.body, `"arguments":{}`, "\"arguments\":{},\"x\":\"\xff\"", 1)},
	}
	if a.lifecycle == modern {
		all["headers that name another tool"] = request{header: search.header, body: save.body}
		all["headers that name another method"] = request{header: []string{"Mcp-Method: tools/list"}, body: save.body}
		all["the name twice in headers"] = request{header: append(slices.Clone(search.header), "Mcp-Name: save"), body: save.body}
	}
	for name, r := range all {
		r.header = with(r.header...)
		all[name] = r
	}
	return all
}

// HTTP's header names have no case, and a header may go on in the next line. Neither makes a
// token of what is none.
func TestFormsOfTheHeader(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, a *trips) {
		t.Helper()
		good := a.secret(a.good("ada"))
		half := len(good) / 2
		for name, test := range map[string]struct {
			header string
			status int
		}{
			"small letters":       {"authorization: bearer " + good, http.StatusOK},
			"any letters":         {"aUtHoRiZaTiOn: bEaReR " + good, http.StatusOK},
			"a token in two":      {"Authorization: Bearer " + good[:half] + "\r\n " + good[half:], http.StatusUnauthorized},
			"a token in two tabs": {"Authorization: Bearer " + good[:half] + "\r\n\t" + good[half:], http.StatusUnauthorized},
			"a second in a line":  {"Authorization: Bearer " + good + "\r\n Bearer " + good, http.StatusUnauthorized},
			"a line feed alone":   {"Authorization: Bearer x\nAuthorization: Bearer " + good, http.StatusUnauthorized},
			"a zero byte":         {"Authorization: Bearer " + good + "\x00", http.StatusBadRequest},
			"a colon too many":    {"Authorization:: Bearer " + good, http.StatusUnauthorized},
			"underscores":         {"Authorization_: Bearer " + good, http.StatusUnauthorized},
		} {
			got := a.send(a.call("save", test.header))
			if ran := a.hasRun(); got.status != test.status || (ran != "") != (test.status == http.StatusOK) {
				t.Errorf("%s: %s; it has run %q", name, got, ran)
			}
		}
	})
}
