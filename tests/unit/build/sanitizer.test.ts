import { expect, test, vi } from 'vitest';

import { render } from '#src/entry-server.tsx';

let failures = 1;
vi.mock('jsdom', async (load) => {
  const real = await load<typeof import('jsdom')>();
  return {
    get JSDOM() {
      failures -= 1;
      if (failures === 0) throw new Error('not to be had now');
      return real.JSDOM;
    },
  };
});

test('an article that could not be made safe is tried again by the next who asks', {
  timeout: 120_000,
}, async () => {
  await expect(render('/media-room/some-id')).rejects.toThrow('not to be had now');
  expect((await render('/media-room/some-id')).status).toBe(200);
});
