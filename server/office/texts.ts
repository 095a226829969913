import type { ReactNode } from 'react';

import { toHtml } from '../domain/markdown.ts';
import { pageSanitizer } from '../domain/sanitizers.ts';
import { officePaths } from '../office-paths.ts';
import { field, html } from './view.ts';
import { forEditors, type Office, text } from './visit.ts';

export type FormValues = Record<string, string | number | null>;

/** How a text will look. */
export async function preview(text: string, siteUrl: string) {
  const inner = { __html: (await pageSanitizer(siteUrl))(text) };
  return html`<article className="article-body" dangerouslySetInnerHTML=${inner} />`;
}

/** A form for a text; its preview opens beside it, so that what was typed stays. */
export function textForm(path: string, draft: FormValues, fields: ReactNode, buttons: ReactNode) {
  return html`<form method="post" action=${path} data-keep>
    <input type="hidden" name="version" value=${draft.version ?? ''} />
    ${fields} ${field({ label: 'Text (Markdown)', name: 'source', value: draft.source, rows: 20 })}
    <div className="hstack flex-wrap gap-3">
      ${buttons}
      <button className="btn btn-outline-primary" formAction=${officePaths.textPreview} formTarget="_blank">
        Preview
      </button>
    </div>
  </form>`;
}

export function servePreviews({ app, config, send }: Office): void {
  app.post(officePaths.textPreview, forEditors, async (request, reply) => {
    const body = await preview(toHtml(text(request, 'source')), config.siteUrl);
    return send(request, reply, {
      title: text(request, 'title') || text(request, 'name') || 'Preview',
      body,
    });
  });
}
