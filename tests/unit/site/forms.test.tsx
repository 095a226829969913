// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

import { ask } from '#src/content/ask.ts';
import { filesWords } from '#src/content/attachments.ts';
import * as fieldWords from '#src/content/field.ts';
import * as ui from '#src/content/interface.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import { forms } from '#src/contract/forms.ts';
import { trapField } from '#src/contract/response.ts';
import { applyPath, askPath, pages } from '#src/paths.ts';
import { serverErrors } from '#src/words/errors.ts';
import { emailText, requiredText } from '#src/words/form-errors.ts';
import { formWords } from '#src/words/forms.ts';

import { newRecord } from '../outbox/records.ts';
import { all, choose, control, one, press, settle, textOf, type, until } from './person.ts';
import {
  fill,
  openApplication,
  openSite,
  prepareBrowser,
  refusal,
  slowDownStorage,
  startServer,
  stored,
  storedBytes,
  submitApplication,
  vacancy,
} from './site.tsx';

beforeEach(prepareBrowser);
beforeEach(() =>
  vi.stubGlobal(
    'confirm',
    vi.fn(() => true),
  ),
);

const thanks = () => one('dialog', /^Thank you/).textContent;

test('after a request for a quote the form asks about the same product again', async () => {
  startServer();
  await openSite(askPath('waterhandler'));
  const send = async (text: string) => {
    await fill({ Name: 'Bwalya', Phone: '+260 96 765 4321', Message: text });
    await press('button', ask.submit);
    await until(() => expect(thanks()).toContain(forms.enquiry.words.sent));
    await press('button', ui.close);
    await until(() => one('button', ask.submit));
    await until(() =>
      expect([control('Message').value, control('About').value]).toEqual(['', 'Water Handler']),
    );
  };
  await until(() => expect(control('About').value).toBe('Water Handler'));
  await send('How much is one?');
  await send('How much are two?');
  await fill({ Message: 'How much are three?' });
  await press('button', fieldWords.empty);
  await until(() =>
    expect([control('Message').value, control('About').value]).toEqual(['', 'Water Handler']),
  );
});

test.each([
  ['a', false],
  ['a full', true],
])(
  'on %s device a trap that the browser filled in is said, and is empty when the form is sent once more',
  async (_, isFull) => {
    const filled = Response.json({ error: serverErrors.trapFilled }, { status: 422 });
    const { posts } = startServer(({ body }) => (Object(body)[trapField] ? filled : undefined));
    await openApplication();
    const trap = document.querySelector<HTMLInputElement>(`[name=${trapField}]`);
    if (trap) trap.value = 'Acme';
    const { store } = (await import('#src/outbox/page/outbox.ts')).pageOutbox();
    if (isFull) vi.spyOn(store, 'change').mockRejectedValue(new Error('full'));
    await submitApplication();
    await until(() => expect(one('alert').textContent).toContain(serverErrors.trapFilled));
    await until(() => expect(trap?.value).toBe(''));
    await submitApplication();
    await until(() => expect(thanks()).toContain(forms.apply.words.sent));
    expect(posts()).toHaveLength(2);
  },
);

test('a form emptied by hand or by its button leaves nothing stored, no file and no second text', async () => {
  startServer();
  const file = 'CV or certificate (optional)';
  await openSite(applyPath(vacancy._id));
  await fill({ 'First name': 'Mutinta' });
  type('First name', '');
  await until(async () => expect(await stored()).toEqual([]));
  await fill({ 'First name': 'Mutinta' });
  await until(() => control(file));
  choose(file, new File(['%PDF-1.7'], 'cv.pdf'));
  await until(() => one('button', filesWords.remove));
  const { pageOutbox } = await import('#src/outbox/page/outbox.ts');
  const { submissions } = await import('#src/outbox/page/submissions.ts');
  const other = newRecord({ id: 'of another tab', kind: 'apply', job: vacancy._id, state: 'typing' });
  await pageOutbox().store.change(other.id, () => other);
  await until(() => expect(submissions.all).toHaveLength(2));
  const ask = vi.mocked(confirm).mockReturnValueOnce(false);
  await press('button', fieldWords.empty);
  expect(ask).toHaveBeenLastCalledWith(fieldWords.emptyQuestion(1));
  expect(control('First name').value).toBe('Mutinta');
  await press('button', fieldWords.empty);
  await until(() =>
    expect([control('First name').value, all('button', filesWords.remove)]).toEqual(['', []]),
  );
  await until(async () => expect([await stored(), await storedBytes()]).toEqual([[], 0]));
});

test('"Empty this form" is shown only while something is typed, and takes the alert and red fields away', async () => {
  startServer();
  await openSite(askPath('waterhandler'));
  const invalid = () => document.querySelectorAll('form [aria-invalid=true]').length;
  const emptying = () => all('button', fieldWords.empty).length;
  await until(() => expect(control('About').value).toBe('Water Handler'));
  expect(emptying()).toBe(0);
  await fill({ Name: 'Bwalya', Message: 'How much is it?' });
  await press('button', ask.submit);
  await until(() => expect([textOf('alert') !== '', invalid() > 0]).toEqual([true, true]));
  await press('button', fieldWords.empty);
  await until(() => expect([all('alert').length, invalid(), emptying()]).toEqual([0, 0, 0]));
  expect(control('About').value).toBe('Water Handler');
  type('Name', 'B');
  await until(() => expect(emptying()).toBe(1));
  type('Name', '');
  await until(() => expect(emptying()).toBe(0));
});

test('a refused "Submit" leaves the focus on the first field to mend; the alert goes once all are right', async () => {
  const { posts, answers } = startServer();
  await openSite(pages.ask.path);
  await fill({ Name: 'Bwalya', Email: 'bwalya@people', Phone: '12345', Message: 'How much is it?' });
  type('About', 'ZStudy');
  await press('button', ask.submit);
  await until(() => expect(document.activeElement).toBe(control('Email')));
  expect(control('Email').getAttribute('aria-invalid')).toBe('true');
  await fill({ Email: 'mailto:bwalya@example.com' });
  expect(control('Email').getAttribute('aria-invalid')).toBe('false');
  expect(textOf('alert')).not.toBe('');
  await fill({ Phone: '0970 000 000' });
  await until(() => expect(all('alert')).toEqual([]));
  answers.push(({ method }) => (method === 'POST' ? refusal(422) : undefined));
  await press('button', ask.submit);
  await until(() => expect(textOf('alert')).toBe('Objection 422'));
  expect(posts()).toMatchObject([{ body: { email: 'bwalya@example.com' } }]);
  expect(control('Email').value, 'what was meant').toBe('bwalya@example.com');
  // It was disabled meanwhile.
  await until(() => expect(document.activeElement).toBe(one('button', ask.submit)));
});

test('what is missing is said in our words, below its field; a problem with the name marks both its parts', async () => {
  startServer();
  await openSite(applyPath('fitter'));
  await until(() => control('Last name'));
  const message = (label: string) => control(label).nextElementSibling?.textContent;
  await submitApplication();
  const oneName = formWords.apply.fields.name.parts.last_name.needed;
  await until(() =>
    expect([message('Last name'), message('Email')]).toEqual([oneName, requiredText('Email')]),
  );
  expect(control('Email').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(control('First name'));
  const others = { Email: 'a@example.com', Mobile: '0977 123 456', Description: 'I solder.' };
  await fill({ ...others, 'First name': ' ', 'Last name': '\u2060', 'Profile link': 'a.example/mutinta' });
  await submitApplication();
  await until(() => expect(textOf('alert')).toBe(requiredText('Name')));
  const marks = ['First name', 'Last name'].map((label) => control(label).getAttribute('aria-invalid'));
  expect(marks).toEqual(['true', 'true']);
});

test('a subscription is sent once, and a static dialog thanks for it', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<undefined>();
  const { posts } = startServer(({ method }) => (method === 'POST' ? promise : undefined));
  await openSite(pages.mediaRoom.path);
  const { submit } = mediaRoom.newsletter;
  await fill({ 'Full name': 'Mutinta Banda', Email: 'mutinta@people' });
  await press('button', submit);
  await until(() => expect(textOf('alert')).toBe(emailText));
  expect(control('Full name').value).toBe('Mutinta Banda');
  await fill({ Email: 'mutinta@example.com' });
  await press('button', submit);
  await until(() => expect(one('button', ui.busy).matches(':disabled')).toBe(true));
  expect(all('alert')).toEqual([]);
  answer(undefined);
  await until(() => expect(thanks()).toContain(forms.subscribe.words.sent));
  await until(() => expect([control('Email').value, all('button', ui.busy)]).toEqual(['', []]));
  // Stands for a click on its backdrop.
  one('dialog').click();
  await press('button', ui.close);
  await until(() => expect(all('dialog')).toEqual([]));
  expect(posts().map(({ body }) => body)).toEqual([{ name: 'Mutinta Banda', email: 'mutinta@example.com' }]);
});

test('while a form is on its way, a hint below a field changes nothing', async () => {
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<undefined>();
  const { posts } = startServer(({ method }) => (method === 'POST' ? isAnswered : undefined));
  await openApplication();
  await fill({ Email: 'mutinta@gmail.con' });
  control('Email').blur();
  const hint = () => one('button', /mutinta@gmail\.com/) as HTMLButtonElement;
  await until(hint);
  await submitApplication();
  await until(() => expect(posts()).toHaveLength(1));
  await until(() => expect(control('Email').readOnly).toBe(true));
  hint().click();
  await settle();
  answer(undefined);
  await until(() => one('dialog', /^Thank you/));
  await settle();
  const records = (await stored()).filter((one) => 'state' in Object(one));
  expect(records).toMatchObject([{ state: 'followed' }]);
});

test('stored text is added around what is typed before the storage has answered', async () => {
  startServer();
  await openSite(applyPath('fitter'));
  await until(() => control('Description'));
  await fill({ Description: 'An hour of words.' });
  const answer = slowDownStorage();
  await openSite(applyPath('fitter'));
  await until(() => control('First name'));
  type('First name', 'Chi');
  await settle();
  answer();
  await until(() => expect(control('Description').value).toBe('An hour of words.'));
  expect(control('First name').value).toBe('Chi');
});

test('a text that was typed an hour ago is as old once its form has been opened again', async () => {
  startServer();
  await openSite(pages.ask.path);
  await fill({ Message: 'How much is it?' });
  const typed = await stored();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  await openSite(pages.ask.path);
  await until(() => expect(control('Message').value).toBe('How much is it?'));
  await settle();
  expect(typed).toMatchObject([{ state: 'typing' }]);
  expect(await stored()).toEqual(typed);
});
