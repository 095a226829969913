import type { Agent } from 'node:https';
import { join } from 'node:path';

import Fastify, { type FastifyInstance } from 'fastify';

import { otherPaths } from '#src/paths.ts';

import { mountConnect } from './api/connect-api.ts';
import { embeddedService } from './api/embedded.ts';
import { askApi } from './api/reads.ts';
import { upstreamService } from './api/upstream.ts';
import type { Config } from './config.ts';
import { openKeys, openStore, placeOf, type Store } from './db/open-store.ts';
import { refuseStandby } from './db/postgres.ts';
import { articleIndex } from './domain/articles.ts';
import { everyFiveSeconds, readContentVersion, versionReader } from './domain/content-version.ts';
import { pushKeys, pushRound } from './domain/push.ts';
import { deleteExpired } from './domain/retention.ts';
import { addSampleContent } from './domain/sample-content.ts';
import { sendMessages } from './messages.ts';
import { mountOffice } from './office/office.ts';
import { providedArticles } from './web/article-index.ts';
import { archiveAssets } from './web/assets-archive.ts';
import {
  answerBrokenRequest,
  answerErrors,
  limitRequestTime,
  longestRequestMs,
  notFoundText,
} from './web/error-answers.ts';
import { createPageMaker, defaultPageTimeoutMs, serveRenderedPages } from './web/rendered-pages.ts';
import { addSecurityHeaders } from './web/security-headers.ts';
import { type AskApi, readBuildRecord, serverBundle } from './web/server-bundle.ts';
import { mostInSitemap } from './web/sitemap-and-feed-xml.ts';
import { serveSiteFiles } from './web/sitemap-and-feeds.ts';
import { type StaticSite, serveStaticSite } from './web/static-site.ts';
import { serveUploads } from './web/uploads.ts';

export type AppOptions = {
  /** Null serves the connect API only. */
  distDir?: string | null;
  bundleDir?: string;
  /** The whole request may take 1.5 times as long. */
  headersTimeoutMs?: number;
  providerTimeoutMs?: number;
  pageTimeoutMs?: number;
  /** Visitors may see a change this much later. */
  versionMaxAgeMs?: number;
  pushAgent?: Agent;
  onNewStore?: (place: string) => void;
};

export const builtSite = join(import.meta.dirname, '..', 'dist');
const dayMs = 24 * 60 * 60_000;

/** Builds the server without listening. */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<FastifyInstance> {
  const { distDir = builtSite, bundleDir = serverBundle, headersTimeoutMs = 10_000 } = options;
  const app = createServer(config, headersTimeoutMs);
  limitRequestTime(app, headersTimeoutMs * 1.5);
  answerErrors(app);
  addSecurityHeaders(app);
  const onLost = (error: Error) => app.log.warn({ err: error }, 'database connection lost');
  const store = config.upstream === null ? await openStore(config, { onLost }) : await openKeys(config);
  app.addHook('onClose', () => store.close());
  try {
    const readVersion = versionReader(store.db, options.versionMaxAgeMs ?? 0);
    const service =
      config.upstream === null
        ? embeddedService(store, readVersion)
        : upstreamService(config.upstream, store, options.providerTimeoutMs);
    if (config.upstream === null) {
      if (store.isNew && config.sampleContent) await store.write(addSampleContent);
      if (store.isNew) options.onNewStore?.(placeOf(config));
      const keys = await pushKeys(store);
      const site = { keys, siteUrl: config.siteUrl, agent: options.pushAgent };
      sendMessages(app, store, config, () => pushRound(store, site));
      await mountConnect(app, config, service, { store, publicKey: keys.publicKey });
    } else await mountConnect(app, config, service);
    app.get(otherPaths.health, async (_, reply) => {
      await readContentVersion(store.db);
      await refuseStandby(store.db);
      return reply.header('cache-control', 'no-store').send({ status: 'ok' });
    });
    serveUploads(app, store);
    if (distDir === null) return app;
    const archive = archiveAssets(distDir, config.dataDir, app.log);
    const { connectBase } = readBuildRecord(bundleDir);
    const site = await serveStaticSite(app, distDir, archive, connectBase);
    const pageTimeoutMs = options.pageTimeoutMs ?? defaultPageTimeoutMs;
    const ask = askApi(service, app.log);
    const sources = { store, readVersion, ask, site, bundleDir, connectBase, pageTimeoutMs };
    const builtAt = await serveMadePages(app, config, sources);
    deleteDaily(app, store, config, Date.parse(builtAt));
    if (config.upstream === null) await mountOffice(app, store, config, { distDir, builtAt });
    app.setNotFoundHandler((request, reply) =>
      ['GET', 'HEAD'].includes(request.method)
        ? site.sendNotFound(request, reply)
        : reply.code(404).send({ error: notFoundText }),
    );
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

function createServer(config: Config, headersTimeoutMs: number): FastifyInstance {
  // Request ids are needed only where several lines are logged per request.
  const logsRequests = ['trace', 'debug', 'info'].includes(config.logLevel);
  return Fastify({
    logger: {
      level: config.logLevel,
      // Addresses, queries, bodies and rows are personal data: do not log them.
      serializers: {
        // The last part of these paths opens what it names.
        req: ({ id, method, url }) => ({
          id,
          method,
          path: String(url).replace(/\?.*|(?<=^\/(?:office\/enter|preview|unsubscribe)\/).*/s, ''),
        }),
        err: ({ name, message, code, stack = '' }) => ({ type: name, message, code, stack }),
      },
    },
    ...(logsRequests ? { genReqId: () => crypto.randomUUID() } : { childLoggerFactory: (logger) => logger }),
    // Trust only the last entry of X-Forwarded-For: a client can forge the others.
    trustProxy: config.trustProxy ? (_, hop) => hop === 0 : false,
    bodyLimit: 64 * 1024,
    // `limitRequestTime` ends other requests sooner.
    requestTimeout: longestRequestMs,
    keepAliveTimeout: 60_000,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: headersTimeoutMs / 5 },
    routerOptions: { maxParamLength: 300 },
    clientErrorHandler: answerBrokenRequest,
  });
}

function deleteDaily(app: FastifyInstance, store: Store, config: Config, builtAt: number): void {
  const deleteNow = () =>
    deleteExpired(store, config.retentionDays, { builtAt }).catch((error: unknown) =>
      app.log.error({ err: error }, 'could not delete expired entries; retrying tomorrow'),
    );
  app.addHook('onReady', deleteNow);
  const timer = setInterval(deleteNow, dayMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

type Sources = {
  store: Store;
  readVersion: () => Promise<string>;
  ask: AskApi;
  site: StaticSite;
  bundleDir: string;
  connectBase: string;
  pageTimeoutMs: number;
};

async function serveMadePages(
  app: FastifyInstance,
  { upstream, siteUrl }: Config,
  { store, ask, site, bundleDir, connectBase, pageTimeoutMs, ...source }: Sources,
): Promise<string> {
  const maker = await createPageMaker(bundleDir);
  const warm = () =>
    maker.warm().catch((error: unknown) => app.log.warn({ err: error }, 'could not warm up the pages'));
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    // Warm up after the first requests.
    timer = setTimeout(warm, 1_000).unref();
  });
  app.addHook('onClose', async () => clearTimeout(timer));
  // Ignore the error: reading the page's data fails too, and logs it.
  const readVersion =
    upstream === null
      ? () => source.readVersion().catch(() => `unavailable ${everyFiveSeconds()}`)
      : async () => everyFiveSeconds();
  serveRenderedPages(app, { site, maker, connectBase, ask, readVersion, timeoutMs: pageTimeoutMs });
  serveSiteFiles(app, {
    siteUrl,
    builtAt: maker.builtAt,
    ask,
    articles: upstream === null ? () => articleIndex(store.db, mostInSitemap) : providedArticles(ask),
    entries: maker.feedEntries,
    readVersion,
  });
  return maker.builtAt;
}
