// model/tellmodel.ts
import { json, object, text } from "../values/unchecked.js";
import { addPart } from "./parts.js";
var tellModel = (store) => {
  let last = "null";
  let remove = () => {
  };
  const update = () => {
    if (store.place() === "host" || !/^(saved|failed)$/.test(store.status())) return;
    const { modelContent } = object(store.get());
    const now = json(modelContent ?? null);
    if (now === last) return;
    last = now;
    remove();
    remove = addPart(modelContent && typeof modelContent === "object" ? { data: modelContent } : { content: text(modelContent) });
  };
  update();
  const end = store.subscribe(update);
  return () => {
    end();
    remove();
  };
};
export {
  tellModel
};
