import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

import { connectDev, devPages } from './server/build/dev-server.ts';
import { firstView } from './server/build/first-view.ts';
import { loader } from './server/build/loader.ts';
import { renderPhotos } from './server/build/photos.ts';
import { prerender } from './server/build/plugin.ts';
import { precompress } from './server/build/precompress.ts';
import { sampleNotice } from './server/build/sample-notice.ts';
import { writeSiteBundle } from './server/build/site-bundle.ts';
import { unusedStyles } from './server/build/unused-styles.ts';
import { webManifest } from './server/build/web-manifest.ts';
import * as site from './src/content/site.ts';

/** Matches these packages. */
const packages = (...names: string[]) => new RegExp(`/node_modules/(?:${names.join('|')})`);

/** Matches these files and folders of `src/`, which must be there. */
function sources(...places: string[]): (id: string) => boolean {
  const found = places.map((place) => realpathSync(join(import.meta.dirname, 'src', place)));
  return (id) => found.some((place) => id === place || id.startsWith(`${place}/`));
}

const components = (...names: string[]) => names.map((name) => `components/${name}.tsx`);

const either =
  (...tests: (RegExp | ((id: string) => boolean))[]) =>
  (id: string) =>
    tests.some((test) => (typeof test === 'function' ? test(id) : test.test(id)));

/** By name, in order: a module belongs to the first that matches. */
const chunks = {
  /** Rarely changes between deploys, so that it stays cached. */
  vendor: either(
    packages('(?:react|react-dom|scheduler|wouter|regexparam|valtio|proxy-compare|use-sync-external-store)/'),
    /rolldown\/runtime|vite\/preload-helper/,
  ),
  /**
   * Shared by all pages. No chunk may import the entry, which references every page's chunk: any change would rename all
   * files.
   */
  shared: sources(
    ...['paths.ts', 'server-paths.ts', 'layout', 'state', 'lib/match-page.ts', 'lib/use-proxy-state.ts'],
    ...['contract/media-type.ts', 'contract/page.ts', 'contract/response.ts'],
    ...['api/connect-base.ts', 'api/server-data.ts'],
    ...['company', 'connect-errors', 'icons', 'interface', 'navigation', 'pictures', 'site'].map(
      (name) => `content/${name}.ts`,
    ),
    'components/keep-focus.ts',
    ...components('dialog', 'error-boundary', 'icon', 'link', 'navigation', 'page-banner', 'page-meta'),
    ...components('picture', 'section'),
  ),
  /** The outbox's store, for forms and the status bar. */
  store: either(
    packages('idb-keyval/'),
    sources('contract/kinds.ts', 'contract/worker-messages.ts', 'outbox/channel.ts', 'outbox/store.ts'),
    sources('outbox/page/outbox.ts', 'components/toast.tsx'),
  ),
  /** Shared by all pages with data. */
  data: either(
    packages('swr/', 'dequal/'),
    sources('api/hooks.ts', ...components('notice', 'saved-copy', 'skeleton')),
  ),
  /** Loaded with every form, so that the Outbox opens offline. */
  outbox: sources(
    'content/outbox.ts',
    ...['submit.ts', 'told.ts', 'typed-fields.ts', 'use-submission.ts'].map((name) => `outbox/page/${name}`),
    ...['outbox-control.tsx', 'outbox-entry.tsx', 'outbox-receipts.tsx'].map((name) => `outbox/page/${name}`),
  ),
  /** Loaded after the page. Must not match modules that the first render imports. */
  'after-load': either(packages('workbox-'), sources('status-bar', 'worker', 'content/status.ts')),
};

const appChunks = /assets\/(?:rolldown-runtime|vendor|shared|entry-client)-/;

const photos = await renderPhotos(
  join(import.meta.dirname, 'src/photos'),
  join(import.meta.dirname, 'public/assets'),
);

const firstViewFiles = firstView();

const siteBuild = { dir: join(import.meta.dirname, 'dist'), has: firstViewFiles.has };

/** Shorter than base64, and compresses better. */
function dataAddress(svg: string): string {
  return `data:image/svg+xml,${svg.trim().replace(/[%#"<>]/g, encodeURIComponent)}`;
}

export default defineConfig({
  resolve: {
    alias: [
      // React 18 and later do not need the shim.
      { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' },
      // The default build is ES5 and twice the size.
      { find: /^workbox-window$/, replacement: 'workbox-window/index.mjs' },
    ],
  },
  define: {
    'import.meta.env.PHOTOS': JSON.stringify(photos),
    'import.meta.env.LOGO': JSON.stringify(dataAddress(readFileSync('public/logo.svg', 'utf8'))),
    'import.meta.env.LANG': JSON.stringify(site.lang),
    'import.meta.env.THEME_COLOUR': JSON.stringify(site.themeColour),
    'import.meta.env.BUILD_YEAR': new Date().getFullYear(),
    'import.meta.env.SITE_URL': JSON.stringify(process.env.SITE_URL ?? 'http://localhost:4173'),
  },
  // Bootstrap 5 uses @import.
  css: {
    preprocessorOptions: { scss: { quietDeps: true, silenceDeprecations: ['import', 'global-builtin'] } },
  },
  build: {
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The app's own chunks are already loaded by the HTML.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => !appChunks.test(file)),
    },
    rolldownOptions: {
      input: { 'entry-client': 'index.html' },
      // Texts that are used once then cost no name.
      optimization: { inlineConst: true },
      output: {
        codeSplitting: {
          groups: Object.entries(chunks).map(([name, test]) => ({
            name,
            test,
            includeDependenciesRecursively: name === 'vendor',
          })),
        },
      },
    },
  },
  plugins: [
    react(),
    unusedStyles(),
    connectDev(),
    devPages(),
    loader(),
    firstViewFiles.plugin,
    prerender(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: webManifest(),
      includeManifestIcons: false,
      // Otherwise the web manifest would be listed twice.
      integration: {
        beforeBuildServiceWorker: ({ injectManifest }) => {
          injectManifest.additionalManifestEntries = [];
        },
      },
      injectManifest: {
        // For the other format vite-plugin-pwa sets an option that Rolldown has deprecated.
        rollupFormat: 'iife',
        // vite-plugin-pwa passes no log level.
        buildPlugins: { vite: [{ name: 'quiet', config: () => ({ logLevel: 'warn' }) }] },
        // Otherwise the worker would bundle all of paths.ts.
        rollupOptions: { treeshake: { propertyReadSideEffects: false } },
        globPatterns: ['**/*.{html,js,css}', 'manifest.webmanifest', 'images/**/*.svg'],
        // The map needs a connection; the thanks page is for visitors without script.
        globIgnores: ['assets/draw-map*', '**/thanks*', 'sw.js'],
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [async (entries) => ({ manifest: await writeSiteBundle(entries, siteBuild) })],
      },
    }),
    precompress(siteBuild.dir),
    sampleNotice(process.env.SITE_URL),
  ],
});
