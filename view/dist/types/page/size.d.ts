/**
 * Ends the automatic reports of the content's height, or begins them again, with
 * the present height. They are on at first, in every frame with a host.
 *
 * @param on - Whether they are made.
 * @example
 * autoSize(false);
 * @support mcp-apps native `ui/notifications/size-changed`
 * @support bare native `ui/notifications/size-changed`
 * @support chatgpt native `ui/notifications/size-changed`
 * @support openai native `notifyIntrinsicHeight`
 * @support mcp-ui native `ui-size-change`
 * @support standalone nothing, because nobody gives it a size
 */
export declare const autoSize: (on: boolean) => void;
/**
 * Reports the height of the content whenever it changes, in whole CSS pixels,
 * at most once per frame; the width is the host's. Nothing is reported while the
 * container's height is fixed or the view is fullscreen.
 *
 * Content that takes its height from the frame (`100%`, `100vh`) must not make
 * the frame grow, which would make the content grow. So there are two reports at
 * most until the content moves by itself. A height that changes together with the
 * frame's, at the same width, is the second one, a moment later, because the
 * content may just have changed at the same time; a height that stays while the
 * frame's changes is the content's own. Where pixels are no whole ones, rounding
 * moves the content by one, which is no movement.
 */
export declare const watchSize: () => void;
