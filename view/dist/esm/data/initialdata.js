// data/initialdata.ts
var data;
var initialData = () => {
  try {
    data ??= JSON.parse(document.getElementById("oriel-initial-data").textContent);
  } catch {
  }
  return data ?? void 0;
};
export {
  initialData
};
