import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Machine, startMachine } from './machine.ts';
import { ask, block, enquirerOn, setUp, site, untilHealthy } from './new-operator.ts';
import { askOften, commandsUnder, moveToPostgres, remedies, runEach } from './operator-commands.ts';

let started: Machine | string;
let here: Machine;

/** Debian's Caddy with our Caddyfile in front of our systemd unit, as server/README.md says. */
beforeAll(async () => {
  started = await startMachine();
  if (typeof started !== 'string') setUp(started);
});

afterAll(async () => {
  if (typeof started !== 'string') await started[Symbol.asyncDispose]();
});

beforeEach(({ skip }) => {
  here = typeof started === 'string' ? skip(started) : started;
});

test('the page is served over HTTP/2 with HSTS and offers HTTP/3, and http redirects to https', () => {
  const { status, version, headers } = ask(here, '/');
  expect([status, version]).toEqual([200, '2']);
  expect(headers['strict-transport-security']).toBe('max-age=63072000');
  expect(headers['alt-svc']).toContain('h3=":443"');
  const plain = ask(here, 'http://www.example.com/insider/career?page=1');
  expect([plain.status, plain.headers.location]).toEqual([308, `${site}/insider/career?page=1`]);
});

test('setting up the service again keeps its settings', () => {
  const again = block('On one machine').replace(/^.*npm run build\n/m, '');
  here.sh(`echo 'RETENTION_DAYS=9' >> /etc/hcs.env\n${again}`);
  expect(here.sh('tail -n 1 /etc/hcs.env')).toBe('RETENTION_DAYS=9\n');
});

test('pages, assets, reads and 304s come through as the server sends them', () => {
  const [script = ''] = /assets\/[\w-]+\.js/.exec(here.sh('cat /opt/hcs/dist/index.html')) ?? [];
  for (const [path, encoding] of [
    ['/', 'br'],
    [`/${script}`, 'br'],
    ['/media-room', 'gzip'],
    ['/connect/v1/job-list', undefined],
  ] as const) {
    const accepted = `-HAccept-Encoding: ${encoding ?? 'identity'}`;
    const direct = ask(here, `http://127.0.0.1:4173${path}`, accepted);
    const proxied = ask(here, path, accepted);
    expect([path, proxied.status, proxied.headers['content-encoding']]).toEqual([path, 200, encoding]);
    expect([path, proxied.size]).toEqual([path, direct.size]);
    for (const name of ['etag', 'cache-control', 'content-security-policy', 'content-type'])
      expect([path, name, proxied.headers[name]]).toEqual([path, name, direct.headers[name]]);
    expect(ask(here, path, accepted, `-HIf-None-Match: ${proxied.headers.etag}`).status).toBe(304);
  }
  expect(ask(here, '/nope').status).toBe(404);
});

test('the server, not Caddy, refuses a body that is too large, in an error shape that the page can show', () => {
  here.sh(`head -c 70000 /dev/zero | tr '\\0' x > /tmp/large`);
  const sent = ['-HContent-Type: application/json', '--data-binary', '@/tmp/large'];
  const { status, headers } = ask(here, '/connect/v1/subscribe', ...sent);
  expect([status, headers['content-type']]).toEqual([413, expect.stringContaining('application/json')]);
  expect(here.sh('cat /tmp/body')).toContain('"error"');
});

test('limits count per visitor as Caddy sees them; an invented IP address changes nothing', () => {
  expect(askOften(here)).toMatch(/^(?:303 ){60}(?:429 ){10}$/);
});

test('no log of Caddy or the server contains an IP address, a query or a name, even while the server is down', () => {
  const path = '/media-room/filter/press';
  ask(here, `${path}?q=secretword&email=natasha@example.com`, '-ASecretAgent');
  here.sh('systemctl stop hcs.service');
  expect(ask(here, '/?q=secretword').status).toBe(502);
  here.sh(`systemctl start hcs.service; ${untilHealthy}`);
  const logs = here.sh('cat /run/caddy.log /run/hcs.log');
  expect(logs).toContain(`${path}"`);
  expect(logs).not.toMatch(/secretword|natasha|SecretAgent|visitor\d|remote_ip|client_ip/);
});

test('systemd understands the units and rates the service as well confined', () => {
  const units = 'hcs.service hcs-backup.service hcs-backup.timer';
  expect(here.sh(`cd /etc/systemd/system && systemd-analyze verify ${units} 2>&1`)).toBe('');
  const security = here.sh('systemd-analyze security --offline=yes hcs.service');
  expect(Number(/exposure level for hcs.service: ([\d.]+)/.exec(security)?.[1])).toBeLessThan(2);
});

test("the data belong to the service's user, and the command hcs runs as that user", () => {
  const { sh, run } = here;
  const process = sh('cat /proc/$(cat /run/hcs.pid)/status');
  expect(process).toMatch(new RegExp(`^Uid:\\t${sh('id -u hcs').trim()}\\t`, 'm'));
  const places = '/var/lib/hcs /etc/hcs.env /var/lib/hcs/hcs.sqlite';
  expect(sh(`stat -c %a ${places}`)).toBe('700\n640\n600\n');
  expect(sh('cd /root && DATA_DIR=/tmp/wrong hcs enquiries')).toContain('visitor1@example.com');
  expect(run('test -e /tmp/wrong').status).toBe(1);
  expect(sh('find /var/lib/hcs ! -user hcs')).toBe('');
  expect(run('mv /etc/hcs.env /etc/away; hcs enquiries').status).not.toBe(0);
  sh('mv /etc/away /etc/hcs.env');
});

test('the old version can take over from a new one, with the copy if it refuses the store', () => {
  const { sh, run } = here;
  const enquire = enquirerOn(here);
  // An earlier test reached the limit on POSTs.
  sh(`echo 'RATE_LIMIT_MAX=0' >> /etc/hcs.env; systemctl restart hcs.service; ${untilHealthy}`);
  enquire('before');
  sh(`cd /opt/hcs.new; touch is-new
    sed -i "s/^};$/'9999_later': { async up(db) { await sql\\\`create table later (id text)\\\`.execute(db); } },\\n};/" server/store/migrations.ts
    mv index.html away`);
  expect(run(block('Updating to a new version')).status, 'a build that fails').not.toBe(0);
  expect(sh(`test ! -e /opt/hcs.old; curl -s --fail ${site}/healthz`)).toContain('ok');
  sh('mv /opt/hcs.new/away /opt/hcs.new/index.html');
  sh(block('Updating to a new version'));
  expect(sh('test -e /opt/hcs/is-new; hcs enquiries')).toContain('before@example.com');
  enquire('since');
  sh(block('Going back to the old version'));
  const both = /before@example\.com[\s\S]*since@example\.com|since@example\.com[\s\S]*before@example\.com/;
  expect(sh('test ! -e /opt/hcs/is-new; hcs enquiries')).toMatch(both);
  const statement = "insert into facts values ('needs', '9999_later')";
  const script = `new (require('node:sqlite').DatabaseSync)('/var/lib/hcs/hcs.sqlite').exec("${statement}")`;
  sh('/opt/hcs/node_modules/.bin/node -', script);
  expect(run('hcs enquiries').err).toContain('needs a newer version');
  const lines = block('If the old version cannot use the store');
  const last = 'since server/main.mjs';
  const beside = `${last} > /tmp/since.log 2>&1 < /dev/null &`;
  expect(sh(lines.replace(last, beside))).toContain('http://localhost:4174/office/enter/');
  sh(untilHealthy.replace('4173', '4174'));
  const [old, since] = [
    'hcs enquiries',
    `${lines.match(/^since\(\).*$/m)?.[0]}\nsince server/cli.mjs enquiries`,
  ].map((list) => sh(list));
  expect(old).toContain('before@example.com');
  expect(old).not.toContain('since@example.com');
  expect(since).toMatch(both);
  expect(sh('stat -c %a /var/lib/hcs/before-update /var/lib/hcs/since/hcs.sqlite')).toBe('600\n600\n');
});

test('every command in the table of remedies does what it says', () => {
  expect(commandsUnder('Troubleshooting')).toEqual(remedies);
  runEach(here, remedies);
  expect(here.sh('hcs enquiries'), 'as in the copy').toContain('forgotten@example.com');
});

test('the store can be moved to PostgreSQL, where the nightly backup unit goes on', () => {
  const before = here.sh('hcs enquiries');
  moveToPostgres(here);
  expect(here.sh('hcs enquiries')).toBe(before);
  expect(here.sh('stat -c "%a %U" /var/lib/hcs-backups/*.sqlite')).toBe('600 hcs\n');
});
