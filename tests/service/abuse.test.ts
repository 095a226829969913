import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { testApp } from './test-app.ts';

test('a hundred clients that send their headers a byte at a time do not keep others waiting', async () => {
  const { app } = await testApp({}, undefined, { headersTimeoutMs: 10_000 });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const slow = Array.from({ length: 100 }, () => slowClient(Number(new URL(url).port)));
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      fetch(`${url}/connect/v1/job-list`, { signal: AbortSignal.timeout(9_000) }),
    ),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const endings = await Promise.all(slow);
  expect(new Set(endings)).toEqual(new Set(['HTTP/1.1 408 Request Timeout']));
});

test('a body that stops in the middle is given up', async () => {
  const { app } = await testApp({}, undefined, { headersTimeoutMs: 500 });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = open(Number(port)).resume();
  socket.write('POST /connect/v1/subscribe HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n');
  socket.write('Content-Length: 500\r\n\r\n{"name":');
  await once(socket, 'close');
  expect((await app.inject('/healthz')).statusCode).toBe(200);
});

test('no file outside the build can be had', async () => {
  const { app } = await testApp();
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const targets = [
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/assets/..%2f..%2fpackage.json',
    '/%5c..%5cpackage.json',
    '/assets/%00',
    '/.env',
    '/index.html.br',
  ];
  for (const target of targets) {
    const answer = await raw(Number(port), `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect([target, answer.slice(0, 12)]).toEqual([target, 'HTTP/1.1 404']);
    expect(answer).not.toContain('"dependencies"');
  }
});

test('nothing in an address can add a header to the answer', async () => {
  const { app } = await testApp();
  for (const url of ['/contact%0d%0aset-cookie:a=b/', '/x/?a=%0d%0aset-cookie:a=b', '/contact/?\u0000']) {
    const { headers } = await app.inject(url);
    expect([url, headers['set-cookie']]).toEqual([url, undefined]);
    expect(headers.location ?? '').not.toMatch(/[\r\n]/);
  }
});

test('an error inside hides its reason', async () => {
  const { app } = await testApp();
  app.get('/broken', () => {
    throw new Error('secret path /etc/hcs');
  });
  const { statusCode, body } = await app.inject('/broken');
  expect(statusCode).toBe(500);
  expect(JSON.parse(body)).toEqual({ error: expect.stringContaining('on our side') });
  expect(body).not.toMatch(/secret|stack/);
});

test('a request in two sizes at once is refused', async () => {
  const { app } = await testApp();
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const smuggled =
    'POST /connect/v1/subscribe HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked';
  expect(await raw(Number(port), `${smuggled}\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 400/,
  );
});

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Sends a request that never ends; gives the first line of what the server says before it closes. */
async function slowClient(port: number): Promise<string> {
  const socket = open(port);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write('GET / HTTP/1.1\r\nX-Slow: ');
  const drip = setInterval(() => socket.write('a'), 100);
  await once(socket, 'close');
  clearInterval(drip);
  return answer.split('\r\n', 1).join();
}

async function raw(port: number, request: string): Promise<string> {
  const socket = open(port);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(request);
  await once(socket, 'close');
  return answer;
}
