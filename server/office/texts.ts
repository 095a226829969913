import type { ReactNode } from 'react';

import { toHtml } from '../lib/markdown.ts';
import { sanitizerOf } from '../lib/sanitizers.ts';
import { actions, button, fold, form, html } from './components.ts';
import { text } from './form.ts';
import { officePaths } from './office-paths.ts';
import type { Section } from './section.ts';

export type FormValues = Record<string, string | number | null>;

/** Shows how a text will look. */
export async function preview(text: string, siteUrl: string) {
  const inner = { __html: (await sanitizerOf(siteUrl, true))(text) };
  return html`<article className="article-body" dangerouslySetInnerHTML=${inner} />`;
}

const marks = ['Heading', 'Bold', 'Link', 'List', 'Quote'];

/** A field for Markdown, with buttons that need script. */
export function markdownField(label: string, value: FormValues[string] | undefined, hasPictures = false) {
  const all = hasPictures ? [...marks, 'Picture'] : marks;
  return html`<div className="mb-4">
    <label className="form-label d-block" htmlFor="source">${label}</label>
    <div className="office-toolbar hstack flex-wrap gap-2" role="toolbar" aria-label="Format" hidden>
      ${all.map((name) => html`<button key=${name} type="button" className="btn btn-outline-primary" data-mark=${name}>${name}</button>`)}
    </div>
    <textarea className="form-control" id="source" name="source" rows="12" defaultValue=${value ?? ''} />
    ${fold(
      'How to format',
      html`<pre>
## Heading
**bold**, *italic*
[words of a link](https://address)
- a point of a list
${'>'} a quote
An empty line begins a new paragraph.</pre>`,
    )}
  </div>`;
}

/** A form for a text. Its preview opens in another tab, so that the typed text stays. */
export function textForm(path: string, draft: FormValues, fields: ReactNode, ...buttons: ReactNode[]) {
  const preview = { formAction: officePaths.textPreview, formTarget: '_blank' };
  return form(
    path,
    html`<div>
      <input type="hidden" name="version" value=${draft.version ?? ''} />
      ${fields} ${markdownField('Text (Markdown)', draft.source)}
      ${actions(...buttons, button('Preview', 'btn-outline-primary', preview))}
    </div>`,
    { keeps: 'copy' },
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
