// @vitest-environment jsdom

import { expect, test, vi } from 'vitest';

import { applicationForm as words } from '#src/content/application-form.ts';
import { pageOutbox } from '#src/outbox/page/outbox.ts';
import { Applying } from '#src/pages/insider/career/applying.tsx';
import { loadForm } from '#src/pages/insider/career/load-form.ts';
import { afterLinkText, emailText, meantText, phoneDigitsText, profileText } from '#src/words/form-errors.ts';

import { mount, whileActing } from '../components/mount.tsx';

const vacancy = { _id: 'fitter', name: 'Fitter', closes: { iso: '2026-03-21T12:05:00Z', text: '' } };

test('an application refuses half an address or link, asks about slips, and makes a link of the number', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  // jsdom cannot open dialogs.
  Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} });
  history.replaceState(null, '', '/insider/career/fitter?apply=1');
  await loadForm();
  const place = await mount(<Applying listed={[vacancy as never]} page="fitter" />);
  // Once this read is done, so is the form's own.
  await whileActing(() => pageOutbox().store.list());
  const field = (name: string) => place.querySelector<HTMLInputElement>(`[name=${name}]`) as HTMLInputElement;
  const fill = (name: string, text: string) =>
    whileActing(() => {
      field(name).focus();
      field(name).value = text;
      field(name).dispatchEvent(new InputEvent('input', { bubbles: true }));
      field(name).blur();
    });
  const said = (name: string) => field(name).parentElement?.textContent ?? '';
  await fill('email', 'mwila,banda@gmail.com');
  expect(said('email')).toContain(emailText);
  await fill('profile', 'linkedin.com/in/Mwila Banda');
  expect(said('profile')).toContain(afterLinkText('linkedin.com/in/Mwila', 'Banda'));
  await fill('email', 'mwila@gmail.con');
  expect(said('email')).not.toContain(emailText);
  expect(said('email')).toContain(meantText('mwila@gmail.com'));
  await fill('mobile', '097712345');
  expect(said('mobile')).toContain(phoneDigitsText);
  await fill('profile', 'none');
  expect(said('profile')).toContain(profileText);
  const remedy = [...place.querySelectorAll('button')].find(
    ({ textContent }) => textContent === words.whatsApp,
  );
  await whileActing(() => remedy?.click());
  expect(said('profile')).toContain(words.noMobile);
  await fill('mobile', '0977 123 456');
  await whileActing(() => remedy?.click());
  expect(field('profile').value).toBe('https://wa.me/260977123456');
  expect(said('profile')).not.toContain(profileText);
});
