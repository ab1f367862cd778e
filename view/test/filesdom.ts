// What files need of a browser, put onto a page of the harness: a picker that the
// test answers, links that can be pressed, and a FileReader. Chromium has the real ones:
// test/viewtest.
import { Buffer } from "node:buffer";

export interface FilesDom {
  /** The pickers that were shown, as they were asked for. */
  pickers: Picker[];
  /** The downloads that began, with what their blob has. */
  downloads: { name: string; blob: Promise<Blob> }[];
}

export interface Picker {
  type: string;
  accept: string;
  multiple: boolean;
  files: File[];
  onchange?: () => void;
  oncancel?: () => void;
}

/** Puts it there; call it after the page was opened. `active` is whether the user has just pressed something. */
export function filesDom({ active = true } = {}): FilesDom {
  const dom: FilesDom = { pickers: [], downloads: [] };
  const blobs = new Map<string, Blob>();
  const elements: Record<string, () => object> = {
    input: () => ({
      files: [],
      showPicker() {
        if (!active) throw new DOMException("No user activation", "NotAllowedError");
        dom.pickers.push(this as unknown as Picker);
      },
    }),
    a: () => ({
      href: "",
      download: "",
      click(this: HTMLAnchorElement) {
        dom.downloads.push({ name: this.download, blob: Promise.resolve(blobs.get(this.href)!) });
      },
    }),
  };
  Object.assign(document, { createElement: (name: string) => elements[name]!() });
  URL.createObjectURL = (blob) => {
    const url = `blob:null/${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  };
  URL.revokeObjectURL = (url) => void blobs.delete(url);
  Object.assign(globalThis, {
    FileReader: class {
      result: string | null = null;
      error: unknown = null;
      onloadend?: () => void;
      async readAsDataURL(blob: Blob) {
        try {
          const content = Buffer.from(await blob.arrayBuffer()).toString("base64");
          this.result = `data:${blob.type || "application/octet-stream"};base64,${content}`;
        } catch (error) {
          this.error = error;
        }
        this.onloadend?.();
      }
    },
  });
  return dom;
}
