import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

import { connectDev, devPages } from './server/prerender/dev-server.ts';
import { oldestEngines, oldestSyntax } from './server/prerender/engines.ts';
import { firstView } from './server/prerender/first-view.ts';
import { loader } from './server/prerender/loader.ts';
import { photoFiles, renderPhotos } from './server/prerender/photos.ts';
import { prerender } from './server/prerender/plugin.ts';
import { compress, precompress } from './server/prerender/precompress.ts';
import { type SiteBuild, writeSiteBundle } from './server/prerender/site-bundle.ts';
import { socialCards } from './server/prerender/social-cards.ts';
import { unusedStyles } from './server/prerender/unused-styles.ts';
import { webManifest } from './server/prerender/web-manifest.ts';
import { workerCodeApart } from './server/prerender/worker-files.ts';

const vendor =
  /node_modules\/(?:react|react-dom|scheduler|wouter|valtio|proxy-compare|use-sync-external-store)\/|rolldown\/runtime|vite\/preload-helper/;
const parts =
  /src\/(?:early-events|paths|contract\/(?:answer|page|secret|worker-messages)|state\/(?:connection|persisted)|outbox\/time-limit|api\/(?:connect-base|server-data)|lib\/(?:match-page|chunk|excerpt|saves-data)|state\/use-proxy-state|content\/(?:company|interface|navigation|statements|product)|status\/status-slot|components\/(?:link|page-(?:head|change)|stage|section|icon|picture|read-more|dialog|field|typed-fields|use-is-mounted))/;
const dataParts =
  /src\/(?:contract\/media-type|api\/(?!submit|outbox|server-data|answers|articles|client|prefetch|data-pages|alerts|features)|components\/(?:notice|saved-copy|structured-data|rich-text))/;

const withApp = /assets\/(?:rolldown-runtime|vendor|parts|entry-client)-/;

const photos = await renderPhotos(
  join(import.meta.dirname, 'src/photos'),
  join(import.meta.dirname, 'node_modules/.cache/photos'),
);

const firstViewFiles = firstView();

const siteFiles = (): SiteBuild => ({
  dir: join(import.meta.dirname, 'dist'),
  isInFirstView: firstViewFiles.has,
  compress,
});

/** Shorter than base64, and text as before to what compresses the pages. */
function dataAddress(svg: string): string {
  return `data:image/svg+xml,${svg.trim().replace(/[%#"<>]/g, encodeURIComponent)}`;
}

export default defineConfig({
  resolve: {
    alias: [
      // React has the hook itself since version 18; the shim is for older ones.
      { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' },
      { find: 'regexparam', replacement: join(import.meta.dirname, 'src/lib/no-parser.ts') },
      // What it is by default is written for ES5, and twice as long.
      { find: /^workbox-window$/, replacement: 'workbox-window/index.mjs' },
    ],
  },
  define: {
    'import.meta.env.PHOTOS': JSON.stringify(photos.list),
    'import.meta.env.LOGO': JSON.stringify(dataAddress(readFileSync('public/logo.svg', 'utf8'))),
    'import.meta.env.BUILD_YEAR': new Date().getFullYear(),
    'import.meta.env.SITE_URL': JSON.stringify(process.env.SITE_URL ?? 'http://localhost:4173'),
  },
  // Bootstrap 5 is written for @import.
  css: { preprocessorOptions: { scss: { quietDeps: true, silenceDeprecations: ['import', 'global-builtin'] } } },
  build: {
    target: `es${oldestSyntax}`,
    cssTarget: oldestEngines,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What came with the app is here whenever anything else is fetched: only the html names it.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => !withApp.test(file)),
    },
    rolldownOptions: {
      input: { 'entry-client': 'index.html' },
      output: {
        codeSplitting: {
          groups: [
            // Unchanged by most deploys, so a returning visitor does not pay for it again.
            { name: 'vendor', test: vendor },
            // Small modules of the frame and of most pages in one file instead of a dozen of some hundred bytes.
            { name: 'parts', test: parts },
            { name: 'swr', test: /node_modules\/(?:swr|dequal)\// },
            // What the pages with data share.
            { name: 'data', test: dataParts, minShareCount: 2, includeDependenciesRecursively: false },
            // Fetched when a page asks the connect API for something.
            {
              name: 'answers',
              test: /node_modules\/dayjs\/|src\/(?:api\/(?:answers|client|prefetch|data-pages)|lib\/(?:dates|plain-text))/,
            },
            {
              name: 'media',
              test: /src\/(?:content\/media-room|api\/articles|pages\/media-room\/article-(?:card|image))/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'vacancies',
              test: /src\/(?:content\/career\.|lib\/closing|pages\/insider\/career\/(?:apply-button|use-(?:applying|closing)|vacancy-card))/,
              includeDependenciesRecursively: false,
            },
            // Fetched once the page has loaded, before somebody can type into a form; last, so that it takes no shared module along.
            {
              name: 'outbox',
              test: /src\/(?:status\/(?:status-bar|follow-link)|outbox\/(?!alert)|state\/pending|api\/(?:submit|outbox-environment)|content\/outcomes|pages\/media-room\/send-subscription|contract\/(?:application\.|subscription|validation))/,
            },
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
    photoFiles(photos),
    firstViewFiles.plugin,
    prerender(),
    socialCards(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: webManifest(),
      includeManifestIcons: false,
      // It would list the manifest apart from the files below.
      integration: {
        beforeBuildServiceWorker: ({ injectManifest }) => {
          injectManifest.additionalManifestEntries = [];
        },
      },
      injectManifest: {
        buildPlugins: { vite: [workerCodeApart()] },
        target: `es${oldestSyntax}`,
        // Or all of paths.ts would come along for a few addresses.
        rollupOptions: { treeshake: { propertyReadSideEffects: false } },
        globPatterns: ['**/*.{html,js,css}', 'manifest.webmanifest', 'images/**/*.svg'],
        // Map and alerts are of no use without a connection; the thanks page follows a form sent without script.
        globIgnores: ['assets/draw-map*', 'assets/alerts-offer*', '**/thanks*', 'assets/worker-*', 'sw.js'],
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [async (entries) => ({ manifest: await writeSiteBundle(entries, siteFiles()) })],
      },
    }),
    precompress(),
  ],
});
