package workbench

import (
	"net"
	"net/url"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/sandbox"
)

// protectThisMachine removes the sources on this machine from the metadata of a server's
// view, unless the server is on this machine, too. Otherwise the views of any server
// could send requests to the programs that listen here.
func (s *server) protectThisMachine(m *sandbox.Metadata) {
	if m.CSP == nil || s.isProgram() {
		return
	}
	interfaces, _ := net.InterfaceAddrs() // the other addresses of this machine are known without them
	if namesThisMachine(s.endpoint.Endpoint, interfaces) {
		return
	}
	csp := *m.CSP
	for _, list := range []struct {
		field   string
		sources *[]string
	}{
		{"csp.connectDomains", &csp.ConnectDomains},
		{"csp.resourceDomains", &csp.ResourceDomains},
		{"csp.frameDomains", &csp.FrameDomains},
		{"csp.baseUriDomains", &csp.BaseURIDomains},
	} {
		var kept []string
		for _, source := range *list.sources {
			if !namesThisMachine(source, interfaces) {
				kept = append(kept, source)
				continue
			}
			m.Dropped = append(m.Dropped, sandbox.Dropped{
				Field: list.field, Value: source,
				Reason: "The server is on another machine, so the workbench keeps its views from the programs on this one.",
			})
		}
		*list.sources = kept
	}
	m.CSP = &csp
}

// namesThisMachine reports whether an address or a source of a policy names this machine, by its
// names for itself, a loopback address or one of its interfaces'.
func namesThisMachine(address string, interfaces []net.Addr) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	host := strings.ToLower(strings.TrimPrefix(u.Hostname(), "*."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && (ip.IsLoopback() || ip.IsUnspecified() || slices.ContainsFunc(interfaces, func(a net.Addr) bool {
		network, ok := a.(*net.IPNet)
		return ok && network.IP.Equal(ip)
	}))
}
