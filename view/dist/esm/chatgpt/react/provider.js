// chatgpt/react/provider.ts
import { connected } from "../../hosts/platform.js";
import { isChatGPT, openai } from "../native.js";
import { useGlobals } from "./globals.js";
import { useEffect, useState } from "./library.js";
var certain = async () => {
  await connected.catch(() => {
  });
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
};
var ChatGPTProvider = ({ children, fallback }) => {
  const here = useGlobals(isChatGPT);
  const [late, setLate] = useState(false);
  useEffect(() => {
    let mounted = true;
    void certain().then(() => {
      if (mounted) setLate(true);
    });
    return () => {
      mounted = false;
    };
  }, []);
  if (here) return children;
  if (late && fallback === void 0) openai();
  return fallback ?? null;
};
export {
  ChatGPTProvider
};
