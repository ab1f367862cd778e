/** The runtime for pages without a bundler: the whole API as `globalThis.oriel`. */
import * as oriel from "./index.ts";

Object.assign(globalThis, { oriel });
