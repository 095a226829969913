import type { FastifyRequest } from 'fastify';

import { createSanitizer, type Sanitize } from '#src/lib/safe-html.ts';

import { type ArticleFile, toHtml } from '../domain/article-file.ts';
import { html } from './view.ts';
import { fieldsOf, text } from './visit.ts';

/** What was typed into a form, as the command line reads it from a file. */
export function fileOf(request: FastifyRequest, more: Record<string, string>): ArticleFile {
  const source = text(request, 'source');
  return { fields: { ...Object.fromEntries(fieldsOf(request)), ...more }, source, html: toHtml(source) };
}

let sanitizer: Promise<Sanitize> | undefined;

/** By the site's own rules. Loads its parser at the first use. */
async function sanitised(text: string, siteUrl: string): Promise<string> {
  sanitizer ??= import('jsdom').then(({ JSDOM }) => createSanitizer(new JSDOM('').window, siteUrl));
  return (await sanitizer)(text);
}

/** How a text will look. */
export async function preview(text: string, siteUrl: string) {
  const inner = { __html: await sanitised(text, siteUrl) };
  return html`<article className="article-body" dangerouslySetInnerHTML=${inner} />`;
}

/** A form as it was posted, below its preview. */
export async function previewAgain(request: FastifyRequest, siteUrl: string, form: unknown) {
  return html`<div>${await preview(toHtml(text(request, 'source')), siteUrl)} ${form}</div>`;
}
