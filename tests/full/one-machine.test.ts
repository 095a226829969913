import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type Machine, startMachine } from './machine.ts';
import { ask, block, setUp, site, subscriberOn } from './new-operator.ts';
import { backUpPostgres, commandsUnder, remedies, runEach, subscribeOften } from './operator-commands.ts';

// Programs are started by the dozen here; none of these tests is about speed.
vi.setConfig({ testTimeout: 120_000 });

let machine: Machine | string;

/** Debian's Caddy with the shipped file in front of the shipped unit, as server/README.md says. */
beforeAll(async () => {
  machine = await startMachine();
  if (typeof machine === 'string') return console.warn(machine);
  setUp(machine);
}, 400_000);

afterAll(async () => {
  if (typeof machine !== 'string') await machine[Symbol.asyncDispose]();
});

/** Runs on the machine; a test without one is skipped with the reason. */
type Skip = (reason: string) => never;

function on(skip: Skip): Machine {
  return typeof machine === 'string' ? skip(machine) : machine;
}

test('the page comes by HTTP/2 and offers HTTP/3, with policy and HSTS', ({ skip }) => {
  const { status, version, headers } = ask(on(skip), '/');
  expect([status, version]).toEqual([200, '2']);
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self' 'sha256-[^;]{45}; style-src 'self' 'sha256-/,
  );
  expect(headers['strict-transport-security']).toBe('max-age=63072000');
  expect(headers['cache-control']).toBe('no-cache, no-transform');
  expect(headers['alt-svc']).toContain('h3=":443"');
});

test('http leads to https', ({ skip }) => {
  const here = on(skip);
  const { status, headers } = ask(here, 'http://www.example.com/insider/career?page=1');
  expect([status, headers.location]).toEqual([308, `${site}/insider/career?page=1`]);
});

test('the service set up once more keeps its settings', ({ skip }) => {
  const { sh } = on(skip);
  const again = block('On one machine').replace(/^.*npm run build\n/m, '');
  sh(`echo 'RETENTION_DAYS=9' >> /etc/hcs.env\n${again}`);
  expect(sh('tail -n 1 /etc/hcs.env')).toBe('RETENTION_DAYS=9\n');
});

test('the first journey: pages, assets, reads and 304 come through as the server sends them', ({ skip }) => {
  const here = on(skip);
  const [script = ''] = /assets\/[\w-]+\.js/.exec(here.sh('cat /opt/hcs/dist/index.html')) ?? [];
  for (const [path, encoding] of [
    ['/', 'br'],
    ['/insider/career', 'br'],
    [`/${script}`, 'br'],
    ['/', 'gzip'],
    ['/media-room', 'gzip'],
  ] as const) {
    const direct = ask(here, `http://127.0.0.1:4173${path}`, `-HAccept-Encoding: ${encoding}`);
    const proxied = ask(here, path, `-HAccept-Encoding: ${encoding}`);
    expect([path, proxied.status, proxied.headers['content-encoding']]).toEqual([path, 200, encoding]);
    expect([path, proxied.size, proxied.headers.etag]).toEqual([path, direct.size, direct.headers.etag]);
    expect(proxied.headers['cache-control']).toBe(direct.headers['cache-control']);
    expect(
      ask(here, path, `-HAccept-Encoding: ${encoding}`, `-HIf-None-Match: ${proxied.headers.etag}`).status,
    ).toBe(304);
  }
  const jobs = ask(here, '/connect/v1/job-list');
  expect([jobs.status, jobs.headers['content-type']]).toEqual([
    200,
    expect.stringContaining('application/json'),
  ]);
  expect(ask(here, '/connect/v1/job-list', `-HIf-None-Match: ${jobs.headers.etag}`).status).toBe(304);
  expect(ask(here, '/nope').status).toBe(404);
});

test('the server, not Caddy, refuses what is too large, in the shape that the page can show', ({ skip }) => {
  const here = on(skip);
  here.sh(`head -c 70000 /dev/zero | tr '\\0' x > /tmp/large`);
  const { status, headers } = ask(
    here,
    '/connect/v1/subscribe',
    '-HContent-Type: application/json',
    '--data-binary',
    '@/tmp/large',
  );
  expect([status, headers['content-type']]).toEqual([413, expect.stringContaining('application/json')]);
  expect(here.sh('cat /tmp/body')).toContain('"error"');
});

test('limits count per visitor as Caddy sees them; an invented address changes nothing', ({ skip }) => {
  expect(subscribeOften(on(skip))).toMatch(/^(?:303 ){60}(?:429 ){10}$/);
});

test('no log of Caddy or the server holds an address, a query or a name', ({ skip }) => {
  const here = on(skip);
  ask(here, '/media-room/filter/press?q=secretword&email=natasha@example.com', '-ASecretAgent');
  const logs = here.sh('cat /run/caddy.log /run/hcs.log');
  expect(logs).toContain('/media-room/filter/press"');
  expect(logs).not.toMatch(/secretword|natasha|SecretAgent|visitor\d|remote_ip|client_ip/);
});

test('while the server is away Caddy says 502, and logs nothing about the visitor', ({ skip }) => {
  const here = on(skip);
  here.sh('systemctl stop hcs.service');
  expect(ask(here, '/?q=secretword').status).toBe(502);
  here.sh(
    'systemctl start hcs.service; curl -s --retry 60 --retry-connrefused --retry-delay 1 http://127.0.0.1:4173/healthz',
  );
  expect(here.sh('cat /run/caddy.log')).not.toMatch(/secretword|remote_ip|client_ip/);
});

test('systemd understands the units, and calls the service well confined', ({ skip }) => {
  const { sh } = on(skip);
  expect(
    sh(
      'cd /etc/systemd/system && systemd-analyze verify hcs.service hcs-backup.service hcs-backup.timer 2>&1',
    ),
  ).toBe('');
  const level = /exposure level for hcs.service: ([\d.]+)/.exec(
    sh('systemd-analyze security --offline=yes hcs.service'),
  )?.[1];
  expect(Number(level)).toBeLessThan(2);
});

test('the service runs as its own user, without rights, and can write its data alone', ({ skip }) => {
  const { sh, run } = on(skip);
  const process = sh('cat /proc/$(cat /run/hcs.pid)/status');
  expect(process).toMatch(new RegExp(`^Uid:\\t${sh('id -u hcs').trim()}\\t`, 'm'));
  expect(process).toMatch(/^CapEff:\t0+$/m);
  expect(process).toMatch(/^CapBnd:\t0+$/m);
  expect(process).toMatch(/^NoNewPrivs:\t1$/m);
  expect(process).toMatch(/^Umask:\t0077$/m);
  const inside = 'nsenter --target $(cat /run/hcs.pid) --mount --root touch';
  for (const place of ['/opt/hcs/x', '/etc/x', '/var/lib/x'])
    expect([place, run(`${inside} ${place}`).status]).toEqual([place, 1]);
  expect(run(`${inside} /var/lib/hcs/x`).status).toBe(0);
  expect(sh('stat -c %a /var/lib/hcs /etc/hcs.env').split('\n')).toEqual(['700', '640', '']);
  expect(sh('stat -c %a /var/lib/hcs/hcs.sqlite').trim()).toBe('600');
});

test('the command hcs has the settings and the user of the service', ({ skip }) => {
  const { sh, run } = on(skip);
  expect(sh('cd /root && DATA_DIR=/tmp/wrong hcs subscribers')).toContain('visitor1@example.com');
  expect(run('test -e /tmp/wrong').status).toBe(1);
  expect(sh('find /var/lib/hcs ! -user hcs').trim()).toBe('/var/lib/hcs/x');
  expect(run('mv /etc/hcs.env /etc/away; hcs subscribers').status).not.toBe(0);
  sh('mv /etc/away /etc/hcs.env');
});

test('after a new version the old one goes on, with the copy where it cannot', {
  timeout: 400_000,
}, ({ skip }) => {
  const { sh, run } = on(skip);
  const subscribe = subscriberOn(on(skip));
  // The limit on POSTs was reached above.
  sh(`echo 'RATE_LIMIT_MAX=0' >> /etc/hcs.env; systemctl restart hcs.service
    curl -s --retry 60 --retry-connrefused --retry-delay 1 http://127.0.0.1:4173/healthz`);
  subscribe('before');
  sh(`cd /opt/hcs.new; touch is-new
    sed -i "s/^};$/'9999_later': { async up(db) { await sql\\\`create table later (id text)\\\`.execute(db); } },\\n};/" server/db/migrations.ts
    mv index.html away`);
  expect(run(block('A new version')).status, 'a build that fails').not.toBe(0);
  expect(sh(`test ! -e /opt/hcs.old; curl -s --fail ${site}/healthz`)).toContain('ok');
  sh('mv /opt/hcs.new/away /opt/hcs.new/index.html');
  sh(block('A new version'));
  expect(sh('test -e /opt/hcs/is-new; hcs subscribers')).toContain('before@example.com');
  subscribe('since');
  sh(block('Back to the old version'));
  const both = /before@example\.com[\s\S]*since@example\.com|since@example\.com[\s\S]*before@example\.com/;
  expect(sh('test ! -e /opt/hcs/is-new; hcs subscribers')).toMatch(both);
  const statement = "insert into facts values ('needs', '9999_later')";
  const script = `new (require('node:sqlite').DatabaseSync)('/var/lib/hcs/hcs.sqlite').exec("${statement}")`;
  sh('/opt/hcs/node_modules/.bin/node -', script);
  expect(run('hcs subscribers').err).toContain('needs a newer version');
  sh(block('If the old version refuses the store'));
  expect(sh('hcs subscribers')).toMatch(both);
  expect(sh('stat -c %a /var/lib/hcs/before-update /var/lib/hcs/*.before-restore-*')).toMatch(/^600\n600\n/);
});

test('every command for what goes wrong does what it says', { timeout: 400_000 }, ({ skip }) => {
  const { sh } = on(skip);
  expect(commandsUnder('What goes wrong, and what to do')).toEqual(remedies);
  runEach(on(skip), remedies);
  expect(sh('hcs subscribers'), 'as in the copy').toContain('leaver@example.com');
});

test('with DATABASE_URL the unit of the nightly backup writes a dump', ({ skip }) => {
  const { sh } = on(skip);
  expect(backUpPostgres(on(skip))).toContain('TABLE DATA public vacancies');
  expect(sh('stat -c "%a %U" /var/lib/hcs-backups/*.dump')).toBe('600 hcs\n');
});
