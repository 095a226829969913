import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { requestKey } from '#server/store/idempotency-keys.ts';
import { subscribe } from '#server/subscribers/subscribers.ts';

import { addReaders, addressOf, hiddenIn, openOffice, problemIn, textIn } from './office-scene.ts';
import { stores } from './store.ts';

const list = officePaths.subscribers;

describe.each(stores)('on $name', ({ newStore }) => {
  test('people who get nothing come first, with the reason; "Include them again" restores them', async () => {
    const { boss, store, textOf } = await openOffice(await newStore());
    await addReaders(store, 30);
    await store.write(async (trx) => {
      const key = requestKey('subscribe', null, {});
      const waiting = { name: 'Waiting', email: 'waiting@example.com' };
      await subscribe(trx, waiting, key, { asks: true });
      await trx
        .updateTable('subscribers')
        .set({ refusals: 2 })
        .where('email_key', 'in', [addressOf(0), addressOf(1)])
        .execute();
      const created_at = new Date().toISOString();
      const mail = { kind: 'newsletter' as const, recipient: addressOf(0), created_at, due_at: created_at };
      await trx
        .insertInto('messages')
        .values({ ...mail, id: 'one', state: 'not accepted', why: '550 5.1.1 No such user' })
        .execute();
    });
    const page = await boss.get(list);
    expect(textIn(page)).toContain(
      '28 people are subscribed. 2 are left out: their mail servers did not accept two newsletters. 1 has not confirmed yet and will be deleted after 7 days.',
    );
    expect(page.body.match(/type="checkbox"/g)).toHaveLength(25);
    expect(textIn(page)).toMatch(/the last email was not accepted \(550 5\.1\.1 No such user\).*Next/);
    const first = page.body.slice(0, page.body.indexOf(addressOf(29)));
    for (const email of [addressOf(0), addressOf(1), 'waiting@example.com']) expect(first).toContain(email);
    const [, next = ''] = /href="([^"]*)">Next</.exec(page.body) ?? [];
    expect(next).not.toMatch(/reader|example/);
    const second = await boss.get(next.replaceAll('&amp;', '&'));
    expect(second.body.match(/type="checkbox"/g)).toHaveLength(6);

    const ticked = `${list}/again`;
    const again = await boss.post(ticked, { chosen: addressOf(0), key: 'one' });
    expect(await textOf(String(again.headers.location))).toContain(
      'They will get the next newsletter.29 people are subscribed.',
    );
    // Reuse the key, as after the browser's Back.
    await boss.post(ticked, { chosen: addressOf(1), key: 'one' });
    expect(await textOf(list)).toContain('30 people are subscribed. 1 has not');
    expect((await boss.get(list)).body).not.toContain('Include them again');
    expect(problemIn(await boss.post(ticked, { chosen: addressOf(1) }))).toContain(
      'Select somebody who is left out.',
    );
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
