import { expect } from 'vitest';

import { follow } from '#src/content/follow.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { pages } from '#src/paths.ts';

import { applicant } from '../support/applicant.ts';
import type { Site } from '../support/site.ts';
import { storedAddresses } from '../support/stored.ts';
import { type Journey, withServerStopped } from './journey.ts';
import { expectSoon, type Visitor, visitorOf } from './visitor.ts';

export async function openForm(visitor: Visitor, site: Site): Promise<void> {
  await visitor.goto(site.url + pages.career.path);
  await visitor.untilLive();
  await visitor.click('link', 'Apply Now*');
  await visitor.see('dialog', 'Apply for*');
}

export async function fillForm(visitor: Visitor, email: string): Promise<void> {
  for (const [label, text] of Object.entries({ ...applicant, Email: email })) await visitor.fill(label, text);
}

const stored = (site: Site, email: string) =>
  storedAddresses(site.dataDir, 'applications').filter((address) => address === email);

async function expectReceipt(visitor: Visitor): Promise<void> {
  const words = async () => (await visitor.look('status', 'Sent while you were away*'))?.text;
  await expectSoon(words).toContain('Application');
  await visitor.gone('button', 'Outbox*');
}

/** Pressed while nothing answers; the visitor is told that it waits. */
async function sendIntoSilence(visitor: Visitor): Promise<void> {
  await visitor.click('button', 'Submit application');
  expect((await visitor.see('dialog', 'Thank you*')).text).toContain('when you are back online');
  await visitor.click('button', 'Close');
  await visitor.see('button', 'Outbox: 1 waiting');
}

export const applicationJourneys: Journey[] = [
  {
    title: 'an application is sent once, and thanked for',
    async run({ visitor, site }) {
      await openForm(visitor, site);
      await fillForm(visitor, 'sent@example.com');
      await visitor.click('button', 'Submit application');
      expect((await visitor.see('dialog', 'Thank you*')).text).not.toContain('back online');
      expect(stored(site, 'sent@example.com')).toHaveLength(1);
    },
  },
  {
    title: 'a half-typed application is there again after a reload',
    async run({ visitor, site }) {
      await openForm(visitor, site);
      await visitor.fill('Email', 'half@example.com');
      await openForm(visitor, site);
      await expectSoon(async () => (await visitor.see('textbox', 'Email')).value).toBe('half@example.com');
    },
  },
  {
    title: 'an application that nothing answers waits, and its receipt comes once the server is back',
    provokes: /Failed to load|NetworkError/,
    async run({ visitor, site }) {
      await openForm(visitor, site);
      await fillForm(visitor, 'waited@example.com');
      await visitor.untilKept();
      await withServerStopped(site, () => sendIntoSilence(visitor));
      await expectReceipt(visitor);
      expect(stored(site, 'waited@example.com')).toHaveLength(1);
    },
  },
  {
    title: 'an application that waits outlives a killed browser',
    needs: 'a profile on disk',
    async run({ browser, site }) {
      const first = visitorOf(await browser.owner());
      await openForm(first, site);
      await fillForm(first, 'killed@example.com');
      await first.untilKept();
      await withServerStopped(site, async () => {
        await sendIntoSilence(first);
        await browser.restart();
      });
      const next = visitorOf(await browser.owner());
      await next.goto(site.url + pages.privacy.path);
      await expectReceipt(next);
      expect(stored(site, 'killed@example.com')).toHaveLength(1);
    },
  },
  {
    title: 'who lets sites keep nothing reads on, and applies',
    async run({ engine, site }) {
      await using browser = await engine.start({ withoutStorage: true });
      const visitor = visitorOf(await browser.newcomer());
      await visitor.goto(site.url);
      await visitor.untilLive();
      await visitor.click('link', 'Our Teams', 'contentinfo');
      await visitor.see('heading', pages.team.title);
      await openForm(visitor, site);
      await fillForm(visitor, 'unkept@example.com');
      await visitor.click('button', 'Submit application');
      await visitor.click('link', outcomeWords.follow, 'dialog');
      await expectSoon(async () => (await visitor.look('main'))?.text).toContain(follow.states.received.text);
      expect(stored(site, 'unkept@example.com')).toHaveLength(1);
      // The browser's own words about the worker that it refuses.
      const own = /register.*ServiceWorker|service worker registration/;
      expect(visitor.problems().filter((problem) => !own.test(problem))).toEqual([]);
    },
  },
];
