// Generated from ../react by tools/assets. DO NOT EDIT.
import { has } from "../hosts/support.ts";
import { setSize } from "../calls/setsize.ts";
import { autoSize } from "../page/size.ts";
import { bridged, useRead } from "./read.ts";

const told = (): boolean => bridged() || has([, "notifyIntrinsicHeight"]);

/**
 * The size that the view asks for by hand, where the automatic one will not do.
 *
 * @returns The calls {@link setSize} and {@link autoSize}, and whether the host
 * hears of sizes.
 * @example
 * function Board() {
 *   const { setSize, autoSize } = useSize();
 *   useEffect(() => {
 *     setSize({ height: 480 });
 *     return () => autoSize(true);
 *   }, []);
 *   return <canvas />;
 * }
 */
export const useSize = (): { isSupported: boolean; setSize: typeof setSize; autoSize: typeof autoSize } => ({
  isSupported: useRead(told),
  setSize,
  autoSize,
});
