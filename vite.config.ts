import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

import { connectDev } from './server/connect/dev-plugin.ts';
import { devPages } from './server/prerender/dev-pages.ts';
import { prerender } from './server/prerender/plugin.ts';
import { precompress } from './server/prerender/precompress.ts';

const vendor =
  /node_modules\/(?:react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|swr|dequal|valtio|proxy-compare|idb-keyval)\//;

export default defineConfig({
  define: {
    'import.meta.env.BUILD_YEAR': new Date().getFullYear(),
    'import.meta.env.SITE_URL': JSON.stringify(process.env.SITE_URL ?? 'http://localhost:4173'),
  },
  // Bootstrap 5 is written for @import.
  css: { preprocessorOptions: { scss: { quietDeps: true, silenceDeprecations: ['import'] } } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Unchanged by most deploys, so a returning visitor does not pay for it again.
            { name: 'vendor', test: vendor },
            // Parts of several pages in one file instead of a dozen of some hundred bytes.
            {
              name: 'parts',
              test: /src\/(?:components|lib|content|paths)/,
              minShareCount: 3,
              maxModuleSize: 4_000,
            },
          ],
        },
      },
    },
  },
  plugins: [
    react(),
    connectDev(),
    devPages(),
    prerender(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: {
        name: 'HERO Control System',
        short_name: 'HCS',
        theme_color: '#70A12F',
        background_color: '#ffffff',
        display: 'standalone',
        lang: 'en',
        start_url: '/',
        scope: '/',
        id: '/',
      },
      includeManifestIcons: false,
      injectManifest: { globPatterns: ['**/*.{html,js,css}', 'logo.svg'] },
    }),
    precompress(),
  ],
});
