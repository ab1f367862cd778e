/** The values that the server writes before the scripts that it injects into a document, as the constant `oriel`. */
export interface Injected {
  /** The origin of the sandbox proxy, the only window to which these scripts post messages. */
  readonly proxy: string;
  /** Whether the view may make WebRTC connections: it was granted the camera or the microphone. */
  readonly calls: boolean;
  /** Whether the view's frame allows downloads. */
  readonly downloads: boolean;
  /** The initial values of window.openai; empty if it isn't installed. */
  readonly globals: Readonly<Record<string, unknown>>;
}
