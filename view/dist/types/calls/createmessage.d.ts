import type { ContentBlock } from "../values/content.js";
import type { RequestOptions } from "../protocol/rpc.js";
/** The model asks for a call of one of {@link SamplingParams.tools}. */
export interface ToolUseBlock {
    type: "tool_use";
    id: string;
    name: string;
    input: Record<string, unknown>;
    _meta?: Record<string, unknown>;
}
/** The result of a tool call that the model has asked for. */
export interface ToolResultBlock {
    type: "tool_result";
    toolUseId: string;
    content: ContentBlock[];
    structuredContent?: Record<string, unknown>;
    isError?: boolean;
    _meta?: Record<string, unknown>;
}
/** A block of a message to or from the model. */
export type SamplingBlock = ContentBlock | ToolUseBlock | ToolResultBlock;
/** One message of a conversation with the model. */
export interface SamplingMessage {
    role: "user" | "assistant";
    content: SamplingBlock | SamplingBlock[];
}
/** What the model is asked (MCP, `sampling/createMessage`). */
export interface SamplingParams {
    /** The conversation so far, in order. */
    messages: SamplingMessage[];
    /** The most tokens that the answer may have; the host may give fewer. */
    maxTokens: number;
    /** Instructions for the model. The host may change them or leave them out. */
    systemPrompt?: string;
    /** Which model: names, and priorities from 0 to 1. The host chooses. */
    modelPreferences?: {
        hints?: {
            name?: string;
        }[];
        costPriority?: number;
        speedPriority?: number;
        intelligencePriority?: number;
    };
    /** Which servers' context the host adds; none when left out. */
    includeContext?: "none" | "thisServer" | "allServers";
    /** How varied the answer is. The range depends on the model. */
    temperature?: number;
    /** Texts that end the answer. */
    stopSequences?: string[];
    /** Goes to the provider of the model unchanged. */
    metadata?: Record<string, unknown>;
    /** Tools that the model may ask for; the view calls them and asks again. */
    tools?: {
        name: string;
        description?: string;
        inputSchema: object;
        [key: string]: unknown;
    }[];
    /** Whether the model may or must ask for a tool. */
    toolChoice?: {
        mode?: "auto" | "required" | "none";
    };
}
/** What the model answered. */
export interface SamplingResult {
    role: "user" | "assistant";
    content: SamplingBlock | SamplingBlock[];
    /** The model's name. */
    model: string;
    /** `"endTurn"`, `"stopSequence"`, `"maxTokens"`, `"toolUse"`, or the host's own. */
    stopReason?: string;
}
/**
 * Asks the host's model. The host chooses the model, may ask the user first, and
 * may change what is asked.
 *
 * @param params - What is asked.
 * @param options - `signal` ends the wait and tells the host to cancel.
 * @returns What the model answered.
 * @throws ViewError: -32601 the host does not let views ask its model, or not with
 * `tools`, or there is no host; -32000 or -1 the user or the host refused.
 * @throws The signal's reason after an abort.
 * @example
 * const { content } = await createMessage({
 *   messages: [{ role: "user", content: textBlock("A haiku about Lisbon") }],
 *   maxTokens: 100,
 * });
 * @support mcp-apps native `sampling/createMessage`
 * @support bare refuses -32601
 * @support chatgpt refuses -32601
 * @support openai refuses -32601
 * @support mcp-ui refuses -32601
 * @support standalone refuses -32601
 */
export declare const createMessage: import("../index.js").Optional<(params: SamplingParams, options?: RequestOptions) => Promise<SamplingResult>>;
