import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

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
