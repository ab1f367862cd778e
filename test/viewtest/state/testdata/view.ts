// A view with a state, rendered by a hook.
import { createStore } from "@oriel/view";
import { useWidgetState } from "@oriel/view/preact";
import { h, render } from "preact";

interface State {
  words: string;
}

const root = document.body.appendChild(document.createElement("main"));
const store = createStore<State>({ words: "" });

const Board = () => {
  const { state, status, isSupported } = useWidgetState<State>({ words: "" });
  return h("p", { "data-status": status, "data-kept": `${isSupported}` }, state.words);
};

const show = () => render(h(Board, null), root);
show();

const board = {
  set: (words: string) => store.set({ words }),
  /** Types, and asks to be closed in the same task. */
  setAndClose(words: string) {
    store.set({ words });
    parent.postMessage({ test: "close" }, "*");
  },
  /** All that a person sees, and what the store says; long texts by their length. */
  report: () => ({
    words: store.get().words.length > 100 ? `${store.get().words.length}` : store.get().words,
    status: store.status(),
    place: store.place(),
    code: store.error()?.code ?? "",
    isShown: root.textContent === store.get().words && root.firstElementChild!.getAttribute("data-status") === store.status(),
  }),
  /** Takes the component away and renders it anew. */
  rerender() {
    render(null, root);
    show();
  },
  /** Leaves no room in localStorage for more than a few characters. */
  fill() {
    let piece = "x".repeat(1 << 20);
    for (let n = 0; piece; n++)
      try {
        localStorage.setItem(`fill/${n}`, piece);
      } catch {
        piece = piece.slice(0, piece.length >> 1);
      }
  },
  empty: () => localStorage.clear(),
};
Object.assign(globalThis, { board });
