/** A size in whole CSS pixels; what is left out is the host's to say. */
export interface Size {
    /** CSS pixels. */
    width?: number;
    /** CSS pixels. */
    height?: number;
}
/** Tells the host how large the view wants to be: by the old names too where they are meant, and window.openai only the height. */
export declare const reportSize: (size: Size) => void;
