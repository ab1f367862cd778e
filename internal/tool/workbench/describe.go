package workbench

import (
	"cmp"
	"encoding/json"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/devreport"
)

type sessionAnswer struct {
	Version string `json:"version"`
	Title   string `json:"title"`
	Demo    *Demo  `json:"demo,omitempty"`
	Auto    bool   `json:"auto"`
	// Automatic is whether the Automatic card is among those that are shown at first.
	Automatic bool `json:"automatic"`
	// Change is the number of the last change.
	Change   uint64              `json:"change"`
	Problems []devreport.Problem `json:"problems"`
	Busy     string              `json:"busy"`
	Servers  []serverAnswer      `json:"servers"`
	Profiles []profileAnswer     `json:"profiles"`
}

type serverAnswer struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Version string `json:"version"`
	Status  status `json:"status" enum:"starting,ready,failed"`
	Reason  string `json:"reason"`
	// Code is the error code of the reason; empty if it has none.
	Code string `json:"code"`
	// Transport is "http", "sse" or "stdio"; empty before that is known.
	Transport string `json:"transport"`
	// Address is the endpoint, or the command line, without secrets.
	Address string `json:"address"`
	// Protocol is the version of MCP that was negotiated.
	Protocol     string          `json:"protocol"`
	Instructions string          `json:"instructions"`
	Capabilities json.RawMessage `json:"capabilities,omitempty"`
	// LogLevel is the one that was chosen; empty is the server's own choice.
	LogLevel string        `json:"logLevel"`
	SignIn   signInSummary `json:"signIn"`
}

type profileAnswer struct {
	ID           string                 `json:"id"`
	Title        string                 `json:"title"`
	UI           string                 `json:"ui" enum:"mcp-apps,chatgpt,mcp-ui,none,auto"`
	HostInfo     hosts.Implementation   `json:"hostInfo"`
	DisplayModes []string               `json:"displayModes" enum:"inline,fullscreen,pip"`
	Container    hosts.Container        `json:"container"`
	Features     map[hosts.Feature]bool `json:"features"`
	OpaqueOrigin bool                   `json:"opaqueOrigin"`
	// Confirms is missing if it is not known.
	Confirms *hosts.Confirmations `json:"confirms,omitempty"`
	// SignInOn are the answers upon which the host asks its user to sign in; empty if that is
	// not known.
	SignInOn []string           `json:"signInOn" enum:"401,403,result"`
	Facts    []hosts.ListedFact `json:"facts"`
}

// describe says what there is to look at.
func (w *Workbench) describe() sessionAnswer {
	change, problems, busy := w.events.state()
	answer := sessionAnswer{
		Version: w.options.Version, Title: w.options.Title, Demo: w.options.Demo, Auto: w.options.Auto, Automatic: w.options.Automatic,
		Change: change, Problems: append([]devreport.Problem{}, problems...), Busy: busy,
		Servers: []serverAnswer{}, Profiles: []profileAnswer{},
	}
	for _, s := range w.servers {
		answer.Servers = append(answer.Servers, describeServer(s))
	}
	for _, p := range w.profiles {
		answer.Profiles = append(answer.Profiles, describeProfile(p))
	}
	return answer
}

func describeServer(s *server) serverAnswer {
	now, reason, code, info := s.state()
	answer := serverAnswer{
		ID: s.endpoint.ID, Title: cmp.Or(info.Title, info.Name, s.endpoint.ID), Version: info.Version, Status: now, Reason: reason, Code: code,
		Transport: info.Transport, Address: s.events.redact.clean(addressOf(s.endpoint)),
		Protocol: info.Protocol, Instructions: info.Instructions,
	}
	s.mu.Lock()
	answer.LogLevel = string(s.level)
	s.mu.Unlock()
	answer.SignIn = s.signInSummary()
	if answer.Transport == "" {
		answer.Transport = string(s.endpoint.Transport)
	}
	if s.isProgram() {
		answer.Transport = "stdio"
	}
	if members(info.Capabilities) != nil {
		answer.Capabilities = info.Capabilities
	}
	return answer
}

func describeProfile(p *hosts.Profile) profileAnswer {
	answer := profileAnswer{
		ID: p.ID, Title: p.Title, UI: p.Adapter.Value, HostInfo: p.HostInfo.Value,
		DisplayModes: append([]string{}, p.DisplayModes.Value...), Container: p.Container.Value,
		Features: map[hosts.Feature]bool{}, OpaqueOrigin: p.OpaqueOrigin.Value,
		SignInOn: append([]string{}, p.SignIn.Value.AsksOn...), Facts: p.Facts(),
	}
	switch {
	case isAutomatic(p):
		answer.UI = automaticID
	case !p.HasUI():
		answer.UI = "none"
	}
	if p.Confirms.Known {
		answer.Confirms = &p.Confirms.Value
	}
	for _, f := range hosts.Features() {
		if has, known := p.Has(f); known {
			answer.Features[f] = has
		}
	}
	return answer
}
