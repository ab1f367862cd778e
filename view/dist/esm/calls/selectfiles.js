// calls/selectfiles.ts
import { optional } from "../hosts/support.js";
import { prefer } from "../protocol/prefer.js";
import { uploadFile } from "./uploadfile.js";
var selectFiles = /* @__PURE__ */ optional(
  ["serverTools", "selectFiles"],
  ({ accept = "", multiple = false } = {}) => prefer("selectFiles", [], async () => {
    const input = Object.assign(document.createElement("input"), { type: "file", accept, multiple });
    await new Promise((done) => {
      input.onchange = input.oncancel = done;
      input.showPicker();
    });
    const chosen = [];
    for (const file of input.files)
      chosen.push({ ...await uploadFile(file), fileName: file.name, mimeType: file.type });
    return chosen;
  })
);
export {
  selectFiles
};
