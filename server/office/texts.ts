import type { FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';

import { createSanitizer, type Sanitize } from '#src/lib/safe-html.ts';

import { type ArticleFile, toHtml } from '../domain/article-file.ts';
import { officePaths } from '../office-paths.ts';
import { actions, button, field, form, html } from './components.ts';
import { fieldsOf, text } from './form.ts';
import type { Section } from './section.ts';

export type Draft = Record<string, string | number | null>;

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

/** A form for a text; its preview opens beside it, so that what was typed stays. */
export function textForm(path: string, draft: Draft, fields: ReactNode, ...buttons: ReactNode[]) {
  const preview = { formAction: officePaths.textPreview, formTarget: '_blank' };
  return form(
    path,
    html`<div>
      <input type="hidden" name="version" value=${draft.version ?? ''} />
      ${fields} ${field({ label: 'Text (Markdown)', name: 'source', value: draft.source, rows: 20 })}
      ${actions(...buttons, button('Preview', 'btn-outline-primary', preview))}
    </div>`,
    { keeps: true },
  );
}

export function servePreviews({ app, config, options, send }: Section): void {
  app.post(officePaths.textPreview, options, async (request, reply) => {
    const body = await preview(toHtml(text(request, 'source')), config.siteUrl);
    return send(request, reply, {
      title: text(request, 'title') || text(request, 'name') || 'Preview',
      body,
    });
  });
}
