import { join } from 'node:path';

import { build, type Plugin, type ResolvedConfig } from 'vite';

const source = 'src/early.ts';

/**
 * Moves Vite's tags into a template, from which the inline script (`src/early.ts`) starts the app after the first paint.
 * The script's hash is then the same in every build.
 */
export function loader(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'loader',
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const [tag, app] =
          /<script type="module"[^>]* src="([^"]*entry-client[^"]*)"><\/script>/.exec(html) ?? [];
        if (tag === undefined) throw new Error('index.html has no entry-client script.');
        const parts = [...html.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)">/g)].map(
          ([, part]) => part,
        );
        const links = [app, ...parts].map((name) => `<link rel="modulepreload" href="${name}">`).join('');
        const script = `<template>${links}</template><script>${await inlineScript(config.root)}</script>`;
        return html
          .replace(/<link rel="(?:modulepreload|stylesheet)"[^>]*>/g, '')
          .replace(tag, '')
          .replace('<!--loader-->', () => script);
      },
    },
  };
}

async function inlineScript(root: string): Promise<string> {
  const output = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      lib: { entry: join(root, source), formats: ['iife'], name: 'early' },
    },
  });
  const [built] = Array.isArray(output) ? output : [output];
  if (built === undefined || !('output' in built)) throw new Error(`${source} was not built.`);
  return built.output[0].code.trim();
}
