import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { onTestFinished } from 'vitest';

/** A provider that gives `answer` to every call; gone after the test. */
export async function providerOf(answer: (url: string, response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => answer(request.url ?? '', response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

type Seen = { method: string | undefined; url: string | undefined; key: unknown; body: string };

/** A provider's API; `answer` decides what it says. */
export async function provider(answer: (seen: Seen, response: ServerResponse) => void) {
  const seen: Seen[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method, url, headers } = request;
    const entry = { method, url, key: headers['idempotency-key'], body };
    seen.push(entry);
    answer(entry, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { base: `http://127.0.0.1:${port}/api/v3/`, seen };
}
