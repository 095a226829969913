// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';

import { ask } from '#src/content/ask.ts';
import { connectCalls, pages } from '#src/paths.ts';
import { company } from '#src/words/site.ts';

import { all, pageText, settle, until } from './person.ts';
import { openApplication, openSite, payload, prepareBrowser, refusal, startServer } from './site.tsx';

beforeEach(prepareBrowser);

const serveFeatures = (answer: () => Response) =>
  startServer(({ call }) => (call === connectCalls.features ? answer() : undefined));
const fileInputs = () => document.querySelectorAll('input[type=file]').length;

test.each([
  ['does not know the call for features', () => refusal(404)],
  ['lists none', () => payload([])],
])('if a provider that %s takes no enquiries, the other ways to reach us are shown', async (_, answer) => {
  serveFeatures(answer);
  await openSite(pages.ask.path);
  await until(() => expect(pageText()).toContain(ask.closed));
  expect(all('button', ask.submit)).toEqual([]);
  expect(all('link', company.phones[0])).not.toEqual([]);
});

test('with a provider that takes no files a form has the address for them and no field', async () => {
  const { requests } = serveFeatures(() => payload(['enquiries']));
  await openApplication();
  await until(() => expect(requests.map(({ call }) => call)).toContain(connectCalls.features));
  await settle();
  expect(document.querySelectorAll('form a[href^="mailto:"]').length).toBeGreaterThan(0);
  expect(fileInputs()).toBe(0);
});

test('a failed list appears once requests succeed again, although the browser was never offline', async () => {
  const { answers } = startServer(() => 'cut');
  await openSite(pages.career.path);
  await until(() => expect(pageText()).toContain('when you are back online'));
  expect(navigator.onLine).toBe(true);
  answers.length = 0;
  await until(() => expect(all('link', /Apply/)).not.toEqual([]));
});
