import { describe, expect, test } from 'vitest';

import { unsubscribe } from '#server/subscribers/subscribers.ts';
import { closeVacancy } from '#server/vacancies/vacancies.ts';
import { trapField } from '#src/contract/response.ts';
import { serverErrors } from '#src/words/errors.ts';
import { tooLongText } from '#src/words/form-errors.ts';

import { documentOf } from './document-of.ts';
import { ada, answered, asker, hourMs, key, moveClock, openApp, sharedApp, stores } from './store.ts';

describe.each(stores)('on $name', ({ newStore }) => {
  test('an address subscribes once, however it is typed, and the response does not say that it had before', async () => {
    const { post, subscribers, change } = await openApp(await newStore());
    const first = await answered(201, post('subscribe', ada, key('a')));
    const second = await answered(201, post('subscribe', { name: 'A.', email: 'ADA@example.com' }, key('b')));
    expect([second.body, (await subscribers()).length]).toEqual([first.body, 1]);
    await change((trx) => unsubscribe(trx, ada.email));
    await answered(201, post('subscribe', ada, key('c')));
    expect(await subscribers()).toHaveLength(1);
  });

  test('a refused request can be corrected and sent again with the same key', async () => {
    const { apply, list } = await openApp(await newStore());
    const refused = await answered(422, apply({ job: 'no-such-job' }, key('k')));
    expect(refused.json().error.details[0].message).toContain('This vacancy does not exist');
    await answered(201, apply({}, key('k')));
    expect(await list()).toHaveLength(1);
  });

  test.each(['job-apply', 'subscribe'])(
    'sixteen requests to %s with one key are stored once',
    async (call) => {
      const { apply, post, list, subscribers } = await openApp(await newStore());
      const send = () => (call === 'subscribe' ? post(call, ada, key('k')) : apply({}, key('"k"')));
      const answers = await Promise.all(Array.from({ length: 16 }, send));
      expect(new Set(answers.map(({ statusCode, body }) => statusCode + body)).size).toBe(1);
      await answered(201, send());
      expect(await (call === 'subscribe' ? subscribers : list)()).toHaveLength(1);
    },
  );

  test('the same text under another key or without one counts as one application for an hour', async () => {
    const { apply, list } = await openApp(await newStore());
    const { body: first } = await answered(201, apply({}, key('first')));
    const expectReplayed = async (mark = {}) => {
      const { body, headers } = await answered(201, apply({}, mark));
      expect([body, headers['idempotency-replayed']]).toEqual([first, 'true']);
    };
    for (const mark of [{}, key('second-tab')]) await expectReplayed(mark);
    await answered(201, apply({ description: 'Something else' }));
    expect(await list()).toHaveLength(2);
    moveClock(1.1 * hourMs);
    for (const name of ['first', 'second-tab']) await expectReplayed(key(name));
    await answered(201, apply({}, key('third')));
    expect(await list()).toHaveLength(3);
  });

  test('a repeat succeeds even if the vacancy is closed and the limit reached, because a 4xx must mean "not stored"', async () => {
    const site = await openApp({ ...(await newStore()), RATE_LIMIT_MAX: '1' });
    const job = await site.job();
    const { body } = await answered(201, site.apply({ job }, key('k')));
    await site.change((trx) => closeVacancy(trx, job));
    expect((await answered(201, site.apply({ job }, key('k')))).body).toBe(body);
    await answered(429, site.apply({ job, description: 'Other' }, key('other')));
    const changed = await answered(422, site.apply({ job, email: 'nobody' }, key('k')));
    expect(changed.body).toContain('Idempotency-Key');
    expect(await site.list()).toHaveLength(1);
  });

  test('a filled trap asks for the form once more, and nothing is stored; a repeat of what was taken is answered, and a subscription has none', async () => {
    const site = await openApp({ ...(await newStore()), RATE_LIMIT_MAX: '4' });
    const filled = { [trapField]: 'filled' };
    const asked = await answered(422, site.apply(filled, key('filled')));
    expect(asked.json()).toEqual({ error: serverErrors.trapFilled });
    expect(await site.list()).toEqual([]);
    await answered(201, site.apply({}, key('empty')));
    const repeat = await answered(201, site.apply(filled, key('empty')));
    expect(repeat.headers['idempotency-replayed']).toBe('true');
    await answered(201, site.post('subscribe', { ...ada, ...filled }));
    await answered(422, site.post('enquiry', { ...asker, ...filled }));
    await answered(429, site.post('enquiry', { ...asker, ...filled }));
    expect([(await site.list()).length, (await site.list('enquiries')).length]).toEqual([1, 0]);
  });
});

const site = sharedApp();

test('without JavaScript a filled trap leads to a page with the typed fields and one button, which is taken once', async () => {
  const { form, list } = await openApp();
  const message = 'Two\r\nlines, <b> & "quotes"';
  const { body } = await answered(422, form('enquiry', { ...asker, message, [trapField]: 'x' }));
  expect(body).toContain(`<li>${serverErrors.trapFilled}</li>`);
  const [again] = documentOf(body).querySelectorAll('form');
  expect(again?.querySelector('button')?.textContent).toBe('Send it again');
  const inputs = [...(again?.querySelectorAll('input') ?? [])].map(({ name, value }) => [name, value]);
  expect(inputs.map(([name]) => name)).not.toContain(trapField);
  for (let times = 0; times < 2; times += 1) await answered(303, form('enquiry', Object.fromEntries(inputs)));
  expect(await list('enquiries')).toMatchObject([{ ...asker, message: 'Two\nlines, <b> & "quotes"' }]);
});

test('an invalid form sent without JavaScript gets a page that says what to correct', async () => {
  const { form } = site();
  const answer = await answered(422, form('subscribe', { name: '<b>', email: 'nobody' }));
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.body).toContain('<li>Please enter a valid email address');
});

test('a text that is too long is not cut: the page says the limit, and has it to copy', async () => {
  const { form } = site();
  const message = `${'x'.repeat(1_990)} the end.`;
  const { body } = await answered(422, form('enquiry', { ...asker, message }));
  expect(body).toContain(tooLongText('Message', 1500));
  expect(documentOf(body).querySelector('textarea')?.textContent).toContain(message);
});

const json = { 'content-type': 'application/json' };

test.each<[number, string, Record<string, string>]>([
  [415, 'hello', { 'content-type': 'text/plain' }],
  [400, '{"name":', json],
  [400, '{"__proto__":{"name":"x"}}', json],
  [413, JSON.stringify({ name: 'x'.repeat(70_000) }), json],
  [400, JSON.stringify(ada), { ...json, ...key('') }],
  [400, JSON.stringify(ada), { ...json, ...key('x'.repeat(300)) }],
  [400, JSON.stringify(ada), { ...json, ...key('with space') }],
  [400, JSON.stringify(ada), { ...json, ...key('\u00e9') }],
])('an unreadable request gets a %i in the error shape %#', async (status, body, headers) => {
  const { post } = site();
  const answer = await answered(status, post('subscribe', body, headers));
  expect(answer.json()).toEqual({ error: expect.any(String) });
});
