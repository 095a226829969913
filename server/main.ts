import type { FastifyInstance } from 'fastify';

import { providerPatienceMs } from './api/upstream.ts';
import { buildApp } from './app.ts';
import { type Config, codeOf, printableUrl, readConfig, StartError } from './config.ts';
import { builtSiteUrl, serverBundle } from './web/server-bundle.ts';

/** Requests that take longer are cut when the server stops. */
const stopPatienceMs = providerPatienceMs + 5_000;

/** Under load one query serves the requests of so long. */
const versionKeptMs = 100;

async function main(): Promise<void> {
  const config = readConfig(process.env, builtSiteUrl(serverBundle));
  const made: string[] = [];
  const app = await buildApp(config, { versionKeptMs, onNewStore: (place) => made.push(place) });
  await listen(app, config);
  // Only the address goes to stdout.
  for (const place of made)
    console.error(
      `A new store was made, ${config.sampleContent ? 'with the sample content' : 'empty'}: ${place}`,
    );
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
  if (code === 'EADDRINUSE') return `PORT: ${port} on ${host} is taken by another program.`;
  if (code === 'EACCES') return `PORT: ${port} needs rights that this user does not have.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST: "${host}" is not an address of this machine.`;
  return `PORT: cannot listen on ${host}:${port} (${code}).`;
}

/**
 * Answers what is under way, then closes. Fastify closes idle connections once, not those that become idle later;
 * close-with-grace exits before the store is closed.
 */
async function stop(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), stopPatienceMs);
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close();
  clearTimeout(cut);
  clearInterval(sweep);
}

// The store holds personal data: readable by its owner only.
process.umask(0o077);
main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
