import { setSize } from "../calls/setsize.js";
import { autoSize } from "../page/size.js";
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
export declare const useSize: () => {
    isSupported: boolean;
    setSize: typeof setSize;
    autoSize: typeof autoSize;
};
