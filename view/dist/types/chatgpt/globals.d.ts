import type { CallResult } from "../values/callresult.js";
import type { DisplayMode, Theme, UserLocation } from "../values/types.js";
/**
 * What `window.openai` holds. The host changes its members and then says so by the
 * event `openai:set_globals`.
 */
export interface OpenAIGlobals<Input = Record<string, unknown>, Output = Record<string, unknown>, State = unknown> {
    /** The arguments of the tool call; null until the user has approved a call that has to be approved. */
    toolInput: Input | null;
    /** The result's `structuredContent`; null while the tool runs. */
    toolOutput: Output | null;
    /** Since May 2026 the whole result in an envelope; before, the result's bare `_meta`. */
    toolResponseMetadata: ToolResponseMetadata | null;
    /** What {@link OpenAIMethods.setWidgetState} was given last, in this conversation. */
    widgetState: State | null;
    theme: Theme;
    displayMode: DisplayMode;
    /** CSS pixels. */
    maxHeight: number;
    safeArea: SafeArea;
    /** What the view was opened as; `params` are those of `requestModal`. */
    view: {
        mode: "inline" | "modal" | (string & {});
        params?: Record<string, unknown> | null;
    } | null;
    userAgent: UserAgent;
    /** BCP 47. */
    locale: string;
    /** The mode before the present one, in older versions of ChatGPT. */
    previousDisplayMode?: DisplayMode | null;
    /** About where the user is, in older versions of ChatGPT. */
    userLocation?: UserLocation | null;
}
/** The room that a device's notches and bars take, in CSS pixels. */
export interface SafeArea {
    insets: {
        top: number;
        right: number;
        bottom: number;
        left: number;
    };
}
/** What the user's device is and can do. */
export interface UserAgent {
    device: {
        type: "mobile" | "tablet" | "desktop" | "unknown" | (string & {});
    };
    capabilities: {
        hover: boolean;
        touch: boolean;
    };
}
/** `toolResponseMetadata`: how far the call is, and its result as the server gave it, `_meta` included. */
export interface ToolResponseMetadata {
    status?: string;
    call_tool_result?: NativeToolResult;
    mcp_tool_result?: NativeToolResult;
    [key: string]: unknown;
}
/** The result of a tool as it came (MCP, `CallToolResult`); members may be missing. */
export type NativeToolResult<D = unknown> = Partial<CallResult<D>>;
/** State of which ChatGPT shows the model a part: `modelContent` and the images, not `privateContent`. */
export interface StructuredWidgetState<M = unknown, P = unknown> {
    modelContent?: M;
    privateContent?: P;
    /** Ids of uploaded or selected files. */
    imageIds?: string[];
}
/** A payment to make; its members are those of the commerce protocol that the app has agreed on. */
export type NativeCheckoutSession = Record<string, unknown>;
/** The methods of `window.openai`. Which of them there are depends on ChatGPT's version and on the device. */
export interface OpenAIMethods {
    /** Calls a tool of the app. */
    callTool<D = unknown>(name: string, args?: Record<string, unknown>): Promise<NativeToolResult<D>>;
    /** Puts a message into the conversation, as the user; `scrollToBottom` is true when left out. */
    sendFollowUpMessage(message: {
        prompt: string;
        scrollToBottom?: boolean;
    }): Promise<void>;
    /** Keeps the view's state with the conversation. The model reads it, so it should be small JSON. */
    setWidgetState(state: unknown): void;
    /** Stores a file; `library` also puts it into the user's library. */
    uploadFile(file: File, options?: {
        library?: boolean;
    }): Promise<{
        fileId: string;
    }>;
    /** Lets the user choose among stored files. */
    selectFiles(): Promise<{
        fileId: string;
        fileName: string;
        mimeType: string;
    }[]>;
    /** Where a stored file can be fetched, for a while. */
    getFileDownloadUrl(file: {
        fileId: string;
    }): Promise<{
        downloadUrl: string;
    }>;
    /** Asks for more or less room; the answer is what there is. On phones `pip` becomes `fullscreen`. */
    requestDisplayMode(mode: {
        mode: DisplayMode;
    }): Promise<{
        mode: DisplayMode;
    }>;
    /** Opens this view, or the one of `template`, once more in a modal. */
    requestModal(modal: {
        title?: string;
        params?: Record<string, unknown>;
        /** Another view's `ui://` URI. */
        template?: string;
        anchor?: unknown;
    }): Promise<unknown>;
    /** Asks ChatGPT to close the view. */
    requestClose(): Promise<void>;
    /** Says how high the content is, in CSS pixels. */
    notifyIntrinsicHeight(height: number): void;
    /** Opens a page outside the view; `redirectUrl: false` adds nothing to its address. */
    openExternal(link: {
        href: string;
        redirectUrl?: false;
    }): Promise<void>;
    /** Says where "open in app" leads. */
    setOpenInAppUrl(link: {
        href: string;
    }): Promise<void>;
    /** Takes a payment. A private beta. */
    requestCheckout(session: NativeCheckoutSession): Promise<unknown>;
}
/** `window.openai`: all its values, and the methods that this ChatGPT has. */
export type OpenAI = OpenAIGlobals & Partial<OpenAIMethods>;
/** The event `openai:set_globals`: those that have changed. */
export type SetGlobalsEvent = CustomEvent<{
    globals: Partial<OpenAIGlobals>;
}>;
