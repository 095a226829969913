// @vitest-environment jsdom

import { expect, onTestFinished, test, vi } from 'vitest';

import { filesWords as words } from '#src/content/attachments.ts';
import { follow } from '#src/content/follow.ts';
import { outcomeWords } from '#src/content/outcomes.ts';

import { letRender, mount } from '../components/mount.tsx';
import { newRecord } from '../outbox/records.ts';

const id = '00000000-0000-4000-8000-000000000000';
const entry = { size: 10, type: 'application/pdf', parts: 0 };
const status = { job: 'fitter', jobName: 'Fitter', state: 'received', createdAt: '2026-01-01T00:00:00Z' };
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 });

test("an application's page tells which file is on its way, has arrived or was refused", async () => {
  const { promise: answer, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (url: unknown) => {
    if (`${url}`.includes('/files/')) return answer;
    return Response.json(`${url}`.endsWith('/application') ? { payload: status } : []);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.resetModules();
  const { pageOutbox } = await import('#src/outbox/page/outbox.ts');
  const record = newRecord({
    ...{ id, kind: 'apply', job: 'fitter', about: 'Fitter', state: 'followed', fields: {} },
    ...{ attempts: 0, dueAt: 0, secret: 's'.repeat(22), upload: 'token' },
    files: [
      { ...entry, sha256: 'a', name: 'CV.pdf', state: 'here' },
      { ...entry, sha256: 'b', name: 'Certificate.pdf', state: 'refused', why: 'Objection.' },
    ],
  });
  await pageOutbox().store.change(id, () => record, { a: [new ArrayBuffer(10)] });
  const { FollowedApplication } = await import('#src/pages/application/followed-application.tsx');
  const place = await mount(<FollowedApplication address={id} />);
  letRender();
  const items = () => [...place.querySelectorAll('li')].map(({ textContent }) => textContent);
  const refused = `Certificate.pdf (1 KB)${words.refused('Objection.')}${words.remove}`;

  await until(() =>
    expect(items()).toEqual([
      `CV.pdf (1 KB)${words.sending(0, 1)}${words.removeStops}${words.remove}`,
      refused,
    ]),
  );
  expect(place.querySelector('progress')?.getAttribute('aria-label')).toBe('CV.pdf');
  expect(place.textContent).toContain(follow.removeEndsFile);

  resolve(Response.json({ payload: { parts: [0], complete: true } }));
  await until(() => expect(items()).toEqual([`CV.pdf (1 KB)${words.arrived}`, refused]));
  expect(place.querySelector('progress')).toBeNull();
  expect(place.textContent).not.toContain(follow.removeEndsFile);

  place.querySelector<HTMLButtonElement>('li:last-child button')?.click();
  await until(() => expect(items()).toEqual([`CV.pdf (1 KB)${words.arrived}`]));
});

test.each([
  ['a', { state: 'received' }, true],
  ['b', { state: 'shortlisted' }, true],
  ['c', { state: 'received', createdAt: '2026-01-01T00:00:00Z' }, false],
  ['d', { state: 'read', note: 'Come on Friday.' }, false],
  ['e', { state: 'closed' }, false],
])('application %s, %j, says by when we answer: %s', async (name, change, isSaid) => {
  const secret = name.repeat(22);
  const payload = { ...status, createdAt: new Date().toISOString(), ...change };
  vi.stubGlobal('fetch', async (url: unknown) =>
    Response.json(`${url}`.endsWith('/application') ? { payload } : []),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.resetModules();
  const { FollowedApplication } = await import('#src/pages/application/followed-application.tsx');
  const place = await mount(<FollowedApplication address={secret} />);
  letRender();
  await until(() => expect(place.textContent).toContain('Fitter'));
  expect(/We will answer by [A-Z][a-z]+day, \d+ [A-Z][a-z]+\./.test(place.textContent)).toBe(isSaid);
  const folded = place.querySelector('details')?.textContent ?? '';
  const buttons = [...place.querySelectorAll('main button, button')].map(({ textContent }) => textContent);
  expect(buttons[0]).toBe(outcomeWords.copyLink);
  expect(folded).toContain(follow.withdraw);
});
