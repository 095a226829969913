import type { Plugin } from 'vite';

import type { RenderFunction } from './plugin.ts';
import { fillTemplate } from './write-pages.ts';

/** `vite dev` answers with rendered html too, so that hydration is met while developing and not after the build. */
export function devPages(): Plugin {
  return {
    name: 'dev-pages',
    apply: 'serve',
    async transformIndexHtml(html, { server, originalUrl = '/' }) {
      if (server === undefined) return html;
      const entry = (await server.ssrLoadModule('/src/entry-server.tsx')) as { render: RenderFunction };
      return fillTemplate(html, await entry.render(originalUrl));
    },
  };
}
