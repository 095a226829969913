import { IDBFactory } from 'fake-indexeddb';
import { promisifyRequest } from 'idb-keyval';
import { createRoot } from 'react-dom/client';
import { mutate } from 'swr';
import { expect, onTestFinished, vi } from 'vitest';

import { applicationForm } from '#src/content/application-form.ts';
import { partCount } from '#src/contract/attachments.ts';
import { savedAtHeader } from '#src/contract/worker-messages.ts';
import { applyPath, connectCalls } from '#src/paths.ts';
import { connectMount, otherPaths } from '#src/server-paths.ts';

import { control, one, press, type, until } from './person.ts';

/** `cut`: no response. */
export type Reply = Response | 'cut';
type Request = { call: string; method: string; key: string | null; body: unknown };
/** Answers a call in place of the server; undefined leaves it to the server. */
type Answer = (request: Request) => Reply | undefined | Promise<Reply | undefined>;

export const payload = (value: unknown, savedAt?: number) =>
  Response.json({ payload: value }, savedAt ? { headers: { [savedAtHeader]: String(savedAt) } } : {});
export const refusal = (status: number) =>
  Response.json({ error: { details: [{ message: `Objection ${status}` }] } }, { status });

export const vacancy = {
  ...{ _id: 'fitter', name: 'Pump Fitter', type: 'full-time', createdAt: '2026-01-05' },
  description: '<p>You test valves.</p>',
};

/** The site's server, which takes everything. `requests`: those that reached it, or were cut on their way. */
export function startServer(...answers: Answer[]) {
  const requests: Request[] = [];
  const sizes = new Map<string, number>();
  const parts = new Map<string, Set<number>>();
  const own = ({ call, method, body }: Request): Response => {
    const [, name = '', sha256 = '', part] = call.split('/');
    if (name === 'features') return payload(['enquiries', 'files', 'alerts']);
    if (name === 'files') {
      const arrived = parts.get(sha256) ?? new Set();
      if (method === 'PUT') parts.set(sha256, arrived.add(Number(part)));
      const complete = arrived.size === partCount(sizes.get(sha256) ?? 0);
      return payload({ parts: [...arrived].sort((a, b) => a - b), complete });
    }
    if (call === connectCalls.jobList) return payload([vacancy]);
    if (method !== 'POST') return payload([]);
    const { files = [] } = body as { files?: { sha256: string; size: number }[] };
    for (const one of files) sizes.set(one.sha256, one.size);
    return Response.json({ secret: 's'.repeat(22), upload: files[0] && 'token' }, { status: 201 });
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { method = 'GET', body } = init;
    const call = url.replace(connectMount, '');
    const isText = typeof body === 'string';
    const key = new Headers(init.headers).get('Idempotency-Key');
    const request = { call, method, key, body: isText ? JSON.parse(body) : body };
    if (call !== otherPaths.health) requests.push(request);
    for (const answer of [...answers, own]) {
      const reply = await answer(request);
      if (reply === 'cut') throw new TypeError('Failed to fetch');
      if (reply) return reply;
    }
    throw new Error('There is no answer.');
  });
  return {
    ...{ requests, answers, own },
    posts: () => requests.filter(({ method }) => method === 'POST'),
    puts: () => requests.filter(({ method }) => method === 'PUT').map(({ call }) => call.split('/').at(-1)),
    /** How many parts of files have arrived. */
    arrived: () => [...parts.values()].map(({ size }) => size),
  };
}

/** All that the storage of this device holds, whatever its shape. */
export async function stored(): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await promisifyRequest(indexedDB.open(name));
    for (const store of database.objectStoreNames)
      all.push(...(await promisifyRequest(database.transaction(store).objectStore(store).getAll())));
    database.close();
  }
  return all;
}

export const storedText = async () => JSON.stringify(await stored());

/** Of files. */
export const storedBytes = async () =>
  (await stored()).reduce<number>((sum, one) => sum + (Object(one).byteLength ?? 0), 0);

/** Lets the storage wait until the returned function is called. */
export function slowDownStorage(): () => void {
  const { promise: isSlow, resolve: answer } = Promise.withResolvers<void>();
  const { open } = indexedDB;
  vi.spyOn(indexedDB, 'open').mockImplementation((name) => {
    const request = open.call(indexedDB, name);
    let tell: IDBRequest['onsuccess'] = null;
    Object.defineProperty(request, 'onsuccess', {
      get: () => (event: Event) => isSlow.then(() => tell?.call(request, event)),
      set(listener) {
        tell = listener;
      },
    });
    return request;
  });
  return answer;
}

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Everything is on the screen. */
class SeesAll extends Observer {
  show: (entries: { isIntersecting: boolean }[]) => void;

  constructor(show: SeesAll['show']) {
    super();
    this.show = show;
  }

  override observe() {
    queueMicrotask(() => this.show([{ isIntersecting: true }]));
  }
}

/** What was read from the API. Requests that have not ended do not count any more. */
const forget = () => mutate(() => true, undefined);

/** What jsdom lacks. Call it before each test. */
export function prepareBrowser(): void {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  for (const name of ['PerformanceObserver', 'ResizeObserver']) vi.stubGlobal(name, Observer);
  vi.stubGlobal('IntersectionObserver', SeesAll);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('indexedDB', new IDBFactory());
  const none = async () => [];
  vi.stubGlobal('caches', { match: async () => undefined, keys: none, open: async () => ({ keys: none }) });
  // It knows no <search>, of which React warns.
  const known = { value: 'HTMLElement', configurable: true };
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, known);
  vi.stubGlobal('scrollTo', () => undefined);
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw());
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      if (!this.open) return;
      this.open = false;
      this.dispatchEvent(new Event('close'));
    },
  });
  const closeByForm = (event: SubmitEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLFormElement) || target.method !== 'dialog') return;
    event.preventDefault();
    target.closest('dialog')?.close();
  };
  document.addEventListener('submit', closeByForm);
  onTestFinished(async () => {
    document.removeEventListener('submit', closeByForm);
    close();
    // They would call the browser's own functions.
    await vi.dynamicImportSettled();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
    localStorage.clear();
    sessionStorage.clear();
    await forget();
  });
}

/** Ends the page on screen, so that it does nothing more. */
let close = () => {};

/** Opens the site at a path, as a new document over the same storage. `data`: of the connect API, in its html. */
export async function openSite(path: string, data: Record<string, unknown> = {}): Promise<void> {
  close();
  delete document.documentElement.dataset.live;
  vi.resetModules();
  await forget();
  history.replaceState(null, '', path);
  await import('#src/early.ts');
  const { App } = await import('#src/app.tsx');
  const { loadRoute } = await import('#src/routes.tsx');
  const { matchPage } = await import('#src/lib/match-page.ts');
  await loadRoute(matchPage(location.pathname), location.search);
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  // React renders by itself, as in a browser.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const root = createRoot(place);
  root.render(<App data={data} />);
  close = () => {
    // As in the back/forward cache.
    dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
    root.unmount();
    close = () => {};
  };
  await until(() => expect(document.documentElement.dataset.live).toBe(location.pathname));
}

const texts = {
  ...{
    'First name': 'Mutinta',
    'Last name': 'Banda',
    Email: 'mutinta@example.com',
    Mobile: '+260 97 000 0000',
  },
  ...{ Description: 'I solder.', 'Profile link': 'https://profiles.example/mutinta' },
};

/** Types these texts, by label. Takes longer than the form needs to read and store, as a person does. */
export async function fill(typed: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(typed)) {
    type(label, text);
    await until(async () => expect(await storedText()).toContain(text));
  }
}

export async function openApplication(): Promise<void> {
  await openSite(applyPath(vacancy._id));
  await until(() => control('First name'));
  await fill(texts);
}

export const submitApplication = () => press('button', applicationForm.submit);

/** Sends an application, and waits for the thanks. */
export async function apply(): Promise<void> {
  await openApplication();
  await submitApplication();
  await until(() => one('dialog', /^Thank you/));
}
