import { Press } from '../office/components.tsx';
import { officePaths } from '../office/office-paths.ts';
import { type ById, byToken } from '../office/open-office.tsx';
import type { Read, Section } from '../office/open-section.ts';
import { brokenLink, confirm, findByToken, leave, tokenIn } from './subscribers.ts';
import { hasLeft } from './unsubscribed.ts';

const isOnList = <p>You are subscribed to our newsletter.</p>;

/** Serves the pages behind the links in subscribers' emails, for anyone. */
export function serveSubscription(section: Section): void {
  const { app, send, onGet, onShow } = section;
  onGet(officePaths.confirm(':id'), askToConfirm);
  onShow(officePaths.confirm(':id'), confirmSubscription);
  onGet(officePaths.unsubscribe(':id'), askToUnsubscribe);
  app.post<ById>(officePaths.unsubscribe(':id'), byToken, async (request, reply) =>
    send(request, reply, await endSubscription(request, section)),
  );
}

const title = 'Newsletter';

export const askToConfirm: Read = async ({ params: { id } }, { store }) => {
  const subscriber = await findByToken(store.db, await tokenIn(store.db, 'confirm', id));
  if (subscriber === undefined) throw brokenLink('confirm');
  if (subscriber.confirmed_at !== null) return { title, body: isOnList };
  const body = (
    <Press action={officePaths.confirm(id)} isPrimary>
      Yes, send me the newsletter
    </Press>
  );
  return { title, body };
};

export const confirmSubscription: Read = async ({ params: { id } }, { store }) => {
  await store.write(async (trx) => {
    if (!(await confirm(trx, await tokenIn(trx, 'confirm', id)))) throw brokenLink('confirm');
  });
  return { title, body: isOnList };
};

export const askToUnsubscribe: Read = async ({ params: { id } }, { store }) => {
  const token = await tokenIn(store.db, 'unsubscribe', id);
  const isKnown = (await findByToken(store.db, token)) !== undefined;
  if (!isKnown && (await hasLeft(store.db, token)))
    return { title, body: <p>This email address is not subscribed to our newsletter.</p> };
  const body = (
    <>
      <p>Unsubscribe this email address from our newsletter?</p>
      <Press action={officePaths.unsubscribe(id)} isPrimary>
        Unsubscribe
      </Press>
    </>
  );
  return { title, body };
};

/** Email programs post here by themselves (RFC 8058), with any body. */
export const endSubscription: Read = async ({ params: { id } }, { store }) => {
  await store.erase(async (trx) => leave(trx, await tokenIn(trx, 'unsubscribe', id)));
  return { title, body: <p>You have unsubscribed and will receive no more newsletters.</p> };
};
