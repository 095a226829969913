import { mediaDetailPath } from '#src/paths.ts';

import { allArticles } from '../domain/articles.ts';
import { freeId } from '../domain/ids.ts';
import { noteAction } from '../domain/log.ts';
import { parsePublication } from '../domain/moments.ts';
import { scalePhoto } from '../domain/pictures.ts';
import { addPicture, previewOf, publish, readDraft, shareDraft, takeOff } from '../domain/publishing.ts';
import { Refusal } from '../domain/refusal.ts';
import { spokenDay } from '../local-time.ts';
import { officePaths } from '../office-paths.ts';
import {
  actions,
  button,
  field,
  form,
  html,
  link,
  moment,
  press,
  rows,
  select,
  share,
  when,
} from './components.ts';
import { found, personOf, text, whenOf } from './form.ts';
import { telling } from './notices.ts';
import { readUpload, requestMs } from './pictures.ts';
import { type ById, forAnyone, lead } from './scope.ts';
import type { Section } from './section.ts';
import { type FormValues, preview, servePreviews, textForm } from './texts.ts';

const kinds = [
  { value: 'press', label: 'Press release' },
  { value: 'blog', label: 'Blog post' },
] as const;
const places = [
  { value: 'top', label: 'Above the text' },
  { value: 'text', label: 'At the end of the text' },
] as const;

const kindNames = { press: 'Press release', blog: 'Blog post' };

export function serveArticles(section: Section): void {
  const { app, store, config, options, send, onGet, onPost, onSave } = section;
  servePreviews(section);

  onGet(officePaths.articles, async () => {
    const articles = await allArticles(store.db);
    const items = articles.map(({ id, title, kind, state, created_at, visible_from }) => ({
      path: officePaths.article(id),
      title,
      badge: state !== 'published' && state,
      facts: `${kindNames[kind]} · ${state === 'scheduled' ? moment(visible_from ?? '') : spokenDay(new Date(created_at))}`,
    }));
    const body = html`<div>
      ${link('Write an article', officePaths.article('new'), 'btn-primary')} ${rows(items)}
    </div>`;
    return { title: 'Articles', body };
  });

  onGet(officePaths.article(':id'), async ({ params: { id } }) => {
    if (id === 'new') return { title: 'New article', body: textOf(id, {}) };
    const { priority, ...row } = found(await readDraft(store.db, id));
    const featured = priority === null ? '' : String(priority + 1);
    const date = row.state === 'draft' ? '' : row.created_at;
    const draft = { ...row, type: row.kind, date, featured };
    const path = officePaths.article(id);
    const body = html`<div>
      <p>${row.state === 'published' ? html`<a href=${mediaDetailPath(id)}>On the site</a>` : row.state}</p>
      ${row.image && html`<img src=${row.image} alt="" width="320" />`} ${textOf(id, draft)} ${pictureForm(id)}
      ${actions(
        press(`${path}/share`, 'Make a preview link'),
        row.state !== 'draft' && press(`${path}/withdraw`, 'Take it off the site'),
      )}
      ${row.preview && share('Preview', config.siteUrl + officePaths.preview(row.preview))}
    </div>`;
    return { title: row.title, body };
  });

  onSave(officePaths.article(':id'), 'media', async (trx, request, { id: known, version }) => {
    const id = known ?? (await freeId(trx, 'media', text(request, 'title')));
    const earlier = known === undefined ? undefined : found(await readDraft(trx, known));
    const isDraft = text(request, 'action') === 'draft';
    const isFirst = !isDraft && (earlier === undefined || earlier.state === 'draft');
    const date = whenOf(request, 'date', earlier?.created_at) || (isFirst ? new Date().toISOString() : '');
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
    const { state } = await publish(trx, article, {
      replaces: known === undefined ? 'nothing' : { version },
    });
    const did = state === 'draft' ? 'saved' : 'published';
    return { to: telling(officePaths.article(id), did), did, subject: { kind: 'article', id } };
  });

  app.post<ById>(
    `${officePaths.article(':id')}/picture`,
    { config: { ...options.config, requestMs } },
    async (request, reply) => {
      const { id } = request.params;
      const { fields, bytes } = await readUpload(request);
      const alt = (fields.get('alt') ?? '').trim();
      const place = fields.get('place') === 'text' ? 'text' : 'top';
      if (place === 'text' && alt === '')
        throw new Refusal(422, 'Describe the picture for people who cannot see it.');
      const picture = await scalePhoto(bytes, place);
      await store.write(async (trx) => {
        await addPicture(trx, id, picture, place === 'text' ? alt : undefined);
        await noteAction(trx, personOf(request).id, 'added a picture to', { kind: 'article', id });
      });
      return lead(request, reply, telling(officePaths.article(id), 'picture'));
    },
  );

  onPost(`${officePaths.article(':id')}/share`, async (trx, request) => {
    const { id } = request.params;
    await shareDraft(trx, id);
    const subject = { kind: 'article', id } as const;
    return { to: telling(officePaths.article(id), 'shared'), did: 'made a preview link of', subject };
  });

  onPost(`${officePaths.article(':id')}/withdraw`, async (trx, request) => {
    const { id } = request.params;
    await takeOff(trx, id);
    const subject = { kind: 'article', id } as const;
    return { to: telling(officePaths.article(id), 'withdrawn'), did: 'took off the site', subject };
  });

  app.get<ById>(officePaths.preview(':id'), forAnyone, async (request, reply) => {
    const row = found(await previewOf(store.db, request.params.id));
    const image = row.image && html`<img src=${row.image} alt="" />`;
    const body = html`<div>${image} ${await preview(row.body, config.siteUrl)}</div>`;
    return send(request, reply, { title: row.title, body });
  });
}

function textOf(id: string, draft: FormValues) {
  const fields = html`<div>
    ${select('Kind', 'type', kinds, String(draft.type ?? 'press'))}
    ${field({ label: 'Title', name: 'title', value: draft.title, required: true })}
    ${field({ label: 'In one sentence', name: 'lead', value: draft.lead })}
    ${when({ label: 'Publish at', name: 'date', value: String(draft.date ?? ''), hint: 'Empty: now.' })}
    ${field({ label: 'Place among the featured', name: 'featured', value: draft.featured, hint: 'From 1. Empty: not featured.' })}
  </div>`;
  const asDraft = button('Save as a draft', 'btn-outline-primary', { name: 'action', value: 'draft' });
  const publishing = button('Publish', 'btn-primary', { name: 'action', value: 'publish' });
  return textForm(officePaths.article(id), draft, fields, publishing, asDraft);
}

function pictureForm(id: string) {
  const hint =
    'For people who cannot see the picture. The one above the text needs no description: the title says the same.';
  return form(
    `${officePaths.article(id)}/picture`,
    html`<div>
      <h2>Add a picture</h2>
      <p className="form-text">Save the text first.</p>
      ${field({ label: 'Picture', name: 'picture', type: 'file', required: true })}
      ${select('Place', 'place', places, 'top')} ${field({ label: 'What it shows', name: 'alt', hint })}
      ${button('Add the picture')}
    </div>`,
    { keeps: true, encType: 'multipart/form-data' },
  );
}
