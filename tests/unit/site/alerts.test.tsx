// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { connectCalls, pages } from '#src/paths.ts';
import { alertWords, newsWords, switchWords } from '#src/words/alerts.ts';

import { all, one, press, settle, until } from './person.ts';
import { apply, openSite, payload, prepareBrowser, startServer } from './site.tsx';

/** The browser's part of notifications, which jsdom lacks. */
const ready = { mayPush: true, neverAnswers: false, canUnsubscribe: true, isSubscribed: false };
const browser = { permission: 'default', ...ready };
const subscription = {
  ...{ endpoint: 'https://push.example/1', toJSON: () => ({ endpoint: subscription.endpoint }) },
  async unsubscribe() {
    if (!browser.canUnsubscribe) throw new Error('Not now.');
    browser.isSubscribed = false;
  },
};

beforeEach(() => {
  prepareBrowser();
  Object.assign(browser, { permission: 'default', ...ready });
  const pushManager = {
    getSubscription: async () => (browser.isSubscribed ? subscription : null),
    async subscribe() {
      if (browser.neverAnswers) return new Promise<never>(() => undefined);
      if (!browser.mayPush) throw new DOMException('Registration failed', 'AbortError');
      browser.isSubscribed = true;
      return subscription;
    },
  };
  const none = async () => undefined;
  const workers = { controller: null, getRegistration: none, register: none, addEventListener() {} };
  const serviceWorker = {
    ...workers,
    ready: Promise.resolve({ pushManager }),
    getRegistrations: async () => [],
  };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission;
    },
    async requestPermission() {
      if (browser.permission === 'default') browser.permission = 'granted';
      return browser.permission;
    },
  });
});

/** A server that takes declarations while `isUp`. `declared`: the last. */
function takeDeclarations() {
  const server = {
    isUp: true,
    hasKey: true,
    takesNews: true,
    declared: {} as { vacancies?: boolean; applications?: object[] },
  };
  startServer(({ call, method, body }) => {
    if (call !== connectCalls.alerts) return undefined;
    if (!server.isUp) return 'cut';
    if (method === 'GET') return payload(server.hasKey ? { publicKey: 'AQ' } : {});
    server.declared = Object(body);
    const { number, vacancies, applications = [] } = Object(body);
    const tags = server.takesNews ? applications.map(({ tag }: { tag: string }) => tag) : [];
    return payload({ number, vacancies, applications: tags, publicKey: 'AQ' });
  });
  return server;
}

const vacancies = () => one('complementary', alertWords.heading);
const says = (text: string) => until(() => one('status', text, vacancies()));
const offers = (...labels: string[]) =>
  until(() => {
    const shown = all('button', /./, vacancies()).map(({ textContent }) => textContent);
    expect(shown).toEqual(labels);
  });
const open = () => openSite(pages.career.path);

test('alerts for vacancies are turned on and off, and what is said is what the server has', async () => {
  const server = takeDeclarations();
  await open();
  await press('button', alertWords.turnOn);
  await says(alertWords.on);
  await offers(alertWords.turnOff);
  expect(server.declared.vacancies).toBe(true);
  await press('button', alertWords.turnOff);
  await says(alertWords.off);
  await offers(alertWords.turnOn);
  expect(browser.isSubscribed).toBe(false);
});

test.each(['offline', 'push', 'service'] as const)(
  'alerts that are not on yet say why (%s), and come on later',
  async (why) => {
    const server = takeDeclarations();
    server.isUp = why !== 'offline';
    browser.mayPush = why !== 'push';
    server.hasKey = why !== 'service';
    await open();
    await press('button', alertWords.turnOn);
    await says(switchWords[why]);
    expect(vacancies().textContent).toContain(alertWords.otherWays);
    await offers(alertWords.turnOn, alertWords.turnOff);
    server.isUp = browser.mayPush = server.hasKey = true;
    await open();
    await says(alertWords.on);
  },
);

test('a browser that never answers leaves no busy button: it is said that it could not, and it can be tried again', async () => {
  takeDeclarations();
  await open();
  browser.neverAnswers = true;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await press('button', alertWords.turnOn);
  await until(() => {
    vi.advanceTimersByTime(1_000);
    one('status', switchWords.push, vacancies());
  });
  await offers(alertWords.turnOn, alertWords.turnOff);
  vi.useRealTimers();
  browser.neverAnswers = false;
  await press('button', alertWords.turnOn, vacancies);
  await says(alertWords.on);
});

test('a prompt that is never answered leaves no busy button either', async () => {
  takeDeclarations();
  await open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('Notification', {
    permission: 'default',
    requestPermission: () => new Promise(() => undefined),
  });
  await press('button', alertWords.turnOn);
  await until(() => {
    vi.advanceTimersByTime(1_000);
    one('alert', switchWords.notAllowed, vacancies());
  });
  await offers(alertWords.turnOn);
});

test('alerts whose end has to wait are not said to be off while the browser may show them', async () => {
  const server = takeDeclarations();
  await open();
  await press('button', alertWords.turnOn);
  await says(alertWords.on);
  browser.canUnsubscribe = false;
  await press('button', alertWords.turnOff);
  await says(switchWords.ending);
  await offers(alertWords.turnOn);
  // Without permission the browser shows nothing, whatever the server knows.
  server.isUp = false;
  browser.permission = 'default';
  await open();
  await says(alertWords.off);
  await settle();
  one('status', alertWords.off, vacancies());
});

test('without permission nothing is said to be on', async () => {
  takeDeclarations();
  await open();
  await press('button', alertWords.turnOn);
  await says(alertWords.on);
  browser.permission = 'default';
  const seen: string[] = [];
  const observer = new MutationObserver(() => seen.push(document.body.textContent ?? ''));
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  await open();
  await says(alertWords.off);
  observer.disconnect();
  expect(seen.join()).not.toContain(alertWords.on);
  browser.permission = 'denied';
  await open();
  await says(switchWords.denied);
  await offers();
});

test('after an application, news about it and alerts are offered apart', async () => {
  const server = takeDeclarations();
  await apply();
  await press('button', newsWords.turnOn);
  await until(() => one('status', newsWords.on));
  expect(server.declared).toMatchObject({ vacancies: false, applications: [{ secret: 's'.repeat(22) }] });
  await says(alertWords.off);
  await press('button', newsWords.turnOff);
  await until(() => one('status', newsWords.off));
});

test('if the server takes no further device for an application, the page says so', async () => {
  takeDeclarations().takesNews = false;
  await apply();
  await press('button', newsWords.turnOn);
  await until(() => one('status', switchWords.refused));
});
