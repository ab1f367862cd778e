import type { Content } from "../values/content.js";
import type { Children } from "./library.js";
/** What a {@link ModelContext} is given. */
export interface ModelContextProps {
    /** For the model to read: a text, a content block, or a list of blocks. */
    content?: Content | undefined;
    /** The same as data. The members of all parts make one object; of two with one name, the later counts. */
    data?: object | undefined;
    /** What it is about; texts in there are indented under this one. */
    children?: Children;
}
/**
 * Tells the model what the user sees, for its next answer. All that are on the
 * page make one report, in the order of the page: the host is told a quarter of a
 * second after a change, nothing that it knows already, and that it is over when
 * the last is gone. It starts no answer.
 *
 * Where the host does not take any (`updateModelContext.isSupported()`), nothing
 * happens; a refusal is in the host's log. `updateModelContext` replaces what they
 * all say until one of them changes, so use either.
 *
 * In the page, each is a `<template>` without anything in it, before its children.
 *
 * @example
 * <ModelContext content={`Shows ${city}`} data={{ city }}>
 *   {day && <ModelContext content={`Has opened ${day}`} />}
 * </ModelContext>
 */
export declare const ModelContext: ({ content, data, children }: ModelContextProps) => Children;
