/** What the server writes in front of the scripts that it injects into a document. */
export interface Baked {
  /** The origin of the sandbox proxy, the only window these scripts talk to. */
  readonly proxy: string;
  /** Whether the view may call somebody: it was given the camera or the microphone. */
  readonly calls: boolean;
  /** The first values of window.openai; empty where it isn't installed. */
  readonly globals: Readonly<Record<string, unknown>>;
}
