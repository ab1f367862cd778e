// What the address of the page asks for, and what the page tells the test: data-state is
// "shown" when the view says that it has begun, or else the reason why not.

const query = new URLSearchParams(location.search);
const of = (name: string): string => query.get(name) ?? "";

export const asked = {
  server: new URL(of("server")),
  sandbox: new URL(of("sandbox")),
  version: of("version"),
  link: of("link"),
  tool: of("tool"),
  arguments: JSON.parse(of("arguments")) as Record<string, unknown>,
};

export function tell(news: Record<string, string | undefined>): void {
  Object.assign(document.body.dataset, news);
}

export const fail = (error: unknown): void => tell({ state: String(error) });

addEventListener("unhandledrejection", ({ reason }) => fail(reason));
addEventListener("error", ({ error }) => fail(error));
