import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent } from 'node:https';
import { type AddressInfo, connect } from 'node:net';

import { decrypt } from 'http_ece';

import type { AlertRequest, VacancyPush } from '#src/contract/alerts.ts';

/** One push as it arrived. */
type Push = {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  at: number;
};

export type PushService = AsyncDisposable & {
  /** Takes every connection of the server under test to this service, whatever its name, and past TLS. */
  agent: Agent;
  pushes: Push[];
  /** The answer to a push by its path, unless `answer` says otherwise: `/410/x` gets 410, `/silent/x` nothing. */
  answer: (path: string) => Answer | undefined;
};

/** A push service on this machine. */
export async function startPushService(): Promise<PushService> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    service.pushes.push({ path, headers: request.headers, body: Buffer.concat(chunks), at: Date.now() });
    const { status, headers = {} } = service.answer(path) ?? statusIn(path);
    if (status !== 0) response.writeHead(status, headers).end();
  }).listen(0, '127.0.0.1');
  // Not the service ends idle connections.
  server.keepAliveTimeout = 0;
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const service: PushService = {
    agent: Object.assign(new Agent(), { createConnection: () => connect(port, '127.0.0.1') }),
    pushes: [],
    answer: () => undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
}

type Answer = { status: number; headers?: Record<string, string> };

/** No status: no answer. */
function statusIn(path: string): Answer {
  return { status: Number(/^\/(\d{3})\//.exec(path)?.[1] ?? 0) };
}

type Subscriber = {
  subscription: AlertRequest['subscription'];
  /** What came to this browser, read with its own keys. */
  read: (pushes: Push[]) => VacancyPush[];
};

/** A browser that has subscribed; `answers` is the status that its pushes get, or `silent`. */
export function newSubscriber(answers = '201'): Subscriber {
  const own = createECDH('prime256v1');
  const auth = randomBytes(16).toString('base64url');
  const path = `/${answers}/${randomBytes(8).toString('hex')}`;
  const keys = { p256dh: own.generateKeys('base64url'), auth };
  return {
    subscription: { endpoint: `https://fcm.googleapis.com${path}`, keys },
    read: (pushes) =>
      pushes
        .filter((push) => push.path === path)
        .map(({ body }) => {
          const text = decrypt(body, { version: 'aes128gcm', privateKey: own, authSecret: auth });
          return JSON.parse(text.toString()) as VacancyPush;
        }),
  };
}

/** The claims that a push carries (VAPID, RFC 8292), once its signature is checked against `publicKey`. */
export function claimsOf({ headers }: Push, publicKey: string): Record<string, unknown> {
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(String(headers.authorization)) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x, y };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (key !== publicKey || !isSigned) throw new Error('This push is not signed with our key.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
}
