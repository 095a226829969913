import { createServer } from 'node:http';

import { freePort } from '../kit/server.ts';

/** Path to what is answered. */
export type Files = Record<string, { body: string | Buffer; headers: Record<string, string> }>;

/** A server of a few fixed answers; everything else is 404. */
export async function serveFiles(files: Files): Promise<AsyncDisposable & { origin: string }> {
  const server = createServer((request, response) => {
    const file = files[request.url ?? ''];
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, file.headers).end(file.body);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
