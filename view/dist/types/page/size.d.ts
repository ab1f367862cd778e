/**
 * Switches the automatic reports of the content's height on or off. At first they are
 * on, in every frame with a host. Switching them on reports the current height.
 *
 * @param on - Whether the height is reported.
 * @example
 * autoSize(false);
 * @support mcp-apps native `ui/notifications/size-changed`
 * @support bare native `ui/notifications/size-changed`
 * @support chatgpt native `ui/notifications/size-changed`
 * @support openai native `notifyIntrinsicHeight`
 * @support mcp-ui native `ui-size-change`
 * @support standalone nothing, because there is no host
 */
export declare const autoSize: (on: boolean) => void;
/**
 * Reports the height of the content whenever it changes, in whole CSS pixels, at most
 * once per frame. The width is up to the host. Nothing is reported while the
 * container's height is fixed or the view is fullscreen.
 *
 * Content that takes its height from the frame (`100%`, `100vh`) must not make the
 * frame grow, because that would make the content grow again. So there are two reports
 * at most until the content changes by itself. A height that changes together with the
 * frame's, at the same width, is the second report, after a moment, because the content
 * may have changed by itself at the same time. A height that stays while the frame's
 * changes is the content's own. A change by one pixel may be rounding, and does not count.
 */
export declare const watchSize: () => void;
