package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/serve/precompressed"
	"github.com/orielapps/oriel/ui"
)

// result is the result of a request. All have the members that every result may have
// since 2026-07-28.
type result interface{ base() *common }

type common struct {
	ResultType string         `json:"resultType,omitempty"`
	Meta       map[string]any `json:"_meta,omitempty"`
	// withServer adds the server's identity to Meta.
	withServer bool
}

func (c *common) base() *common { return c }

// cacheable says how long clients may cache a result, and for whom.
type cacheable struct {
	TTLMs      int    `json:"ttlMs"`
	CacheScope string `json:"cacheScope"`
}

// forAMinute lets one client cache a result; other hosts may get another one.
func forAMinute() cacheable {
	const minute = 60_000
	return cacheable{TTLMs: minute, CacheScope: "private"}
}

type emptyResult struct{ common }

type implementation struct {
	Name    string `json:"name"`
	Title   string `json:"title,omitempty"`
	Version string `json:"version"`
}

type initializeResult struct {
	common

	ProtocolVersion string         `json:"protocolVersion"`
	Capabilities    capabilities   `json:"capabilities"`
	ServerInfo      implementation `json:"serverInfo"`
	Instructions    string         `json:"instructions,omitempty"`
}

type discoverResult struct {
	common
	cacheable

	SupportedVersions []string     `json:"supportedVersions"`
	Capabilities      capabilities `json:"capabilities"`
	Instructions      string       `json:"instructions,omitempty"`
}

type capabilities struct {
	Tools       *listCapability `json:"tools,omitempty"`
	Resources   *listCapability `json:"resources,omitempty"`
	Prompts     *listCapability `json:"prompts,omitempty"`
	Completions *struct{}       `json:"completions,omitempty"`
	Logging     *struct{}       `json:"logging,omitempty"`
	Extensions  map[string]any  `json:"extensions,omitempty"`
}

type listCapability struct {
	ListChanged bool `json:"listChanged,omitempty"`
	Subscribe   bool `json:"subscribe,omitempty"`
}

type toolsResult struct {
	common
	cacheable

	Tools []ui.WireTool `json:"tools"`
}

type resourcesResult struct {
	common
	cacheable

	Resources []ui.WireResource `json:"resources"`
}

type templatesResult struct {
	common
	cacheable

	Templates []ui.WireTemplate `json:"resourceTemplates"`
}

type promptsResult struct {
	common
	cacheable

	Prompts []ui.WirePrompt `json:"prompts"`
}

type readResult struct {
	common
	cacheable

	Contents []ui.Document `json:"contents"`
	// text is the prepared text of the only document; nil if there is none.
	text *precompressed.Text
}

type promptResult struct {
	common

	Description string                 `json:"description,omitempty"`
	Messages    []ui.WirePromptMessage `json:"messages"`
}

type completeResult struct {
	common

	Completion ui.WireCompletion `json:"completion"`
}

type callResult struct {
	common

	Content           []any           `json:"content"`
	StructuredContent json.RawMessage `json:"structuredContent,omitempty"`
	IsError           bool            `json:"isError,omitempty"`
}

type inputRequiredResult struct {
	common

	InputRequests map[string]hosts.InputRequest `json:"inputRequests"`
	RequestState  string                        `json:"requestState,omitempty"`
}

const (
	resultComplete      = "complete"
	resultInputRequired = "input_required"
)

// complete adds the members that every result has since 2026-07-28.
func (s *Server) complete(r result) {
	c := r.base()
	if c.ResultType == "" {
		c.ResultType = resultComplete
	}
	switch r.(type) {
	case *preparedResult:
		return // it has them already
	case *callResult, *readResult:
		c.withServer = true
		return
	}
	meta := make(map[string]any, len(c.Meta)+1)
	meta[serverMetaKey] = s.implementation()
	maps.Copy(meta, c.Meta)
	c.Meta = meta
}

func (s *Server) implementation() implementation {
	id := s.app.Identity()
	return implementation{Name: id.Name, Title: id.Title, Version: id.Version}
}

// failureJSON returns the answer to a request that failed. The id is nil for a request
// that could not be read.
func failureJSON(id json.RawMessage, failure *rpcError) []byte {
	if id == nil {
		id = json.RawMessage("null")
	}
	data, err := encode(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   *rpcError       `json:"error"`
	}{"2.0", id, failure})
	if err != nil {
		return []byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"internal error"}}`)
	}
	return data
}

// requestJSON returns a request of the server to the client. Nil params are left out.
func requestJSON(id, method string, params json.RawMessage) ([]byte, error) {
	if params == nil {
		return notificationJSON(id, method, nil)
	}
	return notificationJSON(id, method, params)
}

// notificationJSON returns a notification, or a request if there is an id.
func notificationJSON(id, method string, params any) ([]byte, error) {
	return encode(struct {
		Version string `json:"jsonrpc"`
		ID      string `json:"id,omitempty"`
		Method  string `json:"method"`
		Params  any    `json:"params,omitempty"`
	}{"2.0", id, method, params})
}

// encode returns JSON in one line, without the escapes for HTML, which would make views
// longer.
func encode(v any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, fmt.Errorf("writing JSON: %w", err)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}
