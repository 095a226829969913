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

test.each([
  [1, ['enquiries', 'files']],
  [0, ['enquiries']],
])('a form has %i fields for files if the provider offers %j, and else the address', async (count, list) => {
  const { requests } = serveFeatures(() => payload(list));
  await openApplication();
  await until(() => expect(requests.map(({ call }) => call)).toContain(connectCalls.features));
  await settle();
  await until(() => expect(fileInputs()).toBe(count));
  if (count === 0) expect(document.querySelector('form a[href^="mailto:"]')).not.toBeNull();
});
