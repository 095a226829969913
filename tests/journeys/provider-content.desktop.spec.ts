import { mediaDetailPath, mediaListPath, pages } from '#src/paths.ts';

import { base64, goodAnswer } from '../support/fake-provider.ts';
import { expect } from '../support/journey.ts';
import { openLive } from '../support/live-page.ts';
import { expectStanding, test } from '../support/provider-journey.ts';

test('a description that is no base64 leaves the title and the page', async ({ page, provider }) => {
  provider.answer = goodAnswer((item) => ({ ...item, description: '%%% not base64 é %%%' }));
  for (const path of [mediaListPath('press'), mediaDetailPath('press-one')]) {
    await openLive(page, path);
    await expectStanding(page);
    await expect(page.getByRole('main').getByText('The press item one').first()).toBeVisible();
  }
});

test('emoji and three-byte text arrive whole, and none is cut in half', async ({ page, provider }) => {
  const text = `${'日本語 ሀሁሂ 👩‍🔬 '.repeat(40)}`;
  provider.answer = goodAnswer((item) => ({
    ...item,
    title: `${'x'.repeat(46)}👩‍🔬 after the cut`,
    description: base64(`<p>${text}</p>`),
  }));
  for (const path of [pages.mediaRoom.path, mediaListPath('press'), mediaDetailPath('press-one')]) {
    await openLive(page, path);
    await expectStanding(page);
    const shown = (await page.getByRole('main').textContent()) ?? '';
    expect(shown.isWellFormed()).toBe(true);
    expect(shown).not.toMatch(/\u200d(?:\s|…|$)/);
  }
  await expect(page.getByRole('main')).toContainText('日本語 ሀሁሂ 👩‍🔬');
});

test.describe('with hostile html', () => {
  // The browser reports what it refuses already while the sanitiser's inert document is parsed.
  test.use({
    expectedErrors: [/violates the following Content Security Policy directive '(?:script|style)-src/],
  });

  test('nothing runs, and the harmless part is shown', async ({ page, provider }) => {
    const attacks = [
      '<script>window.hacked = 1</script>',
      '<img src=x onerror="window.hacked = 1">',
      '<svg onload="window.hacked = 1"></svg>',
      '<iframe srcdoc="<script>parent.hacked = 1</script>"></iframe>',
      '<a href="javascript:window.hacked = 1">press me</a>',
      '<form action="https://evil.example"><input name="password"></form>',
      '<style>body { display: none }</style>',
      '<p style="position:fixed;inset:0">over all</p>',
    ];
    provider.answer = goodAnswer((item) => ({
      ...item,
      title: `The press item one ${attacks.join('')}`,
      description: base64(`<p>Harmless part.</p>${attacks.join('')}`),
    }));
    for (const path of [pages.mediaRoom.path, mediaListPath('press'), mediaDetailPath('press-one')]) {
      await openLive(page, path);
      await expectStanding(page);
      const main = page.getByRole('main');
      await expect(
        main.locator('script:not([type="application/ld+json"]), iframe, form[action*="evil"], style'),
      ).toHaveCount(0);
      await expect(main.locator('[onerror], [onload], [style], a[href^="javascript:"]')).toHaveCount(0);
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    }
    await expect(page.getByRole('main')).toContainText('Harmless part.');
  });
});
