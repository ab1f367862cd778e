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
	if diff := cmp.Diff(p, hosts.Detect(hosts.Client{Told: true, Name: "own client"})); diff != "" {
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
	if got := hosts.Detect(hosts.Client{Told: true, Name: "cline"}); got.ID != "our-cline" {
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
