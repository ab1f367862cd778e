// What few sessions need. It is loaded on first use, so that the page starts with less.

export { ByHandPanel } from "./byhandpanel.ts";
export { factList } from "./factlist.ts";
export { foldersQuestion } from "./foldersquestion.ts";
export { formQuestion } from "./formquestion.ts";
export { pageQuestion } from "./pagequestion.ts";
export { PromptPart } from "./promptpart.ts";
export { promptView } from "./promptview.ts";
export { ResourcePart } from "./resourcepart.ts";
export { resourceView } from "./resourceview.ts";
export { modelQuestion, samplingQuestion } from "./samplingquestion.ts";
export { SignInPanel } from "./signinpanel.ts";
