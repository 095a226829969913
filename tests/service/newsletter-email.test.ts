import sharp from 'sharp';
import { expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { readable, received } from './mail.ts';
import { addReaders, openOffice, problemIn, savedNewsletter } from './office-scene.ts';
import { answered, dayMs, hourMs, moveClock, openMailed, setClock, until } from './store.ts';

test('a newsletter with articles is one email, in HTML and plain text, that Gmail and Outlook can show in full', async () => {
  const { app, boss, store, mail } = await openMailed(openOffice);
  await addReaders(store, 2);
  const photo = sharp({ create: { width: 1200, height: 900, channels: 3, background: '#70a12f' } });
  const article = { type: 'press', title: 'A <new> line', lead: '', source: 'The first words.' };
  await boss.upload(officePaths.article('new'), article, [['top', await photo.png().toBuffer()]]);
  const id = 'new-line';
  const path = `${officePaths.article('a-new-line')}/publish`;
  expect((await boss.post(path, { version: '1', when: 'now' })).statusCode).toBe(303);
  expect((await boss.get(officePaths.newsletter('new'))).body).toMatch(
    new RegExp(`<input[^>]*checked=""[^>]*value="a-${id}"|<input[^>]*value="a-${id}"[^>]*checked=""`),
  );
  const source =
    'Dear readers, [see](https://x.example) [us](/contact). Tell <your manager>: K5~K10, 100*80*1.6 mm, <script>x</script>';
  const newsletter = await savedNewsletter(boss, { source, article: `a-${id}` });
  const shown = await boss.get(`${newsletter}/email`);
  expect([shown.statusCode, shown.headers['content-security-policy']]).toEqual([
    200,
    expect.not.stringContaining('script'),
  ]);
  const tested = await boss.post(`${newsletter}/test`, { version: '1' });
  expect((await boss.get(String(tested.headers.location))).body).toContain('A test was queued for you.');
  await until(() => expect(received(mail)).toEqual(['boss@hcs.example']));
  expect(readable(mail.mails[0]?.text)).toContain('The first words.');
  await boss.post(`${newsletter}/send`, { version: '1' });

  const row = store.db.selectFrom('newsletters').select(['html', 'plain']).where('subject', '=', 'News');
  const { html, plain } = await row.executeTakeFirstOrThrow();
  const email = html ?? '';
  expect(Buffer.byteLength(email)).toBeLessThan(90_000);
  expect(email).toMatch(/<html lang="en">.*name="color-scheme".*display:none.*Dear readers/s);
  const parts = ['width="600"', 'A &lt;new&gt; line</a>', 'The first words.', '>Read more<', '>Unsubscribe<'];
  // Without the site's hint about a new tab.
  for (const part of [...parts, '<a href="https://x.example">see</a>']) expect(email).toContain(part);
  expect(email).not.toMatch(/<script|<svg|webp|<link|<form|position:|display:(?:flex|grid)|url\(/);
  for (const [, tag] of email.matchAll(/<table([^>]*)>/g)) expect(tag).toContain('role="presentation"');
  const images = [...email.matchAll(/<img([^>]*)>/g)].map(([, tag = '']) => tag);
  expect(images).toHaveLength(2);
  for (const tag of images) {
    const [, src = ''] = /src="http:\/\/localhost:4173(\/[^"]*)"/.exec(tag) ?? [];
    expect(Number(/width="(\d+)"/.exec(tag)?.[1])).toBeLessThanOrEqual(600);
    expect(tag).toMatch(/alt="[^"]+"/);
    const { headers, rawPayload } = await app.inject(src);
    expect(headers['content-type']).toMatch(/^image\/(?:jpeg|png)$/);
    expect((await sharp(rawPayload).metadata()).width).toBeLessThanOrEqual(600);
  }
  for (const [, href = ''] of email.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https?:/);
  const typed = 'Tell <your manager>: K5~K10, 100*80*1.6 mm, <script>x</script>';
  expect(email).toContain(typed.replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
  expect(plain).toContain(
    `Dear readers, see (https://x.example/) us (http://localhost:4173/contact). ${typed}`,
  );
  expect(plain).toMatch(
    /Dear readers.*A <new> line\n\nThe first words\.\n\nhttp:\/\/localhost:4173\/media-room\/a-new-line/s,
  );

  // The email's pictures stay when the article is deleted.
  await boss.post(`${officePaths.article('a-new-line')}/unpublish`);
  await boss.post(`${officePaths.article('a-new-line')}/delete`);
  const [, kept = ''] = /(\/uploads\/\w+\.jpg)/.exec(email) ?? [];
  expect((await app.inject(kept)).statusCode).toBe(200);
});

test('repeated presses send one test, of the draft as it is; an article that has left the site holds back all', async () => {
  const { boss, store, mail } = await openMailed(openOffice);
  await addReaders(store, 2);
  await boss.post(officePaths.article('new'), { type: 'press', title: 'A new line', source: 'Text' });
  await boss.post(officePaths.publish('a-new-line'), { version: '1', when: 'now' });
  const fields = { subject: 'News', source: 'Text', article: 'a-new-line' };
  const newsletter = await savedNewsletter(boss, fields);
  const test = (key: string) => boss.post(`${newsletter}/test`, { key });
  for (const key of ['one', 'one'])
    expect((await test(key)).headers.location).toBe(`${newsletter}/send?done=tested`);
  await until(() => expect(received(mail)).toEqual(['boss@hcs.example']));
  await boss.post(newsletter, { ...fields, version: '1', source: 'Other words' });
  await test('two');
  await until(() => expect(mail.mails).toHaveLength(2));
  expect(readable(mail.mails[1]?.text)).toContain('Other words');
  await boss.post(`${officePaths.article('a-new-line')}/unpublish`);
  const refused = await boss.post(`${newsletter}/send`, { version: '2' });
  expect([refused.statusCode, problemIn(refused)]).toEqual([
    409,
    '“A new line” is no longer on the site. Take it out of the newsletter, or publish it again.',
  ]);
  await boss.post(officePaths.publish('a-new-line'), { version: '3', when: 'now' });
  await answered(303, boss.post(`${newsletter}/send`, { version: '2' }));
});

test('the office warns before sending an email that Gmail would cut', async () => {
  const { boss, textOf } = await openOffice({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const newsletter = await savedNewsletter(boss, { source: '- a\n'.repeat(9_000) });
  expect(await textOf(`${newsletter}/send`)).toContain('larger than 90 KB, so Gmail will cut it off');
});

test("a new newsletter has the last month's articles ticked, or those since the last newsletter", async () => {
  setClock('2027-03-01');
  const { boss, store } = await openOffice({ SMTP_URL: 'smtp://127.0.0.1:9', SAMPLE_CONTENT: '0' });
  const publish = async (title: string, path: string) => {
    await boss.post(officePaths.article('new'), { type: 'press', title, source: 'Text' });
    await boss.post(officePaths.publish(path), { version: '1', when: 'now' });
  };
  const ticked = async () => {
    const { body } = await boss.get(officePaths.newsletter('new'));
    const boxes = body.match(/<input[^>]*type="checkbox"[^>]*>/g) ?? [];
    return boxes.filter((box) => box.includes('checked')).map((box) => /value="([^"]*)"/.exec(box)?.[1]);
  };
  await publish('First', 'first');
  moveClock(20 * dayMs);
  await publish('Second', 'second');
  expect(await ticked()).toEqual(['second', 'first']);
  moveClock(20 * dayMs);
  expect(await ticked()).toEqual(['second']);
  await addReaders(store, 1);
  await boss.post(`${await savedNewsletter(boss)}/send`, { version: '1' });
  moveClock(hourMs);
  await publish('Third', 'third');
  expect(await ticked()).toEqual(['third']);
});

test('an older article that was chosen stays chosen when the draft is saved', async () => {
  setClock('2027-03-01');
  const { boss, store } = await openOffice({ SMTP_URL: 'smtp://127.0.0.1:9', SAMPLE_CONTENT: '0' });
  const newsletter = await savedNewsletter(boss);
  for (let number = 0; number < 13; number += 1) {
    await boss.post(officePaths.article('new'), { type: 'press', title: `Text ${number}`, source: 'Text' });
    await boss.post(officePaths.publish(`text-${number}`), { version: '1', when: 'now' });
    moveClock(hourMs);
  }
  await store.db.updateTable('newsletters').set({ articles: '["text-0"]' }).execute();
  const boxes = (await boss.get(newsletter)).body.match(/<input[^>]*type="checkbox"[^>]*>/g) ?? [];
  expect(boxes).toHaveLength(13);
  expect(boxes[0]).toMatch(/checked.*value="text-0"|value="text-0".*checked/);
});
