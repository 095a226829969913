import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What befalls a request on its way. `cut`: the server has it, the answer is lost. `hang`: nothing ever comes. */
export type Mishap =
  | 'cut'
  | 'hang'
  | { status: number; retryAfter?: number; until?: Promise<void> }
  /** A gateway's own page comes in the answer's place. */
  | { page: number }
  | { delay: number }
  /** The answer stays on its way so long. */
  | { until: Promise<void> }
  /** The line breaks off after so many bytes of the answer. */
  | { after: number };

/** The line between the browser and the site, which a test can cut, slow down or let answer in the server's place. */
export type Weather = AsyncDisposable & {
  url: string;
  /** The next requests whose path contains `path` and whose method fits meet these, one each. */
  next: (method: string, path: string, ...mishaps: Mishap[]) => void;
  /** Every request from now on meets this, until `undefined`. */
  always: (method: string, path: string, mishap: Mishap | undefined) => void;
  /** Forgets all of the above. */
  clear: () => void;
  /** Nothing answers any more: connections are refused, as with a stopped server. */
  down: () => Promise<void>;
  up: () => Promise<void>;
  /** Paths of the requests seen, such as `POST /connect/v1/subscribe`. */
  seen: string[];
};

type Rule = { method: string; path: string; mishaps: Mishap[]; stays: boolean };

/** `at`: the port, 0 for a free one. */
export async function startWeather(target: string, at = 0): Promise<Weather> {
  const rules: Rule[] = [];
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    void meet(takeMishap(rules, incoming), target, incoming, outgoing);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const down = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    if (server.listening) await once(server, 'close');
  };
  await listen(at);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    next: (method, path, ...mishaps) => rules.push({ method, path, mishaps, stays: false }),
    always(method, path, mishap) {
      const others = rules.filter((rule) => !(rule.stays && rule.method === method && rule.path === path));
      rules.splice(0, rules.length, ...others);
      if (mishap !== undefined) rules.push({ method, path, mishaps: [mishap], stays: true });
    },
    clear: () => rules.splice(0),
    down,
    up: () => listen(port),
    [Symbol.asyncDispose]: down,
  };
}

function takeMishap(rules: Rule[], { method, url = '' }: IncomingMessage): Mishap | undefined {
  const rule = rules.find((one) => one.method === method && url.includes(one.path) && one.mishaps.length > 0);
  return rule?.stays ? rule.mishaps[0] : rule?.mishaps.shift();
}

async function meet(
  mishap: Mishap | undefined,
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  if (mishap === 'hang') return;
  if (typeof mishap === 'object' && 'page' in mishap) {
    incoming.resume();
    outgoing.writeHead(mishap.page, { 'Content-Type': 'text/html' });
    outgoing.end('<!doctype html><title>Buy a bundle</title><h1>Your data bundle is used up</h1>');
    return;
  }
  if (typeof mishap === 'object' && 'until' in mishap) await mishap.until;
  if (typeof mishap === 'object' && 'delay' in mishap && mishap.delay !== undefined)
    await new Promise((resolve) => setTimeout(resolve, mishap.delay));
  if (typeof mishap === 'object' && 'status' in mishap) {
    const headers = mishap.retryAfter === undefined ? {} : { 'Retry-After': String(mishap.retryAfter) };
    incoming.resume();
    outgoing.writeHead(mishap.status, { 'Content-Type': 'application/json', ...headers });
    outgoing.end(JSON.stringify({ error: { details: [{ message: `Objection ${mishap.status}` }] } }));
    return;
  }
  const after = typeof mishap === 'object' && 'after' in mishap ? mishap.after : Number.POSITIVE_INFINITY;
  forward(target, incoming, outgoing, mishap === 'cut' ? 0 : after);
}

function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse, after: number): void {
  const { method, headers } = incoming;
  const sent = request(new URL(incoming.url ?? '/', target), { method, headers }, (answer) => {
    if (after === 0) {
      answer.resume();
      answer.on('end', () => outgoing.destroy());
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    let passed = 0;
    answer.on('data', (chunk: Buffer) => {
      passed += chunk.length;
      if (passed > after)
        outgoing.write(chunk.subarray(0, chunk.length - (passed - after)), () => outgoing.destroy());
      else outgoing.write(chunk);
    });
    answer.on('end', () => outgoing.end());
  });
  sent.on('error', () => outgoing.destroy());
  incoming.pipe(sent);
}
