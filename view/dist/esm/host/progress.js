// host/progress.ts
function readProgress({ progress, total, message }) {
  return {
    progress: Number.isFinite(progress) ? progress : 0,
    ...Number.isFinite(total) ? { total } : {},
    ...typeof message === "string" ? { message } : {}
  };
}
export {
  readProgress
};
