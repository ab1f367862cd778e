// react/openinapp.ts
import { setOpenInAppUrl } from "../calls/setopeninappurl.js";
import { useEffect } from "./library.js";
import { useSupported } from "./read.js";
var useOpenInAppUrl = (url) => {
  const isSupported = useSupported(setOpenInAppUrl);
  useEffect(() => {
    if (url && isSupported) setOpenInAppUrl(url).catch(reportError);
  }, [url, isSupported]);
  return { isSupported, setOpenInAppUrl };
};
export {
  useOpenInAppUrl
};
