import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';

import { during, reportStandstills } from '#server/web/standstills.ts';

test('where nobody got an answer for 200 ms, a line names the routes and jobs that ran, at most once a minute', async () => {
  let clock = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  onTestFinished(() => void vi.useRealTimers());
  const lines: unknown[] = [];
  const stream = { write: (line: string) => lines.push(JSON.parse(line)) };
  await using app = Fastify({ logger: { level: 'warn', stream } });
  reportStandstills(app);
  const pass = (ms: number) => {
    clock += ms;
  };
  /** As when the event loop goes on. */
  const goOn = () => {
    pass(50);
    vi.advanceTimersByTime(50);
  };
  app.get('/slow/:token', async () => pass(400));
  const url = await app.listen({ port: 0 });
  const visit = () => fetch(`${url}/slow/secret`);
  goOn();
  expect(lines).toEqual([]);
  await visit();
  goOn();
  const said = { level: 40, msg: 'the event loop stood still', ms: 450 };
  expect(lines).toMatchObject([{ ...said, ran: ['GET /slow/:token'] }]);
  await visit();
  goOn();
  expect(lines).toHaveLength(1);
  // A minute without a standstill.
  for (let looks = 0; looks < 1_200; looks += 1) goOn();
  await during('adding up', async () => pass(400));
  goOn();
  expect(lines.slice(1)).toMatchObject([{ ...said, ran: ['adding up'] }]);
});
