import { mediaDetailPath } from '#src/paths.ts';

import { spokenDay } from '../lib/local-time.ts';
import * as ui from '../office/components.tsx';
import { fieldsOf, found, queryOf, text } from '../office/form.ts';
import { ListPage } from '../office/list-page.tsx';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Read, Save, Section } from '../office/open-section.ts';
import { placePictures, topPicture } from '../office/picture-form.ts';
import { MarkdownField } from '../office/texts.tsx';
import type { TodayOf } from '../office/today.ts';
import { freeId } from '../store/ids.ts';
import { wantedIn } from '../store/keyset-pages.ts';
import { countArticles, hiddenArticles, pageOfArticles } from './articles.ts';
import { serveArticlePreviews } from './preview-page.tsx';
import { type Draft, servePublishing, stateWords } from './publish-page.tsx';
import { deleteDraft, endPreview, readDraft, saveText, shareDraft, unpublish } from './publishing.ts';

const kindNames = { press: 'Press release', blog: 'Blog post' };
const kinds = Object.entries(kindNames).map(([value, label]) => ({ value, label }));
const tabNames = { all: 'All', draft: 'Drafts', scheduled: 'Scheduled', published: 'On the site' };
const tabs = Object.keys(tabNames) as (keyof typeof tabNames)[];

export function serveArticles(section: Section): void {
  const { onAct, onGet, onSave } = section;
  serveArticlePreviews(section);
  servePublishing(section);
  onGet(officePaths.articles, listArticles);
  onGet(officePaths.article(':id'), showArticle);
  onSave(officePaths.article(':id'), 'articles', storeArticle, placePictures);
  onAct('share', 'shared', 'made a preview link for', shareDraft);
  onAct('end-preview', 'preview-ended', 'ended the preview link for', endPreview);
  onAct('unpublish', 'unpublished', 'unpublished', unpublish);
  onAct('delete', 'deleted', 'deleted', deleteDraft);
}

export const listArticles: Read = async (request, { store }) => {
  const query = queryOf(request);
  const current = tabs.find((tab) => tab === query.get('tab')) ?? 'all';
  const counts = await countArticles(store.db);
  const page = await pageOfArticles(store.db, current, { ...wantedIn(query), size: 25 });
  const item = (row: (typeof page.rows)[number]) => ({
    path: officePaths.article(row.id),
    title: row.title,
    badge: current === 'all' && row.state !== 'published' && row.state,
    facts: `${kindNames[row.kind]} · ${row.state === 'published' ? spokenDay(new Date(row.created_at)) : stateWords(row)}`,
    words: row.lead,
  });
  const body = (
    <>
      <ui.ButtonLink href={officePaths.article('new')} isPrimary>
        Write an article
      </ui.ButtonLink>{' '}
      <ListPage
        path={officePaths.articles}
        filter={{ tab: current }}
        tabs={{ label: 'Articles', names: tabNames, counts }}
        page={page}
        item={item}
        empty="No articles here."
      />
    </>
  );
  return { title: 'Articles', body };
};

export const showArticle: Read = async ({ params: { id } }, { store, config }) => {
  if (id === 'new') return { title: 'New article', body: editor(id) };
  const row = found(await readDraft(store.db, id));
  const path = officePaths.article(id);
  const preview = row.preview && config.siteUrl + officePaths.preview(row.preview);
  const takeOff = row.state === 'scheduled' ? 'Cancel publication' : 'Take it off the site';
  const body = (
    <>
      <p>
        {stateWords(row)} {row.state === 'published' && <a href={mediaDetailPath(id)}>View on the site</a>}
      </p>
      {editor(id, row)} {row.state !== 'published' && <Sharing path={path} preview={preview} />}
      {row.state === 'draft' ? (
        <ui.Fold summary="Delete this draft">
          <p>The text and its pictures will be deleted for good.</p>
          <ui.Press action={`${path}/delete`}>Delete this draft</ui.Press>
        </ui.Fold>
      ) : (
        <ui.Fold summary={takeOff}>
          <p>It will become a draft again and keep its text and pictures.</p>
          <ui.Press action={`${path}/unpublish`}>{takeOff}</ui.Press>
        </ui.Fold>
      )}
    </>
  );
  return { title: row.title, body };
};

const Sharing = ({ path, preview }: { path: string; preview: string | null }) => (
  <ui.Fold summary="Share a preview" isOpen={preview !== null}>
    <p>
      Anyone with the link can read the draft as last saved. Once the article is published, the link will lead
      to it.
    </p>
    {preview ? (
      <>
        <ui.Share label="Link" url={preview} />{' '}
        <ui.Press action={`${path}/end-preview`}>End the link</ui.Press>
      </>
    ) : (
      <ui.Press action={`${path}/share`}>Create a link</ui.Press>
    )}
  </ui.Fold>
);

type Pictures = Awaited<ReturnType<typeof placePictures>>;

export const storeArticle: Save<Pictures> = async (
  trx,
  request,
  { id: known, version },
  { source, pictures, top },
) => {
  const id = known ?? (await freeId(trx, 'articles', text(request, 'title')));
  const image = top ?? (fieldsOf(request).has('remove-top') ? null : undefined);
  const article = {
    id,
    kind: text(request, 'type') === 'blog' ? ('blog' as const) : ('press' as const),
    title: text(request, 'title'),
    lead: text(request, 'lead') || null,
    source,
    ...(image === undefined ? {} : { image }),
  };
  const replaces = known === undefined ? 'nothing' : { version };
  await saveText(trx, article, { pictures, replaces });
  const isNext = text(request, 'action') === 'publish';
  const to = isNext ? officePaths.publish(id) : telling(officePaths.article(id), 'saved');
  return { to, did: 'saved', subject: { kind: 'article', id } };
};

function editor(id: string, row?: Draft) {
  const isDraft = row === undefined || row.state === 'draft';
  const preview = {
    formAction: `${officePaths.article(id)}/preview`,
    formTarget: '_blank',
    formEncType: 'application/x-www-form-urlencoded',
    formNoValidate: true,
  };
  const file = { accept: 'image/*' };
  return (
    <ui.Form action={officePaths.article(id)} keeps="copy" encType="multipart/form-data">
      <input type="hidden" name="version" value={row?.version ?? ''} />
      <ui.Select label="Kind" name="type" choices={kinds} chosen={row?.kind ?? 'press'} />
      <ui.Field label="Title" name="title" value={row?.title} required />
      <ui.Field label="In one sentence" name="lead" value={row?.lead} />
      {row?.image && <img src={row.image} alt="Shown above the text" width="160" />}
      <ui.Field label="Picture above the text" name={topPicture} type="file" {...file} />
      {row?.image && <ui.Tick label="Remove the picture above the text" name="remove-top" />}
      <MarkdownField label="Text (Markdown)" value={row?.source} hasPictures />
      <div className="office-picture">
        <ui.Field label="Picture in the text" name="picture-1" type="file" {...file} />
        <ui.Field label="What it shows, for people who cannot see it" name="alt-1" />
      </div>
      <ui.Actions>
        <ui.Button isPrimary>{isDraft ? 'Save draft' : 'Save changes'}</ui.Button>
        <ui.Button {...preview}>Preview</ui.Button>
        <ui.Button name="action" value="publish">
          {isDraft ? 'Publish…' : 'Time and featured place…'}
        </ui.Button>
      </ui.Actions>
      {row?.state === 'published' && <p className="form-text">Changes go live at once.</p>}
    </ui.Form>
  );
}

export const articlesToday: TodayOf = async ({ store }) => {
  const hidden = (await hiddenArticles(store.db)).map((row) => ({
    ...row,
    path: officePaths.article(row.id),
  }));
  const of = (wanted: string) => hidden.filter(({ state }) => state === wanted);
  return {
    coming: of('scheduled').map(({ title, path, visible_from: at }) => ({
      at,
      text: `${ui.weekdayAndTime(at)}: “${title}” will be published`,
      path,
    })),
    unfinished: of('draft').map(({ title, path }) => ({ text: `Draft article “${title}”`, path })),
  };
};
