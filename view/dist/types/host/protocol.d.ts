import type { HostContext } from "../values/types.js";
import type { CallToolResult, ContentBlock, DisplayMode, Json, ListName, Profile, Progress, Tool } from "./types.js";
export interface Port {
    send(message: Json): void;
}
export type Notice = 
/** The host is known to lack the feature, so it was refused. */
{
    kind: "lacking";
    what: string;
    feature: string;
}
/** It is not known whether the host has the feature, so it was allowed. */
 | {
    kind: "unknown";
    what: string;
    feature: string;
}
/** Nobody carries it out. */
 | {
    kind: "unsupported";
    what: string;
}
/** A message of another protocol, which views send to find out what their host speaks. */
 | {
    kind: "ignored";
    what: string;
}
/** Something is wrong with what the view sent. */
 | {
    kind: "fault";
    what: string;
}
/** The view offered a download of its own, with this name; frames of the host do not allow that. */
 | {
    kind: "download";
    what: string;
}
/** A request to the server failed. The view gets a shorter message than this one. */
 | {
    kind: "refused";
    what: string;
};
/** A view's request to the host's model: MCP's CreateMessageRequest, unchanged. */
export interface SamplingRequest {
    params: Json;
}
/** A file that a view offers to the person. */
export interface Download {
    /** Without folders and control characters. */
    name: string;
    mimeType: string;
    /** The bytes; undefined when they are at the link. */
    data: Uint8Array | undefined;
    link: URL | undefined;
}
/** Options of a request that a view makes. */
export interface CallOptions {
    /** Reports progress to the view; missing if the view did not ask for it. */
    progress?: (progress: Progress) => void;
    /** Aborted when the view cancels the request, or is removed. */
    signal: AbortSignal;
}
/** What carries out a view's requests. A request whose service is missing is answered with "Method not found". */
export interface Services {
    callTool(name: string, args: Json, options: CallOptions): Promise<CallToolResult>;
    readResource(uri: string, options: CallOptions): Promise<unknown>;
    /** All pages of a list, without entries that are hidden from views. */
    list(name: ListName, signal: AbortSignal): Promise<unknown[]>;
    /** Starts or ends the notifications of a resource's changes. */
    subscribe?(uri: string, on: boolean, signal: AbortSignal): Promise<void>;
    /** Resolves to MCP's CreateMessageResult, written by the person; undefined if the person refuses. */
    sampling(request: SamplingRequest, signal: AbortSignal): Promise<Json | undefined>;
    /** Resolves to whether the person saved the files. */
    download(files: Download[], signal: AbortSignal): Promise<boolean>;
    /** Sets the tools that the view itself offers; undefined if it no longer offers any. Without it they are not listed. */
    viewTools?(tools: Tool[] | undefined): void;
    /** Resolves to whether the person opened it. */
    openLink(url: URL, signal: AbortSignal): Promise<boolean>;
    message(content: ContentBlock[]): void;
    modelContext(context: Json): void;
    /** Stores the view's state (window.openai). */
    state(state: unknown): void;
    /** Requests a mode; returns the current one. */
    displayMode(mode: DisplayMode): DisplayMode;
    resize(size: {
        width?: number;
        height?: number;
    }): void;
    log(level: string, logger: string, data: unknown): void;
    intent(name: string, params: unknown): void;
    close(): void;
    /** Sets the address behind the host's link to the app (window.openai). */
    openInApp?(url: URL): void;
    /** Opens a modal (window.openai). */
    modal?(params: Json, signal: AbortSignal): Promise<unknown>;
    /** Stores a file (window.openai); params has the file and the options. */
    uploadFile?(params: Json, signal: AbortSignal): Promise<unknown>;
    /** Lets the person choose among stored files (window.openai). */
    selectFiles?(params: Json, signal: AbortSignal): Promise<unknown>;
    /** The address of a stored file (window.openai). */
    fileURL?(fileId: string, signal: AbortSignal): Promise<unknown>;
    /** Takes a payment (window.openai). */
    checkout?(session: Json, signal: AbortSignal): Promise<unknown>;
    notice(notice: Notice): void;
    /** The protocol has delivered the result. */
    ready(): void;
}
/** Answers a request instead of the engine. What it throws is the answer, see RpcError. */
export type Answer = (params: Json, options: CallOptions) => unknown;
export interface Setup {
    profile: Profile;
    port: Port;
    services: Services;
    /** The view's surroundings as they are now, in the words of MCP Apps. */
    context(): HostContext;
    /** What the host advertises; by default, everything that the profile does not deny. */
    capabilities?: Json;
    /** The capability "sandbox" of the view's frame; undefined before it is known. */
    sandbox?(): Json | undefined;
    /** The view's state from before, in MCP-UI's render data. */
    state?: unknown;
    /** Called for each request and notification of the view, in the words of MCP Apps, before anything is checked. */
    observe?(method: string, params: Json): void;
    /** Another answer for a request; undefined for the engine's own. */
    answers?(method: string): Answer | undefined;
    /** How long to wait for the view's answer to its teardown; by default TEARDOWN_MS. */
    teardownMs?: number;
}
export interface Protocol {
    receive(message: unknown): void;
    /** The view's document has loaded. */
    loaded(): void;
    /** Whether the view has begun to initialize. */
    introduced(): boolean;
    /** Resolves when the view can receive notifications. */
    listening(): Promise<void>;
    /** Sends the complete arguments. Called again, it sends them again. */
    input(args: Json): void;
    /** Sends the arguments that the model has written so far. Ignored after input. */
    partialInput(args: Json): void;
    /** A list of the server has changed. */
    listChanged(list: "tools" | "resources" | "prompts"): void;
    /** Calls a tool that the view offers; rejects if it does not answer in time. */
    callViewTool(name: string, args: Json): Promise<CallToolResult>;
    /** Sends the result, after the input. Called again, it sends the new one. */
    result(result: CallToolResult): void;
    cancelled(reason: string | undefined): void;
    /** Some of the surroundings have changed. */
    contextChanged(change: HostContext): void;
    /** The display modes that both the host and the view support. */
    modes(): DisplayMode[];
    /** Notifies the view that it will be removed; resolves when it has answered, or after a timeout. */
    teardown(reason: string | undefined): Promise<void>;
    /** What has not happened yet, as a sentence without a full stop. */
    waiting(): string;
}
export declare const TEARDOWN_MS = 1500;
/** The value of waiting() while only the tool's answer is missing. */
export declare const TOOL_PENDING = "the tool has not answered";
