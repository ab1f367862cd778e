// hosts/openai.ts
var openai = () => {
  const { openai: openai2, oai, webplus } = globalThis;
  return [openai2, oai, webplus].find((globals) => globals && !globals.oriel && !globals.nodeType);
};
export {
  openai
};
