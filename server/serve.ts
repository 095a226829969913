import type { FastifyInstance } from 'fastify';

import { buildApp } from './app.ts';
import { type Config, codeOf, connectCommand, printableUrl, readConfig, StartError } from './config.ts';
import { providerTimeoutMs } from './connect/upstream.ts';
import { readBuildRecord, serverBundle } from './web/server-bundle.ts';

/** When the server stops, it aborts requests that take longer. */
const stopTimeoutMs = providerTimeoutMs + 5_000;

async function main(): Promise<void> {
  const config = readConfig(process.env, readBuildRecord(serverBundle).siteUrl);
  const notices: string[] = [];
  const app = await buildApp(config, {
    onNewStore: (place) =>
      notices.push(
        `Created a new store, ${config.sampleContent ? 'with the sample content' : 'empty'}: ${place}`,
      ),
    onSamples: () => notices.push(`Visitors can see sample content. To list it: ${connectCommand()} samples`),
  });
  await listen(app, config);
  // Write only the address to stdout.
  for (const line of notices) console.error(line);
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  console.log(`HERO Control System: ${printableUrl(config.host, port)}`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(app));
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port, listenTextResolver: () => '' });
  } catch (error) {
    await app.close();
    throw new StartError(listenProblem(codeOf(error), host, port));
  }
}

function listenProblem(code: string, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `PORT: another program is using port ${port} on ${host}.`;
  if (code === 'EACCES') return `PORT: this user is not allowed to use port ${port}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST: "${host}" is not an address of this machine.`;
  return `PORT: cannot listen on ${host}:${port} (${code}).`;
}

/**
 * Finishes running requests, then closes. Fastify closes idle connections only once, not those that become idle later.
 * The package close-with-grace would exit before the store is closed.
 */
async function stop(app: FastifyInstance): Promise<void> {
  const abort = setTimeout(() => app.server.closeAllConnections(), stopTimeoutMs);
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close();
  clearTimeout(abort);
  clearInterval(sweep);
}

// The store holds personal data: only its owner may read it.
process.umask(0o077);
main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
