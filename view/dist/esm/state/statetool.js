// state/statetool.ts
var stateTool = "oriel_state";
export {
  stateTool
};
