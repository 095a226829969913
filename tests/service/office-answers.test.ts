import { describe, expect, test } from 'vitest';

import { replyTexts } from '#src/words/mail.ts';

import { readable } from './mail.ts';
import {
  applied,
  deleteAsOf,
  entered,
  hiddenIn,
  openOffice,
  problemIn,
  type Scene,
  seeReply,
  textIn,
  type Visitor,
} from './office-scene.ts';
import { answered, applicant, dayMs, openMailed, stores, until } from './store.ts';

/** Applies, and opens the page that previews the answer. */
async function checked(scene: Scene, words: Record<string, string> = {}) {
  const { secret, path: page } = await applied(scene);
  const path = `${page}/answer`;
  return { secret, page, path, check: await see(scene.boss, path, words) };
}

const see = (person: Visitor, path: string, words: Record<string, string> = {}) =>
  seeReply(person, `${path}?text=no`, { after: 'closed', ...words });

/** A sentence that only "Not this time" contains. */
const [, , wishes = ''] = replyTexts.no.text.split('\n\n');

const statusOf = async ({ app }: Scene, secret: string) =>
  app.inject({ url: '/connect/v1/application', headers: { 'application-secret': secret } });

describe.each(stores)('on $name', ({ newStore }) => {
  test('"Not this time" is previewed, sent as one email with name and vacancy, and shown on the status page', async () => {
    const scene = await openMailed(openOffice, await newStore());
    const { mail } = scene;
    const { secret, page, path, check } = await checked(scene);
    await until(() => expect(mail.mails).toHaveLength(1));
    expect((await scene.boss.get(`${path}?text=empty`)).body.match(/aria-current="page">[^<]+</g)).toEqual([
      'aria-current="page">Applications<',
      'aria-current="page">Blank email<',
    ]);
    const seen = textIn(check);
    expect(seen).toContain(`Dear ${applicant.name},`);
    expect(seen).toContain(`/application#${secret}`);
    await scene.boss.post(path, hiddenIn(check, path));
    await until(() => expect(mail.mails).toHaveLength(2));
    const { to, text } = mail.mails[1] ?? { to: [], text: '' };
    const words = readable(text);
    expect(to).toEqual([applicant.email]);
    expect(words).toMatch(/^Reply-To: boss@hcs\.example$/m);
    expect(words).toContain(`Dear ${applicant.name},`);
    expect(words).toContain(`/application#${secret}`);
    expect(words).not.toMatch(/[{}]/);
    const payload = { state: 'closed', note: expect.stringContaining(wishes) };
    await until(async () => expect((await statusOf(scene, secret)).json()).toMatchObject({ payload }));
    await until(async () => {
      const words = await scene.textOf(page);
      expect(words).toMatch(/Reply from boss@hcs\.example today, \d\d:\d\d · was sent today, \d\d:\d\d/);
    });
    expect(await scene.textOf(page)).toContain('The message below goes with the status');
    await deleteAsOf(scene.store, Date.now() + 2 * dayMs);
    expect(await scene.textOf(page)).toMatch(/Confirmation sent today/);
    expect(await scene.store.db.selectFrom('replies').select('id').execute()).toHaveLength(1);
  });

  test('"Back to the text" shows what was typed; a second text and a colleague are refused until the first has been read', async () => {
    const scene = await openOffice({ ...(await newStore()), SMTP_URL: 'smtp://127.0.0.1:9' });
    const { path, check } = await checked(scene, { text: 'My own <words>' });
    const fields = hiddenIn(check, path);
    expect((await scene.boss.post(`${path}/edit`, fields)).body).toContain('My own &lt;words&gt;');
    const colleague = await entered(scene.app, scene.store, 'two@hcs.example', 'all');
    const other = await see(colleague, path, { subject: 'Another' });
    await scene.boss.post(path, fields);
    const changed = await scene.boss.post(path, { ...fields, text: 'Other words' });
    expect([changed.statusCode, problemIn(changed)]).toEqual([
      409,
      expect.stringMatching(
        /^Your email of \d\d:\d\d (?:is|has been) [^.]*\. Read it before you write another\.$/,
      ),
    ]);
    await scene.store.db.updateTable('messages').set({ state: 'failed' }).execute();
    const ended = await scene.boss.post(path, { ...fields, text: 'Other words' });
    expect(problemIn(ended)).toMatch(/ failed\. Read it before you write another\.$/);
    const second = await colleague.post(path, hiddenIn(other, path));
    expect([second.statusCode, problemIn(second)]).toEqual([409, expect.stringContaining('colleague')]);
    const mails = scene.store.db.selectFrom('messages').select('id').where('kind', '=', 'reply');
    expect(await mails.execute()).toHaveLength(1);
  });

  test('the page says if there is no mail server, and no answer is stored', async () => {
    const scene = await openOffice(await newStore());
    const { secret, path } = await applied(scene);
    const page = await scene.boss.get(path);
    for (const way of ['>Call<', '>WhatsApp<', '>Email<', '>Write a reply<'])
      expect(page.body).toContain(way);
    const answer = await scene.boss.get(`${path}/answer`);
    expect(textIn(answer)).toContain(
      'does not send email yet. Call, use WhatsApp, or ask the person who runs it to set SMTP_URL.',
    );
    expect(answer.body).not.toContain('<textarea');
    const forced = { subject: 'S', text: 'T', after: 'closed', seen: 'received:' };
    for (const step of ['', '/check']) await answered(404, scene.boss.post(`${path}/answer${step}`, forced));
    expect((await statusOf(scene, secret)).json()).toMatchObject({ payload: { state: 'received' } });
  });
});
