// What a view can try to read what pages of the workbench have kept, or to keep something in their place. Each try returns
// what it got hold of; one that throws or returns nothing has failed, as it should.

/** The origins that the view knows of, and those that it was told. */
const origins = (env) => {
  const known = [env.page, location.origin, ...(location.ancestorOrigins ?? []), document.referrer, ...env.others];
  for (const { name } of performance.getEntries()) known.push(name);
  const named = known.map((address) => URL.parse(address)?.origin ?? "null");
  return [...new Set(named)].filter((origin) => origin.startsWith("http"));
};

/** Requests for /api/kept and /api/keep, with what a view may have guessed, and even with what it can't know. */
const requests = (env) => {
  const bodies = [["kept", { page: env.secret }], ["keep", { page: env.secret, run: 999, part: "run", value: { robbed: true } }]];
  return bodies.flatMap(([path, body]) =>
    [env.token, env.guess, ""].flatMap((token) =>
      ["application/json", "text/plain"].map((type) => ({
        path: "/api/" + path,
        body: JSON.stringify(body),
        headers: { "Content-Type": type, ...(token && { Authorization: "Bearer " + token }) },
      })),
    ),
  );
};

const answered = async (origin, { path, body, headers }, more) => {
  const response = await fetch(origin + path, { method: "POST", body, headers, ...more });
  return response.ok ? `${response.status} ${await response.text()}` : "";
};

const entries = (storage) => Object.entries(storage).flat().join();

const throughWindows = {
  "own sessionStorage": () => entries(sessionStorage),
  "own localStorage": () => entries(localStorage),
  "own name": () => window.name,
  "own history": () => history.state && JSON.stringify(history.state),
  opener: () => opener?.location.href,
  "the page's opener": () => top.opener?.location.href,
  "the page's name": () => top.name,
  "the proxy's name": () => parent.name,
  "the page's sessionStorage": () => entries(top.sessionStorage),
  "the page's localStorage": () => entries(top.localStorage),
  "the proxy's sessionStorage": () => entries(parent.sessionStorage),
  "the proxy's localStorage": () => entries(parent.localStorage),
  "the page's history": () => JSON.stringify(top.history.state),
  "the page's document": () => top.document.body.innerText,
};

/** The same for every frame of the page, by its number. */
const throughFrames = Object.fromEntries(
  [0, 1, 2, 3].flatMap((i) => [
    [`frame ${i}'s name`, () => top.frames[i].name],
    [`frame ${i}'s sessionStorage`, () => entries(top.frames[i].sessionStorage)],
    [`the view of frame ${i}`, () => top.frames[i].frames[0] !== window && entries(top.frames[i].frames[0].sessionStorage)],
  ]),
);

globalThis.robKept = async (env) => {
  const got = {};
  const attempts = Object.entries({ ...throughWindows, ...throughFrames });
  for (const origin of origins(env)) {
    for (const request of requests(env)) {
      const name = `${origin}${request.path} ${JSON.stringify(request.headers)}`;
      attempts.push([name, () => answered(origin, request)]);
      attempts.push([`${name} blindly`, () => answered(origin, request, { mode: "no-cors", credentials: "include" })]);
      attempts.push([`${name} as a beacon`, () => (navigator.sendBeacon(origin + request.path, request.body), "")]);
    }
    attempts.push([`${origin} by GET`, () => answered(origin, { path: "/api/kept?page=" + env.secret }, { method: "GET" })]);
  }
  await Promise.all(
    attempts.map(async ([name, attempt]) => {
      const outcome = Promise.resolve().then(() => attempt());
      got[name] = await outcome.then((found) => String(found || ""), () => "");
    }),
  );
  return got;
};
