import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installMissing } from './debian.ts';

const project = join(import.meta.dirname, '../..');

/**
 * A new operator's machine: it shares this machine's programs but has its own files, network and processes. All that is
 * written there is deleted afterwards, and every port is free. The project is in /opt/hcs, its next version in /opt/hcs.new;
 * both are symbolic links, because a mount point cannot be moved.
 */
export type Machine = AsyncDisposable & {
  /** Runs a shell script as root and waits for its end. */
  run(script: string, input?: string): { status: number; out: string; err: string };
  /** The same, but throws an error with the script's output if it fails. */
  sh(script: string, input?: string): string;
};

const packages: Record<string, string> = {
  caddy: 'caddy',
  'systemd-analyze': 'systemd',
  openssl: 'openssl',
  curl: 'curl',
  ip: 'iproute2',
  sudo: 'sudo',
};

/** Its first process, which also reaps orphans. Prints "ready" once no process in it can reach the files outside. */
const setUp = `
  folder=$1
  mount -t tmpfs tmpfs "$folder"
  cd "$folder"
  mkdir files files.work root
  mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/files,workdir=$folder/files.work" root
  for version in hcs hcs.new; do
    mkdir -p "$version" "$version.work" "root/versions/$version"
    mount -t overlay overlay -o "lowerdir=$2,upperdir=$folder/$version,workdir=$folder/$version.work" "root/versions/$version"
    ln -s "/versions/$version" "root/opt/$version"
  done
  mount -t proc proc root/proc
  mount --rbind /dev root/dev
  mount -t tmpfs -o mode=1777 tmpfs root/tmp
  mount -t tmpfs tmpfs root/run
  install -D "$2/tests/full/systemctl.sh" root/usr/local/bin/systemctl
  ip link set lo up
  cd root
  mkdir -p mnt/outside
  pivot_root . mnt/outside
  umount --lazy /mnt/outside
  echo ready
  exec bash -c 'while :; do sleep 3600 & wait $!; done'
`;

/** Starts a machine, or returns the reason why it cannot. */
export async function startMachine(): Promise<Machine | string> {
  if (process.getuid?.() !== 0) return 'Only root can start a separate machine.';
  const missing = installMissing(packages);
  if (missing.length > 0) return `Missing: ${missing.join(', ')}`;
  const folder = mkdtempSync(join(tmpdir(), 'hcs-machine-'));
  const own = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--propagation', 'private'];
  const init = spawn('unshare', [...own, 'sh', '-ec', setUp, '-', folder, project]);
  let written = '';
  for (const stream of [init.stdout, init.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      written += chunk;
    });
  const ended = once(init, 'close');
  await Promise.race([ended, once(init.stdout, 'data')]);
  const clean = () => rmSync(folder, { recursive: true, force: true });
  if (init.exitCode !== null) {
    clean();
    return `A machine of its own cannot be started here: ${written.trim()}`;
  }
  const enter = ['--target', childOf(init.pid), '--mount', '--net', '--pid', '--root', '--wd'];
  const run: Machine['run'] = (script, input = '') => {
    const shell = ['bash', '--norc', '-euo', 'pipefail', '-c', script];
    const { status, stdout, stderr } = spawnSync('nsenter', [...enter, ...shell], {
      encoding: 'utf8',
      input,
      env: {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/root',
        LANG: 'C.UTF-8',
      },
    });
    return { status: status ?? 1, out: stdout, err: stderr };
  };
  return {
    run,
    sh(script, input) {
      const { status, out, err } = run(script, input);
      if (status !== 0) throw new Error(`${script}\nended with ${status}\n${out}${err}`);
      return out;
    },
    async [Symbol.asyncDispose]() {
      init.kill('SIGKILL');
      await ended;
      clean();
    },
  };
}

/** The process that `unshare` forked: PID 1 inside, another number outside. */
function childOf(pid = 0): string {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
}
