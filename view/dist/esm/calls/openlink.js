// calls/openlink.ts
import { ViewError } from "../values/error.js";
import { answered } from "../hosts/platform.js";
import { has, optional } from "../hosts/support.js";
import { command } from "../protocol/ask.js";
var openLink = /* @__PURE__ */ optional(
  ["openLinks", "openExternal"],
  async (url, options = {}) => {
    await answered();
    return command(
      options.redirectUrl === false && has([, "openExternal"]) ? "" : "ui/open-link",
      { url },
      ["openExternal", { href: url, ...options }],
      () => {
        if (!/^(https?|mailto|tel):/i.test(url)) throw new ViewError(-32602, `No ${url} here`);
        open(url, "_blank", "noopener");
      }
    );
  }
);
export {
  openLink
};
