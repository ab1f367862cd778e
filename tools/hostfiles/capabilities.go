package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/orielapps/oriel/hosts"
)

// capability is a member of the runtime's Capabilities: how the runtime sees that a
// host has it, and which facts of a profile say so.
type capability struct {
	name, doc string
	// advertised is the member of MCP Apps' hostCapabilities that says so, and method
	// the method of window.openai.
	advertised, method string
	// features are facts of the profile; one that is true is enough, and all must
	// be known to be false.
	features []hosts.Feature
	// ownRule is whether the runtime's capabilities() looks at more than these two.
	ownRule bool
	// everywhere is part of every protocol; bridge of MCP Apps alone.
	everywhere, bridge bool
	// inSpec is whether a host can have it that follows MCP Apps and its draft.
	inSpec bool
}

// capabilities returns the table that the interface, the presets and the fake hosts of
// the runtime are made from, in the order of the interface.
func capabilities() []capability {
	return []capability{
		{
			name: "callTool", doc: "Tools of the app can be called: `callTool`.",
			advertised: "serverTools", method: "callTool",
			features: []hosts.Feature{hosts.ServerTools}, inSpec: true,
		},
		{
			name: "openLink", doc: "Pages can be opened outside the view: `openLink`.",
			advertised: "openLinks", method: "openExternal",
			features: []hosts.Feature{hosts.OpenLinks}, inSpec: true,
		},
		{
			name: "sizeReporting", doc: "The host gives the frame the height that the view reports.",
			method: "notifyIntrinsicHeight", ownRule: true, everywhere: true, inSpec: true,
		},
		{
			name: "closeWidget", doc: "The view can ask to be closed: `requestClose`.",
			advertised: "requestTeardown", method: "requestClose", ownRule: true,
			features: []hosts.Feature{hosts.RequestTeardown, hosts.RequestClose}, inSpec: true,
		},
		{
			name: "sendMessage", doc: "Messages can be put into the conversation: `sendMessage`.",
			advertised: "message", method: "sendFollowUpMessage",
			features: []hosts.Feature{hosts.Message}, inSpec: true,
		},
		{
			name: "modal", doc: "The host has modals of its own for `requestModal`.",
			method: "requestModal", features: []hosts.Feature{hosts.RequestModal},
		},
		{
			name: "fileUpload", doc: "The host stores files: `uploadFile`.",
			method: "uploadFile", features: []hosts.Feature{hosts.UploadFile},
		},
		{
			name: "fileDownload", doc: "The host saves files for the user, or gives their addresses: `downloadFile`, `fileUrl`.",
			advertised: "downloadFile", method: "getFileDownloadUrl",
			features: []hosts.Feature{hosts.DownloadFile, hosts.FileURLs}, inSpec: true,
		},
		{
			name: "fileSelect", doc: "The host lets the user choose among stored files: `selectFiles`.",
			method: "selectFiles", features: []hosts.Feature{hosts.SelectFiles},
		},
		{
			name: "widgetState", doc: "The host keeps the state of `setState` with the conversation.",
			method: "setWidgetState", features: []hosts.Feature{hosts.WidgetState},
		},
		{
			name: "modelContext", doc: "The model can be told what the view shows: `updateModelContext`.",
			advertised: "updateModelContext",
			features:   []hosts.Feature{hosts.UpdateModelContext}, inSpec: true,
		},
		{
			name: "logging", doc: "The host takes log messages: `log`.",
			advertised: "logging", features: []hosts.Feature{hosts.Logging}, inSpec: true,
		},
		{
			name: "partialToolInput", doc: "The host sends the tool's input while the model writes it.",
			features: []hosts.Feature{hosts.PartialInput}, inSpec: true,
		},
		{
			name: "toolCancellation", doc: "The host reports that the tool call was cancelled.",
			features: []hosts.Feature{hosts.Cancelled}, inSpec: true,
		},
		{
			name: "teardown", doc: "The host tells the view before it removes it, and waits for it.",
			features: []hosts.Feature{hosts.Teardown}, inSpec: true,
		},
		{
			name: "readResource", doc: "Resources of the app can be read: `readResource`.",
			advertised: "serverResources",
			features:   []hosts.Feature{hosts.ServerResources}, inSpec: true,
		},
		{
			name: "openInApp", doc: "The host has a link to the app, which the view can set: `setOpenInAppUrl`.",
			method: "setOpenInAppUrl", features: []hosts.Feature{hosts.OpenInApp},
		},
		{
			name: "sampling", doc: "The host's model can be asked: `createMessage`.",
			advertised: "sampling",
			features:   []hosts.Feature{hosts.Sampling}, inSpec: true,
		},
		{
			name: "samplingTools", doc: "The host's model can be given tools to use: `createMessage` with `tools`.",
			bridge: true, inSpec: true,
		},
		{
			name: "appTools", doc: "The host uses tools that the view offers: `registerTool`.",
			advertised: "appTools", ownRule: true, bridge: true, inSpec: true,
		},
		{
			name: "checkout", doc: "The host can take a payment: `requestCheckout`.",
			method: "requestCheckout", features: []hosts.Feature{hosts.Checkout},
		},
		{
			name: "subscriptions", doc: "The host reports that a resource has changed: `live` with a `uri`.",
			bridge: true,
		},
	}
}

// of returns the capability in a profile as TypeScript.
func (c capability) of(p *hosts.Profile) string {
	if c.everywhere {
		return "true"
	}
	known := 0
	for _, feature := range c.features {
		has, isKnown := p.Has(feature)
		if has {
			return "true"
		}
		// What only window.openai has is known to be absent where that is.
		if isKnown || openAIOnly(feature) && p.Adapter.Value != hosts.ChatGPT {
			known++
		}
	}
	if len(c.features) > 0 && known == len(c.features) || c.bridge && p.Adapter.Value == hosts.MCPUI {
		return "false"
	}
	return "undefined"
}

// openAIOnly reports whether a feature is a method of window.openai that MCP Apps
// has no counterpart of.
func openAIOnly(feature hosts.Feature) bool {
	return feature == hosts.RequestClose || feature == hosts.FileURLs || slices.ContainsFunc(capabilities(), func(c capability) bool {
		return c.method != "" && c.advertised == "" && slices.Contains(c.features, feature)
	})
}

const capabilitiesHeader = `// Code generated by tools/hostfiles from its table of capabilities. DO NOT EDIT.
import type { DisplayMode, Platform } from "../values/types.ts";
import { has } from "./support.ts";

/**
 * What a host lets a view do, flat. ` + "`true` and `false`" + ` are known;
 * ` + "`undefined`" + ` is what the host has not said: a call may then be made, and rejects
 * with a ViewError of the code -32601 where the host does not have it.
 */
export interface Capabilities {
  /** What the host is. */
  readonly platform: Platform;
  /** The modes that ` + "`requestDisplayMode`" + ` may ask for. */
  readonly displayModes: readonly DisplayMode[];
`

const featuresHeader = `}

/**
 * How a host shows that it has a capability: by a member of the capabilities that it
 * advertises, by a method of ` + "`window.openai`" + `, or by either.
 */
export const features = {
`

const shownHeader = `} as const;

/** Whether the host shows each capability that has no rule of its own: the features again, as less code for a view. */
export const shownFeatures = () => ({
`

// capabilitiesFile returns the runtime's interface Capabilities, and what it makes of
// what hosts advertise.
func capabilitiesFile() string {
	var file strings.Builder
	file.WriteString(capabilitiesHeader)
	for _, c := range capabilities() {
		fmt.Fprintf(&file, "  /** %s */\n  readonly %s: boolean | undefined;\n", c.doc, c.name)
	}
	file.WriteString(featuresHeader)
	for _, c := range capabilities() {
		if feature := c.feature(); feature != "" {
			fmt.Fprintf(&file, "  %s: [%s],\n", c.name, feature)
		}
	}
	file.WriteString(shownHeader)
	for _, c := range capabilities() {
		if feature := c.feature(); feature != "" && !c.ownRule {
			fmt.Fprintf(&file, "  %s: has([%s]),\n", c.name, feature)
		}
	}
	file.WriteString("});\n")
	return file.String()
}

// feature is the capability as the runtime's type Feature.
func (c capability) feature() string {
	switch {
	case c.advertised == "" && c.method == "":
		return ""
	case c.advertised == "":
		return fmt.Sprintf(", %q", c.method)
	case c.method == "":
		return fmt.Sprintf("%q", c.advertised)
	default:
		return fmt.Sprintf("%q, %q", c.advertised, c.method)
	}
}

const hostHeader = `// Code generated by tools/hostfiles from its table of capabilities. DO NOT EDIT.

/** The members of hostCapabilities (MCP Apps), which are also the features of a profile that say whether a host has them. */
export const advertised = [
`

const featuresOfHeader = `];

/** The features of a profile that say whether a host has a capability of the runtime. */
export const featuresOf: Readonly<Record<string, readonly string[]>> = {
`

// hostFile returns what the host engine advertises, and how it reads capabilities of
// the runtime.
func hostFile() string {
	var file strings.Builder
	file.WriteString(hostHeader)
	for _, c := range capabilities() {
		if c.advertised != "" && slices.Contains(c.features, hosts.Feature(c.advertised)) && !c.ownRule {
			fmt.Fprintf(&file, "  %q,\n", c.advertised)
		}
	}
	file.WriteString(featuresOfHeader)
	for _, c := range capabilities() {
		if len(c.features) > 0 {
			names := make([]string, len(c.features))
			for i, feature := range c.features {
				names[i] = strconv.Quote(string(feature))
			}
			fmt.Fprintf(&file, "  %s: [%s],\n", c.name, strings.Join(names, ", "))
		}
	}
	file.WriteString("};\n")
	return file.String()
}
