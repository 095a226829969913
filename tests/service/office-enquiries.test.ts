import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { readable } from './mail.ts';
import { entered, hiddenIn, openOffice, type Scene, seeReply, textIn } from './office-scene.ts';
import { answered, asker, hourMs, moveClock, openMailed, setClock, stores, until } from './store.ts';

const email = 'bwalya@example.com';

/** Sends an enquiry; returns the path of its page. */
async function asked({ post, list }: Scene, changes: object = {}) {
  await answered(201, post('enquiry', { ...asker, ...changes }));
  return officePaths.enquiry((await list('enquiries'))[0]?.id ?? '');
}

const checked = ({ boss }: Scene, path: string) =>
  seeReply(boss, `${path}/answer`, { text: 'A valve is K900.' });

describe.each(stores)('on $name', ({ newStore }) => {
  test('Today shows the number and age of new enquiries; "Done" removes one, and a second press returns it', async () => {
    setClock('2026-11-23T09:00:00.000Z');
    const scene = await openOffice(await newStore());
    const path = await asked(scene);
    moveClock(4 * hourMs);
    await asked(scene, { about: 'ZStudy', name: 'Chanda' });
    moveClock(hourMs / 12);
    const { boss } = scene;
    expect(await scene.textOf(officePaths.home)).toContain(
      '2 new enquiries. The oldest arrived 4 hours ago; we promise a reply within one working day.',
    );
    const list = await boss.get(officePaths.enquiries);
    expect(textIn(list)).toMatch(
      /New 2.*Done 0.*Bwalya Testfield\s+Water Handler · today, 11:00 How .*Chanda/,
    );
    const press = async () => boss.post(`${path}/state`, hiddenIn(await boss.get(path), `${path}/state`));
    expect((await press()).headers.location).toBe(`${officePaths.enquiries}?done=done`);
    expect(await scene.textOf(officePaths.home)).toContain('1 new enquiry. It arrived 5 minutes ago');
    expect(await scene.textOf(`${officePaths.enquiries}?tab=done`)).toContain('Bwalya');
    await press();
    expect(await scene.textOf(officePaths.enquiries)).toContain('New 2');
    await boss.post(`${path}/delete`);
    expect(await scene.textOf(officePaths.enquiries)).not.toContain('Bwalya');
    const editor = await entered(scene.app, scene.store, 'editor@hcs.example', 'editor');
    expect(textIn(await editor.get(officePaths.home))).not.toContain('enquir');
  });

  test('a search finds an enquiry, done or not, by name, address or number', async () => {
    const scene = await openOffice(await newStore());
    const path = await asked(scene, { name: 'Grace Ng’andu', phone: '097 123 4567', email });
    await scene.boss.post(`${path}/state`, hiddenIn(await scene.boss.get(path), `${path}/state`));
    await asked(scene, { name: 'Chanda' });
    for (const search of ['NGANDU grace', 'bwalya@', '0971234567']) {
      const page = textIn(await scene.boss.post(officePaths.enquiries, { search }));
      expect(page, search).toContain('Grace Ng’andu');
      expect(page, search).not.toContain('Chanda');
    }
  });

  test('an answer is previewed and sent, and the enquiry is then done; after a question it is new again', async () => {
    const scene = await openMailed(openOffice, await newStore());
    const { mail } = scene;
    const path = await asked(scene, { email });
    const check = await checked(scene, path);
    expect(textIn(check)).toMatch(/Replies to: boss@hcs\.example.*Your enquiry: Water Handler.*K900/);
    await scene.boss.post(`${path}/answer`, hiddenIn(check, `${path}/answer`));
    await until(() => expect(mail.mails).toHaveLength(1));
    const [{ to, text } = { to: [], text: '' }] = mail.mails;
    expect([to, readable(text)]).toEqual([[email], expect.stringContaining('A valve is K900.')]);
    expect(readable(text)).not.toContain('application');
    await until(async () => {
      const page = await scene.textOf(path);
      expect(page).toMatch(/^Bwalya Testfield\s*Done/);
      expect(page).toMatch(/Reply from boss@hcs\.example today, \d\d:\d\d · was sent today/);
    });
    const question = hiddenIn(await seeReply(scene.boss, `${path}/answer`, { asks: '1' }), `${path}/answer`);
    await answered(303, scene.boss.post(`${path}/answer`, question));
    await until(async () =>
      expect(await scene.textOf(path)).toMatch(/^Bwalya Testfield\s*New.*Question from boss/s),
    );
    expect(await scene.textOf(officePaths.home)).toContain('1 new enquiry.');
  });

  test('deleting a person deletes their enquiry with its answer', async () => {
    const scene = await openOffice({ ...(await newStore()), SMTP_URL: 'smtp://127.0.0.1:9' });
    const path = await asked(scene, { email });
    const check = await checked(scene, path);
    await scene.boss.post(`${path}/answer`, hiddenIn(check, `${path}/answer`));
    const { db } = scene.store;
    expect(await db.selectFrom('replies').select('text').execute()).toHaveLength(1);
    await scene.command('forget', '--yes', email);
    expect(await db.selectFrom('replies').select('text').execute()).toEqual([]);
  });
});

test('an enquiry without an email address cannot be answered by email', async () => {
  const scene = await openOffice({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const path = await asked(scene);
  const page = await scene.boss.get(path);
  expect(page.body).toContain('https://wa.me/260967654321"');
  expect(page.body).toContain('tel:+260967654321');
  expect(page.body).not.toMatch(/mailto:|Write a reply/);
  expect((await scene.boss.get(`${path}/answer`)).statusCode).toBe(404);
});
