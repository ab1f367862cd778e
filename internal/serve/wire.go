package serve

import (
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// toolList is tools/list with entries that say more than go-sdk's can.
type toolList struct {
	*mcp.ListToolsResult

	Tools []ui.WireTool `json:"tools"`
}

func listTools(app App, c hosts.Client) mcp.Result {
	return &toolList{&mcp.ListToolsResult{Cacheable: cacheable()}, orEmpty(app.Tools(c))}
}

// resourceList is resources/list.
type resourceList struct {
	*mcp.ListResourcesResult

	Resources []ui.Resource `json:"resources"`
}

func listResources(app App, c hosts.Client) mcp.Result {
	return &resourceList{&mcp.ListResourcesResult{Cacheable: cacheable()}, orEmpty(app.Resources(c))}
}

// orEmpty makes an empty list of none: null is no list.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// block is a part of a result's content that writes itself. Being one of go-sdk's
// own lets it through there.
type block struct {
	*mcp.TextContent

	wire any
}

func (b *block) MarshalJSON() ([]byte, error) {
	return json.Marshal(b.wire) //nolint:wrapcheck // it is encoding/json that asks
}

func callResult(wire *ui.WireResult) *mcp.CallToolResult {
	result := &mcp.CallToolResult{Meta: wire.Meta, IsError: wire.IsError, Content: []mcp.Content{}}
	if wire.StructuredContent != nil {
		result.StructuredContent = wire.StructuredContent
	}
	for _, b := range wire.Content {
		result.Content = append(result.Content, &block{wire: b})
	}
	return result
}

// registered is what go-sdk has to know of a tool; tools/list is answered with
// what the app says.
func registered(t *ui.WireTool) *mcp.Tool {
	return &mcp.Tool{Name: t.Name, InputSchema: t.InputSchema}
}
