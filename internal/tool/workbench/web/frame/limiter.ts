// Limits for the number and size of a view's messages.

import type { Rate } from "../../../sandbox/web/meter.ts";

export const MESSAGE_RATE: Rate = { perSecond: 200, burst: 400 };
/** In UTF-16 units of JSON. It is large, because the files that a view offers are in one message. */
export const MESSAGE_LIMIT = 16 * 1024 * 1024;
