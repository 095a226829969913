import { expect, test, vi } from 'vitest';

import { savedAtHeader } from '#src/contract/worker-messages.ts';

vi.stubGlobal('location', new URL('https://hcs.example/sw.js'));
vi.stubGlobal('self', { __WB_MANIFEST: [], clients: { matchAll: async () => [] } });
const { stampAnswer } = await import('../../../sw/connect-refresh.ts');

async function keep(response: Response): Promise<Response | null> {
  const request = new Request('https://hcs.example/connect/v1/job-list');
  const kept = await stampAnswer.cacheWillUpdate?.({
    request,
    response,
    event: new Event('fetch') as ExtendableEvent,
  });
  return kept instanceof Response ? kept : null;
}

test('a kept answer says when it was kept, and answers whoever asks for it in whatever words', async () => {
  const headers = { 'Content-Type': 'application/json', Vary: 'Accept, Origin' };
  const kept = await keep(new Response('{"payload":[]}', { headers }));
  expect(Number(kept?.headers.get(savedAtHeader))).toBeGreaterThan(Date.now() - 60_000);
  expect(kept?.headers.get('Vary')).toBeNull();
  expect(await kept?.json()).toEqual({ payload: [] });
});

test.each(['<h1>Your bundle is used up</h1>', '{"error":"no"}', 'null'])(
  '%s is not kept as an answer',
  async (body) => {
    expect(await keep(new Response(body))).toBeNull();
  },
);
