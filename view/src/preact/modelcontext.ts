// Generated from ../react by tools/assets. DO NOT EDIT.
import type { Content } from "../values/content.ts";
import { addPart } from "../model/parts.ts";
import { createContext, Fragment, h, useContext, useEffect, useRef } from "./library.ts";
import type { Children } from "./library.ts";

/** Of how many others a part is a part. */
const Depth = /* @__PURE__ */ createContext(0);

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
export const ModelContext = ({ content, data, children }: ModelContextProps): Children => {
  const place = useRef<HTMLTemplateElement>(null);
  const depth = useContext(Depth);
  // After each render, because the place may be another; what is the same is not told again.
  useEffect(() => addPart({ content, data, depth, at: place.current } as Parameters<typeof addPart>[0]));
  return h(Fragment, null, h("template", { ref: place, hidden: true }), h(Depth.Provider, { value: depth + 1 }, children));
};
