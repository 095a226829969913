import type { Plugin } from 'vite';

import { connectMount, otherPaths } from '#src/paths.ts';

import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';

const mounts = [`${connectMount}/`, otherPaths.upload('')];

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
        if (mounts.some((mount) => request.url?.startsWith(mount))) app.routing(request, response);
        else next();
      });
    },
  };
}
