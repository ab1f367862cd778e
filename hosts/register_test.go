package hosts_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

const origin = `,"source":"a test","date":"2026-11-20","kind":"defined"}`

// Profiles are for the whole program, so each test has names of its own.
func own(t *testing.T, id string, clients string) *hosts.Profile {
	t.Helper()
	p, err := hosts.Parse(id, []byte(`{"title":"Own","adapter":{"value":"mcp-apps"`+origin+`,"clients":{"value":[`+clients+`]`+origin+`}`))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestRegister(t *testing.T) {
	t.Parallel()
	p := own(t, "own-host", `"Own Client"`)
	if err := hosts.Register(p); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p, hosts.Detect(hosts.Client{Introduced: true, Name: "own client"})); diff != "" {
		t.Errorf("Detect: %s", diff)
	}
	if got, ok := hosts.Get("own-host"); !ok || !cmp.Equal(got, p) {
		t.Errorf("Get gives %v, %v", got, ok)
	}
	if err := hosts.Register(own(t, "own-host", `"Own Client"`)); err != nil {
		t.Errorf("the same again: %v", err)
	}
	if err := hosts.Register(own(t, "own-host", `"Other Client"`)); err == nil {
		t.Error("another profile took the id")
	}
	all := hosts.All()
	for i, one := range all {
		if i > 0 && all[i-1].ID >= one.ID {
			t.Errorf("%s stands before %s", all[i-1].ID, one.ID)
		}
	}
}

// A program knows its own host better than Oriel does.
func TestRegisteredWins(t *testing.T) {
	t.Parallel()
	p := own(t, "our-cline", `"Cline"`)
	if err := hosts.Register(p); err != nil {
		t.Fatal(err)
	}
	if got := hosts.Detect(hosts.Client{Introduced: true, Name: "cline"}); got.ID != "our-cline" {
		t.Errorf("Detect gives %s", got.ID)
	}
}

func TestRegisterRefuses(t *testing.T) {
	t.Parallel()
	taken := own(t, "claude", `"x"`)
	for name, test := range map[string]struct {
		profile *hosts.Profile
		code    string
	}{
		"nil":          {nil, "profile_invalid"},
		"empty":        {&hosts.Profile{}, "profile_invalid"},
		"hostile id":   {&hosts.Profile{ID: "../../etc", Title: "x", Adapter: taken.Adapter}, "profile_invalid"},
		"taken":        {taken, "profile_taken"},
		"unknown mode": {&hosts.Profile{ID: "modes", Title: "x", Adapter: taken.Adapter, DisplayModes: hosts.Fact[[]string]{Known: true, Value: []string{"carousel"}}}, "profile_invalid"},
		"no version":   {&hosts.Profile{ID: "versions", Title: "x", Adapter: taken.Adapter, Protocols: hosts.Fact[[]string]{Known: true, Value: []string{"latest"}}}, "profile_invalid"},
		"oldest first": {&hosts.Profile{ID: "order", Title: "x", Adapter: taken.Adapter, Protocols: hosts.Fact[[]string]{Known: true, Value: []string{"2025-06-18", "2025-11-25"}}}, "profile_invalid"},
		"negative":     {&hosts.Profile{ID: "size", Title: "x", Adapter: taken.Adapter, Container: hosts.Fact[hosts.Container]{Known: true, Value: hosts.Container{Width: -1}}}, "profile_invalid"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := hosts.Register(test.profile)
			var known *ui.Error
			if !errors.As(err, &known) || known.Code != test.code || strings.TrimSpace(known.Message) == "" {
				t.Errorf("got %v, want %s", err, test.code)
			}
		})
	}
}

// What a profile says must be possible, and the error names the field that isn't.
func TestValidateTable(t *testing.T) {
	t.Parallel()
	texts := func(entries ...string) hosts.Fact[[]string] {
		return hosts.Fact[[]string]{Known: true, Value: entries}
	}
	clients := func(name string) func(*hosts.Profile) {
		return func(p *hosts.Profile) { p.Clients = texts("fine", name) }
	}
	types := func(mimeType string) func(*hosts.Profile) {
		return func(p *hosts.Profile) { p.UIMIMETypes = texts(hosts.ViewMIMEType, mimeType) }
	}
	domain := func(form string) func(*hosts.Profile) {
		return func(p *hosts.Profile) { p.ViewDomain = hosts.Fact[string]{Known: true, Value: form} }
	}
	flags := func(flag string) func(*hosts.Profile) {
		return func(p *hosts.Profile) { p.SandboxFlags = texts("allow-forms", flag) }
	}
	csp := func(directive string, sources hosts.Sources) func(*hosts.Profile) {
		return func(p *hosts.Profile) {
			p.CSP = map[string]hosts.Fact[hosts.Sources]{directive: {Known: true, Value: sources}}
		}
	}
	source := func(source string) func(*hosts.Profile) {
		return csp("img-src", hosts.Sources{Allowed: []string{"'self'", source}})
	}
	for name, test := range map[string]struct {
		change func(*hosts.Profile)
		field  string // in the message; empty where the profile is fine
	}{
		"nothing more": {func(*hosts.Profile) {}, ""},
		"sign-in by magic": {func(p *hosts.Profile) {
			p.SignIn = hosts.Fact[hosts.SignIn]{Known: true, Value: hosts.SignIn{Registers: []string{"magic"}}}
		}, "signIn"},
		"sign-in without a way": {func(p *hosts.Profile) { p.SignIn = hosts.Fact[hosts.SignIn]{Known: true} }, "signIn"},
		"without source":        {func(p *hosts.Profile) { p.OpaqueOrigin = hosts.Fact[bool]{Known: true} }, ""},

		"client":               {clients("Our Client/1"), ""},
		"client without name":  {clients(""), "clients"},
		"client of a space":    {clients(" "), "clients"},
		"client with a break":  {clients("a\nb"), "clients"},
		"client, not known":    {func(p *hosts.Profile) { p.Clients.Value = []string{""} }, "clients"},
		"type":                 {types("text/html+mcp"), ""},
		"type with a space":    {types(`text/html; profile="x"`), ""},
		"no type":              {types(""), "uiMimeTypes"},
		"type of a space":      {types(" "), "uiMimeTypes"},
		"type of a tab":        {types("\ttext/html"), "uiMimeTypes"},
		"type with a break":    {types("text/html;\r\n profile=x"), "uiMimeTypes"},
		"type of a word":       {types("html"), "uiMimeTypes"},
		"type with half":       {types("text/html; profile"), "uiMimeTypes"},
		"domain":               {domain("{serverHash}.views.example.com"), ""},
		"domain of all":        {domain("views.example.com"), ""},
		"domain, prefix":       {domain("app-{serverHash}.example.com"), ""},
		"domain, origin":       {domain("https://{serverHash}.example.com:8443"), ""},
		"domain of another":    {domain("{appHash}.example.com"), "viewDomain"},
		"domain, two":          {domain("{serverHash}.{user}.example.com"), "viewDomain"},
		"domain, other case":   {domain("{serverhash}.example.com"), "viewDomain"},
		"domain, open":         {domain("{serverHash.example.com"), "viewDomain"},
		"domain of a hash":     {domain("{serverHash}"), "viewDomain"},
		"domain, empty":        {domain(""), "viewDomain"},
		"domain of a space":    {domain(" "), "viewDomain"},
		"domain of a dot":      {domain("{serverHash}."), "viewDomain"},
		"domain, path":         {domain("example.com/{serverHash}"), "viewDomain"},
		"domain, port":         {domain("example.com:443"), "viewDomain"},
		"domain, wildcard":     {domain("*.example.com"), "viewDomain"},
		"domain, scheme":       {domain("http://example.com"), "viewDomain"},
		"domain, policy":       {domain("example.com; script-src"), "viewDomain"},
		"domain, header":       {domain("example.com\r\nx: y"), "viewDomain"},
		"domain, imitation":    {domain("xn--ggle-vifa.com"), "viewDomain"},
		"domain, long":         {domain("a" + "{serverHash}{serverHash}.example.com"), "viewDomain"},
		"flag":                 {flags("allow-popups-to-escape-sandbox"), ""},
		"no flag":              {flags(""), "sandboxFlags"},
		"two flags":            {flags("allow-forms allow-top-navigation"), "sandboxFlags"},
		"flag with a break":    {flags("allow-forms\n"), "sandboxFlags"},
		"flag, quoted":         {flags(`allow-forms"`), "sandboxFlags"},
		"flag of another kind": {flags("forms"), "sandboxFlags"},
		"flag of a prefix":     {flags("allow-"), "sandboxFlags"},
		"source":               {source("https://*.example.com"), ""},
		"source, keyword":      {source("'unsafe-eval'"), ""},
		"source, placeholder":  {source(hosts.DeclaredResources), ""},
		"source of anything":   {source("*"), "csp.img-src"},
		"source, policy":       {source("https://a.example; script-src *"), "csp.img-src"},
		"source, none":         {source("'none'"), "csp.img-src"},
		"source, script":       {source("javascript:"), "csp.img-src"},
		"directive":            {csp("img-src; script-src", hosts.Sources{}), "csp can't contain"},
		"directive of ours":    {csp("frame-ancestors", hosts.Sources{}), "csp can't contain"},
		"not measured":         {csp("img-src", hosts.Sources{NotMeasured: []string{"blob:"}}), ""},
		"not measured, origin": {csp("img-src", hosts.Sources{NotMeasured: []string{"https://a.example"}}), "csp.img-src.notMeasured"},
		"measured, and not":    {csp("img-src", hosts.Sources{Allowed: []string{"blob:"}, NotMeasured: []string{"blob:"}}), "csp.img-src.notMeasured"},
		"mode":                 {func(p *hosts.Profile) { p.DisplayModes = texts("pip ") }, "displayModes"},
		"version":              {func(p *hosts.Profile) { p.Protocols = texts("latest") }, "protocols"},
		"feature":              {func(p *hosts.Profile) { p.Features = map[hosts.Feature]hosts.Fact[bool]{"teleport": {}} }, "features"},
		"size":                 {func(p *hosts.Profile) { p.Container.Value.Height = -1 }, "container"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &hosts.Profile{ID: "table", Title: "Table", Adapter: hosts.Fact[string]{Known: true, Value: hosts.MCPApps}}
			test.change(p)
			err := p.Validate()
			if test.field == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			known, ok := errors.AsType[*ui.Error](err)
			if !ok || known.Code != "profile_invalid" || known.Fix == "" || !strings.Contains(known.Message, "Its "+test.field+" ") {
				t.Errorf("got %v, want profile_invalid of %s", err, test.field)
			}
		})
	}
}
