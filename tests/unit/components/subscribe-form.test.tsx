// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { mount } from './mount.tsx';

const send = vi.fn<typeof fetch>();
let place: HTMLElement;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('fetch', send);
  send.mockReset();
  // jsdom cannot open dialogs.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    },
  });
  const { pageOutbox } = await import('#src/outbox/page/outbox.ts');
  const { SubscribeForm } = await import('#src/pages/media-room/subscribe-form.tsx');
  const { store } = pageOutbox();
  await store.clear();
  place = await mount(<SubscribeForm />);
  // From here on React renders by itself, as in a browser.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  // Once this read is done, so is the form's own.
  await store.list();
});

afterEach(() => void vi.unstubAllGlobals());

const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 });
const field = (name: string) => place.querySelector(`[name=${name}]`) as HTMLInputElement;
const thanks = () => place.querySelector<HTMLDialogElement>('dialog[open]');
const button = () => place.querySelector('.btn-primary') as HTMLButtonElement;

function subscribe(email: string): void {
  for (const [name, text] of Object.entries({ name: 'Mutinta Banda', email })) {
    field(name).value = text;
    field(name).dispatchEvent(new Event('input', { bubbles: true }));
  }
  button().click();
}

test('when I subscribe, the request is sent once, and a static dialog thanks me', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<Response>();
  send.mockReturnValue(promise);
  subscribe('mutinta@example.com');
  await until(() => expect(send).toHaveBeenCalled());
  await until(() => expect([button().textContent, button().disabled]).toEqual(['Please Wait', true]));
  answer(Response.json({}, { status: 201 }));
  await until(() => expect(thanks()?.textContent).toContain('You are subscribed to our newsletter.'));
  await until(() => expect([button().textContent, button().disabled]).toEqual(['Subscribe', false]));
  expect(field('name').value).toBe('');
  // Stands for a click on its backdrop.
  thanks()?.click();
  expect(thanks()).not.toBeNull();
  thanks()?.close();
  await until(() => expect(place.textContent).not.toContain('You are subscribed to our newsletter.'));
  const [[url, init] = [], ...others] = send.mock.calls;
  expect([url, others]).toEqual(['/connect/v1/subscribe', []]);
  expect(JSON.parse(`${init?.body}`)).toEqual({ name: 'Mutinta Banda', email: 'mutinta@example.com' });
});

test('an invalid address that the browser accepts stays in the form', async () => {
  subscribe('mutinta@people');
  const alert = () => place.querySelector('[role=alert]');
  await until(() => expect(alert()?.textContent).toContain('valid email address'));
  expect([field('name').value, send.mock.calls]).toEqual(['Mutinta Banda', []]);
});

test('the reason why a subscription was not accepted is shown', async () => {
  send.mockResolvedValue(Response.json({ error: { details: [{ message: 'Objection' }] } }, { status: 422 }));
  subscribe('mutinta@example.com');
  await until(() => expect(thanks()?.textContent).toContain('Objection'));
  await until(() => expect(field('name').value).toBe(''));
});
