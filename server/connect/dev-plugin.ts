import type { Plugin } from 'vite';

import { connectMount } from '#src/paths.ts';

import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';

/** Mounts the connect API in Vite's development server, on the store that `npm run serve` uses. */
export function connectDev(): Plugin {
  return {
    name: 'connect-dev',
    apply: 'serve',
    async configureServer(vite) {
      const app = await buildApp(readConfig({ ...process.env, ...vite.config.env }), { distDir: null });
      await app.ready();
      vite.httpServer?.once('close', () => app.close());
      vite.middlewares.use((request, response, next) => {
        if (request.url?.startsWith(`${connectMount}/`)) app.routing(request, response);
        else next();
      });
    },
  };
}
