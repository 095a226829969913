import * as site from '#src/words/site.ts';

import { recentArticles } from '../articles/articles.ts';
import { dayMs } from '../lib/durations.ts';
import { spokenDay } from '../lib/local-time.ts';
import * as ui from '../office/components.ts';
import { html } from '../office/components.ts';
import { fieldsOf, found, text } from '../office/form.ts';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Section } from '../office/section.ts';
import { markdownField } from '../office/texts.ts';
import {
  allNewsletters,
  deleteLetter,
  findNewsletter,
  saveNewsletter,
} from './newsletters.ts';
import { progressBody } from './progress-page.ts';
import { serveSending } from './send-page.ts';
import { continueSending, stopSending } from './sending.ts';
import { countReaders } from './subscribers.ts';

type Letter = NonNullable<Awaited<ReturnType<typeof findNewsletter>>>;
type Recent = Awaited<ReturnType<typeof recentArticles>>;

function daysAgo(time: string): string {
  const days = Math.floor((Date.now() - Date.parse(time)) / dayMs);
  return days === 0 ? 'today' : `${ui.counted(days, 'day')} ago`;
}

const lastOf = (letters: Awaited<ReturnType<typeof allNewsletters>>) =>
  letters.find(({ sent_at }) => sent_at !== null);

export function serveNewsletter(section: Section): void {
  const { store, onGet, onAct, onPost, onSave } = section;
  serveSending(section);

  onGet(officePaths.newsletter, async () => {
    const letters = await allNewsletters(store.db);
    const { reader } = await countReaders(store.db);
    const last = lastOf(letters)?.sent_at;
    const items = letters.map(({ id, subject, state, sent_at }) => ({
      path: officePaths.letter(id),
      title: subject,
      badge: state,
      facts: sent_at && spokenDay(new Date(sent_at)),
    }));
    const body = html`<div>
      ${ui.link('Write a newsletter', officePaths.letter('new'), 'btn-primary')}
      <p className="mt-4">
        ${ui.people(reader)} ${reader === 1 ? 'is' : 'are'} subscribed. <a href=${officePaths.subscribers}>Subscribers</a>
      </p>
      ${last && html`<p>The last one was sent ${daysAgo(last)}; the privacy page promises one a month.</p>`}
      ${items.length === 0 ? ui.empty('No newsletters yet.') : ui.rows(items)}
    </div>`;
    return { title: 'Newsletter', body };
  });

  onGet(officePaths.letter(':id'), async ({ params: { id } }) => {
    const recent = await recentArticles(store.db);
    if (id === 'new') {
      const month = new Date(Date.now() - 31 * dayMs).toISOString();
      const since = lastOf(await allNewsletters(store.db))?.sent_at ?? month;
      const chosen = recent.filter(({ created_at }) => created_at > since).map((one) => one.id);
      const letter = { id, subject: `News from ${site.name}`, source: '', version: 0 };
      return { title: 'New newsletter', body: editor(letter, recent, chosen) };
    }
    const letter = found(await findNewsletter(store.db, id));
    const chosen = JSON.parse(letter.articles ?? '[]') as string[];
    const draft = html`<div>
      ${editor(letter, recent, chosen)}
      ${ui.fold('Delete this draft', ui.press(`${officePaths.letter(id)}/delete`, 'Delete this draft'))}
    </div>`;
    return {
      title: letter.subject,
      body: letter.state === 'draft' ? draft : await progressBody(section, letter),
    };
  });

  onSave(officePaths.letter(':id'), 'newsletters', async (trx, request, { id: known, version }) => {
    const articles = JSON.stringify(fieldsOf(request).getAll('article'));
    const written = { subject: text(request, 'subject'), source: text(request, 'source'), articles };
    const id = await saveNewsletter(trx, known, written, version);
    const isNext = text(request, 'action') === 'send';
    const to = isNext ? officePaths.letterSend(id) : telling(officePaths.letter(id), 'saved');
    return { to, did: 'saved', subject: { kind: 'newsletter', id } };
  });

  onAct('delete', 'deleted', 'deleted', deleteLetter);
  onPost(`${officePaths.letter(':id')}/stop`, async (trx, { params: { id } }) => {
    const isStopped = await stopSending(trx, id);
    return isStopped
      ? { to: telling(officePaths.letter(id), 'stopped'), did: 'stopped' }
      : { to: telling(officePaths.letter(id), 'had-been-sent') };
  });
  onAct('continue', 'sending', 'resumed', continueSending);
}

function editor(
  letter: Pick<Letter, 'id' | 'subject' | 'source' | 'version'>,
  recent: Recent,
  chosen: string[],
) {
  const path = officePaths.letter(letter.id);
  return ui.form(
    path,
    html`<div>
      <input type="hidden" name="version" value=${letter.version} />
      ${ui.field({ label: 'Subject', name: 'subject', value: letter.subject, required: true })}
      ${markdownField('Introduction', letter.source)}
      <fieldset>
        <legend className="form-label">Articles to include</legend>
        ${recent.map(({ id, title }) => html`<div key=${id}>${ui.tick(title, { name: 'article', value: id, defaultChecked: chosen.includes(id) })}</div>`)}
      </fieldset>
      ${ui.actions(
        ui.button('Save', 'btn-primary'),
        letter.id !== 'new' && ui.link('See the email', officePaths.letterEmail(letter.id)),
        ui.button('Send…', 'btn-outline-primary', { name: 'action', value: 'send' }),
      )}
    </div>`,
    { keeps: 'copy' },
  );
}
