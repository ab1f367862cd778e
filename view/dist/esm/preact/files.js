// preact/files.ts
import { downloadFile } from "../calls/downloadfile.js";
import { fileUrl } from "../calls/fileurl.js";
import { selectFiles } from "../calls/selectfiles.js";
import { uploadFile } from "../calls/uploadfile.js";
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
