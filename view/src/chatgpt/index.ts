/**
 * ChatGPT alone, on React: `window.openai` with all that it has, as hooks under the
 * names that views for ChatGPT use. A view that shall run in other hosts too takes
 * its hooks from `@oriel/view/react`.
 *
 * Importing it connects: ChatGPT sends what the user has to approve, cancellation
 * and the end of the view only by its bridge.
 *
 * @module
 */
export * from "./react/index.ts";

// Last, so that whatever the modules above declare is part of the handshake.
import "../start/start.ts";
