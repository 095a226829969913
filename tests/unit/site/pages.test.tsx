// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { parseOpenVacancies } from '#src/api/responses.ts';
import { applicationForm } from '#src/content/application-form.ts';
import { career } from '#src/content/career.ts';
import { careerPage } from '#src/content/career-page.ts';
import * as ui from '#src/content/interface.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { saved } from '#src/content/saved.ts';
import { cacheNames } from '#src/contract/worker-messages.ts';
import { applyPath, connectCalls, mediaDetailPath, mediaListPath, pages, vacancyPath } from '#src/paths.ts';
import { otherPaths } from '#src/server-paths.ts';
import { mediaListTitles } from '#src/words/articles.ts';
import { noResponseText } from '#src/words/errors.ts';
import { titles } from '#src/words/titles.ts';

import { textOf as textIn } from '../sources.ts';
import { all, control, one, pageText, press, settle, textOf, until } from './person.ts';
import {
  apply,
  fill,
  openApplication,
  openSite,
  payload,
  prepareBrowser,
  type Reply,
  startServer,
  vacancy,
} from './site.tsx';

beforeEach(prepareBrowser);

/** A server whose list of vacancies is `reply`. */
function serveVacancies() {
  const server = { reply: payload([vacancy]) as Reply };
  startServer(({ call }) => {
    const isAway = call === otherPaths.health && server.reply === 'cut';
    if (isAway || call === connectCalls.subscribe) return 'cut';
    if (call !== connectCalls.jobList) return undefined;
    return server.reply instanceof Response ? server.reply.clone() : server.reply;
  });
  return server;
}

/** An answer of which only the beginning arrives. */
function brokenOff(): Reply {
  const start = (stream: ReadableStreamDefaultController) => stream.error(new TypeError('network error'));
  return new Response(new ReadableStream({ start }));
}
/** As when any other request gets an answer. */
const answerAnother = () => import('#src/state/connection.ts').then((state) => state.reportResponse());
const cut = (): Reply => 'cut';
const failure = (): Reply => Response.json({}, { status: 503 });
const isSavedCopy = () => all('button', ui.checkAgain).length > 0;

test('a vacancy without its text, which the list left out, says that it could not be loaded', async () => {
  const server = serveVacancies();
  const cut = parseOpenVacancies([vacancy]).map((one) => ({ ...one, description: undefined, isCut: true }));
  await openSite(pages.career.path, { [connectCalls.jobList]: cut });
  server.reply = failure();
  await press('link', /^Read More/);
  await until(() => expect(textOf('alert')).toContain(career.vacancy.failed));
  server.reply = payload([vacancy]);
  await press('button', ui.retry);
  await until(() => expect(document.body.textContent).toContain('You test valves.'));
  expect(all('alert')).toEqual([]);
});

const { failed, neverLoaded } = career.list;
test.each([
  ['fails', failure, failed, () => press('button', ui.retry)],
  ['breaks off', brokenOff, failed, () => document.dispatchEvent(new Event('visibilitychange'))],
  ['is cut, as all else', cut, neverLoaded, answerAnother],
])('a list that %s says so, and is shown once there is an answer', async (_, reply, words, tryAgain) => {
  const server = serveVacancies();
  server.reply = reply();
  await openSite(pages.career.path);
  await until(() => expect(textOf('alert')).toContain(words));
  expect(document.querySelectorAll('main [aria-busy=true]')).toHaveLength(0);
  server.reply = payload([vacancy]);
  await tryAgain();
  // Sooner than it is tried again without that.
  await settle();
  one('heading', vacancy.name);
});

test('data on screen for half an hour are requested again', async () => {
  const server = serveVacancies();
  vi.useFakeTimers({ toFake: ['Date'] });
  await openSite(pages.career.path);
  await until(() => one('heading', vacancy.name));
  const becomeVisible = (minutes: number) => {
    vi.setSystemTime(Date.now() + minutes * 60_000);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  server.reply = payload([vacancy, { ...vacancy, _id: 'welder', name: 'Valve Welder' }]);
  becomeVisible(31);
  await until(() => one('heading', 'Valve Welder'));
  expect(isSavedCopy()).toBe(false);
  server.reply = failure();
  await until(() => {
    becomeVisible(31);
    expect(isSavedCopy()).toBe(true);
  });
  server.reply = payload([vacancy]);
  becomeVisible(0);
  await until(() => expect(isSavedCopy()).toBe(false));
});

test.each([
  ['offline', 'cut', `${ui.offline}. ${career.vacancy.neverLoaded}`],
  ['while only the service does not answer', payload(null), `${noResponseText} ${career.vacancy.failed}`],
] as const)('%s, a vacancy that is not saved says so', async (_, health, words) => {
  startServer(({ call }) => (call === otherPaths.health ? health : 'cut'));
  await openSite(vacancyPath('fitter'));
  await until(() => expect(textOf('alert')).toContain(words));
  one('link', career.back);
});

/** Leaves a subscription in the Outbox, which shows later that the device's records have been read. */
async function leaveSubscription(): Promise<void> {
  await openSite(pages.mediaRoom.path);
  await fill({ 'Full name': 'Mutinta Banda', Email: 'mutinta@example.com' });
  await press('button', mediaRoom.newsletter.submit);
  await until(() => one('dialog', /^Thank you/));
}

async function expectNotFound(id: string): Promise<void> {
  await openSite(applyPath(id));
  await until(() => one('button', /^Outbox: 1 /));
  expect([all('heading', titles.notFound).length, all('dialog')]).toEqual([1, []]);
}

test('a draft keeps the form of a vacancy that is no longer listed, and only that form', async () => {
  const server = serveVacancies();
  await openApplication();
  server.reply = payload([]);
  await openSite(applyPath(vacancy._id));
  await until(() => one('dialog', `${applicationForm.heading} ${vacancy.name}`));
  await until(() => one('status', applicationForm.notListed));
  await until(() => expect(control('Description').value).toBe('I solder.'));
  await leaveSubscription();
  await expectNotFound('welder');
});

test('an application that was sent does not keep its form', async () => {
  const server = serveVacancies();
  await apply();
  // The history must not hold its secret.
  expect(one('link', outcomeWords.follow).getAttribute('href')).not.toContain('sss');
  await press('button', ui.close);
  await settle();
  server.reply = payload([]);
  await leaveSubscription();
  await expectNotFound(vacancy._id);
});

test('a card of an article without an id has a title, and no link', async () => {
  const featured = [{ title: 'A' }, { _id: 'b', title: 'B' }];
  startServer(({ call }) => (call === connectCalls.mediaPriority ? payload(featured) : undefined));
  await openSite(pages.mediaRoom.path);
  await until(() => one('heading', 'A'));
  expect(all('link', /^[AB]$/).map((one) => one.getAttribute('href'))).toEqual([mediaDetailPath('b')]);
});

test('"Saved" lists the pages of the sitemap, the lists and the articles that can be read offline', async () => {
  startServer();
  const article = {
    _id: 'valves',
    title: 'Valves',
    type: 'press',
    createdAt: '',
    description: btoa('<p>New.</p>'),
  };
  const connect = (call: string) => `${location.origin}/connect/v1${call}`;
  const cached: Record<string, unknown> = {
    [connect(connectCalls.jobList)]: [],
    [connect(connectCalls.mediaList('press', 1))]: [article, { ...article, _id: 'cut', description: '' }],
    [connect(connectCalls.mediaDetail('pipes'))]: { ...article, _id: 'pipes', title: 'Pipes' },
  };
  const files = ['index', 'privacy', 'saved', 'thanks', 'insider/career'].map(
    (name) => `${location.origin}/${name}.html`,
  );
  const urlsIn = (name: string) => (name === cacheNames.connect ? Object.keys(cached) : files);
  vi.stubGlobal('caches', {
    keys: async () => [cacheNames.precache, cacheNames.connect],
    open: async (name: string) => ({ keys: async () => urlsIn(name).map((url) => ({ url })) }),
    match: async (url: string) => (url in cached ? payload(cached[url]) : undefined),
  });
  await openSite(pages.saved.path);
  await until(() => expect(pageText()).toContain(saved.readable.ready));
  const links = all('link', undefined, document.querySelector('main') ?? undefined);
  const linked = links.map((one) => [one.textContent, one.getAttribute('href')]);
  expect(linked.slice(0, 6)).toEqual([
    [ui.home, pages.home.path],
    [titles.privacy, pages.privacy.path],
    [titles.career, pages.career.path],
    [`${mediaListTitles.press}, 2`, mediaListPath('press', 1)],
    ['Valves', mediaDetailPath('valves')],
    ['Pipes', mediaDetailPath('pipes')],
  ]);
});

test('"Saved" says after five seconds of looking that nothing is saved, and keeps the room of its list until then', async () => {
  startServer();
  const { promise: looked, resolve: find } = Promise.withResolvers<string[]>();
  const open = async () => ({ keys: async () => [] });
  vi.stubGlobal('caches', { keys: () => looked, open, match: async () => undefined });
  const styles = ['_layout', '_status'].map((name) => textIn(`src/styles/${name}.scss`)).join('\n');
  const style = document.createElement('style');
  // Rules without Sass.
  style.textContent = (styles.match(/^\.[\w-]+ \{[^{}]*\}/gm) ?? []).join('\n');
  document.head.append(style);
  onTestFinished(() => style.remove());
  await openSite(pages.saved.path);
  const status = await until(() => one('status', new RegExp(`^${saved.reading}`)));
  const delaysOf = (place: Element, text: string) =>
    [...place.querySelectorAll('*')]
      .filter(({ textContent }) => textContent === text)
      .map((part) => getComputedStyle(part).animationDelay);
  expect(delaysOf(document.body, saved.notReading)).toEqual(['5s']);
  expect(status.textContent).toBe(saved.reading);
  const roomOf = (part: Element | null) => part && getComputedStyle(part).minHeight;
  const room = roomOf(status.closest('section'));
  expect(Number.parseFloat(room ?? '')).toBeGreaterThan(300);
  find([]);
  const nothing = await until(() => one('status', new RegExp(`^${saved.readable.nothing}`)));
  expect(delaysOf(document.body, saved.readable.blocked)).toEqual(['5s']);
  expect(roomOf(nothing.closest('section'))).toBe(room);
  expect(pageText()).not.toContain(saved.notReading);
});

test('Career counts vacancies without the Talent Community, to which one link leads, and which ends the list', async () => {
  const talent = { ...vacancy, _id: 'talent', name: 'Talent Community', type: 'Open Application' };
  startServer(({ call }) =>
    call === connectCalls.jobList
      ? payload([talent, { ...vacancy, salary: 'K18,000 to K24,000 a month' }])
      : undefined,
  );
  await openSite(pages.career.path);
  await until(() => one('heading', 'We Are Hiring: 1 vacancy'));
  const main = document.querySelector('main') ?? undefined;
  const link = one('link', careerPage.talent, main);
  const cards = all('listitem', /Apply Now/, main);
  expect(cards.map((card) => textOf('heading', undefined, card))).toEqual([vacancy.name, talent.name]);
  expect(cards[0]?.textContent).toContain('K18,000 to K24,000 a month');
  const target = document.querySelector(link.getAttribute('href') ?? '');
  expect(target?.closest('li')).toBe(cards[1]);
  const { DOCUMENT_POSITION_FOLLOWING: after } = Node;
  expect(cards[0] && link.compareDocumentPosition(cards[0])).toBe(after);
});

test('an article shows its text and others to read next; an unknown one is not found', async () => {
  const article = {
    _id: 'valves',
    title: 'Valves',
    type: 'press',
    createdAt: '2026-01-05',
    lead: 'They close.',
  };
  const whole = { ...article, description: btoa('<p>Forty homes.</p>') };
  let isUp = true;
  startServer(({ call }) => {
    if (call === connectCalls.mediaList('press'))
      return payload([article, { ...article, _id: 'pipes', title: 'Pipes' }]);
    if (!call.startsWith(connectCalls.mediaDetailPrefix)) return undefined;
    if (!isUp) return Response.json({}, { status: 503 });
    return call === connectCalls.mediaDetail('valves') ? payload(whole) : payload(null);
  });
  await openSite(mediaDetailPath('valves'));
  await until(() => expect(document.querySelector('main article')?.textContent).toContain('Forty homes.'));
  expect(one('heading', 'Valves').tagName).toBe('H1');
  const next = await until(() => one('navigation', mediaRoom.article.next));
  expect(all('link', 'Valves', next)).toEqual([]);
  isUp = false;
  await press('link', 'Pipes', () => next);
  // Its list tells its title.
  await until(() => one('heading', 'Pipes'));
  await until(() => expect(textOf('alert')).toContain(mediaRoom.article.failed));
  // Above its title, and below what failed.
  const main = document.querySelector('main article') ?? undefined;
  expect(all('link', mediaRoom.article.back, main)).toHaveLength(2);
  isUp = true;
  await press('button', ui.retry);
  await until(() => one('heading', titles.notFound));
});
