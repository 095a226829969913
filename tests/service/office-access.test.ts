import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { allPeople } from '#server/office/people.ts';

import { startMailServer } from './mail.ts';
import { entered, linkFor, openOffice, problemIn, type Scene, textIn, Visitor } from './office-scene.ts';
import { answered, moveClock, openApp, openMailed, setClock, stores, until } from './store.ts';
import { withSite } from './with-site.ts';

test('there is no office before the first invitation, and never with a provider', async () => {
  const provider: Record<string, string> = { CONNECT_UPSTREAM: 'http://127.0.0.1:9/connect/v1' };
  for (const settings of [{}, provider]) {
    const { app } = await openApp(settings, withSite);
    for (const url of [officePaths.home, officePaths.signIn, officePaths.people])
      expect([url, (await app.inject(url)).statusCode]).toEqual([url, 404]);
  }
});

test.each<[string, Record<string, string>, RegExp]>([
  ['http', {}, /^office=.*Path=\/; HttpOnly; SameSite=Lax/],
  [
    'https',
    { SAMPLE_CONTENT: '', SITE_URL: 'https://hcs.example' },
    /^__Host-office=.*Path=\/; HttpOnly; Secure; SameSite=Lax/,
  ],
])(
  'the command prints a link that signs in over %s, with a host-only cookie',
  async (_, settings, cookie) => {
    const { app, command } = await openApp(settings, withSite);
    const { url } = JSON.parse(await command('invite', 'boss@hcs.example', '--json')) as { url: string };
    const answer = await new Visitor(app).post(new URL(url).pathname);
    expect(answer.headers.location).toBe(officePaths.home);
    expect(String(answer.headers['set-cookie'])).toMatch(cookie);
  },
);

test('a person invited again keeps their access unless another is named; it is printed and logged', async () => {
  const { command, boss } = await openOffice();
  await command('invite', 'two@hcs.example');
  for (const words of [['--editor'], []])
    expect(await command('invite', ...words, 'two@hcs.example')).toMatch(
      /^two@hcs\.example \(access: articles and the newsletter\)/,
    );
  expect((await boss.get(officePaths.log)).body).toMatch(/command line invited /);
});

test.each(['Mwila <mwila@hcs.example>', 'mwila@hcs.example\u200b', 'Email: Mwila@hcs.example'])(
  'a colleague is invited by %j, and signs in with it',
  async (typed) => {
    const { boss, store, stranger } = await openOffice({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await answered(303, boss.post(officePaths.people, { email: typed, role: 'editor' }));
    await stranger.post(officePaths.signIn, { email: typed });
    const links = await store.db.selectFrom('links').innerJoin('people', 'people.id', 'links.person');
    const rows = await links.select('links.id').where('email', '=', 'mwila@hcs.example').execute();
    expect(rows).toHaveLength(2);
  },
);

describe.each(stores)('on $name', ({ newStore }) => {
  test('HTML is compressed; the script and styles are cached under addresses that change with their content', async () => {
    const { app, boss } = await openOffice(await newStore());
    const headers = { cookie: boss.cookie, 'accept-encoding': 'gzip, br' };
    expect((await app.inject({ url: officePaths.people, headers })).headers['content-encoding']).toBe('br');
    const { body } = await boss.get(officePaths.people);
    const files = body.match(/\/office\/files\/[\w-]{10}\/office\.(?:css|js)/g) ?? [];
    expect(files).toHaveLength(2);
    for (const url of files)
      expect((await app.inject({ url, headers })).headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'br',
      });
  });

  test('a wrong, expired or used link leads to a page that offers a new one', async () => {
    const { store, stranger } = await openOffice(await newStore());
    const used = await linkFor(store, 'two@hcs.example');
    expect((await stranger.get(used)).body).toContain('<h1>Welcome</h1>');
    expect((await stranger.post(used)).statusCode).toBe(303);
    const old = await linkFor(store, 'two@hcs.example');
    await store.db.updateTable('links').set({ expires_at: '2020-01-01T00:00:00.000Z' }).execute();
    for (const url of [used, old, `${old}x`, officePaths.enter('nothing'), old.replace(/\.../, '.zz')])
      for (const answer of [await stranger.get(url), await stranger.post(url)]) {
        expect(answer.statusCode).toBe(410);
        expect(answer.headers['set-cookie']).toBeUndefined();
        expect(problemIn(answer)).toContain('has been used, has expired or is incomplete');
        expect(answer.body).toContain('Send me a link');
      }
  });

  test('three emailed links are valid at a time, and the response reveals nothing about an address', async () => {
    const { mail, store, stranger } = await openMailed(openOffice, await newStore());
    const ask = async (email: string) => (await stranger.post(officePaths.signIn, { email })).body;
    const known = await ask('Boss@hcs.example');
    expect(await ask('nobody@hcs.example')).toBe(known);
    for (let more = 0; more < 4; more += 1) expect(await ask('boss@hcs.example')).toBe(known);
    await until(() => expect(mail.mails).toHaveLength(3));
    const links = await store.db.selectFrom('links').select('expires_at').execute();
    expect(links).toHaveLength(3);
    for (const { expires_at } of links) expect(Date.parse(expires_at)).toBeLessThan(Date.now() + 16 * 60_000);
    const text = mail.mails[0]?.text.replace(/=\n/g, '') ?? '';
    const path = /\/office\/enter\/[\w.-]+/.exec(text)?.[0] ?? '';
    expect((await stranger.post(path)).statusCode).toBe(303);
    moveClock(15 * 60_000);
    await ask('boss@hcs.example');
    await until(() => expect(mail.mails).toHaveLength(4));
  });

  test('"Check your email" is said only by a server that sends email', async () => {
    const silent = await openOffice(await newStore());
    const ask = async ({ stranger }: Scene) =>
      textIn(await stranger.post(officePaths.signIn, { email: 'boss@hcs.example' }));
    expect(await ask(silent)).toMatch(/^(?!.*Check your email).*No email is sent/);
    await using mail = await startMailServer();
    const mailing = await openOffice({ ...(await newStore()), SMTP_URL: mail.url });
    expect(await ask(mailing)).toMatch(/^(?!.*No email is sent).*Check your email/);
    await until(() => expect(mail.mails).toHaveLength(1));
    expect(await silent.store.db.selectFrom('links').select('id').execute()).toEqual([]);
  });

  test('a link that has expired is not delivered late', async () => {
    setClock('2027-03-01');
    const { mail, store, stranger } = await openMailed(openOffice, await newStore());
    mail.answer = () => '451 Later';
    await stranger.post(officePaths.signIn, { email: 'boss@hcs.example' });
    const rows = () => store.db.selectFrom('messages').select(['why', 'state']).execute();
    await until(async () => expect(await rows()).toMatchObject([{ why: '451 Later' }]));
    mail.answer = () => '250 OK';
    moveClock(16 * 60_000);
    await until(async () => expect(await rows()).toEqual([]));
    expect(mail.mails).toEqual([]);
  });

  test('a session ends on its own sign-out, with "Sign out everywhere", when access changes and when its person is removed', async () => {
    const { app, boss, store } = await openOffice(await newStore());
    const ended = await entered(app, store, 'two@hcs.example', 'all');
    const other = await entered(app, store, 'two@hcs.example', 'all');
    const page = (await other.get(officePaths.access)).body;
    expect(page).toContain('this device');
    const session = /name="session" value="([^"]+)"/.exec(page)?.[1] ?? '';
    await other.post(`${officePaths.access}/sign-out`, { session });
    expect((await ended.get(officePaths.home)).statusCode).toBe(401);
    const copied = new Visitor(app, other.cookie);
    expect((await copied.get(officePaths.home)).statusCode).toBe(200);
    expect((await other.post(officePaths.signOut, { everywhere: '1' })).headers.location).toBe(
      officePaths.signIn,
    );
    expect((await copied.get(officePaths.home)).statusCode).toBe(401);
    const again = await entered(app, store, 'two@hcs.example', 'all');
    const two = (await allPeople(store.db)).find(({ email }) => email === 'two@hcs.example')?.id ?? '';
    await boss.post(officePaths.person(two), { role: 'editor' });
    expect((await again.get(officePaths.people)).statusCode).toBe(403);
    await boss.post(`${officePaths.person(two)}/remove`);
    expect((await again.get(officePaths.articles)).statusCode).toBe(401);
    const log = textIn(await boss.get(officePaths.log));
    expect(log).toMatch(/boss@hcs\.example removed two@hcs\.example.*two@hcs\.example signed in with a link/);
  });
});

test('an unknown passkey is refused, and the page suggests a link by email', async () => {
  const { app } = await openOffice();
  const url = `${officePaths.access}/sign-in`;
  const answer = await app.inject({ method: 'POST', url, payload: { id: 'x' } });
  expect([answer.statusCode, problemIn(answer)]).toEqual([403, expect.stringContaining('link by email')]);
});
