// The surroundings of a view in a card, in the words of MCP Apps.

import { has } from "../../../../view/src/host/features.ts";
import type { HostContext } from "../../../../view/src/values/types.ts";
import { inEnvironment } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { styleVariables } from "./styles.ts";
import type { Container, DisplayMode, Profile, Theme, Tool } from "./wire.ts";

/** What the card decides about a view's surroundings. */
export interface Surroundings {
  theme: Theme;
  displayMode: DisplayMode;
  container: Container;
  /** What the person has set by hand. */
  environment: Environment;
}

function device(): { touch: boolean; hover: boolean } {
  const matches = (query: string) => globalThis.matchMedia?.(query).matches ?? false;
  return { touch: matches("(any-pointer: coarse)"), hover: matches("(hover: hover)") };
}

/** The limits of the container; an axis without a limit is left out. */
function dimensions(container: Container): Container {
  return Object.fromEntries(Object.entries(container).filter(([, value]) => value));
}

export function hostContext(profile: Profile, tool: Tool | undefined, around: Surroundings, version: string): HostContext {
  const context: HostContext = {
    ...contextChange(around),
    availableDisplayModes: profile.displayModes,
    locale: globalThis.navigator?.language || "en",
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: `oriel-workbench/${version}`,
    platform: "web",
    deviceCapabilities: device(),
    safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
  };
  if (has(profile, "styleVariables") !== false) {
    context.styles = { variables: styleVariables(profile.id) };
  }
  if (tool && has(profile, "toolInfo") !== false) {
    context.toolInfo = { tool: { ...tool, inputSchema: tool.inputSchema ?? { type: "object" } } };
  }
  return inEnvironment(context, around.environment);
}

/** The members of the context that a change of the surroundings affects. */
export function contextChange({ container, environment: _, ...change }: Partial<Surroundings>): HostContext {
  return container ? { ...change, containerDimensions: dimensions(container) } : change;
}
