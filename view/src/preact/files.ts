// Generated from ../react by tools/assets. DO NOT EDIT.
import { downloadFile } from "../calls/downloadfile.ts";
import { fileUrl } from "../calls/fileurl.ts";
import { selectFiles } from "../calls/selectfiles.ts";
import { uploadFile } from "../calls/uploadfile.ts";
import { useSupported } from "./read.ts";

/** What can be done with files. */
export interface Files {
  /** Whether files can be uploaded. */
  isSupported: boolean;
  /** Uploads a file, and resolves with its id. */
  upload: typeof uploadFile;
  /** Lets the user select files, and uploads them. */
  select: typeof selectFiles;
  /** Whether `select` will do. */
  canSelect: boolean;
  /** Resolves with a URL of what was uploaded. */
  getDownloadUrl: (fileId: string) => Promise<{ downloadUrl: string }>;
  /** Gives the user a file, to be saved. */
  download: typeof downloadFile;
  /** Whether the host saves files; without that, the browser may. */
  canDownload: boolean;
}

const getDownloadUrl = async (fileId: string): Promise<{ downloadUrl: string }> => ({
  downloadUrl: await fileUrl(fileId),
});

/**
 * Files between the user, the view and the app: by the host where it has them, else
 * through the app's own tool.
 *
 * @example
 * function Attach() {
 *   const { canSelect, select } = useFiles();
 *   const { callTool } = useCallTool("attach");
 *   const choose = async () => {
 *     for (const { fileId } of await select({ accept: "image/*" })) await callTool({ fileId });
 *   };
 *   return <button disabled={!canSelect} onClick={choose}>Attach</button>;
 * }
 */
export const useFiles = (): Files => ({
  isSupported: useSupported(uploadFile),
  upload: uploadFile,
  select: selectFiles,
  canSelect: useSupported(selectFiles),
  getDownloadUrl,
  download: downloadFile,
  canDownload: useSupported(downloadFile),
});
