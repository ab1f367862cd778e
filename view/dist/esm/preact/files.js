// preact/files.ts
import { downloadFile } from "../download.js";
import { fileUrl } from "../fileurl.js";
import { selectFiles } from "../select.js";
import { uploadFile } from "../upload.js";
import { useSupported } from "./read.js";
var getDownloadUrl = async (fileId) => ({
  downloadUrl: await fileUrl(fileId)
});
var useFiles = () => ({
  isSupported: useSupported(uploadFile),
  upload: uploadFile,
  select: selectFiles,
  canSelect: useSupported(selectFiles),
  getDownloadUrl,
  download: downloadFile,
  canDownload: useSupported(downloadFile)
});
export {
  useFiles
};
