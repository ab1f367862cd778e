// Splits a stream of bytes into lines of text.

/** Calls onLine for each line of a stream. An incomplete line at the end is dropped. */
export async function readLines(body: ReadableStream<Uint8Array>, onLine: (line: string) => void): Promise<void> {
  const reader = body.getReader();
  try {
    await eachLine(reader, onLine);
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error;
  }
}

async function eachLine(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  onLine: (line: string) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  // The pieces of a long line are only joined once.
  let pieces: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return;
    }
    const [first = "", ...others] = decoder.decode(value, { stream: true }).split("\n");
    pieces.push(first);
    for (const next of others) {
      const line = pieces.join("");
      pieces = [next];
      if (line.trim() !== "") {
        onLine(line);
      }
    }
  }
}
