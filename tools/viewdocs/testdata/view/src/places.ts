import type { Weather } from "./weather.ts";

const hidden = 20;

/** The weather of Lisbon, as it mostly is. */
export const LISBON: Weather = {
  city: "Lisbon",
  high: hidden,
};

/**
 * Resolves when the sky is clear.
 *
 * @example
 * await clear;
 */
export const clear: Promise<void> = new Promise(() => {});

/**
 * Says how far a place is.
 *
 * @local
 * @example
 * document.title = String(distance("Lisbon"));
 */
export const distance: <T = number>(city: string, zone?: string) => T = /* @__PURE__ */ measured();

/**
 * Moves there.
 *
 * @example
 * await move("Lisbon");
 * @support mcp-apps native `ui/move`
 * @support bare nothing
 * @support chatgpt nothing
 * @support openai nothing
 * @support mcp-ui nothing
 * @support standalone refuses -32601
 */
export const move: Optional<(city: string) => Promise<void>> = /* @__PURE__ */ Object.assign(request, { isSupported: () => true });
