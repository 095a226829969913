import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, onTestFinished, test } from 'vitest';

import { ownPort } from '../kit/ports.ts';
import { startPostgres, withClient } from '../kit/postgres.ts';
import { ada, answered, openApp, temporaryFolder, until } from '../service/store.ts';
import { installMissing } from './debian.ts';

type Settings = Record<string, string>;

const connect = (settings: Settings, ...words: string[]) =>
  spawnSync(process.execPath, ['server/cli.mjs', ...words], {
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  });

/** A folder that the user who runs PostgreSQL may read. */
function sharedFolder(): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  return folder;
}

/** A certificate of its own, as managed databases have; returns its file and its key's. */
function ownCertificate(): { cert: string; key: string } {
  const folder = sharedFolder();
  const [cert, key] = [join(folder, 'server.crt'), join(folder, 'server.key')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const kind = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '9'];
  execFileSync('openssl', [...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  if (process.getuid?.() === 0) {
    const [uid, gid] = ['-u', '-g'].map((of) =>
      Number(execFileSync('id', [of, 'postgres'], { encoding: 'utf8' })),
    );
    chownSync(key, uid ?? 0, gid ?? 0);
  }
  return { cert, key };
}

test('a managed database is used with TLS, checked or not, and backed up; another certificate is refused in its words', async () => {
  await using cluster = await startPostgres();
  const DATABASE_URL = await cluster.newDatabase();
  const { cert, key } = ownCertificate();
  await withClient(DATABASE_URL, async (client) => {
    await client.query(`alter system set ssl_cert_file = '${cert}'`);
    await client.query(`alter system set ssl_key_file = '${key}'`);
    await client.query('alter system set ssl = on');
    await client.query('select pg_reload_conf()');
  });
  const modes = {
    '': false,
    '?sslmode=require': true,
    [`?sslmode=verify-full&sslrootcert=${cert}`]: true,
  };
  for (const [mode, isEncrypted] of Object.entries(modes)) {
    const { app } = await openApp({ DATABASE_URL: DATABASE_URL + mode });
    await until(async () => {
      const used =
        'select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = $1';
      const { rows } = await withClient(DATABASE_URL, (client) => client.query(used, ['hcs-website']));
      expect([mode, rows]).toEqual([mode, [{ ssl: isEncrypted }]]);
    });
    const copy = join(temporaryFolder(), 'copy.sqlite');
    const { status, stderr } = connect({ DATABASE_URL: DATABASE_URL + mode }, 'backup', copy);
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^Store: .*\n$/)]);
    await app.close();
  }
  const other = `${DATABASE_URL}?sslmode=verify-full&sslrootcert=${ownCertificate().cert}`;
  expect(connect({ DATABASE_URL: other }, 'enquiries').stderr).toMatch(
    /DATABASE_URL: cannot reach the database \(.*certificate.*\)\.\n$/,
  );
});

test('PgBouncer refuses us in its own words', async ({ skip }) => {
  const missing = installMissing({ pgbouncer: 'pgbouncer' });
  if (missing.length > 0) skip(`Missing: ${missing.join(', ')}`);
  await using cluster = await startPostgres();
  const direct = new URL(await cluster.newDatabase());
  const port = await ownPort();
  const folder = sharedFolder();
  writeFileSync(join(folder, 'users'), `"hcs" "${direct.password}"\n`, { mode: 0o644 });
  const database = direct.pathname.slice(1);
  const settings = `[databases]\n${database} = host=127.0.0.1 port=${direct.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1
listen_port = ${port}\nunix_socket_dir =\nauth_type = plain\nauth_file = ${join(folder, 'users')}\n`;
  writeFileSync(join(folder, 'settings.ini'), settings, { mode: 0o644 });
  const user = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : ['env'];
  const [program = '', ...args] = [...user, 'pgbouncer', join(folder, 'settings.ini')];
  const pooler = spawn(program, args, { stdio: 'ignore' });
  onTestFinished(() => void pooler.kill());
  const pooled = new URL(direct);
  pooled.port = String(port);
  await until(async () => void (await withClient(pooled.href, (client) => client.query('select 1'))));
  const { status, stderr } = connect({ DATABASE_URL: pooled.href }, 'enquiries');
  expect([status, stderr]).toEqual([1, expect.stringMatching(/\(unsupported startup parameter: \w+\)\.\n$/)]);
});

test('a list is read from a disk that cannot be written; with an open log, what to copy is said', async ({
  skip,
}) => {
  if (process.getuid?.() !== 0) skip('Only root can mount a disk.');
  const folder = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  const site = await openApp({ DATA_DIR: folder });
  await answered(201, site.apply({ email: ada.email }));
  await site.app.close();
  const mount = (how: string) => execFileSync('mount', ['-o', `remount,${how}`, folder]);
  const list = () => connect({ DATA_DIR: folder }, 'applications');
  mount('ro');
  expect(list()).toMatchObject({ status: 0, stdout: expect.stringContaining(ada.email) });
  expect(connect({ DATA_DIR: folder }, 'forget', '--yes', ada.email).stderr).toMatch(/DATA_DIR: .*EROFS/);
  mount('rw');
  const file = join(folder, 'hcs.sqlite');
  const writing = new DatabaseSync(file);
  writing.exec("pragma journal_mode = wal; update applications set name = 'Only in the log'");
  // As a machine leaves it that was switched off.
  execFileSync('cp', [`${file}-wal`, `${file}-kept`]);
  writing.close();
  execFileSync('mv', [`${file}-kept`, `${file}-wal`]);
  mount('ro');
  expect(list()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`Copy it and ${file}-wal to a disk`),
  });
});

test('who may not use a file or folder is told so by name', async ({ skip }) => {
  if (process.getuid?.() !== 0) skip('Only root can be somebody else.');
  const site = await openApp();
  const copy = join(temporaryFolder(), 'copy.sqlite');
  await site.command('backup', copy);
  await site.app.close();
  const owner = sharedFolder();
  chmodSync(owner, 0o777);
  const as = (...words: string[]) => {
    const program = [
      '--reuid=nobody',
      '--regid=nogroup',
      '--clear-groups',
      process.execPath,
      'server/cli.mjs',
    ];
    const env = { ...process.env, DATA_DIR: owner };
    return spawnSync('setpriv', [...program, ...words], { env, encoding: 'utf8' });
  };
  const { app } = await openApp({ DATA_DIR: owner });
  await app.close();
  execFileSync('chown', ['-R', 'nobody:nogroup', owner]);
  for (const words of [
    ['restore', copy],
    ['restore', '--exactly', copy],
    ['backup', '--keep', '3', join(copy, '..')],
  ]) {
    const { status, stderr } = as(...words);
    expect([words, status, stderr]).toEqual([
      words,
      1,
      expect.stringContaining('The user nobody may not use /'),
    ]);
  }
  expect(as('backup', join(owner, 'copy.sqlite')).status).toBe(0);
});
