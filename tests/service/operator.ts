import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

const program = resolve('server/cli.ts');

/** Runs a command as a person does; never fails. */
export function connect(env: Record<string, string>, ...words: string[]) {
  return connectIn('.', env, ...words);
}

export function connectIn(cwd: string, env: Record<string, string>, ...words: string[]) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const settings = { ...process.env, ...env };
    execFile(process.execPath, [program, ...words], { cwd, env: settings }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}
