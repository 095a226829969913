import { fileURLToPath } from 'node:url';

import autocannon, { type Request, type Result } from 'autocannon';

import { startPostgres } from '../kit/postgres.ts';
import { startServer } from '../kit/server.ts';

const connections = 20;
const seconds = 5;

type Load = { name: string; request: Request; expected: number };

/** Reads, 304s and writes under load, on both stores; prints a line each. */
export async function benchService(): Promise<void> {
  console.log(`Service under ${connections} connections, ${seconds} s each (one process):`);
  await benchStore('SQLite', {});
  const cluster = await startPostgres();
  if (typeof cluster === 'string') {
    console.log(cluster);
    return;
  }
  await benchStore('PostgreSQL', { DATABASE_URL: await cluster.newDatabase() });
  await cluster.stop();
}

async function benchStore(store: string, settings: Record<string, string>): Promise<void> {
  await using site = await startServer(settings);
  const list = await fetch(`${site.url}/connect/v1/media-room/press/0`);
  const [vacancy] = (
    (await (await fetch(`${site.url}/connect/v1/job-list`)).json()) as { payload: { _id: string }[] }
  ).payload;
  for (const load of loads(list.headers.get('etag') ?? '', vacancy?._id ?? '')) {
    const result = await autocannon({
      url: site.url,
      connections,
      duration: seconds,
      requests: [load.request],
    });
    report(`${store}: ${load.name}`, result, load.expected);
  }
}

function loads(etag: string, job: string): Load[] {
  return [
    { name: 'home page', request: { path: '/' }, expected: 200 },
    { name: 'press list', request: { path: '/connect/v1/media-room/press/0' }, expected: 200 },
    {
      name: 'press list, known (304)',
      request: { path: '/connect/v1/media-room/press/0', headers: { 'if-none-match': etag } },
      expected: 304,
    },
    {
      name: 'application',
      request: { setupRequest: (request) => withApplication(request, job) },
      expected: 201,
    },
  ];
}

/** Each one is new: a key and a person of its own. */
function withApplication(request: Request, job: string): Request {
  const key = crypto.randomUUID();
  return {
    ...request,
    method: 'POST',
    path: '/connect/v1/job-apply',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({
      name: 'Load Test',
      email: `${key}@example.com`,
      mobile: '+260 97 000 0000',
      description: 'x'.repeat(600),
      profile: 'https://profiles.example/load',
      job,
    }),
  };
}

function report(name: string, { latency, requests, statusCodeStats }: Result, expected: number): void {
  const others = Object.keys(statusCodeStats ?? {}).filter((status) => Number(status) !== expected);
  const note = others.length > 0 ? ` (also answered ${others.join(', ')})` : '';
  const rate = `${Math.round(requests.average)} requests/s`;
  console.log(`  ${name.padEnd(40)} p50 ${latency.p50} ms, p99 ${latency.p99} ms, ${rate}${note}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchService();
