import * as site from '#src/words/site.ts';

import { recentArticles } from '../domain/articles.ts';
import {
  allNewsletters,
  continueSending,
  deleteLetter,
  readNewsletter,
  saveNewsletter,
  stopSending,
} from '../domain/newsletters.ts';
import { countReaders } from '../domain/subscribers.ts';
import { spokenDay } from '../local-time.ts';
import { officePaths } from '../office-paths.ts';
import {
  actions,
  button,
  counted,
  empty,
  field,
  fold,
  form,
  html,
  link,
  people,
  press,
  rows,
  tick,
} from './components.ts';
import { fieldsOf, found, text } from './form.ts';
import { progressBody } from './newsletter-progress.ts';
import { serveSending } from './newsletter-send.ts';
import { telling } from './notices.ts';
import type { Section } from './section.ts';
import { markdownField } from './texts.ts';

type Letter = NonNullable<Awaited<ReturnType<typeof readNewsletter>>>;
type Recent = Awaited<ReturnType<typeof recentArticles>>;

const dayMs = 24 * 60 * 60_000;

function daysAgo(time: string): string {
  const days = Math.floor((Date.now() - Date.parse(time)) / dayMs);
  return days === 0 ? 'today' : `${counted(days, 'day')} ago`;
}

const lastOf = (letters: Awaited<ReturnType<typeof allNewsletters>>) =>
  letters.find(({ sent_at }) => sent_at !== null);

export function serveNewsletter(section: Section): void {
  const { store, onGet, onAct, onSave } = section;
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
      ${link('Write a newsletter', officePaths.letter('new'), 'btn-primary')}
      <p className="mt-4">
        ${people(reader)} ${reader === 1 ? 'gets' : 'get'} it. <a href=${officePaths.subscribers}>Subscribers</a>
      </p>
      ${last && html`<p>The last one went out ${daysAgo(last)}; the privacy page promises one a month.</p>`}
      ${items.length === 0 ? empty('No newsletter yet.') : rows(items)}
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
    const letter = found(await readNewsletter(store.db, id));
    const chosen = JSON.parse(letter.articles ?? '[]') as string[];
    const draft = html`<div>
      ${editor(letter, recent, chosen)}
      ${fold('Delete this draft', press(`${officePaths.letter(id)}/delete`, 'Delete this draft'))}
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
  onAct('stop', 'stopped', 'stopped', stopSending);
  onAct('continue', 'sending', 'resumed', continueSending);
}

function editor(
  letter: Pick<Letter, 'id' | 'subject' | 'source' | 'version'>,
  recent: Recent,
  chosen: string[],
) {
  const path = officePaths.letter(letter.id);
  return form(
    path,
    html`<div>
      <input type="hidden" name="version" value=${letter.version} />
      ${field({ label: 'Subject', name: 'subject', value: letter.subject, required: true })}
      ${markdownField('Opening words', letter.source)}
      <fieldset>
        <legend className="form-label">Articles in it</legend>
        ${recent.map(({ id, title }) => html`<div key=${id}>${tick(title, { name: 'article', value: id, defaultChecked: chosen.includes(id) })}</div>`)}
      </fieldset>
      ${actions(
        button('Save', 'btn-primary'),
        letter.id !== 'new' && link('See the email', officePaths.letterEmail(letter.id)),
        button('Send…', 'btn-outline-primary', { name: 'action', value: 'send' }),
      )}
    </div>`,
    { keeps: 'copy' },
  );
}
