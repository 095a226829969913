import { noteAction } from '../domain/log.ts';
import { Refusal } from '../domain/refusal.ts';
import { allSubscribers, confirm, findByToken, unsubscribe } from '../domain/subscribers.ts';
import { officePaths } from '../office-paths.ts';
import { sendCsv } from './csv.ts';
import { button, html } from './view.ts';
import { type ById, forAnyone, forEditors, type Office, personOf, text } from './visit.ts';

const isOnList = html`<p>You are on the list.</p>`;

/** Who gets the newsletter, and how anybody leaves it. */
export function serveSubscribers({ app, store, send, onPost }: Office): void {
  onPost(`${officePaths.newsletter}/remove`, 'editor', async (trx, request) => {
    await unsubscribe(trx, text(request, 'email'));
    return { to: officePaths.newsletter, did: 'removed a subscriber' };
  });

  app.post(`${officePaths.newsletter}/csv`, forEditors, async (request, reply) => {
    const rows = await allSubscribers(store.db);
    await store.write((trx) => noteAction(trx, personOf(request).id, 'downloaded the subscribers'));
    return sendCsv(reply, 'subscribers', rows);
  });

  app.get<ById>(officePaths.confirm(':id'), forAnyone, async (request, reply) => {
    const { id: token } = request.params;
    const subscriber = await findByToken(store.db, token);
    if (subscriber === undefined) throw new Refusal(404, 'This link has expired. Please subscribe again.');
    const body =
      subscriber.confirmed_at === null
        ? button(officePaths.confirm(token), 'Yes, send me the newsletter')
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
          ${button(officePaths.unsubscribe(token), 'Unsubscribe')}
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
