// model/tellmodel.ts
import { addPart } from "./parts.js";
import { json, object, text } from "../values/unchecked.js";
var tellModel = (store) => {
  let said = "null";
  let takeBack = () => {
  };
  const tell = () => {
    if (store.place() === "host" || !/^(saved|failed)$/.test(store.status())) return;
    const { modelContent } = object(store.get());
    const now = json(modelContent ?? null);
    if (now === said) return;
    said = now;
    takeBack();
    takeBack = addPart(modelContent && typeof modelContent === "object" ? { data: modelContent } : { content: text(modelContent) });
  };
  tell();
  const end = store.subscribe(tell);
  return () => {
    end();
    takeBack();
  };
};
export {
  tellModel
};
