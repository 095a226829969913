import { Press } from '../office/components.tsx';
import { officePaths } from '../office/office-paths.ts';
import { type ById, byToken, forAnyone } from '../office/open-office.tsx';
import type { Section } from '../office/open-section.ts';
import { brokenLink, confirm, findByToken, leave, tokenIn } from './subscribers.ts';
import { hasLeft } from './unsubscribed.ts';

const isOnList = <p>You are subscribed to our newsletter.</p>;

/** Serves the pages behind the links in subscribers' emails. */
export function serveSubscription({ app, store, send }: Section): void {
  app.get<ById>(officePaths.confirm(':id'), forAnyone, async (request, reply) => {
    const { id } = request.params;
    const subscriber = await findByToken(store.db, await tokenIn(store.db, 'confirm', id));
    if (subscriber === undefined) throw brokenLink('confirm');
    const body =
      subscriber.confirmed_at === null ? (
        <Press action={officePaths.confirm(id)} isPrimary>
          Yes, send me the newsletter
        </Press>
      ) : (
        isOnList
      );
    return send(request, reply, { title: 'Newsletter', body });
  });

  app.post<ById>(officePaths.confirm(':id'), forAnyone, async (request, reply) => {
    await store.write(async (trx) => {
      const token = await tokenIn(trx, 'confirm', request.params.id);
      if (!(await confirm(trx, token))) throw brokenLink('confirm');
    });
    return send(request, reply, { title: 'Newsletter', body: isOnList });
  });

  app.get<ById>(officePaths.unsubscribe(':id'), forAnyone, async (request, reply) => {
    const { id } = request.params;
    const token = await tokenIn(store.db, 'unsubscribe', id);
    const isKnown = (await findByToken(store.db, token)) !== undefined;
    const body =
      !isKnown && (await hasLeft(store.db, token)) ? (
        <p>This email address is not subscribed to our newsletter.</p>
      ) : (
        <>
          <p>Unsubscribe this email address from our newsletter?</p>
          <Press action={officePaths.unsubscribe(id)} isPrimary>
            Unsubscribe
          </Press>
        </>
      );
    return send(request, reply, { title: 'Newsletter', body });
  });

  // Email programs post here by themselves (RFC 8058), with any body.
  app.post<ById>(officePaths.unsubscribe(':id'), byToken, async (request, reply) => {
    await store.erase(async (trx) => leave(trx, await tokenIn(trx, 'unsubscribe', request.params.id)));
    const body = <p>You have unsubscribed and will receive no more newsletters.</p>;
    return send(request, reply, { title: 'Newsletter', body });
  });
}
