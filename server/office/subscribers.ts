import { noteAction } from '../domain/log.ts';
import { countRecipients } from '../domain/newsletters.ts';
import { Refusal } from '../domain/refusal.ts';
import { allSubscribers, confirm, findByToken, listSubscribers, unsubscribe } from '../domain/subscribers.ts';
import { spokenDay } from '../local-time.ts';
import { officePaths } from '../office-paths.ts';
import { actions, empty, html, pager, people, press } from './components.ts';
import { sendCsv } from './csv.ts';
import { pageOf, personOf, queryOf, text } from './form.ts';
import { telling } from './notices.ts';
import { type ById, forAnyone } from './scope.ts';
import type { Section } from './section.ts';

const pageSize = 25;

const isOnList = html`<p>You are on the list.</p>`;

/** Who gets the newsletter, and how anybody leaves it. */
export function serveSubscribers({ app, store, options, send, onGet, onPost }: Section): void {
  onGet(officePaths.subscribers, async (request) => {
    const query = queryOf(request);
    const page = pageOf(query);
    const all = await listSubscribers(store.db, pageSize + 1, page * pageSize);
    const count = await countRecipients(store.db);
    const body = html`<div>
      <p>${people(count)} ${count === 1 ? 'gets' : 'get'} the newsletter.</p>
      ${all.length === 0 && empty('Nobody yet.')}
      <ul className="vstack list-unstyled">
        ${all.slice(0, pageSize).map(
          ({ email, name, since }) => html`<li key=${email} className="border-top py-3">
            ${name}, ${email}
            <p className="small text-body-secondary mb-2">since ${spokenDay(new Date(since))}</p>
            ${press(`${officePaths.subscribers}/remove`, `Remove ${email}`, { email })}
          </li>`,
        )}
      </ul>
      ${pager(officePaths.subscribers, query, page, all.length > pageSize)}
      ${actions(press(`${officePaths.subscribers}/csv`, 'Download as CSV'))}
    </div>`;
    return { title: 'Subscribers', body };
  });

  onPost(`${officePaths.subscribers}/remove`, async (trx, request) => {
    await unsubscribe(trx, text(request, 'email'));
    return { to: telling(officePaths.subscribers, 'removed'), did: 'removed a subscriber' };
  });

  app.post(`${officePaths.subscribers}/csv`, options, async (request, reply) => {
    const all = await allSubscribers(store.db);
    await store.write((trx) => noteAction(trx, personOf(request).id, 'downloaded the subscribers'));
    return sendCsv(reply, 'subscribers', all);
  });

  app.get<ById>(officePaths.confirm(':id'), forAnyone, async (request, reply) => {
    const { id: token } = request.params;
    const subscriber = await findByToken(store.db, token);
    if (subscriber === undefined) throw new Refusal(404, 'This link has expired. Please subscribe again.');
    const body =
      subscriber.confirmed_at === null
        ? press(officePaths.confirm(token), 'Yes, send me the newsletter', {}, 'btn-primary')
        : isOnList;
    return send(request, reply, { title: 'Newsletter', body });
  });

  app.post<ById>(officePaths.confirm(':id'), forAnyone, async (request, reply) => {
    await store.write(async (trx) => {
      const isKnown = await confirm(trx, request.params.id);
      if (!isKnown) throw new Refusal(404, 'This link has expired. Please subscribe again.');
    });
    return send(request, reply, { title: 'Newsletter', body: isOnList });
  });

  app.get<ById>(officePaths.unsubscribe(':id'), forAnyone, async (request, reply) => {
    const { id: token } = request.params;
    const isKnown = (await findByToken(store.db, token)) !== undefined;
    const body = isKnown
      ? html`<div>
          <p>Stop our newsletter to this email address?</p>
          ${press(officePaths.unsubscribe(token), 'Unsubscribe', {}, 'btn-primary')}
        </div>`
      : html`<p>This email address does not get our newsletter.</p>`;
    return send(request, reply, { title: 'Newsletter', body });
  });

  // Email programs post here by themselves (RFC 8058).
  app.post<ById>(officePaths.unsubscribe(':id'), forAnyone, async (request, reply) => {
    await store.erase(async (trx) => {
      const subscriber = await findByToken(trx, request.params.id);
      if (subscriber !== undefined) await unsubscribe(trx, subscriber.email);
    });
    const body = html`<p>Done. You will get no more newsletters from us.</p>`;
    return send(request, reply, { title: 'Newsletter', body });
  });
}
