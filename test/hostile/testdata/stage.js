// In the workbench's page: what views said to it, and more views beside those of
// its cards. It is an expression, and may run twice.
((globalThis.heard ??= []),
  (globalThis.listening ??= (addEventListener("message", ({ data }) => heard.push(data)), true)),
  (globalThis.stage = async (server, profile) => {
    const answer = await fetch("/api/view", {
      method: "POST",
      headers: {
        Authorization: "Bearer " + sessionStorage.getItem("oriel-token"),
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ server, profile, tool: "tool", arguments: {} }),
    });
    const view = await answer.json();
    const frame = document.createElement("iframe");
    frame.id = "staged-" + server + "-" + profile;
    frame.setAttribute("sandbox", view.sandbox + " allow-same-origin");
    frame.allow = view.allow;
    globalThis.staged ??= [];
    await new Promise((done) => {
      addEventListener("message", ({ source, data }) => {
        if (source !== frame.contentWindow) return;
        staged.push(data);
        if (data?.method === "ui/notifications/sandbox-proxy-ready")
          source.postMessage(
            {
              jsonrpc: "2.0",
              method: "ui/notifications/sandbox-resource-ready",
              params: { url: view.document, sandbox: view.sandbox, allow: view.allow, origin: view.documentOrigin },
            },
            view.proxyOrigin,
          );
        if (data?.method === "ui/notifications/sandbox-document-loaded") done();
      });
      frame.src = view.proxy;
      document.body.append(frame);
    });
    return { ...view, index: [...Array(frames.length).keys()].findIndex((i) => frames[i] === frame.contentWindow) };
  }));
