import { createECDH, randomBytes } from 'node:crypto';
import { Agent } from 'node:https';
import { connect } from 'node:net';

import { decrypt } from 'http_ece';

import type { AlertSubscription, PushMessage } from '#src/contract/alerts.ts';

import { type Listener, type Seen, startListener } from './listener.ts';

export type PushService = Listener & {
  /** Leads all connections from the server under test to this service, whatever the host name, without TLS. */
  agent: Agent;
};

/** A local push service. The path of a push sets the response: `/410/x` gets a 410, `/silent/x` gets nothing. */
export async function startPushService(): Promise<PushService> {
  const listener = await startListener(({ path }, response) => {
    const [, status] = /^\/(\d{3})\//.exec(path) ?? [];
    if (status !== undefined) response.writeHead(Number(status)).end();
  });
  const createConnection = () => connect(listener.port, '127.0.0.1');
  return Object.assign(listener, { agent: Object.assign(new Agent(), { createConnection }) });
}

export type Subscriber = {
  subscription: AlertSubscription;
  /** Decrypts the pushes to this browser with its keys. */
  read: (pushes: Seen[]) => PushMessage[];
};

/** A subscribed browser; `answers` is the status that its pushes get, or `silent`. */
export function newSubscriber(answers = '201'): Subscriber {
  const own = createECDH('prime256v1');
  const auth = randomBytes(16).toString('base64url');
  const address = `/${answers}/${randomBytes(8).toString('hex')}`;
  const keys = { p256dh: own.generateKeys('base64url'), auth };
  const readOne = ({ raw }: Seen) => {
    const text = decrypt(raw, { version: 'aes128gcm', privateKey: own, authSecret: auth });
    return JSON.parse(text.toString()) as PushMessage;
  };
  return {
    subscription: { endpoint: `https://fcm.googleapis.com${address}`, keys },
    read: (pushes) => pushes.filter(({ path }) => path === address).map(readOne),
  };
}

/** The claims in a push (VAPID, RFC 8292), and the key given with them. */
export function claimsOf({ headers }: Seen): { key: string | undefined; claims: unknown } {
  const [, claims = '', key] =
    /^vapid t=[\w-]+\.([\w-]+)\.[\w-]+, ?k=([\w-]+)$/.exec(String(headers.authorization)) ?? [];
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) };
}

/** Runs in every page: the real browser would ask its vendor's push service for an address. The worker gets no sync. */
export function standInForPushService({ endpoint, keys }: AlertSubscription): void {
  if (!isSecureContext) return;
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys }),
    // The key that it was made with.
    get options() {
      const key = atob((localStorage.getItem('push') ?? '').replaceAll('-', '+').replaceAll('_', '/'));
      return { applicationServerKey: Uint8Array.from(key, (one) => one.charCodeAt(0)).buffer };
    },
    async unsubscribe() {
      localStorage.removeItem('push');
      return true;
    },
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => ('push' in localStorage ? subscription : null),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      localStorage.setItem('push', applicationServerKey);
      return subscription;
    },
  });
  Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync');
}
