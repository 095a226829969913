import { Readable } from 'node:stream';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { applied, entered, hiddenIn, openOffice, problemIn, sendReply, textIn } from './office-scene.ts';
import { answered, applicant, asker, openMailed, stores, until } from './store.ts';

const mary = { name: 'Mary Testfield', email: 'mary@gmial.example', mobile: '0972 345678' };
const byPhone = { ...asker, name: 'Mary T.', phone: '+260 (0)97 234 5678' };

describe.each(stores)('on $name', ({ newStore }) => {
  test('all of a person is found by address or number, named before it is deleted, and then gone', async () => {
    const scene = await openMailed(openOffice, await newStore());
    const { apply, boss, command, list, post, subscribers } = scene;
    await answered(201, apply());
    await answered(201, post('enquiry', { ...asker, phone: '0961234567' }));
    const { path } = await applied(scene, mary);
    await sendReply(boss, path, { text: 'Not this time.', after: 'closed' });
    await answered(201, post('enquiry', byPhone));
    await answered(201, post('subscribe', { name: 'Mary', email: 'MARY@gmial.example' }));
    const told = await command('person', 'Mary <mary@gmial.example>');
    expect(told).toMatch(
      /^Application\n {2}Received: .*Phone: 0972 345678.*Text: I lay out.*Our reply, today.*Not this time\..*Newsletter\n.*They also gave \+260972345678; look there too\.$/s,
    );
    expect(told).not.toMatch(/Bwalya|Nchimunya/);
    expect(JSON.parse(await command('person', '097 234-5678', '--json'))).toMatchObject({
      application: [{ name: mary.name, replies: [{ text: 'Not this time.' }] }],
      enquiry: [{ name: byPhone.name }],
      subscription: [],
      others: [mary.email],
    });
    const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from(['no\n']) as never);
    const asked = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => void vi.restoreAllMocks());
    await expect(command('forget', '0972345678')).rejects.toThrow('Nothing was deleted.');
    expect(asked).toHaveBeenCalledWith(
      expect.stringMatching(/^Application: .*Mary Testfield\nEnquiry: .*Mary T\.\n.*mary@gmial.*Type "yes"/s),
    );
    stdin.mockRestore();
    expect([(await list()).length, (await list('enquiries')).length]).toEqual([2, 2]);
    expect(await command('forget', '--yes', '0972345678')).toContain('(applications: 1, enquiries: 1, subsc');
    expect(await list()).toMatchObject([{ name: applicant.name }]);
    expect(await list('enquiries')).toMatchObject([{ name: asker.name }]);
    expect(await subscribers()).toHaveLength(1);
    await command('forget', '--yes', mary.email);
    expect(await subscribers()).toEqual([]);
    await expect(command('forget', '--yes', mary.email)).rejects.toThrow('Nothing is stored with mary@');
  });

  test('a slip in an address is corrected, logged without values, and the receipt goes to the right one', async () => {
    const scene = await openMailed(openOffice, await newStore());
    const { boss, mail } = scene;
    mail.answer = (address) => (address === mary.email ? '550 5.1.1 No such user' : '250 OK');
    const { path } = await applied(scene, mary);
    await until(async () => expect(await scene.textOf(path)).toContain('No such user'));
    const page = officePaths.sender(path);
    expect((await boss.get(path)).body).toContain(`href="${page}"`);
    const fields = { ...hiddenIn(await boss.get(page), `${page}/correct`), ...mary };
    const refused = await answered(422, boss.post(`${page}/correct`, { ...fields, email: 'mary@' }));
    expect(problemIn(refused)).not.toBe('');
    await answered(303, boss.post(`${page}/correct`, { ...fields, email: 'mary@gmail.example' }));
    expect(await scene.textOf(page)).toMatch(/Everything about mary@gmail\.example.*Name: Mary Testfield/);
    const log = textIn(await boss.get(officePaths.log));
    expect(log).toContain('corrected the email of an application');
    expect(log).not.toMatch(/gmial|gmail/);
    const sendAgain = hiddenIn(await boss.get(path), officePaths.again);
    await answered(303, boss.post(officePaths.again, sendAgain));
    await until(() => expect(mail.mails.map(({ to }) => to)).toEqual([['mary@gmail.example']]));
    const found = await boss.post(officePaths.applications, { search: 'gmail.example' });
    expect(textIn(found)).toContain(mary.name);
  });

  test('the page of an enquiry by phone shows and deletes everything of that number; a subscriber is renamed', async () => {
    const scene = await openOffice(await newStore());
    const { boss, list, post, subscribers } = scene;
    await answered(201, post('enquiry', byPhone));
    const [{ id = '' } = {}] = await list('enquiries');
    const page = officePaths.sender(officePaths.enquiry(id));
    expect(await scene.textOf(page)).toMatch(/Everything about \+260972345678.*Enquiry.*Water Handler/);
    await scene.apply({ ...mary, email: 'other@example.com' });
    expect(await scene.textOf(page)).toMatch(/Application.*They also gave other@example\.com/);
    await answered(303, boss.post(`${page}/delete`));
    expect([await list(), await list('enquiries')]).toEqual([[], []]);
    const { path } = await applied(scene, mary);
    await answered(201, post('subscribe', { name: 'Marry', email: mary.email }));
    const rename = { kind: 'subscription', row: mary.email, name: 'Mary' };
    await answered(303, boss.post(`${officePaths.sender(path)}/correct`, rename));
    expect(await subscribers()).toMatchObject([{ name: 'Mary' }]);
  });

  test('a colleague who is forgotten is a former colleague in the log', async () => {
    const scene = await openOffice(await newStore());
    const { app, boss, command, store } = scene;
    await entered(app, store, 'two@hcs.example', 'all');
    await command('invite', 'two@hcs.example.org');
    await command('invite', 'two@hcs.example');
    expect(await command('person', 'two@hcs.example')).toMatch(
      /^Log: .*signed in .*\nLog: .*invited two@[^ ]*$/,
    );
    await command('forget', '--yes', 'two@hcs.example');
    const log = textIn(await boss.get(officePaths.log));
    expect(log).toMatch(/invited a former colleague .*two@hcs\.example\.org.*a former colleague signed in/);
    expect(log).not.toMatch(/two@hcs\.example /);
  });
});
