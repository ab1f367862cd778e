package serve

import (
	"context"
	"slices"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/jsonwalk"
)

// initialize begins a session of the older lifecycle.
func initialize(ctx context.Context, s *Server, r *request) (result, *rpcError) {
	asked, failure := r.arguments.text("protocolVersion")
	if failure != nil {
		return nil, failure
	}
	version := asked
	if !isLegacy(version) {
		version = newestLegacy
	}
	r.client = hosts.Client{Protocol: version}
	if info := r.arguments.get("clientInfo"); jsonwalk.IsObject(info) {
		r.client.Introduced = true
		nameClient(&r.client, info)
	}
	if abilities := r.arguments.get("capabilities"); jsonwalk.IsObject(abilities) {
		r.client.Declare(abilities)
	}
	r.session = newSession(r.client, localeOf(r.meta))
	r.session.user = s.app.UserID(ctx)
	offered := s.capabilities()
	offered.Logging = &struct{}{}
	id := s.app.Identity()
	return &initializeResult{
		ProtocolVersion: version, Capabilities: offered, ServerInfo: s.implementation(), Instructions: id.Instructions,
	}, nil
}

// discover says what there is, without a session.
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
