import { Report } from "./report.ts";

/** A person at a browser, which the test that runs the script is: takes them to a provider, and says where they come back. */
export async function visit(browser: string, provider: URL): Promise<URLSearchParams> {
  const response = await fetch(browser + "?" + new URLSearchParams({ url: provider.href }).toString());
  if (!response.ok) throw new Error(await response.text());
  return new URLSearchParams(await response.text());
}

/** What a client keeps of a sign-in, in memory. */
export class Kept<Information, Tokens, Discovery> {
  readonly redirectUrl: string;
  /** Names the client, if there is one. */
  readonly clientMetadataUrl?: string;
  readonly clientMetadata: { client_name: string; redirect_uris: string[]; grant_types: string[]; token_endpoint_auth_method: string };
  /** Where the person has to go, until they have. */
  pending: URL | undefined;
  #information: Information | undefined;
  #tokens: Tokens | undefined;
  #discovery: Discovery | undefined;
  #verifier = "";
  #state = "";

  constructor(redirect: string, document?: string) {
    this.redirectUrl = redirect;
    if (document !== undefined) this.clientMetadataUrl = document;
    this.clientMetadata = {
      client_name: "TypeScript", redirect_uris: [redirect], grant_types: ["authorization_code"], token_endpoint_auth_method: "none",
    };
  }

  state(): string {
    return (this.#state = crypto.randomUUID());
  }
  clientInformation(): Information | undefined {
    return this.#information;
  }
  saveClientInformation(information: Information): void {
    this.#information = information;
  }
  tokens(): Tokens | undefined {
    return this.#tokens;
  }
  saveTokens(tokens: Tokens): void {
    this.#tokens = tokens;
  }
  discoveryState(): Discovery | undefined {
    return this.#discovery;
  }
  saveDiscoveryState(state: Discovery): void {
    this.#discovery = state;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier(): string {
    return this.#verifier;
  }
  redirectToAuthorization(url: URL): void {
    this.pending = url;
  }

  /** Sends the person to the provider, and returns what they come back with. */
  async answer(browser: string): Promise<URLSearchParams> {
    const { pending } = this;
    if (!pending) throw new Error("the client wants nobody to sign in");
    this.pending = undefined;
    const answer = await visit(browser, pending);
    if (answer.get("state") !== this.#state) throw new Error("the state is another one: " + answer.toString());
    return answer;
  }
}

/** A client that signs its user in. */
export interface Client {
  connect(): Promise<unknown>;
  call(name: string): Promise<string>;
  signIn(answer: URLSearchParams): Promise<void>;
  close(): Promise<void>;
}

/** The script of a client: LIFECYCLE URL BROWSER REDIRECT, and the address of its metadata if it has one. */
export async function main<I, T, D>(make: (url: URL, lifecycle: string, kept: Kept<I, T, D>) => Client): Promise<void> {
  const [lifecycle, url, browser, redirect, document] = process.argv.slice(2);
  if (lifecycle === undefined || url === undefined || browser === undefined || redirect === undefined)
    throw new Error("usage: LIFECYCLE URL BROWSER REDIRECT [DOCUMENT]");
  const report = new Report();
  const kept = new Kept<I, T, D>(redirect, document);
  const client = make(new URL(url), lifecycle, kept);
  const again = async (name: string, run: () => Promise<unknown>): Promise<void> => {
    await report.step(name + " without", async () => {
      try {
        return await run();
      } catch (error) {
        return (error as Error).constructor.name;
      }
    });
    await report.step(name, async () => {
      await client.signIn(await kept.answer(browser));
      return run();
    });
  };
  await again("connect", () => client.connect());
  await report.step("list", () => client.call("list"));
  await again("save", () => client.call("save"));
  await report.step("close", () => client.close());
}
