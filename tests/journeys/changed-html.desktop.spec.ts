import type { Page } from '@playwright/test';

import { connectCalls, pages } from '#src/paths.ts';
import { formWords } from '#src/words/forms.ts';

import { expect, test } from '../kit/journey.ts';
import { stored, submitForm, thanks, untilLive } from '../kit/page.ts';

// React reports html that it has to render again.
test.use({ expectedErrors: [/^console\.error: Error: Minified React error #418/] });

/** What others do to the html before the app has loaded. Each runs in the page. */
const changes = {
  'a password manager adds an icon after each field @full': () => {
    for (const input of document.querySelectorAll('main input')) input.after(document.createElement('svg'));
  },
  'a writing assistant adds an element beside the text @full': () => {
    document.querySelector('textarea')?.after(document.createElement('grammarly-extension'));
    document.body.setAttribute('data-gr-ext-installed', '');
  },
  'a translator wraps each text': () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts.filter(({ parentElement }) => parentElement?.matches('#root *'))) {
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text);
    }
  },
  'a carrier adds a script and a bar at the top @full': () => {
    document.getElementById('root')?.prepend(document.createElement('aside'));
    document.querySelector('main')?.prepend(document.createElement('script'));
  },
};

const hasFocus = (page: Page, name: string) => expect(page.locator(`[name=${name}]`)).toBeFocused();

for (const [what, change] of Object.entries(changes))
  test(`text typed before the app has loaded stays, with focus and caret, if ${what}`, async ({
    page,
    app,
  }) => {
    const letAppCome = app.line.hold('GET', '/assets/entry-client-');
    await page.goto(pages.ask.path, { waitUntil: 'commit' });
    await page.getByLabel('Phone').fill('+260 96 765 4321');
    await page.getByLabel('About').selectOption('ZStudy');
    await page.getByLabel('Message').fill('How much are twelve?');
    await page.getByLabel('Name').click();
    await page.keyboard.type('Bwaly Mulenga');
    for (let left = 'Mulenga '.length; left > 0; left -= 1) await page.keyboard.press('ArrowLeft');
    await page.evaluate(change);
    letAppCome();
    await untilLive(page);
    await hasFocus(page, 'name');
    await page.keyboard.type('a');
    await expect(page.getByLabel('Name')).toHaveValue('Bwalya Mulenga');
    await expect(page.getByLabel('About')).toHaveValue('ZStudy');
    await expect(page.getByLabel('Message')).toHaveValue('How much are twelve?');
    await expect.poll(async () => (await stored(page))[0]?.fields).toMatchObject({ name: 'Bwalya Mulenga' });
    await submitForm(page);
    await expect(thanks(page)).toContainText(formWords.enquiry.sent);
    expect(app.posts().map(({ path }) => path)).toEqual([`/connect/v1${connectCalls.enquiry}`]);
  });

test('a field that has the focus but no text yet keeps the focus @full', async ({ page, app }) => {
  const letAppCome = app.line.hold('GET', '/assets/entry-client-');
  await page.goto(pages.mediaRoom.path, { waitUntil: 'commit' });
  await page.getByLabel('Full name').fill('Bwalya');
  await page.getByLabel('Email').focus();
  await page.evaluate(changes['a translator wraps each text']);
  letAppCome();
  await untilLive(page);
  await hasFocus(page, 'email');
  await expect(page.getByLabel('Full name')).toHaveValue('Bwalya');
});
