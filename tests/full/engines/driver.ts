/** W3C WebDriver (https://www.w3.org/TR/webdriver2/) for two engines whose Debian builds Playwright cannot drive. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { vi } from 'vitest';

import { ownPort } from '../../kit/ports.ts';

type Command = 'navigate' | 'refresh' | 'script' | 'click' | 'keys';

export type Driver = AsyncDisposable & {
  send: (command: Command, parameters: Record<string, unknown>) => Promise<unknown>;
};

export type Engine = {
  name: string;
  /** `denied`: sites must not store anything. */
  start: (storage: 'allowed' | 'denied') => Promise<Driver>;
};

const waits = { timeout: 120_000, interval: 50 };

/** Marionette takes WebDriver's commands as `LENGTH:[0, id, name, parameters]` (firefox-source-docs, Protocol). */
export const firefox: Engine = {
  name: 'Firefox',
  async start(storage) {
    const profile = mkdtempSync(join(tmpdir(), 'hcs-firefox-'));
    const port = await ownPort();
    const preferences = {
      'marionette.port': port,
      'network.cookie.cookieBehavior': storage === 'denied' ? 2 : 0,
      'datareporting.policy.dataSubmissionEnabled': false,
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
      'services.settings.server': 'data:,#remote-settings-dummy/v1',
    };
    const lines = Object.entries(preferences).map(
      (entry) => `user_pref(${JSON.stringify(entry).slice(1, -1)});`,
    );
    writeFileSync(join(profile, 'user.js'), lines.join('\n'));
    const browser = start('firefox-esr', ['--marionette', '--headless', '--no-remote', '--profile', profile]);
    const ask = marionette(await vi.waitFor(() => connected(port), waits));
    await ask('WebDriver:NewSession', {});
    const names = {
      navigate: 'WebDriver:Navigate',
      refresh: 'WebDriver:Refresh',
      script: 'WebDriver:ExecuteScript',
      click: 'WebDriver:ElementClick',
      keys: 'WebDriver:ElementSendKeys',
    };
    return {
      send: async (command, parameters) => {
        const result = await ask(names[command], parameters);
        return result !== null && typeof result === 'object' && 'value' in result ? result.value : result;
      },
      async [Symbol.asyncDispose]() {
        await end(browser);
        rmSync(profile, { recursive: true, force: true, maxRetries: 20 });
      },
    };
  },
};

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

function marionette(socket: Socket) {
  const answers = new Map<number, (answer: [error: unknown, result: unknown]) => void>();
  let rest = Buffer.alloc(0);
  let last = 0;
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const colon = rest.indexOf(':');
      const stop = colon + 1 + Number(rest.subarray(0, colon));
      if (colon < 0 || rest.length < stop) return;
      const message: unknown = JSON.parse(String(rest.subarray(colon + 1, stop)));
      rest = rest.subarray(stop);
      // The first message is a greeting.
      if (Array.isArray(message)) answers.get(message[1])?.([message[2], message[3]]);
    }
  });
  return async (name: string, parameters: object) => {
    const id = ++last;
    const text = Buffer.from(JSON.stringify([0, id, name, parameters]));
    const answered = new Promise<[unknown, unknown]>((resolve) => answers.set(id, resolve));
    socket.write(Buffer.concat([Buffer.from(`${text.length}:`), text]));
    const [error, result] = await answered;
    if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
    return result;
  };
}

/** WebKitGTK's MiniBrowser on a virtual screen. */
export const webkit: Engine = {
  name: 'WebKit',
  async start(storage) {
    const screen = start('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']);
    const [number] = (await once(screen.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    const port = await ownPort();
    const display = { DISPLAY: `:${String(number).trim()}`, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' };
    const driver = start('WebKitWebDriver', [`--port=${port}`], display);
    const denied = ['--enable-html5-local-storage=false', '--enable-html5-database=false'];
    const args = ['--automation', ...(storage === 'denied' ? denied : [])];
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { args } } };
    const sessions = `http://127.0.0.1:${port}/session`;
    await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/status`), waits);
    const { sessionId } = (await post(sessions, { capabilities })) as { sessionId: string };
    const paths = {
      navigate: () => 'url',
      refresh: () => 'refresh',
      script: () => 'execute/sync',
      click: (id: unknown) => `element/${id}/click`,
      keys: (id: unknown) => `element/${id}/value`,
    };
    return {
      send: (command, { id, ...parameters }) =>
        post(`${sessions}/${sessionId}/${paths[command](id)}`, parameters),
      async [Symbol.asyncDispose]() {
        try {
          await fetch(`${sessions}/${sessionId}`, { method: 'DELETE', signal: AbortSignal.timeout(60_000) });
        } finally {
          await end(driver);
          // A browser that no longer responds ends with its screen.
          await end(screen);
        }
      },
    };
  },
};

async function post(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${url}: ${value.error}: ${value.message}`);
  return value;
}

function start(program: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  if (child.kill()) await ended;
}
