// @vitest-environment jsdom

import { mutate } from 'swr';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { sendWithout } from '#src/content/field.ts';
import { filesWords as words } from '#src/content/files.ts';

import { mount } from '../../components/mount.tsx';
import { settle } from '../../site/person.ts';

const send = vi.fn<typeof fetch>();
const warn = vi.fn();
let place: HTMLElement;
/** Ends the drawing of the photo. */
let draw: () => void;

/** Test files share a process, and so what was read from the API. */
const forget = () => mutate(() => true, undefined);

beforeEach(async () => {
  await forget();
  vi.resetModules();
  warn.mockReset();
  vi.spyOn(console, 'warn').mockImplementation(warn);
  // jsdom cannot open dialogs.
  Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} });
  const { promise, resolve } = Promise.withResolvers<never>();
  draw = () => resolve({ width: 1, height: 1, close: () => undefined } as never);
  vi.stubGlobal('createImageBitmap', () => promise);
  vi.stubGlobal('fetch', send);
  send.mockReset().mockImplementation(async (url) => {
    if (`${url}`.endsWith('/features')) return Response.json({ payload: ['enquiries', 'files'] });
    if (`${url}`.includes('/files/')) return Response.json({ payload: { parts: [0], complete: true } });
    return Response.json({ payload: [], upload: 'token' });
  });
  onTestFinished(async () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    await forget();
  });
});

const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 });
const input = () => place.querySelector<HTMLInputElement>('input[type=file]');
const fileOf = (start: string, name: string) =>
  new File([Uint8Array.from(start, (letter) => letter.charCodeAt(0))], name);
const pdf = (name: string) => fileOf(`%PDF-1.7 ${name}`, name);
const photo = () => fileOf('\xff\xd8\xff\xda\0\x02\0\xff\xd9', 'photo.jpg');

async function show(form: 'enquiry' | 'application', isCleared = true) {
  const { store } = (await import('#src/outbox/page/outbox.ts')).pageOutbox();
  if (isCleared) await store.clear();
  if (form === 'enquiry') {
    const { Ask } = await import('#src/pages/ask/ask.tsx');
    place = await mount(<Ask />);
  } else {
    history.replaceState(null, '', '/insider/career/fitter?apply=1');
    const { loadForm } = await import('#src/pages/insider/career/load-form.ts');
    await loadForm();
    const { Applying } = await import('#src/pages/insider/career/applying.tsx');
    const vacancy = { _id: 'fitter', name: 'Fitter', closes: { iso: '2026-03-21T12:05:00Z', text: '' } };
    place = await mount(<Applying listed={[vacancy as never]} page="fitter" />);
  }
  // From here on React renders by itself, as in a browser.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  // Once this read is done, so is the form's own.
  await store.list();
  await until(() => expect(input()).not.toBeNull());
  return store;
}

function choose(...files: File[]): void {
  const field = input();
  if (field === null) throw new Error('There is no field for files.');
  Object.defineProperty(field, 'files', { value: files, configurable: true });
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

function submit(): void {
  const form = place.querySelector<HTMLFormElement>('form:has([name=message])');
  const texts = { about: 'Water Handler', name: 'Mutinta', email: 'mutinta@example.com', message: 'When?' };
  for (const [name, text] of Object.entries(texts))
    (form?.elements.namedItem(name) as HTMLInputElement).value = text;
  form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
}

const posted = () => send.mock.calls.filter(([url]) => `${url}`.endsWith('/enquiry'));

test('"Submit" waits for all files that are being prepared, also those chosen before the last', async () => {
  await show('enquiry');
  choose(photo());
  choose(pdf('plan.pdf'));
  submit();
  // A request that does not wait is sent now.
  await vi.waitFor(() => expect(posted()).toHaveLength(1), 500).catch(() => undefined);
  draw();
  await until(() => expect(posted()).toHaveLength(1));
  const body: { files: { name: string }[] } = JSON.parse(String(posted()[0]?.[1]?.body));
  expect(body.files.map(({ name }) => name)).toEqual(['photo.jpg', 'plan.pdf']);
});

test('of files chosen while others are being prepared, none is dropped without a word', async () => {
  await show('enquiry');
  choose(photo());
  choose(pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'));
  draw();
  await until(() => expect(place.querySelector('[role=alert]')?.textContent).toBe(words.tooMany(3)));
  expect([...place.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual([
    'photo.jpg',
    'a.pdf',
    'b.pdf',
  ]);
});

test('after "Submit" the empty form no longer says that a file is saved', async () => {
  await show('enquiry');
  choose(pdf('plan.pdf'));
  await until(() => expect(place.textContent).toContain(words.chosen('1 KB')));
  submit();
  await until(() => expect(place.textContent).toContain(words.hint(3)));
  expect(place.textContent).not.toContain(words.chosen('1 KB'));
});

test('a file that was being prepared when the form was discarded is not stored', async () => {
  const store = await show('application');
  choose(photo());
  const close = place.querySelector('form[method=dialog]');
  close?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  draw();
  await settle();
  expect(await store.list()).toEqual([]);
});

test('"Send without it" submits at once, and what is prepared later is not attached', async () => {
  const store = await show('enquiry');
  const skip = () => [...place.querySelectorAll('button')].find((one) => one.textContent === sendWithout);
  choose(pdf('plan.pdf'));
  await until(() => expect(place.textContent).toContain(words.chosen('1 KB')));
  choose(photo());
  await until(() => expect(place.textContent).toContain(words.preparing));
  expect(skip()).toBeUndefined();
  submit();
  await until(() => expect(skip()).toBeDefined());
  skip()?.click();
  await until(() => expect(posted()).toHaveLength(1));
  const { files } = JSON.parse(String(posted()[0]?.[1]?.body));
  expect(files).toMatchObject([{ name: 'plan.pdf' }]);
  await until(() => expect(skip()).toBeUndefined());
  expect(place.textContent).not.toContain(words.preparing);
  draw();
  await settle();
  expect((await store.list()).flatMap(({ files = [] }) => files.map(({ name }) => name))).not.toContain(
    'photo.jpg',
  );
  expect(posted()).toHaveLength(1);
});

test('if the browser ended the page behind the camera, the field says to choose the file again', async () => {
  const ended = async () => {
    vi.resetModules();
    return show('enquiry', false);
  };
  const store = await show('enquiry');
  input()?.click();
  await until(async () => expect(await store.list()).toMatchObject([{ isChoosing: true }]));
  const again = await ended();
  await until(() => expect(place.textContent).toContain(words.chooseAgain));
  // It says so once, and not after a picker that was closed without a choice.
  await until(async () => expect(await again.list()).toEqual([]));
  const last = await ended();
  expect(place.textContent).not.toContain(words.chooseAgain);
  input()?.click();
  await until(async () => expect(await last.list()).toHaveLength(1));
  input()?.dispatchEvent(new Event('cancel'));
  await until(async () => expect(await last.list()).toEqual([]));
});

test('"Submit" that waits for a file is undone by the close icon', async () => {
  const store = await show('application');
  choose(photo());
  const form = place.querySelector<HTMLFormElement>('form:has([name=first_name])');
  const texts = {
    first_name: 'Mutinta',
    last_name: 'Banda',
    email: 'mutinta@example.com',
    mobile: '+260 97 000 0000',
  };
  for (const [name, text] of Object.entries({
    ...texts,
    description: 'I solder.',
    profile: 'https://a.example',
  }))
    (form?.elements.namedItem(name) as HTMLInputElement).value = text;
  form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  const close = place.querySelector('form[method=dialog]');
  close?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  draw();
  await vi
    .waitFor(
      () => expect(send.mock.calls.filter(([url]) => `${url}`.endsWith('/job-apply'))).not.toEqual([]),
      500,
    )
    .catch(() => undefined);
  expect(send.mock.calls.filter(([url]) => `${url}`.endsWith('/job-apply'))).toEqual([]);
  expect(await store.list()).toEqual([]);
});
