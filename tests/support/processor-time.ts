import { existsSync, readdirSync, readFileSync } from 'node:fs';

type Process = { parent: number; own: number; withWaited: number; key: string };

/**
 * Counts the processor seconds of this process and all that it starts, on Linux. The system's own sum is exact, but
 * leaves out whom nobody waited for, which is half of a browser; looking twice a second sees those, and misses what
 * is over sooner. Both are told; the larger growth is what was spent at least.
 */
export function watchProcessor(): (() => [sampled: number, waited: number]) | undefined {
  if (!existsSync('/proc/self/stat')) return undefined;
  const seen = new Map<string, number>();
  const look = () => {
    const processes = readProcesses();
    for (const [pid, { own, key }] of processes) if (isOurs(pid, processes, seen)) seen.set(key, own);
  };
  setInterval(look, 500).unref();
  return () => {
    look();
    const sampled = [...seen.values()].reduce((sum, seconds) => sum + seconds, 0);
    return [sampled, readProcess(String(process.pid))?.withWaited ?? 0];
  };
}

/** Started by us; or known as such from before its parent ended. */
function isOurs(pid: number, processes: Map<number, Process>, seen: Map<string, number>): boolean {
  for (let at = pid; ; ) {
    const found = processes.get(at);
    if (at === process.pid || (found && seen.has(found.key))) return true;
    if (found === undefined) return false;
    at = found.parent;
  }
}

function readProcesses(): Map<number, Process> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    pids.flatMap((pid) => {
      const found = readProcess(pid);
      return found ? [[Number(pid), found] as const] : [];
    }),
  );
}

/** proc_pid_stat(5), from its third field on: the second, a name in brackets, may hold blanks. Times in hundredths. */
function readProcess(pid: string): Process | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It ended meanwhile.
    return undefined;
  }
  const fields = text
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const sum = (from: number, to: number) =>
    fields.slice(from, to).reduce((all, ticks) => all + ticks, 0) / 100;
  return {
    parent: fields[1] ?? 0,
    own: sum(11, 13),
    withWaited: sum(11, 15),
    key: `${pid} ${fields[19]}`,
  };
}
