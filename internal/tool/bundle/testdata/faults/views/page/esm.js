import "./nope5.js";
export const a = 1;
