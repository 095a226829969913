import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import Beasties from 'beasties';

import type { RenderFunction } from './plugin.ts';
import { prerenderedFiles } from './prerendered-files.ts';

type WritePages = { outDir: string; bundleDir: string; template: string; render: RenderFunction };

/** Writes every prerendered file; `dist-server/template.html` keeps the frame for pages rendered on request. */
export async function writePages({ outDir, bundleDir, template, render }: WritePages): Promise<void> {
  const stylesheet = await findStylesheet(outDir);
  const inlineCritical = await criticalCss(outDir, stylesheet);
  await writeFile(join(bundleDir, 'template.html'), template);
  for (const { file, path } of prerenderedFiles) {
    const { html, head } = await render(path);
    const target = join(outDir, file);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, await inlineCritical(fillTemplate(template, { html, head })));
  }
}

/** Puts rendered parts into the frame; `data` is the JSON that hydration starts from. */
export function fillTemplate(template: string, parts: { html: string; head: string; data?: string }): string {
  const data = parts.data ? `<script type="application/json" id="server-data">${parts.data}</script>` : '';
  return template
    .replace('<!--head-->', () => parts.head)
    .replace('<!--app-->', () => parts.html)
    .replace('<!--data-->', () => data);
}

async function findStylesheet(outDir: string): Promise<string> {
  const sheets = (await readdir(join(outDir, 'assets'))).filter((name) => name.endsWith('.css'));
  if (sheets.length !== 1)
    throw new Error(`Expected one stylesheet in ${outDir}/assets, found ${sheets.length}`);
  return `/assets/${sheets[0]}`;
}

/**
 * Each page carries the rules its own html uses and paints without another request; the whole sheet comes with
 * the app's script, or without scripts through `<noscript>`.
 */
async function criticalCss(outDir: string, href: string): Promise<(html: string) => Promise<string>> {
  const css = await readFile(join(outDir, href), 'utf8');
  const beasties = new Beasties({
    path: outDir,
    preload: 'body',
    pruneSource: false,
    noscriptFallback: false,
    keyframes: 'critical',
    logLevel: 'error',
    allowRules: [/data-bs-theme/, /data-theme/],
  });
  beasties.getCssAsset = () => css;
  const link = `<link rel="stylesheet" href="${href}">`;
  return async (html) => {
    const inlined = await beasties.process(html.replace('</head>', () => `${link}</head>`));
    const withoutLink = inlined.replace(/<link rel="stylesheet"[^>]*>/g, '');
    return withoutLink
      .replace(' data-beasties-container', '')
      .replace('</head>', () => `<noscript>${link}</noscript></head>`);
  };
}
