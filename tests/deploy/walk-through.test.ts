import { expect, test, vi } from 'vitest';

import { prerenderedFiles } from '#server/web/prerendered-files.ts';

import { startMachine } from './machine.ts';
import { block, prepareMachine, walkThrough } from './new-operator.ts';

/** A mail server of the machine, which keeps what it gets in a file. */
const mailServer = `
  cat > /tmp/mails.ts <<'END'
  import { writeFileSync } from 'node:fs';
  import { startMailSink } from '/opt/hcs/tests/support/mail-sink.ts';
  const sink = await startMailSink(25);
  setInterval(() => writeFileSync('/tmp/mails.json', JSON.stringify(sink.mails)), 100);
END
  /opt/hcs/node_modules/.bin/node /tmp/mails.ts > /tmp/mails.log 2>&1 &`;

test('a new operator gets from an empty machine to the first application, and back from a disaster', {
  timeout: 600_000,
}, async ({ skip }) => {
  const started = await startMachine();
  if (typeof started === 'string') {
    console.warn(started);
    return skip(started);
  }
  await using machine = started;
  prepareMachine(machine);
  machine.sh(mailServer);
  const said = new Map<string, string>();
  const page = (path: string) => machine.sh(`curl -s --fail https://www.example.com${path}`);
  // A server in a hurry makes a page without its data.
  const seeOn = (path: string, text: string) =>
    vi.waitFor(() => expect(page(path)).toContain(text), { timeout: 120_000, interval: 500 });
  for (const [heading, script] of walkThrough) {
    if (heading === 'On a static host') break;
    if (heading === 'A new version') {
      // A build that fails changes nothing.
      machine.sh('mv /opt/hcs.new/index.html /opt/hcs.new/away');
      expect(machine.run(script).status).not.toBe(0);
      await seeOn('/media-room', 'Water Handler reaches Kitwe');
      machine.sh('mv /opt/hcs.new/away /opt/hcs.new/index.html; touch /opt/hcs.new/is-new');
    }
    said.set(heading, machine.sh(script));
    if (heading === 'nginx') expect(page('/robots.txt')).toContain('https://www.example.com/sitemap.xml');
  }
  expect(said.get('Service')).toContain('{"status":"ok"}');
  expect(said.get('nginx')).toMatch(/^HTTP\/2 200/m);
  await seeOn('/media-room', 'Water Handler reaches Kitwe');
  await seeOn('/media-room/water-handler-reaches-kitwe', '/uploads/');
  const [picture = ''] =
    /\/uploads\/[\w.-]+\.png/.exec(page('/media-room/water-handler-reaches-kitwe')) ?? [];
  expect(
    machine.sh(`curl -s --fail https://www.example.com${picture} | cmp - /srv/hcs/kitwe.png && echo same`),
  ).toContain('same');
  expect(said.get('A vacancy that closes next Friday')).toMatch(/Valve Test Intern.* until /);
  await seeOn('/insider/career', 'Valve Test Intern');
  expect(said.get('An application')).toContain('natasha@example.com');
  expect(machine.run('setpriv --reuid=nobody --clear-groups cat /srv/hcs/applications.csv').status).not.toBe(
    0,
  );
  expect(machine.sh('test -e /opt/hcs/is-new && ls /opt/hcs.old/package.json')).toContain('package.json');
  expect(machine.sh('cat /srv/hcs/applications.csv')).toMatch(/natasha@example\.com/);
  expect(said.get('Backup')).toMatch(/^-rw------- 1 hcs +hcs .*\.sqlite$/m);
  expect(said.get('Disaster, restore')).toContain('natasha@example.com');
  await seeOn('/insider/career', 'Valve Test Intern');
  const mails = machine.sh(`for try in $(seq 600); do
    [ "$(grep -o '"to":' /tmp/mails.json | wc -l)" -ge 2 ] && break; sleep 0.2; done; cat /tmp/mails.json`);
  const sent = JSON.parse(mails) as { to: string[]; text: string }[];
  expect(sent.map(({ to }) => to.join()).sort()).toEqual(['natasha@example.com', 'office@example.com']);
  const told = sent.find(({ to }) => to.includes('office@example.com'))?.text ?? '';
  expect(told).toContain('Valve Test Intern');
  expect(told.replace(/=\n/g, '')).toContain('Read it on the server: hcs application show ');

  expect(told).not.toMatch(/natasha|Nchimunya|97 123/);
  machine.sh(`cd /opt/hcs\n${block('On a static host')}`);
  const rules = machine.sh('cat /opt/hcs/dist/_headers');
  const pages = rules.match(/^ {2}content-security-policy: .*$/gm) ?? [];
  // One for each prerendered file at least.
  expect(pages.length).toBeGreaterThanOrEqual(prerenderedFiles.length);
  expect(rules.match(/connect-src [^;]*https:\/\/api\.example\.com/g)?.length).toBe(pages.length);
});

test('every heading of the walk-through that needs a command has its block', () => {
  for (const heading of [
    'Build',
    'Service',
    'nginx',
    'An application',
    'Backup',
    'Disaster, restore',
    'A new version',
  ])
    expect(block(heading)).not.toBe('');
});
