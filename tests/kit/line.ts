import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What happens to a request on its way. */
export type Mishap =
  /** The server has the request, the answer is lost. */
  | 'cut'
  /** The request is never answered and never reaches the server. */
  | 'hang'
  /** The line answers in the server's place. */
  | { status: number; retryAfter?: number; until?: Promise<void> }
  /** A gateway's own html answers in the server's place. */
  | { page: number }
  /** The request waits on its way. */
  | { until: Promise<void> }
  /** The line breaks off after so many bytes of the answer's body. */
  | { after: number };

export type Post = { path: string; key: string | undefined; body: string };

/** The line between browser and server, which a test can switch. */
export type Line = AsyncDisposable & {
  url: string;
  /** Each request since the line began or was cleared, such as `GET /about`. */
  seen: string[];
  posts: Post[];
  /** The next requests of this method whose path contains `path` meet these, one each. */
  next: (method: string, path: string, ...mishaps: Mishap[]) => void;
  /** Every such request meets this, until `undefined`. */
  always: (method: string, path: string, mishap: Mishap | undefined) => void;
  /** From now on leads to this server; `clear` leads back. */
  to: (url: string) => void;
  /** Deletes all mishaps and what was seen. */
  clear: () => void;
  /** Connections are refused, as with a stopped server. */
  down: () => Promise<void>;
  up: () => Promise<void>;
};

type Rule = { method: string; path: string; mishaps: Mishap[]; stays: boolean };

export async function startLine(target: string): Promise<Line> {
  const rules: Rule[] = [];
  const sockets = new Set<Socket>();
  let leadsTo = target;
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = incoming;
    line.seen.push(`${method} ${url}`);
    const rule = rules.find((one) => one.method === method && url.includes(one.path) && one.mishaps.length);
    const mishap = rule?.stays ? rule.mishaps[0] : rule?.mishaps.shift();
    const body = await buffer(incoming);
    if (method === 'POST')
      line.posts.push({ path: url, key: headers['idempotency-key']?.toString(), body: String(body) });
    if (mishap === 'hang') return;
    if (typeof mishap === 'object') {
      if ('until' in mishap) await mishap.until;
      if ('page' in mishap) return sendPage(outgoing, mishap.page);
      if ('status' in mishap) return sendError(outgoing, mishap);
    }
    const bytes = mishap === 'cut' ? 0 : typeof mishap === 'object' && 'after' in mishap && mishap.after;
    forward(new URL(url, leadsTo), { method, headers, body }, outgoing, bytes === false ? Infinity : bytes);
  }

  async function up(port = Number(new URL(line.url).port)): Promise<void> {
    if (server.listening) return;
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  }

  async function down(): Promise<void> {
    if (!server.listening) return;
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  }

  const line: Line = {
    url: '',
    seen: [],
    posts: [],
    next: (method, path, ...mishaps) => void rules.push({ method, path, mishaps, stays: false }),
    always(method, path, mishap) {
      const isOther = (rule: Rule) => !(rule.stays && rule.method === method && rule.path === path);
      rules.splice(0, rules.length, ...rules.filter(isOther));
      if (mishap !== undefined) rules.push({ method, path, mishaps: [mishap], stays: true });
    },
    to: (url) => {
      leadsTo = url;
    },
    clear() {
      rules.length = 0;
      leadsTo = target;
      line.seen = [];
      line.posts = [];
    },
    down,
    up,
    [Symbol.asyncDispose]: down,
  };
  await up(0);
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return line;
}

function sendPage(outgoing: ServerResponse, status: number): void {
  outgoing.writeHead(status, { 'Content-Type': 'text/html' });
  outgoing.end('<!doctype html><title>Buy a bundle</title><h1>Your data bundle is used up</h1>');
}

function sendError(
  outgoing: ServerResponse,
  { status, retryAfter }: { status: number; retryAfter?: number },
): void {
  const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
  outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  outgoing.end(JSON.stringify({ error: { details: [{ message: `Objection ${status}` }] } }));
}

type Sent = { method: string; headers: IncomingHttpHeaders; body: Buffer };

/** Passes so many bytes of the answer's body, then breaks off. */
function forward(to: URL, { method, headers, body }: Sent, outgoing: ServerResponse, bytes: number): void {
  const sent = request(to, { method, headers }, (answer) => {
    if (bytes === Infinity) {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => outgoing.destroy()).pipe(outgoing);
      return;
    }
    buffer(answer).then(
      (whole) => {
        if (bytes === 0) return outgoing.destroy();
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        outgoing.write(whole.subarray(0, bytes), () => outgoing.destroy());
      },
      () => outgoing.destroy(),
    );
  });
  sent.on('error', () => outgoing.destroy());
  sent.end(body);
}
