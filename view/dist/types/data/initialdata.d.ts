/**
 * The data that the app put into the document when it declared the view
 * (`ui.Metadata.InitialData`), or undefined. There before any host has answered.
 *
 * @example
 * title.textContent = initialData<{ title: string }>()?.title ?? "";
 */
export declare const initialData: <T = unknown>() => T | undefined;
