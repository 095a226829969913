import type { Plugin } from 'vite';

import { fillTemplate } from '../site/page-frame.ts';
import type { ServerBundle } from '../site/server-bundle.ts';

/** `vite dev` answers with rendered html too, so that hydration is met while developing and not after the build. */
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
