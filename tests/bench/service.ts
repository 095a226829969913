/**
 * Processor time of our server's requests beside a bare Fastify's, which answers the same bytes and stores the same rows.
 * Alone: `node tests/bench/service.ts`; with `--cpu-prof` the profile of our server is written too.
 */
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

import { type Figure, isWithin, median, printFigures } from './figure.ts';

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

const [role, oursUrl = ''] = process.argv.slice(2);
if (role === undefined) await compare();
else await answer(role === 'ours' ? await buildApp(readConfig(process.env)) : await bare(oursUrl));

async function compare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hcs-bench-'));
  const site = await startServer(folder, 'ours');
  const other = await startServer(folder, 'bare', site.url);
  try {
    const figures: Figure[] = [];
    for (const { name, path, bound, amount } of loads) {
      const micros = { site: [] as number[], other: [] as number[], ratio: [] as number[] };
      for (let round = 0; round <= rounds; round++) {
        const [own, base] = [await load(site, path, amount), await load(other, path, amount)];
        // The first round warms both up.
        if (round === 0) continue;
        micros.site.push(own);
        micros.other.push(base);
        micros.ratio.push(own / base);
      }
      const [own, base, value] = [median(micros.site), median(micros.other), median(micros.ratio)];
      console.log(`${name}: ${own.toFixed(0)} us of processor time a request, bare ${base.toFixed(0)} us`);
      figures.push({ name: `${name}, times a bare route's processor time`, value, bound, unit: 'x' });
    }
    printFigures(figures);
    process.exitCode = figures.every(isWithin) ? 0 : 1;
  } finally {
    for (const { child } of [site, other]) await end(child);
    rmSync(folder, { recursive: true, force: true });
  }
}

type Server = { child: ChildProcess; url: string };

async function startServer(folder: string, name: 'ours' | 'bare', ...more: string[]): Promise<Server> {
  const env = {
    ...process.env,
    DATA_DIR: join(folder, name),
    PORT: '0',
    SAMPLE_CONTENT: '1',
    RATE_LIMIT_MAX: '0',
  };
  const child = fork(import.meta.filename, [name, ...more], { env });
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
