import { company } from '#src/content/company.ts';
import { mediaDetailPath, officePaths } from '#src/paths.ts';

import { listArticles } from '../domain/articles.ts';
import { noteAction } from '../domain/log.ts';
import { byMail } from '../domain/mail-sender.ts';
import { newsletterMail } from '../domain/newsletter-sender.ts';
import {
  allNewsletters,
  countRecipients,
  findByToken,
  problemsOf,
  progressOf,
  readNewsletter,
  saveNewsletter,
  sendToAll,
  stopSending,
} from '../domain/newsletters.ts';
import { Refusal } from '../domain/refusal.ts';
import { allSubscribers, listSubscribers, unsubscribe } from '../domain/subscribers.ts';
import { csvOf } from './csv.ts';
import { preview } from './preview.ts';
import { button, field, html, pager } from './view.ts';
import { type Office, pageOf, queryOf, text } from './visit.ts';

type ById = { Params: { id: string } };
type ByToken = { Params: { token: string } };
const forEditors = { config: { role: 'editor' } } as const;
const anyone = { config: { role: 'none' } } as const;
const pageSize = 50;

export function serveNewsletter({ app, store, config, send }: Office): void {
  app.get(officePaths.newsletter, forEditors, async (request, reply) => {
    const query = queryOf(request);
    const page = pageOf(query);
    const letters = await allNewsletters(store.db);
    const subscribers = await listSubscribers(store.db, pageSize + 1, page * pageSize);
    const body = html`<div>
      <p><a className="btn btn-primary" href=${officePaths.letter('new')}>Write a new one</a></p>
      <ul className="vstack gap-3">
        ${letters.map(
          ({ id, subject, state }) =>
            html`<li key=${id}><a href=${officePaths.letter(id)}>${subject}</a> (${state})</li>`,
        )}
      </ul>
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

  app.post(`${officePaths.newsletter}/remove`, forEditors, async (request, reply) => {
    await store.erase(async (trx) => {
      await unsubscribe(trx, text(request, 'email'));
      await noteAction(trx, request.person?.id ?? '', 'removed a subscriber');
    });
    return reply.redirect(officePaths.newsletter, 303);
  });

  app.post(`${officePaths.newsletter}/csv`, forEditors, async (request, reply) => {
    const rows = await allSubscribers(store.db);
    await store.write((trx) => noteAction(trx, request.person?.id ?? '', 'downloaded the subscribers'));
    reply.header('content-disposition', 'attachment; filename="subscribers.csv"');
    return reply.type('text/csv; charset=utf-8').send(csvOf(rows));
  });

  app.get<ById>(officePaths.letter(':id'), forEditors, async (request, reply) => {
    const { id } = request.params;
    if (id === 'new') {
      const [newest = []] = [await listArticles(store.db, 'press', 0)];
      const source = newest
        .slice(0, 3)
        .map(({ _id, title }) => `## ${title}\n\n${config.siteUrl}${mediaDetailPath(_id)}`);
      const body = form(id, {
        subject: `News from ${company.name}`,
        source: source.join('\n\n'),
        version: 0,
      });
      return send(request, reply, { title: 'New newsletter', body });
    }
    const letter = await readNewsletter(store.db, id);
    if (letter === undefined) throw new Refusal(404, 'This newsletter is not here.');
    if (letter.state === 'draft') {
      const mail = newsletterMail(letter, request.person?.email ?? '', 'TOKEN', config.siteUrl);
      const body = html`<div>
        ${form(id, letter)}
        <div className="hstack flex-wrap gap-3 mt-4">
          ${button(`${officePaths.letter(id)}/test`, 'Send me a test')}
          ${button(`${officePaths.letter(id)}/send`, `Send to all ${await countRecipients(store.db)}`)}
        </div>
        <h2>As html</h2>
        ${await preview(letter.subject, mail.html ?? '')}
        <h2>As plain text</h2>
        <pre>${mail.text}</pre>
      </div>`;
      return send(request, reply, { title: letter.subject, body });
    }
    const progress = await progressOf(store.db, id);
    const problems = await problemsOf(store.db, id, 100);
    const body = html`<div>
      <p>${letter.state}</p>
      <ul>
        ${progress.map(({ state, count }) => html`<li key=${state}>${state}: ${count}</li>`)}
      </ul>
      ${letter.state === 'sending' && button(`${officePaths.letter(id)}/stop`, 'Stop sending')}
      <ul>
        ${problems.map(({ recipient, problem }) => html`<li key=${recipient}>${recipient}: ${problem}</li>`)}
      </ul>
    </div>`;
    return send(request, reply, { title: letter.subject, body });
  });

  app.post<ById>(officePaths.letter(':id'), forEditors, async (request, reply) => {
    const given = request.params.id === 'new' ? undefined : request.params.id;
    const draft = { subject: text(request, 'subject'), source: text(request, 'source') };
    const version = Number(text(request, 'version'));
    const id = await store.write((trx) => saveNewsletter(trx, given, draft, version));
    return reply.redirect(officePaths.letter(id), 303);
  });

  app.post<ById>(`${officePaths.letter(':id')}/test`, forEditors, async (request, reply) => {
    const letter = await readNewsletter(store.db, request.params.id);
    const to = request.person?.email ?? '';
    if (letter === undefined) throw new Refusal(404, 'This newsletter is not here.');
    if (config.smtpUrl === null) throw noMail();
    const mail = newsletterMail(letter, to, 'TEST', config.siteUrl);
    const deliver = byMail(config.smtpUrl, new URL(config.siteUrl).hostname);
    await deliver(crypto.randomUUID(), mail, AbortSignal.timeout(20_000)).catch(() => {
      throw new Refusal(502, 'The mail server did not take the test. Try again later.');
    });
    const body = html`<p><a href=${officePaths.letter(letter.id)}>Back</a></p>`;
    return send(request, reply, { title: 'Test sent', body, notice: `Sent to ${to}.` });
  });

  app.post<ById>(`${officePaths.letter(':id')}/send`, forEditors, async (request, reply) => {
    const { id } = request.params;
    if (config.smtpUrl === null) throw noMail();
    await store.write(async (trx) => {
      await sendToAll(trx, id);
      await noteAction(trx, request.person?.id ?? '', 'sent the newsletter', id);
    });
    return reply.redirect(officePaths.letter(id), 303);
  });

  app.post<ById>(`${officePaths.letter(':id')}/stop`, forEditors, async (request, reply) => {
    const { id } = request.params;
    await store.write(async (trx) => {
      await stopSending(trx, id);
      await noteAction(trx, request.person?.id ?? '', 'stopped the newsletter', id);
    });
    return reply.redirect(officePaths.letter(id), 303);
  });

  app.get<ByToken>(officePaths.unsubscribe(':token'), anyone, async (request, reply) => {
    const { token } = request.params;
    const isKnown = (await findByToken(store.db, token)) !== undefined;
    const body = isKnown
      ? button(officePaths.unsubscribe(token), 'Unsubscribe')
      : html`<p>This address gets no newsletter from us.</p>`;
    return send(request, reply, { title: 'Newsletter', body });
  });

  // Mail programs post here by themselves (RFC 8058).
  app.post<ByToken>(officePaths.unsubscribe(':token'), anyone, async (request, reply) => {
    await store.erase(async (trx) => {
      const subscriber = await findByToken(trx, request.params.token);
      if (subscriber !== undefined) await unsubscribe(trx, subscriber.email);
    });
    const body = html`<p>You get no more newsletters from us.</p>`;
    return send(request, reply, { title: 'Newsletter', body });
  });
}

function noMail(): Refusal {
  return new Refusal(409, 'This server sends no mail: SMTP_URL is not set.');
}

type Draft = { subject: string; source: string; version: number };

function form(id: string, { subject, source, version }: Draft) {
  return html`<form method="post" action=${officePaths.letter(id)} data-keep>
    <input type="hidden" name="version" value=${version} />
    ${field({ label: 'Subject', name: 'subject', value: subject, required: true })}
    ${field({ label: 'Text (Markdown)', name: 'source', value: source, rows: 16, required: true })}
    <button className="btn btn-primary">Save</button>
  </form>`;
}
