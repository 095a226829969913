import { expect, test, vi } from 'vitest';

import { connection, leaveWhenAnswered } from '#src/state/connection.ts';

test.each<[string, () => Promise<Response>, boolean, boolean]>([
  ['a page', async () => new Response(), true, true],
  ['our own 404', async () => new Response('', { status: 404 }), true, true],
  ["a gateway's 502", async () => new Response('', { status: 502 }), true, false],
  ['nothing', () => Promise.reject(new TypeError('Failed to fetch')), false, false],
])(
  'a page that stands is left or not where the next one is answered with %s',
  async (_, answer, online, leaves) => {
    const fetched = vi.fn(answer);
    vi.stubGlobal('fetch', fetched);
    const go = vi.fn();
    expect(await leaveWhenAnswered(go, '/contact')).toBe(leaves);
    expect(fetched).toHaveBeenCalledExactlyOnceWith('/contact', expect.objectContaining({ method: 'HEAD' }));
    expect([go.mock.calls.length, connection.online]).toEqual([leaves ? 1 : 0, online]);
  },
);
