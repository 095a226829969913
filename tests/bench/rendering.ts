/** An article rendered on request beside the same html as a file: requests per second of one core, and latency. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import autocannon from 'autocannon';

import { pages } from '#src/paths.ts';

import { freePort, startServer } from '../kit/server.ts';
import { type Figure, isWithin, median, printFigures } from './figure.ts';

const connections = 20;
const seconds = 4;
const rounds = 3;
const article = '/media-room/kalingalinga-leak-valves';
/** Whose file the copy takes the place of. */
const place = pages.privacy.path;

const folder = mkdtempSync(join(tmpdir(), 'hcs-bench-'));
try {
  const html = await renderedArticle();
  const figures = await measureBoth(html);
  printFigures(figures);
  process.exitCode = figures.every(isWithin) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function renderedArticle(): Promise<string> {
  await using site = await startServer();
  return (await fetch(site.url + article)).text();
}

async function measureBoth(html: string): Promise<Figure[]> {
  const distDir = join(folder, 'dist');
  cpSync(join(import.meta.dirname, '../../dist'), distDir, { recursive: true });
  const file = `${distDir}${place}.html`;
  writeFileSync(file, html);
  writeFileSync(`${file}.br`, brotliCompressSync(html));
  writeFileSync(`${file}.gz`, gzipSync(html));
  const port = await freePort();
  const env = { ...process.env, DIST_DIR: distDir, DATA_DIR: join(folder, 'data'), PORT: String(port) };
  const server = spawn(process.execPath, [join(import.meta.dirname, 'copy-server.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (server.stdout !== null) await once(server.stdout, 'data');
  try {
    return await compare(server, `http://127.0.0.1:${port}`);
  } finally {
    const ended = once(server, 'exit');
    server.disconnect();
    await ended;
  }
}

type Load = { perCoreSecond: number; p50: number; p99: number };

/** In turns, so that what else the machine does meets both. */
async function compare(server: ChildProcess, url: string): Promise<Figure[]> {
  const rendered: Load[] = [];
  const file: Load[] = [];
  await load(server, url + article, 1);
  await load(server, url + place, 1);
  for (let round = 0; round < rounds; round++) {
    rendered.push(await load(server, url + article, seconds));
    file.push(await load(server, url + place, seconds));
  }
  const of = (loads: Load[], name: keyof Load) => median(loads.map((one) => one[name]));
  const [made, kept] = [of(rendered, 'perCoreSecond'), of(file, 'perCoreSecond')];
  console.log(
    `Requests per second of one core: ${Math.round(made)} rendered, ${Math.round(kept)} as a file.`,
  );
  return [
    { name: 'requests of the file per rendered one', value: kept / made, bound: 2, unit: 'x' },
    { name: 'rendered: latency p50', value: of(rendered, 'p50'), bound: 100, unit: 'ms' },
    { name: 'rendered: latency p99', value: of(rendered, 'p99'), bound: 1_000, unit: 'ms' },
    { name: 'as a file: latency p50', value: of(file, 'p50'), bound: Number.POSITIVE_INFINITY, unit: 'ms' },
    { name: 'as a file: latency p99', value: of(file, 'p99'), bound: Number.POSITIVE_INFINITY, unit: 'ms' },
  ];
}

/** By the server's own CPU time: the programs beside it take no part of the figure. */
async function load(server: ChildProcess, url: string, duration: number): Promise<Load> {
  const before = await cpuSeconds(server);
  const result = await autocannon({ url, connections, duration, headers: { 'accept-encoding': 'br' } });
  const spent = (await cpuSeconds(server)) - before;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  const { p50, p99 } = result.latency;
  return { perCoreSecond: result.requests.total / spent, p50, p99 };
}

async function cpuSeconds(server: ChildProcess): Promise<number> {
  const answer = once(server, 'message');
  server.send('cpu');
  const [seconds] = (await answer) as [number];
  return seconds;
}
