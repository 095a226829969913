// @vitest-environment jsdom

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import type { Submission } from '#src/outbox/submission.ts';
import { company } from '#src/words/site.ts';

import { letRender, mount } from '../../components/mount.tsx';
import { newRecord } from '../records.ts';

type Device = 'takes all' | 'is put away' | 'takes nothing' | 'takes no result';
/** The server's status and body; undefined means no response. */
type Reply = [status: number, body?: object] | undefined;
type Replying = Reply | Promise<Reply>;

const send = vi.fn<typeof fetch>();
const patience = { timeout: 60_000, interval: 10 };
const vacancy = { _id: 'fitter', name: 'Fitter', closes: { iso: '2026-03-21T12:05:00Z', text: '' } };
const texts = {
  first_name: 'Mutinta',
  last_name: 'Banda',
  name: 'Mutinta Banda',
  email: 'mutinta@example.com',
  mobile: '+260 97 000 0000',
  description: 'I solder.',
  profile: 'https://example.com/mutinta',
  phone: '+260 97 000 0000',
  about: 'Water Handler',
  message: 'How much is it?',
} as const;

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('fetch', send);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
  // jsdom cannot open dialogs.
  Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} });
});

const forms = {
  apply: async () => {
    history.replaceState(null, '', '/insider/career/fitter?apply=1');
    const { loadForm } = await import('#src/pages/insider/career/load-form.ts');
    await loadForm();
    const { Applying } = await import('#src/pages/insider/career/applying.tsx');
    return <Applying listed={[vacancy as never]} page="fitter" />;
  },
  subscribe: async () => {
    const { SubscribeForm } = await import('#src/pages/media-room/subscribe-form.tsx');
    return <SubscribeForm />;
  },
  enquiry: async () => {
    const { Ask } = await import('#src/pages/ask/ask.tsx');
    return <Ask />;
  },
};

/** Submits a form; returns a function that reads the texts in the dialog and the form. */
async function submit(kind: keyof typeof forms, device: Device, replying: Replying): Promise<() => string[]> {
  const { store } = (await import('#src/outbox/page/outbox.ts')).pageOutbox();
  await store.clear();
  const refuse = () => vi.spyOn(store, 'change').mockRejectedValue(new Error('full'));
  send.mockImplementation(async (url) => {
    if (!/job-apply|subscribe|enquiry/.test(`${url}`)) return Response.json([]);
    if (device === 'takes no result') refuse();
    const reply = await replying;
    if (reply === undefined) throw new TypeError('Failed to fetch');
    const [status, body = {}] = reply;
    return Response.json(body, { status });
  });
  const place = await mount(await forms[kind]());
  letRender();
  // Once this read is done, so is the form's own.
  await store.list();
  if (device === 'takes nothing') refuse();
  if (device === 'is put away') vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const form = place.querySelector<HTMLFormElement>('form:has(.form-control)');
  const { writeTyped } = await import('#src/outbox/page/typed-fields.ts');
  if (form) writeTyped(form, texts);
  form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  const inDialog = 'dialog:not(.dialog-in-page)';
  const parts = `${inDialog} h2, ${inDialog} .vstack > p, form [role=alert], form .vstack ~ [role=status], form > [role=status]:nth-last-child(2)`;
  return () => [...place.querySelectorAll(parts)].map(({ textContent }) => textContent).filter(Boolean);
}

const objection = [422, { error: 'Objection' }] satisfies Reply;
const mayHaveArrived =
  'It may have reached us anyway. Send it again unchanged and we count it once; change it first and we may get both.';
const unstored = 'It is not saved on this device. Please leave this window open and submit it again later.';
const noAnswer = 'Error 500: Server connection failed!.';
const otherError = 'Error 446: Something went wrong!.';
const failed = 'Thank you: not accepted';
const arrived = 'Thank you: it has arrived';
const saved = 'Thank you: saved, not sent yet';
const again = 'Please open this site again in this browser within a few days.';
const waits = (subject: string) => `${subject} will be sent when you are back online. ${again}`;
const deadline = 'It may arrive until 22 March at 14:04, Lusaka time.';
/** Shown back after each "Submit", from the record as it was sent. */
const address = `Email: ${texts.email}`;
const applied = [
  arrived,
  'Your application (Fitter) has arrived, and we will answer within ten working days.',
  address,
] as const;
const subscribed = [
  arrived,
  'Your subscription has arrived, and the next newsletter will go out on the first Friday of the month.',
  address,
] as const;
const withdrawn =
  'Your application (Fitter) was withdrawn or deleted, and is no longer saved on this device either.';
const waitsInOutbox = 'What you submitted earlier is still waiting in the Outbox.';
const serviceFails = `will be sent later: our server could not accept it just now, but we will keep trying. ${again}`;
/** Other ways, which the dialog offers after every enquiry about this product. */
const offered = [
  'You can send us photos of your meter and pipes now:',
  `${company.phones[0]} WhatsApp (opens in a new tab)`,
] as const;
const asked = [
  arrived,
  'Your enquiry has arrived, and we will answer within one working day.',
  address,
  ...offered,
] as const;

test.each<[keyof typeof forms, Device, Reply, readonly string[]]>([
  ['apply', 'takes all', [201], applied],
  ['apply', 'takes all', undefined, [saved, waits('Your application (Fitter)'), address, deadline]],
  ['apply', 'takes all', [500], [otherError, mayHaveArrived]],
  ['apply', 'takes all', [429, { error: 'Too many requests.' }], [otherError]],
  ['apply', 'takes all', [429], [otherError, mayHaveArrived]],
  ['apply', 'takes all', objection, ['Objection']],
  ['apply', 'is put away', [500], [saved, `Your application (Fitter) ${serviceFails}`, address, deadline]],
  ['apply', 'takes nothing', [201], applied],
  ['apply', 'takes nothing', undefined, [`${noAnswer} ${unstored}`, mayHaveArrived]],
  ['apply', 'takes nothing', [500], [`${otherError} ${unstored}`, mayHaveArrived]],
  ['apply', 'takes nothing', objection, [`Objection ${unstored}`]],
  ['apply', 'takes all', [410, { error: 'Deleted' }], [failed, withdrawn]],
  ['apply', 'takes no result', [201], applied],
  ['subscribe', 'takes all', [201], subscribed],
  [
    'subscribe',
    'takes all',
    [201, { confirm: true }],
    [
      'Thank you: one step is left',
      'Check your email: open the link that we have sent you and press the button.',
      address,
    ],
  ],
  ['subscribe', 'takes all', undefined, [waitsInOutbox, saved, waits('Your subscription'), address]],
  ['subscribe', 'takes all', [500], [waitsInOutbox, saved, `Your subscription ${serviceFails}`, address]],
  ['subscribe', 'takes all', objection, [failed, 'We could not accept this: Objection', address]],
  ['subscribe', 'takes nothing', [201], subscribed],
  ['subscribe', 'takes no result', [201], subscribed],
  ['enquiry', 'takes all', [201], asked],
  ['enquiry', 'takes all', undefined, [waitsInOutbox, saved, waits('Your enquiry'), address, ...offered]],
])('%s, on a device that %s, answered by %j', async (kind, device, reply, expected) => {
  const shown = await submit(kind, device, reply);
  await vi.waitFor(() => expect(shown()).toEqual(expected), patience);
});

test('a form says only of its own earlier text that it waits', async () => {
  const { store } = (await import('#src/outbox/page/outbox.ts')).pageOutbox();
  await store.clear();
  const put = (change: Partial<Submission> = {}) => {
    const waiting = newRecord({ state: 'waiting', dueAt: Date.now() + 60_000, ...change });
    return store.change(waiting.id, () => waiting);
  };
  await put();
  send.mockImplementation(async () => Response.json([]));
  const place = await mount(await forms.enquiry());
  letRender();
  await put({ id: 'b', kind: 'enquiry' });
  await vi.waitFor(() => expect(place.textContent).toContain(waitsInOutbox), patience);
  await put({ id: 'b', kind: 'enquiry', state: 'told' });
  await vi.waitFor(() => expect(place.textContent).not.toContain(waitsInOutbox), patience);
});

test.each([
  ['reload', ''],
  ['navigate', texts.message],
])('text that a form holds before it was read, after a %s, is then %j', async (type, expected) => {
  const { store } = (await import('#src/outbox/page/outbox.ts')).pageOutbox();
  const stored = Promise.withResolvers<Submission[]>();
  vi.spyOn(store, 'list').mockReturnValue(stored.promise);
  send.mockImplementation(async () => Response.json([]));
  const form = await forms.enquiry();
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as never]);
  const place = await mount(form);
  letRender();
  const field = (name: string) => place.querySelector<HTMLTextAreaElement>(`[name=${name}]`);
  // As a browser or a password manager does it, without an event.
  const message = field('message');
  if (message) message.value = texts.message;
  const { name } = texts;
  stored.resolve([newRecord({ kind: 'enquiry', state: 'typing', fields: { name } })]);
  await vi.waitFor(() => expect(field('name')?.value).toBe(name), patience);
  expect(message?.value).toBe(expected);
});

test('the only copy, closed while it is on its way, is there again with the answer', async () => {
  const reply = Promise.withResolvers<Reply>();
  const shown = await submit('apply', 'takes nothing', reply.promise);
  const typed = () => document.querySelector<HTMLTextAreaElement>('[name=description]')?.value;
  await vi.waitFor(() => expect(send.mock.calls.join()).toContain('job-apply'), patience);
  const icon = document.querySelector('dialog form[method=dialog]');
  icon?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  icon?.closest('dialog')?.dispatchEvent(new Event('close'));
  await vi.waitFor(() => expect(typed()).toBeUndefined(), patience);
  reply.resolve([500]);
  history.pushState(null, '', '/insider/career/fitter?apply=1');
  const expected = [texts.description, `${otherError} ${unstored}`, mayHaveArrived];
  await vi.waitFor(() => expect([typed(), ...shown()]).toEqual(expected), patience);
});

test('nobody is asked to come back where the browser sends by itself', async () => {
  vi.stubGlobal('SyncManager', class {});
  onTestFinished(() => void Reflect.deleteProperty(window, 'SyncManager'));
  const shown = await submit('subscribe', 'takes all', undefined);
  const text = 'Your subscription will be sent when you are back online.';
  await vi.waitFor(() => expect(shown()).toContain(text), patience);
});
