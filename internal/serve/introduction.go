package serve

import (
	"context"
	"slices"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/jsonwalk"
)

// initialize answers the first request of a session of the older lifecycle.
func initialize(ctx context.Context, s *Server, r *request) (result, *rpcError) {
	version, failure := r.arguments.text("protocolVersion")
	if failure != nil {
		return nil, failure
	}
	if !isLegacy(version) {
		version = newestLegacy
	}
	r.client = hosts.Client{Protocol: version}
	if info := r.arguments.get("clientInfo"); jsonwalk.IsObject(info) {
		r.client.Introduced = true
		nameClient(&r.client, info)
	}
	if declared := r.arguments.get("capabilities"); jsonwalk.IsObject(declared) {
		r.client.Declare(declared)
	}
	r.session = newSession(r.client, localeOf(r.meta))
	r.session.user = s.app.UserID(ctx)
	capabilities := s.capabilities()
	capabilities.Logging = &struct{}{}
	id := s.app.Identity()
	return &initializeResult{
		ProtocolVersion: version, Capabilities: capabilities, ServerInfo: s.implementation(), Instructions: id.Instructions,
	}, nil
}

// discover returns what initialize does, without a session.
func discover(_ context.Context, s *Server, _ *request) (result, *rpcError) {
	return &discoverResult{
		cacheable: forAMinute(), SupportedVersions: slices.Clone(allProtocols),
		Capabilities: s.capabilities(), Instructions: s.app.Identity().Instructions,
	}, nil
}

func (s *Server) capabilities() capabilities {
	offers := s.app.Offers()
	c := capabilities{
		Tools:      &listCapability{ListChanged: true},
		Resources:  &listCapability{ListChanged: true, Subscribe: offers.Subscriptions},
		Extensions: map[string]any{hosts.UIExtension: struct{}{}},
	}
	if offers.Prompts {
		c.Prompts = &listCapability{ListChanged: true}
	}
	if offers.Completions {
		c.Completions = &struct{}{}
	}
	return c
}
