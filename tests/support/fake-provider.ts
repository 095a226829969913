import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

import { connectMount } from '#src/paths.ts';

export type ProviderAnswer = { status?: number; type?: string; body: string; until?: Promise<void> };

/** A provider's connect API that answers what a test tells it to, well or badly. */
export type FakeProvider = AsyncDisposable & {
  /** The base URL for `CONNECT_UPSTREAM`. */
  base: string;
  answer: (path: string) => ProviderAnswer;
};

export async function startProvider(): Promise<FakeProvider> {
  const listener: RequestListener = async (request, response) => {
    const path = (request.url ?? '').replace(connectMount, '');
    const { status = 200, type = 'application/json', body, until } = provider.answer(path);
    await until;
    response.writeHead(status, { 'content-type': type }).end(body);
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The provider has no port');
  const provider: FakeProvider = {
    base: `http://127.0.0.1:${address.port}${connectMount}`,
    answer: goodAnswer(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provider;
}

export function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

/** Three press releases, three posts and two vacancies; `change` turns each into what a test is about. */
export function goodAnswer(change: (item: Record<string, unknown>) => unknown = (item) => item) {
  const items = (type: string) =>
    ['one', 'two', 'three'].map((name, index) =>
      change({
        _id: `${type}-${name}`,
        title: `The ${type} item ${name}`,
        img_uri: '/logo.svg',
        description: base64(`<p>What ${name} has to say.</p>`),
        createdAt: `2026-0${index + 1}-21T09:00:00.000Z`,
      }),
    );
  const vacancies = ['Firmware engineer', 'Solder technician'].map((name, index) =>
    change({ _id: `job-${index}`, name, type: 'full-time', createdAt: '2026-03-01T09:00:00.000Z' }),
  );
  return (path: string): ProviderAnswer => {
    const payload = path.startsWith('/media/')
      ? items('press')[0]
      : path === '/job-list'
        ? vacancies
        : items(path.startsWith('/media-room/blog') ? 'blog' : 'press');
    return { body: JSON.stringify({ payload }) };
  };
}
