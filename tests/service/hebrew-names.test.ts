import { expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { requestKey } from '#server/store/idempotency-keys.ts';
import { subscribe } from '#server/subscribers/subscribers.ts';

import { documentOf } from './document-of.ts';
import { openHiring, welder } from './hiring-scene.ts';
import { answered, asker, until } from './store.ts';

/** A name from right to left, and one that turns what follows it, as an older release stored it. */
const hebrew = 'שרה לוי';
const turning = 'Ada\u202eadnaB';

/** Lines in which this text turns the words beside it. A title ends with it. */
function turnedBy(text: string, html: string): string[] {
  const { body } = documentOf(html);
  const nodes = body.ownerDocument.createTreeWalker(body, 4);
  const turned: string[] = [];
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const { parentElement, nodeValue } = node;
    if (nodeValue?.includes(text) && parentElement?.closest('bdi, [dir="auto"], h1, textarea') === null)
      turned.push(parentElement.outerHTML);
  }
  return turned;
}

test('a name or subject from right to left does not turn the words beside it, on any page', async () => {
  const scene = await openHiring({});
  const { boss, store, mail, post } = scene;
  for (const name of ['Sara', 'Ada', 'Lost']) await scene.applyAs(name);
  mail.answer = () => '550 5.1.1 No such user';
  await scene.write('Lost', { after: 'shortlisted' });
  await until(async () => expect(await scene.textOf(officePaths.home)).toContain('1 email failed'));
  await answered(201, post('enquiry', { ...asker, email: 'a@example.com', name: hebrew, about: hebrew }));
  const [ada, lost] = [await scene.pathOf('Ada'), await scene.pathOf('Lost')];
  const rename = (name: string, to: string) =>
    store.db
      .updateTable('applications')
      .set({ name: to, description: to })
      .where('name', '=', name)
      .execute();
  for (const name of ['Sara', 'Lost']) await rename(name, hebrew);
  await rename('Ada', turning);
  await store.write((trx) =>
    subscribe(trx, { name: hebrew, email: 'sara@example.com' }, requestKey('subscribe', null, {}), {
      asks: false,
    }),
  );
  const enquiry = officePaths.enquiry((await scene.list('enquiries'))[0]?.id ?? '');
  const rows = await store.db.selectFrom('applications').select('id').execute();
  const ticked = new URLSearchParams(rows.map(({ id }) => ['chosen', id]));
  const pages = [
    await boss.get(officePaths.home),
    await boss.get(`${officePaths.applications}?tab=all&from=${ada.split('/').at(-1)}`),
    await boss.get(ada),
    await boss.get(`${lost}/answer`),
    await boss.post(`${lost}/answer/check`, { subject: hebrew, text: `Dear ${hebrew}` }),
    await boss.post(`${officePaths.applications}/check`, ticked),
    await boss.get(`${welder}/close`),
    await scene.check(),
    await boss.get(officePaths.enquiries),
    await boss.get(enquiry),
    await boss.post(`${officePaths.enquiries}/check`, { chosen: enquiry.split('/').at(-1) ?? '' }),
    await boss.get(officePaths.subscribers),
    await boss.post(`${officePaths.subscribers}/check`, { chosen: 'sara@example.com' }),
  ];
  for (const [index, { body, statusCode }] of pages.entries()) {
    expect([index, statusCode]).toEqual([index, 200]);
    expect([index, body.includes(hebrew) || body.includes(turning)]).toEqual([index, true]);
    expect([index, turnedBy(hebrew, body), turnedBy(turning, body)]).toEqual([index, [], []]);
  }
});
