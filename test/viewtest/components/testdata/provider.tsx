// A view with all that a provider can be given, as "plan" says.
import { forcePlatform, hostInfo, toolResult } from "@oriel/view";
import { AppProvider, introduce, mount, usePlatform, useToolResult } from "@oriel/view/react";
import { useEffect, useState } from "framework";

const { plan } = globalThis as any;

/** A host that the page brings. */
const bridgeOf = (name: string) => {
  const sent: any[] = [];
  let hear: any;
  return {
    sent,
    listens: 0,
    listen(handler: any) {
      this.listens++;
      hear = handler;
    },
    send(message: any) {
      sent.push(message);
      if (message.method === "ui/initialize")
        hear({ jsonrpc: "2.0", id: message.id, result: { hostInfo: { name }, hostCapabilities: {}, hostContext: {} } });
    },
    result: (text: string) =>
      hear({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: { content: [{ type: "text", text }] } }),
  };
};
const bridges: Record<string, any> = { one: bridgeOf("one"), two: bridgeOf("two") };

const Inner = () => {
  const platform = usePlatform();
  const { text } = useToolResult();
  const [first] = useState(platform);
  useEffect(() => {
    (globalThis as any).mounts = ((globalThis as any).mounts ?? 0) + 1;
  }, []);
  return (
    <p id="inner">
      {first}, {platform} {text}
    </p>
  );
};

const Fallback = () => {
  Object.assign(globalThis, { fellBack: true });
  return <i id="fallback">…</i>;
};

const App = () => {
  const [props, setProps] = useState<any>(plan.props ?? {});
  Object.assign(globalThis, { setProps });
  if (props.gone) return <Inner />;
  const { bridge, fallback, ...rest } = props;
  return (
    <AppProvider {...rest} {...(bridge && { bridge: bridges[bridge] })} {...("fallback" in props && { fallback: <Fallback /> })}>
      <Inner />
    </AppProvider>
  );
};

Object.assign(globalThis, { bridges, hostInfo, toolResult, forcePlatform });
if (plan.introduce) introduce(plan.introduce);
const show = () => Object.assign(globalThis, { end: mount(App, plan.into && document.querySelector(plan.into)) });
if (plan.later) setTimeout(show, 50);
else show();
Object.assign(globalThis, { shown: !!document.querySelector("#root #inner, #root #fallback") });
