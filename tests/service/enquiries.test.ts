import { describe, expect, test, vi } from 'vitest';

import { readable } from './mail.ts';
import { answered, asker, key, openApp, openMailed, setClock, stores, until, untilLater } from './store.ts';

describe.each(stores)('on $name', ({ newStore }) => {
  test('an enquiry is stored once', async () => {
    const { post, list } = await openApp(await newStore());
    for (const name of ['one', 'two']) {
      const answer = await answered(201, post('enquiry', asker, key(name)));
      expect(answer.json()).toEqual({ message: 'Thank you. Your enquiry has arrived.' });
    }
    expect(await list('enquiries')).toMatchObject([{ ...asker, state: 'new' }]);
  });

  test('the company is notified of applications and enquiries in one email, without personal data', async () => {
    setClock('2027-03-01');
    const settings = { ...(await newStore()), NOTIFY_TO: 'staff@hcs.example', RECEIPTS_PER_DAY: '0' };
    const { apply, post, mail } = await openMailed(openApp, settings);
    const asked = vi.fn(() => '451 Later');
    mail.answer = asked;
    await answered(201, post('enquiry', { ...asker, email: 'bwalya@example.com' }));
    await until(() => expect(asked).toHaveBeenCalled());
    await answered(201, apply());
    mail.answer = () => '250 OK';
    await untilLater(60_000, () => expect(mail.mails).toHaveLength(1));
    const told = readable(mail.mails[0]?.text);
    expect(mail.mails[0]?.to).toEqual(['staff@hcs.example']);
    expect(told).toContain('A new application and a new enquiry.');
    expect(told).toContain('Read the enquiries here: npm run connect -- enquiries');
    expect(told).not.toMatch(/Bwalya|bwalya|765|valve/);
  });
});

test('applications and enquiries from one IP address count together; a form ends on its page', async () => {
  const { apply, form, post, list } = await openApp({ SUBMISSIONS_PER_ADDRESS_PER_DAY: '2' });
  await answered(201, apply());
  const sent = await answered(303, form('enquiry', { ...asker, message: 'Two\r\nlines' }));
  expect(sent.headers.location).toBe('/thanks');
  const { headers } = await answered(429, post('enquiry', { ...asker, about: 'ZStudy' }));
  expect(Number(headers['retry-after'])).toBeGreaterThan(3600);
  expect(await list('enquiries')).toMatchObject([{ message: 'Two\nlines' }]);
});
