/** Where the server is: at an address, or a program to start. */
export interface Place {
  url?: URL;
  program: { command: string; args: string[]; stderr: "inherit" };
  /** The lifecycle that the client is to choose. */
  lifecycle: string;
}

/** Reads the arguments: LIFECYCLE URL, or LIFECYCLE PROGRAM ARGUMENT… */
export function placeOf(args: string[]): Place {
  const [lifecycle, first, ...rest] = args;
  if (lifecycle === undefined || first === undefined) throw new Error("usage: LIFECYCLE URL | PROGRAM ARGUMENT…");
  const program = { command: first, args: rest, stderr: "inherit" as const };
  return /^https?:/.test(first) ? { url: new URL(first), program, lifecycle } : { program, lifecycle };
}

/**
 * Clients open the stream of notifications in the background, and tell nobody when
 * it is there. This is the fetch that does.
 */
export function streamOpened(): { fetch: typeof fetch; opened: Promise<void> } {
  let resolve: () => void = () => undefined;
  const opened = new Promise<void>((done) => (resolve = done));
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (init?.method === "GET" && response.ok) resolve();
    return response;
  };
  return { fetch: watched, opened };
}
