import { readFileSync } from 'node:fs';
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

/** Rarely changes between deploys, so that it stays cached. */
const vendor =
  /node_modules\/(?:react|react-dom|scheduler|wouter|regexparam|valtio|proxy-compare|use-sync-external-store)\/|rolldown\/runtime|vite\/preload-helper/;
/**
 * Shared by all pages. No chunk may import the entry, which references every page's chunk: any change would rename all
 * files.
 */
const shared =
  /src\/(?:paths|server-paths|layout|contract\/(?:response|media-type|page)|lib\/match-page|state\/(?:connection|persist|updates|use-proxy-state)|api\/(?:server-data|connect-base)|content\/(?:company|connect-errors|icons|interface|navigation|pictures|site)|components\/(?:dialog|error-boundary|footer|header|icon|keep-focus|link|navigation|page-banner|page-meta|picture|section|theme-switch)\.)/;
/** The outbox's store, for forms and the status bar. */
const store =
  /node_modules\/idb-keyval|src\/(?:contract\/(?:kinds|worker-messages)|outbox\/(?:store|channel)|device\/outbox|components\/toast)\./;
/** Shared by all pages with data. */
const data =
  /node_modules\/(?:swr|dequal)\/|src\/(?:api\/hooks|components\/(?:notice|saved-copy|skeleton))\./;
/** Loaded with the status bar. Must not match modules that the first render imports. */
const afterLoad =
  /node_modules\/workbox-|src\/(?:state\/watch-connection|device\/worker|content\/status|components\/(?:status-bar|update-prompt|install-offer))/;

/** Loaded with every form, so that the Outbox opens offline. */
const outbox = /src\/(?:device\/submit|content\/outbox|components\/(?:use-submission|outbox-|typed-fields))/;

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
          groups: [
            { name: 'vendor', test: vendor },
            { name: 'shared', test: shared, includeDependenciesRecursively: false },
            { name: 'store', test: store, includeDependenciesRecursively: false },
            { name: 'data', test: data, includeDependenciesRecursively: false },
            { name: 'outbox', test: outbox, includeDependenciesRecursively: false },
            { name: 'after-load', test: afterLoad, includeDependenciesRecursively: false },
          ],
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
