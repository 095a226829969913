import type { Agent } from 'node:https';
import { join } from 'node:path';

import Fastify, { type FastifyInstance } from 'fastify';

import { otherPaths } from '#src/paths.ts';

import type { Config } from './config.ts';
import { mountConnect } from './connect/connect-api.ts';
import { embeddedService } from './connect/embedded-service.ts';
import { readConnect } from './connect/service.ts';
import { upstreamService } from './connect/upstream-service.ts';
import { answerBrokenRequest, answerErrors, answerUnreadable, nothingHere } from './http/error-answers.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { deliverNotifications } from './notifications/delivery.ts';
import { pushChannel } from './notifications/push.ts';
import { publicAgent } from './notifications/push-agent.ts';
import { pushKeys } from './notifications/push-keys.ts';
import { providedMediaIndex, storedMediaIndex } from './site/article-index.ts';
import { updateAssetsArchive } from './site/assets-archive.ts';
import { createPageMaker, pagePatience, serveRenderedPages } from './site/rendered-pages.ts';
import { readBuildRecord, serverBundle } from './site/server-bundle.ts';
import { serveSiteFiles } from './site/sitemap-and-feeds.ts';
import { type StaticSite, serveStaticSite } from './site/static-site.ts';
import { serveUploads } from './site/uploads.ts';
import { prepareDataDir } from './store/data-dir.ts';
import { readContentVersion } from './store/on-the-site.ts';
import { openStore, type Store } from './store/open-store.ts';
import { keepTidy } from './store/retention.ts';

export type AppOptions = {
  /** Where the build is; null serves the connect API alone. */
  distDir?: string | null;
  /** Where the build put what the server renders with. */
  bundleDir?: string;
  /** How long a client may take to send its headers; half as long again for the whole request. */
  patienceMs?: number;
  /** How long a provider may take. */
  providerPatienceMs?: number;
  /** How long the API may take before a page is sent as its shell. */
  pagePatienceMs?: number;
  /** How push services are reached. */
  pushAgent?: Agent;
  /** Told where the store is, when it was made. */
  onNewStore?: (place: string) => void;
};

export const builtSite = join(import.meta.dirname, '..', 'dist');

/** The whole server, not listening yet. Throws a `StartError` when settings or surroundings forbid a start. */
export async function buildApp(
  config: Config,
  {
    distDir = builtSite,
    bundleDir = serverBundle,
    patienceMs = 10_000,
    providerPatienceMs,
    pagePatienceMs = pagePatience,
    pushAgent = publicAgent(),
    onNewStore,
  }: AppOptions = {},
): Promise<FastifyInstance> {
  prepareDataDir(config.dataDir);
  const app = createServer(config, patienceMs);
  answerErrors(app);
  addSecurityHeaders(app);
  const store = await openStore(config, {
    purpose: config.upstream === null ? 'everything' : 'answers',
    onMade: onNewStore,
    onLost: (error) => app.log.warn({ err: error }, 'database connection lost'),
  });
  const service =
    config.upstream === null
      ? embeddedService(store)
      : upstreamService(config.upstream, store, providerPatienceMs);
  keepTidy(app, store, config.retentionDays);
  app.addHook('onClose', () => store.close());
  try {
    const keys = config.upstream === null ? await pushKeys(store) : undefined;
    if (keys) {
      const { siteUrl } = config;
      deliverNotifications(app, store, config, pushChannel(store, { keys, siteUrl, agent: pushAgent }));
    }
    await mountConnect(app, config, service, store, keys?.publicKey);
    app.get(otherPaths.health, async (_, reply) => {
      // Where a provider answers, the store still remembers what was sent to it.
      await readContentVersion(store.db);
      return reply.header('cache-control', 'no-store').send({ status: 'ok' });
    });
    serveUploads(app, store);
    if (distDir === null) return app;
    const archive = updateAssetsArchive(distDir, config.dataDir, {
      onProblem: (error) => app.log.error({ err: error }, 'the assets archive is not complete'),
    });
    const { connectBase } = readBuildRecord(bundleDir);
    const site = await serveStaticSite(app, distDir, archive, connectBase);
    await serveMadePages(app, config, { store, site, bundleDir, connectBase, patienceMs: pagePatienceMs });
    app.setNotFoundHandler((request, reply) =>
      ['GET', 'HEAD'].includes(request.method)
        ? site.sendNotFound(request, reply)
        : reply.code(404).send({ error: nothingHere }),
    );
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

function createServer(config: Config, patienceMs: number): FastifyInstance {
  return Fastify({
    logger: {
      level: config.logLevel,
      // Addresses of visitors, queries, bodies, and a database's details of a row are personal data.
      serializers: {
        req: ({ id, method, url }) => ({ id, method, path: String(url).split('?', 1).join() }),
        err: ({ name, message, code, stack = '' }) => ({ type: name, message, code, stack }),
      },
    },
    genReqId: () => crypto.randomUUID(),
    // One proxy: its own entry at the end of X-Forwarded-For is the only one a client cannot invent.
    trustProxy: config.trustProxy ? (_, hop) => hop === 0 : false,
    bodyLimit: 64 * 1024,
    requestTimeout: patienceMs * 1.5,
    keepAliveTimeout: 60_000,
    http: { headersTimeout: patienceMs, connectionsCheckingInterval: patienceMs / 5 },
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: answerUnreadable,
    clientErrorHandler: answerBrokenRequest,
  });
}

type Sources = { store: Store; site: StaticSite; bundleDir: string; connectBase: string; patienceMs: number };

/** What is made from the content of the store, or of the provider, when somebody asks for it. */
async function serveMadePages(
  app: FastifyInstance,
  { upstream, siteUrl }: Config,
  { store, site, bundleDir, connectBase, patienceMs }: Sources,
): Promise<void> {
  const maker = await createPageMaker(bundleDir);
  const warm = () =>
    maker.warm().catch((error: unknown) => app.log.warn({ err: error }, 'pages could not be warmed up'));
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    // What waited for the start comes first.
    timer = setTimeout(warm, 1_000).unref();
  });
  app.addHook('onClose', async () => clearTimeout(timer));
  // Without its database a page is the shell: the call that would fill it fails next, and is logged.
  const readVersion =
    upstream === null
      ? () => readContentVersion(store.db).catch(() => `away ${everyFewSeconds()}`)
      : async () => everyFewSeconds();
  serveRenderedPages(app, { site, maker, connectBase, readVersion, patienceMs });
  serveSiteFiles(app, {
    siteUrl,
    builtAt: maker.builtAt,
    index:
      upstream === null ? storedMediaIndex(store.db) : providedMediaIndex((call) => readConnect(app, call)),
    entries: maker.feedEntries,
    readVersion,
  });
}

/** Where nobody can tell whether the content has changed, what was made of it is good for a moment. */
function everyFewSeconds(): string {
  return String(Math.floor(Date.now() / 5_000));
}
