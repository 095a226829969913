import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { isExecutable, onPath } from '../support/installed-programs.ts';
import { freePort } from '../support/site.ts';
import { type Browser, type Engine, patience } from './browser.ts';
import { openSession, type Session } from './webdriver.ts';

/** WebKitGTK's MiniBrowser, on a screen that nobody sees. */
export const webkit: Engine = {
  name: 'WebKit',
  packages: ['webkit2gtk-driver', 'xvfb'],
  isInstalled: () => ['WebKitWebDriver', 'Xvfb'].every((name) => onPath([name]).some(isExecutable)),
  lacks: { 'a profile on disk': 'MiniBrowser keeps everything in memory while it is driven' },
  start: ({ withoutStorage = false } = {}) => start(withoutStorage ? noStorage : []),
};

const noStorage = ['--enable-html5-local-storage=false', '--enable-html5-database=false'];

async function start(settings: string[]): Promise<Browser> {
  const capabilities = { 'webkitgtk:browserOptions': { args: ['--automation', ...settings] } };
  const { screen, display } = await startScreen();
  const { driver, url } = await startDriver(display);
  let session: Session | undefined;
  return {
    // A driver holds one browser at a time, and each begins with nothing.
    async newcomer() {
      await session?.end();
      session = await openSession(url, capabilities);
      return session.tab;
    },
    owner: noProfile,
    restart: noProfile,
    async [Symbol.asyncDispose]() {
      // Whatever state the browser is in, it goes with its screen.
      await session?.end().catch((error: unknown) => console.error(error));
      await end(driver);
      await end(screen);
    },
  };
}

function noProfile(): Promise<never> {
  return Promise.reject(new Error(webkit.lacks['a profile on disk']));
}

async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  endWithThisProcess(screen);
  const [number] = (await Promise.race([
    once(screen.stdout, 'data'),
    once(screen, 'exit').then(() => Promise.reject(new Error('Xvfb ended before it had a display'))),
  ])) as [Buffer];
  return { screen, display: `:${String(number).trim()}` };
}

async function startDriver(display: string): Promise<{ driver: ChildProcess; url: string }> {
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' },
    stdio: 'ignore',
  });
  endWithThisProcess(driver);
  const url = `http://127.0.0.1:${port}`;
  const started = Date.now();
  while (
    !(await fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() - started > patience) throw new Error('WebKitWebDriver does not answer');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { driver, url };
}

function endWithThisProcess(child: ChildProcess): void {
  process.once('exit', () => child.kill('SIGKILL'));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
