// testing/line.ts
var openLine = (traffic, receive) => {
  let listener;
  let open = true;
  return {
    transport: {
      send(message) {
        if (!open) return;
        const copy = structuredClone(message);
        traffic.push({ from: "view", by: "message", message: copy });
        queueMicrotask(() => open && receive(structuredClone(copy)));
      },
      listen(handler) {
        listener = handler;
      }
    },
    post(message) {
      if (!open) return;
      traffic.push({ from: "host", by: "message", message: structuredClone(message) });
      listener?.(structuredClone(message));
    },
    close() {
      open = false;
    }
  };
};
export {
  openLine
};
