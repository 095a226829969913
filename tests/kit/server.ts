import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { App, Settings } from './app.ts';
import { refuseOtherBuild } from './built.ts';
import { siteDefaults } from './first-start.ts';
import { ownPort } from './ports.ts';

/** A server in its own process; `await using` ends it and deletes its data. */
export type Server = App & {
  pid: () => number | undefined;
  /** What it has written to stdout and stderr since its last start. */
  output: () => string;
  /** Stops the server; its address does not respond until `start`. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
  /** Restarts it with the same address and data; `changed` settings also apply to later starts. */
  start: (changed?: Settings) => Promise<void>;
};

/** Starts `server/main.mjs` with sample content, its own data folder and no limit on POSTs. */
export async function startServer(settings: Settings = {}): Promise<Server> {
  refuseOtherBuild();
  const ownDir = await mkdtemp(join(tmpdir(), 'hcs-data-'));
  const { PORT = String(await ownPort()) } = settings;
  let env = { ...siteDefaults, DATA_DIR: ownDir, ...settings, PORT };
  let child: ChildProcess | undefined;
  let [written, taken] = ['', 0];
  const server: Server = {
    url: `http://127.0.0.1:${PORT}`,
    dataDir: env.DATA_DIR,
    pid: () => child?.pid,
    output: () => written,
    takeLog() {
      const lines = written.slice(taken).split('\n');
      taken = written.length;
      return lines.filter((line) => /^\{"level":[456]0/.test(line));
    },
    async start(changed = {}) {
      env = { ...env, ...changed };
      [written, taken] = ['', 0];
      child = spawn(process.execPath, [join(import.meta.dirname, '../../server/main.mjs')], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      await untilListening(child, (text) => {
        written += text;
        return written;
      });
    },
    async stop(signal = 'SIGTERM') {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
    async [Symbol.asyncDispose]() {
      await server.stop();
      await rm(ownDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  await server.start();
  return server;
}

/** The server prints its URL once it answers. */
function untilListening(child: ChildProcess, add: (text: string) => string): Promise<void> {
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        if (/https?:\/\/\S+/.test(add(chunk))) resolve();
      });
    child.on('error', reject);
    child.on('close', (code) => reject(new Error(`The server ended with ${code}:\n${add('')}`)));
  });
}
