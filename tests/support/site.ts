import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Settings = Record<string, string>;

/** A running server of the built site; `await using` stops it and removes its data. */
export type Site = AsyncDisposable & {
  url: string;
  dataDir: string;
  /** What the server wrote to stdout and stderr since its last start. */
  output: () => string;
  /** Ends the process by its id; the address answers nothing until `start`. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
  /** Starts it again: the same address, the same data; `changed` settings stay for later starts. */
  start: (changed?: Settings) => Promise<void>;
};

/** Starts `server/main.ts`, or another build that `BUILD_DIR` names, on a free port with a data folder of its own and without a limit on POSTs. */
export async function startSite(settings: Settings = {}): Promise<Site> {
  const dataDir = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'hcs-data-')));
  const port = await freePort();
  let env: Settings = {
    DATA_DIR: dataDir,
    SAMPLE_CONTENT: '1',
    PORT: String(port),
    RATE_LIMIT_MAX: '0',
    ...settings,
  };
  let running: ReturnType<typeof spawnServer> | undefined;
  const site: Site = {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    output: () => running?.output() ?? '',
    async start(changed = {}) {
      env = { ...env, ...changed };
      running = spawnServer(env);
      await untilListening(running);
    },
    async stop(signal = 'SIGTERM') {
      if (running !== undefined) await end(running.server, signal);
    },
    async [Symbol.asyncDispose]() {
      await site.stop();
      if (settings.DATA_DIR === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
  await site.start();
  return site;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

function spawnServer(settings: Settings) {
  const program = settings.BUILD_DIR === undefined ? 'server/main.ts' : 'tests/support/serve-build.ts';
  const server = spawn(process.execPath, [program], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      written += chunk;
    });
  return { server, output: () => written };
}

/** The server prints its URL once it answers. */
async function untilListening({ server, output }: ReturnType<typeof spawnServer>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (/https?:\/\/\S+/.test(output())) resolve();
    };
    server.stdout.on('data', look);
    server.on('error', reject);
    server.on('close', (code) => reject(new Error(`The server ended with ${code}:\n${output()}`)));
  });
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}
