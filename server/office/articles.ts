import { mediaDetailPath } from '#src/paths.ts';

import { allArticles } from '../domain/articles.ts';
import { freeId } from '../domain/ids.ts';
import { noteAction } from '../domain/log.ts';
import { parsePublication } from '../domain/moments.ts';
import { scalePhoto } from '../domain/pictures.ts';
import { addPicture, previewOf, publish, readDraft, shareDraft, takeOff } from '../domain/publishing.ts';
import { Refusal } from '../domain/refusal.ts';
import { officePaths } from '../office-paths.ts';
import { ofPictures, readUpload } from './pictures.ts';
import { type FormValues, preview, textForm } from './texts.ts';
import { button, field, html, select, texts } from './view.ts';
import { type ById, forAnyone, forEditors, found, type Office, personOf, text } from './visit.ts';

const kinds = [
  { value: 'press', label: 'Press release' },
  { value: 'blog', label: 'Blog' },
] as const;
const places = [
  { value: 'top', label: 'Above the text' },
  { value: 'text', label: 'At the end of the text' },
] as const;

export function serveArticles({ app, store, config, send, onPost }: Office): void {
  app.get(officePaths.articles, forEditors, async (request, reply) => {
    const articles = await allArticles(store.db);
    const items = articles.map(({ id, title, kind, state, created_at }) => ({
      path: officePaths.article(id),
      title,
      facts: `${kind}, ${state}, ${created_at.slice(0, 10)}`,
    }));
    return send(request, reply, { title: 'Articles', body: texts(officePaths.article('new'), items) });
  });

  app.get<ById>(officePaths.article(':id'), forEditors, async (request, reply) => {
    const { id } = request.params;
    if (id === 'new') return send(request, reply, { title: 'New article', body: form(id, {}) });
    const { priority, ...row } = found(await readDraft(store.db, id));
    const featured = priority === null ? '' : String(priority + 1);
    const date = row.state === 'draft' ? '' : row.created_at;
    const draft = { ...row, type: row.kind, date, featured };
    const body = html`<div>
      <p>${row.state === 'published' ? html`<a href=${mediaDetailPath(id)}>On the site</a>` : row.state}</p>
      ${row.image && html`<img src=${row.image} alt="" width="320" />`} ${form(id, draft)}
      ${pictureForm(id)}
      <div className="hstack flex-wrap gap-3 mt-4">
        ${button(`${officePaths.article(id)}/share`, 'Make a preview link')}
        ${row.state !== 'draft' && button(`${officePaths.article(id)}/withdraw`, 'Take it off the site')}
      </div>
      ${row.preview && html`<p>Preview: <code>${config.siteUrl + officePaths.preview(row.preview)}</code></p>`}
    </div>`;
    return send(request, reply, { title: row.title, body });
  });

  onPost(officePaths.article(':id'), 'editor', async (trx, request) => {
    const isNew = request.params.id === 'new';
    const id = isNew ? await freeId(trx, 'media', text(request, 'title')) : request.params.id;
    const earlier = isNew ? undefined : found(await readDraft(trx, id));
    const isDraft = text(request, 'action') === 'draft';
    const isFirst = !isDraft && (earlier === undefined || earlier.state === 'draft');
    const date = text(request, 'date') || (isFirst ? new Date().toISOString() : '');
    const featured = text(request, 'featured');
    const article = {
      id,
      kind: kinds.find(({ value }) => value === text(request, 'type'))?.value ?? 'press',
      title: text(request, 'title'),
      lead: text(request, 'lead') || null,
      featured: featured === '' ? null : Number(featured),
      source: text(request, 'source'),
      ...(date === '' ? {} : parsePublication('Publish at', date)),
      isDraft,
    };
    const replaces = isNew ? 'nothing' : { version: Number(text(request, 'version')) };
    const { state } = await publish(trx, article, { replaces });
    return { to: officePaths.article(id), did: state === 'draft' ? 'saved' : 'published', subject: id };
  });

  app.post<ById>(`${officePaths.article(':id')}/picture`, ofPictures, async (request, reply) => {
    const { id } = request.params;
    const { fields, bytes } = await readUpload(request);
    const alt = (fields.get('alt') ?? '').trim();
    const place = fields.get('place') === 'text' ? 'text' : 'top';
    if (place === 'text' && alt === '')
      throw new Refusal(422, 'Describe the picture for people who cannot see it.');
    const picture = await scalePhoto(bytes, place);
    await store.write(async (trx) => {
      await addPicture(trx, id, picture, place === 'text' ? alt : undefined);
      await noteAction(trx, personOf(request).id, 'added a picture to', id);
    });
    return reply.redirect(officePaths.article(id), 303);
  });

  onPost(`${officePaths.article(':id')}/share`, 'editor', async (trx, request) => {
    const { id } = request.params;
    await shareDraft(trx, id);
    return { to: officePaths.article(id), did: 'made a preview link of', subject: id };
  });

  onPost(`${officePaths.article(':id')}/withdraw`, 'editor', async (trx, request) => {
    const { id } = request.params;
    await takeOff(trx, id);
    return { to: officePaths.article(id), did: 'took off the site', subject: id };
  });

  app.get<ById>(officePaths.preview(':id'), forAnyone, async (request, reply) => {
    const row = found(await previewOf(store.db, request.params.id));
    const image = row.image && html`<img src=${row.image} alt="" />`;
    const body = html`<div>${image} ${await preview(row.body, config.siteUrl)}</div>`;
    return send(request, reply, { title: row.title, body });
  });
}

function form(id: string, draft: FormValues) {
  const fields = html`<div>
    ${select('Kind', 'type', kinds, String(draft.type ?? 'press'))}
    ${field({ label: 'Title', name: 'title', value: draft.title, required: true })}
    ${field({ label: 'In one sentence', name: 'lead', value: draft.lead })}
    ${field({ label: 'Publish at', name: 'date', value: draft.date, hint: 'Such as 2026-11-27T17:00, in Lusaka. Empty: now.' })}
    ${field({ label: 'Place among the featured', name: 'featured', value: draft.featured, hint: 'From 1. Empty: not featured.' })}
  </div>`;
  const buttons = html`<div className="hstack flex-wrap gap-3">
    <button className="btn btn-primary" name="action" value="draft">Save as a draft</button>
    <button className="btn btn-primary" name="action" value="publish">Publish</button>
  </div>`;
  return textForm(officePaths.article(id), draft, fields, buttons);
}

function pictureForm(id: string) {
  const hint =
    'For people who cannot see the picture. The one above the text needs no description: the title says the same.';
  return html`<form method="post" action=${`${officePaths.article(id)}/picture`} encType="multipart/form-data" data-keep>
    <h2>Add a picture</h2>
    <p className="form-text">Save the text first.</p>
    ${field({ label: 'Picture', name: 'picture', type: 'file', required: true })}
    ${select('Place', 'place', places, 'top')} ${field({ label: 'What it shows', name: 'alt', hint })}
    <button className="btn btn-outline-primary">Add the picture</button>
  </form>`;
}
