import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { build, type Plugin, type ResolvedConfig } from 'vite';

import { otherPaths } from '#src/server-paths.ts';

import { readConfig, readConnectBase } from '../config.ts';
import { sampleFacts } from '../samples.ts';
import {
  type BuildRecord,
  loadServerBundle,
  serverBundleDir,
  writeBuildRecord,
} from '../web/server-bundle.ts';
import { addressesOfKind, robotsTxt, sitemapXml } from '../web/sitemap-and-feed-xml.ts';
import { writeHostFiles } from './static-host-files.ts';
import { writePages } from './write-pages.ts';

/** Writes the pages after the client build and before the worker's file list (`pre`, `sequential`). */
export function prerender(): Plugin {
  let config: ResolvedConfig;
  let record: BuildRecord;
  return {
    name: 'prerender',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
      // Vite's env includes .env files.
      record = {
        connectBase: readConnectBase(config.env),
        siteUrl: readConfig({ SITE_URL: process.env.SITE_URL }).siteUrl,
        hasMapsKey: Boolean(config.env.VITE_GOOGLE_MAPS_KEY),
      };
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      async handler(error?: Error) {
        if (error) return;
        const bundleDir = join(config.root, serverBundleDir);
        await rm(bundleDir, { recursive: true, force: true });
        await buildServerBundle(config, bundleDir);
        writeBuildRecord(bundleDir, record);
        const bundle = await loadServerBundle(bundleDir, `?built=${Date.now()}`);
        const outDir = join(config.root, config.build.outDir);
        const source = await readFile(join(outDir, 'index.html'), 'utf8');
        const template = source.replace(/>\s+</g, '><');
        await writePages({ outDir, bundleDir, template, bundle });
        await writeSiteFiles(outDir, record.siteUrl);
        writeHostFiles(outDir, record);
        await buildServer(config, join(bundleDir, 'server'));
        await buildConverter(config, bundleDir);
        const notice = sampleNotice(record.siteUrl);
        if (notice) console.error(notice);
      },
    },
  };
}

async function buildServerBundle(config: ResolvedConfig, outDir: string): Promise<void> {
  await build({
    root: config.root,
    configFile: false,
    logLevel: config.logLevel,
    define: config.define,
    // Bundle React, so that its production build is used with any NODE_ENV.
    ssr: { noExternal: true, external: ['jsdom'] },
    build: {
      ssr: 'src/entry-server.tsx',
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      minify: false,
      // A chunk would import the entry without `?built=` and load React twice.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
}

/** Builds the server, whose packages stay in node_modules; `app` is for the tests in a browser. */
async function buildServer({ root, logLevel }: ResolvedConfig, outDir: string): Promise<void> {
  const entries = ['serve', 'run-command', 'app'];
  await build({
    root,
    configFile: false,
    logLevel,
    build: {
      ssr: true,
      outDir,
      copyPublicDir: false,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(entries.map((name) => [name, join(root, `server/${name}.ts`)])),
      },
    },
  });
}

/** Builds what the office's editor loads at the first paste. */
async function buildConverter({ root, logLevel }: ResolvedConfig, outDir: string): Promise<void> {
  const entry = join(root, 'server/lib/from-html.ts');
  await build({
    root,
    configFile: false,
    logLevel,
    build: {
      lib: { entry, formats: ['es'], fileName: () => 'from-html.js' },
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
    },
  });
}

/** Writes files for static hosts; the server generates its own versions from the store. */
async function writeSiteFiles(outDir: string, siteUrl: string): Promise<void> {
  const lastmod = new Date().toISOString();
  const addresses = [
    ...addressesOfKind('static').map(({ path }) => ({ path, lastmod })),
    ...addressesOfKind('data').map(({ path }) => ({ path })),
  ];
  await writeFile(join(outDir, otherPaths.sitemap), sitemapXml(siteUrl, addresses));
  await writeFile(join(outDir, otherPaths.robots), robotsTxt(siteUrl, otherPaths.sitemap));
}

/** What the build for a public address says; empty for another one. */
export function sampleNotice(siteUrl: string): string {
  const facts = siteUrl.startsWith('https:') ? sampleFacts() : [];
  if (facts.length === 0) return '';
  const lines = facts.map(({ file, sample }) => `  src/${file}: ${sample}`);
  return ['Replace these samples before the site goes live:', ...lines].join('\n');
}
