import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import autocannon, { type Request } from 'autocannon';
import Fastify, { type FastifyInstance } from 'fastify';

import { buildApp, builtSite } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { openStore } from '#server/db/open-store.ts';
import { connectCalls, mediaDetailPath, pages } from '#src/paths.ts';
import { connectMount } from '#src/server-paths.ts';

import { type Settings, siteDefaults } from '../kit/app.ts';
import { type Figure, median } from './figure.ts';

const rounds = 21;
const connections = 10;
const compressed = { 'accept-encoding': 'br' };
const listPath = `${connectMount}/media-room/press/0`;
const application = {
  name: 'Load Test',
  email: '',
  mobile: '+260 97 000 0000',
  description: 'x'.repeat(600),
  profile: 'https://profiles.example/load',
  job: 'embedded-firmware-engineer',
};
const script = readdirSync(join(builtSite, 'assets')).find((name) => /^entry-client-.*\.js$/.test(name));

/** What is asked for in each round, how often, and how many times a bare route's time it may take. */
const loads: { name: string; path: string; bound: number; amount: number }[] = [
  { name: 'list', path: listPath, bound: 1.5, amount: 1_000 },
  { name: 'rendered article', path: mediaDetailPath('kalingalinga-leak-valves'), bound: 2, amount: 1_000 },
  { name: 'page as a file', path: pages.privacy.path, bound: 1.3, amount: 1_000 },
  { name: 'script', path: `/assets/${script}`, bound: 1.3, amount: 1_000 },
  { name: 'application', path: `${connectMount}/job-apply`, bound: 3, amount: 300 },
];

const { BENCH_ROLE: role, BENCH_SITE: siteUrl = '' } = process.env;
if (role !== undefined)
  await answer(role === 'ours' ? await buildApp(readConfig(process.env)) : await bare(siteUrl));

/** Processor time of our server's requests beside a bare Fastify's, which answers the same bytes and stores the same rows. */
export async function measureService(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hcs-bench-'));
  const site = await startServer(folder, 'ours');
  const other = await startServer(folder, 'bare', { BENCH_SITE: site.url });
  try {
    const figures: Figure[] = [];
    for (const { name, path, bound, amount } of loads) {
      const ratios: number[] = [];
      for (let round = 0; round <= rounds; round++) {
        const own = await load(site, path, amount);
        const ratio = own / (await load(other, path, amount));
        // The first round warms both up.
        if (round > 0) ratios.push(ratio);
      }
      const figure = `${name}, times a bare route's processor time`;
      figures.push({ name: figure, value: median(ratios), bound, unit: 'x' });
    }
    return figures;
  } finally {
    for (const { child } of [site, other]) await end(child);
    rmSync(folder, { recursive: true, force: true });
  }
}

type Server = { child: ChildProcess; url: string };

async function startServer(folder: string, name: 'ours' | 'bare', more: Settings = {}): Promise<Server> {
  const own = { BENCH_ROLE: name, DATA_DIR: join(folder, name), PORT: '0' };
  const child = fork(import.meta.filename, { env: { ...process.env, ...siteDefaults, ...own, ...more } });
  const [url] = (await once(child, 'message')) as [string];
  return { child, url };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

/** Microseconds of the server's processor for one request. */
async function load({ child, url }: Server, path: string, amount: number): Promise<number> {
  const isWrite = path.endsWith(connectCalls.jobApply);
  const request: Request = isWrite ? { setupRequest: asApplication } : { headers: compressed };
  const before = await processorMicros(child);
  const result = await autocannon({ url: url + path, connections, amount, requests: [request] });
  const spent = (await processorMicros(child)) - before;
  if (result['2xx'] !== amount) throw new Error(`${path}: ${amount - result['2xx']} failed`);
  return spent / amount;
}

async function processorMicros(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message');
  child.send('processor');
  const [micros] = (await answer) as [number];
  return micros;
}

/** Each one is new: a key and a person of its own. */
function asApplication(request: Request): Request {
  const key = crypto.randomUUID();
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const body = JSON.stringify({ ...application, email: `${key}@example.com` });
  return { ...request, method: 'POST', headers, body };
}

/** A server: sends its address, then its processor time on request, until its parent ends. */
async function answer(app: FastifyInstance): Promise<void> {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.once('disconnect', () => process.exit());
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' }));
}

/** Nothing but routes: bytes that are in memory, and one insert in a transaction of its own. */
async function bare(url: string): Promise<FastifyInstance> {
  const app = Fastify();
  for (const { path } of loads.slice(0, -1)) {
    const [response] = (await once(get(url + path, { headers: compressed }), 'response')) as [
      IncomingMessage,
    ];
    const bytes = Buffer.concat(await response.toArray());
    const type = response.headers['content-type'] ?? '';
    const encoding = response.headers['content-encoding'] ?? '';
    app.get(path, (_, reply) => reply.type(type).header('content-encoding', encoding).send(bytes));
  }
  const config = readConfig(process.env);
  await (await openStore(config)).close();
  const database = new DatabaseSync(join(config.dataDir, 'hcs.sqlite'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
  const columns =
    'id, job, name, email, mobile, profile, created_at, request_key, fingerprint, flagged, description';
  const insert = database.prepare(
    `insert into applications (${columns}) values (${columns.replace(/\w+/g, '?')})`,
  );
  app.post<{ Body: typeof application }>(`${connectMount}${connectCalls.jobApply}`, (request, reply) => {
    const { job, name, email, mobile, profile, description } = request.body;
    const id = crypto.randomUUID();
    const key = String(request.headers['idempotency-key']);
    database.exec('begin immediate');
    insert.run(id, job, name, email, mobile, profile, new Date().toISOString(), key, key, 0, description);
    database.exec('commit');
    return reply.code(201).send({ message: id });
  });
  return app;
}
