import type { Loose } from "../values/unchecked.js";
/** Something that a view has asked for. Members that it did not give are missing. */
export type Sent = 
/** `sendMessage`. `text` joins the text blocks by line feeds. */
{
    kind: "message";
    text: string;
    content: unknown[];
}
/** `openLink`. */
 | {
    kind: "link";
    url: string;
}
/** `log`. MCP-UI has no level and carries `data` as text. */
 | {
    kind: "log";
    level?: string;
    data?: unknown;
    logger?: string;
}
/** `updateModelContext`. */
 | {
    kind: "model-context";
    content?: unknown[];
    data?: unknown;
}
/** A size in CSS pixels, reported by the runtime or by `setSize`. */
 | {
    kind: "size";
    width?: number;
    height?: number;
}
/** `requestDisplayMode`. */
 | {
    kind: "display-mode";
    mode: string;
}
/** `requestClose`. What follows, if anything, is the test's to say: `simulateTeardown`. */
 | {
    kind: "close";
}
/** `callTool`. */
 | {
    kind: "tool";
    name: string;
    args: unknown;
}
/** `readResource`. */
 | {
    kind: "resource";
    uri: string;
}
/** `downloadFile`, by `ui/download-file`. */
 | {
    kind: "download";
    contents: unknown[];
}
/** `uploadFile`, by `window.openai`. */
 | {
    kind: "upload";
    name: string;
    type: string;
    size: number;
    library?: boolean;
}
/** `setState`, by `window.openai`. */
 | {
    kind: "state";
    state: unknown;
}
/** An intent of MCP-UI. */
 | {
    kind: "intent";
    intent: string;
    params: unknown;
}
/** Any other request or notification, by its own name: `"sampling/createMessage"`, `"requestModal"`. */
 | {
    kind: "other";
    name: string;
    params: unknown;
};
/** What a request or notification asks for; undefined for the protocol's own business. */
export declare const toSent: (name: string, params: Loose) => Sent | undefined;
