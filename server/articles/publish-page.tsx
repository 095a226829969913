import { localValue, parseMoment, startOfDay } from '../lib/local-time.ts';
import { Refusal } from '../lib/refusal.ts';
import * as ui from '../office/components.tsx';
import { found, text, whenOf } from '../office/form.ts';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Change, Read, Section } from '../office/open-section.ts';
import type { Db } from '../store/schema.ts';
import { featuredPlaces } from './articles.ts';
import { publish, readDraft } from './publishing.ts';

const places = ['First', 'Second', 'Third'];

export type Draft = NonNullable<Awaited<ReturnType<typeof readDraft>>>;

export function stateWords({
  state,
  visible_from,
  planned_from,
}: Pick<Draft, 'state' | 'visible_from' | 'planned_from'>) {
  if (state === 'published') return `On the site since ${ui.moment(visible_from)}.`;
  if (state === 'scheduled') return `It will appear on ${ui.weekdayAndTime(visible_from)}.`;
  const isPlanned = planned_from !== null && planned_from > new Date().toISOString();
  return isPlanned
    ? `Draft, not scheduled. Proposed time: ${ui.weekdayAndTime(planned_from)}.`
    : 'Draft, not on the site.';
}

export function servePublishing({ onGet, onPost }: Section): void {
  onGet(officePaths.publish(':id'), askWhen);
  onPost(officePaths.publish(':id'), publishArticle);
}

/** What can be featured, and instead of what. */
async function placesFor(db: Db, id: string) {
  const featuring = await featuredPlaces(db);
  const featured = places.map((label, index) => {
    const there = featuring.find((other) => other.priority === index && other.id !== id);
    return { value: String(index + 1), label: there ? `${label}, instead of “${there.title}”` : label };
  });
  return [{ value: '', label: 'No' }, ...featured];
}

export const askWhen: Read = async ({ params: { id } }, { store }) => {
  const row = found(await readDraft(store.db, id));
  const isDraft = row.state === 'draft';
  const planned = isDraft ? row.planned_from : row.visible_from;
  const isPlanned = planned !== null && planned > new Date().toISOString();
  const times = [
    ...(isDraft ? [] : [{ value: 'same', label: 'No change', hint: stateWords(row) }]),
    ...(row.state === 'published' ? [] : [{ value: 'now', label: 'Now' }]),
    { value: 'at', label: 'At this time' },
  ];
  const draftTime = isPlanned ? 'at' : 'now';
  const body = (
    <ui.Form action={officePaths.publish(id)} keeps>
      <input type="hidden" name="version" value={row.version} />
      <ui.Radios legend="When" name="when" choices={times} chosen={isDraft ? draftTime : 'same'} />
      <ui.Field
        label="Day and time"
        name="at"
        type="datetime-local"
        value={planned && localValue(new Date(planned))}
        hint="Lusaka time."
      />
      <ui.Select
        label="Featured"
        name="featured"
        choices={await placesFor(store.db, id)}
        chosen={row.priority === null ? '' : String(row.priority + 1)}
      />
      <ui.Actions>
        <ui.Button isPrimary>{isDraft ? 'Publish' : 'Save'}</ui.Button>
        <ui.ButtonLink href={officePaths.article(id)}>Back to the text</ui.ButtonLink>
      </ui.Actions>
    </ui.Form>
  );
  return { title: row.title, above: 'Publish', body };
};

export const publishArticle: Change = async (trx, request) => {
  const { id } = request.params;
  const row = found(await readDraft(trx, id));
  const choice = text(request, 'when');
  const typed = whenOf(request, 'at', row.state === 'draft' ? row.planned_from : row.visible_from);
  if (choice === 'at' && typed === '') throw new Refusal(422, 'Choose a day and a time.');
  const at = choice === 'at' ? parseMoment('Day and time', typed, startOfDay) : null;
  const featured = text(request, 'featured');
  await publish(trx, id, {
    ...(choice === 'same' ? {} : { at }),
    featured: featured === '' ? null : Number(featured),
    version: Number(text(request, 'version')),
  });
  const timed = at !== null && at > new Date().toISOString() ? 'scheduled' : 'published';
  const done = choice === 'same' ? 'saved' : timed;
  return { to: telling(officePaths.article(id), done), did: done };
};
