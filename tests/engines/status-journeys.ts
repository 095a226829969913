import { expect } from 'vitest';

import { follow } from '#src/content/follow.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { pages } from '#src/paths.ts';

import { mark } from '../support/followed.ts';
import type { Site } from '../support/site.ts';
import { fillForm, openForm } from './application-journeys.ts';
import { type Journey, withServerStopped } from './journey.ts';
import { expectSoon, type Visitor, visitorOf } from './visitor.ts';

/** Applies, and goes to what the thanks offer. */
async function applyAndFollow(visitor: Visitor, site: Site, email: string): Promise<void> {
  await openForm(visitor, site);
  await fillForm(visitor, email);
  await visitor.click('button', 'Submit application');
  await visitor.click('link', outcomeWords.follow, 'dialog');
  await seeState(visitor, 'received');
}

async function seeState(visitor: Visitor, state: keyof typeof follow.states): Promise<void> {
  const main = async () => (await visitor.look('main'))?.text;
  await expectSoon(main).toContain(follow.states[state].text);
}

export const statusJourneys: Journey[] = [
  {
    title: 'an application is followed over two restarts, offline in between, and withdrawn',
    needs: 'a profile on disk',
    provokes: /Failed to load|NetworkError|404/,
    async run({ browser, site }) {
      const first = visitorOf(await browser.owner());
      await applyAndFollow(first, site, 'followed@example.com');
      await first.untilKept();
      const address = await first.run(() => location.href);
      await mark(site.dataDir, 'read', 'A word.');
      await browser.restart();
      const second = visitorOf(await browser.owner());
      await second.goto(address);
      await seeState(second, 'read');
      await withServerStopped(site, async () => {
        await mark(site.dataDir, 'closed');
        await browser.restart();
        const third = visitorOf(await browser.owner());
        await third.goto(address);
        await seeState(third, 'read');
        expect((await third.look('main'))?.text).toMatch(/Saved copy: .*A word\./);
      });
      const last = visitorOf(await browser.owner());
      await last.goto(address);
      await seeState(last, 'closed');
      await last.click('button', follow.withdraw);
      await last.click('button', follow.withdrawYes);
      await last.see('status', follow.withdrawn);
      await last.goto(site.url + pages.saved.path);
      // What another journey of this profile sent is still followed.
      await last.see('button', 'Delete everything saved here');
      const links = await last.run(() =>
        [...document.querySelectorAll('main a')].map((link) => link.outerHTML),
      );
      expect(links.filter((link) => link.includes(new URL(address).hash))).toEqual([]);
    },
  },
];
