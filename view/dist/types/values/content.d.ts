/** What any content block may have beside its content (MCP, "Content"). */
interface Block {
    annotations?: {
        /** Who the block is for. */
        audience?: ("user" | "assistant")[];
        /** From 0, optional, to 1, required. */
        priority?: number;
        /** ISO 8601. */
        lastModified?: string;
    };
    _meta?: Record<string, unknown>;
}
/** Text for the model. */
export interface TextBlock extends Block {
    type: "text";
    text: string;
}
/** A picture or sound; `data` is base64. */
export interface MediaBlock extends Block {
    type: "image" | "audio";
    data: string;
    mimeType: string;
}
/** A document that can be read with `resources/read`. */
export interface LinkBlock extends Block {
    type: "resource_link";
    uri: string;
    name: string;
    title?: string;
    description?: string;
    mimeType?: string;
    /** Bytes. */
    size?: number;
}
/** A document itself: `text`, or `blob` in base64. */
export interface ResourceBlock extends Block {
    type: "resource";
    resource: {
        uri: string;
        mimeType?: string;
        _meta?: Record<string, unknown>;
    } & ({
        text: string;
    } | {
        blob: string;
    });
}
/** One piece of what is said to the model (MCP, "Content"). */
export type ContentBlock = TextBlock | MediaBlock | LinkBlock | ResourceBlock;
/**
 * A text as a content block.
 *
 * @param text - The text.
 * @returns The block, for {@link sendMessage} and the like.
 * @example
 * await sendMessage([textBlock("What is this?"), imageBlock(base64, "image/png")]);
 * @local
 */
export declare const textBlock: (text: string) => TextBlock;
/**
 * A picture as a content block. Not every host takes pictures: those that do say so
 * in `hostCapabilities().message`.
 *
 * @param data - The file in base64, without `data:` before it.
 * @param mimeType - Its type: `"image/png"`.
 * @returns The block, for {@link sendMessage} and the like.
 * @example
 * await updateModelContext({ content: imageBlock(base64, "image/png") });
 * @local
 */
export declare const imageBlock: (data: string, mimeType: string) => MediaBlock;
/** Content as a call takes it: a text, a block, or a list of blocks. */
export type Content = string | ContentBlock | ContentBlock[];
/** Content as a list of blocks; empty for undefined. */
export declare const toBlocks: (content: Content | undefined) => ContentBlock[];
/** The texts of blocks, joined by line feeds. Throws a ViewError -32602 if a block is not text. */
export declare const plainText: (list: ContentBlock[]) => string;
export {};
