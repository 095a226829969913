import { once } from 'node:events';
import { request } from 'node:https';
import { isIP } from 'node:net';

import { expect, test } from 'vitest';

import { publicAgent } from '#server/notifications/push-agent.ts';

/** What a connection to `push.example.com` fails with when its name leads there. */
async function connectTo(address: string): Promise<string> {
  const agent = publicAgent((_host, _options, done) => done(null, [{ address, family: isIP(address) }]));
  const sent = request('https://push.example.com/', { agent, timeout: 5_000 });
  const [error] = (await Promise.race([once(sent, 'error'), once(sent, 'timeout')])) as [{ code?: string }?];
  sent.destroy();
  return error?.code ?? 'tried';
}

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.20.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  'fd00::1',
  'fe80::1',
  '64:ff9b::7f00:1',
])('a name that leads to %s is not connected to', async (address) => {
  expect(await connectTo(address)).toBe('EINNER');
});
