// calls/requestmodal.ts
import { ViewError } from "../values/error.js";
import { optional } from "../hosts/support.js";
import { callOpenAI } from "../protocol/ask.js";
var markup = '<dialog style="padding:0;background:var(--color-background-primary,Canvas);color:var(--color-text-primary,CanvasText);border:1px solid #8888;border-radius:var(--border-radius-lg,8px)"><div style="padding:16px;max-height:calc(100vh - 3em);box-sizing:border-box"><button style="float:right" aria-label=Close disabled>×</button><b></b><div>';
var requestModal = /* @__PURE__ */ optional(
  [, "requestModal"],
  ({ content, ...rest } = {}) => callOpenAI(
    "requestModal",
    [rest],
    () => new Promise((resolve) => {
      if (!content) throw new ViewError(-32601, "No modal here");
      const { title = "", params = {} } = rest;
      const { body } = document;
      const { minHeight } = body.style;
      body.insertAdjacentHTML("beforeend", markup);
      const dialog = body.lastElementChild;
      const [box, button, heading, root] = dialog.querySelectorAll("*");
      let result;
      const close = (value) => {
        result = value;
        queueMicrotask(() => dialog.close());
      };
      heading.textContent = title;
      dialog.ariaLabel = title || document.title;
      try {
        if (typeof content == "function") content(root, close, params);
        else root.append(content);
      } catch (error) {
        dialog.remove();
        throw error;
      }
      button.onclick = () => close();
      let outside;
      dialog.onpointerdown = ({ target }) => outside = target === dialog;
      dialog.onclick = ({ target }) => target === dialog && outside && close();
      dialog.onclose = () => {
        dialog.remove();
        resolve(result);
      };
      dialog.showModal();
      button.disabled = false;
      box.style.overflow = "auto";
      let contentHeight, frameHeight;
      new ResizeObserver(() => {
        const { scrollHeight } = box;
        if (!dialog.open) body.style.minHeight = minHeight;
        else if (!contentHeight || Math.abs(scrollHeight - contentHeight) > Math.abs(innerHeight - frameHeight))
          body.style.minHeight = `calc(${scrollHeight}px + 3em)`;
        contentHeight = scrollHeight;
        frameHeight = innerHeight;
      }).observe(root);
    })
  )
);
export {
  requestModal
};
