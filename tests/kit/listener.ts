import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type Seen = { method: string; path: string; headers: IncomingHttpHeaders; body: string; raw: Buffer };

/** Another server (a provider, a push service); responds as the test says and records the requests. */
export type Listener = AsyncDisposable & {
  port: number;
  url: string;
  seen: Seen[];
  answer: (seen: Seen, response: ServerResponse) => void;
};

export async function startListener(answer: Listener['answer']): Promise<Listener> {
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '/', headers } = request;
    const raw = await buffer(request);
    const seen = { method, path, headers, body: String(raw), raw };
    listener.seen.push(seen);
    listener.answer(seen, response);
  });
  // Keep connections open during a test.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const listener: Listener = {
    port,
    url: `http://127.0.0.1:${port}`,
    seen: [],
    answer,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return listener;
}
