// A host in the page itself, which answers as a test tells it to. It has to be
// evaluated before the runtime.
type Message = Record<string, any>;

export const sent: Message[] = [];
let hear: (message: object) => void;

(globalThis as Message).orielTransport = {
  send: (message: Message) => void sent.push(structuredClone(message)),
  listen: (handler: (message: object) => void) => {
    hear = handler;
  },
};

/** A message from the host. */
export const post = (method: string, params: object = {}, id?: number): void =>
  hear({ jsonrpc: "2.0", id, method, params: structuredClone(params) });

/** What was sent with this method, in order. */
export const all = (method: string): Message[] => sent.filter((message) => message.method === method);

/** Answers a request. */
export const answer = ({ id }: Message, result: object): void => hear({ jsonrpc: "2.0", id, result });

/** Refuses a request. */
export const refuse = ({ id }: Message, code: number): void => hear({ jsonrpc: "2.0", id, error: { code, message: "no" } });
