// calls/setsize.ts
import { answered } from "../hosts/platform.js";
import { reportSize } from "../page/reportsize.js";
import { autoSize } from "../page/size.js";
var setSize = (size) => {
  const whole = {};
  for (const side of ["width", "height"]) {
    const pixels = Math.ceil(Math.max(0, size[side]));
    if (Number.isFinite(pixels)) whole[side] = pixels;
  }
  autoSize(false);
  void answered().then(() => Object.keys(whole)[0] && reportSize(whole));
};
export {
  setSize
};
