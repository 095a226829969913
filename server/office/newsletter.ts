import * as site from '#src/content/site.ts';

import { recentArticles } from '../domain/articles.ts';
import {
  allNewsletters,
  continueSending,
  countRecipients,
  deleteLetter,
  problemsOf,
  progressOf,
  readNewsletter,
  saveNewsletter,
  stopSending,
} from '../domain/newsletters.ts';
import { officePaths } from '../office-paths.ts';
import {
  actions,
  button,
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
import { serveSending } from './newsletter-send.ts';
import { telling } from './notices.ts';
import type { Section } from './section.ts';
import { markdownField } from './texts.ts';

type Letter = NonNullable<Awaited<ReturnType<typeof readNewsletter>>>;
type Recent = Awaited<ReturnType<typeof recentArticles>>;

export function serveNewsletter(section: Section): void {
  const { store, onGet, onPost, onSave } = section;
  serveSending(section);

  onGet(officePaths.newsletter, async () => {
    const letters = await allNewsletters(store.db);
    const count = await countRecipients(store.db);
    const items = letters.map(({ id, subject, state }) => ({
      path: officePaths.letter(id),
      title: subject,
      badge: state,
    }));
    const body = html`<div>
      ${link('Write a newsletter', officePaths.letter('new'), 'btn-primary')}
      <p className="mt-4">
        ${people(count)} ${count === 1 ? 'gets' : 'get'} it. <a href=${officePaths.subscribers}>Subscribers</a>
      </p>
      ${items.length === 0 ? empty('No newsletter yet.') : rows(items)}
    </div>`;
    return { title: 'Newsletter', body };
  });

  onGet(officePaths.letter(':id'), async ({ params: { id } }) => {
    const recent = await recentArticles(store.db);
    if (id === 'new') {
      const since = (await allNewsletters(store.db)).find(({ sent_at }) => sent_at !== null)?.sent_at ?? '';
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
    return { title: letter.subject, body: letter.state === 'draft' ? draft : await progress(letter) };
  });

  const progress = async ({ id, state, reason }: Pick<Letter, 'id' | 'state' | 'reason'>) => {
    const counts = await progressOf(store.db, id);
    const problems = await problemsOf(store.db, id, 100);
    return html`<div>
      <p>${reason === null ? state : `${state}: ${reason}`}</p>
      ${actions(link('See the email', officePaths.letterEmail(id)), link('Look again', officePaths.letter(id)))}
      <ul>
        ${counts.map((one) => html`<li key=${one.state}>${one.state}: ${one.count}</li>`)}
      </ul>
      ${state === 'sending' && press(`${officePaths.letter(id)}/stop`, 'Stop sending')}
      ${state === 'stopped' && press(`${officePaths.letter(id)}/continue`, 'Go on sending')}
      <ul>
        ${problems.map(({ recipient, problem }) => html`<li key=${recipient}>${recipient}: ${problem}</li>`)}
      </ul>
    </div>`;
  };

  onSave(officePaths.letter(':id'), 'newsletters', async (trx, request, { id: known, version }) => {
    const articles = JSON.stringify(fieldsOf(request).getAll('article'));
    const written = { subject: text(request, 'subject'), source: text(request, 'source'), articles };
    const id = await saveNewsletter(trx, known, written, version);
    const isNext = text(request, 'action') === 'send';
    return {
      to: isNext ? officePaths.letterSend(id) : telling(officePaths.letter(id), 'saved'),
      did: 'saved',
      subject: { kind: 'newsletter', id },
    };
  });

  onPost(`${officePaths.letter(':id')}/delete`, async (trx, request) => {
    const { id } = request.params;
    await deleteLetter(trx, id);
    const subject = { kind: 'newsletter', id } as const;
    return { to: telling(officePaths.newsletter, 'deleted'), did: 'deleted', subject };
  });

  onPost(`${officePaths.letter(':id')}/stop`, async (trx, request) => {
    const { id } = request.params;
    await stopSending(trx, id);
    return {
      to: telling(officePaths.letter(id), 'stopped'),
      did: 'stopped',
      subject: { kind: 'newsletter', id },
    };
  });

  onPost(`${officePaths.letter(':id')}/continue`, async (trx, request) => {
    const { id } = request.params;
    await continueSending(trx, id);
    return {
      to: telling(officePaths.letter(id), 'sending'),
      did: 'resumed',
      subject: { kind: 'newsletter', id },
    };
  });
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
