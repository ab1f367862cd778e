// Generated from ../react by tools/assets. DO NOT EDIT.
import { setOpenInAppUrl } from "../calls/setopeninappurl.ts";
import { useEffect } from "./library.ts";
import { useSupported } from "./read.ts";

/**
 * Says which page ChatGPT's "open in app" button leads to: `url`, if it is given, as
 * soon as the host has the button and whenever it changes. What the host does not
 * take is reported as an uncaught error.
 *
 * @param url - An absolute URL.
 * @returns The call {@link setOpenInAppUrl}, and whether the host has it.
 * @example
 * function Order({ id }: { id: number }) {
 *   useOpenInAppUrl(`https://example.com/orders/${id}`);
 *   return <h1>Order {id}</h1>;
 * }
 */
export const useOpenInAppUrl = (url?: string): { isSupported: boolean; setOpenInAppUrl: typeof setOpenInAppUrl } => {
  const isSupported = useSupported(setOpenInAppUrl);
  useEffect(() => {
    if (url && isSupported) setOpenInAppUrl(url).catch(reportError);
  }, [url, isSupported]);
  return { isSupported, setOpenInAppUrl };
};
