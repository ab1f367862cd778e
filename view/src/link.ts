import { command } from "./command.ts";

/**
 * Opens a page outside the view; without a host, in a new tab. Rejects with a
 * ViewError when the host refuses.
 */
export const openLink = (url: string): Promise<void> =>
  command(
    "ui/open-link",
    { url },
    (openai) => openai.openExternal({ href: url }),
    () => void open(url, "_blank", "noopener"),
  );
