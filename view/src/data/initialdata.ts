let data: unknown;

/**
 * The data that the app put into the document when it declared the view
 * (`ui.Metadata.InitialData`), or undefined. There before any host has answered.
 *
 * @example
 * title.textContent = initialData<{ title: string }>()?.title ?? "";
 */
export const initialData = <T = unknown>(): T | undefined => {
  try {
    data ??= JSON.parse(document.getElementById("oriel-initial-data")!.textContent!);
  } catch {
    // The element is missing, not parsed yet, or not JSON: there is no initial data.
  }
  return (data ?? undefined) as T | undefined;
};
