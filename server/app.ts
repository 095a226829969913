import { writeSync } from 'node:fs';
import type { Agent } from 'node:https';
import { join } from 'node:path';

import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';

import { longestPartMs } from '#src/contract/attachments.ts';
import { isServerPath, otherPaths } from '#src/server-paths.ts';
import { serverErrors } from '#src/words/errors.ts';

import { articleIndex } from './articles/articles.ts';
import { addSampleContent } from './commands/sample-content.ts';
import type { Config } from './config.ts';
import { mountConnect } from './connect/connect-api.ts';
import { embeddedService } from './connect/embedded.ts';
import { askApi } from './connect/reads.ts';
import type { Service } from './connect/service.ts';
import { upstreamService } from './connect/upstream.ts';
import { removeDevice } from './devices/devices.ts';
import { dayMs } from './lib/durations.ts';
import { pushKeys, sendPushes } from './outgoing/push-sender.ts';
import { findPicture } from './pictures/pictures.ts';
import { deleteExpired } from './retention.ts';
import { root } from './root.ts';
import { sampleTexts } from './samples.ts';
import { mountOffice } from './sections.ts';
import { sendMessages } from './send-messages.ts';
import { findFact } from './store/facts.ts';
import { openKeys, openStore, placeOf, type Store } from './store/open-store.ts';
import { refuseStandby } from './store/postgres.ts';
import { readSiteFolder, serveStaticSite } from './web/built-site.ts';
import { decodableUrl } from './web/canonical-address.ts';
import { respondToErrors } from './web/error-responses.ts';
import { ignorePorts } from './web/rate-limits.ts';
import { createPageRenderer, defaultPageTimeoutMs, serveRenderedPages } from './web/rendered-pages.ts';
import { limitRequestTime, longestRequestMs, respondToBrokenRequest } from './web/request-limits.ts';
import type { Clock } from './web/response-cache.ts';
import { addSecurityHeaders, svgPolicy } from './web/security-headers.ts';
import { readBuildRecord, serverBundle } from './web/server-bundle.ts';
import { mostInSitemap } from './web/sitemap-and-feed-xml.ts';
import { type SiteFilesSource, serveSiteFiles } from './web/sitemap-and-feeds.ts';

export type AppOptions = {
  /** What was read of the built site. If null, serves the connect API only; by default reads the site itself. */
  site?: BuiltSite | null;
  /** A whole request may take 1.5 times as long. */
  headersTimeoutMs?: number;
  providerTimeoutMs?: number;
  pageTimeoutMs?: number;
  /** Measures the age of cached responses. */
  clock?: Clock;
  pushAgent?: Agent;
  /** Where log lines go instead of stdout. */
  log?: { write: (line: string) => void };
  /** Pause between two checks for due messages. */
  messagePauseMs?: number;
  onNewStore?: (place: string) => void;
  /** Called if sample content is visible on a public address. */
  onSamples?: () => void;
};

export const builtSite = join(root, 'dist');

type BuiltSite = Awaited<ReturnType<typeof readSite>>;

/** Reads what a server needs of a built site. Servers in one process can share it. */
export async function readSite(distDir = builtSite, bundleDir = serverBundle) {
  const record = readBuildRecord(bundleDir);
  return { ...readSiteFolder(distDir, record), record, renderer: await createPageRenderer(bundleDir) };
}

/** Builds the server without listening. */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<FastifyInstance> {
  const { clock = performance, headersTimeoutMs = 10_000, pageTimeoutMs = defaultPageTimeoutMs } = options;
  const app = createServer(config, headersTimeoutMs, options.log);
  app.removeContentTypeParser('text/plain');
  limitRequestTime(app, headersTimeoutMs * 1.5);
  ignorePorts(app);
  respondToErrors(app);
  addSecurityHeaders(app);
  try {
    const { store, service, ...own } = await (config.upstream === null
      ? openEmbedded(app, config, options)
      : openProxy(app, config, config.upstream, options));
    await mountConnect(app, config, service, clock, own.alerts);
    app.get(otherPaths.health, async (_, reply) => {
      await findFact(store.db, 'secret-key');
      await refuseStandby(store.db);
      return reply.header('cache-control', 'no-store').send({ status: 'ok' });
    });
    serveUploads(app, store);
    const { site: built = await readSite() } = options;
    if (built === null) return app;
    const { distDir, record, renderer } = built;
    const site = await serveStaticSite(app, built);
    const { builtAt, feedEntries } = renderer;
    const shared = { site, ask: askApi(service, app.log), clock };
    serveRenderedPages(app, {
      ...shared,
      renderer,
      connectBase: record.connectBase,
      timeoutMs: pageTimeoutMs,
    });
    serveSiteFiles(app, { ...shared, siteUrl: config.siteUrl, builtAt, feedEntries, articles: own.articles });
    warmLater(app, renderer.warm);
    deleteDaily(app, store, config);
    await own.mountOffice?.({ distDir, builtAt, renderer });
    app.setNotFoundHandler((request, reply) =>
      ['GET', 'HEAD'].includes(request.method)
        ? site.sendNotFound(request, reply)
        : reply.code(404).send({ error: serverErrors.notFound }),
    );
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** A line that cannot be written is lost, as on a full disk. */
const stdout: NonNullable<AppOptions['log']> = {
  write(line) {
    try {
      writeSync(1, line);
    } catch {
      // There is nowhere else to say it.
    }
  },
};

type Source = {
  store: Store;
  service: Service;
  alerts?: { store: Store; publicKey: string };
  articles?: SiteFilesSource['articles'];
  mountOffice?: (built: Parameters<typeof mountOffice>[3]) => Promise<void>;
};

async function openEmbedded(app: FastifyInstance, config: Config, options: AppOptions): Promise<Source> {
  const onProblem = (error: unknown) => app.log.warn({ err: error }, 'database problem');
  const store = await openStore(config, { onProblem });
  app.addHook('onClose', () => store.close());
  if (store.isNew && config.sampleContent) await store.write(addSampleContent);
  if (store.isNew) options.onNewStore?.(placeOf(config));
  const isPublic = config.siteUrl.startsWith('https:');
  if (isPublic && (await sampleTexts(store.db)).length > 0) options.onSamples?.();
  const keys = await pushKeys(store);
  const site = { keys, siteUrl: config.siteUrl, agent: options.pushAgent, removeDevice };
  sendMessages(app, store, config, () => sendPushes(store, site), options.messagePauseMs);
  return {
    store,
    service: embeddedService(store, config),
    alerts: { store, publicKey: keys.publicKey },
    articles: () => articleIndex(store.db, mostInSitemap),
    mountOffice: (built) => mountOffice(app, store, config, built),
  };
}

async function openProxy(
  app: FastifyInstance,
  config: Config,
  upstream: string,
  options: AppOptions,
): Promise<Source> {
  const store = await openKeys(config);
  app.addHook('onClose', () => store.close());
  return { store, service: upstreamService(upstream, store, options.providerTimeoutMs) };
}

function createServer(config: Config, headersTimeoutMs: number, stream = stdout): FastifyInstance {
  // Request ids are needed only if several lines are logged per request.
  const logsRequests = ['trace', 'debug', 'info'].includes(config.logLevel);
  return Fastify({
    logger: {
      level: config.logLevel,
      stream,
      // IP addresses, queries, bodies and rows are personal data: do not log them.
      serializers: {
        req: (request: FastifyRequest) => ({
          id: request.id,
          method: request.method,
          path: pathForLog(request),
        }),
        err: ({ name, message, code, stack = '' }) => ({ type: name, message, code, stack }),
      },
    },
    ...(logsRequests ? { genReqId: () => crypto.randomUUID() } : { childLoggerFactory: (logger) => logger }),
    // Trust only the last entries of X-Forwarded-For: a client can forge the others. Fastify trusts nobody if given a number.
    trustProxy: config.proxies === 0 ? false : (_, hop) => hop < config.proxies,
    bodyLimit: 64 * 1024,
    // Slow machines need this long to start.
    pluginTimeout: 60_000,
    // `limitRequestTime` ends other requests sooner.
    requestTimeout: Math.max(longestRequestMs, longestPartMs),
    keepAliveTimeout: 60_000,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: headersTimeoutMs / 5 },
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: decodableUrl,
    clientErrorHandler: respondToBrokenRequest,
  });
}

/** Omits the parameters of the server's own routes, because a token gives access. */
function pathForLog({ url, routeOptions }: FastifyRequest): string {
  const { url: route = '' } = routeOptions;
  if (isServerPath(route)) return route;
  const path = url.replace(/\?.*/s, '');
  return isServerPath(path) ? `/${path.split('/')[1]}` : path;
}

/** Begins once the server listens; it ends with the server, and goes on at the next start. */
function deleteDaily(app: FastifyInstance, store: Store, config: Config): void {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const deleteNow = async () => {
    try {
      if (await deleteExpired(store, config.retentionDays, { signal: stopping.signal, log: app.log }))
        app.log.warn(
          'the clock is far ahead of the last deletion by age: this run covered only two more days',
        );
    } catch (error) {
      app.log.error({ err: error }, 'could not delete expired entries; retrying tomorrow');
    }
  };
  const begin = async () => {
    running = running.then(deleteNow);
  };
  app.addHook('onListen', begin);
  const timer = setInterval(begin, dayMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  });
}

/** Renders each kind of page once, a second after the start, so that the first requests are not delayed. */
function warmLater(app: FastifyInstance, warm: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  const warmNow = () =>
    warm().catch((error: unknown) => app.log.warn({ err: error }, 'could not warm up the pages'));
  app.addHook('onListen', async () => {
    timer = setTimeout(warmNow, 1_000).unref();
  });
  app.addHook('onClose', async () => clearTimeout(timer));
}

/** Serves pictures from the store, which all servers share. */
function serveUploads(app: FastifyInstance, store: Store): void {
  app.get<{ Params: { name: string } }>(otherPaths.upload(':name'), async (request, reply) => {
    const file = await findPicture(store.db, request.params.name);
    if (file === undefined) return reply.callNotFound();
    reply.header('content-security-policy', svgPolicy).header('cross-origin-resource-policy', 'cross-origin');
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return reply.type(file.type).send(Buffer.from(file.bytes));
  });
}
