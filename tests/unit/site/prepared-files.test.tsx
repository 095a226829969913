// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

import { ask } from '#src/content/ask.ts';
import { filesWords as words } from '#src/content/attachments.ts';
import { applyPath, askPath } from '#src/paths.ts';
import { optionalLabel } from '#src/words/forms.ts';

import { all, choose, control, one, press, settle, textOf, until } from './person.ts';
import {
  fill,
  openApplication,
  openSite,
  prepareBrowser,
  slowDownStorage,
  startServer,
  stored,
  storedText,
  submitApplication,
  vacancy,
} from './site.tsx';

const field = optionalLabel(words.labels.apply);
const label = optionalLabel(words.labels.enquiry);
/** Ends the drawing of photos, which jsdom cannot do. */
let draw: () => void;
const photo = (name = 'photo.jpg') => {
  const [start, end] = [Uint8Array.from([0xff, 0xd8, 0xff, 0xda, 0, 2]), Uint8Array.from([0xff, 0xd9])];
  return new File([start, name, end], name);
};
const small = (name: string) => new File([`%PDF-1.7 ${name}`], name);
const listed = () => [...document.querySelectorAll('main form bdi')].map(({ textContent }) => textContent);

function prepareDrawing(): void {
  const { promise, resolve } = Promise.withResolvers<never>();
  draw = () => resolve({ width: 1, height: 1, close: () => undefined } as never);
  vi.stubGlobal('createImageBitmap', () => promise);
}

beforeEach(() => {
  prepareBrowser();
  localStorage.clear();
  prepareDrawing();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});

async function write(): Promise<void> {
  await openSite(askPath('waterhandler'));
  await fill({ Name: 'Mutinta', Email: 'a@example.com', Message: 'When?' });
  await until(() => control(label));
}

test('"Submit" waits for all files that are being prepared, also those chosen before the last', async () => {
  const { posts } = startServer();
  await write();
  choose(label, photo());
  choose(label, small('plan.pdf'));
  await press('button', ask.submit);
  await settle();
  expect(posts()).toEqual([]);
  draw();
  await until(() =>
    expect(posts()).toMatchObject([{ body: { files: [{ name: 'photo.jpg' }, { name: 'plan.pdf' }] } }]),
  );
  // The empty form says no longer that a file is saved.
  await until(() => expect(document.body.textContent).toContain(words.hint(3)));
  expect(document.body.textContent).not.toContain(words.chosen('1 KB'));
});

test('of files chosen while others are being prepared, none is dropped without a word', async () => {
  startServer();
  await write();
  choose(label, photo());
  choose(label, small('a.pdf'), small('b.pdf'), small('c.pdf'));
  draw();
  await until(() => expect(textOf('alert')).toBe(words.tooMany(3)));
  expect(listed()).toEqual(['photo.jpg', 'a.pdf', 'b.pdf']);
});

/** Leaves the form as by Escape, and opens it again. */
async function reopen(): Promise<void> {
  const dialog = one('dialog') as HTMLDialogElement;
  dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await until(() => expect(location.pathname).not.toBe(applyPath(vacancy._id)));
  await until(() => expect(document.querySelectorAll('input[type=file]')).toHaveLength(0));
  history.pushState(null, '', applyPath(vacancy._id));
  await until(() => control(field));
}

test('a form left by Escape while a file is prepared has one record when it is opened again', async () => {
  startServer();
  await openSite(applyPath(vacancy._id));
  await until(() => control(field));
  await settle();
  control(field).click();
  choose(field, photo());
  await settle();
  await reopen();
  await fill({ 'First name': 'Mutinta' });
  expect(document.body.textContent).not.toContain(words.chooseAgain);
  draw();
  await until(() => one('button', words.remove));
  await settle();
  const records = (await stored()).filter((one) => 'state' in Object(one));
  expect(records).toMatchObject([{ fields: { first_name: 'Mutinta' }, files: [{ name: 'photo.jpg' }] }]);
});

test('a file that proves damaged after "Submit" is told in the form, and without a form in the Outbox', async () => {
  const { posts } = startServer();
  await openApplication();
  for (const isLeft of [false, true]) {
    await until(() => control(field));
    choose(field, new File([photo().slice(0, 6)], 'photo.jpg'));
    await submitApplication();
    await until(async () => expect(await storedText()).toContain('preparing'));
    if (isLeft) {
      one('dialog').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      await until(() => expect(location.pathname).not.toBe(applyPath(vacancy._id)));
    }
    draw();
    if (isLeft) await until(() => one('button', /^Outbox.*needs your attention/));
    else await until(() => expect(textOf('alert')).toBe(words.damaged));
    prepareDrawing();
  }
  expect(posts()).toEqual([]);
});

test('if the browser ended the page behind the camera, the field says once to choose the file again', async () => {
  startServer();
  await write();
  control(label).click();
  const died = localStorage.drawing;
  for (const isSaid of [false, true, false]) {
    // As if no page had been left.
    if (isSaid) addEventListener('pagehide', () => localStorage.setItem('drawing', died), { once: true });
    await write();
    await settle();
    expect(document.body.textContent?.includes(words.chooseAgain)).toBe(isSaid);
  }
  control(label).click();
  control(label).dispatchEvent(new Event('cancel'));
  expect(localStorage.drawing).toBeUndefined();
});

test('a file that is chosen before the storage has answered is stored once it has', async () => {
  startServer();
  const answer = slowDownStorage();
  await openSite(askPath('waterhandler'));
  await until(() => control(label));
  choose(label, small('plan.pdf'));
  await settle();
  expect(all('alert').map(({ textContent }) => textContent)).not.toContain(words.noRoom);
  answer();
  await until(() => expect(listed()).toEqual(['plan.pdf']));
});
