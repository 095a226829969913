import { vi } from 'vitest';

type Listener = (event: object) => void;

/** The list in `sw.js`; the worker's modules read it once. */
const siteList = [
  { url: 'assets/site-abcdefgh.txt', revision: null },
  { url: 'index.html', revision: 'a' },
  { url: 'contact.html', revision: 'a' },
  { url: '404.html', revision: 'a' },
  { url: 'media-room/shell.html', revision: 'b' },
];

/** Makes this process a worker of hcs.example, with these extra globals. Call it before importing worker modules. */
export function becomeWorker(globals: Record<string, unknown> = {}) {
  const listeners = new Map<string, Listener>();
  const scope = {
    self: globalThis,
    location: new URL('https://hcs.example/sw.js'),
    registration: { scope: 'https://hcs.example/' },
    __WB_MANIFEST: siteList,
    __WB_DISABLE_DEV_LOGS: true,
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    ...globals,
  };
  for (const [name, value] of Object.entries(scope)) vi.stubGlobal(name, value);

  /** Fires an event; resolves once its work is done. Returns undefined if nothing listens. */
  return function happen(type: string, event: object): Promise<unknown> | undefined {
    let working: Promise<unknown> | undefined;
    const waitUntil = (work: Promise<unknown>) => {
      working = work;
    };
    listeners.get(type)?.({ waitUntil, ...event });
    return working;
  };
}
