import { describe, expect } from 'vitest';

import { filesWords } from '#src/content/attachments.ts';
import { sendWithout } from '#src/content/field.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { saved } from '#src/content/saved.ts';
import { askPath, connectCalls, pages } from '#src/paths.ts';
import { optionalLabel } from '#src/words/forms.ts';
import { quote } from '#src/words/site.ts';
import { titles } from '#src/words/titles.ts';

import { applicant, storedHere } from '../../kit/page.ts';
import { serverFiles } from '../../kit/server-files.ts';
import { firefox, webkit } from './driver.ts';
import { journeysIn } from './scene.ts';
import { fillForm, openForm, type Tab } from './tab.ts';

/** Runs in the page: types on when it is left. */
function typeAsItLeaves(): void {
  const typeOn = () => {
    const message = document.querySelector('textarea');
    message?.setRangeText(' is it?', message.value.length, message.value.length);
    message?.dispatchEvent(new Event('input', { bubbles: true }));
  };
  addEventListener('pagehide', typeOn, { capture: true, once: true });
}

const chooseFile = (tab: Tab, name: string, text: string) =>
  tab.run(
    (name, text) => {
      const input = document.querySelector<HTMLInputElement>('dialog input[type=file]');
      const chosen = new DataTransfer();
      chosen.items.add(new File([text], name));
      if (input) input.files = chosen.files;
      input?.dispatchEvent(new Event('change', { bubbles: true }));
    },
    name,
    text,
  );

describe.each([firefox, webkit])('$name', (engine) => {
  const journey = journeysIn(engine);

  journey('a page reloaded during a POST sends its application again', async (tab, line) => {
    const words = () => tab.run(() => document.body.textContent);
    line.next('POST', connectCalls.jobApply, 'hang');
    await openForm(tab, line);
    await fillForm(tab);
    await tab.click('dialog button', 'Submit application');
    await tab.soon(async () => line.posts.length).toBe(1);
    await tab.reload();
    const sent = `has arrived|${outcomeWords.sent}`;
    // Firefox tells the old page that its request has ended, so the record waits two seconds, not until the lease ends.
    await tab
      .soon(async () => `${await tab.valueIn('Description')} ${await words()}`)
      .toMatch(new RegExp(`${applicant.Description}|Outbox: 1 waiting|${sent}`));
    await tab.soon(words).toMatch(new RegExp(sent));
    expect(line.posts.length).toBeGreaterThan(1);
    expect(new Set(line.posts.map(({ key }) => key)).size).toBe(1);
  });

  journey('a page left during a write stores it on Back, and blocks no other page', async (tab, line) => {
    const fieldsHere = async () => (await tab.run(storedHere)).map(({ fields }) => fields);
    await tab.goto(line.url + pages.ask.path);
    await tab.untilReady();
    await tab.fill('Message', 'How much');
    await tab.soon(fieldsHere).toEqual([{ message: 'How much' }]);
    await tab.run(typeAsItLeaves);
    await openForm(tab, line);
    await tab.fill('Email', 'half@example.com');
    await tab.soon(fieldsHere).toContainEqual({ email: 'half@example.com' });
    await tab.run(() => history.go(-2));
    await tab.see('h1', titles.ask);
    await tab.soon(() => tab.valueIn('Message')).toBe('How much is it?');
    await tab.soon(fieldsHere).toContainEqual({ message: 'How much is it?' });
  });

  journey(
    'a write interrupted by leaving the page is not repeated after "Delete everything"',
    async (tab, line) => {
      await tab.goto(line.url + pages.ask.path);
      await tab.untilReady();
      await tab.fill('Message', 'How much');
      await tab.soon(() => tab.run(storedHere)).toMatchObject([{ fields: { message: 'How much' } }]);
      await tab.run(typeAsItLeaves);
      await tab.goto(line.url + pages.saved.path);
      await tab.click('main button', saved.delete.button);
      await tab.click('dialog button', saved.delete.yes);
      await tab.see('[role=status]', saved.delete.done);
      await tab.run(() => history.back());
      await tab.see('h1', titles.ask);
      await tab.untilLive();
      await tab.soon(() => tab.valueIn('Message')).toBe('');
      expect(await tab.run(storedHere)).toEqual([]);
    },
  );

  journey(
    'a quote requested offline from a product page is sent once when the connection returns',
    async (tab, line) => {
      await tab.goto(line.url + pages.osense.path);
      await tab.untilReady();
      await line.down();
      await tab.click('main a', quote);
      await tab.see('h1', titles.ask);
      await tab.soon(() => tab.valueIn('About')).toBe("O'Sense");
      expect(await tab.run(() => location.pathname + location.search)).toBe(askPath('osense'));
      await tab.fill('Name', 'Bwalya');
      await tab.fill('Email', 'bwalya@example.com');
      await tab.fill('Message', 'How much is it for twelve trucks?');
      await tab.click('form button', 'Send');
      await tab.see('dialog h2', outcomeWords.headings.waiting);
      await tab.click('dialog button', 'Close');
      await tab.see('button', 'Outbox: 1 waiting');
      await line.up();
      await tab.soon(() => tab.run(() => document.body.textContent)).toContain(outcomeWords.sent);
      expect(line.posts).toMatchObject([{ path: '/connect/v1/enquiry' }]);
    },
  );

  journey('a CV chosen offline arrives once, at the next visit', async (tab, line, app) => {
    await tab.goto(line.url + pages.career.path);
    await tab.untilReady();
    await openForm(tab, line);
    await tab.see('label', optionalLabel(filesWords.labels.apply));
    await line.down();
    await fillForm(tab);
    await chooseFile(tab, 'CV.pdf', `%PDF-1.7${crypto.randomUUID().repeat(8_000)}`);
    await tab.see('dialog button', filesWords.remove);
    await tab.click('dialog button', 'Submit application');
    await tab.see('dialog h2', outcomeWords.headings.waiting);
    await tab.goto('about:blank');
    await line.up();
    await tab.goto(line.url + pages.privacy.path);
    const arrived = async () => (await serverFiles(app.dataDir)).map(({ name, isWhole }) => [name, isWhole]);
    await tab.soon(arrived).toEqual([['CV.pdf', true]]);
    expect(line.posts).toHaveLength(1);
    expect(line.seen.filter((one) => one.startsWith('PUT '))).toHaveLength(3);
  });

  journey(
    'a text that waits for a photo waits in the form opened again; sent without it, it holds back no page',
    async (tab, line) => {
      await openForm(tab, line);
      // Enter that is held, or pressed again, must not press the close icon.
      expect(await tab.run(() => document.activeElement?.tagName)).toBe('H2');
      await tab.see('label', optionalLabel(filesWords.labels.apply));
      await fillForm(tab);
      await tab.run(() => void Object.assign(window, { createImageBitmap: () => new Promise(() => {}) }));
      await chooseFile(tab, 'photo.webp', 'RIFF\x04\0\0\0WEBP');
      await tab.click('dialog button', 'Submit application');
      await tab.see('dialog button', sendWithout);
      await tab.run(() => history.back());
      await tab.gone('dialog:modal');
      await tab.click('a[aria-haspopup]', 'Apply Now');
      await tab.see('dialog button', 'Please Wait');
      const answer = line.hold('POST', connectCalls.jobApply);
      await tab.click('dialog button', sendWithout);
      await tab.soon(async () => line.posts.length).toBe(1);
      await tab.run(() => history.back());
      await tab.gone('dialog:modal');
      await tab.click(`footer a[href="${pages.saved.path}"]`);
      await tab.see('h2', saved.readable.heading);
      answer();
      await tab.soon(() => tab.run(() => document.body.textContent)).toContain(outcomeWords.sent);
      expect(line.posts).toHaveLength(1);
    },
  );

  journey('on a full device an application is sent once, and its draft is deleted', async (tab, line) => {
    await openForm(tab, line);
    await fillForm(tab);
    await tab
      .soon(() => tab.run(storedHere))
      .toMatchObject([{ fields: { description: applicant.Description } }]);
    await tab.run(() => {
      const put = function (this: IDBObjectStore) {
        this.transaction.abort();
      };
      Object.assign(IDBObjectStore.prototype, { put });
    });
    await tab.click('dialog button', 'Submit application');
    await tab.see('dialog h2', outcomeWords.headings.there);
    await tab.soon(() => tab.run(storedHere)).toEqual([]);
    expect(line.posts).toHaveLength(1);
  });
});
