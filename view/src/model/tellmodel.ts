import { json, object, text } from "../values/unchecked.ts";
import type { Store } from "../state/createstore.ts";
import { addPart } from "./parts.ts";

/** State in the form that says what of it the model sees, as ChatGPT knows it. */
export interface ModelState {
  /** For the model: a text or data. */
  modelContent?: string | object | null;
  /** For the view alone. */
  privateContent?: object | null;
  /** Files for the model to see, by the ids that ChatGPT gave them; elsewhere they are only kept. */
  imageIds?: string[];
}

/**
 * Tells the model the `modelContent` of a store's state. ChatGPT does that itself, for a
 * store without a key; other hosts get it by {@link updateModelContext}, if they have
 * that, once a change is saved. Several stores, and all `<ModelContext>` components,
 * make one report.
 *
 * @param store - A store whose state has this form.
 * @returns Ends it, and removes the store's part of the model context.
 * @local
 * @example
 * const picks = createStore<ModelState>({ modelContent: "Nothing is picked yet", privateContent: { open: true } });
 * const end = tellModel(picks);
 * picks.set((now) => ({ ...now, modelContent: "The user has picked Lisbon" }));
 */
export const tellModel = <S extends ModelState>(store: Store<S>): (() => void) => {
  let last = "null";
  let remove = () => {};
  const update = () => {
    // ChatGPT shows the model the state itself. A change that is not saved yet is followed by another.
    if (store.place() === "host" || !/^(saved|failed)$/.test(store.status())) return;
    const { modelContent } = object(store.get());
    const now = json(modelContent ?? null);
    if (now === last) return;
    last = now;
    remove();
    remove = addPart(modelContent && typeof modelContent === "object" ? { data: modelContent } : { content: text(modelContent) });
  };
  update();
  const end = store.subscribe(update);
  return () => {
    end();
    remove();
  };
};
