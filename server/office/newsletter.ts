import * as site from '#src/content/site.ts';
import { mediaDetailPath } from '#src/paths.ts';

import { listArticles } from '../domain/articles.ts';
import { emailOf } from '../domain/mail-sender.ts';
import { newsletterMail } from '../domain/mail-words.ts';
import {
  allNewsletters,
  continueSending,
  countRecipients,
  problemsOf,
  progressOf,
  readNewsletter,
  saveNewsletter,
  sendToAll,
  stopSending,
} from '../domain/newsletters.ts';
import { Refusal } from '../domain/refusal.ts';
import { officePaths } from '../office-paths.ts';
import { actions, button, empty, field, html, link, press, rows, tick } from './components.ts';
import { found, personOf, queryOf, text } from './form.ts';
import { telling } from './notices.ts';
import { type ById, lead } from './scope.ts';
import type { Section } from './section.ts';
import { preview, textForm } from './texts.ts';

type Letter = { id: string; subject: string; source: string; version: number };

export function serveNewsletter({ app, store, config, options, onGet, onPost, onSave }: Section): void {
  onGet(officePaths.newsletter, async () => {
    const letters = await allNewsletters(store.db);
    const items = letters.map(({ id, subject, state }) => ({
      path: officePaths.letter(id),
      title: subject,
      badge: state,
    }));
    const body = html`<div>
      ${link('Write a newsletter', officePaths.letter('new'), 'btn-primary')}
      <p className="mt-4">
        ${await countRecipients(store.db)} get it: <a href=${officePaths.subscribers}>Subscribers</a>
      </p>
      ${items.length === 0 ? empty('No newsletter yet.') : rows(items)}
    </div>`;
    return { title: 'Newsletter', body };
  });

  onGet(officePaths.letter(':id'), async (request) => {
    const { id } = request.params;
    if (id === 'new')
      return { title: 'New newsletter', body: await begin(queryOf(request).getAll('article')) };
    const letter = found(await readNewsletter(store.db, id));
    const body =
      letter.state === 'draft' ? await draft(letter, personOf(request).email) : await progress(letter);
    return { title: letter.subject, body };
  });

  const begin = async (chosen: string[]) => {
    const lists = [await listArticles(store.db, 'press', 0), await listArticles(store.db, 'blog', 0)];
    const articles = lists.flat().sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
    const source = articles
      .filter(({ _id }) => chosen.includes(_id))
      .map(({ _id, title }) => `## ${title}\n\n${config.siteUrl}${mediaDetailPath(_id)}`);
    const subject = `News from ${site.name}`;
    return html`<div>
      <form action=${officePaths.letter('new')}>
        ${articles.map(
          ({ _id, title }) => html`<div key=${_id}>
            ${tick(title, { name: 'article', value: _id, defaultChecked: chosen.includes(_id) })}
          </div>`,
        )}
        ${button('Put these into the text')}
      </form>
      ${textOf({ id: 'new', subject, source: source.join('\n\n'), version: 0 })}
    </div>`;
  };

  const draft = async (letter: Letter, me: string) => {
    const mail = await newsletterMail(letter, me, 'TOKEN', config.siteUrl);
    const version = String(letter.version);
    return html`<div>
      ${textOf(letter)}
      ${actions(
        press(`${officePaths.letter(letter.id)}/test`, 'Send me a test'),
        press(`${officePaths.letter(letter.id)}/send`, `Send to all ${await countRecipients(store.db)}`, {
          version,
        }),
      )}
      <h2>As html</h2>
      ${await preview(mail.html ?? '', config.siteUrl)}
      <h2>As plain text</h2>
      <pre>${mail.text}</pre>
    </div>`;
  };

  const progress = async ({ id, state, reason }: { id: string; state: string; reason: string | null }) => {
    const counts = await progressOf(store.db, id);
    const problems = await problemsOf(store.db, id, 100);
    return html`<div>
      <p>${reason === null ? state : `${state}: ${reason}`}</p>
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
    const written = { subject: text(request, 'subject'), source: text(request, 'source') };
    const id = await saveNewsletter(trx, known, written, version);
    return {
      to: telling(officePaths.letter(id), 'saved'),
      did: 'saved',
      subject: { kind: 'newsletter', id },
    };
  });

  app.post<ById>(`${officePaths.letter(':id')}/test`, options, async (request, reply) => {
    const letter = found(await readNewsletter(store.db, request.params.id));
    const to = personOf(request).email;
    const deliver = emailOf(config);
    if (deliver === null) throw noMail();
    const mail = await newsletterMail(letter, to, 'TEST', config.siteUrl);
    await deliver(crypto.randomUUID(), mail, AbortSignal.timeout(20_000)).catch(() => {
      throw new Refusal(502, 'The mail server did not accept the test. Try again later.');
    });
    return lead(request, reply, telling(officePaths.letter(letter.id), 'tested'));
  });

  onPost(`${officePaths.letter(':id')}/send`, async (trx, request) => {
    const { id } = request.params;
    if (config.smtpUrl === null) throw noMail();
    await sendToAll(trx, id, Number(text(request, 'version')));
    return {
      to: telling(officePaths.letter(id), 'sending'),
      did: 'sent',
      subject: { kind: 'newsletter', id },
    };
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
      did: 'went on sending',
      subject: { kind: 'newsletter', id },
    };
  });
}

function noMail(): Refusal {
  return new Refusal(409, 'This server sends no email: SMTP_URL is not set.');
}

function textOf(letter: Letter) {
  const fields = field({ label: 'Subject', name: 'subject', value: letter.subject, required: true });
  return textForm(officePaths.letter(letter.id), letter, fields, button('Save', 'btn-primary'));
}
