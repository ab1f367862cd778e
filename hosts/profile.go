package hosts

// The protocols that a profile's Adapter names.
const (
	MCPApps = "mcp-apps"
	ChatGPT = "chatgpt"
	MCPUI   = "mcp-ui"
)

// The ids of profiles that don't stand for a single product.
const (
	// GenericID is the profile of an unknown client.
	GenericID = "generic"
	// TextID is the profile of a client without UI.
	TextID = "text"
	// OldDraftID is the profile of a host of the first draft of SEP-1865.
	OldDraftID = "sep-draft"
)

// Feature is something that a host offers to views or servers.
type Feature string

// The features. Their names are those of hostCapabilities in MCP Apps, where it has them.
const (
	OpenLinks          Feature = "openLinks"
	ServerTools        Feature = "serverTools"
	ServerResources    Feature = "serverResources"
	Logging            Feature = "logging"
	Message            Feature = "message"
	UpdateModelContext Feature = "updateModelContext"
	DownloadFile       Feature = "downloadFile"
	RequestTeardown    Feature = "requestTeardown"
	Sampling           Feature = "sampling"
	ToolInfo           Feature = "toolInfo"
	PartialInput       Feature = "partialInput"
	Cancelled          Feature = "cancelled"
	ContextChanged     Feature = "contextChanged"
	Teardown           Feature = "teardown"
	StyleVariables     Feature = "styleVariables"
	Frames             Feature = "frames"
	BaseURI            Feature = "baseURI"
	Camera             Feature = "camera"
	Microphone         Feature = "microphone"
	Geolocation        Feature = "geolocation"
	ClipboardWrite     Feature = "clipboardWrite"
	WidgetState        Feature = "widgetState"
	// EmbeddedViews means that the host draws ui:// resources that are inside results, as
	// hosts of MCP-UI do. MCP Apps 2026-01-26 leaves this to later versions.
	EmbeddedViews Feature = "embeddedViews"
	// ElicitationForm and ElicitationURL mean that servers can ask the host's user with a
	// form, or send the user to a page: the host's client declares the capability
	// elicitation with "form" or "url" (an empty one means forms).
	ElicitationForm Feature = "elicitationForm"
	ElicitationURL  Feature = "elicitationUrl"
	// ServerSampling means that servers can ask the host's model: the host's client declares
	// the capability sampling. [Sampling] is the same for views.
	ServerSampling Feature = "serverSampling"
	// Roots means that the host's client lists the folders in which it works: it declares the
	// capability roots.
	Roots Feature = "roots"
	// VisibilityEnforced means that the host hides app-only tools from its model and
	// model-only tools from its views.
	VisibilityEnforced Feature = "visibility"
)

// The methods of window.openai beyond MCP Apps. FileURLs is getFileDownloadUrl, OpenInApp
// is setOpenInAppUrl, Checkout is requestCheckout.
const (
	RequestClose Feature = "requestClose"
	RequestModal Feature = "requestModal"
	UploadFile   Feature = "uploadFile"
	SelectFiles  Feature = "selectFiles"
	FileURLs     Feature = "fileURLs"
	OpenInApp    Feature = "openInApp"
	Checkout     Feature = "checkout"
)

// Features returns all features, in a fixed order.
func Features() []Feature {
	return []Feature{
		OpenLinks, ServerTools, ServerResources, Logging, Message, UpdateModelContext, DownloadFile,
		RequestTeardown, Sampling, ToolInfo, PartialInput, Cancelled, ContextChanged, Teardown, StyleVariables,
		Frames, BaseURI, Camera, Microphone, Geolocation, ClipboardWrite, WidgetState, EmbeddedViews,
		RequestClose, RequestModal, UploadFile, SelectFiles, FileURLs, OpenInApp, Checkout, VisibilityEnforced,
		ElicitationForm, ElicitationURL, ServerSampling, Roots,
	}
}

// Implementation is the name and version of a program (MCP 2025-11-25, "Implementation").
type Implementation struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Container is the space for an inline view, in CSS pixels. Width and Height are fixed
// sizes, MaxWidth and MaxHeight limits; zero means none.
type Container struct {
	Width     int `json:"width,omitempty"`
	MaxWidth  int `json:"maxWidth,omitempty"`
	Height    int `json:"height,omitempty"`
	MaxHeight int `json:"maxHeight,omitempty"`
}

// Profile is what is known about a host.
type Profile struct {
	// ID is the name of the file, such as "claude". Title is for people.
	ID, Title string
	// Adapter is [MCPApps], [ChatGPT], [MCPUI], or empty for a host without UI.
	Adapter Fact[string]
	// Clients are the names of the host's MCP client in clientInfo, in any letter case.
	Clients Fact[[]string]
	// ClientInfo is the clientInfo of one such client, HostInfo what views receive.
	ClientInfo, HostInfo Fact[Implementation]
	// Protocols are the MCP versions that the client speaks, newest first.
	Protocols Fact[[]string]
	// AdvertisesUI reports whether the client declares the UI extension; see [Detect].
	AdvertisesUI Fact[bool]
	// UIMIMETypes are the types of view documents, best first.
	UIMIMETypes Fact[[]string]
	// DisplayModes are the supported ones of "inline", "fullscreen" and "pip", the initial
	// mode first.
	DisplayModes Fact[[]string]
	Container    Fact[Container]
	// ViewDomain is the form of a view's own domain, if the host prescribes one.
	// "{serverHash}" stands for the first 32 hexadecimal digits of the SHA-256 of the
	// server's URL.
	ViewDomain Fact[string]
	// CSP is the Content-Security-Policy of the host's views, by directive; see
	// [Directives]. What MCP Apps 2026-01-26 says ("Sandbox proxy") is assumed of a
	// directive without an entry.
	CSP map[string]Fact[Sources]
	// SandboxFlags are the flags of the view's frame beside allow-scripts and
	// allow-same-origin.
	SandboxFlags Fact[[]string]
	// OpaqueOrigin reports whether views run without allow-same-origin.
	OpaqueOrigin Fact[bool]
	// Assets is [AssetsFromDomains] if views can load scripts and styles from the
	// resource domains that they declare, and [AssetsInline] if they can't, or not
	// everywhere. Unknown is treated as AssetsInline.
	Assets Fact[string]
	// MaxResult is the size of a tool's result, in characters, beyond which the host does
	// not give all of it to its model: it refuses the result, cuts it, or stores it in a
	// file. See [ResultSize] and [TooLargeFor].
	MaxResult Fact[int]
	// Confirms is when the host asks its user before it makes a call that its model wants.
	// See [Profile.Confirmation].
	Confirms Fact[Confirmations]
	// SignIn is how the host signs its users in at servers that ask for it.
	SignIn Fact[SignIn]
	// Features has an entry for each feature about which something is known.
	Features map[Feature]Fact[bool]
}

// The values of [Profile.Assets].
const (
	AssetsFromDomains = "domains"
	AssetsInline      = "inline"
)

// Has reports whether the host has a feature, and whether that is known.
func (p *Profile) Has(f Feature) (has, known bool) {
	fact := p.Features[f]
	return fact.Known && fact.Value, fact.Known
}

// LoadsAssets reports whether views are known to be able to load scripts and styles from
// the resource domains that they declare.
func (p *Profile) LoadsAssets() bool { return p.Assets.Known && p.Assets.Value == AssetsFromDomains }

// HasUI reports whether the host shows views.
func (p *Profile) HasUI() bool { return p.Adapter.Value != "" }

// Lacks reports whether the host is known not to have a feature.
func (p *Profile) Lacks(f Feature) bool {
	has, known := p.Has(f)
	return known && !has
}
