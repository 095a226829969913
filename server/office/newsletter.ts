import { company } from '#src/content/company.ts';
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
import { listSubscribers } from '../domain/subscribers.ts';
import { officePaths } from '../office-paths.ts';
import { preview, textForm } from './texts.ts';
import { button, field, html, pager, texts } from './view.ts';
import { type ById, forEditors, found, type Office, pageOf, personOf, queryOf, text } from './visit.ts';

type Letter = { id: string; subject: string; source: string; version: number };
const pageSize = 50;

export function serveNewsletter({ app, store, config, send, onPost }: Office): void {
  app.get(officePaths.newsletter, forEditors, async (request, reply) => {
    const query = queryOf(request);
    const page = pageOf(query);
    const letters = await allNewsletters(store.db);
    const subscribers = await listSubscribers(store.db, pageSize + 1, page * pageSize);
    const items = letters.map(({ id, subject, state }) => ({
      path: officePaths.letter(id),
      title: subject,
      facts: state,
    }));
    const body = html`<div>
      ${texts(officePaths.letter('new'), items)}
      <h2>Subscribers: ${await countRecipients(store.db)}</h2>
      <ul className="vstack gap-2">
        ${subscribers.slice(0, pageSize).map(
          ({ email, name, since }) => html`<li key=${email} className="hstack flex-wrap gap-3">
            ${name}, ${email}, since ${since.slice(0, 10)}
            ${button(`${officePaths.newsletter}/remove`, `Remove ${email}`, { email })}
          </li>`,
        )}
      </ul>
      ${pager(officePaths.newsletter, query, page, subscribers.length > pageSize)}
      ${button(`${officePaths.newsletter}/csv`, 'Download as CSV')}
    </div>`;
    return send(request, reply, { title: 'Newsletter', body });
  });

  app.get<ById>(officePaths.letter(':id'), forEditors, async (request, reply) => {
    const { id } = request.params;
    const chosen = queryOf(request).getAll('article');
    if (id === 'new') return send(request, reply, { title: 'New newsletter', body: await begin(chosen) });
    const letter = found(await readNewsletter(store.db, id));
    const body =
      letter.state === 'draft' ? await draft(letter, personOf(request).email) : await progress(letter);
    return send(request, reply, { title: letter.subject, body });
  });

  const begin = async (chosen: string[]) => {
    const lists = [await listArticles(store.db, 'press', 0), await listArticles(store.db, 'blog', 0)];
    const articles = lists.flat().sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
    const source = articles
      .filter(({ _id }) => chosen.includes(_id))
      .map(({ _id, title }) => `## ${title}\n\n${config.siteUrl}${mediaDetailPath(_id)}`);
    const subject = `News from ${company.name}`;
    return html`<div>
      <form action=${officePaths.letter('new')}>
        ${articles.map(
          ({ _id, title }) => html`<label key=${_id} className="d-block mb-2">
            <input type="checkbox" name="article" value=${_id} defaultChecked=${chosen.includes(_id)} /> ${title}
          </label>`,
        )}
        <button className="btn btn-outline-primary">Put these into the text</button>
      </form>
      ${form({ id: 'new', subject, source: source.join('\n\n'), version: 0 })}
    </div>`;
  };

  const draft = async (letter: Letter, me: string) => {
    const mail = await newsletterMail(letter, me, 'TOKEN', config.siteUrl);
    const version = String(letter.version);
    return html`<div>
      ${form(letter)}
      <div className="hstack flex-wrap gap-3 mt-4">
        ${button(`${officePaths.letter(letter.id)}/test`, 'Send me a test')}
        ${button(`${officePaths.letter(letter.id)}/send`, `Send to all ${await countRecipients(store.db)}`, { version })}
      </div>
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
      ${state === 'sending' && button(`${officePaths.letter(id)}/stop`, 'Stop sending')}
      ${state === 'stopped' && button(`${officePaths.letter(id)}/continue`, 'Go on sending')}
      <ul>
        ${problems.map(({ recipient, problem }) => html`<li key=${recipient}>${recipient}: ${problem}</li>`)}
      </ul>
    </div>`;
  };

  onPost(officePaths.letter(':id'), 'editor', async (trx, request) => {
    const given = request.params.id === 'new' ? undefined : request.params.id;
    const written = { subject: text(request, 'subject'), source: text(request, 'source') };
    const id = await saveNewsletter(trx, given, written, Number(text(request, 'version')));
    return { to: officePaths.letter(id), did: 'saved the newsletter', subject: id };
  });

  app.post<ById>(`${officePaths.letter(':id')}/test`, forEditors, async (request, reply) => {
    const letter = found(await readNewsletter(store.db, request.params.id));
    const to = personOf(request).email;
    const deliver = emailOf(config);
    if (deliver === null) throw noMail();
    const mail = await newsletterMail(letter, to, 'TEST', config.siteUrl);
    await deliver(crypto.randomUUID(), mail, AbortSignal.timeout(20_000)).catch(() => {
      throw new Refusal(502, 'The mail server did not accept the test. Try again later.');
    });
    const body = html`<p><a href=${officePaths.letter(letter.id)}>Back</a></p>`;
    return send(request, reply, { title: 'Test sent', body, notice: `Sent to ${to}.` });
  });

  onPost(`${officePaths.letter(':id')}/send`, 'editor', async (trx, request) => {
    const { id } = request.params;
    if (config.smtpUrl === null) throw noMail();
    await sendToAll(trx, id, Number(text(request, 'version')));
    return { to: officePaths.letter(id), did: 'sent the newsletter', subject: id };
  });

  onPost(`${officePaths.letter(':id')}/stop`, 'editor', async (trx, request) => {
    const { id } = request.params;
    await stopSending(trx, id);
    return { to: officePaths.letter(id), did: 'stopped the newsletter', subject: id };
  });

  onPost(`${officePaths.letter(':id')}/continue`, 'editor', async (trx, request) => {
    const { id } = request.params;
    await continueSending(trx, id);
    return { to: officePaths.letter(id), did: 'went on sending the newsletter', subject: id };
  });
}

function noMail(): Refusal {
  return new Refusal(409, 'This server sends no email: SMTP_URL is not set.');
}

function form(letter: Letter) {
  const fields = field({ label: 'Subject', name: 'subject', value: letter.subject, required: true });
  return textForm(
    officePaths.letter(letter.id),
    letter,
    fields,
    html`<button className="btn btn-primary">Save</button>`,
  );
}
