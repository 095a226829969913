import { mediaDetailPath } from '#src/paths.ts';

import { spokenDay } from '../lib/local-time.ts';
import * as ui from '../office/components.ts';
import { html } from '../office/components.ts';
import { fieldsOf, found, pageOf, queryOf, text } from '../office/form.ts';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import { placePictures, topPicture } from '../office/picture-form.ts';
import type { Section } from '../office/section.ts';
import { type FormValues, markdownField, servePreviews } from '../office/texts.ts';
import { freeId } from '../store/ids.ts';
import { allArticles } from './articles.ts';
import { serveArticlePreviews } from './preview-page.ts';
import { deleteDraft, endPreview, readDraft, saveArticle, shareDraft, unpublish } from './publishing.ts';
import { type Draft, serveRelease, stateWords } from './release-page.ts';

const kinds = [
  { value: 'press', label: 'Press release' },
  { value: 'blog', label: 'Blog post' },
] as const;
const kindNames = { press: 'Press release', blog: 'Blog post' };
const tabNames = { all: 'All', draft: 'Drafts', scheduled: 'Scheduled', published: 'On the site' };
const pageSize = 25;

export function serveArticles(section: Section): void {
  const { store, config, onGet, onAct } = section;
  servePreviews(section);
  serveArticlePreviews(section);
  serveRelease(section);

  onGet(officePaths.articles, async (request) => {
    const query = queryOf(request);
    const current = query.get('tab') ?? 'all';
    const page = pageOf(query);
    const articles = await allArticles(store.db);
    const of = (tab: string) => articles.filter(({ state }) => tab === 'all' || state === tab);
    const shown = of(current);
    const items = shown.slice(page * pageSize, (page + 1) * pageSize).map((row) => ({
      path: officePaths.article(row.id),
      title: row.title,
      badge: current === 'all' && row.state !== 'published' && row.state,
      facts: `${kindNames[row.kind]} · ${row.state === 'published' ? spokenDay(new Date(row.created_at)) : stateWords(row)}`,
    }));
    const all = Object.entries(tabNames).map(([tab, label]) => ({
      label,
      path: `${officePaths.articles}?tab=${tab}`,
      count: of(tab).length,
      isCurrent: tab === current,
    }));
    const body = html`<div>
      ${ui.link('Write an article', officePaths.article('new'), 'btn-primary')} ${ui.tabs('Articles', all)}
      ${items.length === 0 ? ui.empty('No articles here.') : ui.rows(items)}
      ${ui.pager(officePaths.articles, query, page, shown.length > (page + 1) * pageSize)}
    </div>`;
    return { title: 'Articles', body };
  });

  onGet(officePaths.article(':id'), async ({ params: { id } }) => {
    if (id === 'new') return { title: 'New article', body: editor(id) };
    const row = found(await readDraft(store.db, id));
    const path = officePaths.article(id);
    const preview = row.preview && config.siteUrl + officePaths.preview(row.preview);
    const reading = html`<div>
      <p>Anyone with the link can read the draft as last saved. Once the article is published, the link will lead to it.</p>
      ${
        preview
          ? html`<div>${ui.share('Link', preview)} ${ui.press(`${path}/end-preview`, 'End the link')}</div>`
          : ui.press(`${path}/share`, 'Create a link')
      }
    </div>`;
    const takeOff = row.state === 'scheduled' ? 'Cancel publication' : 'Take it off the site';
    const off = html`<div>
      <p>It will become a draft again and keep its text and pictures.</p>
      ${ui.press(`${path}/unpublish`, takeOff)}
    </div>`;
    const deletion = html`<div>
      <p>The text and its pictures will be deleted for good.</p>
      ${ui.press(`${path}/delete`, 'Delete this draft')}
    </div>`;
    const body = html`<div>
      <p>
        ${stateWords(row)} ${row.state === 'published' && html`<a href=${mediaDetailPath(id)}>View on the site</a>`}
      </p>
      ${editor(id, row)} ${row.state !== 'published' && ui.fold('Share a preview', reading, preview !== null)}
      ${row.state === 'draft' ? ui.fold('Delete this draft', deletion) : ui.fold(takeOff, off)}
    </div>`;
    return { title: row.title, body };
  });

  onAct('share', 'shared', 'made a preview link for', shareDraft);
  onAct('end-preview', 'preview-ended', 'ended the preview link for', endPreview);
  onAct('unpublish', 'unpublished', 'unpublished', unpublish);
  onAct('delete', 'deleted', 'deleted', deleteDraft);
}

/** Accepts pictures, which `section.app` has to parse. */
export function saveArticles({ onSave }: Section): void {
  onSave(officePaths.article(':id'), 'media', async (trx, request, { id: known, version }) => {
    const id = known ?? (await freeId(trx, 'media', text(request, 'title')));
    const { source, pictures } = await placePictures(request);
    const top = request.pictures?.get(topPicture);
    const image = top ?? (fieldsOf(request).has('remove-top') ? null : undefined);
    const article = {
      id,
      kind: kinds.find(({ value }) => value === text(request, 'type'))?.value ?? 'press',
      title: text(request, 'title'),
      lead: text(request, 'lead') || null,
      source,
      ...(image === undefined ? {} : { image }),
    };
    const replaces = known === undefined ? 'nothing' : { version };
    await saveArticle(trx, article, { pictures, replaces });
    const isNext = text(request, 'action') === 'publish';
    const to = isNext ? officePaths.publish(id) : telling(officePaths.article(id), 'saved');
    return { to, did: 'saved', subject: { kind: 'article', id } };
  });
}

function editor(id: string, row?: Draft) {
  const draft: FormValues = row ? { title: row.title, lead: row.lead, source: row.source } : {};
  const isDraft = row === undefined || row.state === 'draft';
  const preview = {
    formAction: `${officePaths.article(id)}/preview`,
    formTarget: '_blank',
    formEncType: 'application/x-www-form-urlencoded',
    formNoValidate: true,
  };
  const file = { accept: 'image/*' };
  return ui.form(
    officePaths.article(id),
    html`<div>
      <input type="hidden" name="version" value=${row?.version ?? ''} />
      ${ui.select('Kind', 'type', kinds, row?.kind ?? 'press')}
      ${ui.field({ label: 'Title', name: 'title', value: draft.title, required: true })}
      ${ui.field({ label: 'In one sentence', name: 'lead', value: draft.lead })}
      ${row?.image && html`<img src=${row.image} alt="The picture above the text" width="160" />`}
      ${ui.field({ label: 'Picture above the text', name: topPicture, type: 'file', props: file })}
      ${row?.image && ui.tick('Remove the picture above the text', { name: 'remove-top' })}
      ${markdownField('Text (Markdown)', draft.source, true)}
      <div className="office-picture">
        ${ui.field({ label: 'Picture in the text', name: 'picture-1', type: 'file', props: file })}
        ${ui.field({ label: 'What it shows, for people who cannot see it', name: 'alt-1' })}
      </div>
      ${ui.actions(
        ui.button(isDraft ? 'Save draft' : 'Save changes', 'btn-primary'),
        ui.button('Preview', 'btn-outline-primary', preview),
        ui.button(isDraft ? 'Publish…' : 'Time and featured place…', 'btn-outline-primary', {
          name: 'action',
          value: 'publish',
        }),
      )}
      ${row?.state === 'published' && html`<p className="form-text">Changes go live at once.</p>`}
    </div>`,
    { keeps: 'copy', encType: 'multipart/form-data' },
  );
}
