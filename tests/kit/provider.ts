import type { ServerResponse } from 'node:http';

import { connectMount } from '#src/server-paths.ts';

import { startListener } from './listener.ts';

export type ProviderAnswer = { status?: number; type?: string; body: string; until?: Promise<void> };

/** A provider's connect API that gives the answers a test sets, valid or not. */
export async function startProvider() {
  const listener = await startListener((seen, response) =>
    send(response, provider.answer(seen.path.replace(connectMount, ''))),
  );
  const provider = {
    /** For `CONNECT_UPSTREAM`. */
    base: listener.url + connectMount,
    answer: goodAnswer(),
    seen: listener.seen,
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  };
  return provider;
}

async function send(response: ServerResponse, answer: ProviderAnswer): Promise<void> {
  const { status = 200, type = 'application/json', body, until } = answer;
  await until;
  response.writeHead(status, { 'content-type': type }).end(body);
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
    const list = path === '/job-list' ? vacancies : items(path.includes('/blog/') ? 'blog' : 'press');
    return { body: JSON.stringify({ payload: path.startsWith('/media/') ? list[0] : list }) };
  };
}
