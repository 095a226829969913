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
import { writeSiteBundle } from './server/build/site-bundle.ts';
import { unusedStyles } from './server/build/unused-styles.ts';
import { webManifest } from './server/build/web-manifest.ts';
import * as site from './src/words/site.ts';

/** Matches files and folders in `src/`, and packages. All of them must exist. */
function modules(list: string): (id: string) => boolean {
  const found = list
    .split(/\s+/)
    .map((place) => (place.startsWith('npm:') ? place.replace('npm:', 'node_modules/') : `src/${place}`))
    .map((path) => realpathSync(join(import.meta.dirname, path)));
  return (id) => found.some((path) => id === path || id.startsWith(`${path}/`));
}

/** Packages that rarely change between deploys, so that their chunk stays cached. */
const vendor =
  /node_modules\/(?:react|react-dom|scheduler|wouter|regexparam|valtio|proxy-compare)\/|rolldown\/runtime|vite\/preload-helper/;

/** The other chunks by name. A module belongs to the first that matches it. */
const chunks = {
  /**
   * Shared by all pages. No chunk may import the entry, which references every page's chunk: any change would rename all
   * files.
   */
  shared: modules(
    `paths.ts server-paths.ts layout state api/connect-base.ts api/server-data.ts
    words/articles.ts words/errors.ts words/site.ts words/titles.ts
    lib/match-page.ts lib/use-proxy-state.ts contract/media-type.ts contract/response.ts
    content/icons.ts content/interface.ts content/navigation.ts content/pictures.ts
    components/chat-links.tsx components/closing-band.tsx components/dialog.tsx components/error-boundary.tsx components/fold.tsx components/icon.tsx components/keep-focus.ts components/later.tsx
    components/link.tsx components/navigation.tsx components/not-loaded.tsx components/page-banner.tsx components/page-meta.tsx
    components/picture.tsx components/portrait.tsx components/section.tsx components/status.tsx content/prices.ts outbox/page/submissions.ts`,
  ),
  /** The outbox's store, for forms and the status bar. */
  store: modules(
    `npm:idb-keyval contract/form-kinds.ts contract/worker-messages.ts outbox/broadcast.ts outbox/sent-file.ts outbox/store.ts
    outbox/page/outbox.ts components/isolated.tsx components/toast.tsx`,
  ),
  /** Shared by all pages with data. */
  data: modules(
    `npm:swr npm:dequal api/hooks.ts components/notice.tsx components/saved-copy.tsx components/skeleton.tsx`,
  ),
  /** Loaded with every form, so that the Outbox opens offline. */
  outbox: modules(
    `content/outbox.ts contract/slips.ts words/attachments.ts outbox/page/actions.ts outbox/page/form-record.ts
    outbox/page/form-view.ts outbox/page/form-files.ts outbox/page/held-form.ts outbox/page/told.ts
    outbox/page/typed-fields.ts outbox/page/use-submission.ts outbox/page/outbox-control.tsx outbox/page/outbox-entry.tsx
    outbox/page/outbox-receipts.tsx`,
  ),
  /** Choosing, showing and sending files. */
  attach: modules(
    `content/attachments.ts contract/file-types.ts contract/read-file.ts outbox/attach.ts outbox/page/file-field.tsx outbox/page/file-list.tsx
    outbox/page/drawing-note.ts outbox/page/photo-metadata.ts outbox/page/prepare-file.ts`,
  ),
  /** Loaded after the page. Must not match modules that the first render imports. */
  'after-load': modules('npm:workbox-window npm:workbox-core status-bar worker content/status.ts'),
};

const appChunks = /assets\/(?:rolldown-runtime|vendor|shared|entry-client)-/;

const photos = await renderPhotos(
  join(import.meta.dirname, 'src/photos'),
  join(import.meta.dirname, 'public/assets'),
);

const firstViewFiles = firstView();

const siteBuild = { dir: join(import.meta.dirname, 'dist'), has: firstViewFiles.has };

/** Percent-encodes, which is shorter than base64 and compresses better. */
function dataAddress(svg: string): string {
  return `data:image/svg+xml,${svg.trim().replace(/[%#"<>\s]/g, encodeURIComponent)}`;
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
    'import.meta.env.BUILD_DAY': Math.floor(Date.now() / 86_400_000) * 86_400_000,
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
      // Texts that are used only once then need no variable.
      optimization: { inlineConst: true },
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: vendor },
            ...Object.entries(chunks).map(([name, test]) => ({
              name,
              test,
              includeDependenciesRecursively: false,
            })),
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
        // With the default format, vite-plugin-pwa sets an option that Rolldown has deprecated.
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
  ],
});
