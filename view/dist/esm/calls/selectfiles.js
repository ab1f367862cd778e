// calls/selectfiles.ts
import { optional } from "../hosts/support.js";
import { callOpenAI } from "../protocol/ask.js";
import { uploadFile } from "./uploadfile.js";
var selectFiles = /* @__PURE__ */ optional(
  ["serverTools", "selectFiles"],
  ({ accept = "", multiple = false } = {}) => callOpenAI("selectFiles", [], async () => {
    const input = Object.assign(document.createElement("input"), { type: "file", accept, multiple });
    await new Promise((done) => {
      input.onchange = input.oncancel = done;
      input.showPicker();
    });
    const selected = [];
    for (const file of input.files)
      selected.push({ ...await uploadFile(file), fileName: file.name, mimeType: file.type });
    return selected;
  })
);
export {
  selectFiles
};
