/**
 * The words of MCP Apps 2026-01-26 as types, under the names that
 * `@modelcontextprotocol/ext-apps` gives them.
 */
import type { ContentBlock, LinkBlock, ResourceBlock } from "../values/content.ts";
import type { DisplayMode, Theme } from "../values/types.ts";

export type McpUiTheme = Theme;
export type McpUiDisplayMode = DisplayMode;

type Sheet = "background" | "text" | "border";
type Meaning = "info" | "danger" | "success" | "warning";
type Rank = "primary" | "secondary" | "tertiary" | "inverse" | "ghost" | Meaning | "disabled";
type Small = "xs" | "sm" | "md" | "lg";
type Metric = "size" | "line-height";

/** The custom properties that a host may set. */
export type McpUiStyleVariableKey =
  | `--color-${Sheet}-${Rank}`
  | `--color-ring-${"primary" | "secondary" | "inverse" | Meaning}`
  | `--font-${"sans" | "mono"}`
  | `--font-weight-${"normal" | "medium" | "semibold" | "bold"}`
  | `--font-text-${Small}-${Metric}`
  | `--font-heading-${Small | "xl" | "2xl" | "3xl"}-${Metric}`
  | `--border-radius-${Small | "xl" | "full"}`
  | "--border-width-regular"
  | `--shadow-${"hairline" | "sm" | "md" | "lg"}`;
export type McpUiStyles = Record<McpUiStyleVariableKey, string | undefined>;
export interface McpUiHostCss {
  /** `@font-face` and `@import` rules. */
  fonts?: string;
}
export interface McpUiHostStyles {
  variables?: McpUiStyles;
  css?: McpUiHostCss;
}

/** Who a view or a host is (MCP, `Implementation`). */
export interface Implementation {
  name: string;
  version: string;
  /** For people. */
  title?: string;
  websiteUrl?: string;
  description?: string;
  icons?: { src: string; mimeType?: string; sizes?: string[]; theme?: "light" | "dark" }[];
}

/** A tool, as a server lists it (MCP, `Tool`). */
export interface Tool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: { type: "object"; [keyword: string]: unknown };
  outputSchema?: { [keyword: string]: unknown };
  annotations?: ToolAnnotations;
  _meta?: Record<string, unknown>;
}

/** Hints, which a host need not believe. */
export interface ToolAnnotations {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** The result of a tool call (MCP, `CallToolResult`). */
export interface CallToolResult {
  content: ContentBlock[];
  structuredContent?: { [member: string]: unknown };
  /** The tool has failed, and `content` says why. */
  isError?: boolean;
  _meta?: { [key: string]: unknown };
  [member: string]: unknown;
}

/** What a host says of the view's surroundings; every member may be missing. */
export interface McpUiHostContext {
  [key: string]: unknown;
  /** The tool call that the view belongs to. */
  toolInfo?: { id?: string | number; tool: Tool };
  theme?: McpUiTheme;
  styles?: McpUiHostStyles;
  displayMode?: McpUiDisplayMode;
  availableDisplayModes?: McpUiDisplayMode[];
  /** CSS pixels per axis: fixed, flexible up to a maximum, or unbounded. */
  containerDimensions?: ({ height: number } | { maxHeight?: number | undefined }) &
    ({ width: number } | { maxWidth?: number | undefined });
  /** BCP 47. */
  locale?: string;
  /** IANA. */
  timeZone?: string;
  userAgent?: string;
  platform?: "web" | "desktop" | "mobile";
  deviceCapabilities?: { touch?: boolean; hover?: boolean };
  safeAreaInsets?: { top: number; right: number; bottom: number; left: number };
}

/** Which kinds of content a host takes. */
export interface McpUiSupportedContentBlockModalities {
  text?: {};
  image?: {};
  audio?: {};
  resource?: {};
  resourceLink?: {};
  structuredContent?: {};
}

/** Where a view may load from and connect to. */
export interface McpUiResourceCsp {
  connectDomains?: string[];
  resourceDomains?: string[];
  frameDomains?: string[];
  baseUriDomains?: string[];
}

/** What of the browser a view may use. */
export interface McpUiResourcePermissions {
  camera?: {};
  microphone?: {};
  geolocation?: {};
  clipboardWrite?: {};
}

/** `_meta.ui` of a view's document. */
export interface McpUiResourceMeta {
  csp?: McpUiResourceCsp;
  permissions?: McpUiResourcePermissions;
  domain?: string;
  prefersBorder?: boolean;
}

export type McpUiToolVisibility = "model" | "app";

/** `_meta.ui` of a tool. */
export interface McpUiToolMeta {
  resourceUri?: string;
  visibility?: McpUiToolVisibility[];
}

/** What a host says of MCP Apps to a server. */
export interface McpUiClientCapabilities {
  mimeTypes?: string[];
}

/** An entry of a list of resources (MCP, `Resource`). */
export interface Resource {
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  /** Bytes. */
  size?: number;
  _meta?: Record<string, unknown>;
}

/** A document that a view gives to the user. */
export type McpUiDownload = ResourceBlock | LinkBlock;
