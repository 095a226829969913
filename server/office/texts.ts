import type { ReactNode } from 'react';

import { toHtml } from '../domain/markdown.ts';
import { pageSanitizer } from '../domain/sanitizers.ts';
import { officePaths } from '../office-paths.ts';
import { actions, button, field, form, html } from './components.ts';
import { text } from './form.ts';
import type { Section } from './section.ts';

export type FormValues = Record<string, string | number | null>;

/** How a text will look. */
export async function preview(text: string, siteUrl: string) {
  const inner = { __html: (await pageSanitizer(siteUrl))(text) };
  return html`<article className="article-body" dangerouslySetInnerHTML=${inner} />`;
}

/** A form for a text; its preview opens beside it, so that what was typed stays. */
export function textForm(path: string, draft: FormValues, fields: ReactNode, ...buttons: ReactNode[]) {
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
