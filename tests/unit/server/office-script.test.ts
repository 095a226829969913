// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const send = vi.fn<typeof fetch>();
const form = () => document.querySelector('form') as HTMLFormElement;
const text = () => document.querySelector('textarea') as HTMLTextAreaElement;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('fetch', send);
  Element.prototype.scrollIntoView = vi.fn();
  document.body.innerHTML = `<div id="problem"></div>
    <form data-keep action="/office/save"><textarea name="text"></textarea><button>Save</button></form>
    <form><input type="checkbox" name="chosen" value="a"><input type="checkbox" name="chosen" value="b">
      <button data-chosen="Delete the # selected…">Delete selected…</button></form>`;
  const script = '../../../server/office/office.js';
  await import(script);
});

afterEach(() => vi.unstubAllGlobals());

function typeText(): void {
  text().value = 'Come on Monday.';
  text().dispatchEvent(new Event('input', { bubbles: true }));
}

/** Whether the browser asks before leaving the page. */
const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('only a page with unsaved text asks before it is left', () => {
  expect(asks()).toBe(false);
  typeText();
  expect(asks()).toBe(true);
});

test('after a sign-out in another tab, saving keeps the text, and the page says what to do', async () => {
  typeText();
  send.mockResolvedValue(Response.json({ problem: 'Sign in' }, { status: 401 }));
  form().requestSubmit();
  await vi.waitFor(() =>
    expect(document.querySelector('[role=alert]')?.textContent).toContain('You are signed out.'),
  );
  expect([text().value, asks()]).toEqual(['Come on Monday.', true]);
});

test('what the web server in front refuses is said, with its number', async () => {
  typeText();
  send.mockResolvedValue(
    new Response('<h1>413</h1>', { status: 413, headers: { 'content-type': 'text/html' } }),
  );
  form().requestSubmit();
  const refused = 'The web server in front of this site refused it (413).';
  await vi.waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).toBe(refused));
  expect([text().value, asks()]).toEqual(['Come on Monday.', true]);
});

test('a button says how many rows of its list are chosen, also after Back', () => {
  const [one, other] = document.querySelectorAll<HTMLInputElement>('[name=chosen]');
  const label = () => document.querySelector('[data-chosen]')?.textContent;
  const labels = [one, other, one].map((box) => {
    box?.click();
    return label();
  });
  expect(labels).toEqual(['Delete the 1 selected…', 'Delete the 2 selected…', 'Delete the 1 selected…']);
  other?.click();
  expect(label()).toBe('Delete selected…');
  // The browser puts the ticks back without an event.
  if (one) one.checked = true;
  dispatchEvent(new Event('pageshow'));
  expect(label()).toBe('Delete the 1 selected…');
});
