import { vi } from 'vitest';

/** Of the server; a store that is replaced has another one. */
export const publicKey = 'AQ';

/** A browser's part of notifications, with its Web Locks. `hangs`: it never ends what it begins. */
export function standInForPush() {
  let count = 0;
  let current: PushSubscription | null = null;
  const browser = {
    permission: 'default' as NotificationPermission,
    /** What the visitor answers when asked. */
    answer: async (): Promise<NotificationPermission> => 'granted',
    mayPush: true,
    hangs: false,
    subscribed: () => current,
    /** As the browser's own settings do. */
    reset() {
      browser.permission = 'default';
      current = null;
    },
    pushManager: {
      getSubscription: async () => current,
      async subscribe({ applicationServerKey }: PushSubscriptionOptionsInit): Promise<PushSubscription> {
        if (browser.hangs) return new Promise(() => undefined);
        if (!browser.mayPush) throw new DOMException('Registration failed', 'AbortError');
        current ??= made(String(applicationServerKey));
        return current;
      },
    } as PushManager,
  };

  function made(key: string): PushSubscription {
    count += 1;
    const endpoint = `https://push.example/${count}`;
    const applicationServerKey = Uint8Array.from(atob(key), (one) => one.charCodeAt(0)).buffer;
    const own: PushSubscription = {
      ...{
        endpoint,
        options: { applicationServerKey, userVisibleOnly: true },
        expirationTime: null,
        getKey: () => null,
        toJSON: () => ({ endpoint }),
      },
      async unsubscribe() {
        if (browser.hangs) return new Promise<never>(() => undefined);
        const isOwn = current === own;
        if (isOwn) current = null;
        return isOwn;
      },
    };
    return own;
  }

  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission;
    },
    async requestPermission() {
      if (browser.permission === 'default') browser.permission = await browser.answer();
      return browser.permission;
    },
  });
  const held = new Map<string, Promise<unknown>>();
  /** One after the other. */
  async function request(name: string, work: () => Promise<unknown>) {
    const mine = (held.get(name) ?? Promise.resolve()).then(work, work);
    held.set(name, mine);
    return mine;
  }
  const locks = { configurable: true, value: { request } };
  Object.defineProperty(navigator, 'locks', locks);
  return browser;
}
