/** How much room a host gives a view. */
export type DisplayMode = "inline" | "fullscreen" | "pip";
/** The colour scheme of the host. */
export type Theme = "light" | "dark";
/**
 * What a view runs in, by what answered it:
 *
 * - `mcp-apps`: a host answered `ui/initialize`;
 * - `chatgpt`: ChatGPT answered it, or only `window.openai` is there;
 * - `mcp-ui`: a legacy MCP-UI host, through Oriel's MCP-UI bridge;
 * - `standalone`: no host, or none that has answered yet.
 */
export type Platform = "mcp-apps" | "chatgpt" | "mcp-ui" | "standalone";
/** What a tool call gave. */
export interface ToolResult<D = unknown, V = unknown> {
    /** The result's `structuredContent`: for the model and the view. */
    data: D | undefined;
    /** The text blocks of the result's `content`, joined by line feeds. */
    text: string;
    /** `_meta["oriel/viewData"]`: for the view alone. */
    viewData: V | undefined;
    /** The tool reported a failure; `text` says which. */
    isError: boolean;
    /** The content blocks as they came. */
    content: unknown[];
    /** The result's `_meta` as it came. */
    meta: Record<string, unknown> | undefined;
}
/** A frame's size in CSS pixels: fixed, flexible up to a maximum, or unbounded per axis. */
export interface ContainerDimensions {
    width?: number;
    maxWidth?: number;
    height?: number;
    maxHeight?: number;
}
/**
 * What a host says about the surroundings of a view (MCP Apps 2026-01-26,
 * "Host Context"). Every member is optional; members that this version does not
 * know are kept. A theme or display mode that is not one of ours is left out, so
 * that the types hold; a theme `system` is the browser's, and follows it.
 */
export interface HostContext {
    theme?: Theme;
    displayMode?: DisplayMode;
    /** The mode before the present one, since the view was opened. */
    previousDisplayMode?: DisplayMode;
    availableDisplayModes?: DisplayMode[];
    /** BCP 47: `"pt-PT"`. */
    locale?: string;
    /** IANA: `"Europe/Lisbon"`. */
    timeZone?: string;
    containerDimensions?: ContainerDimensions;
    safeAreaInsets?: {
        top: number;
        right: number;
        bottom: number;
        left: number;
    };
    /** Custom properties, already set on the root element, and `@font-face` rules, already added. */
    styles?: {
        variables?: Record<string, string | undefined>;
        css?: {
            fonts?: string;
        };
    };
    /** The tool call that the view belongs to. */
    toolInfo?: {
        id?: string | number;
        tool?: Record<string, unknown>;
    };
    /** What the host calls itself to web servers, or a name of its own. */
    userAgent?: string;
    /** What the host runs on; ChatGPT's tablets count as mobile. */
    platform?: "web" | "desktop" | "mobile";
    deviceCapabilities?: {
        touch?: boolean;
        hover?: boolean;
    };
    /** About where the user is, on ChatGPT: a hint, which may be wrong or coarse. */
    userLocation?: UserLocation;
    /** What the view was opened as, on ChatGPT: `mode` `"inline"`, `"modal"` …; `params` are the modal's. */
    view?: {
        mode?: string;
        params?: Record<string, unknown>;
    };
    [key: string]: unknown;
}
/** A place. Every member is optional; the coordinates are degrees. */
export interface UserLocation {
    city?: string;
    region?: string;
    country?: string;
    /** IANA: `"Europe/Lisbon"`. */
    timezone?: string;
    longitude?: number;
    latitude?: number;
}
/** Who the host says it is. */
export interface HostInfo {
    name?: string;
    version?: string;
    [key: string]: unknown;
}
/**
 * Carries messages instead of `parent.postMessage`. A script that runs before
 * the runtime sets `globalThis.orielTransport`.
 */
export interface Transport {
    /** Takes a JSON-RPC message from the view. */
    send(message: object): void;
    /** Says where messages for the view go. Called once. */
    listen(handler: (message: object) => void): void;
}
