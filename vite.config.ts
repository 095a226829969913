import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

import { devPages } from './server/prerender/dev-pages.ts';
import { prerender } from './server/prerender/plugin.ts';
import { precompress } from './server/prerender/precompress.ts';

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
  },
  plugins: [
    react(),
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
