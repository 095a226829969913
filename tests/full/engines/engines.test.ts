import { describe, expect } from 'vitest';

import { applicationForm } from '#src/content/application-form.ts';
import { ask } from '#src/content/ask.ts';
import { follow } from '#src/content/follow.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { saved } from '#src/content/saved.ts';
import { updateWords } from '#src/content/status.ts';
import { mediaListPath, pages } from '#src/paths.ts';
import { meantText } from '#src/words/form-errors.ts';
import { formWords } from '#src/words/forms.ts';
import { titles } from '#src/words/titles.ts';

import { startApp } from '../../kit/app.ts';
import { builds, makeBuilds } from '../../kit/builds.ts';
import { markNewest } from '../../kit/newest-application.ts';
import { applicant, storedHere } from '../../kit/page.ts';
import { firefox, webkit } from './driver.ts';
import { journeysIn } from './scene.ts';
import { fillForm, openForm, untilFormLeft } from './tab.ts';

describe.each([firefox, webkit])('$name', (engine) => {
  const journey = journeysIn(engine);

  journey('following a link shows the next page without loading a document', async (tab, line) => {
    await tab.goto(line.url);
    await tab.see('h1', titles.home);
    await tab.untilLive();
    await tab.run(() => void Object.assign(window, { sameDocument: true }));
    await tab.click('footer a', titles.team);
    await tab.see('h1', titles.team);
    await tab.soon(() => tab.run(() => document.activeElement?.id)).toBe('main');
    expect(await tab.run(() => [document.title.length > 0, 'sameDocument' in window])).toEqual([true, true]);
  });

  journey(
    'a half-typed application survives a reload, is sent, followed and withdrawn',
    async (tab, line, app) => {
      await openForm(tab, line);
      await tab.fill('Email', 'half@example.com');
      // A write still in progress when the document unloads is lost.
      await tab
        .soon(() => tab.run(storedHere))
        .toMatchObject([{ state: 'typing', fields: { email: 'half@example.com' } }]);
      await tab.reload();
      await tab.soon(() => tab.valueIn('Email')).toBe('half@example.com');
      await fillForm(tab);
      await tab.click('dialog button', 'Submit application');
      await tab.see('dialog a', outcomeWords.follow);
      await untilFormLeft(tab);
      await tab.click('dialog a', outcomeWords.follow);
      await tab.soon(tab.text).toContain(follow.states.received.text);
      expect(line.posts.map(({ path }) => path)).toEqual(['/connect/v1/job-apply']);
      const address = await tab.run(() => location.href);
      await markNewest(app.dataDir, 'read', 'A word.');
      await tab.goto(line.url + pages.privacy.path);
      await tab.goto(address);
      await tab.soon(tab.text).toContain('A word.');
      await tab.click('main summary', follow.more);
      await tab.click('main button', follow.withdraw);
      await tab.click('dialog button', follow.withdrawYes);
      await tab.see('[role=status]', follow.withdrawn);
    },
  );

  journey(
    'by tap a slip is asked about, one voice says what is missing, and one tap sends',
    async (tab, line) => {
      await tab.goto(line.url + pages.ask.path);
      await tab.untilLive();
      await tab.tap('form button', ask.submit);
      await tab.soon(() => tab.run(() => document.activeElement?.getAttribute('name'))).toBe('about');
      await tab.see('form p', formWords.enquiry.fields.about.needed);
      await tab.fill('Email', 'bwalya@gmial.com');
      await tab.tap('textarea');
      await tab.tap('[role=status] button', meantText('bwalya@gmail.com'));
      await tab.soon(() => tab.valueIn('Email')).toBe('bwalya@gmail.com');
      await tab.run(() => {
        const about = document.querySelector('select');
        if (about) about.selectedIndex = 1;
        about?.dispatchEvent(new Event('input', { bubbles: true }));
      });
      await tab.fill('Name', 'Bwalya');
      await tab.fill('Message', 'How much is it?');
      await tab.tap('form button', ask.submit);
      await tab.see('dialog h2', 'Thank you');
      expect(line.posts).toHaveLength(1);
    },
  );

  journey(
    "by tap a vacancy's name is whole, a number becomes a link, and the sent form goes",
    async (tab, line) => {
      await openForm(tab, line);
      const isWhole = () => {
        const heading = document.querySelector('dialog:modal h2');
        return heading !== null && heading.scrollHeight <= heading.clientHeight;
      };
      expect(await tab.run(isWhole)).toBe(true);
      const { Mobile: _, 'Profile link': __, ...others } = applicant;
      for (const [label, text] of Object.entries({ ...others, Mobile: '0977 123 456' }))
        await tab.fill(label, text);
      await tab.tap('dialog button', applicationForm.whatsApp);
      await tab.soon(() => tab.valueIn('Profile link')).toBe('https://wa.me/260977123456');
      await tab.tap('dialog button', applicationForm.submit);
      await tab.see('dialog h2', 'Thank you');
      expect(await tab.run(() => document.querySelector('[name=first_name]'))).toBeNull();
      expect(line.posts).toHaveLength(1);
    },
  );

  journey('a page never opened before, a list and an article can be read offline', async (tab, line) => {
    const list = line.url + mediaListPath('press');
    await tab.goto(list);
    await tab.untilReady();
    await tab.click('main article a, main li a');
    await tab.soon(() => tab.run(() => location.pathname)).not.toBe(mediaListPath('press'));
    await tab.untilReady();
    const article = await tab.run(() => location.href);
    await line.down();
    for (const address of [line.url + pages.csr.path, list, article]) {
      await tab.goto(address);
      await tab.untilLive();
      await tab.see('[role=status]', 'You are offline');
      expect(await tab.run(() => location.href)).toBe(address);
    }
    await tab.soon(tab.text).toContain('Saved copy');
  });

  journey('everything saved is listed, and deleted without exception', async (tab, line) => {
    await tab.goto(line.url);
    await tab.untilReady();
    await tab.goto(line.url + pages.saved.path);
    await tab.soon(tab.text).toMatch(/Pages: \d\d/);
    await tab.click('main button', saved.delete.button);
    await tab.click('dialog button', saved.delete.yes);
    await tab.see('[role=status]', saved.delete.done);
    const left = () =>
      tab.run(async () => [
        ...(await caches.keys()),
        ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
        ...Object.keys(localStorage),
      ]);
    await tab.soon(left).toEqual([]);
  });

  journey('a new version is offered, and loads when the visitor presses "Update"', async (tab, line) => {
    await makeBuilds();
    await using next = await startApp({}, builds.next);
    const script = () =>
      tab.run(() => document.querySelector('link[rel=modulepreload]')?.getAttribute('href'));
    await tab.goto(line.url + pages.privacy.path);
    await tab.untilReady();
    const before = await script();
    line.to(next.url);
    await tab.goto(line.url);
    await tab.see('[role=status]', updateWords.available);
    expect(await script()).toBe(before);
    await tab.click('button', updateWords.update);
    await tab.soon(script).not.toBe(before);
    await tab.untilLive();
  });

  journey(
    'where sites must not store anything, pages can be read and an application sent',
    async (tab, line) => {
      await tab.goto(line.url + pages.saved.path);
      await tab.soon(tab.text).toContain(saved.readable.nothing);
      await openForm(tab, line);
      await fillForm(tab);
      await tab.click('dialog button', 'Submit application');
      await tab.see('dialog', 'Thank you');
      expect(line.posts).toHaveLength(1);
    },
    'denied',
  );
});
