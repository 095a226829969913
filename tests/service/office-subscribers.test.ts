import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { requestKey } from '#server/store/idempotency-keys.ts';
import { subscribe } from '#server/subscribers/subscribers.ts';

import {
  addReaders,
  addressOf,
  hiddenIn,
  openOffice,
  problemIn,
  startedNewsletter,
  textIn,
} from './office-scene.ts';
import { stores } from './store.ts';

const list = officePaths.subscribers;

describe.each(stores)('on $name', ({ newStore }) => {
  test('people who get nothing come first, with the reason; a newsletter’s page leads to whom it did not reach', async () => {
    const { boss, store } = await openOffice(await newStore());
    await addReaders(store, 30);
    await store.write(async (trx) => {
      const key = requestKey('subscribe', null, {});
      const waiting = { name: 'Waiting', email: 'waiting@example.com' };
      await subscribe(trx, waiting, key, { asks: true });
      await startedNewsletter(trx);
      const own = trx.updateTable('messages').where('recipient', '=', addressOf(0));
      await own.set({ state: 'failed', why: '550 5.1.1 No such user', ended_at: '2026-11-28' }).execute();
    });
    const page = await boss.get(list);
    expect(textIn(page)).toContain(
      '30 people are subscribed. 1 has not confirmed yet and will be deleted after 7 days.',
    );
    expect(page.body.match(/type="checkbox"/g)).toHaveLength(25);
    const first = page.body.slice(0, page.body.indexOf(addressOf(29)));
    expect(first).toContain('waiting@example.com');
    const [, next = ''] = /href="([^"]*)">Next</.exec(page.body) ?? [];
    expect(next).not.toMatch(/reader|example/);
    const second = await boss.get(next.replaceAll('&amp;', '&'));
    expect(second.body.match(/type="checkbox"/g)).toHaveLength(6);

    const { id } = await store.db.selectFrom('newsletters').select('id').executeTakeFirstOrThrow();
    const missed = /href="([^"]*)">Whom it did not reach</.exec(
      (await boss.get(officePaths.newsletter(id))).body,
    );
    const [one, ...others] = (await boss.get(missed?.[1] ?? '')).body.split('type="checkbox"').slice(1);
    expect([textIn({ body: one ?? '' }), others]).toEqual([
      expect.stringContaining('the email failed (550 5.1.1 No such user)'),
      [],
    ]);
  });

  test('a search is posted and finds parts of names and addresses; ticked people are removed on a page with their names', async () => {
    const { boss, store, textOf } = await openOffice(await newStore());
    await addReaders(store, 30);
    await store.db
      .updateTable('subscribers')
      .set({ name: 'Ada_Banda', search_text: `ada_banda ${addressOf(7)}` })
      .where('email_key', '=', addressOf(7))
      .execute();
    const found = async (search: string) =>
      (await boss.post(list, { search })).body.match(/type="checkbox"/g)?.length ?? 0;
    expect([await found('ADA_B'), await found('reader1'), await found('a%b'), await found('der_7')]).toEqual([
      1, 11, 0, 0,
    ]);
    const many = await boss.post(list, { search: 'reader' });
    const rest = await boss.post(
      list,
      hiddenIn({ body: many.body.slice(many.body.indexOf('aria-label="Pages"')) }),
    );
    expect(rest.body.match(/type="checkbox"/g)).toHaveLength(5);
    expect(problemIn(await boss.post(`${list}/check`))).toBe('Choose at least one first.');
    const check = await boss.post(`${list}/check`, { chosen: addressOf(7) });
    expect(textIn(check)).toMatch(/Remove 1 subscriber\?.*Ada_Banda · reader7@example.com/);
    expect(check.body).toContain('>Remove 1</button>');
    const removed = await boss.post(`${list}/remove`, { chosen: addressOf(7) });
    expect(removed.headers.location).toBe(`${list}?done=removed`);
    expect(await textOf(list)).toContain('29 people are subscribed.');
    const { body } = await boss.get(officePaths.log);
    expect([body.includes('removed 1 subscriber'), body.includes('reader7')]).toEqual([true, false]);
  });
});
