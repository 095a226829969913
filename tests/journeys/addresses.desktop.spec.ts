import { pages } from '#src/paths.ts';
import { mediaListTitles } from '#src/words/articles.ts';
import { titles } from '#src/words/titles.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { untilLive, untilReady } from '../kit/page.ts';
import { heading } from './visitor.ts';

// A 404 is reported as a failed request.
test.use({ expectedErrors: [failedRequest] });

/** What people type or follow -> the address and title that they get. */
const addresses = [
  ['/index.html', '/', titles.home],
  ['/ask.html?about=osense', '/ask?about=osense', titles.ask],
  ['/insider/career.html', pages.career.path, titles.career],
  ['/media-room/filter/press.html', '/media-room/filter/press', mediaListTitles.press],
  ['/%61sk/', '/ask', titles.ask],
  ['/ask%', '/ask%', titles.notFound],
  ['/ask%00', '/ask%00', titles.notFound],
  ['/%2561sk', '/%2561sk', titles.notFound],
  ['/%2Fevil.example', '/%2Fevil.example', titles.notFound],
  ['/media-room/50%-off', '/media-room/50%-off', titles.notFound],
  ['/404.html', '/404.html', titles.notFound],
] as const;

test.describe('with a worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('each address shows the same page; those that redirect do so offline too @full', async ({
    app,
    page,
  }) => {
    await page.goto(pages.home.path);
    await untilReady(page);
    for (const [typed, address, title] of addresses) {
      await page.goto(typed);
      await untilLive(page);
      expect(page.url().slice(app.url.length)).toBe(address);
      await expect(heading(page)).toHaveText(title);
    }
    await app.line.down();
    for (const [typed, address, title] of addresses.filter(([from, to]) => from !== to)) {
      await page.goto(typed);
      expect(page.url().slice(app.url.length)).toBe(address);
      await expect(heading(page)).toHaveText(title);
    }
  });
});
