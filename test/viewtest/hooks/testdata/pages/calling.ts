// useCallTool from the press to the answer, and all that can go wrong with it.

import { h, show, useLayoutEffect } from "#library";
import { useCallTool } from "#hooks";
import { ask, drawn, outcome, plain, tell, until } from "./stage.ts";

/** Shows the hook for one tool, and notes what it gives each time it is drawn. */
const stage = (tool: string) => {
  const drawings: any[] = [];
  let call: any;
  const Caller = () => {
    call = useCallTool<any>(tool);
    const { pending, data, error, progress, result } = call;
    useLayoutEffect(() => {
      const seen = plain({ pending, data, error, progress, text: result?.text, isError: result?.isError });
      if (JSON.stringify(seen) !== JSON.stringify(drawings.at(-1))) drawings.push(seen);
    });
    return null;
  };
  const hide = show(h(Caller, null));
  return { drawings, hide, call: () => call };
};

const scenes: Record<string, (s: ReturnType<typeof stage>) => Promise<unknown>> = {
  async double({ call }) {
    const came = await outcome(call().callTool({ n: 21 }).then(({ data }: any) => data));
    await drawn();
    call().reset();
    await drawn();
    return came;
  },
  async none({ call }) {
    const came = await outcome(call().callTool({}));
    await drawn();
    call().reset();
    return came;
  },
  /** Who does not look at the promise finds the error in the hook, and nothing in the console. */
  async unheeded({ call }) {
    call().callTool({});
    await until(() => call().error, "the error");
    return {};
  },
  async slow({ call }) {
    const calling = outcome(call().callTool({}).then(({ text }: any) => text));
    // It is held up after each step, so that each is drawn.
    for (const _ of [1, 2]) {
      await tell("paused");
      await ask("go");
    }
    return calling;
  },
  async hangs({ call }) {
    const calling = outcome(call().callTool({}));
    await drawn();
    call().cancel();
    return calling;
  },
};

export const calling = async (): Promise<Record<string, unknown>> => {
  const done: Record<string, unknown> = {};
  for (const [tool, scene] of Object.entries(scenes)) {
    await ask("take");
    const s = stage(tool);
    const came = await scene(s);
    await drawn();
    // The answer may come before the library draws that the call is pending, unless it is held up.
    const isHeldUp = tool === "slow" || tool === "hangs";
    done[tool] = { ...(came as object), drawings: s.drawings.filter(({ pending }) => isHeldUp || !pending) };
    s.hide();
  }

  // The latest call wins, in whichever order they are answered.
  const s = stage("double");
  const both = [s.call().callTool({ n: 1 }), s.call().callTool({ n: 2 })];
  const came = await Promise.all(both.map((one) => outcome(one.then(({ data }: any) => data))));
  await until(() => JSON.stringify(s.drawings.at(-1)).includes('"n":4'), "a drawing of the latest call");
  // How often it is drawn in between is the library's to say.
  const older = s.drawings.some((drawing) => JSON.stringify(drawing).includes('"n":2'));
  done["latest wins"] = { came, drawn: s.drawings.at(-1), older };
  s.hide();
  return done;
};
