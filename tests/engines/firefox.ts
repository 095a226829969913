import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import puppeteer, {
  type BrowserContext,
  type ElementHandle,
  type Page,
  type Browser as Puppet,
} from 'puppeteer-core';

import { isExecutable, onPath } from '../support/installed-programs.ts';
import { type Browser, type Engine, patience, type Tab, type Target } from './browser.ts';
import { lookFor } from './look-for.ts';

export const firefox: Engine = {
  name: 'Firefox',
  packages: ['firefox-esr'],
  isInstalled: () => findFirefox() !== undefined,
  lacks: {},
  start: ({ withoutStorage = false } = {}) =>
    start(withoutStorage ? { 'network.cookie.cookieBehavior': 2 } : {}),
};

/** No `firefox` of PATH: Ubuntu's is a snap, which cannot read a profile below `/tmp`. */
function findFirefox(): string | undefined {
  const candidates = [process.env.FIREFOX_PATH ?? '', ...onPath(['firefox-esr']), macApp];
  return candidates.find((path) => path !== '' && isExecutable(path));
}

const macApp = '/Applications/Firefox.app/Contents/MacOS/firefox';

/** What Puppeteer's own preferences leave of the browser's requests for itself. */
const quiet = {
  'app.update.auto': false,
  'browser.discovery.enabled': false,
  'browser.newtabpage.activity-stream.telemetry': false,
  'browser.region.update.enabled': false,
  'datareporting.usage.uploadEnabled': false,
  'dom.push.connection.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.disablePrefetch': true,
  'network.prefetch-next': false,
  'security.OCSP.enabled': 0,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
  'toolkit.telemetry.unified': false,
};

async function start(settings: Record<string, unknown>): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'hcs-firefox-'));
  const launch = () =>
    puppeteer.launch({
      browser: 'firefox',
      executablePath: findFirefox(),
      userDataDir: profile,
      extraPrefsFirefox: { ...quiet, ...settings },
      defaultViewport: { width: 1280, height: 862 },
      timeout: patience,
    });
  let browser = await launch();
  let context: BrowserContext | undefined;
  return {
    async newcomer() {
      await context?.close();
      context = await browser.createBrowserContext();
      return tabOf(await context.newPage());
    },
    owner: async () => tabOf(await browser.newPage()),
    async restart() {
      // Puppeteer puts these back when its browser has ended, while the next one is starting.
      for (const name of ['user.js', 'prefs.js'])
        await rm(join(profile, `${name}.puppeteer`), { force: true });
      await kill(browser);
      browser = await launch();
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function kill(browser: Puppet): Promise<void> {
  const program = browser.process();
  if (program === null) throw new Error('Firefox was not started here');
  const ended = once(program, 'exit');
  program.kill('SIGKILL');
  await ended;
}

function tabOf(page: Page): Tab {
  const problems: string[] = [];
  page.setDefaultTimeout(patience);
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const find = async (target: Target) => {
    const found = await page.evaluateHandle(`(${lookFor})(${JSON.stringify(target)}, 'element')`);
    const element = found.asElement() as ElementHandle<Element> | null;
    if (element === null) throw new Error(`Not there: ${JSON.stringify(target)}`);
    return element;
  };
  return {
    goto: (url) => goto(page, url),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    forward: async () => void (await page.goForward()),
    run: <A extends unknown[], T>(inPage: (...args: A) => T | Promise<T>, ...args: A) =>
      page.evaluate(`(${inPage})(...${JSON.stringify(args)})`) as Promise<T>,
    click: async (target) => (await find(target)).click(),
    type: async (target, text) => (await find(target)).type(text),
    press: (key) => page.keyboard.press(key),
    problems: () => problems,
  };
}

/** Firefox may take the end of the page left behind for the end of the new one's loading; then it is asked again. */
async function goto(page: Page, url: string): Promise<void> {
  try {
    await page.goto(url);
  } catch (error) {
    if (!String(error).includes('NS_BINDING_ABORTED')) throw error;
    await page.goto(url);
  }
}
