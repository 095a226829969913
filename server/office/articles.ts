import type { FastifyRequest } from 'fastify';

import { mediaDetailPath, officePaths } from '#src/paths.ts';

import { toHtml } from '../domain/article-file.ts';
import { allArticles, publish } from '../domain/articles.ts';
import { addPicture, previewOf, readDraft, shareDraft, withdrawArticle } from '../domain/drafts.ts';
import { noteAction } from '../domain/log.ts';
import { Refusal } from '../domain/refusal.ts';
import { freeId } from '../domain/taken.ts';
import { acceptPictures, readPicture } from './pictures.ts';
import { preview } from './preview.ts';
import { button, field, html, select } from './view.ts';
import { fieldsOf, type Office, text } from './visit.ts';

type ById = { Params: { id: string } };
const forEditors = { config: { role: 'editor' } } as const;
const kinds = [
  { value: 'press', label: 'Press release' },
  { value: 'blog', label: 'Blog' },
] as const;
const names = ['type', 'title', 'lead', 'date', 'featured', 'source', 'version'] as const;
type Draft = Partial<Record<(typeof names)[number], string | null>>;

export async function serveArticles(office: Office): Promise<void> {
  const { app, store, config, send } = office;
  await acceptPictures(office);

  app.get(officePaths.articles, forEditors, async (request, reply) => {
    const articles = await allArticles(store.db);
    const body = html`<div>
      <p><a className="btn btn-primary" href=${officePaths.article('new')}>Write a new one</a></p>
      <ul className="vstack gap-3">
        ${articles.map(
          ({ id, title, kind, state, created_at }) => html`<li key=${id}>
            <a href=${officePaths.article(id)}>${title}</a>
            <p className="small text-body-secondary">${kind}, ${state}, ${created_at.slice(0, 10)}</p>
          </li>`,
        )}
      </ul>
    </div>`;
    return send(request, reply, { title: 'Articles', body });
  });

  app.get<ById>(officePaths.article(':id'), forEditors, async (request, reply) => {
    const { id } = request.params;
    if (id === 'new') return send(request, reply, { title: 'New article', body: form(id, {}) });
    const row = await readDraft(store.db, id);
    if (row === undefined) throw new Refusal(404, 'This article is not here any more.');
    const featured = row.priority === null ? '' : String(row.priority + 1);
    const date = row.state === 'draft' ? '' : row.created_at;
    const draft = { ...row, type: row.kind, date, featured, version: String(row.version) };
    const body = html`<div>
      <p>${row.state === 'published' ? html`<a href=${mediaDetailPath(id)}>On the site</a>` : row.state}</p>
      ${row.image && html`<img src=${row.image} alt="" width="320" />`} ${form(id, draft)}
      ${pictureForm(id)}
      <div className="hstack gap-3 mt-4">
        ${button(`${officePaths.article(id)}/share`, 'Make a preview link')}
        ${row.state !== 'draft' && button(`${officePaths.article(id)}/withdraw`, 'Take it off the site')}
      </div>
      ${row.preview && html`<p>Preview: <code>${config.siteUrl + officePaths.preview(row.preview)}</code></p>`}
    </div>`;
    return send(request, reply, { title: row.title, body });
  });

  app.post<ById>(officePaths.article(':id'), forEditors, async (request, reply) => {
    const { id } = request.params;
    const action = text(request, 'action');
    if (action === 'preview') {
      const shown = await preview(text(request, 'title'), toHtml(text(request, 'source')));
      const again = form(id, Object.fromEntries(fieldsOf(request)));
      return send(request, reply, { title: 'Preview', body: html`<div>${shown} ${again}</div>` });
    }
    const draft = action === 'draft';
    const made = await store.write(async (trx) => {
      const earlier = id === 'new' ? undefined : await readDraft(trx, id);
      const own = id === 'new' ? await freeId(trx, 'media', text(request, 'title')) : id;
      const images = JSON.parse(earlier?.images ?? '[]') as { src: string; width: number }[];
      const isFirst = !draft && (earlier === undefined || earlier.state === 'draft');
      const date = text(request, 'date') || (isFirst ? new Date().toISOString() : '');
      const publication = {
        file: fileOf(request, own, date),
        image: earlier?.image ?? null,
        images,
        pictures: [],
      };
      const how = earlier ? { replace: true, version: Number(text(request, 'version')) } : {};
      const article = await publish(trx, publication, { ...how, draft });
      await noteAction(
        trx,
        request.person?.id ?? '',
        `${article.state === 'draft' ? 'saved' : 'published'}`,
        own,
      );
      return article;
    });
    return reply.redirect(officePaths.article(made.id), 303);
  });

  app.post<ById>(
    `${officePaths.article(':id')}/picture`,
    { ...forEditors, bodyLimit: 16_000_000 },
    async (request, reply) => {
      const { id } = request.params;
      const { fields, pictures, images } = await readPicture(request);
      const alt = (fields.get('alt') ?? '').trim();
      if (alt === '') throw new Refusal(422, 'Describe the picture for people who cannot see it.');
      await store.write(async (trx) => {
        await addPicture(trx, id, {
          pictures,
          images,
          inText: fields.get('place') === 'text' ? alt : undefined,
        });
        await noteAction(trx, request.person?.id ?? '', 'added a picture to', id);
      });
      return reply.redirect(officePaths.article(id), 303);
    },
  );

  app.post<ById>(`${officePaths.article(':id')}/share`, forEditors, async (request, reply) => {
    const { id } = request.params;
    await store.write((trx) => shareDraft(trx, id));
    return reply.redirect(officePaths.article(id), 303);
  });

  app.post<ById>(`${officePaths.article(':id')}/withdraw`, forEditors, async (request, reply) => {
    const { id } = request.params;
    await store.write(async (trx) => {
      await withdrawArticle(trx, id);
      await noteAction(trx, request.person?.id ?? '', 'took off the site', id);
    });
    return reply.redirect(officePaths.article(id), 303);
  });

  app.get<{ Params: { token: string } }>(
    officePaths.preview(':token'),
    { config: { role: 'none' } },
    async (request, reply) => {
      const row = await previewOf(store.db, request.params.token);
      if (row === undefined) throw new Refusal(404, 'There is no preview under this link.');
      const image = row.image && html`<img src=${row.image} alt="" />`;
      const body = html`<div>${image} ${await preview('', row.body)}</div>`;
      return send(request, reply, { title: row.title, body });
    },
  );
}

function fileOf(request: FastifyRequest, id: string, date: string) {
  const source = text(request, 'source');
  const fields = Object.fromEntries(names.map((name) => [name, text(request, name)]));
  return { fields: { ...fields, id, date }, source, html: toHtml(source) };
}

function form(id: string, draft: Draft) {
  return html`<form method="post" action=${officePaths.article(id)} data-keep>
    <input type="hidden" name="version" value=${draft.version ?? ''} />
    ${select('Kind', 'type', kinds, draft.type ?? 'press')}
    ${field({ label: 'Title', name: 'title', value: draft.title, required: true })}
    ${field({ label: 'In one sentence', name: 'lead', value: draft.lead })}
    ${field({ label: 'Publish at', name: 'date', value: draft.date, hint: 'Such as 2026-11-27T17:00, in Lusaka. Empty: now.' })}
    ${field({ label: 'Place among the featured', name: 'featured', value: draft.featured, hint: 'From 1. Empty: not featured.' })}
    ${field({ label: 'Text (Markdown)', name: 'source', value: draft.source, rows: 20 })}
    <div className="hstack gap-3">
      <button className="btn btn-primary" name="action" value="draft">Save as a draft</button>
      <button className="btn btn-primary" name="action" value="publish">Publish</button>
      <button className="btn btn-outline-primary" name="action" value="preview" data-leaves>Preview</button>
    </div>
  </form>`;
}

function pictureForm(id: string) {
  return html`<form method="post" action=${`${officePaths.article(id)}/picture`} encType="multipart/form-data" data-keep>
    <h2>Add a picture</h2>
    <p className="form-text">Save the text first.</p>
    ${field({ label: 'Picture', name: 'picture', type: 'file', required: true })}
    ${field({ label: 'What it shows', name: 'alt', required: true, hint: 'For people who cannot see it.' })}
    ${select(
      'Place',
      'place',
      [
        { value: 'top', label: 'Above the text' },
        { value: 'text', label: 'At the end of the text' },
      ],
      'top',
    )}
    <button className="btn btn-outline-primary">Add the picture</button>
  </form>`;
}
