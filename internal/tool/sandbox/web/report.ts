/** What the reporter tells the workbench's page of a view, through its own port. */
export type Report =
  | { kind: "exception" | "console"; text: string; stack: string }
  | { kind: "rejection"; text: string; stack: string; id: number }
  /** The view has handled a rejection after all. */
  | { kind: "handled"; id: number }
  /** The content security policy refused something; stack has the place, as far as the browser knows it. */
  | { kind: "blocked"; directive: string; blocked: string; stack: string }
  /** What could not be loaded: a fetch, or an element such as "img". */
  | { kind: "failed"; what: string; address: string; text: string }
  /** There was more of this kind than the reporter tells. */
  | { kind: "more"; of: string }
  | { kind: "look"; shows: Shows; detail: string; pending: Pending[]; loading: boolean };

/**
 * What can be seen of a view: something; boxes without anything in them; texts that have the colour of what is behind
 * them; texts with something opaque in front of them; nothing at all; texts that the browser has not painted yet; or it
 * is not known, because the frame has no size.
 */
export type Shows = "something" | "boxes" | "no contrast" | "covered" | "nothing" | "unpainted" | "unseen";

/** Something that has not arrived: what an element or a font loads, or the headers of an answer. */
export interface Pending {
  what: string;
  address: string;
}

/** The page's question; each gets a report of kind "look". */
export interface Look {
  /** The colour behind a view that is transparent, and the frame's colour scheme. */
  background: string;
  theme: string;
}

/** The method of the message that hands the reporter's port over. Only the sandbox's proxy takes it. */
export const REPORTER = "ui/notifications/sandbox-reporter";
