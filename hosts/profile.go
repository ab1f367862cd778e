package hosts

import "github.com/orielapps/oriel/ui"

// The protocols that a profile's Adapter names.
const (
	MCPApps = "mcp-apps"
	ChatGPT = "chatgpt"
	MCPUI   = "mcp-ui"
)

// The profiles that stand for no single product.
const (
	// GenericID is the profile of a client that nothing more is known of.
	GenericID = "generic"
	// TextID is the profile of a client that has no UI.
	TextID = "text"
	// OldDraftID is the profile of a host of the first text of SEP-1865.
	OldDraftID = "sep-draft"
)

// Feature is something a host offers a view or a server.
type Feature string

// The features. Their names follow hostCapabilities of MCP Apps where it has
// one.
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
	// VisibilityEnforced is whether the host keeps app-only tools from its
	// model and model-only tools from its views.
	VisibilityEnforced Feature = "visibility"
)

// The methods of window.openai beyond MCP Apps. FileURLs is getFileDownloadUrl,
// OpenInApp setOpenInAppUrl, Checkout requestCheckout.
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
		Frames, BaseURI, Camera, Microphone, Geolocation, ClipboardWrite, WidgetState,
		RequestClose, RequestModal, UploadFile, SelectFiles, FileURLs, OpenInApp, Checkout, VisibilityEnforced,
	}
}

// Implementation is the name and version that a program gives itself.
type Implementation struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Container is the room that a host gives a view inline, in CSS pixels. Width
// and Height are fixed, MaxWidth and MaxHeight limits; zero is none.
type Container struct {
	Width     int `json:"width,omitempty"`
	MaxWidth  int `json:"maxWidth,omitempty"`
	Height    int `json:"height,omitempty"`
	MaxHeight int `json:"maxHeight,omitempty"`
}

// Profile is what is known of one host.
type Profile struct {
	// ID is the file's name, "claude"; Title is for people.
	ID, Title string
	// Adapter is [MCPApps], [ChatGPT], [MCPUI], or empty for a host without UI.
	Adapter Fact[string]
	// Clients are the clientInfo names that the host's MCP client gives itself.
	// Letter case doesn't count.
	Clients Fact[[]string]
	// ClientInfo is one such client in full, HostInfo what views are told.
	ClientInfo, HostInfo Fact[Implementation]
	// Protocols are the MCP versions that the client speaks, newest first.
	Protocols Fact[[]string]
	// AdvertisesUI is whether the client declares the UI extension. See [Detect]
	// for what follows.
	AdvertisesUI Fact[bool]
	// UIMIMETypes are the types of view documents, best first.
	UIMIMETypes Fact[[]string]
	// DisplayModes are "inline", "fullscreen" and "pip" as far as offered, the
	// one that a view starts in first.
	DisplayModes Fact[[]string]
	Container    Fact[Container]
	// ViewDomain is the form of the domain that a view may ask for, where the
	// host prescribes one: "{serverHash}" stands for the first 32 hexadecimal
	// digits of the SHA-256 of the server's URL.
	ViewDomain Fact[string]
	// CSPExtra are origins that the host allows every view.
	CSPExtra Fact[ui.CSP]
	// SandboxFlags are the flags of the view's frame beside allow-scripts and
	// allow-same-origin.
	SandboxFlags Fact[[]string]
	// OpaqueOrigin is whether views run without allow-same-origin.
	OpaqueOrigin Fact[bool]
	// Assets is [AssetsFromDomains] where views may load scripts and styles from the
	// resource domains that they declare, and [AssetsInline] where they may not, or not
	// everywhere. A host of which it isn't known is taken for the latter.
	Assets Fact[string]
	// Features has an entry for each feature that something is known of.
	Features map[Feature]Fact[bool]
}

// What [Profile.Assets] says.
const (
	AssetsFromDomains = "domains"
	AssetsInline      = "inline"
)

// Has reports whether the host has a feature, and whether that is known.
func (p *Profile) Has(f Feature) (has, known bool) {
	fact := p.Features[f]
	return fact.Known && fact.Value, fact.Known
}

// LoadsAssets reports whether views are known to load scripts and styles from the
// resource domains that they declare.
func (p *Profile) LoadsAssets() bool { return p.Assets.Known && p.Assets.Value == AssetsFromDomains }

// HasUI reports whether the host shows views.
func (p *Profile) HasUI() bool { return p.Adapter.Value != "" }

// Lacks reports whether the host is known not to have a feature.
func (p *Profile) Lacks(f Feature) bool {
	has, known := p.Has(f)
	return known && !has
}
