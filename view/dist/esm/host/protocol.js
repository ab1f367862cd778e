// host/protocol.ts
var TEARDOWN_MS = 1500;
var TOOL_PENDING = "the tool has not answered";
export {
  TEARDOWN_MS,
  TOOL_PENDING
};
