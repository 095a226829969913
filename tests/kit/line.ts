import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A network fault that a request meets. */
export type Mishap =
  /** `cut`: the server gets the request, but the response is lost. `hang`: the request never arrives. */
  | 'cut'
  | 'hang'
  | {
      /** Delays the request until this resolves. */
      until?: Promise<void>;
      /** The line answers instead of the server: with an API error or, for `page`, a gateway's own HTML. */
      status?: number;
      retryAfter?: number;
      page?: number;
      /** The line breaks after this many bytes of the response body. */
      after?: number;
    };

export type Post = { path: string; key: string | undefined; body: string };

/** The network line between browser and server, which a test can switch. */
export type Line = AsyncDisposable & {
  url: string;
  /** Requests since the line was started or cleared, for example `GET /about`. */
  seen: string[];
  posts: Post[];
  /** The next requests with this method whose path contains `path` get these faults, one each. */
  next: (method: string, path: string, ...mishaps: Mishap[]) => void;
  /** Every such request gets this fault, until called with `undefined`. */
  always: (method: string, path: string, mishap: Mishap | undefined) => void;
  /** The next such request is delayed until the returned function is called; then it gets this fault. */
  hold: (method: string, path: string, mishap?: Exclude<Mishap, string>) => () => void;
  /** Leads to this server from now on; `clear` leads back. */
  to: (url: string) => void;
  /** Deletes all faults and recorded requests. */
  clear: () => void;
  /** Breaks all connections. The line keeps its port, so that no other process can take it. */
  down: () => void;
  up: () => void;
};

type Rule = { method: string; path: string; mishaps: Mishap[]; stays: boolean };

export async function startLine(target: string): Promise<Line> {
  let rules: Rule[] = [];
  let leadsTo = target;
  let isDown = false;
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.on('connection', (socket) => isDown && socket.destroy());

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = incoming;
    line.seen.push(`${method} ${url}`);
    const rule = rules.find((one) => one.method === method && url.includes(one.path) && one.mishaps.length);
    const mishap = rule?.stays ? rule.mishaps[0] : rule?.mishaps.shift();
    const body = await buffer(incoming);
    if (method === 'POST')
      line.posts.push({ path: url, key: headers['idempotency-key']?.toString(), body: String(body) });
    if (mishap === 'hang') return;
    const { until, page, status, retryAfter, after } = mishap === 'cut' ? { after: 0 } : (mishap ?? {});
    await until;
    if (page !== undefined) return send(outgoing, page, 'text/html', gatewayPage);
    if (status !== undefined) {
      if (retryAfter !== undefined) outgoing.setHeader('Retry-After', retryAfter);
      const error = { details: [{ message: `Objection ${status}` }] };
      return send(outgoing, status, 'application/json', JSON.stringify({ error }));
    }
    const sent = request(new URL(url, leadsTo), { method, headers }).end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const whole = await buffer(answer);
    if (after === 0) return void outgoing.destroy();
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    if (after === undefined) outgoing.end(whole);
    else outgoing.write(whole.subarray(0, after), () => outgoing.destroy());
  }

  const line: Line = {
    url: '',
    seen: [],
    posts: [],
    next: (method, path, ...mishaps) => void rules.push({ method, path, mishaps, stays: false }),
    always(method, path, mishap) {
      rules = rules.filter((rule) => !(rule.stays && rule.method === method && rule.path === path));
      if (mishap !== undefined) rules.push({ method, path, mishaps: [mishap], stays: true });
    },
    hold(method, path, mishap) {
      const { promise: until, resolve } = Promise.withResolvers<void>();
      line.next(method, path, { ...mishap, until });
      return resolve;
    },
    to: (url) => {
      leadsTo = url;
    },
    clear() {
      rules = [];
      leadsTo = target;
      line.seen = [];
      line.posts = [];
    },
    down() {
      isDown = true;
      server.closeAllConnections();
    },
    up() {
      isDown = false;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return line;
}

const gatewayPage = '<!doctype html><title>Buy a bundle</title><h1>Your data bundle is used up</h1>';

function send(outgoing: ServerResponse, status: number, type: string, body: string): void {
  outgoing.writeHead(status, { 'Content-Type': type }).end(body);
}
