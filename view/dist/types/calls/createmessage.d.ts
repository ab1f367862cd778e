import type { ContentBlock } from "../values/content.js";
import type { RequestOptions } from "../protocol/rpc.js";
/** The model asks for a tool of {@link SamplingParams.tools}. */
export interface ToolUseBlock {
    type: "tool_use";
    id: string;
    name: string;
    input: Record<string, unknown>;
    _meta?: Record<string, unknown>;
}
/** What a tool that the model has asked for gave. */
export interface ToolResultBlock {
    type: "tool_result";
    toolUseId: string;
    content: ContentBlock[];
    structuredContent?: Record<string, unknown>;
    isError?: boolean;
    _meta?: Record<string, unknown>;
}
/** What a message of a conversation with the model is made of. */
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
    /** What the model is told first; the host may change it or leave it out. */
    systemPrompt?: string;
    /** Which model, by its name and by what matters, each from 0 to 1; the host chooses. */
    modelPreferences?: {
        hints?: {
            name?: string;
        }[];
        costPriority?: number;
        speedPriority?: number;
        intelligencePriority?: number;
    };
    /** Whose context the host adds; none when left out. */
    includeContext?: "none" | "thisServer" | "allServers";
    /** How varied the answer is; its range is the model's. */
    temperature?: number;
    /** Texts that end the answer. */
    stopSequences?: string[];
    /** For the provider of the model; it goes there as it is. */
    metadata?: Record<string, unknown>;
    /** Tools that the model may ask for; the view calls them and asks again. */
    tools?: {
        name: string;
        description?: string;
        inputSchema: object;
        [key: string]: unknown;
    }[];
    /** Whether it may or must ask for one. */
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
 * @throws ViewError: -32601 the host lets views ask no model, or none with `tools`,
 * or there is no host; -32000 or -1 the user or the host refused.
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
