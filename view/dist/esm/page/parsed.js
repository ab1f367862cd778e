// page/parsed.ts
var parsed = () => document.readyState === "loading" && new Promise((done) => addEventListener("DOMContentLoaded", done));
export {
  parsed
};
