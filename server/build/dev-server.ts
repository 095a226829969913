import type { Plugin } from 'vite';

import { isServerPath } from '#src/server-paths.ts';

import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { fillTemplate } from '../web/page-frame.ts';
import type { ServerBundle } from '../web/server-bundle.ts';

/** Also renders pages on the server in development, to reveal hydration errors. */
export function devPages(): Plugin {
  return {
    name: 'dev-pages',
    apply: 'serve',
    async transformIndexHtml(html, { server, originalUrl = '/' }) {
      if (server === undefined) return html;
      const entry = (await server.ssrLoadModule('/src/entry-server.tsx')) as ServerBundle;
      return fillTemplate(html, await entry.render(originalUrl));
    },
  };
}

/** Mounts the connect API, using the store of `npm run serve`. */
export function connectDev(): Plugin {
  return {
    name: 'connect-dev',
    apply: 'serve',
    async configureServer(vite) {
      const env = { ...process.env, ...vite.config.env };
      const sampleContent = env.SITE_URL?.startsWith('https:') ? '0' : '1';
      const app = await buildApp(readConfig({ SAMPLE_CONTENT: sampleContent, ...env }), { site: null });
      await app.ready();
      vite.httpServer?.once('close', () => app.close());
      vite.middlewares.use((request, response, next) => {
        if (isServerPath((request.url ?? '').replace(/\?.*/s, ''))) app.routing(request, response);
        else next();
      });
    },
  };
}
