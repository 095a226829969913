import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import Beasties from 'beasties';

import { cutFrame, fillTemplate, markParts } from '../web/page-frame.ts';
import { prerenderedPages } from '../web/prerendered-pages.ts';
import type { ServerBundle } from '../web/server-bundle.ts';
import { sampleResponse } from './sample-responses.ts';

type WritePages = { outDir: string; bundleDir: string; template: string; bundle: ServerBundle };

export async function writePages(given: WritePages): Promise<void> {
  const { outDir, template, bundle } = given;
  const stylesheet = await findStylesheet(outDir);
  const inlineCritical = await criticalCss(outDir, stylesheet);
  for (const { file, path } of prerenderedPages) {
    const { html, head } = await bundle.render(path);
    const target = join(outDir, file);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, await inlineCritical(fillTemplate(template, { html, head })));
  }
  await writeFrames(given, inlineCritical);
}

/** Writes templates with the critical CSS of sample content, for pages rendered on request. */
async function writeFrames(
  { bundleDir, template, bundle }: WritePages,
  inlineCritical: (html: string) => Promise<string>,
): Promise<void> {
  for (const [name, path] of Object.entries(bundle.samples)) {
    const { data } = await bundle.collect(path, sampleResponse);
    const page = fillTemplate(template, markParts(await bundle.render(path, data)));
    await writeFile(join(bundleDir, `${name}.html`), cutFrame(await inlineCritical(page)));
  }
}

async function findStylesheet(outDir: string): Promise<string> {
  const sheets = (await readdir(join(outDir, 'assets'))).filter((name) => name.endsWith('.css'));
  if (sheets.length !== 1)
    throw new Error(`Expected one stylesheet in ${outDir}/assets, found ${sheets.length}`);
  return `/assets/${sheets[0]}`;
}

/** Hides buttons that need the app. */
const withoutScript = '<style media="screen">.needs-script{display:none}</style>';

/** Inlines the rules that a page uses. The app, or `<noscript>`, loads the whole stylesheet. */
async function criticalCss(outDir: string, href: string): Promise<(html: string) => Promise<string>> {
  const sheet = await readFile(join(outDir, href), 'utf8');
  // Print and interaction styles can wait for the whole stylesheet.
  const css = sheet
    .replace(/@media print\{(?:[^{}]*\{[^{}]*\})*\}/g, '')
    .replace(/[^{}]*(?<!\():(?:hover|active|disabled|focus|focus-visible)(?![\w-])[^{}]*\{[^{}]*\}/g, '');
  const beasties = new Beasties({
    path: outDir,
    preload: 'body',
    pruneSource: false,
    noscriptFallback: false,
    keyframes: 'critical',
    logLevel: 'error',
    // Beasties overlooks selectors that begin with :is().
    allowRules: [/data-bs-theme/, /^:is\(/, /::details-content/],
  });
  beasties.getCssAsset = () => css;
  const link = `<link rel="stylesheet" href="${href}">`;
  return async (html) => {
    const inlined = await beasties.process(html.replace('</head>', () => `${link}</head>`));
    const withoutLink = inlined.replace(/<link rel="stylesheet"[^>]*>/g, '');
    return withoutLink
      .replace(' data-beasties-container', '')
      .replace('</template>', () => `${link}</template>`)
      .replace('</head>', () => `<noscript>${link}${withoutScript}</noscript></head>`);
  };
}
