/** A size in whole CSS pixels; what is left out is the host's to say. */
export interface Size {
    /** CSS pixels. */
    width?: number;
    /** CSS pixels. */
    height?: number;
}
/** Tells the host the size that the view wants: draft hosts also by the old names, `window.openai` the height only. */
export declare const reportSize: (size: Size) => void;
