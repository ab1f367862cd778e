export type Json = Record<string, unknown>;
export type Theme = "light" | "dark";
export type DisplayMode = "inline" | "fullscreen" | "pip";
/** Pixels; an absent or zero axis is unbounded. */
export interface Container {
    width?: number;
    height?: number;
    maxWidth?: number;
    maxHeight?: number;
}
/** What is known of a host: a profile of hosts/profiles, or one that a test writes. */
export interface Profile {
    id: string;
    title: string;
    hostInfo: {
        name: string;
        version: string;
    };
    displayModes: DisplayMode[];
    /** Whether the host has each feature; unknown features are missing. */
    features: Record<string, boolean>;
}
/** What a server can list. */
export type ListName = "tools" | "resources" | "templates" | "prompts";
export interface Progress {
    progress: number;
    total?: number;
    message?: string;
}
export interface Tool {
    name: string;
    title?: string;
    description?: string;
    inputSchema?: unknown;
    outputSchema?: unknown;
    annotations?: {
        title?: string;
        readOnlyHint?: boolean;
        destructiveHint?: boolean;
        openWorldHint?: boolean;
    };
    _meta?: Json;
}
export interface ContentBlock {
    type: string;
    text?: string;
    [key: string]: unknown;
}
export interface CallToolResult {
    content?: ContentBlock[];
    structuredContent?: unknown;
    isError?: boolean;
    _meta?: Json;
    [key: string]: unknown;
}
export interface RpcFault {
    code: number;
    message: string;
    data?: unknown;
}
export declare function isRecord(value: unknown): value is Json;
